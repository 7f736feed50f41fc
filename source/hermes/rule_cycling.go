package hermes

import (
	"fmt"

	"notdone/classify"
	"notdone/model"
)

// rounds are the blocks after an unblock inside Hermes' window.
type rounds struct {
	count       int
	first, last *model.Event // the first block in the window, the last one that ended a round
	oldest      *model.Event // what leaves the window next
	evidence    []model.Evidence
}

// roundsOf counts as Hermes does: along the order of arrival, a block counts
// when at least one unblock came since the last that counted.
func roundsOf(in *classify.Input, r *record) rounds {
	var c rounds
	cutoff := float64(clock(in)) - r.limits.cycleWindow
	unblocked := false
	for i := range in.Events {
		e := &in.Events[i]
		if e.Name != evBlocked && e.Name != evUnblocked || float64(seconds(e.At)) < cutoff {
			continue
		}
		if c.oldest == nil || e.At.Before(c.oldest.At) {
			c.oldest = e
		}
		if e.Name == evUnblocked {
			unblocked = true
			continue
		}
		if c.first == nil {
			c.first = e
		}
		if unblocked {
			c.count, c.last, unblocked = c.count+1, e, false
			c.evidence = append(c.evidence, saidBy(e))
		}
	}
	return c
}

// blockUnblockCycling is Hermes' rule of that name: inside a window, blocked
// again after an unblock, several times, whatever the task's state is now. It
// does not see the same kind of block twice: since 2026-06-26 that is
// block_loop_detected (PR #52848).
func blockUnblockCycling(in *classify.Input, r *record) []classify.Observation {
	c := roundsOf(in, r)
	if c.count < r.limits.cycles {
		return nil
	}
	window := classify.Span(span(r.limits.cycleWindow))
	return []classify.Observation{{
		Finding: &model.Finding{
			Severity: model.SeverityWarning, Count: c.count, First: c.first.At, Last: c.last.At, Evidence: c.evidence,
			Message: fmt.Sprintf("blocked again after an unblock, %s within %s", times(c.count), window),
			Actions: []model.ActionName{model.ActionUnblock},
			Clears:  "fewer rounds within " + window,
		},
		Until: wholeSecond(seconds(c.oldest.At)+1, r.limits.cycleWindow),
	}}
}
