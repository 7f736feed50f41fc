package live

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// patience bounds every wait of the tests; nothing is expected to take as long.
const patience = 2 * time.Minute

// dashboard is the program in a terminal of its own.
type dashboard struct {
	tb       testing.TB
	cmd      *exec.Cmd
	terminal *os.File // the terminal's side
	program  *os.File // the program's side, kept to ask for its state
	before   *term.State
	started  time.Time
	ended    chan struct{} // closed at the program's end, after err is set
	err      error
	mayEnd   bool
	patience time.Duration // how long a wait may take
	unread   atomic.Bool   // the terminal is not read

	mu      sync.Mutex
	screen  *screen
	sent    int       // bytes that have arrived
	arrived time.Time // when the last ones did
	changed chan struct{}
	raw     []byte // everything that has arrived, up to rawMax
}

const rawMax = 4 << 20

// size of the terminal unless a test says otherwise: four panes fit.
const width, height = 120, 40

// open starts the dashboard. It is ended with the test.
func open(tb testing.TB, args ...string) *dashboard {
	tb.Helper()
	return openIn(tb, tb.TempDir(), args...)
}

// openIn starts the dashboard with its own memory beneath home.
func openIn(tb testing.TB, home string, args ...string) *dashboard {
	tb.Helper()
	return openSized(tb, home, size{width, height}, args...)
}

// size is that of a terminal, in cells.
type size struct{ width, height int }

func (s size) String() string { return fmt.Sprintf("%dx%d", s.width, s.height) }

// openSized starts the dashboard in a terminal of that size.
func openSized(tb testing.TB, home string, s size, args ...string) *dashboard {
	tb.Helper()
	return openProgram(tb, home, s, binary, args...)
}

// openProgram starts a program in a terminal of that size.
func openProgram(tb testing.TB, home string, s size, program string, args ...string) *dashboard {
	tb.Helper()
	terminal, inside := openTerminal(tb)
	must(tb, pty.Setsize(inside, &pty.Winsize{Rows: uint16(s.height), Cols: uint16(s.width)}))
	before, err := term.GetState(inside.Fd())
	must(tb, err)
	d := &dashboard{
		tb: tb, terminal: terminal, program: inside, before: before,
		screen: newScreen(s.width, s.height), patience: patience, changed: make(chan struct{}), ended: make(chan struct{}),
	}
	d.cmd = exec.Command(program, args...)
	d.cmd.Env = environment(home)
	d.cmd.Stdin, d.cmd.Stdout, d.cmd.Stderr = inside, inside, inside
	d.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	d.started = time.Now()
	must(tb, d.cmd.Start())
	drained := make(chan struct{})
	go func() { defer close(drained); d.read() }()
	go func() { d.err = d.cmd.Wait(); close(d.ended) }()
	tb.Cleanup(func() {
		_ = d.cmd.Process.Kill() // it may have ended
		<-d.ended
		_ = inside.Close()
		_ = terminal.Close()
		<-drained
		if len(d.screen.faults) > 0 {
			tb.Errorf("the terminal was sent what it should not be: %q", d.screen.faults)
		}
	})
	return d
}

