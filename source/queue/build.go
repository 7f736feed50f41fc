package queue

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"notdone/classify/cycle"
	"notdone/model"
)

// build completes the case that rules look at.
func (f *file) build(r *record) {
	c := &r.Case
	if c.Task.Logs = f.logs(r.logPaths); c.Task.Wish == "" {
		c.Task.Wish = cycle.Wish(c.Task.Title, c.Body)
	}
	for _, p := range c.Facts.Parents {
		c.Task.DependsOn = append(c.Task.DependsOn, p.ID)
	}
	addRuns(c)
	if r.result != "" {
		c.Result, c.ResultWhere = r.result, "tasks#"+c.Task.ID+".result"
	}
	f.addClaim(r)
	addOutcome(r)
	if state(c.Task.Recorded) == model.StateBlocked {
		addObstacle(r)
	}
}

// addRuns adds what only the runs say to the case.
func addRuns(c *model.Case) {
	var cost *float64
	var tokens *int64
	for i := range c.Runs {
		run := &c.Runs[i]
		if run.Output != "" {
			c.Result, c.ResultWhere = run.Output, run.Where+".output"
		}
		cost, tokens = sum(cost, run.CostUSD), sum(tokens, run.Tokens)
		c.Facts.OpenRun = c.Facts.OpenRun || run.Open()
	}
	c.Task.CostUSD, c.Task.Tokens = cmp.Or(c.Task.CostUSD, cost), cmp.Or(c.Task.Tokens, tokens)
	if len(c.Runs) == 0 {
		return
	}
	last := &c.Runs[len(c.Runs)-1]
	// A run that said nothing hides what an earlier one said.
	if !last.Open() {
		c.Result, c.ResultWhere = last.Output, last.Where+".output"
	}
	c.Task.Worker, c.Task.Started = cmp.Or(c.Task.Worker, last.Worker), cmp.Or(last.Started, c.Task.Started)
	if c.Task.Finished.IsZero() && state(c.Task.Recorded).Finished() {
		c.Task.Finished = last.Ended
	}
}

// sum adds two numbers of which either may be unknown.
func sum[T int64 | float64](a, b *T) *T {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	total := *a + *b
	return &total
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

// maxLogs is how many logs of a task are named, those of its newest runs.
const maxLogs = 8

// logs names the log files of the runs, the newest first. Paths are hostile:
// one that is not plainly beneath the queue's folder is left out.
func (f *file) logs(paths []string) []model.LogRef {
	var refs []model.LogRef
	for _, p := range slices.Backward(paths) {
		ref := model.LogRef{Root: f.root, Path: filepath.Clean(p)}
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
