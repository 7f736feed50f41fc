package classify

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"notdone/model"
)

// TestVerdictsHoldUntil: at any moment before its Until a verdict is the same, and at its
// Until it is another one.
func TestVerdictsHoldUntil(t *testing.T) {
	j := New(DefaultConfig())
	rapid.Check(t, func(t *rapid.T) {
		c, recorded := drawCase(t), model.State(rapid.IntRange(0, model.NumStates-1).Draw(t, "recorded"))
		was := j.Judge(&c, recorded, now)
		later := now.Add(drawSpan(t, "later"))
		if !was.Until.IsZero() && rapid.Bool().Draw(t, "at its until") {
			later = was.Until.Add(-time.Duration(rapid.IntRange(0, 1).Draw(t, "before")))
		}
		until := was.Until
		is := j.Judge(&c, recorded, later)
		was.Until, is.Until = time.Time{}, time.Time{}
		switch diff := cmp.Diff(was, is); {
		case (until.IsZero() || later.Before(until)) && diff != "":
			t.Errorf("until %v, and another at %v: %s", until, later, diff)
		case later.Equal(until) && diff == "":
			t.Errorf("until %v, and the same then: %+v", until, is)
		}
	})
}

// drawSpan draws a length of time of any scale up to two months.
func drawSpan(t *rapid.T, label string) time.Duration {
	scale := rapid.SampledFrom([]time.Duration{time.Nanosecond, time.Second, time.Minute, time.Hour, 24 * time.Hour}).Draw(t, label+" scale")
	return time.Duration(rapid.IntRange(0, 60).Draw(t, label)) * scale
}

// drawTime draws a moment before now or after it, or none.
func drawTime(t *rapid.T, label string) time.Time {
	switch rapid.IntRange(0, 5).Draw(t, label+" is") {
	case 0:
		return time.Time{}
	case 1:
		return now.Add(drawSpan(t, label))
	}
	return now.Add(-drawSpan(t, label))
}

// drawCase draws a case that no system need have, with everything that rules compare with
// the clock.
func drawCase(t *rapid.T) model.Case {
	said := rapid.SampledFrom([]string{"", reported, hindered, promised})
	c := model.Case{
		Task: model.Task{
			ID: "t1", Title: "Rotate certificates", Recorded: rapid.SampledFrom([]string{"", "as recorded"}).Draw(t, "status"),
			Created: drawTime(t, "created"), Updated: drawTime(t, "updated"), Started: drawTime(t, "started"),
			Finished: drawTime(t, "finished"), Due: drawTime(t, "due"),
		},
		Result: said.Draw(t, "result"),
		Facts: model.Facts{
			Claimed: rapid.Bool().Draw(t, "claimed"), OpenRun: rapid.Bool().Draw(t, "open run"),
			ClaimExpires: drawTime(t, "expires"), Heartbeat: drawTime(t, "heartbeat"), BlockedAt: drawTime(t, "blocked"),
			Worker: model.Liveness(rapid.IntRange(0, 2).Draw(t, "worker")), HeartbeatLimit: drawSpan(t, "limit"),
		},
	}
	for i := range rapid.IntRange(0, 9).Draw(t, "events") {
		kind := model.EventKind(rapid.IntRange(0, int(model.EventBlockLoop)).Draw(t, "kind"))
		c.Events = append(c.Events, model.Event{Seq: int64(i), Kind: kind, At: drawTime(t, "at"), Note: said.Draw(t, "note")})
	}
	for range rapid.IntRange(0, 3).Draw(t, "runs") {
		outcome := model.Outcome(rapid.IntRange(0, int(model.OutcomeCancelled)).Draw(t, "outcome"))
		c.Runs = append(c.Runs, model.Run{ID: "r", Started: drawTime(t, "began"), Ended: drawTime(t, "ended"), Outcome: outcome, Output: said.Draw(t, "output")})
	}
	if rapid.Bool().Draw(t, "log") {
		c.Facts.Work = &model.Work{Calls: 1, Resumes: drawTime(t, "resumes")}
	}
	if rapid.Bool().Draw(t, "attached") {
		c.Facts.Endings = []model.Ending{{At: drawTime(t, "end"), Text: said.Draw(t, "last words"), Open: rapid.Bool().Draw(t, "open")}}
	}
	return c
}
