package hermes

import (
	"strconv"

	"notdone/model"
)

// approvedBare is the summary that Hermes itself writes when a reviewer
// approves and says nothing (hermes kanban_db.py, complete_task).
const approvedBare = "Review approved without additional evidence."

// worker names who holds a task: the worker itself when its pid is known, else
// the dispatcher that claimed it.
func worker(t *taskRow) string {
	if host := holder(t.lock); host != "" && t.pid > 0 {
		return host + ":" + strconv.FormatInt(t.pid, 10)
	}
	return t.lock
}

// buildResult finds what a finished task says it did: its result, else the
// summary of its newest completed run, which is where the worker's own tool
// puts it. On a task that is not finished an old result says nothing about the
// present attempt: requeueing does not clear it.
func (l *loader) buildResult(c *model.Case, r *record, t *taskRow) {
	if t.status != stDone && t.status != stArchived {
		return
	}
	last := lastRun(c.Runs, outCompleted, model.OutcomeCompleted)
	if last != nil && last.Output == approvedBare {
		r.approval = true
		if handed := lastRun(c.Runs, outReviewRequested, model.OutcomeCompleted); handed != nil {
			last = handed
		}
	}
	switch {
	case !blank(t.result):
		c.Result, c.ResultWhere = t.result, l.where(tabTasks, t.id)+".result"
	case last != nil && !blank(last.Output):
		c.Result, c.ResultWhere = last.Output, last.Where
	case len(c.Runs) == 0:
		for i := len(c.Events) - 1; i >= 0; i-- {
			if e := &c.Events[i]; e.Name == evCompleted && !blank(e.Note) {
				c.Result, c.ResultWhere = e.Note, e.Where
				return
			}
		}
	}
}

// lastRun returns the newest run of a recorded outcome, or without one
// recorded, of what that stands for; nil when there is none.
func lastRun(runs []model.Run, recorded string, outcome model.Outcome) *model.Run {
	for i := len(runs) - 1; i >= 0; i-- {
		if r := &runs[i]; r.Recorded == recorded || r.Recorded == "" && r.Outcome == outcome {
			return r
		}
	}
	return nil
}

// buildClaim fills in who holds a running task and whether it still lives.
func (l *loader) buildClaim(c *model.Case, t *taskRow, runs []runRow) {
	f := &c.Facts
	// Half a claim is none: the dispatcher takes such a task back unless its
	// worker lives (hermes kanban_db.py, reconcile_orphaned_running).
	if t.lock != "" && (t.expires > 0 || t.pid > 0) {
		f.Claimed, f.ClaimOwner, f.ClaimExpires = true, t.lock, moment(t.expires)
	}
	if t.status != stRunning {
		return
	}
	f.HeartbeatLimit = heartbeatLimit
	// A new claim does not reset the task's heartbeat (#119155), so that the
	// start of the open run counts as one.
	f.Heartbeat = moment(t.heartbeat)
	since := moment(t.started)
	for i := range runs {
		if r := &runs[i]; r.Open() {
			f.Heartbeat = later(later(f.Heartbeat, r.Started), moment(r.heartbeat))
			since = r.Started
		}
	}
	f.WorkerPID, f.WorkerHost = int(t.pid), holder(t.lock)
	if f.WorkerPID > 0 && f.WorkerHost != "" && f.WorkerHost == l.env.host && l.env.alive != nil {
		f.Worker = l.env.alive(f.WorkerPID, since.Add(crashGrace))
	}
}

// blockKinds are the owner's classes of a block. transient says how long it may
// last, not what it is.
var blockKinds = map[string]model.ObstacleKind{
	"dependency": model.KindDependency, "needs_input": model.KindMissingInput, "capability": model.KindTool,
}

// buildBlock finds why a task stands still. No column holds it (#99326): it is
// the reason of the deciding event, else the summary of the run that blocked,
// else, when Hermes gave up, the last error.
func (l *loader) buildBlock(c *model.Case, r *record) {
	if r.status != stBlocked && r.stand.cause == causeNone {
		return
	}
	f := &c.Facts
	f.BlockedAt = c.Task.Created
	var e *model.Event
	if r.stand.event >= 0 {
		e = &c.Events[r.stand.event]
		f.BlockedAt = e.At
		f.ObstacleText, f.ObstacleWhere = e.Note, e.Where
	}
	switch r.stand.cause {
	case causeBlock, causeLoop:
		f.ObstacleKind = blockKinds[r.blockKind]
	case causeGaveUp:
		if isBudget(f.ObstacleText) || isBudget(r.lastError) {
			f.ObstacleKind = model.KindBudget
		}
	case causeNone:
	}
	if blank(f.ObstacleText) {
		f.ObstacleText, f.ObstacleWhere = "", ""
		l.otherReason(c, r, e)
	}
}

func (l *loader) otherReason(c *model.Case, r *record, e *model.Event) {
	f := &c.Facts
	if r.stand.cause != causeGaveUp {
		// Without any event the newest blocked run is all there is; with one, a
		// run of an earlier block says nothing about the present one.
		run := lastRun(c.Runs, outBlocked, model.OutcomeBlocked)
		if run != nil && !blank(run.Output) && (e == nil && len(c.Events) == 0 || e != nil && sameBlock(run, e)) {
			f.ObstacleText, f.ObstacleWhere = run.Output, run.Where
			return
		}
	}
	if !blank(r.lastError) {
		f.ObstacleText, f.ObstacleWhere = r.lastError, l.where(tabTasks, r.id)+".last_failure_error"
	}
}

func sameBlock(run *model.Run, e *model.Event) bool {
	if e.RunID != "" {
		return run.ID == e.RunID
	}
	return !run.Ended.Before(e.At)
}
