package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// SupervisorCommand is the first argument with which this program is run again, once for
// each attempt. The program then calls Supervise.
const SupervisorCommand = "__work-supervisor"

// The descriptors that a supervisor has beside the three standard ones, which are the
// command's.
const (
	ordersFD  = 3 // lines of JSON from the worker; their end says that the worker is gone
	reportsFD = 4 // lines of JSON to the worker
)

// order is a message of a worker to its supervisor. The first one holds Argv, Grace and Until.
type order struct {
	Argv  []string      `json:"argv,omitempty"`
	Grace time.Duration `json:"grace,omitempty"` // between SIGTERM and SIGKILL
	// Until is the time, in unix milliseconds, at which everything is killed unless a later
	// order moves it: then the lease ends, and another worker may claim the task. 0 in a later
	// order: unchanged.
	Until int64 `json:"until,omitempty"`
	End   bool  `json:"end,omitempty"`  // SIGTERM, and after the grace SIGKILL
	Kill  bool  `json:"kill,omitempty"` // SIGKILL
}

// report is a message of a supervisor to its worker. The first one holds the process or the
// error of starting it, the last one how it ended.
type report struct {
	PID   int    `json:"pid,omitempty"`
	Error string `json:"error,omitempty"`
	// TooLong says that the arguments are longer than the system allows (E2BIG).
	TooLong bool `json:"too_long,omitempty"`
	Ended   bool `json:"ended,omitempty"`
	Exit    int  `json:"exit,omitempty"`
	Signal  int  `json:"signal,omitempty"`
	Lapsed  bool `json:"lapsed,omitempty"` // it was killed because no order moved Until
	Left    int  `json:"left,omitempty"`   // processes that could not be ended
}

const (
	lookAround  = 250 * time.Millisecond // the interval at which deadlines are checked
	sweepPause  = 20 * time.Millisecond  // between two rounds of killing
	sweepLimit  = 10 * time.Second       // after SIGKILL, before the supervisor gives up
	strayGrace  = time.Second            // the longest grace of processes that a command leaves behind
	settleDelay = 5 * time.Millisecond   // for the last processes to be reaped
)

// supervisor runs one command and makes sure that no process of it outlives the attempt. Where
// the system hands a process its orphans (Linux), that includes processes which left the
// command's process group. It is a process of its own, so it does this even if the worker is
// killed. Its methods are called by one goroutine, but readOrders and reap.
type supervisor struct {
	orders  chan order // from readOrders
	reports *json.Encoder
	reaped  chan reaped // from reap, which closes it
	pid     int         // of the command, and of its process group
	grace   time.Duration
	until   time.Time // the newest order.Until
	end     report    // the last report
	ended   bool      // the command has ended; processes of it may be left

	killAt  time.Time // when SIGKILL follows SIGTERM; zero: SIGTERM was not sent
	killing time.Time // when the first SIGKILL was sent; zero: not yet
}

// reaped is a process that ended.
type reaped struct {
	pid    int
	status syscall.WaitStatus
}

// Supervise is the main function of a supervisor process. It runs the command of its first order
// and returns when all processes of the command have ended. The error says that there was no
// such order, or that the report of a failed start could not be written. The end of the
// context has the effect of order.End. The goroutines that it starts end with the process.
func Supervise(ctx context.Context) error {
	runtime.LockOSThread() // the command's parent death signal is sent at the death of this thread
	orders, reports := os.NewFile(ordersFD, "orders"), os.NewFile(reportsFD, "reports")
	unix.CloseOnExec(ordersFD)
	unix.CloseOnExec(reportsFD)
	adoptOrphans()
	in := json.NewDecoder(orders)
	var first order
	if err := in.Decode(&first); err != nil || len(first.Argv) == 0 {
		return errors.Join(errors.New("a supervisor is started by notdone work"), err)
	}
	s := &supervisor{orders: make(chan order), reports: json.NewEncoder(reports), reaped: make(chan reaped), grace: first.Grace}
	s.until = time.UnixMilli(first.Until)
	if err := s.start(first.Argv); err != nil {
		return s.reports.Encode(report{Error: err.Error(), TooLong: errors.Is(err, syscall.E2BIG), Ended: true})
	}
	if err := s.reports.Encode(report{PID: s.pid}); err != nil {
		s.kill() // the worker is gone
	}
	go s.readOrders(in)
	go s.reap()
	s.run(ctx.Done())
	// A worker that is gone reads nothing.
	_ = s.reports.Encode(s.end)
	return nil
}

