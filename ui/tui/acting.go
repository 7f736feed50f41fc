package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/board"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/words"
)

// Acting is what the screen needs to act on queues. Its methods may be called
// from any goroutine.
type Acting interface {
	// Plan returns the plan of an action and writes nothing.
	Plan(ctx context.Context, ref model.Ref, r source.Request) (board.Planned, error)
	// Do does what was planned and returns the record that the journal keeps.
	Do(ctx context.Context, p board.Planned) (source.Record, error)
	// BeginCommand records in the journal that a command is about to run for a task.
	// The caller calls end with the outcome. If it fails, the command must not run.
	BeginCommand(ctx context.Context, ref model.Ref, c journal.Command) (end func(how string) error, err error)
	// PlanUndo returns the plan that undoes a recorded action.
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

// subjects returns the task under the cursor, or all tasks of the cause under it.
func (m *Model) subjects() (all []subject) {
	at := m.board.current().cursor
	if topmost[*detail](m) != nil || at.row != nil {
		r := m.subjectRow()
		return []subject{{ref: r.Ref(), title: r.Title}}
	}
	members := m.board.snap.Members(m.board.focus, at.group)
	for i := range members.Len() {
		ref, _ := members.Ref(i)
		all = append(all, subject{ref: ref})
	}
	return all
}

// subjectRow returns the first of the subjects; nil if there is none.
func (m *Model) subjectRow() *model.Row {
	if d := topmost[*detail](m); d != nil {
		return d.row
	}
	at := m.board.current().cursor
	if at.row == nil && at.group != nil {
		return at.group.First()
	}
	return at.row
}

// allows reports whether the task under the cursor allows an action, as far as
// is known without a plan.
func (m *Model) allows(name model.ActionName) bool {
	r := m.subjectRow()
	if r == nil || name == "" || len(r.Actions) == 0 {
		return true
	}
	return isAllowed(r, standIn(r, name))
}

// standIns are what the key of an action begins, best first, on a task whose source has
// another way to the same end.
var standIns = map[model.ActionName][]model.ActionName{
	model.ActionUnblock: {model.ActionResetStep, model.ActionMessage, model.ActionResume, model.ActionRevive},
	model.ActionRequeue: {model.ActionRetry, model.ActionRevive, model.ActionRunNow},
}

// standIn returns the action that is begun where this one was asked for: itself or one
// of its stand-ins, whichever the task allows first, or else lists first. The row may be
// nil.
func standIn(r *model.Row, name model.ActionName) model.ActionName {
	if r == nil {
		return name
	}
	listed := model.ActionName("")
	for _, try := range append([]model.ActionName{name}, standIns[name]...) {
		if isAllowed(r, try) {
			return try
		}
		if listed == "" && actionOf(r, try) != nil {
			listed = try
		}
	}
	return cmp.Or(listed, name)
}

func isAllowed(r *model.Row, name model.ActionName) bool {
	a := actionOf(r, name)
	return a != nil && a.Allowed
}

// mayNotAct says why the program may not write; empty: it may.
func (m *Model) mayNotAct() string {
	if m.opt.Act == nil {
		return "nothing may be written now (" + m.opt.NoAct + ")"
	}
	return ""
}

// cannotAct says why no action can be begun: the program may not write, or another
// action is under way.
func (m *Model) cannotAct() string { return cmp.Or(m.mayNotAct(), m.progress()) }

// nothingToActOn says why no action can be planned.
func (m *Model) nothingToActOn() string { return cmp.Or(m.nothingHere(), m.cannotAct()) }

// nothingToStop says why there is no plan that stops the task.
func (m *Model) nothingToStop() string {
	if why := m.nothingToActOn(); why != "" {
		return why
	}
	r := m.subjectRow()
	if _, allowed := chooseStop(r); allowed || r.RecordedState == model.StateActive || r.State == model.StateActive {
		return ""
	}
	said := "there is nothing to stop: the queue says " + safe.Line(r.Recorded, lineLimit)
	if a := actionOf(r, model.ActionCancel); a != nil && a.Reason != "" {
		said += ", and it cannot be cancelled: " + safe.Line(a.Reason, quoteLimit)
	}
	return said
}

func (m *Model) proposeStop() tea.Cmd {
	action, _ := chooseStop(m.subjectRow())
	return m.propose(action)
}

// chooseStop returns the mildest allowed action that stops the task. If none is
// allowed, it returns the one whose refused plan tells the operator most.
func chooseStop(r *model.Row) (action model.ActionName, allowed bool) {
	var first model.ActionName
	for _, want := range []model.ActionName{model.ActionReclaim, model.ActionCancel, model.ActionHold} {
		switch a := actionOf(r, want); {
		case a == nil:
		case a.Allowed:
			return want, true
		default:
			first = cmp.Or(first, want)
		}
	}
	if first == "" || r.State == model.StateActive && actionOf(r, model.ActionCancel) != nil {
		return model.ActionCancel, false
	}
	return first, false
}

// actionOf returns the row's entry for an action; nil if the row has none.
func actionOf(r *model.Row, name model.ActionName) *model.Action {
	i := slices.IndexFunc(r.Actions, func(a model.Action) bool { return a.Name == name })
	if i < 0 {
		return nil
	}
	return &r.Actions[i]
}

// propose opens the plan of an action.
func (m *Model) propose(action model.ActionName) tea.Cmd {
	action = standIn(m.subjectRow(), action)
	subjects := m.subjects()
	m.board.current().moved = true
	d := newPlanDialog(action, subjects)
	draft := m.drafts[d.draftKey()]
	d.answer.SetValue(draft.Answer)
	d.reason.SetValue(draft.Reason)
	m.push(d)
	return m.replan(d)
}

// finishWork shows the outcome of an action whose last task is done.
func (m *Model) finishWork(w *work) tea.Cmd {
	m.work = nil
	m.notice = m.outcome(w)
	if len(w.errs) == 0 && w.left == 0 {
		delete(m.drafts, w.draft)
	}
	var again tea.Cmd
	if topmost[*journalScreen](m) != nil {
		again = m.readJournal()
	}
	return tea.Batch(again, m.readAgain())
}

func (m *Model) outcome(w *work) string {
	did := m.keys.past(w.action)
	if w.undoing {
		did = "undone"
	}
	switch {
	case w.left == 0 && w.passed == 0 && w.done == 1 && len(w.errs) == 0:
		r := &w.first
		said := did + " " + safe.Line(r.Task.ID, idLimit) + ": " + report.Moved(r.Was, r.Now, r.Adds, "to")
		if r.Undo != "" {
			said += " (" + m.keys.name("journal.undo") + " undoes it " + r.Undo + ")"
		}
		return said
	case w.left == 0 && w.passed == 0 && w.done == 0 && len(w.errs) == 1:
		return "nothing was done: " + safe.Line(w.errs[0].Error(), quoteLimit)
	case w.done == 0 && len(w.errs) == 0 && w.passed == 0:
		return "stopped: nothing was done"
	}
	said := words.Count(w.done, "task", "tasks") + " " + did
	if w.left > 0 {
		said += ", " + words.Number(w.left) + " not tried"
	}
	if w.passed > 0 {
		said += ", " + words.Number(w.passed) + " left as they are: " + safe.Line(w.why, quoteLimit)
	}
	if len(w.errs) > 0 {
		changed := 0
		for _, err := range w.errs {
			if errors.Is(err, source.ErrChanged) {
				changed++
			}
		}
		said += fmt.Sprintf(", %d not, of which %d changed under you: %s", len(w.errs), changed, safe.Line(w.errs[0].Error(), quoteLimit))
	}
	return said
}
