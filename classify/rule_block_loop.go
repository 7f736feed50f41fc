package classify

import (
	"fmt"

	"notdone/classify/cycle"
	"notdone/model"
)

// checkBlockLoop sees a task that is blocked again and again after it was
// released, by its own count or because its queue says so itself.
func checkBlockLoop(in *Input) []Observation {
	if newestEvent(in, model.EventBlocked, model.EventBlockLoop) == nil {
		return nil
	}
	c := cycle.BlockUnblock(in.Events, in.Config.CycleWindow, in.Now)
	last := newestEvent(in, model.EventBlocked, model.EventBlockLoop, model.EventUnblocked, model.EventRequeued, model.EventFinished)
	told := last.Kind == model.EventBlockLoop
	if !told && (c.Count < in.Config.CycleMin || in.Recorded == model.StateCancelled) {
		return nil
	}
	f := model.Finding{
		Severity: model.SeverityError, Count: c.Count, First: c.First, Last: c.Last,
		Message: fmt.Sprintf("blocked again%s after it was released, within %s", times(c.Count), Span(in.Config.CycleWindow)),
		Clears:  "a completion, or fewer blocks in that time", Actions: answerBlocked,
	}
	seen := Observation{Finding: &f, Until: c.Expires}
	switch {
	case told:
		f.Message = "its queue reports that it was blocked again for the same reason"
		f.Count = c.Count + 1
		f.Clears = "a completion, or a release"
		if f.First.IsZero() {
			f.First = last.At
		}
		f.Last = last.At
		seen.Until = c.Expires
	case in.Recorded != model.StateBlocked:
		f.Severity = model.SeverityWarning
	}
	for i := len(in.Events) - 1; i >= 0 && len(f.Evidence) < 3; i-- {
		if e := &in.Events[i]; e.Kind == model.EventBlocked || e.Kind == model.EventBlockLoop {
			f.Evidence = append(f.Evidence, quote(e.Where, e.Note))
		}
	}
	return []Observation{seen}
}
