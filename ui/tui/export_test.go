package tui

// CanBeRefused reports whether there are times at which the action is impossible.
func (a *Action) CanBeRefused() bool { return a.refuse != nil }
