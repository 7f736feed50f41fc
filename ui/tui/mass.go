package tui

import (
	"cmp"
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
	// shownPlans is how many tasks of a cause are planned before the plan is shown. The
	// others are planned when it is their turn.
	shownPlans = 2000
	// planChunk is how many tasks are planned between two updates of the progress.
	planChunk = 16
	// waitShown is how long a task may take until the screen says that it waits.
	waitShown = 2 * time.Second
)

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

// kind is what a plan does, whatever the task. Tasks whose plans were not shown are acted
// on if a plan of the same kind was.
type kind struct {
	action        model.ActionName
	was, now      string
	adds, missing bool
}

func (p *planned) kind() kind {
	return kind{p.Action, p.Was, p.Now, p.Adds != "", p.Missing != ""}
}

// planSome plans tasks.
func (m *Model) planSome(ctx context.Context, some []subject, request source.Request) []planned {
	came := make([]planned, len(some))
	for i, s := range some {
		if p := &came[i]; s.undo != nil {
			p.Planned, p.err = m.opt.Act.PlanUndo(ctx, *s.undo)
		} else {
			p.Planned, p.err = m.opt.Act.Plan(ctx, s.ref, request)
		}
	}
	return came
}

// planNext makes the next few plans of a dialog, and then calls itself for the rest.
func (m *Model) planNext(d *planDialog, coming *[]planned) tea.Cmd {
	rest := d.shown()[len(*coming):]
	some := rest[:min(planChunk, len(rest))]
	request := d.asked
	return func() tea.Msg {
		came := m.planSome(m.ctx, some, request)
		return then(func() tea.Cmd {
			if d.coming != coming {
				return nil
			}
			if *coming = append(*coming, came...); len(*coming) < len(d.shown()) {
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
	later   []subject       // tasks that are not planned yet
	request source.Request  // of their plans
	kinds   map[kind]bool   // of the plans that were shown
	total   int
	since   time.Time // when the one under way was begun
	halted  bool      // no further plan is begun
	action  model.ActionName
	undoing bool
	done    int
	first   source.Record // of what was done
	errs    []error
	left    int    // tasks that were not tried
	passed  int    // tasks for which there is no plan of a kind that was shown
	why     string // of the first of those
	draft   string // the key of its draft
}

// apply begins to apply the plans of the front dialog.
func (m *Model) apply() tea.Cmd {
	d := topmost[*planDialog](m)
	plans := d.allowed()
	m.pop()
	m.keepDraft(d) // until it is done
	w := &work{plans: plans, later: d.subjects[len(d.plans):], action: plans[0].Action, undoing: d.undoing, draft: d.draftKey()}
	w.total = len(w.plans) + len(w.later)
	if w.request = d.asked; w.total > 1 && !d.undoing {
		w.request.Together = strconv.FormatInt(m.opt.Now().UnixNano(), 36)
	}
	w.kinds = map[kind]bool{}
	for i := range plans {
		w.kinds[(&planned{Planned: plans[i]}).kind()] = true
		plans[i].Request.Together = cmp.Or(w.request.Together, plans[i].Request.Together)
	}
	w.ctx, w.stop = context.WithCancel(m.ctx)
	m.work = w
	return m.applyOne()
}

// planLater plans the next few tasks of an action under way, and goes on with those.
func (m *Model) planLater(w *work) tea.Cmd {
	m.notice = m.progress()
	some := w.later[:min(planChunk, len(w.later))]
	return func() tea.Msg {
		came := m.planSome(w.ctx, some, w.request)
		return then(func() tea.Cmd {
			for i := range came {
				if w.halted {
					break
				}
				w.later = w.later[1:]
				w.take(&came[i])
			}
			return m.goOn(w)
		})
	}
}

// take takes over a plan that was not shown, if one of its kind was.
func (w *work) take(p *planned) {
	switch {
	case p.err != nil:
		w.errs = append(w.errs, p.err)
		w.halted = standsInTheWay(p.err)
		return
	case p.allowed() && w.kinds[p.kind()]:
		p.Request.Together = cmp.Or(w.request.Together, p.Request.Together)
		w.plans = append(w.plans, p.Planned)
		return
	}
	w.passed++
	w.why = cmp.Or(w.why, p.Refused, "no plan like theirs was shown")
}

// applyOne applies the next plan, and says so if it takes long.
func (m *Model) applyOne() tea.Cmd {
	w := m.work
	if len(w.plans) == 0 {
		return m.planLater(w)
	}
	p := w.plans[0]
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
		if w.done++; w.done == 1 {
			w.first = r
		}
	case w.halted && errors.Is(err, context.Canceled):
		w.left++
	default:
		w.errs = append(w.errs, err)
		w.halted = w.halted || standsInTheWay(err)
	}
	return m.goOn(w)
}

// goOn goes on with the next task of an action, or ends it.
func (m *Model) goOn(w *work) tea.Cmd {
	if len(w.plans)+len(w.later) > 0 && !w.halted {
		return m.applyOne()
	}
	w.stop()
	w.left += len(w.plans) + len(w.later)
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
		said = words.Number(w.total-len(w.plans)-len(w.later)+1) + " of " + words.Count(w.total, "task", "tasks") + m.theme.Ellipsis
	}
	if len(w.plans) > 0 {
		said += "  " + safe.Line(w.plans[0].Task.ID, idLimit)
	}
	switch {
	case w.halted:
		return said + "  stopping"
	case m.now.Sub(w.since) >= waitShown:
		said += "  waits for another program that holds the queue or the journal"
	}
	return said + "  " + m.keys.name("view.back") + " stops"
}
