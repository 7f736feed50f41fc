package tui

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
)

// Actions returns everything that can be done on the screen, in the order of the
// help. Ctrl+a and ctrl+b are no defaults: they are the prefixes of screen and
// tmux, in which the dashboard lives.
func Actions() []Action {
	return slices.Concat(moveActions(), paneActions(), lookActions(), taskActions(), dialogActions(), findingActions(), programActions())
}

func moveActions() []Action {
	var all []Action
	for _, d := range []struct {
		id, title string
		keys      []string
		to        motion
	}{
		{"move.up", "up", []string{"k", "up"}, up},
		{"move.down", "down", []string{"j", "down"}, down},
		{"move.first", "first", []string{"g", "home"}, first},
		{"move.last", "last", []string{"G", "end"}, last},
		{"move.half-up", "half a page up", []string{"ctrl+u", "pgup"}, halfUp},
		{"move.half-down", "half a page down", []string{"ctrl+d", "pgdown"}, halfDown},
	} {
		all = append(all, Action{
			ID: d.id, Title: d.title, Help: d.title, Group: "Move", Keys: d.keys, Scopes: onLists,
			run: func(m *Model) tea.Cmd { return m.move(d.to) },
		})
	}
	return all
}

func paneActions() []Action {
	all := []Action{
		{
			ID: "pane.left", Title: "left", Help: "left, fold", Keys: []string{"h", "left"}, Scopes: onTasks,
			run: func(m *Model) tea.Cmd { return m.sideways(-1) },
		}, {
			ID: "pane.right", Title: "right", Help: "right, unfold", Keys: []string{"l", "right"}, Scopes: onTasks,
			run: func(m *Model) tea.Cmd { return m.sideways(1) },
		}, {
			ID: "pane.next", Title: "next", Help: "next pane, view, field", Keys: []string{"tab"}, Scopes: onTasks | OnPlan | OnField | OnAnswer,
			run: func(m *Model) tea.Cmd { return m.step(1) },
		}, {
			ID: "pane.previous", Title: "previous", Help: "previous one", Keys: []string{"shift+tab"}, Scopes: onTasks | OnPlan | OnField | OnAnswer,
			run: func(m *Model) tea.Cmd { return m.step(-1) },
		},
	}
	for p, title := range []string{"active", "blocked", "failed", "suspected false-done", "the rest"} {
		number := strconv.Itoa(p + 1)
		a := Action{
			ID: "pane." + number, Title: title, Help: title, Keys: []string{number}, Scopes: OnBoard,
			run: func(m *Model) tea.Cmd { m.board.focus = model.Pane(p); return nil },
		}
		if model.Pane(p) == model.PaneRest {
			a.Keys = append(a.Keys, "0")
		}
		all = append(all, a)
	}
	return grouped("Panes", all)
}

func lookActions() []Action {
	return grouped("Look", []Action{
		{
			ID: "task.open", Title: "why", Help: "why, or open a cause", Keys: []string{"enter"}, Scopes: OnBoard,
			refuse: (*Model).nothingHere, run: (*Model).enter,
		}, {
			ID: "view.back", Title: "back", Help: "back, fold, stop an action",
			Keys: []string{"esc"}, Scopes: anywhere, refuse: (*Model).noWayBack, run: (*Model).back,
		}, {
			ID: "view.close", Title: "close", Help: "close", Keys: []string{"q"}, Scopes: onTexts,
			run: (*Model).leave,
		}, {
			ID: "dialog.close", Title: "cancel", Help: "close a dialog", Keys: []string{"enter"}, Scopes: OnPlan | OnCommand | OnHelp,
			run: (*Model).leave,
		}, {
			ID: "view.find", Title: "search", Help: "filter, search", Keys: []string{"/"}, Scopes: onLists,
			run: (*Model).find,
		}, {
			ID: "find.next", Title: "next match", Help: "next match", Keys: []string{"n"}, Scopes: onLists &^ OnTask,
			refuse: (*Model).notSearched, run: func(m *Model) tea.Cmd { return m.match(1) },
		}, {
			ID: "find.previous", Title: "previous match", Help: "previous match", Keys: []string{"N"}, Scopes: onLists &^ OnTask,
			refuse: (*Model).notSearched, run: func(m *Model) tea.Cmd { return m.match(-1) },
		},
	})
}

