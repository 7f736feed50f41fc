package sqlsource

import (
	"math"
	"testing"
	"time"
)

func TestCells(t *testing.T) {
	for _, c := range []struct {
		value any
		text  string
		n     int64
		known bool
	}{
		{nil, "", 0, false},
		{"12", "12", 12, true},
		{" 12\n", " 12\n", 12, true},
		{[]byte("-3"), "-3", -3, true},
		{"12 tasks", "12 tasks", 0, false},
		{"", "", 0, false},
		{int64(7), "7", 7, true},
		{1.5, "1.5", 1, true},
		{1e300, "1e+300", 0, false},
		{math.NaN(), "NaN", 0, false},
	} {
		n, known := Number(c.value)
		if text := Text(c.value); text != c.text || n != c.n || known != c.known {
			t.Errorf("%#v: %q, %d, %v", c.value, text, n, known)
		}
	}
}

func FuzzCell(f *testing.F) {
	f.Add("12", int64(5), 1.5)
	f.Add("", int64(-1)<<62, -1e300)
	f.Add("x", int64(253402300800), 253402300799999.0)
	f.Fuzz(func(t *testing.T, text string, n int64, x float64) {
		for _, v := range []any{text, []byte(text), n, x, nil} {
			for _, when := range []time.Time{Seconds(v), Millis(v)} {
				if _, err := when.MarshalText(); err != nil {
					t.Errorf("%v is no time that can be written: %v", v, err)
				}
			}
			r := Row{at: map[string]int{"v": 0}, cells: []any{v}}
			if _, ok := Number(v); !ok && (r.Int("v") != 0 || r.IntPtr("v") != nil || r.Int64Ptr("v") != nil) {
				t.Errorf("%v is a number and is not", v)
			}
		}
	})
}
