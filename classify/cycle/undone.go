package cycle

import (
	"slices"
	"strings"
	"time"

	"notdone/model"
)

// IgnoreUndoneReleases makes rules ignore a release that was undone before anybody worked on the
// task, in a queue that keeps its history: the events of the release and of the block after it
// become EventOther, and the task counts as blocked since the first block. The same holds for
// tasks that ended in another way.
//
// undoNote begins the note of each event that an undo writes. If it is empty, an undo repeats the
// note of the event whose state it restores. Any other block counts from its own time.
//
// It does nothing if the history does not show work on the task, by claims or runs. A slice of
// events that others may hold stays as it is: the case gets another one.
func IgnoreUndoneReleases(c *model.Case, undoNote string) {
	worked := func(e model.Event) bool { return e.Kind == model.EventClaimed }
	if len(c.Runs) == 0 && !slices.ContainsFunc(c.Events, worked) {
		return
	}
	stood := -1        // the index of the event that ended the last attempt: a block, a failure, ...
	var notes []string // of the events from the end of the last attempt to stood
	var released []int // the indexes of the releases since then
	retelling := false // the newest event repeated the one at stood
	tried := false     // the task was claimed since the event at stood
	own := false       // the events are a copy
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
				isUndo(e, undoNote, notes) && !beganBetween(c.Runs, c.Events[stood].At, e.At)
			if !again {
				if tried || len(released) > 0 {
					notes = nil
				}
				stood, notes, released, retelling, tried = i, append(notes, e.Note), nil, false, false
				continue
			}
			if c.Facts.BlockedAt.Equal(e.At) {
				c.Facts.BlockedAt = c.Events[stood].At
			}
			if !own {
				c.Events, own = slices.Clone(c.Events), true
			}
			for _, at := range append(released, i) {
				c.Events[at].Kind = model.EventOther
			}
			released, retelling = nil, true
		default:
		}
	}
}

// isUndo reports whether an event may be that of an undo which restored the state that the events
// with the notes had led to; see IgnoreUndoneReleases.
func isUndo(e *model.Event, undoNote string, notes []string) bool {
	if undoNote != "" {
		return strings.HasPrefix(e.Note, undoNote)
	}
	return slices.Contains(notes, e.Note)
}

// beganBetween reports whether a run began after after and not later than by. A run that was
// released at the time when it began does not count: an owner makes such a run only to record
// who held a task.
func beganBetween(runs []model.Run, after, by time.Time) bool {
	return slices.ContainsFunc(runs, func(r model.Run) bool {
		empty := r.Outcome == model.OutcomeReleased && r.Ended.Equal(r.Started)
		return !empty && r.Started.After(after) && !r.Started.After(by)
	})
}
