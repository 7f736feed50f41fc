package cycle

import (
	"slices"
	"time"

	"notdone/model"
)

// SetAsideRetold sets aside what left no trace on a task but entries in its history: that it
// was released or held and, before anybody worked on it, put back as it had stood. An undo does so,
// in a queue that keeps its history. Such events are then of no kind, so that nothing counts
// them, and the block begins when it first did.
//
// It does so where the history shows who worked on the task, by claims or runs.
func SetAsideRetold(c *model.Case) {
	worked := func(e model.Event) bool { return e.Kind == model.EventClaimed }
	if len(c.Runs) == 0 && !slices.ContainsFunc(c.Events, worked) {
		return
	}
	stood := -1        // the end at which the task stands
	var released []int // the releases since
	var retelling, tried bool
	for i := range c.Events {
		e := &c.Events[i]
		switch e.Kind {
		case model.EventClaimed:
			tried, released, retelling = true, nil, false
		case model.EventUnblocked, model.EventRequeued, model.EventReleased:
			released, retelling = append(released, i), false
		case model.EventBlocked, model.EventBlockLoop, model.EventGaveUp, model.EventFailed, model.EventFinished, model.EventCancelled:
			again := stood >= 0 && !tried && e.RunID == "" && (retelling || len(released) > 0) &&
				(e.Kind == c.Events[stood].Kind || c.Events[stood].Kind == model.EventGaveUp) &&
				!beganBetween(c.Runs, c.Events[stood].At, e.At)
			if tried = false; !again {
				stood, released, retelling = i, nil, false
				continue
			}
			if c.Facts.BlockedAt.Equal(e.At) {
				c.Facts.BlockedAt = c.Events[stood].At
			}
			for _, at := range append(released, i) {
				c.Events[at].Kind = model.EventOther
			}
			released, retelling = nil, true
		default:
		}
	}
}

// beganBetween reports whether a run began after one moment and by another. A run that was
// released as it began is nobody's work: an owner makes such a run to record who held a task.
func beganBetween(runs []model.Run, after, by time.Time) bool {
	return slices.ContainsFunc(runs, func(r model.Run) bool {
		empty := r.Outcome == model.OutcomeReleased && r.Ended.Equal(r.Started)
		return !empty && r.Started.After(after) && !r.Started.After(by)
	})
}
