package hermes

import (
	"slices"
	"strings"
	"time"

	"notdone/classify/cycle"
	"notdone/model"
)

// Times of the dispatcher (hermes kanban_db.py).
const (
	crashGrace     = 30 * time.Second // between a claim and the first look for a dead worker
	heartbeatLimit = time.Hour        // CLAIM_HEARTBEAT_MAX_STALE_SECONDS
)

// env is what all boards of one open source share.
type env struct {
	queue  string
	host   string                                        // whose pids count as local when a task is judged
	here   string                                        // this machine, whose processes are seen when it is acted on
	alive  func(pid int, since time.Time) model.Liveness // nil: unknown
	clock  func() time.Time
	limits *limits
	names  interner
	crowd  int // a task with more events than that has a digest
}

// build makes the cases of the tasks that were read.
func (l *loader) build() []model.Case {
	details := make(map[int]map[int64]*payload, len(l.details))
	for _, d := range l.details {
		if details[d.task] == nil {
			details[d.task] = map[int64]*payload{}
		}
		details[d.task][d.seq] = d.payload
	}
	cases := make([]model.Case, len(l.tasks))
	records := make([]record, len(l.tasks))
	for i := range l.tasks {
		t, c, r := &l.tasks[i], &cases[i], &records[i]
		*r = record{
			id: t.id, status: t.status, assignee: t.assignee, lock: t.lock, release: l.b.schema.release,
			created: t.created, completed: t.completed, failures: int(t.failures), maxRetries: int(t.maxRetries),
			lastError: t.lastError, blockKind: t.blockKind, currentRun: t.currentRun != "",
			stand: stand(t.status, l.events[i]), details: details[i], guard: l.guards[i], limits: l.env.limits,
			here: l.env.here, clock: l.env.clock,
		}
		c.Native = r
		c.Body = t.body
		c.Events = l.events[i]
		c.Task.Attempts = l.older[i] // of which each counts as one
		l.buildRuns(c, l.runs[i])
		l.buildLinks(c, r, i)
		c.Task = l.buildTask(t, c)
		l.buildResult(c, r, t)
		l.buildClaim(c, t, l.runs[i])
		l.buildBlock(c, r)
		l.buildSituation(r, t, i)
	}
	return cases
}

// buildSituation fills in what decides which actions the task allows.
func (l *loader) buildSituation(r *record, t *taskRow, i int) {
	r.size = t.size
	r.holder = holding{lock: t.lock, pid: t.pid, since: t.started, expires: t.expires, heard: t.heartbeat}
	for k := range l.runs[i] {
		if run := &l.runs[i][k]; run.open && run.ID == l.b.prefix+t.currentRun {
			r.holder.openRun(run.lock, int64(run.PID), seconds(run.Started), run.heartbeat)
		}
	}
	l.env.see(&r.holder)
	if b := l.built[i]; b != nil {
		r.below, r.busy = b.count, b.busy
	}
	if (t.status == stReady || t.status == stReview) && !l.starts(t.assignee) {
		r.idle = t.assignee
	}
}

// buildRuns numbers the attempts. A run that began and ended in one moment and
// that nobody claimed was only made up to keep a summary (hermes kanban_db.py,
// _synthesize_ended_run).
func (l *loader) buildRuns(c *model.Case, rows []runRow) {
	if len(rows) == 0 {
		return
	}
	c.Runs = make([]model.Run, len(rows))
	for i := range rows {
		r := rows[i].Run
		if r.Open() {
			c.Facts.OpenRun = true
		}
		if !r.Started.Equal(r.Ended) || claimedRun(c.Events, r.ID) {
			c.Task.Attempts++
			r.Attempt = c.Task.Attempts
		}
		c.Runs[i] = r
	}
}

func claimedRun(events []model.Event, run string) bool {
	for i := range events {
		if events[i].Name == evClaimed && events[i].RunID == run {
			return true
		}
	}
	return false
}

func (l *loader) buildLinks(c *model.Case, r *record, i int) {
	c.Facts.Parents = l.parents[i]
	for k := range c.Facts.Parents {
		p := &c.Facts.Parents[k]
		switch rel := l.b.schema.release; {
		case p.Recorded == "": // its card is gone
		case !rel.promotes(p.Recorded):
			r.parentsOpen = true
			fallthrough
		case !rel.frees(p.Recorded):
			r.open = append(r.open, strings.TrimPrefix(p.ID, l.b.prefix))
		}
	}
	slices.Sort(r.open)
	r.freed = l.freed[i]
	if k := l.kids[i]; k != nil {
		c.Facts.Children, r.waiting, r.waits = k.links, k.waiting, k.waits
	}
}

func (l *loader) buildTask(t *taskRow, c *model.Case) model.Task {
	m := model.Task{
		Source: Kind, Queue: l.env.queue, Group: l.b.slug, ID: l.b.prefix + t.id,
		Title: t.title, Wish: cycle.Wish(t.title, t.body), Recorded: t.status, Priority: int(t.priority),
		Attempts: c.Task.Attempts,
		Created:  moment(t.created), Started: moment(t.started),
		Profile: t.assignee, Model: t.model, Branch: t.branch,
	}
	for k := range c.Facts.Parents {
		m.DependsOn = append(m.DependsOn, c.Facts.Parents[k].ID)
	}
	if t.workspaceKind == "worktree" || t.workspaceKind == "dir" {
		m.Repo = t.workspace
	}
	if t.status == stDone || t.status == stArchived {
		m.Finished = moment(t.completed)
	}
	m.Updated = later(later(later(m.Created, m.Started), moment(t.completed)), moment(t.heartbeat))
	for k := range c.Runs {
		r := &c.Runs[k]
		m.Updated = later(later(m.Updated, r.Started), r.Ended)
		if r.Open() && t.status == stRunning {
			m.Started = r.Started // started_at is that of the first claim ever
		}
	}
	for k := range c.Events {
		m.Updated = later(m.Updated, c.Events[k].At)
	}
	if len(c.Runs) == 0 {
		for k := range c.Events {
			if c.Events[k].Kind == model.EventClaimed {
				m.Attempts++
			}
		}
	}
	m.Worker = worker(t)
	if n := len(c.Runs); n > 0 && m.Profile == "" {
		m.Profile = c.Runs[n-1].Worker
	}
	m.Logs = l.b.logsOf(t.id, len(c.Runs) > 0 || t.started != 0)
	return m
}
