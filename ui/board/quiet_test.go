package board

import (
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
