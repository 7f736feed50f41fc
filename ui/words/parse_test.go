package words_test

import (
	"math"
	"strconv"
	"testing"
	"time"

	"notdone/ui/words"
)

var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

func TestParseTime(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		in   string
		want time.Time // zero: refused
	}{
		{"2026-03-14T12:00:00Z", noon},
		{"2026-03-14T12:00:00.25Z", noon.Add(250 * time.Millisecond)},
		{"2026-03-14T13:30:00+01:30", noon},
		{"1773489600", noon},
		{"1773489600.5", noon.Add(500 * time.Millisecond)},
		{"-1.5", time.Unix(-2, 500_000_000)},
		{"0", time.Unix(0, 0)},
		{in: ""},
		{in: "noon"},
		{in: "2026-03-14"},
		{in: "2026-03-14T12:00:00"},
		{in: "2026-02-30T12:00:00Z"},
		{in: "NaN"},
		{in: "Inf"},
		{in: "-inf"},
		{in: "1e13"},
		{in: "1773489600 "},
	} {
		got, err := words.ParseTime(tc.in)
		if (err != nil) != tc.want.IsZero() || !got.Equal(tc.want) {
			t.Errorf("ParseTime(%q) = %v, %v; want %v", tc.in, got, err, tc.want)
		}
	}
}

func FuzzParseTime(f *testing.F) {
	for _, s := range []string{"2026-03-14T12:00:00Z", "1773489600.25", "-0", "1e12", "0x1p-2", "1_000"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		at, err := words.ParseTime(s)
		if err != nil {
			if !at.IsZero() {
				t.Errorf("refused, and yet %v", at)
			}
			return
		}
		if sec, err := strconv.ParseFloat(s, 64); err == nil {
			if got := float64(at.Unix()) + float64(at.Nanosecond())/1e9; math.Abs(got-sec) > 1e-6*math.Max(1, math.Abs(sec)/1e9) {
				t.Errorf("%q became %v seconds", s, got)
			}
		}
	})
}
