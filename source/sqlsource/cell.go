package sqlsource

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unique"
)

// A column of a foreign database can hold values of any type, whatever its declared
// type. The functions below convert a value and treat other types as unknown.

// Text returns a value as text; empty for NULL.
func Text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []byte:
		return string(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return ""
}

// Number returns a value as an integer; false when it is none.
func Number(v any) (int64, bool) {
	switch v := v.(type) {
	case int64:
		return v, true
	case float64:
		if v >= -1<<62 && v <= 1<<62 {
			return int64(v), true
		}
	case string:
		n, err := strconv.ParseInt(strings.TrimSpace(v), 10, 64)
		return n, err == nil
	case []byte:
		return Number(string(v))
	}
	return 0, false
}

// Int returns a value as an integer; 0 when it is none.
func Int(v any) int64 {
	n, _ := Number(v)
	return n
}

// FirstSecond and LastSecond are the first and the last second, since 1970, that RFC 3339 can
// express.
const (
	FirstSecond = -62135596800
	LastSecond  = 253402300799
)

// Seconds returns the time of a value in seconds since 1970; the zero time for a value
// that is no number or that RFC 3339 cannot express.
func Seconds(v any) time.Time { return unixTime(v, 1) }

// Millis is Seconds for a value in milliseconds since 1970.
func Millis(v any) time.Time { return unixTime(v, 1000) }

func unixTime(v any, perSecond int64) time.Time {
	n, ok := Number(v)
	if !ok || n < FirstSecond*perSecond || n > LastSecond*perSecond+perSecond-1 {
		return time.Time{}
	}
	return time.UnixMilli(n * (1000 / perSecond)).UTC()
}

// Row is one row of a query. It is valid until the next row is read.
type Row struct {
	at    map[string]int
	cells []any
}

// Value returns the value of a column; nil when the query has no such column.
func (r Row) Value(name string) any {
	if i, ok := r.at[name]; ok {
		return r.cells[i]
	}
	return nil
}

// Cells returns the values of all columns.
func (r Row) Cells() []any { return r.cells }

// Cell returns the value of a column by its place, from 0.
func (r Row) Cell(i int) any { return r.cells[i] }

// Text returns a column as text; empty for NULL.
func (r Row) Text(name string) string { return Text(r.Value(name)) }

// Int returns a column as an int; 0 when it is none.
func (r Row) Int(name string) int {
	if p := r.IntPtr(name); p != nil {
		return *p
	}
	return 0
}

// IntPtr returns a column as an int; nil when it is none.
func (r Row) IntPtr(name string) *int {
	n, ok := Number(r.Value(name))
	if !ok || n < math.MinInt || n > math.MaxInt {
		return nil
	}
	i := int(n)
	return &i
}

// Int64Ptr returns a column as an int64; nil when it is none.
func (r Row) Int64Ptr(name string) *int64 {
	if n, ok := Number(r.Value(name)); ok {
		return &n
	}
	return nil
}

// FloatPtr returns a column as a float64; nil when it is no number.
func (r Row) FloatPtr(name string) *float64 {
	switch v := r.Value(name).(type) {
	case float64:
		return &v
	case int64:
		f := float64(v)
		return &f
	}
	return nil
}

// Millis returns the time of a column in milliseconds since 1970; see Seconds.
func (r Row) Millis(name string) time.Time { return Millis(r.Value(name)) }

// Seconds returns the time of a column in seconds since 1970; see Seconds.
func (r Row) Seconds(name string) time.Time { return Seconds(r.Value(name)) }

// Intern returns the same copy for equal short strings, which repeat in very many rows.
func Intern(s string) string {
	if len(s) > 64 {
		return s
	}
	return unique.Make(s).Value()
}
