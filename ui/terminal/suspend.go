package terminal

import (
	"context"
	"io"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/sys/unix"
)

const (
	// yieldPause is how long the program may take to hand the terminal over
	// before it is stopped without that.
	yieldPause = time.Second
	// stopPause is how long a stop may take to begin, and how long a shell that
	// continues the program may take to give it the terminal.
	stopPause = 200 * time.Millisecond
	// lookPause lies between two looks at the terminal.
	lookPause = 20 * time.Millisecond
	// restPause lets the drawing that was ended stop its ticker before the new one
	// starts the same ticker: Bubble Tea 2.0 does not wait for that.
	restPause = 50 * time.Millisecond
	// drawPause is how long the program may take to draw on a terminal that it
	// has taken again.
	drawPause = time.Second
	// endPause is how long a program that is to end waits for a terminal that does
	// not take what was drawn.
	endPause = time.Second
)

// suspends is the state of stops that are under way.
type suspends struct {
	last      atomic.Int64  // the number of the newest stop that was asked for
	wanted    atomic.Int64  // that of the one that has not begun; 0: there is none
	turn      sync.Mutex    // held by who stops the process
	stopped   atomic.Bool   // a stop of our own is under way
	over      atomic.Bool   // the program is to end
	continued chan struct{} // tells who stopped the process that it is continued
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
	// A process that uses the terminal of another job is sent these. They are
	// caught, so that they do not stop this one: regain does. They are not ignored,
	// because what the program runs would inherit that.
	background := make(chan os.Signal, 1)
	signal.Notify(background, syscall.SIGTTIN, syscall.SIGTTOU)
	var acting sync.WaitGroup
	defer acting.Wait()
	for {
		var s os.Signal
		select {
		case <-ctx.Done():
			return
		case s = <-signals:
		}
		switch {
		case s == syscall.SIGTSTP:
			acting.Go(func() { t.yield(ctx, p) })
		case t.suspends.stopped.Load():
			select {
			case t.suspends.continued <- struct{}{}:
			default: // it is told already
			}
		default: // it was stopped in a way that no program can see
			acting.Go(func() {
				t.regain()
				p.Send(t.lend())
			})
		}
	}
}

// lend is the message that makes the program give the terminal away, stop if a
// stop is wanted, take the terminal back and draw anew.
func (t *Terminal) lend() tea.Msg {
	return tea.Exec(&pause{t: t}, func(error) tea.Msg {
		return tea.BatchMsg{t.Drawn, func() tea.Msg { return tea.ResumeMsg{} }}
	})()
}

// Drawn is a command for after the terminal was given away. It waits until the
// program draws again and reads single keys. Where it does not, the terminal is
// taken once more: in Bubble Tea 2.0 the end of the old drawing can end the new
// one as well, and a shell may set the terminal's modes late.
func (t *Terminal) Drawn() tea.Msg {
	for range drawPause / lookPause {
		if t.shown.Load() && raw(t.in) {
			return nil
		}
		select {
		case <-t.gone:
			return nil
		case <-time.After(lookPause):
		}
	}
	return t.lend()
}

// raw reports whether keys are read one by one; true of what is no terminal.
func raw(f *os.File) bool {
	modes, err := unix.IoctlGetTermios(int(f.Fd()), getModes)
	return err != nil || modes.Lflag&unix.ICANON == 0
}

// yield stops the process once the program has handed the terminal over, or has
// not done so in time.
func (t *Terminal) yield(ctx context.Context, p *tea.Program) {
	s := &t.suspends
	this := s.last.Add(1)
	s.wanted.Store(this)
	go p.Send(t.lend())
	select {
	case <-ctx.Done():
	case <-time.After(yieldPause):
		if s.wanted.CompareAndSwap(this, 0) {
			t.stop(never)
			t.regain()
		}
	}
}

func never() bool { return false }

// End says that the program is to end: it is stopped no more. A terminal that is
// the program's has endPause to accept what is drawn, then it is given up.
func (t *Terminal) End() {
	t.suspends.over.Store(true)
	if t.Foreground() {
		time.Sleep(endPause)
	}
	t.Abandon()
}

// stop stops the process until it is continued. It sends the signal that cannot
// be caught: a Go program that has caught the other one does not get its default
// effect back. Of several that want to stop it one does: whoever waited for that
// finds the process continued, and done tells whether that is enough.
func (t *Terminal) stop(done func() bool) {
	if !continuable() {
		return
	}
	s := &t.suspends
	s.turn.Lock()
	defer s.turn.Unlock()
	if s.over.Load() || done() {
		return
	}
	select {
	case <-s.continued: // of an earlier stop
	default:
	}
	s.stopped.Store(true)
	defer s.stopped.Store(false)
	_ = syscall.Kill(syscall.Getpid(), syscall.SIGSTOP) // one's own process can be signalled
	select {
	case <-s.continued:
	case <-time.After(stopPause): // it was not stopped
	}
}

// regain returns when the terminal is the program's, or was given up. While it
// is another job's the process stays stopped, as one does that reads or writes
// there.
func (t *Terminal) regain() {
	for since := time.Now(); !t.Foreground() && !t.Abandoned(); {
		if time.Since(since) > stopPause {
			t.stop(t.Foreground)
			since = time.Now()
		}
		time.Sleep(lookPause)
	}
}

// Foreground reports whether the terminal is the program's to use: no shell has
// given it to another job.
func (t *Terminal) Foreground() bool {
	group, err := unix.IoctlGetInt(int(t.out.Fd()), unix.TIOCGPGRP)
	return err != nil || group == unix.Getpgrp() // an error: there are no jobs
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
	if c.t.suspends.wanted.Swap(0) != 0 {
		c.t.stop(never)
		c.t.regain()
	}
	time.Sleep(restPause)
	c.t.KeepTitle()
	return nil
}

// SetStdin does nothing: nothing is run.
func (*pause) SetStdin(io.Reader) {}

// SetStdout does nothing: nothing is run.
func (*pause) SetStdout(io.Writer) {}

// SetStderr does nothing: nothing is run.
func (*pause) SetStderr(io.Writer) {}