// openTerminal returns both sides of a terminal. A read of the terminal's side
// ends when that is closed, whoever else holds the program's side; that is so
// only without [os.File.Fd], which makes reads wait in the kernel.
func openTerminal(tb testing.TB) (terminal, inside *os.File) {
	tb.Helper()
	opened, inside, err := pty.Open()
	must(tb, err)
	fd, err := unix.FcntlInt(opened.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	must(tb, err)
	must(tb, opened.Close())
	must(tb, unix.SetNonblock(fd, true))
	return os.NewFile(uintptr(fd), "terminal"), inside
}

// environment is what the program is started with: nothing of the user's.
func environment(home string) []string {
	return []string{
		"HOME=" + home, "XDG_STATE_HOME=" + filepath.Join(home, "state"), "PATH=" + os.Getenv("PATH"),
		"TERM=xterm-256color", "LANG=C.UTF-8", "TMPDIR=" + os.Getenv("TMPDIR"),
	}
}

func (d *dashboard) read() {
	buf := make([]byte, 64<<10)
	for {
		for d.unread.Load() {
			time.Sleep(time.Millisecond)
		}
		n, err := d.terminal.Read(buf)
		now := time.Now()
		if err != nil {
			return // the terminal is closed
		}
		d.mu.Lock()
		_, _ = d.screen.Write(buf[:n]) // never fails
		d.sent += n
		d.arrived = now
		d.raw = append(d.raw, buf[:min(n, rawMax-len(d.raw))]...)
		close(d.changed)
		d.changed = make(chan struct{})
		d.mu.Unlock()
	}
}

// until waits for the screen to be as said, and returns when the bytes that
// made it so arrived.
func (d *dashboard) until(what string, ok func(s *screen) bool) time.Time {
	d.tb.Helper()
	deadline := time.NewTimer(d.patience)
	defer deadline.Stop()
	ended := d.ended
	if d.mayEnd {
		ended = nil
	}
	for {
		d.mu.Lock()
		reached, at, changed := ok(d.screen), d.arrived, d.changed
		seen := d.screen.text()
		d.mu.Unlock()
		if reached {
			return at
		}
		select {
		case <-changed:
		case <-ended:
			d.tb.Fatalf("the dashboard ended (%v) before %s\n%q", d.err, what, d.said())
		case <-deadline.C:
			d.tb.Fatalf("never seen: %s\n%s", what, seen)
		}
	}
}

// untilText waits for a text anywhere on the screen.
func (d *dashboard) untilText(text string) time.Time {
	d.tb.Helper()
	return d.until(text, func(s *screen) bool { return strings.Contains(s.text(), text) })
}

// untilIn waits until all of the texts are within the frame of that title.
func (d *dashboard) untilIn(title string, texts ...string) time.Time {
	d.tb.Helper()
	return d.until(strings.Join(texts, ", ")+" in "+title, func(s *screen) bool {
		frame := s.frame(title)
		for _, text := range texts {
			if !strings.Contains(frame, text) {
				return false
			}
		}
		return true
	})
}

// untilLoaded waits until everything was read and judged once.
func (d *dashboard) untilLoaded() time.Time {
	d.tb.Helper()
	return d.untilHeader("reading", "judging")
}

// untilCounted waits until all counts are whole; the past may still be judged.
func (d *dashboard) untilCounted() time.Time {
	d.tb.Helper()
	return d.untilHeader("reading")
}

// untilHeader waits for a header that has none of the words; a task may have them.
func (d *dashboard) untilHeader(without ...string) time.Time {
	d.tb.Helper()
	return d.until("a header without "+strings.Join(without, " or "), func(s *screen) bool {
		header, _, _ := strings.Cut(s.text(), "\n")
		for _, word := range without {
			if strings.Contains(header, word) {
				return false
			}
		}
		return strings.Contains(header, "notdone")
	})
}

// said is everything that the program has written.
func (d *dashboard) said() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return string(d.raw)
}

// text is the screen as it is now.
func (d *dashboard) text() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.screen.text()
}

// received is how many bytes the terminal was sent.
func (d *dashboard) received() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.sent
}

// press types keys.
func (d *dashboard) press(keys string) {
	d.tb.Helper()
	_, err := d.terminal.WriteString(keys)
	must(d.tb, err)
}

// resize changes the terminal's size and tells the program so.
func (d *dashboard) resize(width, height int) {
	d.tb.Helper()
	d.mu.Lock()
	d.screen.resize(width, height)
	d.mu.Unlock()
	must(d.tb, pty.Setsize(d.program, &pty.Winsize{Rows: uint16(height), Cols: uint16(width)}))
}

// untilEnded waits for the program's end, which must be one without an error
// and leave the terminal as it was.
func (d *dashboard) untilEnded() {
	d.tb.Helper()
	select {
	case <-d.ended:
	case <-time.After(d.patience):
		d.tb.Fatalf("it does not end\n%s", d.text())
	}
	if d.err != nil {
		d.tb.Errorf("it ended with: %v", d.err)
	}
	after, err := term.GetState(d.program.Fd())
	must(d.tb, err)
	if !reflect.DeepEqual(after, d.before) {
		d.tb.Error("the terminal's modes are not as they were")
	}
	d.mayEnd = true
	d.until("the first screen, with a cursor, and a terminal that sends keys alone", func(s *screen) bool { return !s.alt && !s.noCursor && len(s.tells) == 0 })
}

func must(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// runCommand runs the program without a terminal. Exit code 1 says something
// about the tasks and is no error.
func runCommand(tb testing.TB, args ...string) string {
	tb.Helper()
	return runIn(tb, tb.TempDir(), args...)
}

// runIn is runCommand with what the program remembers beneath home.
func runIn(tb testing.TB, home string, args ...string) string {
	tb.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Env = environment(home)
	said, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		tb.Fatalf("%q: %v\n%s", args, err, said)
	}
	return string(said)
}
