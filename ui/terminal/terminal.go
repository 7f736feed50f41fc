// Package terminal wraps the terminal of the dashboard. It writes what a new frame changes
// on it, and leaves its modes to Bubble Tea. It records when keys came and whether the
// terminal accepts output in time. When the program is to end, it abandons a terminal that
// nobody reads. It stops and continues the program as a shell's job control expects.
//
// Package ui/tui decides what is drawn and what keys mean.
package terminal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"golang.org/x/sys/unix"
)

// Slow is how long the terminal may take to accept output before it counts as
// lagging.
const Slow = 100 * time.Millisecond

// leavePause is how long an abandoned terminal may take to accept what leaves its
// alternate screen.
const leavePause = 400 * time.Millisecond

// ErrAbandoned is the error of writing after Abandon.
var ErrAbandoned = errors.New("nobody reads the terminal")

// Terminal is a terminal in use. Its methods may be called from any goroutine.
type Terminal struct {
	// Thin says that the line to the terminal is thin, as over SSH: what changes without
	// input is then drawn less often, and the sequence of a key may come in pieces.
	Thin bool
	// BeforeStop is called before the process stops itself. It returns when the process holds
	// nothing that others wait for, or after a while. What it returns is called when the process
	// is continued. Nil: the process never holds such a thing.
	BeforeStop func() (resume func())

	in, out     *os.File
	lastInput   atomic.Pointer[time.Time]
	writeBegan  atomic.Pointer[time.Time] // of the write under way; nil: there is none
	lastLag     atomic.Pointer[time.Time] // when the newest slow write ended
	altScreen   atomic.Bool               // the alternate screen was entered last, not left
	writing     atomic.Bool               // a write is under way, though its caller may have given up
	writes      sync.Mutex                // held by the caller of a write
	abandoned   chan struct{}             // closed by Abandon
	abandonOnce sync.Once
	stops       stops
	leave       context.CancelFunc // ends the program; nil: it quits by itself
	left        <-chan struct{}    // closed when the program is to end; nil: it quits by itself
	pacer       *pacer             // nil: no program runs
	scene       scene              // used by the program's event loop
	painter     painter            // guarded by writes, but for its scene
}

// New returns the terminal of the two files, which the caller closes after Abandon.
func New(in, out *os.File) *Terminal {
	t := &Terminal{in: in, out: out, abandoned: make(chan struct{})}
	t.stops.continued = make(chan struct{}, 1)
	return t
}

// OverSSH reports whether the environment is that of a session over SSH.
func OverSSH(getenv func(string) string) bool {
	return getenv("SSH_CONNECTION") != "" || getenv("SSH_TTY") != ""
}

// Context returns the context of a program that Filter is given to: it ends with ctx, and when the
// program quits. A program that quits by itself waits half a second in Bubble Tea 2.0 where more
// was typed after the key.
func (t *Terminal) Context(ctx context.Context) context.Context {
	ctx, t.leave = context.WithCancel(ctx)
	t.left = ctx.Done()
	return ctx
}

// Run runs the program on the terminal until it ends, and gives the window its title
// back. A terminal that does not accept output when the context ends is abandoned.
func (t *Terminal) Run(ctx context.Context, p *tea.Program) error {
	running, ended := context.WithCancel(ctx)
	var watching sync.WaitGroup
	watching.Go(func() { t.watchSignals(running, p) })
	stopExit := context.AfterFunc(ctx, t.beginExit)
	t.writeString(saveTitle)
	t.pacer = newPacer(p, t.Thin)
	watching.Go(func() { t.pacer.run(running, t.paint) })
	_, err := p.Run()
	if t.leave != nil {
		t.leave()
	}
	stopExit()
	ended()
	watching.Wait()
	if t.Abandoned() {
		t.leaveAltScreen()
	} else {
		t.writeString(restoreTitle)
	}
	return err
}

// Abandon gives the terminal up: a write under way, and every later one, fails,
// and so does what waits for the terminal of another job.
func (t *Terminal) Abandon() {
	t.abandonOnce.Do(func() {
		signal.Ignore(syscall.SIGTTIN, syscall.SIGTTOU)
		close(t.abandoned)
	})
}

// Abandoned reports whether the terminal was given up.
func (t *Terminal) Abandoned() bool {
	select {
	case <-t.abandoned:
		return true
	default:
		return false
	}
}

// LastInput returns when the newest input was read; zero before any.
func (t *Terminal) LastInput() time.Time { return load(&t.lastInput) }

// LastLag returns the newest moment at which the terminal had not accepted output
// in time; zero when it always has.
func (t *Terminal) LastLag() time.Time {
	if began := t.writeBegan.Load(); began != nil {
		if now := time.Now(); now.Sub(*began) > Slow {
			return now
		}
	}
	return load(&t.lastLag)
}

func load(p *atomic.Pointer[time.Time]) time.Time {
	if at := p.Load(); at != nil {
		return *at
	}
	return time.Time{}
}

// write writes to the terminal, with what a new frame changes, and waits for it, or until the
// terminal is abandoned. Nothing is written while the terminal belongs to another job: the
// process is stopped then.
func (t *Terminal) write(p []byte) (int, error) {
	t.writes.Lock()
	defer t.writes.Unlock()
	began := time.Now()
	t.writeBegan.Store(&began)
	defer func() {
		if now := time.Now(); now.Sub(began) > Slow {
			t.lastLag.Store(&now)
		}
		t.writeBegan.Store(nil)
	}()
	t.awaitForeground()
	if t.Abandoned() {
		return 0, ErrAbandoned
	}
	own := t.withFrame(p)
	if len(own) == 0 {
		return 0, nil
	}
	var n int
	var err error
	done := make(chan struct{})
	t.writing.Store(true)
	go func() {
		n, err = t.out.Write(own)
		t.writing.Store(false)
		close(done)
	}()
	select {
	case <-t.abandoned:
		return 0, ErrAbandoned
	case <-done:
		if t.pacer != nil {
			t.pacer.pay(n)
		}
		if err != nil {
			t.painter.forget()
			return min(n, len(p)), err
		}
		return len(p), nil
	}
}

