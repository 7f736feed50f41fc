package cli

import (
	"context"
	"errors"
	"fmt"

	"notdone/model"
	"notdone/ui/words"
)

var checkCommand = command{
	use:   "check [QUEUE...]",
	short: "Exit with 1 when something needs an operator",
	long: `Exit with 1 when a task needs an operator, with 0 when none does, for scripts and
alarms. A task needs one when a finding that counts has at least the severity of
--level, or when its state alone has: blocked and failed tasks count as error, suspected false-done ones as
error when the evidence is strong or proven and as warning when only words say so.`,
	example: "notdone check ~/.hermes || notify-send 'look at the queue'\nnotdone check --level warning --new 1h queue.db",
	most:    many,
	flags:   viewFlags + " level " + selectFlags,
	json:    "print the tasks as one JSON object a line",
	run: func(ctx context.Context, c *call) error {
		least, err := model.ParseSeverity(c.level)
		if err != nil {
			return fmt.Errorf("--level: %w: it is one of info, warning, error, critical", err)
		}
		return c.withFleet(ctx, c.args, func(f *fleet) error { return c.check(ctx, f, least) })
	},
}

// check prints the tasks that need an operator.
func (c *call) check(ctx context.Context, f *fleet, least model.Severity) error {
	filter, err := c.filter(f)
	if err != nil {
		return err
	}
	t, found := f.listing(), 0
	err = scan(ctx, f, &filter, func(r *model.Row) error {
		if urgency(r) < int(least) {
			return nil
		}
		found++
		if c.asJSON {
			return c.out.row(r)
		}
		t.counts[r.State]++
		t.add(r)
		return nil
	})
	var told error
	if !c.asJSON && found > 0 {
		if told = t.print(c.out); told == nil {
			told = c.out.line(words.Count(found, "task needs", "tasks need") + " an operator")
		}
	}
	told = errors.Join(told, c.out.flush())
	if err := errors.Join(incompleteErr(err), f.printLeftOut(c.diag), f.failed, told); err != nil {
		return err // what could not be read outweighs what was found
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
