package runlog

import (
	"strconv"
	"testing"
	"time"
)

func TestParseReset(t *testing.T) {
	zone := time.FixedZone("there", 2*3600)
	at := time.Date(2030, 3, 6, 9, 30, 0, 0, time.UTC) // a Wednesday, 11:30 there
	for _, c := range []struct{ text, want string }{
		{"Claude AI usage limit reached|1900000000", "2030-03-17T17:46:40Z"},
		{"Claude AI usage limit reached|1900000000000", "2030-03-17T17:46:40Z"},
		{"5-hour limit reached ∙ resets 2pm", "2030-03-06T12:00:00Z"},
		{"You've hit your limit · resets 11am", "2030-03-07T09:00:00Z"},
		{"You've hit your session limit · resets 6:30pm (UTC)", "2030-03-06T18:30:00Z"},
		{"You've hit your limit · resets 12am (UTC)", "2030-03-07T00:00:00Z"},
		{"You've hit your limit · resets 12pm (UTC)", "2030-03-06T12:00:00Z"},
		{"resets 3pm (America/New_York)", "2030-03-06T20:00:00Z"},
		{"You've hit your weekly limit · resets Mar 9, 3am (UTC)", "2030-03-09T03:00:00Z"},
		{"resets Jan 2 at 5:15pm (UTC)", "2030-01-02T17:15:00Z"},
		{"resets Dec 31, 2031, 9am (UTC)", "2031-12-31T09:00:00Z"},
		{"Weekly limit reached · resets Mon 12:00 AM (UTC)", "2030-03-11T00:00:00Z"},
		{"resets Wednesday at 9am (UTC)", "2030-03-13T09:00:00Z"},
		{"limit reached, resets at 14:00", "2030-03-06T12:00:00Z"},
		{"limit reached, resets in 2h 15m", "2030-03-06T11:45:00Z"},
		{"limit reached, resets in 3 days", "2030-03-09T09:30:00Z"},
		{"resets 2pm (Nowhere/Atall)", "2030-03-06T12:00:00Z"},
		{"You've hit your usage limit. Try again at Mar 11th, 2030 9:00 AM.", "2030-03-11T07:00:00Z"},
		{"Try again in 1 day 2 hours 3 minutes.", "2030-03-07T11:33:00Z"},
		{"Please try again in 1.5s.", "2030-03-06T09:30:01Z"},
		{"try again in 3 moons", ""},
		{"resets 25pm", ""},
		{"resets 77:99", ""},
		{"limit reached|99", ""},
		{"limit reached", ""},
		{"it resets soon", ""},
	} {
		got := ""
		if r := ParseReset(c.text, at, zone); !r.IsZero() {
			got = r.Format(time.RFC3339)
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
	if r := ParseReset("resets 2pm", time.Time{}, zone); !r.IsZero() {
		t.Errorf("without a time of its own the line says %v", r)
	}
}

func FuzzParseReset(f *testing.F) {
	f.Add("resets Mar 9, 3am (Europe/Paris)", int64(1900000000))
	f.Add("limit reached|1900000000", int64(0))
	f.Fuzz(func(t *testing.T, text string, at int64) {
		now, _ := ParseNumber(strconv.AppendInt(nil, at, 10))
		r := ParseReset(text, now, time.UTC)
		if r.IsZero() || now.IsZero() {
			return
		}
		if r.Year() < 1999 && r.Year() > 0 || r.Year() > 10100 {
			t.Fatalf("%q at %v resumes at %v", text, now, r)
		}
	})
}