// taskActions plan something for the task or the cause under the cursor.
func taskActions() []Action {
	all := []Action{
		verb(model.ActionUnblock, "unblock", "unblocked", "u"),
		verb(model.ActionRequeue, "requeue", "requeued", "r"),
		{
			ID: "task.stop", Title: "stop", Help: "stop: reclaim, cancel or hold", Keys: []string{"s"}, Scopes: onTasks,
			refuse: (*Model).nothingToStop, run: func(m *Model) tea.Cmd { return m.propose(m.stopAction()) },
		},
		verb(model.ActionReclaim, "reclaim", "reclaimed"),
		verb(model.ActionBlock, "mark blocked", "marked blocked", "m"),
		verb(model.ActionCancel, "cancel", "cancelled"),
		verb(model.ActionHold, "put on hold", "put on hold"),
		verb(model.ActionResume, "resume", "resumed"),
		verb(model.ActionRevive, "revive", "revived"),
		verb(model.ActionRunNow, "run now", "set to run now"),
		verb(model.ActionRetry, "retry", "retried"),
		verb(model.ActionResetStep, "reset a step of", "a step was reset of"),
		verb(model.ActionMessage, "send a message to", "sent a message to"),
		{
			ID: "journal.undo", Title: "undo", Help: "undo the newest", Keys: []string{"z"}, Scopes: onTasks,
			refuse: (*Model).cannotAct, run: (*Model).undoNewest,
		},
		{
			ID: "journal.open", Title: "what was done", Help: "what was done", Keys: []string{"A"}, Scopes: onTasks | OnJournal,
			refuse: (*Model).mayNotAct, run: (*Model).toggleJournal,
		},
		{
			ID: "journal.undo-entry", Title: "undo", Help: "undo this entry", Keys: []string{"z", "enter"}, Scopes: OnJournal,
			refuse: (*Model).entryStays, run: (*Model).undoUnderCursor,
		},
		{
			ID: "session.resume", Title: "resume", Help: "resume the agent's session", Keys: []string{"R"}, Scopes: onTasks,
			refuse: (*Model).noSession, run: (*Model).offerResume,
		},
	}
	return grouped("Act", all)
}

// verb is an action that opens the plan of another one, on tasks.
func verb(name model.ActionName, title, past string, keys ...string) Action {
	return Action{
		ID: "task." + string(name), Title: title, Help: title, Keys: keys, Scopes: onTasks, Verb: name, Past: past,
		refuse: (*Model).nothingToActOn, run: func(m *Model) tea.Cmd { return m.propose(name) },
	}
}

func dialogActions() []Action {
	return grouped("Act", []Action{
		{
			ID: "plan.apply", Title: "apply", Help: "apply what is shown", Keys: []string{"a"}, Scopes: OnPlan,
			refuse: (*Model).nothingToApply, run: (*Model).confirmPlan,
		}, {
			ID: "command.copy", Title: "copy the command", Help: "copy the command", Keys: []string{"c"}, Scopes: OnPlan | OnCommand,
			refuse: (*Model).noCommand, run: (*Model).copyCommands,
		}, {
			ID: "command.run", Title: "run the command", Help: "run the command", Keys: []string{"x"}, Scopes: OnPlan | OnCommand,
			refuse: (*Model).noCommand, run: (*Model).runOrAsk,
		}, {
			ID: "input.accept", Title: "keep", Help: "keep what was typed", Keys: []string{"enter"}, Scopes: onTyping,
			run: (*Model).accept,
		}, {
			ID: "input.newline", Title: "new line", Help: "new line", Keys: []string{"alt+enter", "ctrl+j"}, Scopes: OnAnswer,
			run: (*Model).newline,
		},
	})
}

func findingActions() []Action {
	return grouped("In a task", []Action{
		{
			ID: "finding.right", Title: "right", Help: "this is right", Keys: []string{"y"}, Scopes: OnTask,
			refuse: (*Model).cannotMark, run: (*Model).markRight,
		}, {
			ID: "finding.wrong", Title: "wrong", Help: "this is wrong", Keys: []string{"n"}, Scopes: OnTask,
			refuse: (*Model).cannotMark, run: (*Model).askWhyWrong,
		},
	})
}

func programActions() []Action {
	return grouped("Program", []Action{
		{ID: "help.open", Title: "help", Help: "help", Keys: []string{"?"}, Scopes: onTasks | OnJournal | OnHelp, run: (*Model).toggleHelp},
		{ID: "program.quit", Title: "quit", Help: "quit", Keys: []string{"q"}, Scopes: OnBoard, run: quit},
		{ID: "program.quit-now", Title: "quit at once", Help: "quit at once", Keys: []string{"ctrl+c"}, Scopes: anywhere, run: quit},
		{
			ID: "program.suspend", Title: "suspend", Help: "suspend", Keys: []string{"ctrl+z"}, Scopes: anywhere,
			run: (*Model).suspend,
		},
	})
}

func quit(*Model) tea.Cmd { return tea.Quit }

// grouped puts actions into one section of the help.
func grouped(group string, all []Action) []Action {
	for i := range all {
		all[i].Group = group
	}
	return all
}
