package cli

import (
	"context"
	"io"
	"slices"
	"time"

	"notdone/source"
	"notdone/source/journal"
)

// undoLookTimeout is how long log looks in the queues for what can still be undone.
const undoLookTimeout = 3 * time.Second

// lostUndos says by the id of an entry why its action cannot be undone any more. It plans the undo
// of the newest maxOlder actions, which reads their queues. What cannot be read in time is left
// out, and so are the queues of servers unless named, the queues of the command, has one.
func (c *call) lostUndos(ctx context.Context, all []journal.Entry, named []string) map[string]string {
	var these []journal.Entry
	var queues []string
	for _, e := range all {
		if len(these) == maxOlder {
			break
		}
		if !e.Stands() || e.Undo == "" || len(named) == 0 && source.OnServer(e.Path) {
			continue
		}
		if these = append(these, e); !slices.Contains(queues, e.Path) {
			queues = append(queues, e.Path)
		}
	}
	if len(these) == 0 {
		return nil
	}
	if len(named) > 0 {
		queues = named
	}
	ctx, cancel := context.WithTimeout(ctx, undoLookTimeout)
	defer cancel()
	o := *c.options
	o.readOnly = true
	f, err := o.open(ctx, queues, failNow, io.Discard)
	if err != nil {
		return nil
	}
	lost := map[string]string{}
	for _, e := range entriesOf(these, f.queues()) {
		if p, err := f.board.PlanUndo(ctx, e.Record, ""); err == nil && p.Refused != "" {
			lost[e.ID] = p.Refused
		}
	}
	_ = f.close() // it was only read
	return lost
}
