// Package keys holds every key binding of the screen in one struct, with the
// help text that is shown for it. Screens match against bindings and never
// against literal keys.
package keys

import "charm.land/bubbles/v2/key"

// Map is all bindings. Ctrl+a and ctrl+b are never among them: they are the
// prefixes of screen and tmux, in which the dashboard lives.
type Map struct {
	Up, Down, Left, Right   key.Binding
	Top, Bottom             key.Binding
	HalfUp, HalfDown        key.Binding
	Next, Previous          key.Binding
	Pane1, Pane2, Pane3     key.Binding
	Pane4, Pane5            key.Binding
	Enter, Back             key.Binding
	Filter, Match, PreMatch key.Binding
	FindingRight            key.Binding
	FindingWrong            key.Binding
	Unblock, Requeue, Stop  key.Binding
	MarkBlocked, Undo       key.Binding
	Actions, Resume         key.Binding
	Confirm, Copy, Run      key.Binding
	Help, Quit, ForceQuit   key.Binding
	Suspend                 key.Binding
}

// Default returns the bindings in use when the operator sets none.
func Default() Map {
	b := func(help, desc string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, desc))
	}
	return Map{
		Up:           b("↑/k", "up", "up", "k"),
		Down:         b("↓/j", "down", "down", "j"),
		Left:         b("←/h", "pane to the left, fold", "left", "h"),
		Right:        b("→/l", "pane to the right, unfold", "right", "l"),
		Top:          b("g", "first", "g", "home"),
		Bottom:       b("G", "last", "G", "end"),
		HalfUp:       b("ctrl+u", "half a page up", "ctrl+u", "pgup"),
		HalfDown:     b("ctrl+d", "half a page down", "ctrl+d", "pgdown"),
		Next:         b("tab", "next pane or view", "tab"),
		Previous:     b("shift+tab", "previous pane or view", "shift+tab"),
		Pane1:        b("1", "active", "1"),
		Pane2:        b("2", "blocked", "2"),
		Pane3:        b("3", "failed", "3"),
		Pane4:        b("4", "suspected false-done", "4"),
		Pane5:        b("5/0", "the rest", "5", "0"),
		Enter:        b("enter", "why, or open a cause", "enter"),
		Back:         b("esc", "back, drop the filter, fold", "esc"),
		Filter:       b("/", "filter the board, or search a text", "/"),
		Match:        b("n", "next match", "n"),
		PreMatch:     b("N", "previous match", "N"),
		FindingRight: b("y", "this finding is right", "y"),
		FindingWrong: b("n", "this finding is wrong", "n"),
		Unblock:      b("u", "unblock", "u"),
		Requeue:      b("r", "requeue", "r"),
		Stop:         b("s", "stop: reclaim, cancel or hold", "s"),
		MarkBlocked:  b("m", "mark blocked", "m"),
		Undo:         b("z", "undo", "z"),
		Actions:      b("A", "what was done", "A"),
		Resume:       b("R", "resume the agent's session", "R"),
		Confirm:      b("a", "apply what is shown", "a"),
		Copy:         b("c", "copy the command", "c"),
		Run:          b("x", "run the command", "x"),
		Help:         b("?", "help", "?"),
		Quit:         b("q", "quit", "q"),
		ForceQuit:    b("ctrl+c", "quit at once", "ctrl+c"),
		Suspend:      b("ctrl+z", "stop until the shell continues it (fg)", "ctrl+z"),
	}
}

// Contexts returns the sets of bindings that are active together; within one
// set no key may stand for two things.
func (m *Map) Contexts() map[string][]key.Binding {
	scroll := []key.Binding{m.Up, m.Down, m.Top, m.Bottom, m.HalfUp, m.HalfDown}
	move := append(append([]key.Binding{}, scroll...), m.Left, m.Right, m.Next, m.Previous)
	general := []key.Binding{m.Back, m.Help, m.Quit, m.ForceQuit, m.Suspend}
	act := []key.Binding{m.Unblock, m.Requeue, m.Stop, m.MarkBlocked, m.Undo, m.Actions, m.Resume}
	general = append(general, act...)
	return map[string][]key.Binding{
		"board": append(append(append([]key.Binding{}, move...), general...),
			m.Pane1, m.Pane2, m.Pane3, m.Pane4, m.Pane5, m.Enter, m.Filter, m.Match, m.PreMatch),
		"task":                       append(append(append([]key.Binding{}, move...), general...), m.FindingRight, m.FindingWrong, m.Filter),
		"text in which was searched": append(append(append([]key.Binding{}, move...), general...), m.Filter, m.Match, m.PreMatch),
		"plan": append(append([]key.Binding{}, scroll...),
			m.Back, m.Next, m.Previous, m.Enter, m.Quit, m.Confirm, m.Copy, m.Run, m.Filter, m.Match, m.PreMatch, m.ForceQuit, m.Suspend),
		"command": append(append([]key.Binding{}, scroll...),
			m.Back, m.Quit, m.Enter, m.Copy, m.Run, m.Filter, m.Match, m.PreMatch, m.ForceQuit, m.Suspend),
		"actions": append(append([]key.Binding{}, scroll...),
			m.Back, m.Quit, m.Undo, m.Enter, m.Actions, m.Help, m.Filter, m.Match, m.PreMatch, m.ForceQuit, m.Suspend),
		"help": append(append([]key.Binding{}, scroll...),
			m.Back, m.Quit, m.Enter, m.Help, m.Filter, m.Match, m.PreMatch, m.ForceQuit, m.Suspend),
	}
}

// Section is a group of bindings under one heading of the help screen.
type Section struct {
	Title    string
	Bindings []key.Binding
}

// Sections returns every binding, grouped for the help screen.
func (m *Map) Sections() []Section {
	return []Section{
		{"Move", []key.Binding{m.Up, m.Down, m.Left, m.Right, m.Top, m.Bottom, m.HalfUp, m.HalfDown}},
		{"Panes", []key.Binding{m.Next, m.Previous, m.Pane1, m.Pane2, m.Pane3, m.Pane4, m.Pane5}},
		{"Look", []key.Binding{m.Enter, m.Back, m.Filter, m.Match, m.PreMatch}},
		{"Act", []key.Binding{m.Unblock, m.Requeue, m.Stop, m.MarkBlocked, m.Undo, m.Actions, m.Resume, m.Confirm, m.Copy, m.Run}},
		{"In a task", []key.Binding{m.FindingRight, m.FindingWrong}},
		{"Program", []key.Binding{m.Help, m.Quit, m.ForceQuit, m.Suspend}},
	}
}
