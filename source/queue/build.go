package queue

import (
	"path/filepath"
	"slices"
	"strings"

	"notdone/classify/cycle"
	"notdone/model"
)

// build makes the case that rules look at from a task's rows.
func (s *queue) build(r *record) model.Case {
	c := model.Case{
		Task: model.Task{
			Source: Kind, Queue: s.path, ID: r.id,
			Title: r.title, Wish: r.fingerprint, Recorded: r.state,
			Priority: r.priority, Attempts: r.attempts,
			Created: r.created, Started: r.claimed, Finished: r.finished, Updated: r.upd,
			Due: r.runAt, Worker: r.claimedBy, CostUSD: r.cost, Tokens: r.tokens,
			Logs: s.logs(r.logPaths),
		},
		Body: r.body, Runs: r.runs, Events: r.events,
		Facts: model.Facts{Parents: r.parents, Children: r.children},
	}
	if c.Task.Wish == "" {
		c.Task.Wish = cycle.Wish(r.title, r.body)
	}
	for _, p := range r.parents {
		c.Task.DependsOn = append(c.Task.DependsOn, p.ID)
	}
	addRuns(&c)
	if r.result != "" {
		c.Result, c.ResultWhere = r.result, "tasks#"+r.id+".result"
	}
	addClaim(&c, r)
	s.addWorker(&c, r)
	addOutcome(&c, r)
	if state(r.state) == model.StateBlocked {
		addObstacle(&c, r)
	}
	return c
}

// addRuns adds what only the runs say to the case.
func addRuns(c *model.Case) {
	var cost float64
	var tokens int64
	var priced, counted bool
	for i := range c.Runs {
		run := &c.Runs[i]
		if run.Output != "" {
			c.Result, c.ResultWhere = run.Output, run.Where+".output"
		}
		if run.CostUSD != nil {
			cost, priced = cost+*run.CostUSD, true
		}
		if run.Tokens != nil {
			tokens, counted = tokens+*run.Tokens, true
		}
		c.Facts.OpenRun = c.Facts.OpenRun || run.Open()
	}
	if c.Task.CostUSD == nil && priced {
		c.Task.CostUSD = &cost
	}
	if c.Task.Tokens == nil && counted {
		c.Task.Tokens = &tokens
	}
	if len(c.Runs) == 0 {
		return
	}
	last := &c.Runs[len(c.Runs)-1]
	// A run that said nothing hides what an earlier one said.
	if !last.Open() {
		c.Result, c.ResultWhere = last.Output, last.Where+".output"
	}
	if c.Task.Worker == "" {
		c.Task.Worker = last.Worker
	}
	if !last.Started.IsZero() {
		c.Task.Started = last.Started
	}
	if c.Task.Finished.IsZero() && state(c.Task.Recorded).Finished() {
		c.Task.Finished = last.Ended
	}
}

func addClaim(c *model.Case, r *record) {
	c.Facts.Claimed = r.claimedBy != ""
	c.Facts.ClaimOwner, c.Facts.ClaimExpires = r.claimedBy, r.lease
	c.Facts.Heartbeat = r.heartbeat
	if run := openRun(c); run != nil && run.Started.After(c.Facts.Heartbeat) {
		c.Facts.Heartbeat = run.Started
	}
}

// openRun returns the newest run that has not ended, nil when there is none.
func openRun(c *model.Case) *model.Run {
	for i := range slices.Backward(c.Runs) {
		if c.Runs[i].Open() {
			return &c.Runs[i]
		}
	}
	return nil
}

// addWorker says whether the processes of the open runs are alive: for judging,
// on the host that the operator calls local; for acting, on this machine.
func (s *queue) addWorker(c *model.Case, r *record) {
	if run := openRun(c); run != nil {
		c.Facts.WorkerPID, c.Facts.WorkerHost = run.PID, run.Host
	}
	c.Facts.Worker = s.alive(s.options.Host, r.claimedBy, r.open)
	here := c.Facts.Worker
	if s.host != s.options.Host {
		here = s.alive(s.host, r.claimedBy, r.open)
	}
	c.Native = &listed{
		situation: situation{state: r.state, held: r.held, worker: here, lease: r.lease, size: r.size},
		at:        s.options.Now(),
	}
}

// addOutcome takes the agent's own terminal state, which says nothing of a
// task that has been put back into the queue since.
func addOutcome(c *model.Case, r *record) {
	switch state(r.state) {
	case model.StateDone, model.StateFailed, model.StateBlocked:
		if o := outcomes[r.outcome]; o != model.OutcomeUnknown {
			c.Facts.Explicit, c.Facts.ExplicitWhere = o, "tasks#"+r.id+".outcome"
		}
	case model.StateUnknown, model.StateQueued, model.StateScheduled, model.StateActive,
		model.StateFalseDone, model.StateCancelled:
	}
}

// addObstacle takes the reason of the present block: the task's own column,
// else what was noted when it was blocked.
func addObstacle(c *model.Case, r *record) {
	if kind, err := model.ParseObstacleKind(r.obstacleKind); err == nil {
		c.Facts.ObstacleKind = kind // any other word stands for an unknown kind
	}
	if r.obstacle != "" {
		c.Facts.ObstacleText, c.Facts.ObstacleWhere = r.obstacle, "tasks#"+r.id+".obstacle"
	}
	for _, e := range slices.Backward(c.Events) {
		if e.Kind != model.EventBlocked {
			continue
		}
		c.Facts.BlockedAt = e.At
		if c.Facts.ObstacleText == "" && e.Note != "" {
			c.Facts.ObstacleText, c.Facts.ObstacleWhere = e.Note, e.Where
		}
		return
	}
}

// maxLogs is how many logs of a task are named, those of its newest runs.
const maxLogs = 8

// logs names the log files of the runs, the newest first. Paths are hostile:
// one that is not plainly beneath the queue's folder is left out.
func (s *queue) logs(paths []string) []model.LogRef {
	var refs []model.LogRef
	for _, p := range slices.Backward(paths) {
		ref := model.LogRef{Root: s.root, Path: filepath.Clean(p)}
		if len(refs) < maxLogs && beneath(p) && !slices.Contains(refs, ref) {
			refs = append(refs, ref)
		}
	}
	return refs
}

// beneath reports whether a path names something beneath the folder that it is
// relative to.
func beneath(path string) bool {
	return len(path) <= 4096 && !strings.ContainsRune(path, 0) && filepath.IsLocal(path) && filepath.Clean(path) != "."
}
