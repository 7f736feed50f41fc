package tui

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
)

// Actions returns all actions, in the order of the help. Ctrl+a and ctrl+b are not
// bound by default because screen and tmux use them as prefixes.
func Actions() []Action {
	return slices.Concat(
		group("Move",
			action("move.up", "up", "", "k up", onLists, nil, by((*Model).move, up)),
			action("move.down", "down", "", "j down", onLists, nil, by((*Model).move, down)),
			action("move.first", "first", "", "g home", onLists, nil, by((*Model).move, first)),
			action("move.last", "last", "", "G end", onLists, nil, by((*Model).move, last)),
			action("move.half-up", "half a page up", "", "ctrl+u pgup", onLists, nil, by((*Model).move, halfUp)),
			action("move.half-down", "half a page down", "", "ctrl+d pgdown", onLists, nil, by((*Model).move, halfDown)),
		),
		group("Panes",
			action("pane.left", "left", "left, fold", "h left", onTasks, nil, by((*Model).sideways, -1)),
			action("pane.right", "right", "right, unfold", "l right", onTasks, nil, by((*Model).sideways, 1)),
			action("pane.next", "next", "next pane, view, field", "tab", onParts, nil, by((*Model).step, 1)),
			action("pane.previous", "previous", "previous one", "shift+tab", onParts, nil, by((*Model).step, -1)),
			action("pane.1", "active", "", "1", OnBoard, nil, by((*Model).focus, model.PaneActive)),
			action("pane.2", "blocked", "", "2", OnBoard, nil, by((*Model).focus, model.PaneBlocked)),
			action("pane.3", "failed", "", "3", OnBoard, nil, by((*Model).focus, model.PaneFailed)),
			action("pane.4", "suspected false-done", "", "4", OnBoard, nil, by((*Model).focus, model.PaneFalseDone)),
			action("pane.5", "the rest", "", "5 0", OnBoard, nil, by((*Model).focus, model.PaneRest)),
		),
		group("Look",
			action("task.open", "why", "why, or open a cause", "enter", OnBoard, (*Model).nothingHere, (*Model).enter),
			action("view.back", "back", "back, fold, stop an action", "esc", anywhere, (*Model).noWayBack, (*Model).back),
			action("view.close", "close", "", "q", onTexts, nil, (*Model).leave),
			action("dialog.close", "cancel", "close a dialog", "enter", OnPlan|OnCommand|OnHelp, nil, (*Model).leave),
			action("view.find", "search", "filter, search", "/", onLists, nil, (*Model).find),
			action("find.next", "next match", "", "n", onLists&^OnTask, (*Model).notSearched, by((*Model).match, 1)),
			action("find.previous", "previous match", "", "N", onLists&^OnTask, (*Model).notSearched, by((*Model).match, -1)),
		),
		group("Act",
			verb(model.ActionUnblock, "unblock", "unblocked", "u"),
			verb(model.ActionRequeue, "requeue", "requeued", "r"),
			action("task.stop", "stop", "stop: reclaim, cancel or hold", "s", onTasks, (*Model).nothingToStop, (*Model).proposeStop),
			verb(model.ActionReclaim, "reclaim", "reclaimed", ""),
			verb(model.ActionBlock, "mark blocked", "marked blocked", "m"),
			verb(model.ActionCancel, "cancel", "cancelled", ""),
			verb(model.ActionHold, "put on hold", "put on hold", ""),
			verb(model.ActionResume, "resume", "resumed", ""),
			verb(model.ActionRevive, "revive", "revived", ""),
			verb(model.ActionRunNow, "run now", "set to run now", ""),
			verb(model.ActionRetry, "retry", "retried", ""),
			verb(model.ActionResetStep, "reset a step of", "a step was reset of", ""),
			verb(model.ActionMessage, "send a message to", "sent a message to", ""),
			action("journal.undo", "undo", "undo the newest", "z", onTasks, (*Model).cannotAct, (*Model).undoNewest),
			action("journal.open", "what was done", "", "A", onTasks|OnJournal, (*Model).mayNotAct, (*Model).toggleJournal),
			action("journal.undo-entry", "undo", "undo this entry", "z enter", OnJournal, (*Model).entryStays, (*Model).undoUnderCursor),
			action("session.resume", "resume", "resume the agent's session", "R", onTasks, (*Model).noSession, (*Model).offerResume),
			action("plan.apply", "apply", "apply what is shown", "a", OnPlan, (*Model).nothingToApply, (*Model).confirmPlan),
			action("command.copy", "copy the command", "", "c", OnPlan|OnCommand, (*Model).noCommand, (*Model).copyCommands),
			action("command.run", "run the command", "", "x", OnPlan|OnCommand, (*Model).cannotRun, (*Model).runOrAsk),
			action("input.accept", "keep", "keep what was typed", "enter", onTyping, nil, (*Model).accept),
			action("input.newline", "new line", "", "alt+enter ctrl+j", OnAnswer, nil, (*Model).newline),
		),
		group("In a task",
			action("finding.right", "right", "this is right", "y", OnTask, (*Model).cannotMark, (*Model).markRight),
			action("finding.wrong", "wrong", "this is wrong", "n", OnTask, (*Model).cannotMark, (*Model).askWhyWrong),
		),
		group("Program",
			action("help.open", "help", "", "?", onTasks|OnJournal|OnHelp, nil, (*Model).toggleHelp),
			action("program.quit", "quit", "", "q", OnBoard, nil, quit),
			action("program.quit-now", "quit at once", "", "ctrl+c", anywhere, nil, quit),
			action("program.suspend", "suspend", "", "ctrl+z", anywhere, nil, (*Model).suspend),
		),
	)
}

// action returns a row of the table. An empty help stands for the title; keys are
// separated by blanks.
func action(id, title, help, keys string, in Scope, refuse func(*Model) string, run func(*Model) tea.Cmd) Action {
	return Action{ID: id, Title: title, Help: cmp.Or(help, title), Keys: strings.Fields(keys), Scopes: in, refuse: refuse, run: run}
}

// verb returns the row of an action that opens the plan of a queue's action.
func verb(name model.ActionName, title, past, keys string) Action {
	a := action("task."+string(name), title, "", keys, onTasks, (*Model).nothingToActOn, by((*Model).propose, name))
	a.Verb, a.Past = name, past
	return a
}

// by binds the argument of a method.
func by[T any](do func(*Model, T) tea.Cmd, with T) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd { return do(m, with) }
}

// group puts actions into one section of the help.
func group(name string, all ...Action) []Action {
	for i := range all {
		all[i].Group = name
	}
	return all
}

func quit(*Model) tea.Cmd { return tea.Quit }
