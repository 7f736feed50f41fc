package hermes

import (
	"cmp"
	"strings"
)

// reclaim takes a claim back whose worker is gone, as Hermes' own reclaim does
// (hermes kanban_db.py, reclaim_task). We signal nobody: where a worker may be
// left, it is for Hermes to end it.
func (j *job) reclaim(d *draft) {
	s := d.scene
	d.guard("its worker is gone")
	fate := j.fate(s)
	d.move(s.retry)
	d.release()
	d.clearFailures()
	failure := "manual_reclaim lock=" + cmp.Or(s.lock(), "None")
	if j.req.Reason != "" {
		failure = "manual_reclaim: " + j.req.Reason
	}
	run := d.endRun(s, ending{outcome: evReclaimed, status: evReclaimed, failure: failure, detail: pyObject(fate...)})
	if run != nil {
		d.set("current_run_id", nil)
	}
	payload := []pair{{"manual", true}, {"reason", orNone(j.req.Reason)}, {"prev_lock", orNone(s.lock())}}
	if s.rel.phases {
		payload = append(payload, pair{"retry_status", s.retry})
	}
	d.event(s.id(), evReclaimed, run, pyObject(append(payload, fate...)...))
	j.next(d)
	d.effect("no process is signalled: %s", reclaimed(s.worker()))
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

func reclaimed(h *holding) string {
	if h.pid > 0 {
		return "pid " + short(h.pid) + " is gone"
	}
	return "no worker is on record"
}
