package queue

import (
	"strconv"
	"time"
)

// cell is one value as SQLite returns it. The columns of a file that somebody
// made by hand hold whatever was put there, so each use says what it wants and
// takes anything else for unknown.
type cell struct{ v any }

// Scan keeps the value; it never fails.
func (c *cell) Scan(v any) error {
	if b, ok := v.([]byte); ok {
		v = string(b)
	}
	c.v = v
	return nil
}

// text is the value as text, empty when unknown.
func (c cell) text() string {
	switch v := c.v.(type) {
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return ""
}

// number is the value as a whole number, and whether it is one.
func (c cell) number() (int64, bool) {
	switch v := c.v.(type) {
	case int64:
		return v, true
	case float64:
		if v >= -1<<62 && v <= 1<<62 {
			return int64(v), true
		}
	case string:
		n, err := strconv.ParseInt(v, 10, 64)
		return n, err == nil
	}
	return 0, false
}

// int is the value as a number that fits an int, 0 when unknown.
func (c cell) int() int {
	if p := c.intPtr(); p != nil {
		return *p
	}
	return 0
}

func (c cell) intPtr() *int {
	n, ok := c.number()
	if !ok || n != int64(int(n)) {
		return nil
	}
	i := int(n)
	return &i
}

func (c cell) int64Ptr() *int64 {
	if n, ok := c.number(); ok {
		return &n
	}
	return nil
}

func (c cell) floatPtr() *float64 {
	var f float64
	switch v := c.v.(type) {
	case float64:
		f = v
	case int64:
		f = float64(v)
	default:
		return nil
	}
	return &f
}

// The milliseconds between which a time can be written in RFC 3339.
const (
	minMillis = -62135596800000
	maxMillis = 253402300799999
)

// time is the value as milliseconds since 1970, zero when unknown.
func (c cell) time() time.Time {
	n, ok := c.number()
	if !ok || n < minMillis || n > maxMillis {
		return time.Time{}
	}
	return time.UnixMilli(n).UTC()
}
