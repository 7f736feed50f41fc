package journal

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"strconv"
	"unicode/utf8"

	"notdone/source"
)

// encodeValue returns what stands for a SQLite value in JSON: NULL is null, an integer
// a number and text a string. Objects stand for the other types: {"real": "1.5"},
// {"blob": base64}, and {"text": base64} for text that is not valid UTF-8.
func encodeValue(v any) (any, error) {
	switch v := v.(type) {
	case nil, int64:
		return v, nil
	case float64:
		return map[string]string{"real": strconv.FormatFloat(v, 'g', -1, 64)}, nil
	case []byte:
		return map[string][]byte{"blob": append([]byte{}, v...)}, nil
	case string:
		if utf8.ValidString(v) {
			return v, nil
		}
		return map[string][]byte{"text": []byte(v)}, nil
	}
	return nil, fmt.Errorf("a %T is not a value of SQLite", v)
}

// decodeValue returns the SQLite value that decoded JSON stands for.
func decodeValue(v any) (any, error) {
	switch v := v.(type) {
	case nil, string:
		return v, nil
	case json.Number:
		return strconv.ParseInt(string(v), 10, 64)
	case map[string]any:
		for kind, member := range v {
			if text, ok := member.(string); ok && len(v) == 1 {
				return decodeObject(kind, text)
			}
		}
	}
	return nil, errValue
}

// decodeObject reads a value that JSON cannot write as a number or a string.
func decodeObject(kind, text string) (any, error) {
	switch kind {
	case "real":
		f, err := strconv.ParseFloat(text, 64)
		if math.IsInf(f, 0) {
			err = nil // ParseFloat reports what MarshalJSON wrote as out of range
		}
		return f, err
	case "blob":
		return base64.StdEncoding.AppendDecode([]byte{}, []byte(text))
	case "text":
		raw, err := base64.StdEncoding.DecodeString(text)
		return string(raw), err
	}
	return nil, errValue
}

// text is a text that keeps all its bytes, as those of a SQLite value do.
type text string

// MarshalJSON writes the text as encodeValue does.
func (t text) MarshalJSON() ([]byte, error) {
	encoded, err := encodeValue(string(t))
	if err != nil {
		return nil, err
	}
	return json.Marshal(encoded)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (t *text) UnmarshalJSON(b []byte) error {
	var encoded any
	if err := json.Unmarshal(b, &encoded); err != nil {
		return err
	}
	v, err := decodeValue(encoded)
	if s, ok := v.(string); ok {
		*t = text(s)
	}
	return err
}

var errValue = errors.New("not a value of SQLite")

// row is one row by column; nil is no row.
type row map[string]any

// MarshalJSON writes the row with its columns in order.
func (r row) MarshalJSON() ([]byte, error) {
	m := make(map[string]any, len(r))
	for name, v := range r {
		encoded, err := encodeValue(v)
		if err != nil {
			return nil, err
		}
		m[name] = encoded
	}
	return json.Marshal(m)
}

// UnmarshalJSON reads what MarshalJSON wrote and refuses anything else.
func (r *row) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode((*map[string]any)(r)); err != nil {
		return err
	}
	for name, v := range *r {
		decoded, err := decodeValue(v)
		if err != nil {
			return err
		}
		(*r)[name] = decoded
	}
	return nil
}

// image is a source.Image as JSON. Most columns of a row stay the same, so a
// changed row is stored as the row before and the columns that changed.
type image struct {
	Table  string `json:"table"`
	Key    row    `json:"key"`
	Before row    `json:"before,omitempty"`
	After  row    `json:"after,omitempty"` // a new row, or one whose columns differ from Before
	Set    *row   `json:"set,omitempty"`   // the changed columns of any other row; nil: the row was deleted
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
			if !source.EqualValues(v, i.Before[name]) {
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
