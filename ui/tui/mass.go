package tui

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/board"
	"notdone/ui/report"
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

// replan makes the plans of a dialog with what was typed. The results of an earlier
// call that is still under way are dropped.
func (m *Model) replan(d *planDialog) tea.Cmd {
	m.planned++
	m.seeking = false
	d.coming = new([]report.TaskPlan)
	d.asked = d.request()
	return m.planNext(d, d.coming)
}

// planSome plans tasks.
func (m *Model) planSome(ctx context.Context, some []subject, request source.Request) []report.TaskPlan {
	came := make([]report.TaskPlan, len(some))
	for i, s := range some {
		p := &came[i]
		if s.undo != nil {
			p.Planned, p.Err = m.opt.Act.PlanUndo(ctx, *s.undo)
		} else {
			p.Planned, p.Err = m.opt.Act.Plan(ctx, s.ref, request)
		}
		p.Task, p.Title = s.ref, cmp.Or(p.Title, s.title)
	}
	return came
}

// planNext makes the next few plans of a dialog, and then calls itself for the rest.
func (m *Model) planNext(d *planDialog, coming *[]report.TaskPlan) tea.Cmd {
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
			d.take(*coming, m.theme.Arrow)
			return m.closeGate(readPause)
		})
	}
}

// work is an action under way: plans that are applied one after the other, and their
// outcomes.
type work struct {
	ctx     context.Context //nolint:containedctx // it is ended by a key, from Update
	stop    context.CancelFunc
	plans   []board.Planned      // those not finished, the one under way first
	later   []subject            // tasks that are not planned yet
	request source.Request       // of their plans
	kinds   map[report.Kind]bool // of the plans that were shown
	total   int                  // how many are to be done
	since   time.Time            // when the one under way was begun
	halted  bool                 // no further plan is begun
	action  model.ActionName
	undoing bool
	results []result
	known   int           // how many of the results were known from the plan
	why     string        // why the first of the others was not done; hostile
	first   source.Record // of what was done
	draft   string        // the key of its draft
	keys    int           // how many keys had been pressed when it began
}

// result is what became of one task of an action.
type result struct {
	ref   model.Ref
	title string
	fate  fate
	said  string // the statuses between which it moved, or why it did not; hostile
}

// fate is how it went with a task of an action.
type fate int

const (
	wasApplied fate = iota
	wasRefused      // before it was tried
	wasPassed       // its plan was made later, and none like it had been shown
	hasChanged      // under the operator, since it was planned
	hasFailed
	isLeft // it was not tried
	numFates
)

// rank is greater for what asks for a look.
func (f fate) rank() int { return min(int(f), 1) }

// count returns how many tasks went a way.
func (w *work) count(of fate) (n int) {
	for i := range w.results {
		if w.results[i].fate == of {
			n++
		}
	}
	return n
}

// add records what became of a task.
func (w *work) add(ref model.Ref, title string, f fate, said string) {
	w.results = append(w.results, result{ref, title, f, said})
}

// fail records an error about a task, and ends the action if it concerns the others, too.
func (w *work) fail(ref model.Ref, title string, err error) {
	f, said := hasFailed, err.Error()
	var refusal *source.Refusal
	switch {
	case errors.Is(err, source.ErrChanged):
		f = hasChanged
	case errors.Is(err, journal.ErrForgotten):
		f = wasRefused
	case errors.Is(err, journal.ErrUndone):
		f, said = wasRefused, "it has been undone already"
	case errors.As(err, &refusal):
		f = wasRefused
	}
	w.add(ref, title, f, said)
	w.why = cmp.Or(w.why, said)
	w.halted = w.halted || board.ConcernsAll(err)
}

