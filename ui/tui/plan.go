package tui

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/textarea"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
	"notdone/ui/report"
)

// place is a part of the plan dialog that can have the focus.
type place int

const (
	onCancel place = iota // the button
	onAnswer
	onReason
	numPlaces
)

// planDialog shows what an action would write, and applies it when it is confirmed.
type planDialog struct {
	action   model.ActionName
	subjects []subject
	picked   bool            // they were selected one by one
	hidden   int             // how many more are selected, which the filter hides
	cause    string          // the name of the cause that they are of; empty: of several, or of none
	met      *model.Obstacle // what stands in their way; nil: unknown
	undoing  bool
	skipped  []string // newer actions that cannot be undone, and why

	coming  *[]report.TaskPlan // the plans made so far by the replan under way; nil: none is
	plans   []report.TaskPlan
	summary *report.Summary // of the plans
	opened  map[int]bool    // the tasks of the summary whose rows are shown
	was     string          // the recorded status in the first plan shown
	changed string          // the recorded status now, if that differs

	at     place
	placed bool // the focus was put where the first plans want it
	stray  bool // letters were typed that went into no field
	answer textarea.Model
	reason textinput.Model
	asked  source.Request // the request of the plans, without the task

	dialog
	below []string // fields and buttons
}

func newPlanDialog(action model.ActionName, subjects []subject) *planDialog {
	d := &planDialog{action: action, subjects: subjects, answer: newTextArea(), reason: newInput(), opened: map[int]bool{}}
	d.reason.CharLimit += answerLimit // an answer goes there where the owner has no place for one
	return d
}

// refs returns the tasks that the plan is about.
func (d *planDialog) refs() []model.Ref {
	refs := make([]model.Ref, len(d.subjects))
	for i := range d.subjects {
		refs[i] = d.subjects[i].ref
	}
	return refs
}

// shown returns the tasks whose plans are shown: all but those of a large cause.
func (d *planDialog) shown() []subject { return d.subjects[:min(len(d.subjects), shownPlans)] }

// waiting reports whether plans are being made.
func (d *planDialog) waiting() bool { return d.coming != nil }

// request returns the request with the fields as typed, without the task.
func (d *planDialog) request() source.Request {
	return source.Request{Action: d.action, Answer: d.answer.Value(), Reason: d.reason.Value()}
}

// take shows new plans, and notes whether the task's status has changed since the
// first ones. The arrow stands between two statuses.
func (d *planDialog) take(plans []report.TaskPlan, arrow string) {
	refuseIncomplete(plans)
	d.coming, d.plans, d.summary = nil, plans, report.Summarize(plans, d.undoing, arrow)
	if d.has = len(plans) > 1; !d.has && len(d.opened) > 0 {
		d.opened = map[int]bool{0: true}
	}
	first := d.first()
	if d.at == onAnswer && first != nil && first.Refused == "" && !first.TakesAnswer && d.answer.Value() != "" {
		d.reason.SetValue(strings.TrimSpace(d.reason.Value() + " " + d.answer.Value()))
		d.answer.SetValue("")
		d.focus(onReason)
	}
	d.placeFocus()
	if first != nil {
		if d.was == "" {
			d.was = first.Was
		} else if first.Was != d.was {
			d.changed = first.Was
		}
	}
}

// placeFocus moves the focus, when the first plans are there, from the field of the answer, in
// which it waits for them, to the part of the dialog that comes first: that field if they take an
// answer, so that no letter of one is a key; the reason if it is required; else the button. What
// was typed meanwhile keeps its field.
func (d *planDialog) placeFocus() {
	if d.placed {
		return
	}
	d.placed = true
	first := d.first()
	switch {
	case first == nil || !d.canType():
		d.focus(onCancel)
	case d.at == onAnswer && !first.TakesAnswer && first.Missing != "":
		d.focus(onReason)
	case d.at == onAnswer && !first.TakesAnswer:
		d.focus(onCancel)
	}
}

