package tui

import (
	"context"
	"errors"
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/board"
	"notdone/ui/safe"
	"notdone/ui/words"
)

// Acting is what the screen needs to act on queues. Its methods may be called
// from any goroutine.
type Acting interface {
	// Plan works an action out and writes nothing.
	Plan(ctx context.Context, ref model.Ref, r source.Request) (board.Planned, error)
	// Do does what was planned and returns the record that the journal keeps.
	Do(ctx context.Context, p board.Planned) (source.Record, error)
	// PlanUndo works out how to take a recorded action back.
	PlanUndo(ctx context.Context, r source.Record) (board.Planned, error)
	// Log returns what was done, the newest first.
	Log(ctx context.Context) ([]journal.Entry, error)
}

// subject is a task that is to be acted on.
type subject struct {
	ref   model.Ref
	title string
	undo  *source.Record // what is to be undone; nil: it is no undo
}

// subjects are the task under the cursor, or the tasks of the cause under it,
// and which of those are left for another time.
func (m *Model) subjects() (all []subject, left rest) {
	if m.detail != nil {
		return []subject{{ref: m.detail.row.Ref(), title: m.detail.row.Title}}, rest{}
	}
	at := m.current().cursor
	switch {
	case at.row != nil:
		return []subject{{ref: at.row.Ref(), title: at.row.Title}}, rest{}
	case at.group == nil:
		return nil, rest{}
	}
	for _, r := range at.group.After(nil, massLimit) {
		all = append(all, subject{ref: r.Ref(), title: r.Title})
	}
	return all, rest{tasks: max(at.group.Tasks-len(all), 0), more: at.group.Partial}
}

// subjectRow is the row whose actions stand for the subjects; nil without any.
func (m *Model) subjectRow() *model.Row {
	if m.detail != nil {
		return m.detail.row
	}
	at := m.current().cursor
	if at.row == nil && at.group != nil {
		for _, r := range at.group.After(nil, 1) {
			return r
		}
	}
	return at.row
}

// act handles the keys that begin an action; handled says whether it was one.
func (m *Model) act(msg tea.KeyPressMsg) (cmd tea.Cmd, handled bool) {
	k := &m.opt.Keys
	switch {
	case key.Matches(msg, k.Unblock):
		return m.propose(model.ActionUnblock), true
	case key.Matches(msg, k.Requeue):
		return m.propose(model.ActionRequeue), true
	case key.Matches(msg, k.Stop):
		return m.stop(), true
	case key.Matches(msg, k.MarkBlocked):
		return m.propose(model.ActionBlock), true
	case key.Matches(msg, k.Undo):
		return m.undoNewest(), true
	case key.Matches(msg, k.Actions):
		return m.openActionLog(), true
	case key.Matches(msg, k.Resume):
		m.offerResume()
		return nil, true
	}
	return nil, false
}

// stop opens the plan that stops the task, unless there is nothing to stop.
func (m *Model) stop() tea.Cmd {
	r := m.subjectRow()
	if r == nil || m.opt.Act == nil {
		return m.propose(model.ActionCancel)
	}
	if action, allowed := stopping(r); allowed || r.RecordedState == model.StateActive || r.State == model.StateActive {
		return m.propose(action)
	}
	m.notice = "there is nothing to stop: the queue says " + safe.Line(r.Recorded, lineLimit)
	for i := range r.Actions {
		if a := &r.Actions[i]; a.Name == model.ActionCancel && a.Reason != "" {
			m.notice += ", and it cannot be cancelled: " + safe.Line(a.Reason, quoteLimit)
		}
	}
	return nil
}

// stopping is the way to stop the task that it allows; where none does, the one
// whose plan says what else there is.
func stopping(r *model.Row) (action model.ActionName, allowed bool) {
	var first model.ActionName
	for _, want := range []model.ActionName{model.ActionReclaim, model.ActionCancel, model.ActionHold} {
		for _, a := range r.Actions {
			if a.Name != want {
				continue
			}
			if a.Allowed {
				return want, true
			}
			if first == "" {
				first = want
			}
		}
	}
	if first == "" || r.State == model.StateActive && has(r.Actions, model.ActionCancel) {
		return model.ActionCancel, false
	}
	return first, false
}

func has(actions []model.Action, name model.ActionName) bool {
	for _, a := range actions {
		if a.Name == name {
			return true
		}
	}
	return false
}

// propose opens the plan of an action.
func (m *Model) propose(action model.ActionName) tea.Cmd {
	subjects, left := m.subjects()
	switch {
	case len(subjects) == 0:
		m.notice = "there is no task here"
		return nil
	case m.opt.Act == nil:
		m.notice = "nothing may be written now (" + m.opt.NoAct + ")"
		return nil
	case m.work != nil:
		return nil // the notice says what is under way
	}
	m.current().moved = true
	m.plan = newPlanDialog(action, subjects)
	m.plan.left = left
	m.drafts.restore(m.plan)
	return m.rework()
}

// did tells what became of an action.
func (m *Model) did(msg doneMsg) tea.Cmd {
	m.work = nil
	m.notice = outcome(msg)
	if len(msg.errs) == 0 && msg.left == 0 {
		m.drafts.drop(msg.draft)
	}
	var again tea.Cmd
	if m.actions != nil {
		again = m.readActions()
	}
	if m.detail != nil && !m.detail.reading {
		return tea.Batch(again, m.readHistory())
	}
	return again
}

func outcome(msg doneMsg) string {
	said := deeds[msg.action].past
	if msg.undoing {
		said = "undone"
	}
	switch {
	case len(msg.records) == 1 && len(msg.errs) == 0 && msg.left == 0:
		r := &msg.records[0]
		said += " " + safe.Line(r.Task.ID, idLimit) + ": " + r.Was + " to " + r.Now
		if r.Undo != "" {
			said += " (z undoes it " + r.Undo + ")"
		}
		return said
	case len(msg.records) == 0 && len(msg.errs) == 1 && msg.left == 0:
		return "nothing was done: " + safe.Line(msg.errs[0].Error(), quoteLimit)
	}
	if len(msg.records) == 0 && len(msg.errs) == 0 {
		return "stopped: nothing was done"
	}
	said = words.Count(len(msg.records), "task", "tasks") + " " + said
	if msg.left > 0 {
		said += ", " + words.Number(msg.left) + " not tried"
	}
	if len(msg.errs) > 0 {
		changed := 0
		for _, err := range msg.errs {
			if errors.Is(err, source.ErrChanged) {
				changed++
			}
		}
		said += fmt.Sprintf(", %d not, of which %d changed under you: %s", len(msg.errs), changed, safe.Line(msg.errs[0].Error(), quoteLimit))
	}
	return said
}

// deed is how an action is spoken of.
type deed struct{ verb, past string }

var deeds = map[model.ActionName]deed{
	model.ActionUnblock:   {"Unblock", "unblocked"},
	model.ActionRequeue:   {"Requeue", "requeued"},
	model.ActionReclaim:   {"Reclaim", "reclaimed"},
	model.ActionBlock:     {"Mark blocked", "marked blocked"},
	model.ActionCancel:    {"Cancel", "cancelled"},
	model.ActionHold:      {"Put on hold", "put on hold"},
	model.ActionResume:    {"Resume", "resumed"},
	model.ActionRevive:    {"Revive", "revived"},
	model.ActionRunNow:    {"Run now", "set to run now"},
	model.ActionRetry:     {"Retry", "retried"},
	model.ActionResetStep: {"Reset a step of", "a step was reset of"},
	model.ActionMessage:   {"Send a message to", "sent a message to"},
}
