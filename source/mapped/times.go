package mapped

import (
	"math"
	"strconv"
	"strings"
	"time"

	"notdone/source/sqlsource"
)

// Unit is how a time is written.
type Unit string

// The units. Auto is what a value shows itself: texts are read by their form, and the
// ranges of the present times in the other units do not overlap.
const (
	UnitAuto    Unit = "auto"
	UnitSeconds Unit = "s"
	UnitMillis  Unit = "ms"
	UnitMicros  Unit = "us"
	UnitNanos   Unit = "ns"
	UnitTicks   Unit = "ticks" // of 100 ns since the year 1, as .NET has them
	UnitText    Unit = "text"  // ISO 8601, or SQLite's "2006-01-02 15:04:05", in UTC without a zone
	UnitJulian  Unit = "julian"
)

var units = []Unit{UnitAuto, UnitSeconds, UnitMillis, UnitMicros, UnitNanos, UnitTicks, UnitText, UnitJulian}

func unitNames() string {
	names := make([]string, len(units))
	for i, u := range units {
		names[i] = string(u)
	}
	return strings.Join(names, ", ")
}

// epochTicks are the ticks at 1970-01-01, of System.DateTime.
const epochTicks = 621_355_968_000_000_000

// layouts are the forms in which databases hold a time as text.
var layouts = []string{
	time.RFC3339Nano, "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999 Z07:00",
	"2006-01-02 15:04:05.999999999-07", "2006-01-02T15:04:05.999999999Z0700",
	"2006-01-02 15:04:05.999999999 -0700 MST", "2006-01-02 15:04:05.999999999 -0700",
	"2006-01-02 15:04:05.999999999", "2006-01-02T15:04:05.999999999", "2006-01-02 15:04", "2006-01-02",
}

// timeOf reads a time. 0, an empty text and a date of zeros are no time.
func timeOf(v any, unit Unit) time.Time {
	switch v := v.(type) {
	case nil:
		return time.Time{}
	case time.Time:
		return plausible(v.UTC())
	case string:
		return textTime(v, unit)
	case []byte:
		return textTime(string(v), unit)
	case float64:
		return numberTime(v, unit)
	}
	if n, ok := sqlsource.Number(v); ok {
		return integerTime(n, unit)
	}
	return time.Time{}
}

func textTime(text string, unit Unit) time.Time {
	text = strings.TrimSpace(text)
	if text == "" || strings.HasPrefix(text, "0000-00-00") {
		return time.Time{}
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return integerTime(n, unit)
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return numberTime(f, unit)
	}
	if monotonic := strings.Index(text, " m=+"); monotonic > 0 { // as Go prints a time
		text = text[:monotonic]
	}
	for _, layout := range layouts {
		if t, err := time.Parse(layout, text); err == nil {
			return plausible(t.UTC())
		}
	}
	return time.Time{}
}

// unitOf returns the unit that a present time shows by its size.
func unitOf(n float64) Unit {
	switch n = math.Abs(n); {
	case n >= 2_400_000 && n < 2_500_000:
		return UnitJulian
	case n < 1e11:
		return UnitSeconds
	case n < 1e14:
		return UnitMillis
	case n < 1e17:
		return UnitMicros
	case n < 7e17:
		return UnitTicks
	}
	return UnitNanos
}

func integerTime(n int64, unit Unit) time.Time {
	if n == 0 {
		return time.Time{}
	}
	if unit == "" || unit == UnitAuto || unit == UnitText {
		unit = unitOf(float64(n))
	}
	switch unit {
	case UnitMillis:
		return plausible(time.UnixMilli(n).UTC())
	case UnitMicros:
		return plausible(time.UnixMicro(n).UTC())
	case UnitNanos:
		return plausible(time.Unix(0, n).UTC())
	case UnitTicks:
		n -= epochTicks
		return plausible(time.Unix(n/1e7, n%1e7*100).UTC())
	case UnitJulian:
		return numberTime(float64(n), unit)
	default:
		return plausible(time.Unix(n, 0).UTC())
	}
}

// unixJulian is the Julian day of 1970-01-01.
const unixJulian = 2_440_587.5

func numberTime(f float64, unit Unit) time.Time {
	if f == 0 || math.IsNaN(f) || math.Abs(f) > math.MaxInt64/2 {
		return time.Time{}
	}
	if unit == "" || unit == UnitAuto || unit == UnitText {
		unit = unitOf(f)
	}
	switch unit {
	case UnitJulian:
		f = (f - unixJulian) * 86400
	case UnitSeconds:
	default:
		return integerTime(int64(f), unit)
	}
	whole, fraction := math.Modf(f)
	return plausible(time.Unix(int64(whole), int64(fraction*1e9)).UTC())
}

// plausible returns the time if RFC 3339 can express it and it is not the zero of some
// language, else no time.
func plausible(t time.Time) time.Time {
	if t.Year() < 1971 || t.Year() > 9999 {
		return time.Time{}
	}
	return t
}

// TimeOf reads a time of a cell in a unit; the zero time: there is none.
func TimeOf(v any, unit Unit) time.Time { return timeOf(v, unit) }
