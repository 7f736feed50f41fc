package terminal

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/sys/unix"
)

const (
	// releasePause is how long the program may take to release the terminal before
	// it is stopped without that.
	releasePause = time.Second
	// stopPause is how long a stop may take to begin, and how long a shell that
	// continues the program may take to give it the terminal.
	stopPause = 200 * time.Millisecond
	// pollPause lies between two checks of the terminal's state.
	pollPause = 20 * time.Millisecond
	// tickerPause lets the renderer that was ended stop its ticker before the new
	// one starts the same ticker: Bubble Tea 2.0 does not wait for that.
	tickerPause = 50 * time.Millisecond
	// drawPause is how long the program may take to draw on a terminal that it
	// has taken again.
	drawPause = time.Second
	// hangUpPause lies between two looks whether the terminal is still there.
	hangUpPause = 500 * time.Millisecond
	// exitPause is how long a program that is to end waits for a terminal that does
	// not accept output.
	exitPause = time.Second
)

// stops is the state of stops of the process that are under way.
type stops struct {
	last      atomic.Int64  // the number of the newest stop that was requested
	requested atomic.Int64  // that of the one that has not begun; 0: there is none
	mu        sync.Mutex    // held by who stops the process
	stopped   atomic.Bool   // the process has stopped itself
	exiting   atomic.Bool   // the program is to end
	continued chan struct{} // tells who stopped the process that it is continued
}

// Suspend stops the process group, as a terminal does at ctrl+z.
func (t *Terminal) Suspend() {
	_ = syscall.Kill(0, syscall.SIGTSTP) // one's own group can be signalled
}

// watchSignals stops the program when it is told to, after it has released the
// terminal, and has it take the terminal again when it is continued. It ends the
// program when the terminal is gone. It returns when the context ends.
func (t *Terminal) watchSignals(ctx context.Context, p *tea.Program) {
	signals := make(chan os.Signal, 4)
	if signal.Ignored(syscall.SIGTSTP) {
		signal.Notify(signals, syscall.SIGCONT) // whoever started us wants no stops
	} else {
		signal.Notify(signals, syscall.SIGCONT, syscall.SIGTSTP)
	}
	defer signal.Stop(signals)
	// A process that uses the terminal of another job is sent these. They are
	// caught, so that they do not stop this one: awaitForeground does. They are not
	// ignored, because what the program runs would inherit that.
	background := make(chan os.Signal, 1)
	signal.Notify(background, syscall.SIGTTIN, syscall.SIGTTOU)
	hangUps := time.NewTicker(hangUpPause)
	defer hangUps.Stop()
	var acting sync.WaitGroup
	defer acting.Wait()
	for {
		var s os.Signal
		select {
		case <-ctx.Done():
			return
		case <-hangUps.C:
			if t.hungUp() {
				t.Abandon()
				acting.Go(p.Quit)
				return
			}
			continue
		case s = <-signals:
		}
		switch {
		case s == syscall.SIGTSTP:
			acting.Go(func() { t.stopReleased(ctx, p) })
		case t.stops.stopped.Load():
			select {
			case t.stops.continued <- struct{}{}:
			default: // it is told already
			}
		default: // it was stopped in a way that no program can see
			acting.Go(func() { t.retake(p) })
		}
	}
}

// release returns the message that makes the program release the terminal, stop if
// a stop is requested, take the terminal back and draw anew.
func (t *Terminal) release() tea.Msg {
	return tea.Exec(&released{t: t}, func(error) tea.Msg {
		return tea.BatchMsg{t.EnsureDrawn, func() tea.Msg { return tea.ResumeMsg{} }}
	})()
}

// EnsureDrawn is a command for after the terminal was released. It waits until the
// program draws again and reads single keys. Where it does not, the terminal is
// taken once more: in Bubble Tea 2.0 the end of the old renderer can end the new
// one as well, and a shell may set the terminal's modes late.
func (t *Terminal) EnsureDrawn() tea.Msg {
	for range drawPause / pollPause {
		if t.altScreen.Load() && isRaw(t.in) {
			return nil
		}
		select {
		case <-t.abandoned:
			return nil
		case <-time.After(pollPause):
		}
	}
	return t.release()
}

