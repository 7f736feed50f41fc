package tui

import (
	"context"
	"errors"
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/model/board"
	"notdone/source"
	"notdone/source/journal"
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

// massLimit bounds how many tasks of one cause are acted on by one key.
const massLimit = 200

// subject is a task that is to be acted on.
type subject struct {
	ref   model.Ref
	title string
}

// subjects are the task under the cursor, or all tasks of the cause under it.
func (m *Model) subjects() []subject {
	if m.detail != nil {
		return []subject{{m.detail.row.Ref(), m.detail.row.Title}}
	}
	at := m.current().cursor
	switch {
	case at.row != nil:
		return []subject{{at.row.Ref(), at.row.Title}}
	case at.group == nil:
		return nil
	}
	var all []subject
	for _, r := range at.group.After(nil, massLimit) {
		all = append(all, subject{r.Ref(), r.Title})
	}
	return all
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
		return m.propose(m.stopping()), true
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

// stopping is the way to stop the task that it allows; where none does, the one
// whose plan says what else there is.
func (m *Model) stopping() model.ActionName {
	r := m.subjectRow()
	if r == nil {
		return model.ActionCancel
	}
	var first model.ActionName
	for _, want := range []model.ActionName{model.ActionReclaim, model.ActionCancel, model.ActionHold} {
		for _, a := range r.Actions {
			if a.Name != want {
				continue
			}
			if a.Allowed {
				return want
			}
			if first == "" {
				first = want
			}
		}
	}
	if first == "" || r.State == model.StateActive && has(r.Actions, model.ActionCancel) {
		return model.ActionCancel
	}
	return first
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
	subjects := m.subjects()
	switch {
	case len(subjects) == 0:
		m.notice = "there is no task here"
		return nil
	case m.opt.Act == nil:
		m.notice = "nothing may be written now (" + m.opt.NoAct + ")"
		return nil
	}
	m.plan = newPlanDialog(action, subjects)
	return m.rework()
}

// plannedMsg brings plans that were worked out.
type plannedMsg struct {
	gen   uint64
	plans []board.Planned
	errs  []error
}

// rework works the plans of the open dialog out with what was typed.
func (m *Model) rework() tea.Cmd {
	d := m.plan
	d.gen++
	d.waiting = true
	ctx, act, gen, undoing := m.ctx, m.opt.Act, d.gen, d.undoes
	subjects, request := d.subjects, d.request()
	return func() tea.Msg {
		msg := plannedMsg{gen: gen}
		for _, s := range subjects {
			var p board.Planned
			var err error
			if undoing != nil {
				p, err = act.PlanUndo(ctx, *undoing)
			} else {
				r := request
				r.Task = s.ref.ID
				p, err = act.Plan(ctx, s.ref, r)
			}
			msg.plans, msg.errs = append(msg.plans, p), append(msg.errs, err)
		}
		return msg
	}
}

func (m *Model) planned(msg plannedMsg) tea.Cmd {
	if m.plan == nil || m.plan.gen != msg.gen {
		return nil
	}
	m.plan.take(msg)
	return nil
}

// doneMsg says what became of the plans that were applied.
type doneMsg struct {
	action  model.ActionName
	undoing bool
	records []source.Record
	title   string
	errs    []error
}

// apply does what the open dialog shows.
func (m *Model) apply() tea.Cmd {
	d := m.plan
	plans := d.allowed()
	if len(plans) == 0 || d.waiting {
		return nil
	}
	m.plan = nil
	m.notice = "working" + m.opt.Theme.Ellipsis
	ctx, act, msg := m.ctx, m.opt.Act, doneMsg{action: plans[0].Action, undoing: d.undoes != nil, title: d.subjects[0].title}
	return func() tea.Msg {
		for _, p := range plans {
			r, err := act.Do(ctx, p)
			if err != nil {
				msg.errs = append(msg.errs, err)
				continue
			}
			msg.records = append(msg.records, r)
		}
		return msg
	}
}

// did tells what became of an action.
func (m *Model) did(msg doneMsg) tea.Cmd {
	m.notice = outcome(msg)
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
		said = "taken back"
	}
	switch {
	case len(msg.records) == 1 && len(msg.errs) == 0:
		r := &msg.records[0]
		said += " " + r.Task.ID + ": " + r.Was + " to " + r.Now
		if r.Undo != "" {
			said += " (z takes it back " + r.Undo + ")"
		}
		return said
	case len(msg.records) == 0 && len(msg.errs) == 1:
		return "nothing was done: " + safe.Line(msg.errs[0].Error(), quoteLimit)
	}
	said = words.Count(len(msg.records), "task", "tasks") + " " + said
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
