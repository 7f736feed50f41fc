package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"notdone/model"
)

var lsCommand = command{
	use:   "ls [QUEUE...]",
	short: "List judged tasks",
	long: `List judged tasks: what needs an operator first. Without --all or --state, tasks
that are done, cancelled or quietly waiting are only counted.

With --json every task is one object on a line. Tasks that ask for nothing are written
as they are read; the others follow in the order of the panes. Of more than 8,000 others
the rest is read once more, when it is written.`,
	example: "notdone ls ~/.hermes\nnotdone ls --json --state false-done --grade strong queue.db",
	most:    many,
	flags:   viewFlags + " all " + selectFlags,
	json:    "one JSON object a line",
	run: func(ctx context.Context, c *call) error {
		return c.withFleet(ctx, c.args, func(f *fleet) error { return c.list(ctx, f) })
	},
}

// list prints the tasks of a fleet: as JSON, or the panes one below the other.
func (c *call) list(ctx context.Context, f *fleet) error {
	filter, err := c.filter(f)
	if err != nil {
		return err
	}
	t := f.listing()
	t.usual = f.usual
	err = scan(ctx, f, &filter, -1, func(r *model.Row) error {
		if c.asJSON {
			return c.out.row(r)
		}
		t.counts[r.State]++
		if c.every || len(c.states) > 0 || r.Loud() {
			t.add(r) // only rows that are listed are held
		}
		return nil
	})
	if !c.asJSON {
		if err == nil || t.counted() {
			if werr := errors.Join(t.print(c.out), c.out.flush()); werr != nil {
				return werr
			}
		}
		err = incompleteErr(err)
	}
	return errors.Join(err, c.out.flush(), f.printLeftOut(c.diag), f.failed)
}

// scan passes on the tasks of a fleet that match. Those that are less urgent than least may
// be left out.
func scan(ctx context.Context, f *fleet, filter *model.Filter, least int, each func(*model.Row) error) error {
	want := func(state model.State, weight int) bool {
		return (len(filter.States) == 0 || slices.Contains(filter.States, state)) && max(weight-1, stateUrgency[state]) >= least
	}
	return f.board.ScanFor(ctx, want, func(r *model.Row) error {
		if !filter.Match(r) {
			return nil
		}
		return each(r)
	})
}

func incompleteErr(err error) error {
	if err != nil {
		err = fmt.Errorf("not everything could be read: %w", err)
	}
	return err
}