// focus moves the focus to a part of the dialog.
func (d *planDialog) focus(at place) tea.Cmd {
	d.answer.Blur()
	d.reason.Blur()
	switch d.at = at; at {
	case onAnswer:
		return d.answer.Focus()
	case onReason:
		return d.reason.Focus()
	case onCancel, numPlaces:
	}
	return nil
}

// refuseIncomplete refuses the plans that lack a text where others lack nothing, so that
// the others can be applied without it.
func refuseIncomplete(plans []report.TaskPlan) {
	if !slices.ContainsFunc(plans, func(p report.TaskPlan) bool { return p.Allowed() && p.Missing == "" }) {
		return
	}
	for i := range plans {
		plans[i].Refused = cmp.Or(plans[i].Refused, plans[i].Missing)
	}
}

// first returns the first plan that can be applied, else the first refused one; nil:
// there is none.
func (d *planDialog) first() *board.Planned {
	i := slices.IndexFunc(d.plans, func(p report.TaskPlan) bool { return p.Allowed() })
	if i < 0 {
		i = slices.IndexFunc(d.plans, func(p report.TaskPlan) bool { return p.Err == nil })
	}
	if i < 0 {
		return nil
	}
	return &d.plans[i].Planned
}

// allowed returns the plans that can be applied.
func (d *planDialog) allowed() []board.Planned {
	var all []board.Planned
	for i := range d.plans {
		if d.plans[i].Allowed() {
			all = append(all, d.plans[i].Planned)
		}
	}
	return all
}

// takesAnswer reports whether the owner has a place for an answer; while that is not known
// yet, one can be typed.
func (d *planDialog) takesAnswer() bool {
	first := d.first()
	return !d.undoing && (first == nil && d.waiting() || first != nil && first.TakesAnswer)
}

// canType reports whether the plan has fields.
func (d *planDialog) canType() bool {
	return !d.undoing && (len(d.allowed()) > 0 || d.waiting() && d.first() == nil)
}

func (d *planDialog) scope() Scope {
	return [...]Scope{onCancel: OnPlan, onAnswer: OnAnswer, onReason: OnField}[d.at]
}

// back closes the dialog and keeps what was typed for the next time.
func (d *planDialog) back(m *Model) tea.Cmd {
	m.pop()
	switch kept := m.keepDraft(d); {
	case kept:
		m.notice = "nothing was written; what you typed comes back with the same key"
	case d.stray:
		m.notice = "nothing was written; letters typed on [ " + d.leaveWord() + " ] went into no field"
	}
	return nil
}

// step moves the focus to the next place that there is, and makes the plans anew if
// a field has changed.
func (d *planDialog) step(m *Model, by int) tea.Cmd {
	at := d.at
	for range numPlaces {
		at = (at + place(by) + numPlaces) % numPlaces
		if at == onCancel || at == onAnswer && d.takesAnswer() || at == onReason && d.canType() {
			break
		}
	}
	var again tea.Cmd
	if !d.undoing && d.request() != d.asked {
		again = m.replan(d)
	}
	return tea.Batch(d.focus(at), again)
}

func (d *planDialog) accept(m *Model) tea.Cmd { return d.step(m, 1) }

// newline begins a new line of the answer.
func (m *Model) newline() tea.Cmd {
	topmost[*planDialog](m).answer.InsertRune('\n')
	return nil
}

// field returns the first field of the plan; onCancel: it has none.
func (d *planDialog) field() place {
	switch {
	case !d.canType():
		return onCancel
	case d.takesAnswer():
		return onAnswer
	}
	return onReason
}

