package anvil

import (
	"fmt"

	"notdone/classify"
	"notdone/model"
)

// stagnation tells how the runtime itself saw that nothing moved on: what it
// detected, what it forced, and that it ended the loop. A loop that it ended
// came round at least as often as the same call stands in the log.
func stagnation(_ *classify.Input, rec *record) []classify.Observation {
	t := rec.trace
	if !t.stagnation.set() && !t.hatch.set() {
		if l := rec.later; l != nil && l.stalled > 1 {
			return one(model.Finding{
				Severity: model.SeverityWarning, Count: l.stalled, First: l.first, Last: l.last,
				Message: fmt.Sprintf("no progress in the last %d turns", l.stalled), Clears: "a turn that makes progress",
				Evidence: l.outAt.evidence(),
			})
		}
		return nil
	}
	f := model.Finding{
		Severity: model.SeverityWarning, Count: max(t.stagnation.n, 1), Clears: "an item of the plan that is finished",
		First: rec.since(&t.stagnation), Last: rec.until(&t.stagnation),
		Message: "the runtime detected stagnation" + times(t.stagnation.n),
	}
	if t.forced.set() {
		f.Message += ", and forced its mode"
	}
	if t.hatch.set() {
		f.Message += "; it ended the loop"
		f.Count = max(f.Count, rec.log.loop.worst.n)
		f.Last = rec.until(&t.hatch)
		if !t.stagnation.set() {
			f.Message = "the runtime ended the loop"
		}
	}
	if complete(rec.kind) {
		f.Severity = model.SeverityInfo
	}
	for _, m := range []*mark{&t.stagnation, &t.repair, &t.hatch} {
		f.Evidence = append(f.Evidence, m.evidence()...)
	}
	return one(f)
}

// How often a call is made the same way, with nothing changed in between, until
// it is a loop. Reading the same again is often sensible.
const (
	loopCalls = 5
	loopReads = 8
)

// toolLoop is about the same call that ends the same way again and again.
func toolLoop(_ *classify.Input, rec *record) []classify.Observation {
	l := &rec.log.loop
	limit := loopCalls
	if l.reads {
		limit = loopReads
	}
	if l.worst.n < limit {
		return nil
	}
	f := model.Finding{
		Severity: model.SeverityWarning, Count: l.worst.n, First: rec.since(&l.worst), Last: rec.until(&l.worst),
		Message: fmt.Sprintf("the same call ended the same way %d times with no change between", l.worst.n),
		Clears:  "a change, or another call", Evidence: l.worst.evidence(),
	}
	if complete(rec.kind) {
		f.Severity = model.SeverityInfo
	}
	return one(f)
}
