// Package proc decides whether a worker process that a queue names is alive.
//
// A queue records the pid and the host of a worker. A pid is valid in one pid
// namespace only, and a container may have the name of its host. So a missing pid
// proves that the worker is dead only if this process would see the worker. The
// rules are:
//
//   - A running process with the pid that started before the claim counts as the
//     worker: it is alive.
//   - A missing pid, a zombie, or a process that started after the claim means that
//     the worker is dead, if its recorded namespace is ours.
//   - Without a recorded namespace they mean it only in the machine's initial pid
//     namespace. Its /proc shows the processes of all namespaces with their pids in
//     each of them (NSpid), and none of these may be the pid of the worker.
//   - Elsewhere, as in a container, the worker may be in a namespace that is not
//     visible. There only a zombie with the pid that started with the claim proves
//     that the worker is dead.
//
// Otherwise it is unknown.
package proc

import (
	"errors"
	"os"
	"sync"
	"syscall"
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
	inside innerPIDs
}

// New returns the processes of this machine. now is the clock.
func New(now func() time.Time) *Processes {
	return &Processes{now: now, exists: exists, root: "/proc", self: os.Getpid()}
}

// slack is the tolerance between the time of a claim and the start of its worker. It
// also covers the clock ticks of start times.
const slack = 2 * time.Minute

// Alive reports whether the process that had the pid at the time since is alive. The
// pid namespace of the pid is unknown. A zero time is unknown.
func (p *Processes) Alive(pid int, since time.Time) model.Liveness {
	live, s := p.judgePID(pid, since)
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
	live, _ := p.judgePID(pid, since)
	return live
}

// judgePID reports whether the worker is alive if its pid is one of our own namespace.
// A process that started after the claim is another one, so the worker is dead. If it
// started after now, the clock is frozen and the liveness is unknown.
func (p *Processes) judgePID(pid int, since time.Time) (model.Liveness, status) {
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

// status is the state of one process.
type status struct {
	began  time.Time
	zombie bool // the process has ended and its parent has not waited for it
}

// isZombieOf reports whether the process is a zombie that started with the claim, so
// that it is the worker.
func (s status) isZombieOf(since time.Time) bool {
	return s.zombie && !since.IsZero() && s.began.Sub(since).Abs() <= slack
}

// exists reports whether a process of that id exists, whoever owns it.
func exists(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
