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
	if h.lock == "" {
		h.lock = lock
	}
	if h.pid == 0 {
		h.pid = pid
	}
}

// see asks for the process that holds the task.
func (e *env) see(h *holding) {
	if h.heard <= h.since {
		h.heard = 0 // a new claim does not reset the old heartbeat (#119155)
	}
	pid := h.pid
	if pid <= 0 {
		pid = h.claimer()
	}
	if pid > 0 && pid < 1<<31 && e.alive != nil && h.local(e.here) {
		h.worker = e.alive(int(pid), moment(h.since).Add(crashGrace))
	}
}

// local reports whether the claim was made on this machine.
func (h *holding) local(here string) bool { return here != "" && holder(h.lock) == here }

// claimer is the pid of the dispatcher that made the claim; 0 when unknown.
func (h *holding) claimer() int64 {
	pid, err := strconv.ParseInt(h.lock[strings.LastIndexByte(h.lock, ':')+1:], 10, 32)
	if err != nil {
		return 0
	}
	return pid
}

// doubt says why it is not certain that nobody works on what is held; empty when
// it is.
func (h *holding) doubt(here string, now int64) string {
	pid := strconv.FormatInt(h.pid, 10)
	switch {
	case h.lock != "" && !h.local(here):
		return "it is held by " + h.lock + ", and a worker on another host cannot be seen from here"
	case h.pid > 0 && h.lock == "":
		return "no claim is on record, so that nobody knows on which host its worker (pid " + pid + ") runs"
	case h.pid > 0 && h.worker == model.LivenessDead:
		return ""
	case h.pid > 0 && h.worker == model.LivenessAlive:
		return "its worker (pid " + pid + ") is alive"
	case h.pid > 0:
		return "whether its worker (pid " + pid + ") is alive cannot be told"
	case h.heard > 0 && now-h.heard < int64(freshHeartbeat/time.Second):
		return "no worker is on record, yet it sent a heartbeat a moment ago"
	case h.lock == "" || h.expires > 0 && h.expires < now || h.worker == model.LivenessDead:
		return ""
	}
	// Claimed and not yet started: the lock names the dispatcher that does so.
	return "it was claimed by " + h.lock + " and its worker is being started"
}

// instead says what to do about a claim that is left alone.
func (h *holding) instead(here string, now int64) string {
	switch {
	case h.lock == "" && h.pid > 0:
		return "; Hermes' dispatcher takes such a task back on its next tick unless the worker lives"
	case h.lock != "" && !h.local(here) && h.expires > 0 && h.expires < now:
		return "; the claim ran out, so that Hermes' dispatcher takes it back on its next tick"
	case h.lock != "" && !h.local(here):
		return "; run Hermes' command there"
	case h.pid > 0:
		return "; Hermes' command ends it and takes the claim back"
	}
	return "; wait for it"
}