// apply begins to apply the plans of the front dialog.
func (m *Model) apply() tea.Cmd {
	d := topmost[*planDialog](m)
	plans := d.allowed()
	m.closePlan()
	m.keepDraft(d) // until it is done
	if d.picked {
		m.board.chosen.drop(d.refs())
	}
	w := &work{
		plans: plans, later: d.subjects[len(d.plans):], request: d.asked, kinds: map[report.Kind]bool{},
		action: plans[0].Action, undoing: d.undoing, draft: d.draftKey(), keys: m.typed,
	}
	for i := range d.plans {
		if p := &d.plans[i]; !p.Allowed() {
			w.add(p.Task, p.Title, wasRefused, p.Why())
		} else {
			w.kinds[p.Kind()] = true
		}
	}
	w.total, w.known = len(w.plans)+len(w.later), len(w.results)
	if w.total > 1 && !d.undoing {
		w.request.Together = strconv.FormatInt(m.opt.Now().UnixNano(), 36)
	}
	for i := range plans {
		plans[i].Request.Together = cmp.Or(w.request.Together, plans[i].Request.Together)
	}
	w.ctx, w.stop = context.WithCancel(m.ctx)
	m.work, m.worked = w, w
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

const noSuchPlan = "no plan like theirs was shown"

// take takes over a plan that was not shown, if one of its kind was.
func (w *work) take(p *report.TaskPlan) {
	switch {
	case p.Err != nil:
		w.fail(p.Task, p.Title, p.Err)
	case p.Allowed() && w.kinds[p.Kind()]:
		p.Request.Together = cmp.Or(w.request.Together, p.Request.Together)
		w.plans = append(w.plans, p.Planned)
	default:
		w.add(p.Task, p.Title, wasPassed, cmp.Or(p.Refused, p.Missing, noSuchPlan))
	}
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
	p := &w.plans[0]
	w.plans = w.plans[1:]
	switch {
	case err == nil:
		if w.first.Task == (model.Ref{}) {
			w.first = r
		}
		w.add(p.Task, p.Title, wasApplied, report.Moved(r.Was, r.Now, r.Adds, m.theme.Arrow))
	case w.halted && errors.Is(err, context.Canceled):
		w.add(p.Task, p.Title, isLeft, "")
	default:
		w.fail(p.Task, p.Title, err)
	}
	return m.goOn(w)
}

// goOn goes on with the next task of an action, or ends it.
func (m *Model) goOn(w *work) tea.Cmd {
	m.refreshResults()
	if len(w.plans)+len(w.later) > 0 && !w.halted {
		return m.applyOne()
	}
	w.stop()
	for i := range w.plans {
		w.add(w.plans[i].Task, w.plans[i].Title, isLeft, "")
	}
	for _, s := range w.later {
		w.add(s.ref, s.title, isLeft, "")
	}
	w.plans, w.later = nil, nil
	slices.SortStableFunc(w.results, func(a, b result) int { return b.fate.rank() - a.fate.rank() })
	return m.finishWork(w)
}

// stopWork begins no further task and cancels the one under way.
func (m *Model) stopWork() {
	if m.exit == asked {
		m.exit = staying
	}
	m.work.halted = true
	m.work.stop()
	m.notice = m.progress()
}

// underWay describes what is under way, an action before a file that is written; empty: nothing.
func (m *Model) underWay() string { return cmp.Or(m.progress(), m.exportProgress()) }

// barWidth is the greatest width of a progress bar, in cells.
const barWidth = 16

// progress describes the action under way; empty: none.
func (m *Model) progress() string {
	w := m.work
	if w == nil {
		return ""
	}
	said := "working" + m.theme.Ellipsis
	if w.total > 1 {
		at := w.total - len(w.plans) - len(w.later)
		width := min(barWidth, m.width/10)
		full := width * at / w.total
		bar := strings.Repeat(m.theme.Thumb, full) + strings.Repeat(m.theme.Light.H, width-full)
		said = strings.TrimSpace(bar+" "+words.Number(at+1)+" of "+words.Count(w.total, "task", "tasks")) + m.theme.Ellipsis
	}
	if m.exit != staying {
		return said + "  " + m.waysOut()
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
	return said + "  " + m.waysOut()
}
