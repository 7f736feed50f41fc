package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"notdone/model"
	"notdone/ui/export"
	"notdone/ui/query"
)

var lsCommand = command{
	use:   "ls [QUEUE...]",
	short: "List judged tasks",
	long: `List judged tasks: what matters most first, as the ! of the dashboard: the most severe,
then what costs most and holds up most tasks, then the oldest. Tasks of one cause stay together. --sort
lists by one key instead. Without --all, --state, --view or --filter, tasks that are done,
cancelled or quietly waiting are only counted. On a terminal an id that is too long for its column stands
whole below its row.

With --json every task is one object on a line; its cause is null, or has the name and the key that the
--cause of unblock, requeue and act takes. The text of an obstacle, and the quote of a piece of evidence,
is notdone's own description where its own is true; else it is quoted. Tasks that ask for nothing are written
as they are read; the others follow in the order of the panes. Of more than 8,000 others
the rest is read once more, when it is written, where notdone keeps nothing of the queue.`,
	example: "notdone ls ~/.hermes\nnotdone ls --json --state false-done --grade strong queue.db",
	most:    many,
	flags:   viewFlags + " all sort csv " + selectFlags,
	json:    "one JSON object a line",
	run: func(ctx context.Context, c *call) error {
		if c.asJSON && c.asCSV {
			return errors.New("--json and --csv exclude each other")
		}
		for _, line := range c.askAbout(ctx, c.args, os.Stdin, canAsk() && !c.asJSON && !c.asCSV) {
			//nolint:errcheck // the list is what was asked for
			fmt.Fprintln(c.diag, "notdone: "+line)
		}
		return c.withFleet(ctx, c.args, func(f *fleet) error { return c.list(ctx, f) })
	},
}

// list prints the tasks of a fleet: as JSON or CSV, or the panes one below the other.
func (c *call) list(ctx context.Context, f *fleet) error {
	chosen, err := c.selection(f)
	if err != nil {
		return err
	}
	t := c.listing(f)
	t.usual = f.usual
	if c.sortBy != "" {
		if t.sorted, err = query.ParseOrder(c.sortBy); err != nil {
			return fmt.Errorf("--sort: %w", err)
		}
	}
	encode := c.out.enc.Row
	if c.asCSV {
		encode = export.CSVRow
	}
	lines := newSortedLines(t.sorted) // those that are written when all are known
	table := !c.asJSON && !c.asCSV
	if c.asCSV {
		err = c.out.write(export.CSVHead())
	}
	err = errors.Join(err, scan(ctx, f, &chosen, -1, func(r *model.Row) error {
		if table {
			t.counts[r.State]++
			if r.State == model.StateScheduled && r.OnHold() != nil {
				t.onHold++
			}
			if c.every || len(c.states) > 0 || c.query != "" || c.view != "" || r.Loud() {
				t.add(r) // only rows that are listed are held
			}
			return nil
		}
		line, err := encode(r)
		if err != nil || c.sortBy == "" {
			return errors.Join(err, c.out.write(line))
		}
		lines.add(r, line)
		return nil
	}))
	if werr := lines.print(c.out); werr != nil {
		return werr
	}
	if table {
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
func scan(ctx context.Context, f *fleet, chosen *query.Query, least int, each func(*model.Row) error) error {
	want := func(state model.State, weight int) bool {
		of := query.Facts{State: state, Weight: weight, Several: true}
		return chosen.MatchFacts(&of, f.now()) != query.No && max(weight-1, stateUrgency[state]) >= least
	}
	return f.board.ScanFor(ctx, want, func(r *model.Row) error {
		if !chosen.Match(r, f.now()) {
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
