package queue

import (
	"slices"

	"notdone/model"
	"notdone/source/sqlsource"
)

// build completes the case that rules look at.
func (f *format) build(r *record) {
	c := &r.Case
	c.Task.Logs = sqlsource.LogRefs(f.root, r.logPaths)
	for _, p := range c.Facts.Parents {
		c.Task.DependsOn = append(c.Task.DependsOn, p.ID)
	}
	recorded := state(c.Task.Recorded)
	sqlsource.AddRuns(c, recorded.Finished())
	if r.result != "" {
		c.Result, c.ResultWhere = r.result, "tasks#"+c.Task.ID+".result"
	}
	f.addClaim(r)
	if r.held {
		r.hold = holdOf(c.Events)
		c.Facts.WaitsSince = r.hold.at
	} else if recorded == model.StateQueued || recorded == model.StateScheduled {
		c.Facts.WaitsSince = letRun(c.Events)
	}
	c.Facts.Exhausted = r.stuck()
	if recorded == model.StateQueued && c.Task.Due.After(r.at) { // as a task that is tried again later
		c.Stands, c.StandsUntil = model.StateScheduled, c.Task.Due
	}
	// The agent's own terminal state says nothing of a task that was requeued since.
	o, ended := outcomes[r.outcome], recorded == model.StateDone || recorded == model.StateFailed || recorded == model.StateBlocked
	if ended && o != model.OutcomeUnknown {
		c.Facts.Explicit, c.Facts.ExplicitWhere = o, "tasks#"+c.Task.ID+".outcome"
	}
	if recorded == model.StateBlocked {
		addObstacle(r)
	}
}

// addClaim says who has the task, and whether the processes of the open runs are
// alive: for judging, on the host that the operator calls local; for acting, on
// this machine.
func (f *format) addClaim(r *record) {
	facts := &r.Facts
	facts.Claimed, facts.ClaimOwner, facts.ClaimExpires = r.claimedBy != "", r.claimedBy, r.lease
	if n := len(r.open); n > 0 {
		run := &r.open[n-1]
		facts.WorkerPID, facts.WorkerHost = run.PID, run.Host
		if run.Started.After(facts.Heartbeat) {
			facts.Heartbeat = run.Started
		}
	}
	facts.Worker, facts.Process = f.alive(f.options.Hosts, r.claimedBy, r.open)
	r.worker, _ = f.alive(f.host, r.claimedBy, r.open)
	r.at = f.options.Now()
	r.Native = &r.situation
}

// addObstacle takes the reason of the present block: the task's own column,
// else what was noted when it was blocked.
func addObstacle(r *record) {
	if kind, err := model.ParseObstacleKind(r.obstacleKind); err == nil {
		r.Facts.ObstacleKind = kind // any other word stands for an unknown kind
	}
	if r.obstacle != "" {
		r.Facts.ObstacleText, r.Facts.ObstacleWhere = r.obstacle, "tasks#"+r.Task.ID+".obstacle"
	}
	for _, e := range slices.Backward(r.Events) {
		if e.Kind != model.EventBlocked {
			continue
		}
		r.Facts.BlockedAt = e.At
		if r.Facts.ObstacleText == "" && e.Note != "" {
			r.Facts.ObstacleText, r.Facts.ObstacleWhere = e.Note, e.Where
		}
		return
	}
}
