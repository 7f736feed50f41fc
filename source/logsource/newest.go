package logsource

import (
	"slices"
	"strings"

	"notdone/model"
	"notdone/source/runlog"
)

// Bounds of the detail of one task.
const (
	MaxWhole  = 1 << 20 // bytes of the prompt and of the final message
	maxEvents = 300     // the newest ones
	maxNote   = 4 << 10 // bytes of the note of one event
)

// Newest collects the newest maxEvents events of a log. The zero value is ready to use.
type Newest struct {
	events []model.Event // the last ones added; at most 2*maxEvents
	n      int64         // the number of events added
}

// Add adds an event. It sets Seq to the number of the event in the log, from 1, and cuts and
// copies the note.
func (e *Newest) Add(event model.Event) {
	if len(e.events) == 2*maxEvents {
		e.events = slices.Clone(e.events[maxEvents:])
	}
	e.n++
	event.Seq, event.Note = e.n, strings.Clone(runlog.Cut(event.Note, maxNote))
	e.events = append(e.events, event)
}

// Events returns the newest events, oldest first.
func (e *Newest) Events() []model.Event { return e.events[max(len(e.events)-maxEvents, 0):] }
