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
	// massLimit is the greatest number of tasks of a cause in one plan. The plan says
	// how many are beyond it.
	massLimit = 2000
	// planChunk is how many tasks are planned between two updates of the progress.
	planChunk = 16
	// waitShown is how long a task may take until the screen says that it waits.
	waitShown = 2 * time.Second
)

// rest is the tasks of a cause that a plan leaves out.
type rest struct {
	tasks int
}

// of says how many tasks a plan of n tasks is about, such as "5 of the 12+ tasks".
func (r rest) of(n int) string {
	said := words.Count(n+r.tasks, "task", "tasks")
	if r.tasks > 0 {
		return words.Number(n) + " of the " + said
	}
	return said
}

// leave says which tasks are left out; empty: none.
func (r rest) leave() string {
	if r.tasks == 0 {
		return ""
	}
	return words.Count(r.tasks, "further task", "further tasks") + " of this cause are left as they are: act again for those"
}

// planned is the plan for one task, or why there is none.
type planned struct {
	board.Planned
	err error
}

// allowed reports whether the plan can be applied.
func (p *planned) allowed() bool { return p.err == nil && p.Refused == "" }

// replan makes the plans of a dialog with what was typed. The results of an earlier
// call that is still under way are dropped.
func (m *Model) replan(d *planDialog) tea.Cmd {
	m.planned++
	d.coming = new([]planned)
	d.asked = d.request()
	return m.planNext(d, d.coming)
}

// planNext makes the next few plans of a dialog, and then calls itself for the rest.
func (m *Model) planNext(d *planDialog, coming *[]planned) tea.Cmd {
	rest := d.subjects[len(*coming):]
	some := rest[:min(planChunk, len(rest))]
	request := d.asked
	return func() tea.Msg {
		var came []planned
		for _, s := range some {
			var p planned
			if s.undo != nil {
				p.Planned, p.err = m.opt.Act.PlanUndo(m.ctx, *s.undo)
			} else {
				p.Planned, p.err = m.opt.Act.Plan(m.ctx, s.ref, request)
			}
			came = append(came, p)
		}
		return then(func() tea.Cmd {
			if d.coming != coming {
				return nil
			}
			if *coming = append(*coming, came...); len(*coming) < len(d.subjects) {
				return m.planNext(d, coming)
			}
			d.take(*coming)
			return m.closeGate(readPause)
		})
	}
}

// work is an action under way: plans that are applied one after the other, and their
// outcomes.
type work struct {
	ctx     context.Context //nolint:containedctx // it is ended by a key, from Update
	stop    context.CancelFunc
	plans   []board.Planned // those not finished, the one under way first
	total   int
	since   time.Time // when the one under way was begun
	halted  bool      // no further plan is begun
	action  model.ActionName
	undoing bool
	records []source.Record
	errs    []error
	left    int    // plans that were not tried
	draft   string // the key of its draft
}

// apply begins to apply the plans of the front dialog.
func (m *Model) apply() tea.Cmd {
	d := topmost[*planDialog](m)
	plans := d.allowed()
	m.pop()
	m.keepDraft(d) // until it is done
	if len(plans) > 1 && !d.undoing {
		together := strconv.FormatInt(m.opt.Now().UnixNano(), 36)
		for i := range plans {
			plans[i].Request.Together = together
		}
	}
	m.work = &work{plans: plans, total: len(plans), action: plans[0].Action, undoing: d.undoing, draft: d.draftKey()}
	m.work.ctx, m.work.stop = context.WithCancel(m.ctx)
	return m.applyOne()
}

// applyOne applies the next plan, and says so if it takes long.
func (m *Model) applyOne() tea.Cmd {
	w, p := m.work, m.work.plans[0]
	w.since = m.opt.Now()
	m.notice = m.progress()
	left := len(w.plans)
	stillWaiting := then(func() tea.Cmd {
		if m.now = m.opt.Now(); m.work == w && len(w.plans) == left {
			m.notice = m.progress()
		}
		return nil
	})
	return tea.Batch(m.opt.After(waitShown, stillWaiting), func() tea.Msg {
		r, err := m.opt.Act.Do(w.ctx, p)
		return then(func() tea.Cmd { return m.finishPlan(w, r, err) })
	})
}

// finishPlan records the outcome of one plan and begins the next, unless the error
// concerns that one too.
func (m *Model) finishPlan(w *work, r source.Record, err error) tea.Cmd {
	w.plans = w.plans[1:]
	switch {
	case err == nil:
		w.records = append(w.records, r)
	case w.halted && errors.Is(err, context.Canceled):
		w.left++
	default:
		w.errs = append(w.errs, err)
		w.halted = w.halted || standsInTheWay(err)
	}
	if len(w.plans) > 0 && !w.halted {
		return m.applyOne()
	}
	w.stop()
	w.left += len(w.plans)
	return m.finishWork(w)
}

// standsInTheWay reports whether every further task would fail with the error too, or
// it is not known whether the task was changed.
func standsInTheWay(err error) bool {
	return slices.ContainsFunc([]error{
		journal.ErrLocked, journal.ErrUnwritable, journal.ErrReadOnly, source.ErrBusy, source.ErrInDoubt, context.Canceled,
	}, func(of error) bool { return errors.Is(err, of) })
}

// stopWork begins no further task and cancels the one under way.
func (m *Model) stopWork() {
	m.work.halted = true
	m.work.stop()
	m.notice = m.progress()
}

// progress describes the action under way; empty: none.
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
