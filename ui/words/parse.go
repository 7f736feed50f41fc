package words

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// ParseTime reads RFC 3339, or unix seconds with or without a fraction.
func ParseTime(text string) (time.Time, error) {
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return t, nil
	}
	sec, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(sec) || math.Abs(sec) > 1e12 {
		return time.Time{}, fmt.Errorf("%q is neither an RFC 3339 time nor unix seconds", text)
	}
	whole, fraction := math.Modf(sec)
	return time.Unix(int64(whole), int64(math.Round(fraction*1e9))).UTC(), nil
}

// ParseDuration reads a duration of at least 0: as time.ParseDuration does, or in days or
// weeks, such as 7d or 2w.
func ParseDuration(text string) (time.Duration, bool) {
	for _, unit := range []struct {
		sign  string
		hours float64
	}{{"d", 24}, {"w", 7 * 24}} {
		if n, err := strconv.ParseFloat(strings.TrimSuffix(text, unit.sign), 64); err == nil && strings.HasSuffix(text, unit.sign) {
			return time.Duration(n * unit.hours * float64(time.Hour)), n >= 0 && n*unit.hours < 24e5
		}
	}
	d, err := time.ParseDuration(text)
	return d, err == nil && d >= 0
}
