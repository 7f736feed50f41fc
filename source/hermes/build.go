package hermes

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlsource"
)

// Times of the dispatcher (hermes kanban_db.py).
const (
	crashGrace     = 30 * time.Second // between a claim and the first look for a dead worker
	heartbeatLimit = time.Hour        // CLAIM_HEARTBEAT_MAX_STALE_SECONDS
)

// env is what all boards of one open source share.
type env struct {
	queue   string
	options source.Options
	here    string // this machine, whose processes are seen when it is acted on
	limits  *limits
	crowd   int // a task with more events than that has a digest
}

// build makes the case of a task that was read.
func (l *loader) build(t *item) {
	t.stand = stand(t.status, t.Events)
	l.buildRuns(t)
	l.buildLinks(t)
	l.buildTask(t)
	t.buildResult()
	l.buildClaim(t)
	t.buildBlock()
	for k := range t.runs {
		if run := &t.runs[k]; run.open && run.ID == l.b.prefix+t.run {
			t.holder.openRun(run.lock, int64(run.PID), seconds(run.Started), run.heartbeat)
		}
	}
	l.b.env.see(&t.holder)
	if (t.status == stReady || t.status == stReview) && !l.starts(t.assignee) {
		t.idle = t.assignee
	}
}

// starts is the board's answer, asked once for each assignee of a read.
func (l *loader) starts(assignee string) bool {
	known, ok := l.known[assignee]
	if !ok {
		known = l.b.starts(assignee)
		l.known[assignee] = known
	}
	return known
}

// buildRuns numbers the attempts. A run that began and ended in one moment and
// that nobody claimed was only made up to keep a summary (hermes kanban_db.py,
// _synthesize_ended_run).
func (l *loader) buildRuns(t *item) {
	t.Task.Attempts = t.older // of which each counts as one
	for i := range t.runs {
		r := t.runs[i].Run
		if r.Open() {
			t.Facts.OpenRun = true
		}
		claimed := func(e model.Event) bool { return e.Name == evClaimed && e.RunID == r.ID }
		if !r.Started.Equal(r.Ended) || slices.ContainsFunc(t.Events, claimed) {
			t.Task.Attempts++
			r.Attempt = t.Task.Attempts
		}
		t.Runs = append(t.Runs, r)
	}
}

func (l *loader) buildLinks(t *item) {
	for k := range t.Facts.Parents {
		p := &t.Facts.Parents[k]
		t.Task.DependsOn = append(t.Task.DependsOn, p.ID)
		switch {
		case p.Recorded == "": // its card is gone
		case !t.release.promotes(p.Recorded):
			t.parentsOpen = true
			fallthrough
		case !t.release.frees(p.Recorded):
			t.open = append(t.open, strings.TrimPrefix(p.ID, l.b.prefix))
		}
	}
	slices.Sort(t.open)
}

func (l *loader) buildTask(t *item) {
	m := &t.Task
	if t.kind == "worktree" || t.kind == "dir" {
		m.Repo = t.folder
	}
	if t.status == stDone || t.status == stArchived {
		m.Finished = moment(t.completed)
	}
	m.Updated = later(later(later(m.Created, m.Started), moment(t.completed)), moment(t.holder.heard))
	for k := range t.Runs {
		r := &t.Runs[k]
		m.Updated = later(later(m.Updated, r.Started), r.Ended)
		if r.Open() && t.status == stRunning {
			m.Started = r.Started // started_at is that of the first claim ever
		}
	}
	for k := range t.Events {
		m.Updated = later(m.Updated, t.Events[k].At)
		if len(t.Runs) == 0 && t.Events[k].Kind == model.EventClaimed {
			m.Attempts++
		}
	}
	// The worker itself holds a task when its pid is known, else the dispatcher
	// that claimed it.
	m.Worker = t.lock
	if host := holder(t.lock); host != "" && t.holder.pid > 0 {
		m.Worker = host + ":" + strconv.FormatInt(t.holder.pid, 10)
	}
	if n := len(t.Runs); n > 0 && m.Profile == "" {
		m.Profile = t.Runs[n-1].Worker
	}
	m.Logs = l.b.logsOf(t.id, len(t.Runs) > 0 || t.holder.since != 0)
}

// approvedBare is the summary that Hermes itself writes when a reviewer
// approves and says nothing (hermes kanban_db.py, complete_task).
const approvedBare = "Review approved without additional evidence."

