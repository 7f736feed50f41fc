package queue

import (
	"slices"

	"notdone/classify/cycle"
	"notdone/model"
	"notdone/source/sqlsource"
)

// build completes the case that rules look at.
func (f *file) build(r *record) {
	c := &r.Case
	if c.Task.Logs = sqlsource.LogRefs(f.root, r.logPaths); c.Task.Wish == "" {
		c.Task.Wish = cycle.Wish(c.Task.Title, c.Body)
	}
	for _, p := range c.Facts.Parents {
		c.Task.DependsOn = append(c.Task.DependsOn, p.ID)
	}
	sqlsource.AddRuns(c, state(c.Task.Recorded).Finished())
	if r.result != "" {
		c.Result, c.ResultWhere = r.result, "tasks#"+c.Task.ID+".result"
	}
	f.addClaim(r)
	addOutcome(r)
	if state(c.Task.Recorded) == model.StateBlocked {
		addObstacle(r)
	}
}

// addClaim says who has the task, and whether the processes of the open runs are
// alive: for judging, on the host that the operator calls local; for acting, on
// this machine.
func (f *file) addClaim(r *record) {
	facts := &r.Facts
	facts.Claimed, facts.ClaimOwner, facts.ClaimExpires = r.claimedBy != "", r.claimedBy, r.lease
	for i := range slices.Backward(r.Runs) {
		if run := &r.Runs[i]; run.Open() {
			facts.WorkerPID, facts.WorkerHost = run.PID, run.Host
			if run.Started.After(facts.Heartbeat) {
				facts.Heartbeat = run.Started
			}
			break
		}
	}
	facts.Worker = f.alive(f.options.Host, r.claimedBy, r.open)
	r.worker = facts.Worker
	if f.host != f.options.Host {
		r.worker = f.alive(f.host, r.claimedBy, r.open)
	}
	r.at = f.options.Now()
	r.Native = &r.situation
}

// addOutcome takes the agent's own terminal state, which says nothing of a
// task that has been put back into the queue since.
func addOutcome(r *record) {
	s, o := state(r.Task.Recorded), outcomes[r.outcome]
	if o != model.OutcomeUnknown && (s == model.StateDone || s == model.StateFailed || s == model.StateBlocked) {
		r.Facts.Explicit, r.Facts.ExplicitWhere = o, "tasks#"+r.Task.ID+".outcome"
	}
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
