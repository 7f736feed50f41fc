package terminal

import (
	"context"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/sys/unix"
)

const (
	// yieldPause is how long the program may take to hand the terminal over
	// before it is stopped without that.
	yieldPause = 500 * time.Millisecond
	// stopPause is how long a stop may take to begin.
	stopPause = 200 * time.Millisecond
)

// suspends is what is known of stops under way.
type suspends struct {
	wanted atomic.Bool  // a stop was asked for and has not begun
	expect atomic.Int32 // continuations that follow from stops of our own
}

// Suspend stops the process group, as a terminal does at ctrl+z.
func (t *Terminal) Suspend() {
	_ = syscall.Kill(0, syscall.SIGTSTP) // one's own group can be signalled
}

// Watch stops the program when it is told to, after it has handed the terminal
// over, and has it take the terminal again when it is continued. It returns when
// the context ends.
func (t *Terminal) Watch(ctx context.Context, p *tea.Program) {
	signals := make(chan os.Signal, 4)
	if signal.Ignored(syscall.SIGTSTP) {
		signal.Notify(signals, syscall.SIGCONT) // whoever started us wants no stops
	} else {
		signal.Notify(signals, syscall.SIGCONT, syscall.SIGTSTP)
	}
	defer signal.Stop(signals)
	for {
		var s os.Signal
		select {
		case <-ctx.Done():
			return
		case s = <-signals:
		}
		switch {
		case s == syscall.SIGTSTP:
			t.yield(ctx, p)
		case t.suspends.expect.Load() > 0:
			t.suspends.expect.Add(-1)
		default: // it was stopped in a way that no program can see
			go p.Send(handOver(&pause{t: t}))
		}
	}
}

// handOver is the message by which the program gives the terminal to a command
// and takes it back, drawn anew, when that has ended.
func handOver(c tea.ExecCommand) tea.Msg {
	return tea.Exec(c, func(error) tea.Msg { return tea.ResumeMsg{} })()
}

// yield stops the process when the program has handed the terminal over, or
// shows by its silence that it cannot.
func (t *Terminal) yield(ctx context.Context, p *tea.Program) {
	t.suspends.wanted.Store(true)
	go p.Send(handOver(&pause{t: t}))
	select {
	case <-ctx.Done():
	case <-time.After(yieldPause):
		if t.suspends.wanted.CompareAndSwap(true, false) {
			t.stop()
		}
	}
}

// stop stops the process until it is continued. It sends the signal that cannot
// be caught: a Go program that has caught the other one does not get its default
// effect back.
func (t *Terminal) stop() {
	if !continuable() {
		return
	}
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	t.suspends.expect.Add(1)
	_ = syscall.Kill(syscall.Getpid(), syscall.SIGSTOP) // one's own process can be signalled
	select {
	case <-continued:
	case <-time.After(stopPause): // it was not stopped
		t.suspends.expect.Store(0)
	}
}

// continuable reports whether a shell can continue the process: one that leads
// the session and has put the process into a group of its own.
func continuable() bool {
	leader, err := unix.Getsid(0)
	return err == nil && leader != unix.Getpgrp() && unix.Kill(leader, 0) == nil
}

// pause is the command that has the terminal while the program is stopped.
type pause struct{ t *Terminal }

// Run stops the process if a stop is still wanted.
func (c *pause) Run() error {
	c.t.ReturnTitle()
	if c.t.suspends.wanted.CompareAndSwap(true, false) {
		c.t.stop()
	}
	c.t.KeepTitle()
	return nil
}

// SetStdin does nothing: nothing is run.
func (*pause) SetStdin(io.Reader) {}

// SetStdout does nothing: nothing is run.
func (*pause) SetStdout(io.Writer) {}

// SetStderr does nothing: nothing is run.
func (*pause) SetStderr(io.Writer) {}
