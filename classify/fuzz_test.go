package classify

import (
	"slices"
	"strings"
	"testing"
	"time"

	"notdone/model"
)

// FuzzJudge holds whatever agents write to what the board relies on: no check
// fails, everything is bounded, an obstacle always has a key.
func FuzzJudge(f *testing.F) {
	f.Add(hindered, "no access", "x", uint8(7), uint8(4))
	f.Add("", "", "", uint8(4), uint8(0))
	f.Add("\x1b]52;c;\x07\xff", strings.Repeat("q", 5000), "\u202e", uint8(5), uint8(9))
	known := Rules()
	f.Fuzz(func(t *testing.T, result, note, errText string, recorded, outcome uint8) {
		c := with(done(result), func(c *model.Case) {
			c.Runs[0].Outcome, c.Runs[0].Error = model.Outcome(outcome%12), errText
			c.Facts.ObstacleText = note
			c.Facts.Endings = []model.Ending{{Where: "log:1", Text: errText, Outcome: model.Outcome(outcome % 12)}}
			for i, k := range []model.EventKind{model.EventBlocked, model.EventRequeued, model.EventBlocked, model.EventUnblocked, model.EventBlockLoop} {
				c.Events = append(c.Events, model.Event{Seq: int64(4 + i), Kind: k, Note: note, At: ago(time.Duration(9-i) * time.Minute)})
			}
		})
		v := New(DefaultConfig()).Judge(&c, model.State(recorded%9), now)
		for _, x := range v.Findings {
			if i := slices.IndexFunc(known, func(r Rule) bool { return r.Name == x.Rule }); i < 0 || x.Severity > known[i].Severity || !slices.Contains(known[i].States.List(), model.State(recorded%9)) && x.Rule != "block-reason" {
				t.Fatalf("no rule says %+v of a task recorded as %v", x, model.State(recorded%9))
			}
			if strings.HasPrefix(x.Message, "one check failed") {
				t.Fatalf("%+v", x)
			}
			if len(x.Message) > maxMessage || x.Count < 1 || len(x.Evidence) > maxEvidence {
				t.Fatalf("unbounded: %+v", x)
			}
			for _, e := range x.Evidence {
				if len(e.Quote) > maxQuote {
					t.Fatalf("quote of %d bytes", len(e.Quote))
				}
			}
		}
		if v.State == model.StateBlocked && v.Obstacle == nil {
			t.Fatal("blocked without an obstacle")
		}
		if o := v.Obstacle; o != nil && (o.Key == "" || len(o.Text) > maxObstacle) {
			t.Fatalf("obstacle %+v", o)
		}
		if !v.Until.IsZero() && !v.Until.After(now) {
			t.Fatalf("until %v is past", v.Until)
		}
	})
}
