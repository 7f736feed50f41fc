package runlog

import (
	"strings"
	"testing"
	"time"
)

func TestPace(t *testing.T) {
	const (
		stamped = "2026-01-02T03:04:05Z hello\n"
		plain   = "and on\n"
	)
	for _, c := range []struct {
		name, log string
		want      bool
	}{
		{"no time", plain, false},
		{"a time on every line", stamped + stamped, true},
		{"a few lines behind the newest time", stamped + plain + plain, true},
		{"a heading alone", stamped + strings.Repeat(plain, 40), false},
		{"as far apart as before", stamped + strings.Repeat(plain, 40) + stamped + strings.Repeat(plain, 40), true},
		{"far longer than ever before", stamped + strings.Repeat(plain, 10) + stamped + strings.Repeat(plain, 40), false},
		{"a time without a zone", "2026-01-02 03:04:05 hello\n" + plain, false},
		{"behind a level", "[INFO] 2026-01-02T03:04:05Z hello\n" + plain, true},
		{"in a heading", "# Log of 2026-01-02T03:04:05Z\n" + plain, true},
		{"since the start", "# started: 2026-01-02T03:04:05Z\n[+00:03] [stdout] x\n", true},
	} {
		if got := feed(FormatText, c.log, Options{}).Summary(); got.Paced != c.want {
			t.Errorf("%s: %v", c.name, got.Paced)
		}
	}
	s := feed(FormatText, "# started: 2026-01-02T03:04:05Z\n[+00:03] [stdout] x\n", Options{}).Summary()
	if want := time.Date(2026, 1, 2, 3, 4, 8, 0, time.UTC); !s.Last.Equal(want) {
		t.Errorf("three seconds after the start is %v", s.Last)
	}
}

// TestTimesToCome holds that a time of the future is not one at which a line was
// written, in logs of every format.
func TestTimesToCome(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	o := Options{Now: func() time.Time { return now }}
	for format, log := range map[Format]string{
		FormatText:  "2026-01-02T03:00:00Z hello\n2031-01-01T00:00:00Z is when it expires\n",
		FormatJSONL: `{"type":"assistant","text":"x","ts":"2026-01-02T03:00:00Z"}` + "\n" + `{"type":"assistant","text":"y","ts":"2031-01-01T00:00:00Z"}` + "\n",
	} {
		if s := feed(format, log, o).Summary(); !s.Last.Equal(now.Add(-4*time.Minute-5*time.Second)) || s.Stamped {
			t.Errorf("%v: %v, stamped %v", format, s.Last, s.Stamped)
		}
	}
}
