package tui

import (
	"cmp"
	"context"
	"slices"
	"strings"

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

// subjects returns the selected tasks that are not hidden, or the task under the cursor, or all tasks of the cause under it.
func (m *Model) subjects() (all []subject) {
	at := m.board.current().cursor
	if m.actsOnSelection() {
		for _, ref := range m.board.shownSelection() {
			all = append(all, subject{ref: ref})
		}
		return all
	}
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

// actsOnSelection reports whether actions are about the selected tasks.
func (m *Model) actsOnSelection() bool {
	return topmost[*detail](m) == nil && len(m.board.chosen.refs) > 0
}

// actRow returns the first of the tasks that actions are about; nil if there is none.
func (m *Model) actRow() *model.Row {
	if shown := m.board.shownSelection(); m.actsOnSelection() && len(shown) > 0 {
		for _, s := range []*board.Snapshot{m.whole, m.board.snap} {
			if r, listed := s.Get(shown[0]); listed {
				return r
			}
		}
	}
	return m.subjectRow()
}

// allows reports whether the task under the cursor allows an action, as far as
// is known without a plan.
func (m *Model) allows(name model.ActionName) bool {
	r := m.actRow()
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
	if name == model.ActionUnblock && r.OnHold() != nil && isAllowed(r, model.ActionResume) {
		return model.ActionResume // an unblock of what is on hold is one
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
func (m *Model) nothingToActOn() string {
	return cmp.Or(m.nothingHere(), m.allHidden(), m.cannotAct(), m.unable())
}

// unable says why nothing can be done to any of the tasks that actions are about: their
// sources can only be read. Empty: something may be possible.
func (m *Model) unable() string {
	r := m.actRow()
	if r == nil {
		return ""
	}
	why := m.unableIn(r.Queue)
	if why == "" {
		return ""
	}
	if m.actsOnSelection() {
		for _, ref := range m.board.shownSelection() {
			if m.unableIn(ref.Queue) == "" {
				return ""
			}
		}
	} else if at := m.board.current().cursor; topmost[*detail](m) == nil && at.row == nil {
		members := m.board.snap.Members(m.board.focus, at.group)
		for i := range members.Len() {
			if ref, ok := members.Ref(i); ok && m.unableIn(ref.Queue) == "" {
				return ""
			}
		}
	}
	return safe.Line(why, lineLimit)
}

// unableIn says why nothing can be done in a queue.
func (m *Model) unableIn(queue string) string {
	for i := range m.whole.Sources {
		if s := &m.whole.Sources[i]; s.Queue == queue {
			return s.Unable
		}
	}
	return ""
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
	m.endRange()
	action = standIn(m.actRow(), action)
	subjects := m.subjects()
	m.board.current().moved = true
	d := newPlanDialog(action, subjects)
	if d.picked = m.actsOnSelection(); d.picked {
		d.hidden = m.board.hiddenSelected()
	}
	first := m.actRow()
	if at := m.board.current().cursor; !d.picked && len(subjects) > 1 && at.group != nil {
		d.cause, first = m.groupLabel(at.group)
	}
	if !d.picked && first != nil {
		d.met = first.Obstacle
	}
	draft := m.drafts[d.draftKey()]
	d.answer.SetValue(draft.Answer)
	d.reason.SetValue(draft.Reason)
	d.focus(onAnswer) // until the plans are there
	if a := m.refused(d); a != nil {
		return m.sayRefusal(d, a)
	}
	m.push(d)
	return m.replan(d)
}

// refused returns the row's entry for the action of a dialog about one task, if the row
// says that it is impossible, and why; else nil.
func (m *Model) refused(d *planDialog) *model.Action {
	if len(d.subjects) > 1 || d.picked {
		return nil
	}
	r := m.actRow()
	a := actionOf(r, d.action)
	switch {
	case a == nil && r != nil && len(r.Actions) > 0:
		return &model.Action{Name: d.action, Reason: unlisted(r)}
	case a == nil || a.Allowed || a.Reason == "":
		return nil
	}
	return a
}

// unlisted says that the system of a task lacks an action, and which ones are possible.
func unlisted(r *model.Row) string {
	said := safe.Line(r.Source, idLimit) + " has no such action"
	var others []string
	for i := range r.Actions {
		if r.Actions[i].Allowed {
			others = append(others, string(r.Actions[i].Name))
		}
	}
	if len(others) > 0 {
		said += "; what can be done here: " + strings.Join(others, ", ")
	}
	return said
}

// sayRefusal says why an action is impossible. Only where its plan is possible after all, or
// tells how else it is done, the plan is shown.
func (m *Model) sayRefusal(d *planDialog, a *model.Action) tea.Cmd {
	m.planned++
	m.seeking = true
	this, from, request := m.planned, m.top(), d.request()
	return func() tea.Msg {
		p := m.planSome(m.ctx, d.subjects, request)[0]
		return then(func() tea.Cmd {
			if this != m.planned || m.top() != from {
				return nil
			}
			m.seeking = false
			if p.Err != nil || p.Refused == "" || len(p.Command)+len(p.FollowUp) > 0 {
				m.push(d)
				return m.replan(d)
			}
			said := string(a.Name) + " " + safe.Line(p.Task.ID, idLimit)
			if v := m.keys.verb(a.Name); v != nil {
				said = v.to(safe.Line(p.Task.ID, idLimit))
			}
			m.notice = "cannot " + said + ": " + safe.Line(p.Refused, quoteLimit)
			return nil
		})
	}
}

// finishWork shows the outcome of an action whose last task is done. Where one of several
// tasks was not done as planned, and no key was pressed meanwhile, it lists them all.
func (m *Model) finishWork(w *work) tea.Cmd {
	m.work = nil
	m.notice = m.outcome(w)
	m.refreshResults()
	undone := len(w.results) - w.known - w.count(wasApplied)
	if undone == w.count(wasPassed) {
		delete(m.drafts, w.draft)
	}
	var again, list tea.Cmd
	if topmost[*journalScreen](m) != nil {
		again = m.readJournal()
	}
	if undone > 0 && len(w.results) > 1 && w.keys == m.typed {
		list = m.openResults()
	}
	return tea.Batch(again, list, m.readAgain(), m.ended(m.became(w)))
}

// outcome describes a finished action, and how it is undone.
func (m *Model) outcome(w *work) string { return m.became(w) + m.wayBack(w) }

// became says what became of the tasks of a finished action.
func (m *Model) became(w *work) string {
	did, done, left, passed := m.did(w), w.count(wasApplied), w.count(isLeft), w.count(wasPassed)
	not := len(w.results) - w.known - done - left - passed
	switch {
	case done == 1 && not+left+passed == 0:
		r := &w.first
		return did + " " + safe.Line(r.Task.ID, idLimit) + ": " + report.Moved(r.Was, r.Now, r.Adds, "to")
	case not == 1 && done+left+passed == 0:
		return "nothing was done: " + safe.Line(w.why, quoteLimit)
	case done+not+passed == 0:
		return "stopped: nothing was done"
	}
	said := words.Count(done, "task", "tasks") + " " + did
	if left > 0 {
		said += ", " + words.Number(left) + " not tried"
	}
	if passed > 0 {
		i := slices.IndexFunc(w.results, func(r result) bool { return r.fate == wasPassed })
		said += ", " + words.Number(passed) + " left as they are: " + safe.Line(w.results[i].said, quoteLimit)
	}
	if not > 0 {
		said += ", " + words.Number(not) + " not"
		if changed := w.count(hasChanged); changed > 0 && changed < not {
			said += ", of which " + words.Number(changed) + " changed under you"
		}
		said += ": " + safe.Line(w.why, quoteLimit)
	}
	return said
}

// wayBack says how a finished action is undone; empty where it cannot be, or where one of several
// tasks was done.
func (m *Model) wayBack(w *work) string {
	if done := w.count(wasApplied); w.first.Undo == "" || done == 1 && len(w.results)-w.known > 1 {
		return ""
	}
	return " (" + m.keys.name("journal.undo") + " undoes it " + w.first.Undo + ")"
}

// did is the past participle of an action: "requeued".
func (m *Model) did(w *work) string {
	if w.undoing {
		return "undone"
	}
	return report.Past(w.action)
}
