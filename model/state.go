package model

// State is what notdone concludes about a task. It may differ from the status
// that the queue recorded.
type State uint8

// The states. StateUnknown is the zero value: nothing could be concluded.
const (
	StateUnknown State = iota
	StateQueued
	StateScheduled
	StateActive
	StateBlocked
	StateFailed
	StateFalseDone
	StateDone
	StateCancelled
)

// NumStates is the number of states, for arrays indexed by State.
const NumStates = int(StateCancelled) + 1

var stateNames = []string{"unknown", "queued", "scheduled", "active", "blocked", "failed", "false-done", "done", "cancelled"}

// String returns the state's name as it is printed and written in JSON.
func (s State) String() string { return enumName(stateNames, s) }

// MarshalText writes the state's name.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText accepts a state's name and refuses any other text.
func (s *State) UnmarshalText(text []byte) (err error) {
	*s, err = ParseState(string(text))
	return err
}

// ParseState returns the state of that name, or an error that quotes the text.
func ParseState(text string) (State, error) { return parseEnum[State]("state", stateNames, text) }

// Finished reports whether work on a task in this state has ended.
func (s State) Finished() bool {
	return s == StateDone || s == StateCancelled || s == StateFalseDone || s == StateFailed
}

// Pane returns the pane in which tasks of this state are listed.
func (s State) Pane() Pane {
	switch s {
	case StateActive, StateQueued, StateScheduled:
		return PaneActive
	case StateBlocked:
		return PaneBlocked
	case StateFalseDone:
		return PaneFalseDone
	case StateDone, StateCancelled:
		return PaneRest
	default: // failed, and unknown, which the failed pane shows as "cannot tell"
		return PaneFailed
	}
}

// Pane is one of the five lists of the board.
type Pane uint8

// The panes, in the order of their number keys.
const (
	PaneActive Pane = iota
	PaneBlocked
	PaneFailed
	PaneFalseDone
	PaneRest
)

// NumPanes is the number of panes, for arrays indexed by Pane.
const NumPanes = int(PaneRest) + 1

var paneNames = []string{"active", "blocked", "failed", "false-done", "rest"}

// String returns the pane's name.
func (p Pane) String() string { return enumName(paneNames, p) }

// Grouped reports whether the pane's rows are grouped by what they share.
func (p Pane) Grouped() bool { return p != PaneRest }
