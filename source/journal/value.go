package journal

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
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

// UnmarshalJSON reads what MarshalJSON wrote and refuses anything else.
func (x *value) UnmarshalJSON(b []byte) error {
	switch b[0] {
	case 'n':
		x.v = nil
		return nil
	case '"':
		var s string
		err := json.Unmarshal(b, &s)
		x.v = s
		return err
	case '{':
		return x.object(b)
	}
	n, err := strconv.ParseInt(string(b), 10, 64)
	x.v = n
	return err
}

func (x *value) object(b []byte) error {
	var o struct {
		Real *string `json:"real"`
		Blob *[]byte `json:"blob"`
		Text *[]byte `json:"text"`
	}
	if err := json.Unmarshal(b, &o); err != nil {
		return err
	}
	switch {
	case o.Real != nil && o.Blob == nil && o.Text == nil:
		f, err := strconv.ParseFloat(*o.Real, 64)
		if err != nil && !math.IsInf(f, 0) {
			return err
		}
		x.v = f
	case o.Blob != nil && o.Real == nil && o.Text == nil:
		x.v = append([]byte{}, *o.Blob...)
	case o.Text != nil && o.Real == nil && o.Blob == nil:
		x.v = string(*o.Text)
	default:
		return fmt.Errorf("no value of SQLite's: %.80s", b)
	}
	return nil
}

// row is one row by column; nil is no row.
type row map[string]value

func rowOf(m map[string]any) row {
	if m == nil {
		return nil
	}
	r := make(row, len(m))
	for name, v := range m {
		r[name] = value{v}
	}
	return r
}

func (r row) values() map[string]any {
	if r == nil {
		return nil
	}
	m := make(map[string]any, len(r))
	for name, x := range r {
		m[name] = x.v
	}
	return m
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
	w := image{Table: i.Table, Key: rowOf(i.Key), Before: rowOf(i.Before)}
	switch {
	case i.After == nil:
	case !sameColumns(i.Before, i.After):
		w.After = rowOf(i.After)
	default:
		set := row{}
		for name, v := range i.After {
			if !same(v, i.Before[name]) {
				set[name] = value{v}
			}
		}
		w.Set = &set
	}
	return w
}

func (w *image) image() source.Image {
	i := source.Image{Table: w.Table, Key: w.Key.values(), Before: w.Before.values(), After: w.After.values()}
	if w.Set != nil {
		i.After = maps.Clone(i.Before)
		maps.Copy(i.After, w.Set.values())
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