// typed passes a key or paste to the focused field. What is pasted on the button goes into the
// first field, and takes the focus there.
func (d *planDialog) typed(m *Model, msg tea.Msg) tea.Cmd {
	if d.at == onCancel {
		if d.focus(d.field()); d.at == onCancel {
			m.notice = "nothing was pasted: there is no field here"
		}
	}
	var cmd tea.Cmd
	before := d.request()
	switch d.at {
	case onAnswer:
		d.answer, cmd = d.answer.Update(msg)
	case onReason:
		d.reason, cmd = d.reason.Update(msg)
	case onCancel, numPlaces:
		return nil
	}
	now := d.request()
	m.notice = cmp.Or(leftOut(msg, before.Answer+before.Reason, now.Answer+now.Reason), m.notice)
	return cmd
}

// move moves the cursor among the tasks. While it is out of sight, the text scrolls.
func (d *planDialog) move(m *Model, to motion) tea.Cmd {
	at := d.line(d.cursor)
	if by := to.steps(0, 0); (to == up || to == down) && d.has && (at < d.from || at >= d.from+d.room) {
		d.to(d.from + by)
		d.keepCursor(to)
		return nil
	}
	return d.reader.move(m, to)
}

// noRows says why no rows can be shown.
func (m *Model) noRows() string {
	if len(topmost[*planDialog](m).allowed()) == 0 {
		return "no row is written"
	}
	return ""
}

// toggleRows shows or hides the rows that are written for the task under the cursor.
func (m *Model) toggleRows() tea.Cmd {
	d := topmost[*planDialog](m)
	at := d.cursor
	d.opened[at] = !d.opened[at]
	d.due = d.opened[at]
	return nil
}

// nothingToApply says why the plan in front cannot be applied.
func (m *Model) nothingToApply() string {
	switch d := topmost[*planDialog](m); {
	case d.waiting():
		return "there is nothing to apply yet"
	case len(d.allowed()) == 0:
		return "there is nothing to apply"
	case d.first().Missing != "":
		return "nothing is applied yet: " + d.first().Missing
	}
	return ""
}

// confirmPlan applies the plans if the operator has had time to read them.
func (m *Model) confirmPlan() tea.Cmd {
	d := topmost[*planDialog](m)
	if !d.whole {
		m.notice = "nothing is applied before all of the plan was shown: this is more of it"
		d.showUnseen()
		return nil
	}
	return d.confirm(m, "not applied", "plan.apply", m.apply)
}

// latePause is for how long after a plan has closed the key that applies plans does nothing.
const latePause = 2 * time.Second

// closePlan closes the plan in front, which is applied.
func (m *Model) closePlan() {
	m.pop()
	m.applied = m.opt.Now()
}

// meantForPlan reports whether a key that applies plans was meant for one that has just
// closed, or is not shown yet. Any other key ends that.
func (m *Model) meantForPlan(key string) bool {
	if a := m.keys.action(OnPlan, key); a == nil || a.ID != "plan.apply" {
		m.applied = time.Time{}
		return false
	}
	now := m.opt.Now()
	switch {
	case m.seeking:
		m.notice = "the plan is not shown yet"
	case now.Sub(m.applied) < latePause:
		m.applied = now
		if m.work == nil {
			m.notice = m.outcome(m.worked)
		}
	default:
		return false
	}
	return true
}

// maxDrafts is the greatest number of drafts.
const maxDrafts = 100

// draftKey returns the key of the dialog's draft: its action and tasks.
func (d *planDialog) draftKey() string {
	parts := []string{string(d.action)}
	for i := range d.subjects {
		parts = append(parts, d.subjects[i].ref.Queue, d.subjects[i].ref.ID)
	}
	return strings.Join(parts, "\x00")
}

// keepDraft stores what was typed into a dialog, and reports whether there was
// anything.
func (m *Model) keepDraft(d *planDialog) bool {
	r := d.request()
	if d.undoing || r.Answer == "" && r.Reason == "" {
		delete(m.drafts, d.draftKey())
		return false
	}
	if len(m.drafts) >= maxDrafts {
		clear(m.drafts)
	}
	m.drafts[d.draftKey()] = r
	return true
}
