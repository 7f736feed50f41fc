package hermes

import (
	"cmp"
	"context"
	"regexp"
	"strconv"
	"strings"
	"time"

	"notdone/model"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// freshHeartbeat is how young a sign of life must be to prove one, whatever is
// missing of the claim. Workers send one a minute at most.
const freshHeartbeat = 5 * time.Minute

// holding is who holds a task: as its row says, and where that says nothing, as
// its open run does.
type holding struct {
	lock           string
	pid            int64
	since          int64 // when the claim was made, unix seconds; 0: unknown
	expires, heard int64 // 0: none
	// worker is what is known of the process of the pid, or without one of the
	// dispatcher that made the claim. Only this machine's are seen.
	worker model.Liveness
}

// openRun adds what a task's open run says of its claim. A row that has only
// half of it, a pid or a lock, has lost the other half.
func (h *holding) openRun(lock string, pid, started, heard int64) {
	h.since = started
	h.heard = max(h.heard, heard)
	h.lock, h.pid = cmp.Or(h.lock, lock), cmp.Or(h.pid, pid)
}

// see asks for the process that holds the task.
func (e *env) see(h *holding) {
	if h.heard <= h.since {
		h.heard = 0 // a new claim does not reset the old heartbeat (#119155)
	}
	pid := h.pid
	if claimer, err := strconv.ParseInt(h.lock[strings.LastIndexByte(h.lock, ':')+1:], 10, 32); err == nil && pid <= 0 {
		pid = claimer // the dispatcher that made the claim
	}
	h.worker = e.options.Liveness([]string{e.here}, holder(h.lock), "", pid, moment(h.since).Add(crashGrace))
}

// local reports whether the claim was made on this machine.
func (h *holding) local(here string) bool { return here != "" && holder(h.lock) == here }

// doubt says why it is not certain that nobody works on what is held, empty when it is, and what to
// do about a claim that is left alone for it.
func (h *holding) doubt(here string, now int64) (why, instead string) {
	pid, over := strconv.FormatInt(h.pid, 10), h.expires > 0 && h.expires < now
	const ends = "; Hermes' command ends it and takes the claim back"
	switch {
	case h.lock != "" && !h.local(here):
		if instead = "; run Hermes' command there"; over {
			instead = "; the claim ran out, so that Hermes' dispatcher takes it back on its next tick"
		}
		return "it is held by " + h.lock + ", and a worker on another host cannot be seen from here", instead
	case h.pid > 0 && h.lock == "":
		return "no claim is on record, so that nobody knows on which host its worker (pid " + pid + ") runs",
			"; Hermes' dispatcher takes such a task back on its next tick unless the worker lives"
	case h.pid > 0 && h.worker == model.LivenessAlive:
		return "its worker (pid " + pid + ") is alive", ends
	case h.pid > 0 && h.worker == model.LivenessUnknown:
		return "whether its worker (pid " + pid + ") is alive cannot be told", ends
	case h.worker == model.LivenessDead && h.pid > 0:
		return "", ""
	case h.heard > 0 && now-h.heard < int64(freshHeartbeat/time.Second):
		return "no worker is on record, yet it sent a heartbeat a moment ago", "; wait for it"
	case h.lock == "" || over || h.worker == model.LivenessDead:
		return "", ""
	}
	// Claimed and not yet started: the lock names the dispatcher that does so.
	return "it was claimed by " + h.lock + " and its worker is being started", "; wait for it"
}

// Reasons for which the dispatcher does not start a worker for a task that is
// ready (hermes kanban_db.py, check_respawn_guard), and how long each of them holds.
// The last error holds until it is cleared.
const (
	heldByRateLimit, rateLimitHold = "rate_limit_cooldown", 5 * time.Minute
	heldBySuccess, successHold     = "recent_success", time.Hour
	heldByPR, prHold               = "active_pr", 24 * time.Hour
	heldByError                    = "blocker_auth"
)

// guardError and guardPR are Hermes' own patterns of the errors and of the
// comments that hold a task back.
var (
	guardError = regexp.MustCompile(`(?i)\b(quota|rate[\s_\-]?limit|429|403|auth\w*|unauthorized|forbidden|billing|subscription|access[\s_]denied|permission[\s_]denied|invalid[\s_]api[\s_]key)\b`)
	guardPR    = regexp.MustCompile(`(?i)https?://github\.com/[^/\s]+/[^/\s]+/pull/\d+`)
)

// Bounds of the comments that are searched for a pull request.
const (
	guardComments = 500
	guardText     = 1 << 20 // of one, in bytes
)

// guardFacts are what the dispatcher looks at before it starts a worker. Times
// are unix seconds, 0 for never.
type guardFacts struct {
	outcome   string // of the run that ended last
	ended     int64
	completed int64 // the last time that a run completed
	requeued  int64 // the last time that the task was put back on purpose
	pr        int64 // the last comment that names a pull request
	lastError string
}

// holds says why the dispatcher of that release leaves a ready task alone and
// until when; an empty reason is none, a zero time no end. A review is held by
// fewer reasons than work.
func (g *guardFacts) holds(r release, status string, now int64) (reason string, until time.Time) {
	end := func(from int64, d time.Duration) time.Time { return moment(from).Add(d) }
	held := func(from int64, d time.Duration) bool { return from > 0 && now-from < int64(d/time.Second) }
	switch {
	case !r.parks || status != stReady && status != stReview:
	case g.outcome == outRateLimited && held(g.ended, rateLimitHold):
		return heldByRateLimit, end(g.ended, rateLimitHold)
	case g.outcome == outRateLimited:
	case guardError.MatchString(g.lastError):
		return heldByError, time.Time{}
	case status == stReview:
	case held(g.completed, successHold) && (!r.typed || g.requeued < g.completed):
		return heldBySuccess, end(g.completed, successHold)
	case held(g.pr, prHold):
		return heldByPR, end(g.pr, prHold)
	}
	return "", time.Time{}
}

// readGuard reads what the dispatcher will look at.
func (s *scene) readGuard(ctx context.Context, q sqlitedb.Queryer) (g guardFacts, err error) {
	g.lastError = s.task.text(cmp.Or(s.First(tabTasks, "last_failure_error", "last_spawn_error"), "last_failure_error"))
	if s.Has(tabRuns, "outcome") {
		err = sqlsource.EachCells(ctx, q, func(v []any) { g.outcome, g.ended, g.completed = text(v[0]), number(v[1]), number(v[2]) },
			`SELECT outcome, ended_at, (SELECT max(ended_at) FROM task_runs WHERE task_id = ?1 AND outcome = 'completed')
				FROM task_runs WHERE task_id = ?1 AND ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT 1`, s.id())
	}
	if err == nil && s.comments() {
		err = sqlsource.EachCells(ctx, q, func(v []any) {
			if guardPR.MatchString(text(v[1])) {
				g.pr = max(g.pr, number(v[0]))
			}
		}, `SELECT created_at, substr(body, 1, ?) FROM task_comments
			WHERE task_id = ? AND created_at >= ? AND body LIKE '%github.com/%/pull/%' ORDER BY created_at DESC LIMIT ?`,
			guardText, s.id(), s.now-int64(prHold/time.Second), guardComments)
	}
	return g, err
}

// next tells what the dispatcher does with the task where the action leaves it.
func (a *action) next() {
	s, g := a.scene, a.scene.guard
	if a.cleared {
		g.lastError = ""
	}
	if a.ended {
		g.outcome = outReclaimed
	}
	if guardPR.MatchString(a.req.Answer) {
		g.pr = s.now
	}
	g.requeued = s.now // every way to make a task ready tells of it
	reason, until := g.holds(s.rel, a.Now, s.now)
	before, who := "", s.task.text("assignee")
	if !until.IsZero() {
		before = " before " + until.UTC().Format(time.RFC3339)
	}
	switch {
	case a.Now == stTodo:
		a.Effect("it waits for %s, and is then made ready by the dispatcher", firstOf(s.open))
	case a.Now != stReady && a.Now != stReview:
	case a.Now == stReady && who == "":
		a.Effect("nobody is assigned: it stays in the queue until somebody is")
	case !a.scene.board.starts(who):
		a.Effect("the dispatcher starts no worker for it: %s has no profile in %s; assign it to a profile, or a worker of another kind must claim it", who, a.scene.board.profiles())
	case reason != "":
		a.Effect("the dispatcher starts no worker for it%s: %s (%s)", before, holds[reason], reason)
	case a.Now == stReady:
		a.Effect("the dispatcher starts a worker for it, usually within a minute")
	default:
		a.Effect("the dispatcher starts a reviewer for it, usually within a minute")
	}
}
