// Package terminal stands between the dashboard and its terminal. It tells when
// keys came and whether the terminal has accepted what was drawn; when the program
// is to end it gives up on a terminal that nobody reads; and it stops and continues
// the program as a shell expects.
//
// Package ui/tui decides what is drawn and what keys mean.
package terminal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/sys/unix"
)

// Slow is how long the terminal may take to accept what is drawn before it
// counts as behind.
const Slow = 100 * time.Millisecond

// leavePause is how long a terminal that was given up may take to accept what
// leaves its alternate screen.
const leavePause = 400 * time.Millisecond

// ErrAbandoned is the error of writing after Abandon.
var ErrAbandoned = errors.New("nobody reads the terminal")

// Terminal is a terminal in use. Its methods may be called from any goroutine.
type Terminal struct {
	in, out  *os.File
	heard    atomic.Pointer[time.Time]
	begun    atomic.Pointer[time.Time] // when the write under way began; nil: there is none
	late     atomic.Pointer[time.Time] // when the last slow write ended
	shown    atomic.Bool               // the alternate screen was entered last, not left
	busy     atomic.Bool               // a write is under way, though it may have been given up
	turn     sync.Mutex                // held by who writes
	text     chan []byte
	ended    chan wrote
	gone     chan struct{} // closed when the terminal was given up
	giveUp   sync.Once
	suspends suspends
}

type wrote struct {
	n   int
	err error
}

// New returns the terminal of the two files, which the caller closes. Writing
// is done by a goroutine that ends with Close, or stays behind in a write that
// never returns.
func New(in, out *os.File) *Terminal {
	t := &Terminal{in: in, out: out, text: make(chan []byte), ended: make(chan wrote, 1), gone: make(chan struct{})}
	t.suspends.continued = make(chan struct{}, 1)
	go func() {
		for p := range t.text {
			t.busy.Store(true)
			n, err := t.out.Write(p)
			t.busy.Store(false)
			t.ended <- wrote{n, err}
		}
	}()
	return t
}

// Close ends the writing. Nothing may be written after it.
func (t *Terminal) Close() {
	t.Abandon()
	t.turn.Lock()
	defer t.turn.Unlock()
	close(t.text)
}

// Abandon gives the terminal up: a write under way, and every later one, fails,
// and so does what waits for the terminal of another job.
func (t *Terminal) Abandon() {
	t.giveUp.Do(func() {
		signal.Ignore(syscall.SIGTTIN, syscall.SIGTTOU)
		close(t.gone)
	})
}

// Abandoned reports whether the terminal was given up.
func (t *Terminal) Abandoned() bool {
	select {
	case <-t.gone:
		return true
	default:
		return false
	}
}

// Heard returns when the newest input was read; zero before any.
func (t *Terminal) Heard() time.Time { return value(&t.heard) }

// Behind returns the newest moment at which the terminal had not accepted in
// time what was drawn; zero when it always has.
func (t *Terminal) Behind() time.Time {
	if begun := t.begun.Load(); begun != nil {
		if now := time.Now(); now.Sub(*begun) > Slow {
			return now
		}
	}
	return value(&t.late)
}

func value(p *atomic.Pointer[time.Time]) time.Time {
	if at := p.Load(); at != nil {
		return *at
	}
	return time.Time{}
}

// write hands a text to the writing goroutine and waits until it was written, or
// until the terminal is given up. Nothing is written while the terminal belongs to
// another job: the process is stopped then.
func (t *Terminal) write(p []byte) (int, error) {
	t.turn.Lock()
	defer t.turn.Unlock()
	begun := time.Now()
	t.begun.Store(&begun)
	defer func() {
		if now := time.Now(); now.Sub(begun) > Slow {
			t.late.Store(&now)
		}
		t.begun.Store(nil)
	}()
	t.regain()
	if t.Abandoned() {
		return 0, ErrAbandoned
	}
	if entered, left := bytes.LastIndex(p, enter), bytes.LastIndex(p, leave); entered != left {
		t.shown.Store(entered > left)
	}
	select {
	case <-t.gone:
		return 0, ErrAbandoned
	case t.text <- append([]byte(nil), p...): // a write that stays behind keeps its own
	}
	select {
	case <-t.gone:
		return 0, ErrAbandoned
	case w := <-t.ended:
		return w.n, w.err
	}
}

// Input is the terminal as a file to read keys from. Its Release closes what it
// opens.
func (t *Terminal) Input() (*Input, error) {
	fd, err := unix.FcntlInt(t.in.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("the terminal: %w", err)
	}
	return &Input{t: t, fd: fd, shown: true}, nil
}

