package logsource

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// errShape says that a JSON value is not the object or array that was expected.
var errShape = errors.New("not the JSON that it should be")

// errLong says that a value is longer than maxValue.
var errLong = errors.New("a value is too long")

// maxValue is the length in bytes of the longest value that is decoded: the file is hostile, and
// a decoder holds a value as a whole.
const maxValue = 16 << 20

// Decoder decodes JSON. It returns an error at a value that is much longer than maxValue, unless
// Members or Elements read its parts one by one.
type Decoder struct {
	*json.Decoder
	from *bounded
}

// NewDecoder returns a decoder that reads from r.
func NewDecoder(r io.Reader) *Decoder {
	from := &bounded{r, maxValue}
	return &Decoder{json.NewDecoder(from), from}
}

// bounded returns at most left bytes, and then an error.
type bounded struct {
	r    io.Reader
	left int
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, errLong
	}
	n, err := b.r.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// ReadJSON decodes the JSON file rel beneath dir into a new T and sets *into to it. The owner
// rewrites such a file as a whole, so a read may see half of it: *into is left unchanged if
// the file is no valid JSON or has more than maxValue bytes. The error is that of opening the file.
func ReadJSON[T any](dir, rel string, into **T) error {
	return Open(dir, rel, func(f *os.File) error {
		if v := new(T); Decode(NewDecoder(f), v) == nil {
			*into = v
		}
		return nil
	})
}

// Decode decodes the next value of d. Parts whose type differs from the Go type are skipped
// without an error.
func Decode(d interface{ Decode(into any) error }, into any) error {
	err := d.Decode(into)
	var odd *json.UnmarshalTypeError
	if errors.As(err, &odd) {
		return nil
	}
	return err
}

// Members reads an object from d and calls fn with each key; fn must decode the value from d.
func Members(d *Decoder, fn func(key string) error) error {
	return each(d, '{', func() error {
		t, err := d.Token()
		if err != nil {
			return err
		}
		key, _ := t.(string)
		return fn(key)
	})
}

// Elements reads an array from d and calls fn for each element; fn must decode it from d.
func Elements(d *Decoder, fn func() error) error { return each(d, '[', fn) }

// each reads the value that begins with the delimiter and calls fn for each of its members.
func each(d *Decoder, begin json.Delim, fn func() error) error {
	if t, err := d.Token(); err != nil || t != begin {
		return errors.Join(errShape, err)
	}
	for d.More() {
		d.from.left = maxValue
		if err := fn(); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// Text is a JSON string with invalid UTF-8 replaced. Any other JSON value decodes as "".
type Text string

// UnmarshalJSON reads any value.
func (t *Text) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) == nil {
		*t = Text(strings.ToValidUTF8(s, "\uFFFD"))
	}
	return nil
}

// Number is a JSON integer, or the length of a JSON array.
type Number struct {
	N     int
	Known bool // false for any other JSON value; N is then 0
}

// UnmarshalJSON reads any value.
func (n *Number) UnmarshalJSON(b []byte) error {
	var list []json.RawMessage
	if json.Unmarshal(b, &list) == nil && list != nil {
		*n = Number{len(list), true}
		return nil
	}
	*n = Number{}
	if i, err := strconv.Atoi(string(b)); err == nil {
		*n = Number{i, true}
	}
	return nil
}

// Moment is a time in JSON: an RFC 3339 string, or a number of seconds or milliseconds since
// 1970. A number outside of the years 2000 to 2099 and any other value decode as the zero time.
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
