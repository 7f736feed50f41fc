package hermes

import (
	"strconv"
	"strings"
	"time"

	"notdone/model"
)

// freshHeartbeat is how young a sign of life must be to prove one, whatever is
// missing of the claim. Workers send one a minute at most.
const freshHeartbeat = 5 * time.Minute

// holding is who holds a task: as its row says, or where that says nothing, as
// its open run does.
type holding struct {
	lock           string
	pid            int64
	since          int64 // when the claim was made, unix seconds; 0: unknown
	expires, heard int64 // 0: none
}

func (s *scene) worker() holding {
	h := holding{
		lock: s.lock(), pid: s.task.num("worker_pid"), since: s.task.num("started_at"),
		expires: s.task.num("claim_expires"), heard: s.task.num("last_heartbeat_at"),
	}
	if s.runOpen() {
		h.since = s.run.num("started_at")
		h.heard = max(h.heard, s.run.num("last_heartbeat_at"))
		if h.lock == "" && h.pid == 0 {
			h.lock, h.pid = s.run.text("claim_lock"), s.run.num("worker_pid")
		}
	}
	if h.heard <= h.since {
		h.heard = 0 // a new claim does not reset the old heartbeat (#119155)
	}
	return h
}

// gone says why it is not certain that nobody works on what is held; empty when
// it is. Only this host's processes can be seen.
func (e *env) gone(h holding, now int64) string {
	host := holder(h.lock)
	pid := strconv.FormatInt(h.pid, 10)
	switch {
	case h.lock != "" && (host == "" || host != e.here):
		return "it is held by " + h.lock + ", and a worker on another host cannot be seen from here"
	case h.pid > 0:
		switch e.living(h.pid, h.since) {
		case model.LivenessDead:
			return ""
		case model.LivenessAlive:
			return "its worker (pid " + pid + ") is alive"
		case model.LivenessUnknown:
		}
		return "whether its worker (pid " + pid + ") is alive cannot be told"
	case h.heard > 0 && now-h.heard < int64(freshHeartbeat/time.Second):
		return "no worker is on record, yet it sent a heartbeat a moment ago"
	case h.lock == "" || h.expires > 0 && h.expires < now:
		return ""
	}
	// Claimed and not yet started: the lock names the dispatcher that does so.
	claimer, err := strconv.ParseInt(h.lock[strings.LastIndexByte(h.lock, ':')+1:], 10, 32)
	if err == nil && claimer > 0 && e.living(claimer, h.since) == model.LivenessDead {
		return ""
	}
	return "it was claimed by " + h.lock + " and its worker is being started"
}

func (e *env) living(pid, since int64) model.Liveness {
	if e.alive == nil || pid > 1<<31-1 {
		return model.LivenessUnknown
	}
	return e.alive(int(pid), moment(since).Add(crashGrace))
}

// reclaim takes a claim back whose worker is gone, as Hermes' own reclaim does
// (hermes kanban_db.py, reclaim_task). We signal nobody: where a worker may be
// left, it is for Hermes to end it.
func (j *job) reclaim(d *draft) {
	s := d.scene
	d.saw("end of the claim", s.task.text("claim_expires"))
	switch {
	case s.status() == stBlocked && s.lock() != "":
		d.refuse("it is blocked, and a reclaim would make it ready: unblock it, then reclaim")
		return
	case s.status() != stRunning && (s.status() != stReady || s.lock() == ""):
		d.refuse("nobody holds it: it is %s", s.status())
		return
	}
	d.command = j.owner("reclaim", s.id(), "--reason", j.req.Reason)
	h := s.worker()
	if why := s.env.gone(h, s.now); why != "" {
		d.refuse("%s", why+j.instead(s, h))
		return
	}
	d.guard("its worker is gone")
	fate := j.fate(s)
	d.move(s.retry)
	d.release()
	d.clearFailures()
	failure := "manual_reclaim lock=" + either(s.lock(), "None")
	if j.req.Reason != "" {
		failure = "manual_reclaim: " + j.req.Reason
	}
	run := d.endRun(s, ending{outcome: evReclaimed, status: evReclaimed, failure: failure, detail: pyObject(fate...)})
	if run != nil {
		d.set("current_run_id", nil)
	}
	d.event(s.id(), evReclaimed, run, pyObject(append([]pair{
		{"manual", true}, {"reason", orNone(j.req.Reason)}, {"prev_lock", orNone(s.lock())}, {"retry_status", s.retry},
	}, fate...)...))
	d.next()
	d.effect("no process is signalled: %s", reclaimed(h))
	if n := s.failures(); n > 0 {
		d.effect("its %s are forgotten", plural(int(n), "failure"))
	}
}

// fate is what Hermes records of the worker's end. One that is gone when it is
// to be ended counts as ended (hermes kanban_db.py, _terminate_reclaimed_worker).
func (j *job) fate(s *scene) []pair {
	pid := s.task.num("worker_pid")
	local := pid > 0 && s.env.here != "" && strings.HasPrefix(s.lock(), s.env.here+":")
	var last any
	if pid != 0 {
		last = pid
	}
	return []pair{{"prev_pid", last}, {"host_local", local}, {"termination_attempted", local}, {"terminated", local}, {"sigkill", false}}
}

func reclaimed(h holding) string {
	if h.pid > 0 {
		return "pid " + short(h.pid) + " is gone"
	}
	return "no worker is on record"
}

// instead says what to do about a claim that we leave alone.
func (j *job) instead(s *scene, h holding) string {
	host := holder(h.lock)
	switch {
	case h.lock != "" && host != s.env.here && h.expires > 0 && h.expires < s.now:
		return "; the claim ran out, so that Hermes' dispatcher takes it back on its next tick"
	case h.lock != "" && host != s.env.here:
		return "; run Hermes' command there"
	case h.pid > 0:
		return "; Hermes' command ends it and takes the claim back"
	}
	return "; wait for it"
}