// Output is the terminal as a file to draw on.
func (t *Terminal) Output() *Output { return &Output{t} }

// Input reads keys and notes when they came. It is a file to Bubble Tea, which
// asks it for its descriptor.
type Input struct {
	t     *Terminal
	turn  sync.Mutex
	fd    int  // stands for the terminal, or for nothing
	shown bool // it stands for the terminal
}

// Read reads from the terminal. It returns nothing, after a pause, while the
// terminal belongs to another job: a read would take that job's keys or have the
// process stopped.
func (i *Input) Read(p []byte) (int, error) {
	if !i.t.Foreground() {
		time.Sleep(lookPause)
		return 0, nil
	}
	n, err := i.t.in.Read(p)
	if n > 0 {
		now := time.Now()
		i.t.heard.Store(&now)
	}
	return n, err
}

// Write is refused: keys are only read.
func (i *Input) Write([]byte) (int, error) { return 0, os.ErrInvalid }

// Close does nothing: the file is its opener's.
func (i *Input) Close() error { return nil }

// Fd returns a descriptor that is always the same, because Bubble Tea's reader
// compares it with the one that it waits for. While the terminal is another job's,
// it stands for the null device, so that the terminal's modes are left alone.
func (i *Input) Fd() uintptr {
	i.turn.Lock()
	defer i.turn.Unlock()
	if i.fd < 0 {
		return ^uintptr(0)
	}
	if ours := i.t.Foreground(); ours != i.shown {
		if err := i.stand(ours); err == nil {
			i.shown = ours
		}
	}
	return uintptr(i.fd)
}

// stand makes the descriptor stand for the terminal, or for the null device.
func (i *Input) stand(forTerminal bool) error {
	if forTerminal {
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
	i.turn.Lock()
	defer i.turn.Unlock()
	if i.fd >= 0 {
		_ = unix.Close(i.fd) // nothing is lost
	}
	i.fd = -1
}

// Name returns the file's name.
func (i *Input) Name() string { return i.t.in.Name() }

// Output draws on the terminal. It is a file to Bubble Tea, which asks it for
// its descriptor.
type Output struct{ t *Terminal }

// Read is refused: the screen is only written.
func (o *Output) Read([]byte) (int, error) { return 0, os.ErrInvalid }

// Write returns when the terminal has accepted the text, or was given up.
func (o *Output) Write(p []byte) (int, error) { return o.t.write(p) }

// Close does nothing: the file is its opener's.
func (o *Output) Close() error { return nil }

// Fd returns the descriptor.
func (o *Output) Fd() uintptr { return o.t.out.Fd() }

// What enters the alternate screen, and what leaves it.
var (
	enter = []byte(ansi.SetModeAltScreenSaveCursor)
	leave = []byte(ansi.ResetModeAltScreenSaveCursor)
)

// The terminal keeps its window's title on a stack while the program shows its
// own; where it has none it ignores this.
var (
	keepTitle   = ansi.WindowOp(22, 2)
	returnTitle = ansi.WindowOp(23, 2)
)

// KeepTitle keeps the window's title for ReturnTitle.
func (t *Terminal) KeepTitle() { _, _ = io.WriteString(t.Output(), keepTitle) } // a terminal that is gone has none

// ReturnTitle gives the window the title that it had.
func (t *Terminal) ReturnTitle() { _, _ = io.WriteString(t.Output(), returnTitle) } // as above

// Leave leaves the alternate screen of a terminal that was given up, as far as
// it takes that without waiting. That of another job is left alone.
func (t *Terminal) Leave() {
	if !t.Foreground() {
		return
	}
	// Opened once more, so that writing does not wait: the descriptors that are
	// shared with the shell stay as they are.
	fd, err := unix.Open("/dev/tty", unix.O_WRONLY|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return // there is no other way to reach it
	}
	defer func() { _ = unix.Close(fd) }() // nothing is lost
	discard(fd)
	const cancel = "\x18" // of a sequence that was cut
	text := cancel + ansi.ResetStyle + ansi.ResetModeSynchronizedOutput + ansi.ResetModeBracketedPaste +
		ansi.ResetModifyOtherKeys + ansi.PopKittyKeyboard(1) + ansi.ResetModeAltScreenSaveCursor + ansi.ShowCursor + returnTitle
	for range leavePause / lookPause {
		discard(fd)
		if !t.busy.Load() {
			if n, err := unix.Write(fd, []byte(text)); err == nil && n == len(text) {
				return
			}
		}
		time.Sleep(lookPause)
	}
}
