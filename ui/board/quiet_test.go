package board

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
)

// TestAgesAreNotJudged: what waits too long is judged once it does. After that only its
// age grows, so nothing is read, judged or published.
func TestAgesAreNotJudged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ago := func(d time.Duration) time.Time { return time.Now().Add(-d) }
		waits, blocked, runs := caseOf("waits", "queued"), caseOf("blocked", "blocked"), caseOf("runs", "active")
		waits.Task.Created = ago(5 * time.Hour)
		blocked.Facts.BlockedAt = ago(50 * time.Hour)
		runs.Task.Started = ago(9 * time.Hour)
		runs.Facts = model.Facts{Claimed: true, Heartbeat: ago(8 * time.Hour), ClaimExpires: ago(7 * time.Hour)}
		src := newFake("/q")
		for _, c := range []model.Case{waits, blocked, runs} {
			src.set(c)
		}
		b := prepare(t, Options{}, feedOf(src))
		b.newJudge = func(source.Adapter) judge { return classify.New(classify.DefaultConfig()) }
		for _, f := range b.feeds {
			f.makeJudges()
		}
		b.start(t)
		s := b.settle(second)
		for id, rule := range map[string]string{"waits": "waiting-too-long", "blocked": "waiting-too-long", "runs": "stale-heartbeat"} {
			r, held := s.Get(model.Ref{Queue: "/q", ID: id})
			if !held || len(r.Findings) == 0 || r.Findings[0].Rule != rule {
				t.Fatalf("%s is judged %+v", id, r)
			}
		}
		reads := src.count("Get")
		if later := b.settle(30 * time.Hour); later != s {
			t.Error("a snapshot is published although only ages grow")
		}
		if got := src.count("Get") - reads; got > 0 {
			t.Errorf("tasks are read %d times although only ages grow", got)
		}
	})
}

// TestAnHourReadsWhatChanges: in an hour in which nothing is written a task is read again
// only for a verdict that changes then, however many wait, and at its very moment. So it is
// where only a few moments are held at once.
func TestAnHourReadsWhatChanges(t *testing.T) {
	for _, keep := range []int{0, 8} {
		synctest.Test(t, func(t *testing.T) {
			src, began := newFake("/q"), time.Now()
			const waiting, soon = 300, 40
			for i := range waiting {
				at := began.Add(time.Duration(i) * time.Hour) // most of them later
				if i < soon {
					at = began.Add(time.Duration(i+1) * time.Minute)
				}
				told := time.Time{} // when it was first judged as it is since then
				src.set(judged(fmt.Sprintf("%03d", i), func(now time.Time) model.Verdict {
					if now.Before(at) {
						return model.Verdict{State: model.StateQueued, Until: at}
					}
					if told.IsZero() {
						told = now
					}
					return model.Verdict{State: model.StateBlocked, Headline: "late by " + told.Sub(at).String()}
				}))
			}
			b := prepare(t, Options{}, feedOf(src))
			b.feeds[0].wakes.keep = keep
			b.start(t)
			b.settle(second)
			s, read := b.settle(time.Hour), 0
			src.change(func() { read = len(slices.Concat(src.got...)) })
			if s.Counts[model.StateBlocked] != soon {
				t.Errorf("%d of %d are told", s.Counts[model.StateBlocked], soon)
			}
			for i := range soon {
				if r, _ := s.Get(model.Ref{Queue: "/q", ID: fmt.Sprintf("%03d", i)}); r.Headline != "late by 0s" {
					t.Errorf("%s: %s", r.ID, r.Headline)
				}
			}
			if read != soon && keep == 0 || read > soon {
				t.Errorf("%d tasks are read again, and %d verdicts change", read, soon)
			}
		})
	}
}
