package logsource

import (
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"strings"
	"time"
)

// errShape says that a file is not the JSON that it should be.
var errShape = errors.New("not the JSON that it should be")

// ReadJSON reads a file that is written at once into a new T. Of one that was
// caught half written, what into points to stands.
func ReadJSON[T any](dir, rel string, into **T) error {
	return Open(dir, rel, func(f *os.File) error {
		if v := new(T); Decode(json.NewDecoder(f), v) == nil {
			*into = v
		}
		return nil
	})
}

// Decode decodes the next value. What is of another type than expected in it is
// left out.
func Decode(d *json.Decoder, into any) error {
	err := d.Decode(into)
	var odd *json.UnmarshalTypeError
	if errors.As(err, &odd) {
		return nil
	}
	return err
}

// Members calls fn with each key of an object, a value at a time; fn must decode
// the value.
func Members(d *json.Decoder, fn func(key string) error) error {
	return each(d, '{', func() error {
		t, err := d.Token()
		if err != nil {
			return err
		}
		key, _ := t.(string)
		return fn(key)
	})
}

// Elements calls fn before each element of an array; fn must decode it.
func Elements(d *json.Decoder, fn func() error) error { return each(d, '[', fn) }

func each(d *json.Decoder, begin json.Delim, fn func() error) error {
	if t, err := d.Token(); err != nil || t != begin {
		return errors.Join(errShape, err)
	}
	for d.More() {
		if err := fn(); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// Text is a string of a JSON file; another value is read as an empty one.
type Text string

// UnmarshalJSON reads any value.
func (t *Text) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) == nil {
		*t = Text(strings.ToValidUTF8(s, "\uFFFD"))
	}
	return nil
}

// Number is a whole number of a JSON file, or how many elements a list of it has.
type Number struct {
	N     int
	Known bool // the value was one of these
}

// UnmarshalJSON reads any value.
func (n *Number) UnmarshalJSON(b []byte) error {
	var list []json.RawMessage
	if json.Unmarshal(b, &list) == nil && list != nil {
		*n = Number{len(list), true}
		return nil
	}
	i, err := strconv.Atoi(string(b))
	*n = Number{i, err == nil}
	return nil
}

// Moment is a time of a JSON file, as text or counted since 1970 in seconds or
// milliseconds; zero when it is none, or not of this century.
type Moment struct{ time.Time }

// UnmarshalJSON reads any value.
func (m *Moment) UnmarshalJSON(b []byte) error {
	var n float64
	if json.Unmarshal(b, &n) != nil {
		var at time.Time
		if json.Unmarshal(b, &at) == nil {
			m.Time = at.UTC()
		}
		return nil
	}
	if n < 4102444800 {
		n *= 1000
	}
	if n >= 946684800e3 && n <= 4102444800e3 {
		m.Time = time.UnixMilli(int64(n)).UTC()
	}
	return nil
}
