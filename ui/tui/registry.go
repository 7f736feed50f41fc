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
		group(groupMove,
			action("move.up", "up", "", "k up", onLists, nil, by((*Model).move, up)),
			action("move.down", "down", "", "j down", onLists, nil, by((*Model).move, down)),
			action("move.first", "first", "", "g home", onLists, nil, by((*Model).move, first)),
			action("move.last", "last", "", "G end", onLists, nil, by((*Model).move, last)),
			action("move.half-up", "half a page up", "", "ctrl+u pgup", onLists, nil, by((*Model).move, halfUp)),
			action("move.half-down", "half a page down", "", "ctrl+d pgdown", onLists, nil, by((*Model).move, halfDown)),
		),
		group(groupPanes,
			action("pane.left", "left", "left, fold", "h left", onTasks, nil, by((*Model).sideways, -1)),
			action("pane.right", "right", "right, unfold", "l right", onTasks, nil, by((*Model).sideways, 1)),
			action("pane.next", "next", "next pane, view, field", "tab", onParts, nil, by((*Model).step, 1)),
			action("pane.previous", "previous", "previous one", "shift+tab", onParts, nil, by((*Model).step, -1)),
			action("pane.zoom", "zoom", "one pane alone", "+", OnBoard, nil, (*Model).zoom),
			action("view.preview", "preview", "preview on or off", "p", OnBoard, (*Model).noPreview, (*Model).togglePreview),
			action("preview.down", "preview down", "", "J", OnBoard, (*Model).noPreviewText, by((*Model).scrollPreview, 1)),
			action("preview.up", "preview up", "", "K", OnBoard, (*Model).noPreviewText, by((*Model).scrollPreview, -1)),
			action("pane.1", "active", "", "1", OnBoard, nil, by((*Model).focus, model.PaneActive)),
			action("pane.2", "blocked", "", "2", OnBoard, nil, by((*Model).focus, model.PaneBlocked)),
			action("pane.3", "failed", "", "3", OnBoard, nil, by((*Model).focus, model.PaneFailed)),
			action("pane.4", "suspected false-done", "", "4", OnBoard, nil, by((*Model).focus, model.PaneFalseDone)),
			action("pane.5", "the rest", "", "5 0", OnBoard, nil, by((*Model).focus, model.PaneRest)),
		),
		group("Look",
			action("task.open", "why", "why, or open a cause", "enter", OnBoard, (*Model).nothingHere, (*Model).enter),
			action("loops.open", "loops", "what repeats, and its cost", "L", OnBoard|OnList, nil, (*Model).openLoops),
			action("news.open", "new", "what is new; again: 24 hours, 7 days", "w", OnBoard|OnList, nil, (*Model).openNews),
			action("attention.open", "first", "what to do first", "!", OnBoard|OnList, nil, (*Model).openAttention),
			action("list.open", "go there", "", "enter", OnList, (*Model).noEntry, (*Model).enterEntry),
			action("list.copy", "copy", "", "c", OnList, (*Model).noEntry, (*Model).copyList),
			action("list.sort", "sort", "", "o", OnList, (*Model).notSorted, by((*Model).sortLoops, false)),
			action("list.reverse", "reverse", "", "O", OnList, (*Model).notSorted, by((*Model).sortLoops, true)),
			action("view.back", "back", "back, fold, stop an action", "esc", anywhere, (*Model).noWayBack, (*Model).back),
			action("view.close", "close", "", "q", onTexts, nil, (*Model).leave),
			action("dialog.close", "cancel", "close a dialog", "enter", OnPlan|OnCommand|OnHelp, nil, (*Model).leave),
			action("select.task", "select", "select, and go down", "space", OnBoard, (*Model).nothingHere, (*Model).selectTask),
			action("select.range", "select range", "select a range", "v", OnBoard, (*Model).nothingHere, (*Model).selectRange),
			action("select.all", "select all", "select all that match", "*", OnBoard, (*Model).nothingHere, (*Model).selectAll),
			action("sort.next", "sort", "sort by the next key", "o", OnBoard, nil, (*Model).sortNext),
			action("sort.reverse", "reverse", "the other way round", "O", OnBoard, nil, (*Model).sortReverse),
			action("view.export", "export", "write all to a file", "E", OnBoard, (*Model).nothingToExport, (*Model).askExport),
			action("view.find", "search", "filter, search", "/", onLists, nil, (*Model).find),
			action("views.next", "next view", "next saved view", ">", OnBoard, (*Model).noViews, by((*Model).stepView, 1)),
			action("views.previous", "previous view", "previous saved view", "<", OnBoard, (*Model).noViews, by((*Model).stepView, -1)),
			action("find.next", "next match", "", "n", onLists&^OnTask, (*Model).notSearched, by((*Model).match, 1)),
			action("find.previous", "previous match", "", "N", onLists&^OnTask, (*Model).notSearched, by((*Model).match, -1)),
		),
		group("Act",
			verb(model.ActionUnblock, "unblock", "u"),
			verb(model.ActionRequeue, "requeue", "r"),
			action("task.stop", "stop", "stop: reclaim, cancel or hold", "s", onTasks, (*Model).nothingToStop, (*Model).proposeStop),
			verb(model.ActionReclaim, "reclaim", ""),
			verb(model.ActionBlock, "mark blocked", "m"),
			verb(model.ActionCancel, "cancel", ""),
			verb(model.ActionHold, "put on hold", ""),
			verb(model.ActionResume, "resume", ""),
			verb(model.ActionRevive, "revive", ""),
			verb(model.ActionRunNow, "run now", ""),
			verb(model.ActionRetry, "retry", ""),
			verb(model.ActionResetStep, "reset a step of", ""),
			verb(model.ActionMessage, "send a message to", ""),
			action("task.add", "add", "add a task", "a", OnBoard, (*Model).cannotAdd, (*Model).askTask),
			action("journal.undo", "undo", "undo the newest", "z", onTasks, (*Model).cannotAct, (*Model).undoNewest),
			action("journal.open", "what was done", "", "A", onTasks|OnJournal, (*Model).mayNotAct, (*Model).toggleJournal),
			action("journal.undo-entry", "undo", "undo this entry", "z enter", OnJournal, (*Model).entryStays, (*Model).undoUnderCursor),
			action("results.open", "results", "", "D", onTasks|OnJournal|OnList, (*Model).noResults, (*Model).openResults),
			action("session.resume", "resume", "resume the agent's session", "R", onTasks, (*Model).noSession, (*Model).offerResume),
			action("plan.apply", "apply", "apply what is shown", "a", OnPlan, (*Model).nothingToApply, (*Model).confirmPlan),
			action("plan.rows", "rows", "rows written", "d", OnPlan, (*Model).noRows, (*Model).toggleRows),
			action("command.copy", "copy the command", "", "c", OnPlan|OnCommand, (*Model).noCommand, (*Model).copyCommands),
			action("command.run", "run the command", "", "x", OnPlan|OnCommand, (*Model).cannotRun, (*Model).runOrAsk),
			action("input.accept", "keep", "keep what was typed", "enter", onTyping, nil, (*Model).accept),
			action("input.complete", "complete", "complete a filter", "tab", OnInput, (*Model).notCompleted, by((*Model).completeInput, 1)),
			action("input.complete-back", "complete", "another completion", "shift+tab", OnInput, (*Model).notCompleted, by((*Model).completeInput, -1)),
			action("input.earlier", "earlier", "earlier filters", "up", OnInput, (*Model).notRecalled, by((*Model).recallInput, -1)),
			action("input.later", "later", "later filters", "down", OnInput, (*Model).notRecalled, by((*Model).recallInput, 1)),
			action("input.newline", "new line", "", "alt+enter ctrl+j", OnAnswer, nil, (*Model).newline),
		),
		group("In a task",
			action("entry.open", "open", "open, unfold", "enter", onTask, (*Model).nothingToOpen, (*Model).openEntry),
			action("task.next", "next task", "", "J", onTask, (*Model).noNeighbour, by((*Model).openNeighbour, 1)),
			action("task.previous", "previous task", "", "K", onTask, (*Model).noNeighbour, by((*Model).openNeighbour, -1)),
			action("entry.unfold-all", "unfold all", "", "F", onTask, (*Model).nothingFolded, (*Model).toggleAllFolds),
			action("finding.right", "right", "this is right", "y", OnTask, (*Model).cannotMark, (*Model).markRight),
			action("finding.wrong", "wrong", "this is wrong", "n", OnTask, (*Model).cannotMark, (*Model).markWrong),
		),
		group("In a log",
			action("log.raw", "raw", "", "t", onTask, (*Model).noLog, (*Model).toggleRaw),
			action("log.wrap", "wrap", "wrap or cut lines", "W", onTask, (*Model).noLog, (*Model).toggleWrap),
			action("log.next", "next log", "", ".", onTask, (*Model).noOtherLog, by((*Model).otherLog, 1)),
			action("log.previous", "previous log", "", ",", onTask, (*Model).noOtherLog, by((*Model).otherLog, -1)),
			action("log.edit", "editor", "$EDITOR or $PAGER", "e", onTasks, (*Model).cannotEdit, (*Model).editLog),
		),
		group("Copy",
			action("view.copy", "copy", "", "c", onTasks, (*Model).nothingHere, (*Model).openCopy),
			action("copy.id", "id", "", "i", OnCopy, nil, (*Model).copyID),
			action("copy.quote", "quote", "", "q", OnCopy, (*Model).noQuote, (*Model).copyQuote),
			action("copy.command", "command", "", "c", OnCopy, (*Model).noResumeCommand, (*Model).copyResume),
			action("copy.log", "log", "path and line", "l", OnCopy, (*Model).noLogHere, (*Model).copyLog),
			action("copy.all", "all", "what is shown", "a", OnCopy, nil, (*Model).copyAll),
		),
		group("Program",
			action(paletteID, "command", "search all that can be done", ":", onTasks|OnJournal|OnHelp, nil, (*Model).openPalette),
			action("queue.choose", "queues", "choose a queue", "b", OnBoard, nil, (*Model).openSources),
			action("queue.mapping", "how it is read", "how a queue is read", "i", onTasks, (*Model).noMapping, (*Model).openMapping),
			action("choice.up", "up", "up in a choice", "up shift+tab", OnChoice, nil, by((*Model).move, up)),
			action("choice.down", "down", "down in it", "down tab", OnChoice, nil, by((*Model).move, down)),
			action(helpID, "help", "", "?", onTasks|OnJournal|OnHelp|OnList, nil, (*Model).toggleHelp),
			action(quitID, "quit", "", "q", OnBoard, nil, (*Model).quit),
			action(quitAnywhereID, "quit from anywhere", "", "ctrl+c", anywhere, nil, (*Model).quit),
			action("program.redraw", "redraw", "draw the screen anew", "ctrl+l", anywhere, nil, redraw),
			action("program.suspend", "suspend", "", "ctrl+z", anywhere, nil, (*Model).suspend),
		),
	)
}

// Groups of actions that only move.
const (
	groupMove  = "Move"
	groupPanes = "Panes"
)

// paletteID is the action that lists all others.
const paletteID = "palette.open"

// helpID is the action that shows the keys.
const helpID = "help.open"

// quitID is the action that the palette offers everywhere, and that these names call.
const quitID = "program.quit"

// quitAnywhereID is the action that quits where the key of quitID closes what is in front.
const quitAnywhereID = "program.quit-now"

var quitNames = []string{"q", "quit", "q!"}

// action returns a row of the table. An empty help stands for the title; keys are
// separated by blanks.
func action(id, title, help, keys string, in Scope, refuse func(*Model) string, run func(*Model) tea.Cmd) Action {
	return Action{ID: id, Title: title, Help: cmp.Or(help, title), Keys: strings.Fields(keys), Scopes: in, refuse: refuse, run: run}
}

// verb returns the row of an action that opens the plan of a queue's action.
func verb(name model.ActionName, title, keys string) Action {
	a := action("task."+string(name), title, "", keys, onTasks, (*Model).nothingToActOn, by((*Model).propose, name))
	a.Verb = name
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

// redraw draws all of the screen, over what another program may have written there.
func redraw(*Model) tea.Cmd { return tea.ClearScreen }
