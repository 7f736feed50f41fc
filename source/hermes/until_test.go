package hermes

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"notdone/classify"
	"notdone/model"
)

// TestVerdictsHoldUntil: at any moment before its Until a verdict on a card is the same,
// and at its Until it is another one, whatever happened to the card.
func TestVerdictsHoldUntil(t *testing.T) {
	j := classify.New(classify.DefaultConfig(), rules()...)
	rapid.Check(t, func(t *rapid.T) {
		in := drawSubject(t).input()
		was := j.Judge(in.Case, in.Recorded, noon)
		later, until := noon.Add(drawSpan(t, "later")), was.Until
		if !until.IsZero() && rapid.Bool().Draw(t, "at its until") {
			later = until.Add(-time.Duration(rapid.IntRange(0, 1).Draw(t, "before")))
		}
		is := j.Judge(in.Case, in.Recorded, later)
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
	scale := rapid.SampledFrom([]time.Duration{time.Second, time.Minute, time.Hour, 24 * time.Hour}).Draw(t, label+" scale")
	return time.Duration(rapid.IntRange(0, 60).Draw(t, label)) * scale
}

func drawSubject(t *rapid.T) subject {
	s := subject{status: rapid.SampledFrom([]string{stTriage, stTodo, stScheduled, stReady, stRunning, stBlocked, stReview, stDone, stArchived}).Draw(t, "status")}
	names := slices.Sorted(maps.Keys(kinds))
	if rapid.Bool().Draw(t, "rounds") {
		names = []string{evBlocked, evUnblocked, evPromotedManual, evCommented}
	}
	for range rapid.IntRange(0, 9).Draw(t, "events") {
		s.events = append(s.events, did(rapid.SampledFrom(names).Draw(t, "event"), drawSpan(t, "before"), "why"))
	}
	outcomes := []string{outCompleted, outCrashed, outTimedOut, outSpawnFailed, outReclaimed, outRateLimited}
	for range rapid.IntRange(0, 4).Draw(t, "runs") {
		s.runs = append(s.runs, ran(rapid.SampledFrom(outcomes).Draw(t, "outcome"), drawSpan(t, "ended"), "429"))
	}
	s.change = func(r *record, c *model.Case) {
		r.assignee = rapid.SampledFrom([]string{"", "default"}).Draw(t, "assignee")
		r.lock = rapid.SampledFrom([]string{"", "here:7"}).Draw(t, "lock")
		r.failures = rapid.IntRange(0, 5).Draw(t, "failures")
		r.lastError = rapid.SampledFrom([]string{"", "quota"}).Draw(t, "error")
		r.parentsOpen = rapid.Bool().Draw(t, "parents")
		r.completed = ago(drawSpan(t, "completed"))
		c.Facts.Heartbeat, c.Facts.ClaimExpires = at(drawSpan(t, "heard")), at(drawSpan(t, "expired")-time.Hour)
		c.Result = rapid.SampledFrom([]string{"", "I could not do it."}).Draw(t, "result")
	}
	return s
}
