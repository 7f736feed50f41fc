package tui

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/safe"
	"notdone/ui/words"
)

// stops are the actions that stop a task, the mildest first, and what they leave of it.
var stops = []struct {
	action model.ActionName
	note   string
}{
	{model.ActionReclaim, "it waits for another worker"},
	{model.ActionHold, "it waits until you resume it"},
	{model.ActionCancel, "it is over"},
}

// nothingToStop says why there is no plan that stops the task.
func (m *Model) nothingToStop() string {
	if why := m.nothingToActOn(); why != "" {
		return why
	}
	r := m.actRow()
	if _, allowed := chooseStop(r); allowed || r.RecordedState == model.StateActive || r.State == model.StateActive {
		return ""
	}
	said := "there is nothing to stop: the queue says " + safe.Line(r.Recorded, lineLimit)
	if a := actionOf(r, model.ActionCancel); a != nil && a.Reason != "" {
		said += ", and it cannot be cancelled: " + safe.Line(a.Reason, quoteLimit)
	}
	return said
}

// proposeStop opens the plan of the action that stops the task, and lets the operator choose first
// where a task that waits can be stopped in several ways.
func (m *Model) proposeStop() tea.Cmd {
	m.endRange()
	r := m.actRow()
	action, allowed := chooseStop(r)
	if !allowed || action == model.ActionReclaim {
		return m.propose(action)
	}
	var all []choice
	for _, s := range stops {
		if isAllowed(r, s.action) {
			all = append(all, choice{
				text: m.keys.verb(s.action).name(), note: s.note, names: []string{string(s.action)}, run: func() tea.Cmd { return m.propose(s.action) },
			})
		}
	}
	if len(all) == 1 {
		return m.propose(action)
	}
	what := safe.Line(r.ID, idLimit)
	if n := len(m.subjects()); n > 1 {
		what = words.Count(n, "task", "tasks")
	}
	return m.choose("", "Stop "+what, all)
}

// chooseStop returns the mildest allowed action that stops the task. If none is
// allowed, it returns the one whose refused plan tells the operator most.
func chooseStop(r *model.Row) (action model.ActionName, allowed bool) {
	var first model.ActionName
	for _, s := range stops {
		switch a := actionOf(r, s.action); {
		case a == nil:
		case a.Allowed:
			return s.action, true
		default:
			first = cmp.Or(first, s.action)
		}
	}
	if first == "" || r.State == model.StateActive && actionOf(r, model.ActionCancel) != nil {
		return model.ActionCancel, false
	}
	return first, false
}