// start starts the command with the standard files of this process. Then it replaces its own by
// /dev/null, so that the worker sees when the command closes them.
func (s *supervisor) start(argv []string) error {
	cmd := exec.Command(argv[0], argv[1:]...) //nolint:gosec,noctx // it is the operator's command; it ends in its own way
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = commandAttributes()
	if err := cmd.Start(); err != nil {
		return err
	}
	s.pid = cmd.Process.Pid
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil //nolint:nilerr // then the pipes close when the supervisor ends
	}
	for fd := range 3 {
		_ = redirect(int(null.Fd()), fd) // as above
	}
	return null.Close()
}

// readOrders passes on orders until the worker closes the pipe or dies, which counts as Kill.
func (s *supervisor) readOrders(in *json.Decoder) {
	for {
		var o order
		if err := in.Decode(&o); err != nil {
			s.orders <- order{Kill: true} // the worker is gone
			return
		}
		s.orders <- o
	}
}

// reap waits for the children of this process, including adopted orphans, until none is left.
func (s *supervisor) reap() {
	defer close(s.reaped)
	for {
		var status syscall.WaitStatus
		switch pid, err := syscall.Wait4(-1, &status, 0, nil); {
		case errors.Is(err, syscall.EINTR):
		case err != nil:
			return
		default:
			s.reaped <- reaped{pid, status}
		}
	}
}

// run handles orders, ended processes and deadlines. It returns when all processes have ended, or
// when SIGKILL does not end them. told receives at the end of the supervisor's context.
func (s *supervisor) run(told <-chan struct{}) {
	look := time.NewTimer(lookAround)
	defer look.Stop()
	for {
		pause := lookAround
		if !s.killing.IsZero() {
			pause = sweepPause
		} else if s.ended {
			pause = settleDelay
		}
		look.Reset(pause)
		select {
		case r, more := <-s.reaped:
			if !more {
				return
			}
			s.note(r)
		case o := <-s.orders:
			s.obey(o)
		case <-told:
			s.terminate(s.grace)
			told = nil
		case <-look.C:
			if s.look(time.Now()) {
				return
			}
		}
	}
}

// note records the end of the command. The ends of other processes are ignored.
func (s *supervisor) note(r reaped) {
	if r.pid != s.pid {
		return
	}
	if !adoptsOrphans {
		_ = syscall.Kill(-s.pid, syscall.SIGKILL) // what it leaves behind cannot be waited for
	}
	s.ended, s.end.Ended = true, true
	if r.status.Signaled() {
		s.end.Signal = int(r.status.Signal())
		return
	}
	s.end.Exit = r.status.ExitStatus()
}

// obey carries out an order.
func (s *supervisor) obey(o order) {
	if o.Until > 0 {
		s.until = time.UnixMilli(o.Until)
	}
	switch {
	case o.Kill:
		s.kill()
	case o.End:
		s.terminate(s.grace)
	}
}

// look checks the deadlines and reports whether to give up. It compares wall-clock times, because
// the monotonic clock may stop while the machine sleeps.
func (s *supervisor) look(now time.Time) bool {
	now = now.Round(0)
	switch {
	case !s.killing.IsZero():
		left := s.signal(syscall.SIGKILL)
		if now.Sub(s.killing) > sweepLimit {
			s.end.Ended, s.end.Left = true, max(left, 1)
			return true
		}
	case now.After(s.until):
		s.end.Lapsed = !s.ended
		s.kill()
	case !s.killAt.IsZero() && now.After(s.killAt):
		s.kill()
	case s.ended && s.killAt.IsZero():
		s.terminate(min(s.grace, strayGrace))
	}
	return false
}

// terminate sends SIGTERM, and lets SIGKILL follow after grace. It acts once.
func (s *supervisor) terminate(grace time.Duration) {
	if s.killAt.IsZero() {
		s.killAt = time.Now().Add(grace).Round(0)
		s.signal(syscall.SIGTERM)
	}
}

// kill sends SIGKILL and begins the sweep that look repeats. It acts once.
func (s *supervisor) kill() {
	if s.killing.IsZero() {
		s.killing = time.Now().Round(0)
		s.signal(syscall.SIGKILL)
	}
}

// signal sends a signal to every process that is left and returns the number of processes found.
func (s *supervisor) signal(sig syscall.Signal) int {
	all := descendants(os.Getpid())
	// The id of the process group may be reused once no process of the group is left.
	if !s.ended || slices.ContainsFunc(all, func(p process) bool { return p.group == s.pid }) {
		_ = syscall.Kill(-s.pid, sig) // it may be empty
	}
	for _, p := range all {
		if p.group != s.pid {
			_ = syscall.Kill(p.pid, sig) // it may have ended
		}
	}
	return len(all)
}

// process is one process that descends from this one.
type process struct{ pid, group int }

// String says how the command ended.
func (r *report) String() string {
	switch {
	case r.Signal != 0:
		return "it was ended by " + unix.SignalName(syscall.Signal(r.Signal))
	case r.Exit != 0:
		return fmt.Sprintf("it exited with code %d", r.Exit)
	}
	return "it exited"
}
