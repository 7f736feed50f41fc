package mapped

import (
	"testing"
	"time"
)

func TestCondition(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	row := values{
		nowName: now, "status": "waiting", "attempts": 3.0, "max_attempts": 3.0, "error": "", "lease": now.Add(time.Minute),
		"finished": nil, "parked": true, "title": "it's here",
	}
	for text, want := range map[string]bool{
		"status = 'waiting'":                 true,
		"status != 'waiting'":                false,
		"status = 'waiting' and lease > now": true,
		"lease <= now":                       false,
		"not finished":                       true,
		"finished > now or finished <= now":  false,
		"error":                              false,
		"attempts >= max_attempts":           true,
		"attempts = '3'":                     true,
		"attempts < -1":                      false,
		"parked":                             true,
		"parked = false":                     false,
		"parked = 1":                         true,
		"status = 'done' or not (error or finished)":   true,
		"not error and attempts > 2 and attempts < 4":  true,
		"title = 'it''s here'":                         true,
		"status = 'a' or status = 'b' and parked":      false,
		"status = 'waiting' or status = 'b' and error": true,
		"lease = 'tomorrow'":                           false,
		"attempts > 2.5":                               true,
	} {
		c, err := parseCondition(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := c.holds(row); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

func TestWrongConditions(t *testing.T) {
	for text, want := range map[string]string{
		"":                    "column 1: it ends too early",
		"status =":            "column 9: it ends too early",
		"status = 'waiting":   "column 10: a text has no closing quote",
		"(status":             "column 8: a bracket is not closed",
		"status ! 3":          "column 8: ! is not an operator: it is not, or !=",
		"status = 'a' status": `column 14: "status" is not expected`,
		"and":                 `column 1: "and" is not expected`,
		"a = ;":               `column 5: ";" is not expected`,
	} {
		if _, err := parseCondition(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzCondition(f *testing.F) {
	f.Add("status = 'pending' and (run_at > now or not error) and attempts >= -3.5")
	f.Add("((((")
	f.Fuzz(func(_ *testing.T, text string) {
		c, err := parseCondition(text)
		if err == nil {
			c.holds(values{nowName: time.Unix(1, 0), "status": "a", "attempts": 2.0, "error": true})
		}
	})
}

func TestTimes(t *testing.T) {
	want := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	for name, one := range map[string]struct {
		cell any
		unit Unit
	}{
		"seconds":              {want.Unix(), ""},
		"seconds as text":      {"1795168800", ""},
		"milliseconds":         {want.UnixMilli(), ""},
		"microseconds":         {want.UnixMicro(), ""},
		"nanoseconds":          {want.UnixNano(), ""},
		"ticks":                {int64(639_000_000_000_000_000) + (want.UnixNano()-time.Unix((639_000_000_000_000_000-epochTicks)/1e7, 0).UnixNano())/100, ""},
		"seconds with a part":  {1795168800.0, ""},
		"a Julian day":         {2461364.9166666665, ""},
		"RFC 3339":             {"2026-11-20T10:00:00Z", ""},
		"another zone":         {"2026-11-20T12:00:00+02:00", ""},
		"SQLite's form":        {"2026-11-20 10:00:00", ""},
		"with a fraction":      {"2026-11-20 10:00:00.000", ""},
		"Go's form":            {"2026-11-20 10:00:00 +0000 UTC", ""},
		"Go's form, monotonic": {"2026-11-20 10:00:00 +0000 UTC m=+0.5", ""},
		"PostgreSQL's form":    {"2026-11-20 10:00:00+00", ""},
		"a time":               {want.In(time.FixedZone("", 3600)), ""},
		"bytes":                {[]byte("2026-11-20 10:00"), ""},
		"a small ms":           {want.UnixMilli(), UnitMillis},
	} {
		if got := timeOf(one.cell, one.unit); got.Sub(want).Abs() > time.Millisecond {
			t.Errorf("%s: %v is %v, want %v", name, one.cell, got, want)
		}
	}
	for _, none := range []any{nil, 0, int64(0), "", " ", "0", "0000-00-00 00:00:00", "soon", "0001-01-01T00:00:00Z", 0.0} {
		if got := timeOf(none, ""); !got.IsZero() {
			t.Errorf("%v is %v, want no time", none, got)
		}
	}
}
