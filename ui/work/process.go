package work

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// command is what an attempt runs.
type command struct {
	argv  []string
	env   []string // beside the worker's own
	stdin []byte
	grace time.Duration
	until time.Time // the first one
}

// running is a command that runs under its supervisor.
type running struct {
	supervisor     *exec.Cmd
	stdout, stderr *os.File // of the command; the caller reads them to the end

	mu      sync.Mutex // held while an order is written
	orders  *os.File
	reports *os.File
}

// How long a supervisor may take to read an order. The first one has the command, which may
// be longer than a pipe holds, and is read when the process has begun, late on a busy machine.
// The others fit into the pipe.
const (
	startTimeout = time.Minute
	orderTimeout = 2 * time.Second
)

// start starts a supervisor with the command. exe is this program.
func start(exe string, c *command) (r *running, err error) {
	var all []*os.File
	defer func() {
		if err != nil {
			for _, f := range all {
				_ = f.Close() // nothing was written
			}
		}
	}()
	pipe := func() (from, to *os.File) {
		from, to, failed := os.Pipe()
		if err = errors.Join(err, failed); failed == nil {
			all = append(all, from, to)
		}
		return from, to
	}
	stdin, input := pipe()
	stdout, outTo := pipe()
	stderr, errTo := pipe()
	ordersFrom, orders := pipe()
	reports, reportsTo := pipe()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(exe) //nolint:noctx // it is this program, and ends with its orders
	cmd.Args = []string{os.Args[0], SupervisorCommand}
	cmd.Env = append(os.Environ(), c.env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, outTo, errTo
	cmd.ExtraFiles = []*os.File{ordersFrom, reportsTo}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // the keys of a terminal are for the worker
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	for _, f := range []*os.File{stdin, outTo, errTo, ordersFrom, reportsTo} {
		_ = f.Close() // they are the supervisor's now
	}
	r = &running{supervisor: cmd, stdout: stdout, stderr: stderr, orders: orders, reports: reports}
	r.order(&order{Argv: c.argv, Grace: c.grace, Until: c.until.UnixMilli()}, startTimeout)
	go func() {
		// A command may close its standard input without reading it.
		_, _ = input.Write(c.stdin)
		_ = input.Close()
	}()
	return r, nil
}

// order tells the supervisor something. One that is gone or stuck is noticed by wait.
func (r *running) order(o *order, limit time.Duration) {
	line, err := json.Marshal(o)
	if err != nil {
		return // it holds texts and numbers
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	_ = r.orders.SetWriteDeadline(time.Now().Add(limit))
	_, _ = r.orders.Write(append(line, '\n'))
}

// wait returns how the command ended when all of its processes have.
func (r *running) wait() (end report) {
	in, pid := json.NewDecoder(r.reports), 0
	for !end.Ended {
		end = report{}
		if err := in.Decode(&end); err != nil {
			if !errors.Is(err, io.EOF) {
				end.Error = err.Error()
			}
			break
		}
		pid = max(pid, end.PID)
	}
	err := r.supervisor.Wait()
	if !end.Ended {
		// The supervisor was killed, and its child with it.
		if pid > 0 {
			_ = syscall.Kill(-pid, syscall.SIGKILL) // what is left of its group
		}
		end = report{PID: pid, Ended: true, Signal: int(syscall.SIGKILL)}
		if err != nil && pid == 0 {
			end.Error = "its supervisor: " + err.Error()
		}
	}
	end.PID = pid
	r.mu.Lock()
	defer r.mu.Unlock()
	_, _ = r.orders.Close(), r.reports.Close() // all was read
	return end
}
