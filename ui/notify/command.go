package notify

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"
)

const (
	// MaxWaiting is how many lines may wait for the command.
	MaxWaiting = 20
	// closePause is how long it takes until the standard input of a killed command is closed.
	closePause = time.Second
)

// Command is a command that is run for one line of text after the other, which is its standard
// input. But for Run and Wait it is not safe for concurrent use.
type Command struct {
	Argv  []string      // the program and its arguments; no shell reads them
	Pause time.Duration // the least between the beginnings of two runs
	Limit time.Duration // of a run

	waiting [][]byte
	began   time.Time
	running bool
	run     sync.Mutex // is held while it runs
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

// Next returns the line to call Run with now, from any goroutine; the caller calls Ended when
// that has returned. Without a line there is nothing to do before a time has passed; 0: before the
// next Add or Ended.
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

// Ended says that the run has ended.
func (c *Command) Ended() { c.running = false }

// Run runs the command with a line, and throws away what it writes. It returns when the
// command has ended. After the limit, and with ctx, the command is killed with all that it
// began. The error says that it could not be started, failed, or was killed.
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

// Wait waits until the command does not run. The caller has ended the contexts of its runs.
func (c *Command) Wait() {
	c.run.Lock()
	defer c.run.Unlock()
}
