package logsource

import (
	"slices"
	"strings"

	"notdone/model"
	"notdone/source/runlog"
)

// Bounds of what the detail of one task shows.
const (
	MaxWhole  = 1 << 20 // bytes of the prompt and of the final message
	maxEvents = 300     // the newest ones
	maxNote   = 4 << 10 // bytes of the note of one event
)

// Newest keeps the newest events of a log and numbers all of them.
type Newest struct {
	events []model.Event // up to twice as many as are returned
	n      int64
}

// Add takes the next event, whose note it cuts and copies.
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
