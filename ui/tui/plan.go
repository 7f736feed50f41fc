package tui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
)

// place is a part of the plan dialog that can have the cursor.
type place int

const (
	onCancel place = iota // where the cursor is when the dialog opens
	onAnswer
	onReason
	numPlaces
)

// planDialog shows what an action would do, before anything is written.
type planDialog struct {
	action   model.ActionName
	subjects []subject
	left     rest
	undoing  bool
	skipped  []string // newer actions that cannot be undone, and why

	gen     uint64     // of the last planning asked for
	waiting bool       // a planning has been asked for and has not come
	coming  plannedMsg // what of it has come so far
	plans   []board.Planned
	errs    []error
	was     string // the recorded status that the operator saw first
	changed string // what it is now, if that differs

	at     place
	answer textinput.Model
	reason textinput.Model
	typed  source.Request // what the plans were worked out with

	gate  gate
	text  reader
	below []string        // fields and buttons
	seen  map[string]bool // the lines that were on the screen
	whole bool            // all that tells what is applied was

	needed int // how many lines tell that; the queue's own command comes after them
}

func newPlanDialog(action model.ActionName, subjects []subject) *planDialog {
	return &planDialog{action: action, subjects: subjects, answer: newInput(), reason: newInput(), seen: map[string]bool{}}
}

// request is what the dialog asks for, without the task.
func (d *planDialog) request() source.Request {
	d.typed = source.Request{Action: d.action, Answer: d.answer.Value(), Reason: d.reason.Value()}
	return d.typed
}

// dirty reports whether something was typed since the plans were worked out.
func (d *planDialog) dirty() bool {
	return d.typed.Answer != d.answer.Value() || d.typed.Reason != d.reason.Value()
}

// take takes plans in.
func (d *planDialog) take(msg plannedMsg) {
	d.waiting, d.plans, d.errs = false, msg.plans, msg.errs
	if first := d.first(); first != nil {
		if d.was == "" {
			d.was = first.Was
		} else if first.Was != d.was {
			d.changed = first.Was
		}
	}
}

// first is the first plan that can be applied, else the first one at all; nil
// while there is none.
func (d *planDialog) first() *board.Planned {
	var any *board.Planned
	for i := range d.plans {
		if d.errs[i] != nil {
			continue
		}
		if d.plans[i].Refused == "" {
			return &d.plans[i]
		}
		if any == nil {
			any = &d.plans[i]
		}
	}
	return any
}

// allowed are the plans that can be applied.
func (d *planDialog) allowed() []board.Planned {
	var all []board.Planned
	for i := range d.plans {
		if d.errs[i] == nil && d.plans[i].Refused == "" {
			all = append(all, d.plans[i])
		}
	}
	return all
}

// takesAnswer reports whether the owner has a place for an answer.
func (d *planDialog) takesAnswer() bool {
	first := d.first()
	return !d.undoing && first != nil && first.TakesAnswer
}

// typing is the input that has the cursor; nil when none has.
func (d *planDialog) typing() *textinput.Model {
	switch d.at {
	case onAnswer:
		return &d.answer
	case onReason:
		return &d.reason
	case onCancel, numPlaces:
	}
	return nil
}

// step moves the cursor to the next place that there is.
func (d *planDialog) step(by int) tea.Cmd {
	if in := d.typing(); in != nil {
		in.Blur()
	}
	for range numPlaces {
		d.at = (d.at + place(by) + numPlaces) % numPlaces
		if d.at == onAnswer && !d.takesAnswer() || d.at == onReason && d.undoing {
			continue
		}
		break
	}
	if in := d.typing(); in != nil {
		return in.Focus()
	}
	return nil
}

// pressedInPlan handles a key while a plan is open. A paste goes into the input
// that has the cursor, and nowhere else.
func (m *Model) pressedInPlan(msg tea.KeyPressMsg) tea.Cmd {
	k, d := &m.opt.Keys, m.plan
	switch {
	case key.Matches(msg, k.Back):
		m.closePlan()
		return nil
	case key.Matches(msg, k.Next):
		return m.leave(d.step(1))
	case key.Matches(msg, k.Previous):
		return m.leave(d.step(-1))
	case d.typing() != nil:
		if key.Matches(msg, k.Enter) {
			return m.leave(d.step(1))
		}
		return m.typedInPlan(msg)
	case key.Matches(msg, k.Enter), key.Matches(msg, k.Quit):
		m.closePlan()
		return nil
	case key.Matches(msg, k.Confirm):
		return m.confirmPlan()
	case key.Matches(msg, k.Copy, k.Run):
		return m.offerCommands(msg)
	}
	if !d.text.scrolled(msg, k) {
		return m.hold(noisePause)
	}
	return nil
}

// confirmPlan applies what is shown, if the operator can have read it.
func (m *Model) confirmPlan() tea.Cmd {
	d := m.plan
	switch {
	case len(d.allowed()) == 0 || d.waiting:
		m.notice = "there is nothing to apply yet"
		if !d.waiting {
			m.notice = "there is nothing to apply"
		}
	case !d.whole:
		m.notice = "nothing is applied before all of the plan was shown: this is more of it"
		d.text.to(d.text.from + max(d.text.room, 1))
	case !m.counts(&d.gate):
		m.notice = "not applied: keys came too fast to have read this; wait a moment, then " + m.opt.Keys.Confirm.Help().Key
	default:
		return m.settle(settlePause, "not applied: other keys followed at once", m.apply)
	}
	return nil
}

// closePlan closes the dialog and keeps what was typed for the next time.
func (m *Model) closePlan() {
	d := m.plan
	m.plan = nil
	if m.drafts.keep(d) {
		m.notice = "nothing was written; what you typed comes back with the same key"
	}
}

// leave works the plans out anew when a field was left that had been changed.
func (m *Model) leave(cmd tea.Cmd) tea.Cmd {
	if !m.plan.undoing && m.plan.dirty() {
		return tea.Batch(cmd, m.rework())
	}
	return cmd
}

func (m *Model) typedInPlan(msg tea.Msg) tea.Cmd {
	in := m.plan.typing()
	if in == nil {
		return nil
	}
	var cmd tea.Cmd
	*in, cmd = in.Update(msg)
	return cmd
}

// drafts are what was typed into plans that were closed, by action and tasks.
type drafts map[string]source.Request

// maxDrafts bounds how many are kept.
const maxDrafts = 100

// draftKey is what a draft goes by.
func (d *planDialog) draftKey() string {
	parts := []string{string(d.action)}
	for i := range d.subjects {
		parts = append(parts, d.subjects[i].ref.Queue, d.subjects[i].ref.ID)
	}
	return strings.Join(parts, "\x00")
}

// keep keeps what was typed into a dialog, and reports whether there was anything.
func (a *drafts) keep(d *planDialog) bool {
	r := source.Request{Answer: d.answer.Value(), Reason: d.reason.Value()}
	if d.undoing || r.Answer == "" && r.Reason == "" {
		a.drop(d.draftKey())
		return false
	}
	if *a == nil || len(*a) >= maxDrafts {
		*a = drafts{}
	}
	(*a)[d.draftKey()] = r
	return true
}

func (a *drafts) drop(key string) { delete(*a, key) }

// restore gives a dialog what was typed into the last one of the same action
// and tasks.
func (a *drafts) restore(d *planDialog) {
	r := (*a)[d.draftKey()]
	d.answer.SetValue(r.Answer)
	d.reason.SetValue(r.Reason)
}
