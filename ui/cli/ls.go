package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"

	"notdone/model"
	"notdone/ui/export"
)

func newLs(g *globals) *cobra.Command {
	var sel selection
	var asJSON, every bool
	cmd := &cobra.Command{
		Use:   "ls [QUEUE...]",
		Short: "List judged tasks",
		Long: `List judged tasks: what needs an operator first. Without --all or --state, tasks
that are done, cancelled or quietly waiting are only counted.

With --json every task is one object on a line. Tasks that ask for nothing are written
as they are read; the others follow in the order of the panes. Of more than 64,000
others the rest comes last, in the order of the queue.`,
		Example: "notdone ls ~/.hermes\nnotdone ls --json --state false-done --grade strong queue.db",
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			f, err := g.open(cmd.Context(), args, failNow, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, f.close()) }()
			filter, err := sel.filter(f)
			if err != nil {
				return err
			}
			defer unhurried()()
			if asJSON {
				err = listJSON(cmd.Context(), cmd.OutOrStdout(), f, &filter)
			} else {
				err = listTable(cmd.Context(), cmd.OutOrStdout(), f, &filter, every || len(sel.states) > 0)
			}
			return errors.Join(err, f.tellLeftOut(cmd.ErrOrStderr()), f.failed)
		},
	}
	g.sources(cmd)
	g.clockFlag(cmd)
	g.window(cmd)
	sel.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object a line")
	cmd.Flags().BoolVar(&every, "all", false, "list every task in the table")
	return cmd
}

// enough is the memory, in bytes, beyond which garbage is not let lie.
const enough = 512 << 20

// unhurried lets garbage lie longer while a queue is read once: memory for time,
// in a process that ends soon. The returned function ends it.
func unhurried() func() {
	percent, limit := debug.SetGCPercent(400), debug.SetMemoryLimit(enough)
	return func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
}

func listJSON(ctx context.Context, w io.Writer, f *fleet, filter *model.Filter) error {
	var enc export.Encoder
	out := newOutput(w)
	err := f.board.Scan(ctx, func(r *model.Row) error {
		if !filter.Match(r) {
			return nil
		}
		line, err := enc.Row(r)
		if err != nil {
			return err
		}
		return out.write(line)
	})
	return errors.Join(err, out.flush())
}

// listTable prints the panes one below the other. Only rows that are listed
// are held.
func listTable(ctx context.Context, w io.Writer, f *fleet, filter *model.Filter, every bool) error {
	t := newListing(f.now())
	t.usual = f.usual
	err := f.board.Scan(ctx, func(r *model.Row) error {
		if !filter.Match(r) {
			return nil
		}
		t.count(r.State)
		if every || r.Loud() {
			t.add(r)
		}
		return nil
	})
	out := newOutput(w)
	if err == nil || t.counted() {
		if werr := errors.Join(t.print(out), out.flush()); werr != nil {
			return werr
		}
	}
	if err != nil {
		return fmt.Errorf("not everything could be read: %w", err)
	}
	return nil
}
