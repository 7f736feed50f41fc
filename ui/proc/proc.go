// Package proc asks this machine about its processes, for judging whether a
// worker that a queue names is still there.
//
// A queue records a worker's pid and its host, and a pid means something in one
// pid namespace only: containers and unshare make others, some of them with the
// host's name. So a pid that is missing here proves that a worker is gone only
// where its process would be seen. The rule is:
//
//   - A process of that pid that runs and began before the claim is taken for
//     the worker, whatever else there is.
//   - A pid that is missing, a zombie, and a process that began after the claim
//     mean that the worker is gone, if its namespace was recorded and is ours.
//   - Where it was not recorded, they mean so in the machine's initial pid
//     namespace alone, whose /proc shows every process of every namespace with
//     its pid in each of them (NSpid), and only while none of these has the pid.
//   - Elsewhere, as in a container, a worker may be in a namespace that cannot be
//     seen. There only a zombie of that pid that began with the claim is proof.
//
// Anything else is unknown.
package proc

import (
	"os"
	"sync"
	"time"

	"notdone/model"
)

// Processes are the processes of this machine. Its methods may be called from
// any goroutine.
type Processes struct {
	now    func() time.Time
	exists func(pid int) bool // in our pid namespace, whoever owns it
	root   string             // where /proc is mounted
	self   int                // our own pid

	mu     sync.Mutex
	inside inside
}

// New returns the processes of this machine as judged at the time that now
// tells.
func New(now func() time.Time) *Processes {
	return &Processes{now: now, exists: exists, root: "/proc", self: os.Getpid()}
}

// slack allows for claims that are written a moment before their worker begins,
// and for the clock ticks in which start times are counted.
const slack = 2 * time.Minute

// Alive says whether the process of that pid, known to have worked at the given
// time, is alive, when it is not known in which pid namespace it has this pid. A
// zero time is unknown.
func (p *Processes) Alive(pid int, since time.Time) model.Liveness {
	live, s := p.look(pid, since)
	if live == model.LivenessDead && !p.seesAll(pid, since) && !s.isZombieOf(since) {
		return model.LivenessUnknown
	}
	return live
}

// AliveIn is Alive for a process whose pid namespace was recorded, as the text
// of its link /proc/PID/ns/pid.
func (p *Processes) AliveIn(namespace string, pid int, since time.Time) model.Liveness {
	if namespace == "" {
		return p.Alive(pid, since)
	}
	if own := p.namespace(); own == "" || own != namespace {
		return model.LivenessUnknown
	}
	live, _ := p.look(pid, since)
	return live
}

// look says what is known of the process that has the pid in our own namespace.
// One that began after the claim is another one, and the worker is gone; one
// that began after now, which a frozen clock may say, tells nothing.
func (p *Processes) look(pid int, since time.Time) (model.Liveness, status) {
	if pid <= 0 {
		return model.LivenessUnknown, status{}
	}
	if !p.exists(pid) {
		return model.LivenessDead, status{}
	}
	s, known := p.status(pid)
	switch {
	case !known:
		return model.LivenessAlive, s
	case s.began.After(p.now()):
		return model.LivenessUnknown, s
	case s.zombie, !since.IsZero() && s.began.After(since.Add(slack)):
		return model.LivenessDead, s
	}
	return model.LivenessAlive, s
}

// status is what is known of one process.
type status struct {
	began  time.Time
	zombie bool // it has ended and its parent has not yet asked how
}

// isZombieOf reports whether it is a zombie that began with the claim, which no
// other process of that pid would have done.
func (s status) isZombieOf(since time.Time) bool {
	return s.zombie && !since.IsZero() && s.began.Sub(since).Abs() <= slack
}
