package cli

import (
	"context"
	"errors"

	"notdone/model"
	"notdone/ui/words"
)

var checkCommand = command{
	use:   "check [QUEUE...]",
	short: "Exit with 1 when something needs an operator",
	long: `Exit with 1 when a task needs an operator, with 0 when none does, for scripts and
alarms. A task needs one when a finding that counts has at least the severity of
--level, or when its state alone has: blocked and failed tasks count as error, suspected false-done ones as
error when the evidence is strong or proven and as warning when only words say so. They are
listed in the order of ls: the most severe first.`,
	example: "notdone check ~/.hermes || notify-send 'look at the queue'\nnotdone check --level warning --new 1h queue.db",
	most:    many,
	flags:   viewFlags + " level " + selectFlags,
	json:    "print the tasks as one JSON object a line",
	run: func(ctx context.Context, c *call) error {
		least, err := model.ParseSeverity(c.level)
		if err != nil {
			return isOneOf("--level", c.level, model.Names[model.Severity](model.NumSeverities))
		}
		return c.withFleet(ctx, c.args, func(f *fleet) error { return c.check(ctx, f, least) })
	},
}

// check prints the tasks that need an operator.
func (c *call) check(ctx context.Context, f *fleet, least model.Severity) error {
	chosen, err := c.selection(f)
	if err != nil {
		return err
	}
	t, found := c.listing(f), 0
	err = scan(ctx, f, &chosen, int(least), func(r *model.Row) error {
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

// stateUrgency is the greatest severity at which a state alone asks for an operator; -1 for
// not at all.
var stateUrgency = [model.NumStates]int{
	model.StateBlocked: int(model.SeverityError), model.StateFailed: int(model.SeverityError), model.StateFalseDone: int(model.SeverityError),
	model.StateUnknown: int(model.SeverityWarning),
	model.StateQueued:  -1, model.StateScheduled: -1, model.StateActive: -1, model.StateDone: -1, model.StateCancelled: -1,
}

// urgency is the severity at which a row asks for an operator, -1 for not at all.
func urgency(r *model.Row) int {
	u := stateUrgency[r.State]
	if r.State == model.StateFalseDone && r.Grade < model.GradeStrong {
		u = int(model.SeverityWarning)
	}
	if s, ok := model.Worst(r.Findings); ok {
		u = max(u, int(s))
	}
	return u
}