// withFrame returns a copy of what is written, because the write may outlive the call, and behind it
// what has the alternate screen show the newest frame.
func (t *Terminal) withFrame(p []byte) []byte {
	if entered, left := bytes.LastIndex(p, enterAltScreen), bytes.LastIndex(p, exitAltScreen); entered != left {
		t.altScreen.Store(entered > left)
	}
	if erases(p) {
		t.painter.forget()
	}
	if !t.altScreen.Load() {
		return bytes.Clone(p)
	}
	return slices.Concat(p, t.painter.paint())
}

// paint writes what a new frame changes. That a terminal is gone is seen by who watches it.
func (t *Terminal) paint() { _, _ = t.write(nil) }

// writeString writes text and ignores errors: a terminal that is gone needs no text.
func (t *Terminal) writeString(text string) { _, _ = t.write([]byte(text)) }

// file is what Bubble Tea asks of the files that it reads from and draws on.
type file interface {
	io.ReadWriteCloser
	Fd() uintptr
	Name() string
}

// Output is the terminal as a file to draw on.
type Output struct {
	file
	t *Terminal
}

// Output returns the terminal as a file to draw on.
func (t *Terminal) Output() *Output { return &Output{t.out, t} }

// Write returns when the terminal has accepted the text, or was abandoned.
func (o *Output) Write(p []byte) (int, error) { return o.t.write(p) }

// Input reads keys and notes when they came.
type Input struct {
	file
	t     *Terminal
	typed escapes

	mu   sync.Mutex
	fd   int  // refers to the terminal or to the null device
	ours bool // it refers to the terminal
}

// Input returns the terminal as a file to read keys from. The caller calls its
// Release at the end.
func (t *Terminal) Input() (*Input, error) {
	fd, err := unix.FcntlInt(t.in.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("the terminal: %w", err)
	}
	return &Input{file: t.in, t: t, fd: fd, ours: true}, nil
}

// Read reads from the terminal. It returns nothing, after a pause, while the
// terminal belongs to another job: a read would take that job's keys or have the
// process stopped. It ends when the program is to end: Bubble Tea 2.0 does not wait for
// its reader then, which would take what is typed for the shell.
func (i *Input) Read(p []byte) (int, error) {
	select {
	case <-i.t.left:
		return 0, io.EOF
	default:
	}
	if !i.t.inForeground() {
		time.Sleep(pollPause)
		return 0, nil
	}
	n, err := i.t.in.Read(p)
	if n > 0 {
		now := time.Now()
		i.t.lastInput.Store(&now)
	}
	if n > 0 && !i.t.Thin {
		n = i.typed.resolve(p, n, i.t.hasMore)
	}
	return n, err
}

// Fd returns a descriptor that is always the same, because Bubble Tea's reader
// compares it with the one that it waits for. While the terminal is another job's,
// it refers to the null device, so that the terminal's modes are left alone.
func (i *Input) Fd() uintptr {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.fd < 0 {
		return ^uintptr(0)
	}
	if ours := i.t.inForeground(); ours != i.ours {
		if err := i.redirect(ours); err == nil {
			i.ours = ours
		}
	}
	return uintptr(i.fd)
}

// redirect makes the descriptor refer to the terminal, or to the null device.
func (i *Input) redirect(toTerminal bool) error {
	if toTerminal {
		return duplicate(int(i.t.in.Fd()), i.fd)
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer func() { _ = null.Close() }() // nothing is lost
	return duplicate(int(null.Fd()), i.fd)
}

// Release closes the descriptor. Nothing may be read after it.
func (i *Input) Release() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.fd >= 0 {
		_ = unix.Close(i.fd) // nothing is lost
	}
	i.fd = -1
}

var (
	enterAltScreen = []byte(ansi.SetModeAltScreenSaveCursor)
	exitAltScreen  = []byte(ansi.ResetModeAltScreenSaveCursor)

	// The terminal keeps its window's title on a stack while the program shows its
	// own; where it has none it ignores this.
	saveTitle    = ansi.WindowOp(22, 2)
	restoreTitle = ansi.WindowOp(23, 2)
)

// leaveAltScreen leaves the alternate screen of an abandoned terminal, as far as it
// takes that without waiting. That of another job is left alone.
func (t *Terminal) leaveAltScreen() {
	if !t.inForeground() {
		return
	}
	// Opened once more, so that writing does not wait: the descriptors that are
	// shared with the shell stay as they are.
	fd, err := unix.Open("/dev/tty", unix.O_WRONLY|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return // there is no other way to reach it
	}
	defer func() { _ = unix.Close(fd) }() // nothing is lost
	discardOutput(fd)
	const cancel = "\x18" // of a sequence that was cut
	text := cancel + ansi.ResetStyle + ansi.ResetModeSynchronizedOutput + ansi.ResetModeBracketedPaste +
		ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseExtSgr + ansi.ResetModeFocusEvent + ansi.ResetModifyOtherKeys + ansi.PopKittyKeyboard(1) + ansi.ResetModeAltScreenSaveCursor + ansi.ShowCursor + restoreTitle
	for range leavePause / pollPause {
		discardOutput(fd)
		if !t.writing.Load() {
			if n, err := unix.Write(fd, []byte(text)); err == nil && n == len(text) {
				return
			}
		}
		time.Sleep(pollPause)
	}
}