// isRaw reports whether keys are read one by one; true of what is no terminal.
func isRaw(f *os.File) bool {
	modes, err := unix.IoctlGetTermios(int(f.Fd()), getModes)
	return err != nil || modes.Lflag&unix.ICANON == 0
}

// stopReleased stops the process once the program has released the terminal, or has
// not done so in time.
func (t *Terminal) stopReleased(ctx context.Context, p *tea.Program) {
	number := t.stops.last.Add(1)
	t.stops.requested.Store(number)
	go p.Send(t.release())
	select {
	case <-ctx.Done():
	case <-time.After(releasePause):
		if t.stops.requested.CompareAndSwap(number, 0) {
			t.stop(never)
			t.retake(p)
		}
	}
}

// retake has the program, which was stopped while it had the terminal, take it again and draw
// over what others wrote meanwhile.
func (t *Terminal) retake(p *tea.Program) {
	t.awaitForeground()
	p.Send(t.release())
}

func never() bool { return false }

// beginExit keeps the process from being stopped any more. A terminal in the
// foreground has exitPause to accept output, then it is abandoned.
func (t *Terminal) beginExit() {
	t.stops.exiting.Store(true)
	if t.inForeground() {
		time.Sleep(exitPause)
	}
	t.Abandon()
}

// stop stops the process until it is continued. It sends the signal that cannot
// be caught: a Go program that has caught the other one does not get its default
// effect back. Of several callers one stops it: the others find the process
// continued, and done tells whether that is enough.
func (t *Terminal) stop(done func() bool) {
	if !isContinuable() {
		return
	}
	s := &t.stops
	s.mu.Lock()
	defer s.mu.Unlock()
	if done() {
		return
	}
	if t.BeforeStop != nil {
		defer t.BeforeStop()()
	}
	if s.exiting.Load() {
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

// awaitForeground returns when the process is in the foreground, or the terminal was
// abandoned. In the background it keeps the process stopped, as the kernel does with
// a process that uses the terminal there.
func (t *Terminal) awaitForeground() {
	for since := time.Now(); !t.inForeground() && !t.Abandoned(); {
		if time.Since(since) > stopPause {
			t.stop(t.inForeground)
			since = time.Now()
		}
		time.Sleep(pollPause)
	}
}

// inForeground reports whether the process may use the terminal, because its process
// group is the foreground group or the terminal has no job control.
func (t *Terminal) inForeground() bool {
	group, err := unix.IoctlGetInt(int(t.out.Fd()), unix.TIOCGPGRP)
	return err != nil || group == unix.Getpgrp() // an error: there are no jobs
}

// hungUp reports whether the terminal, or the half of it that is read or drawn on,
// is gone: nobody holds its other side. The kernel tells of that by SIGHUP, which
// may be ignored, and by an error of every later call.
func (t *Terminal) hungUp() bool {
	return slices.ContainsFunc([]*os.File{t.in, t.out}, func(f *os.File) bool {
		_, err := unix.IoctlGetTermios(int(f.Fd()), getModes)
		return errors.Is(err, unix.EIO) || errors.Is(err, unix.ENXIO)
	})
}

// isContinuable reports whether a shell can continue the process: one that leads
// the session and has put the process into a group of its own.
func isContinuable() bool {
	leader, err := unix.Getsid(0)
	return err == nil && leader != unix.Getpgrp() && unix.Kill(leader, 0) == nil
}

// released is the command that has the terminal while the program has released it.
type released struct{ t *Terminal }

// Run stops the process if a stop is still requested. The terminal is taken again in the
// foreground only: the process may have been stopped before it came to release it.
func (c *released) Run() error {
	c.t.writeString(restoreTitle)
	if c.t.stops.requested.Swap(0) != 0 {
		c.t.stop(never)
	}
	c.t.awaitForeground()
	time.Sleep(tickerPause)
	c.t.writeString(saveTitle)
	return nil
}

// SetStdin does nothing: nothing is run.
func (*released) SetStdin(io.Reader) {}

// SetStdout does nothing: nothing is run.
func (*released) SetStdout(io.Writer) {}

// SetStderr does nothing: nothing is run.
func (*released) SetStderr(io.Writer) {}
