package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"notdone/source"
	"notdone/source/journal"
	"notdone/source/pgsource"
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
else has happened since. Where that is true of every task of the newest action, the
refusal names an older entry that can be undone, and undoes nothing.

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
			all, older, err := entriesToUndo(ctx, a, c.journalPath(), c.args)
			targets := make([]target, len(all))
			for i := range all {
				said := ""
				if i == len(all)-1 {
					said = older
				}
				targets[i] = undoTarget(a, &all[i], said)
			}
			return targets, err
		})
	},
}

// entriesToUndo finds the entries to undo, the newest first. Where none was asked for and
// these cannot be undone any more, older says which one can.
func entriesToUndo(ctx context.Context, a *acting, path string, args []string) (these []journal.Entry, older string, err error) {
	if a.journal == nil { // a dry run reads it without writing
		j, err := journal.OpenReadOnly(path)
		if err != nil {
			return nil, "", err
		}
		a.journal, a.fleet.journal = j, j
	}
	all, err := a.Log(ctx)
	if err != nil {
		return nil, "", err
	}
	if len(args) > 1 {
		i := slices.IndexFunc(all, func(e journal.Entry) bool { return e.ID == args[1] })
		if i < 0 {
			return nil, "", fmt.Errorf("%s: the journal has no entry %q of this queue", args[0], args[1])
		}
		return all[i : i+1], "", nil
	}
	i := slices.IndexFunc(all, func(e journal.Entry) bool { return e.Stands() })
	if i < 0 {
		return nil, "", fmt.Errorf("%s: the journal has nothing of this queue that could be undone%s", args[0], otherQueueHint(ctx, a.journal, args[0]))
	}
	if these = all[i : i+1]; these[0].Request.Together != "" {
		these = standing(all, these[0].Request.Together)
	}
	return these, olderUndo(ctx, a, args[0], all, these), nil
}

// standing returns the entries of an action on several tasks that were not undone yet.
func standing(all []journal.Entry, together string) (these []journal.Entry) {
	for i := range all {
		if e := &all[i]; e.Request.Together == together && e.Stands() {
			these = append(these, *e)
		}
	}
	return these
}

// maxOlder is how many older entries are tried for one that can be undone: each is planned,
// which reads the queue.
const maxOlder = 50

// olderUndo says how the next older entry is undone where none of the newest ones can be any
// more. Empty: one of them can be undone, or no older one.
func olderUndo(ctx context.Context, a *acting, queue string, all, newest []journal.Entry) string {
	possible := func(e journal.Entry) bool {
		p, err := a.PlanUndo(ctx, e.Record)
		return err == nil && p.Refused == ""
	}
	if slices.ContainsFunc(newest, possible) {
		return ""
	}
	older := slices.DeleteFunc(slices.Clone(all), func(e journal.Entry) bool {
		return !e.Stands() || e.Undo == "" || slices.ContainsFunc(newest, func(n journal.Entry) bool { return n.ID == e.ID })
	})
	for _, e := range older[:min(len(older), maxOlder)] {
		if possible(e) {
			return "the " + string(e.Request.Action) + " of " + safe.Line(e.Task.ID, 200) + " before it can be undone: " +
				cmp.Or(safe.Command([]string{"notdone", actionUndo, pgsource.Shown(queue), e.ID}), "entry "+e.ID)
		}
	}
	return ""
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

// undoTarget returns the target that undoes an entry. A refusal also says what is in older.
func undoTarget(a *acting, e *journal.Entry, older string) target {
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
		p, err := a.PlanUndo(ctx, e.Record)
		if p.Refused != "" && older != "" {
			p.Refused += "; " + older
		}
		return p, err
	}}
}
