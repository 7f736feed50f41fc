package cli

import (
	"context"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
	"notdone/ui/tui"
)

// actionNames are the actions there are. Not every source has each of them.
func actionNames() []string {
	var names []string
	for _, a := range tui.Verbs() {
		names = append(names, string(a.Verb))
	}
	return names
}

// actJSON is what --json does in them.
const actJSON = "print one JSON object for each id"

// howActing is what the help of every acting command says.
const howActing = `Tasks are named by their ids, or chosen: --cause takes all tasks of a cause that allow the
action, --filter all that a query selects, both those that are in both. A cause is named as
the dashboard calls it, or by the key of ls --json. When other tasks match by the time the
plan is confirmed, nothing is done.

The plan is shown first: the rows and columns that change, what must still hold, what
follows, and whether the agent sees the answer. On a terminal it is asked about; without
one --yes is needed. A plan that no longer fits when it is applied writes nothing. Every action is
kept in a journal (notdone log) and can be undone while nothing else has happened to
the task (notdone undo).

An id that is no task's is a mistake: then nothing is done to the others either.

Exit: 0 all applied; 2 wrong use, an id that is no task's, or an error; 3 at least one id was refused or had changed.`

// act acts on tasks of a queue: on those with the ids, or where there are none on those that
// flags choose.
func (c *call) act(ctx context.Context, action model.ActionName, queue string, ids []string) error {
	if err := c.checkChoice(ids); err != nil {
		return err
	}
	if c.chooses() {
		return c.actChosen(ctx, action, queue)
	}
	d := batch{call: c}
	return d.run(ctx, queue, func(ctx context.Context, a *acting) ([]target, error) {
		src := a.fleet.feeds[0].Source
		var all []target
		named := map[string]bool{}
		for _, id := range ids {
			real, err := src.Resolve(ctx, id)
			if err == nil && named[real] {
				continue // its plan would not hold once it was applied
			}
			if named[real] = err == nil; err != nil && d.misnamed == "" {
				d.misnamed = "nothing was done: " + err.Error()
			}
			all = append(all, target{id: id, action: string(action), plan: func(ctx context.Context) (board.Planned, error) {
				if err != nil {
					return board.Planned{}, err
				}
				ref := model.Ref{Queue: src.Describe().Path, ID: real}
				return a.Plan(ctx, ref, source.Request{Action: action, Answer: c.answer, Reason: c.reason})
			}})
		}
		return all, nil
	})
}

// actionCommand returns the command for one action.
func actionCommand(action model.ActionName, short, long, example string) command {
	return command{
		use: string(action) + " QUEUE [ID...]", short: short, long: long + "\n\n" + howActing, example: example, least: 1, most: many,
		flags: actFlags + chooseFlags + " answer reason", json: actJSON, complete: []offer{nil, offerIDs},
		run: func(ctx context.Context, c *call) error { return c.act(ctx, action, c.args[0], c.args[1:]) },
	}
}

var (
	unblockCommand = actionCommand(model.ActionUnblock, "Let blocked tasks go on",
		"Let blocked tasks go on, with an answer for the agent where its owner has a place for one.",
		"notdone unblock --answer 'the key is in the vault' ~/.hermes t_1a2b3c4d\nnotdone unblock --yes --json queue.db t1 t2\n"+
			"notdone unblock --cause 'needs the deploy key' --answer granted queue.db\nnotdone unblock --filter 'state:blocked kind:permission' --dry-run ~/.hermes")
	requeueCommand = actionCommand(model.ActionRequeue, "Have finished tasks done again",
		"Put tasks that are done, or only said so, or failed, back into their queue.",
		"notdone requeue ~/.hermes t_1a2b3c4d\nnotdone requeue --dry-run queue.db t1\nnotdone requeue --filter 'state:failed age<1d' queue.db")
)

// actCommand returns the command for every action.
func actCommand() command {
	names := strings.Join(actionNames(), ", ")
	return command{
		use:   "act ACTION QUEUE [ID...]",
		short: "Do something about tasks",
		long: "Do something about tasks of a queue. ACTION is one of\n" + names +
			";\nwhich of them a queue has, and which a task allows, is in the actions of ls --json.\n\n" +
			"What is put on hold is claimed by nobody until it is resumed. In a queue of notdone's own a resume\n" +
			"puts it back to when it was due, and --filter rule:on-hold chooses what is on hold.\n\n" + howActing,
		example: "notdone act cancel queue.db t1\nnotdone act hold --reason 'wait for the audit' ~/.hermes side/t_1a2b3c4d\n" +
			"notdone act cancel --filter 'state:queued \"old import\"' queue.db",
		least:    2,
		most:     many,
		flags:    actFlags + chooseFlags + " answer reason",
		json:     actJSON,
		complete: []offer{offerActions, nil, offerIDs},
		run: func(ctx context.Context, c *call) error {
			if err := isOneOf("ACTION", c.args[0], actionNames()); err != nil {
				return err
			}
			return c.act(ctx, model.ActionName(c.args[0]), c.args[1], c.args[2:])
		},
	}
}