// buildResult finds what a finished task says it did: its result, else the
// summary of its newest completed run, which is where the worker's own tool
// puts it. On a task that is not finished an old result says nothing about the
// present attempt: requeueing does not clear it.
func (t *item) buildResult() {
	if t.status != stDone && t.status != stArchived {
		return
	}
	last := lastRun(t.Runs, outCompleted, model.OutcomeCompleted)
	if last != nil && last.Output == approvedBare {
		t.approval = true
		if handed := lastRun(t.Runs, outReviewRequested, model.OutcomeCompleted); handed != nil {
			last = handed
		}
	}
	switch {
	case !blank(t.result):
		t.Result, t.ResultWhere = t.result, t.cell("result", "").Where
	case last != nil && !blank(last.Output):
		t.Result, t.ResultWhere = last.Output, last.Where
	case len(t.Runs) == 0:
		for i := len(t.Events) - 1; i >= 0; i-- {
			if e := &t.Events[i]; e.Name == evCompleted && !blank(e.Note) {
				t.Result, t.ResultWhere = e.Note, e.Where
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
func (l *loader) buildClaim(t *item) {
	f := &t.Facts
	// Half a claim is none: the dispatcher takes such a task back unless its
	// worker lives (hermes kanban_db.py, reconcile_orphaned_running).
	if t.lock != "" && (t.holder.expires > 0 || t.holder.pid > 0) {
		f.Claimed, f.ClaimOwner, f.ClaimExpires = true, t.lock, moment(t.holder.expires)
	}
	if t.status != stRunning {
		return
	}
	f.HeartbeatLimit = heartbeatLimit
	// A new claim does not reset the task's heartbeat (#119155), so that the
	// start of the open run counts as one.
	f.Heartbeat = moment(t.holder.heard)
	since := moment(t.holder.since)
	for i := range t.runs {
		if r := &t.runs[i]; r.Open() {
			f.Heartbeat = later(later(f.Heartbeat, r.Started), moment(r.heartbeat))
			since = r.Started
		}
	}
	f.WorkerPID, f.WorkerHost = int(t.holder.pid), holder(t.lock)
	since = since.Add(crashGrace)
	if f.Worker = l.b.env.options.Liveness(l.b.env.options.Hosts, f.WorkerHost, "", t.holder.pid, since); f.Worker == model.LivenessAlive {
		f.Process = model.Process{PID: f.WorkerPID, Since: since}
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
func (t *item) buildBlock() {
	if t.status != stBlocked && t.stand.cause == causeNone {
		return
	}
	f := &t.Facts
	f.BlockedAt = t.Task.Created
	var e *model.Event
	if t.stand.event >= 0 {
		e = &t.Events[t.stand.event]
		f.BlockedAt = e.At
		f.ObstacleText, f.ObstacleWhere = e.Note, e.Where
	}
	if t.stand.cause == causeBlock || t.stand.cause == causeLoop {
		f.ObstacleKind = blockKinds[t.blockKind]
	}
	if !blank(f.ObstacleText) {
		return
	}
	f.ObstacleText, f.ObstacleWhere = "", ""
	// Without any event the newest blocked run is all there is; with one, a run of
	// an earlier block says nothing about the present one.
	run := lastRun(t.Runs, outBlocked, model.OutcomeBlocked)
	switch {
	case t.stand.cause != causeGaveUp && run != nil && !blank(run.Output) &&
		(len(t.Events) == 0 || e != nil && (e.RunID == run.ID || e.RunID == "" && !run.Ended.Before(e.At))):
		f.ObstacleText, f.ObstacleWhere = run.Output, run.Where
	case !blank(t.lastError):
		f.ObstacleText, f.ObstacleWhere = t.lastError, t.cell("last_failure_error", "").Where
	}
}

// refsMax bounds how many task ids are looked for in one result.
const refsMax = 64

// taskID is what Hermes takes for a task id in prose (hermes kanban_db.py,
// \bt_[a-f0-9]{8,}\b).
var taskID = regexp.MustCompile(`^t_[a-f0-9]{8,}$`)

// references finds the task ids in prose, each a word of its own and named once.
// A letter outside ASCII is part of a word.
func references(prose string) (found []string) {
	if !strings.Contains(prose, "t_") {
		return nil
	}
	for word := range strings.FieldsFuncSeq(prose, func(r rune) bool {
		return r < 0x80 && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		if taskID.MatchString(word) && !slices.Contains(found, word) && len(found) < refsMax {
			found = append(found, word)
		}
	}
	return found
}

// readPhantoms looks for the tasks that results and the owner's warnings name,
// and notes of each task those that do not exist on its board.
func (l *loader) readPhantoms(ctx context.Context) error {
	named := map[*item][]string{} // by the results of finished tasks, in the order of the text
	missing := map[string]bool{}
	for _, t := range l.items {
		if t.status == stDone {
			named[t] = references(t.Result)
		}
		for _, id := range named[t] {
			missing[id] = true
		}
		for _, p := range t.details {
			for _, id := range texts(p.PhantomRefs) {
				missing[id] = true
			}
		}
	}
	if len(missing) == 0 {
		return nil
	}
	exists := func(v []any) { delete(missing, text(v[0])) }
	err := sqlsource.EachCells(ctx, l.q, exists, "SELECT t.id FROM json_each(?) j CROSS JOIN tasks t ON t.id = j.value", sqlsource.List(slices.Collect(maps.Keys(missing))))
	for _, t := range l.items {
		for _, id := range named[t] {
			if missing[id] {
				t.Facts.PhantomRefs = append(t.Facts.PhantomRefs, model.Evidence{Where: t.ResultWhere, Quote: id})
			}
		}
		for _, p := range t.details {
			t.invented = t.invented || slices.ContainsFunc(texts(p.PhantomRefs), func(id string) bool { return missing[id] })
		}
	}
	return err
}
