package cli

import (
	"context"
	"fmt"
	"slices"

	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/board"
	"notdone/ui/safe"
)

// actionUndo is what results call an undo.
const actionUndo = "undo"

var undoCommand = command{
	use:   "undo QUEUE [ENTRY]",
	short: "Undo what was done to a queue",
	long: `Undo the newest action on QUEUE that was not undone yet, for every task of that
action, or only the given entry of the journal (notdone log). A task gets back what it
had; nothing is taken from its history. Undo is refused for a task to which anything
else has happened since.

Exit: 0 all undone; 2 wrong use or an error; 3 at least one was refused, or had changed.`,
	example:  "notdone undo ~/.hermes\nnotdone undo --yes queue.db 0mi7q2x4k",
	least:    1,
	most:     2,
	flags:    actFlags,
	complete: []offer{nil, offerEntries},
	json:     actJSON,
	run: func(ctx context.Context, c *call) error {
		d := batch{call: c}
		return d.run(ctx, c.args[0], func(ctx context.Context, a *acting) ([]target, error) {
			all, err := entriesToUndo(ctx, a, c.journalPath(), c.args)
			targets := make([]target, len(all))
			for i := range all {
				targets[i] = undoTarget(a, &all[i])
			}
			return targets, err
		})
	},
}

// entriesToUndo finds the entries to undo, the newest first.
func entriesToUndo(ctx context.Context, a *acting, path string, args []string) ([]journal.Entry, error) {
	if a.journal == nil { // a dry run reads it without writing
		j, err := journal.OpenReadOnly(path)
		if err != nil {
			return nil, err
		}
		a.journal = j
	}
	all, err := a.Log(ctx)
	if err != nil {
		return nil, err
	}
	if len(args) > 1 {
		i := slices.IndexFunc(all, func(e journal.Entry) bool { return e.ID == args[1] })
		if i < 0 {
			return nil, fmt.Errorf("%s: the journal has no entry %q of this queue", args[0], args[1])
		}
		return all[i : i+1], nil
	}
	i := slices.IndexFunc(all, func(e journal.Entry) bool { return e.Stands() })
	if i < 0 {
		return nil, fmt.Errorf("%s: the journal has nothing of this queue that could be undone%s", args[0], otherQueueHint(ctx, a.journal, args[0]))
	}
	together := all[i].Request.Together
	if together == "" {
		return all[i : i+1], nil
	}
	return slices.DeleteFunc(all, func(e journal.Entry) bool { return e.Request.Together != together || !e.Stands() }), nil
}

// otherQueueHint names the QUEUE under which the journal has the newest action inside this
// queue, or inside the folder that contains it: the folder of several boards and the file of
// one are different queues.
func otherQueueHint(ctx context.Context, j *journal.Journal, queue string) string {
	all, err := j.Entries(ctx)
	if err != nil {
		return ""
	}
	for i := range all {
		if e := &all[i]; e.Stands() && e.Near(queue) {
			return "; what was done by way of " + safe.Line(e.Path, 400) + " is undone by that name"
		}
	}
	return ""
}

// undoTarget returns the target that undoes an entry.
func undoTarget(a *acting, e *journal.Entry) target {
	return target{id: e.Task.ID, action: actionUndo, plan: func(ctx context.Context) (board.Planned, error) {
		why := ""
		switch {
		case e.Ran != nil:
			why = "a command was run: what it did is not known, and notdone cannot undo it"
		case e.UndoneBy != "":
			why = "entry " + e.UndoneBy + " has undone it already"
		case e.Outcome == journal.NotApplied:
			why = "it was never done"
		case e.Outcome != journal.Applied:
			why = "it is not known whether it was done"
		}
		if why != "" {
			return board.Planned{Title: e.Title, Plan: source.Plan{Task: e.Task, Action: e.Request.Action, Refused: why, Was: e.Now}}, nil
		}
		return a.PlanUndo(ctx, e.Record)
	}}
}
