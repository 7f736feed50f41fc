package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"notdone/model"
	"notdone/ui/export"
	"notdone/ui/words"
)

func newCheck(g *globals) *cobra.Command {
	var sel selection
	var asJSON bool
	var level string
	cmd := &cobra.Command{
		Use:   "check [QUEUE...]",
		Short: "Exit with 1 when something needs an operator",
		Long: `Exit with 1 when a task needs an operator, with 0 when none does, for scripts and
alarms. A task needs one when a finding that counts has at least the severity of
--level, or when its state alone has: blocked and failed tasks count as error, suspected false-done ones as
error when the evidence is strong or proven and as warning when only words say so.`,
		Example: "notdone check ~/.hermes || notify-send 'look at the queue'\nnotdone check --level warning --new 1h queue.db",
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			least, err := model.ParseSeverity(level)
			if err != nil {
				return fmt.Errorf("--level: %w: it is one of info, warning, error, critical", err)
			}
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
			t, out, found := newListing(f.now()), newOutput(cmd.OutOrStdout()), 0
			var enc export.Encoder
			err = f.board.Scan(cmd.Context(), func(r *model.Row) error {
				if !filter.Match(r) || urgency(r) < int(least) {
					return nil
				}
				found++
				if asJSON {
					line, err := enc.Row(r)
					return errors.Join(err, out.write(line))
				}
				t.count(r.State)
				t.add(r)
				return nil
			})
			if err != nil {
				err = fmt.Errorf("not everything could be read: %w", err)
			}
			told := tellFound(out, t, found, asJSON)
			if err = errors.Join(err, f.tellLeftOut(cmd.ErrOrStderr()), f.failed); err != nil {
				return err // what could not be read outweighs what was found
			}
			return told
		},
	}
	g.sources(cmd)
	g.clockFlag(cmd)
	g.window(cmd)
	sel.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the tasks as one JSON object a line")
	cmd.Flags().StringVar(&level, "level", "error", "the least severity, `LEVEL`, that counts: info, warning, error, critical")
	return cmd
}

func tellFound(out *output, t *listing, found int, asJSON bool) error {
	if !asJSON && found > 0 {
		if err := t.print(out); err != nil {
			return err
		}
		if err := out.line(words.Count(found, "task needs", "tasks need") + " an operator"); err != nil {
			return err
		}
	}
	if err := out.flush(); err != nil {
		return err
	}
	if found > 0 {
		return exitCode(exitOperator)
	}
	return nil
}

// urgency is the severity at which a row asks for an operator, -1 for not at all.
func urgency(r *model.Row) int {
	u := -1
	if s, ok := model.Worst(r.Findings); ok {
		u = int(s)
	}
	switch r.State {
	case model.StateBlocked, model.StateFailed:
		u = max(u, int(model.SeverityError))
	case model.StateFalseDone:
		if r.Grade >= model.GradeStrong {
			u = max(u, int(model.SeverityError))
		} else {
			u = max(u, int(model.SeverityWarning))
		}
	case model.StateUnknown:
		u = max(u, int(model.SeverityWarning))
	case model.StateQueued, model.StateScheduled, model.StateActive, model.StateDone, model.StateCancelled:
	}
	return u
}
