package tui

// Scopes returns every single place with its name.
func Scopes() map[Scope]string {
	return map[Scope]string{
		OnBoard: "board", OnTask: "task", OnSearchedTask: "searched task", OnPlan: "plan", OnCommand: "command",
		OnJournal: "journal", OnHelp: "help", OnCopy: "copy", OnList: "list", OnField: "field", OnAnswer: "answer", OnInput: "input", OnChoice: "choice",
	}
}

// CanBeRefused reports whether there are times at which the action is impossible.
func (a *Action) CanBeRefused() bool { return a.refuse != nil }

// DrawnItems counts the items whose lines are kept.
func (m *Model) DrawnItems() (n int) {
	for _, p := range m.board.panes {
		n += len(p.drawn)
	}
	return n
}

// Size returns the size of the terminal.
func (m *Model) Size() (width, height int) { return m.width, m.height }
