package board

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"notdone/classify"
	"notdone/model"
)

// TestActiveAndFailedShareCauses: what nobody takes or tends is one group of its queue, failed
// tasks with one headline are one, running ones with one fact are one, blocks that nobody
// explained are one and no loop, and tasks about which nothing was found are of none.
func TestActiveAndFailedShareCauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		set := func(id string, v model.Verdict) {
			src.set(judged(id, func(time.Time) model.Verdict { return v }))
		}
		found := func(rule, clears string) []model.Finding {
			return []model.Finding{{Rule: rule, Severity: model.SeverityWarning, Count: 1, Clears: clears}}
		}
		for i := range 3 {
			set(fmt.Sprint("ready", i), model.Verdict{State: model.StateQueued, Findings: found("any", classify.ClearedByClaim)})
			set(fmt.Sprint("fine", i), model.Verdict{State: model.StateQueued})
			set(fmt.Sprint("budget", i), model.Verdict{State: model.StateFailed, Headline: fmt.Sprintf("budget exhausted twice (%d/90)", i)})
			set(fmt.Sprint("unknown", i), model.Verdict{State: model.StateUnknown, Headline: "it ended"})
		}
		set("stale", model.Verdict{State: model.StateActive, Findings: found("stale-heartbeat", "a heartbeat")})
		for id, said := range map[string]string{
			"loop1": "blocked again: no key", "loop2": "blocked again: no door (2)", "loop3": "blocked again (a third time)", "other": "crashed",
		} {
			f := found("block-loop", "a completion")
			f[0].Message = said
			set(id, model.Verdict{State: model.StateActive, Findings: f})
		}
		for _, wish := range []string{"sign", "seal"} {
			set(wish, model.Verdict{State: model.StateBlocked, Obstacle: &model.Obstacle{Name: "no reason was recorded", Key: "unknown:no reason, " + wish}})
		}
		b := follow(t, Options{}, feedOf(src))
		s := b.settle(time.Second)
		for pane, want := range map[model.Pane]string{model.PaneActive: "4 3 1 3", model.PaneFailed: "3 3", model.PaneBlocked: "2"} {
			sizes := ""
			for _, g := range inOrder(s.Groups(pane).Len(), func(i int) (*Group, bool) { return s.Groups(pane).At(i) }) {
				sizes += fmt.Sprint(" ", g.Tasks)
			}
			last, _ := s.Groups(pane).At(s.Groups(pane).Len() - 1)
			if sizes != " "+want || last.Loose() != (pane != model.PaneBlocked) {
				t.Errorf("%v: groups of%s tasks, want %s, the last one loose: %v", pane, sizes, want, last.Loose())
			}
		}
		for _, l := range s.Loops(time.Now(), ByCost, false) {
			if l.Pane == model.PaneBlocked {
				t.Error("blocks without a reason are a loop")
			}
		}
		if s.Tended("/q") {
			t.Error("nobody is at work without a warning")
		}
		set("works", model.Verdict{State: model.StateActive})
		src.signal()
		if !b.settle(time.Second).Tended("/q") {
			t.Error("somebody is at work")
		}
	})
}
