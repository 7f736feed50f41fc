package notify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"
)

const (
	// MaxWaiting is the largest number of lines that wait for the command.
	MaxWaiting = 20
	// closePause is the time after which the standard input of a killed command is closed.
	closePause = time.Second
)

// Command runs a command once for each line of text, with the line as its standard input. The
// runs do not overlap. Only Run and Wait are safe for concurrent use.
type Command struct {
	Argv  []string      // the program and its arguments; no shell reads them
	Pause time.Duration // the shortest time between the starts of two runs
	Limit time.Duration // the time limit of a run

	waiting [][]byte
	began   time.Time  // the start of the newest run
	running bool       // Next returned a line, and Ended was not called yet
	run     sync.Mutex // held while the command runs
}

// Check returns an error that names the program if none of that name can be run.
func (c *Command) Check() error {
	if _, err := exec.LookPath(c.Argv[0]); err != nil && !errors.Is(err, exec.ErrDot) {
		return err
	}
	return nil
}

// Add queues a copy of a line for the command. It reports false, and does nothing, while
// MaxWaiting lines wait.
func (c *Command) Add(line []byte) bool {
	if len(c.waiting) >= MaxWaiting {
		return false
	}
	c.waiting = append(c.waiting, slices.Clone(line))
	return true
}

// Next returns the line for the next run. The caller then calls Run, from any goroutine, and
// Ended when it has returned. If no run may begin now, line is nil and wait is the time after
// which one may; 0: after the next call of Add or Ended.
func (c *Command) Next(now time.Time) (line []byte, wait time.Duration) {
	if c.running || len(c.waiting) == 0 {
		return nil, 0
	}
	if wait = c.began.Add(c.Pause).Sub(now); wait > 0 && wait <= c.Pause {
		return nil, wait
	}
	c.running, c.began = true, now
	line, c.waiting = c.waiting[0], c.waiting[1:]
	return line, 0
}

// Ended notes that the run of the line that Next returned has ended.
func (c *Command) Ended() { c.running = false }

// Run runs the command with a line and discards its output. It returns when the command has
// ended. After Limit, or at the end of ctx, it kills the process group of the command. The
// error says that the command could not be started, failed, or was killed.
func (c *Command) Run(ctx context.Context, line []byte) error {
	c.run.Lock()
	defer c.run.Unlock()
	limited, cancel := context.WithTimeout(ctx, c.Limit)
	defer cancel()
	cmd := exec.CommandContext(limited, c.Argv[0], c.Argv[1:]...) // #nosec G204 -- the operator named it
	cmd.Stdin = bytes.NewReader(line)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // it cannot use the terminal, and leads a group
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = closePause
	err := cmd.Run()
	switch {
	case err == nil:
		return nil
	case limited.Err() != nil && ctx.Err() == nil:
		return fmt.Errorf("%s was killed: it ran longer than %s", c.Argv[0], c.Limit)
	}
	return fmt.Errorf("%s: %w", c.Argv[0], err)
}

// Wait waits until no run is in progress. The caller must have cancelled the contexts of the
// runs.
func (c *Command) Wait() {
	c.run.Lock()
	defer c.run.Unlock()
}
