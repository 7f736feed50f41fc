package sqlsource

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unique"
)

// The columns of a foreign database hold values of any type, whatever they were
// declared as. Each use says what it wants and takes anything else for unknown.

// Text is a value as text; empty when it is NULL.
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

// Number is a value as a whole number, and whether it is one.
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

// Int is a value as a whole number; 0 when it is none.
func Int(v any) int64 {
	n, _ := Number(v)
	return n
}

// The seconds between which a time can be written in RFC 3339.
const (
	firstSecond = -62135596800
	lastSecond  = 253402300799
)

// Seconds is a value as unix seconds, and Millis as milliseconds; the zero time
// where it is no number, or one that cannot be written as RFC 3339.
func Seconds(v any) time.Time { return unixTime(v, 1) }

// Millis is a value as milliseconds since 1970; see Seconds.
func Millis(v any) time.Time { return unixTime(v, 1000) }

func unixTime(v any, perSecond int64) time.Time {
	n, ok := Number(v)
	if !ok || n < firstSecond*perSecond || n > lastSecond*perSecond+perSecond-1 {
		return time.Time{}
	}
	return time.UnixMilli(n * (1000 / perSecond)).UTC()
}

// Row is one row of a query by the names of its columns. It holds until the next.
type Row struct {
	at    map[string]int
	cells []any
}

// Value is a column as SQLite gave it; nil for one that the query lacks.
func (r Row) Value(name string) any {
	if i, ok := r.at[name]; ok {
		return r.cells[i]
	}
	return nil
}

// Cells are all columns, and Cell is one by its place.
func (r Row) Cells() []any { return r.cells }

// Cell is a column by its place.
func (r Row) Cell(i int) any { return r.cells[i] }

// Text is a column as text.
func (r Row) Text(name string) string { return Text(r.Value(name)) }

// Int is a column as a number that fits an int; 0 where it is none.
func (r Row) Int(name string) int {
	if p := r.IntPtr(name); p != nil {
		return *p
	}
	return 0
}

// IntPtr is Int, and nil for what is unknown.
func (r Row) IntPtr(name string) *int {
	n, ok := Number(r.Value(name))
	if !ok || n < math.MinInt || n > math.MaxInt {
		return nil
	}
	i := int(n)
	return &i
}

// Int64Ptr is a column as a number; nil for what is unknown.
func (r Row) Int64Ptr(name string) *int64 {
	if n, ok := Number(r.Value(name)); ok {
		return &n
	}
	return nil
}

// FloatPtr is a column that holds a number of any kind; nil for what is unknown.
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

// Millis is a column as milliseconds since 1970, and Seconds as seconds.
func (r Row) Millis(name string) time.Time { return Millis(r.Value(name)) }

// Seconds is a column as unix seconds.
func (r Row) Seconds(name string) time.Time { return Seconds(r.Value(name)) }

// Intern returns one copy of equal short strings, of which rows hold very many.
func Intern(s string) string {
	if len(s) > 64 {
		return s
	}
	return unique.Make(s).Value()
}
