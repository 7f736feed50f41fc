package journal

import (
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"unicode/utf8"

	"notdone/source"
)

// value is one value of SQLite's in JSON: null, an integer as a number, text
// as a string, and as an object what JSON has no word for: {"real": "1.5"},
// {"blob": base64} and {"text": base64} for text that is no UTF-8.
type value struct{ v any }

type object struct {
	Real string `json:"real,omitempty"`
	Blob []byte `json:"blob,omitempty"`
	Text []byte `json:"text,omitempty"`
}

// MarshalJSON writes the value so that UnmarshalJSON returns the same one, of
// the same type.
func (x value) MarshalJSON() ([]byte, error) {
	switch v := x.v.(type) {
	case nil:
		return []byte("null"), nil
	case int64:
		return strconv.AppendInt(nil, v, 10), nil
	case float64:
		return json.Marshal(object{Real: strconv.FormatFloat(v, 'g', -1, 64)})
	case []byte:
		if len(v) == 0 {
			return []byte(`{"blob":""}`), nil
		}
		return json.Marshal(object{Blob: v})
	case string:
		if utf8.ValidString(v) {
			return json.Marshal(v)
		}
		return json.Marshal(object{Text: []byte(v)})
	}
	return nil, fmt.Errorf("a %T is no value of SQLite's", x.v)
}

// row is one row by column; nil is no row.
type row map[string]any

// MarshalJSON writes the row with its columns in order.
func (r row) MarshalJSON() ([]byte, error) {
	m := make(map[string]value, len(r))
	for name, v := range r {
		m[name] = value{v}
	}
	return json.Marshal(m)
}

// UnmarshalJSON reads what MarshalJSON wrote and refuses anything else.
func (r *row) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	p := parser{rest: b}
	m, err := p.row()
	*r = m
	return err
}

// image is one row before and after it was written. Most of a row stays as it
// is, so what it was afterwards is told by the columns that differ.
type image struct {
	Table  string `json:"table"`
	Key    row    `json:"key"`
	Before row    `json:"before,omitempty"`
	After  row    `json:"after,omitempty"` // the whole row, where there was none before
	Set    *row   `json:"set,omitempty"`   // else what differs; nil: there is no row after it
}

func imageOf(i source.Image) image {
	w := image{Table: i.Table, Key: i.Key, Before: i.Before}
	switch {
	case i.After == nil:
	case !sameColumns(i.Before, i.After):
		w.After = i.After
	default:
		set := row{}
		for name, v := range i.After {
			if !same(v, i.Before[name]) {
				set[name] = v
			}
		}
		w.Set = &set
	}
	return w
}

func (w *image) image() source.Image {
	i := source.Image{Table: w.Table, Key: w.Key, Before: w.Before, After: w.After}
	if w.Set != nil && w.Before != nil {
		i.After = maps.Clone(i.Before)
		maps.Copy(i.After, *w.Set)
	}
	return i
}

func sameColumns(a, b map[string]any) bool {
	if a == nil || len(a) != len(b) {
		return false
	}
	for name := range a {
		if _, ok := b[name]; !ok {
			return false
		}
	}
	return true
}
