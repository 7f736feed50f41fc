package tui

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/board"
	"notdone/ui/safe"
	"notdone/ui/words"
)

const (
	// massLimit bounds how many tasks of one cause are acted on by one key. A plan
	// says how many are left for another time before anything is done.
	massLimit = 2000
	// planChunk is how many tasks are planned before the screen says how far it is.
	planChunk = 16
	// waitShown is how long one task takes before the screen says that it waits.
	waitShown = 2 * time.Second
)

// rest is the tasks of a cause that a plan is not about: those held, and whether
// there may be others.
type rest struct {
	tasks int
	more  bool
}

// of says of how many tasks in all a plan is about n.
func (r rest) of(n int) string {
	said := words.Count(n+r.tasks, "task", "tasks")
	if r.more {
		said = words.Number(n+r.tasks) + "+ tasks"
	}
	if r.tasks > 0 || r.more {
		return words.Number(n) + " of the " + said
	}
	return said
}

// leave says which tasks are left as they are; empty when none is.
func (r rest) leave() string {
	said := words.Count(r.tasks, "further task", "further tasks") + " of this cause are left as they are: act again for those"
	switch {
	case r.tasks == 0 && !r.more:
		return ""
	case r.tasks == 0:
		return "tasks of this cause that are not listed are left as they are: act again when they are"
	case r.more:
		said += ", and for what is not listed yet"
	}
	return said
}

// plannedMsg brings some of the plans that are being worked out.
type plannedMsg struct {
	gen   uint64
	plans []board.Planned
	errs  []error
}

// rework works the plans of a dialog out with what was typed. What is still being
// worked out for it is of no account.
func (m *Model) rework(d *planDialog) tea.Cmd {
	m.planned++
	d.gen, d.waiting = m.planned, true
	d.coming = plannedMsg{gen: d.gen}
	return m.planSome(d, d.request())
}

// planSome works out the next few plans of a dialog.
func (m *Model) planSome(d *planDialog, request source.Request) tea.Cmd {
	ctx, act, msg := m.ctx, m.opt.Act, plannedMsg{gen: d.gen}
	rest := d.subjects[len(d.coming.plans):]
	some := slices.Clone(rest[:min(planChunk, len(rest))])
	return func() tea.Msg {
		for _, s := range some {
			var p board.Planned
			var err error
			if s.undo != nil {
				p, err = act.PlanUndo(ctx, *s.undo)
			} else {
				p, err = act.Plan(ctx, s.ref, request)
			}
			msg.plans, msg.errs = append(msg.plans, p), append(msg.errs, err)
		}
		return msg
	}
}

// update takes plans in, and asks for the rest.
func (d *planDialog) update(m *Model, msg tea.Msg) tea.Cmd {
	if some, ok := msg.(plannedMsg); ok && some.gen == d.gen {
		return d.plansCame(m, some)
	}
	return nil
}

func (d *planDialog) plansCame(m *Model, msg plannedMsg) tea.Cmd {
	d.coming.plans = append(d.coming.plans, msg.plans...)
	d.coming.errs = append(d.coming.errs, msg.errs...)
	if len(d.coming.plans) < len(d.subjects) {
		return m.planSome(d, d.asked)
	}
	d.take(d.coming)
	d.coming = plannedMsg{}
	return m.hold(readPause)
}

// work is plans that are being applied, one after the other.
type work struct {
	ctx    context.Context //nolint:containedctx // it is ended by a key, from Update
	stop   context.CancelFunc
	plans  []board.Planned // those that are left, the one under way first
	total  int
	since  time.Time // when the one under way was begun
	halted bool      // nothing more is begun
	done   doneMsg
}

// doneMsg says what became of the plans that were applied.
type doneMsg struct {
	action  model.ActionName
	undoing bool
	records []source.Record
	title   string
	errs    []error
	left    int    // plans that were not tried
	draft   string // what was typed for it is kept under this
}

// didOneMsg says what became of one plan.
type didOneMsg struct {
	record source.Record
	err    error
}

// apply begins to do what the plan in front shows.
func (m *Model) apply() tea.Cmd {
	d, plan := m.top().(*planDialog)
	if !plan || m.nothingToApply() != "" || m.work != nil {
		return nil
	}
	plans := d.allowed()
	m.pop()
	m.drafts.keep(d) // until it is done
	if len(plans) > 1 && !d.undoing {
		together := strconv.FormatInt(m.opt.Now().UnixNano(), 36)
		for i := range plans {
			plans[i].Request.Together = together
		}
	}
	w := &work{plans: plans, total: len(plans), done: doneMsg{
		action: plans[0].Action, undoing: d.undoing, title: d.subjects[0].title, draft: d.draftKey(),
	}}
	w.ctx, w.stop = context.WithCancel(m.ctx)
	m.work = w
	return m.applyOne()
}

// applyOne does the next plan.
func (m *Model) applyOne() tea.Cmd {
	w, act := m.work, m.opt.Act
	w.since = m.opt.Now()
	m.notice = m.progress()
	ctx, p := w.ctx, w.plans[0]
	do := func() tea.Msg {
		r, err := act.Do(ctx, p)
		return didOneMsg{r, err}
	}
	return tea.Batch(do, m.opt.After(waitShown, waitMsg{w, len(w.plans)}))
}

// waitMsg says that a task may have been under way for long.
type waitMsg struct {
	of   *work
	left int // plans when it was begun
}

// stillWaiting says that a task takes long, if it does.
func (m *Model) stillWaiting(msg waitMsg) {
	if m.work == msg.of && m.work != nil && len(m.work.plans) == msg.left {
		m.notice = m.progress()
	}
}

// didOne takes in what became of one plan and goes on with the next, if there
// is one and nothing stands in its way.
func (m *Model) didOne(msg didOneMsg) tea.Cmd {
	w := m.work
	w.plans = w.plans[1:]
	switch {
	case msg.err == nil:
		w.done.records = append(w.done.records, msg.record)
	case w.halted && errors.Is(msg.err, context.Canceled):
		w.done.left++
	default:
		w.done.errs = append(w.done.errs, msg.err)
		w.halted = w.halted || standsInTheWay(msg.err)
	}
	if len(w.plans) > 0 && !w.halted {
		return m.applyOne()
	}
	w.stop()
	w.done.left += len(w.plans)
	return m.did(w.done)
}

// standsInTheWay reports whether an error would be that of every further task
// too, or leaves open what has been done.
func standsInTheWay(err error) bool {
	for _, of := range []error{
		journal.ErrLocked, journal.ErrUnwritable, journal.ErrReadOnly, source.ErrBusy, source.ErrInDoubt, context.Canceled,
	} {
		if errors.Is(err, of) {
			return true
		}
	}
	return false
}

// halt begins no further task, and gives up waiting for the one under way.
func (m *Model) halt() {
	m.work.halted = true
	m.work.stop()
	m.notice = m.progress()
}

// progress says how far an action is that is under way; empty when none is.
func (m *Model) progress() string {
	w := m.work
	if w == nil {
		return ""
	}
	said := "working" + m.theme.Ellipsis
	if w.total > 1 {
		said = words.Number(w.total-len(w.plans)+1) + " of " + words.Count(w.total, "task", "tasks") + m.theme.Ellipsis
	}
	said += "  " + safe.Line(w.plans[0].Task.ID, idLimit)
	switch {
	case w.halted:
		return said + "  stopping"
	case m.now.Sub(w.since) >= waitShown:
		said += "  waits for another program that holds the queue or the journal"
	}
	return said + "  " + m.keys.name("view.back") + " stops"
}
