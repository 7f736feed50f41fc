package tui

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"notdone/model"
	"notdone/ui/board"
)

// program is a Bubble Tea program that does one command of the model, and ends with
// the first change that this makes to the model.
type program struct {
	first tea.Cmd
	next  tea.Cmd // what follows from the change
}

func (p *program) Init() tea.Cmd  { return p.first }
func (p *program) View() tea.View { return tea.NewView("") }

func (p *program) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if changed, ok := msg.(then); ok {
		p.next = changed()
		return p, tea.Quit
	}
	return p, nil
}

// redrawn is a terminal that is drawn again after a command had it.
type redrawn struct{ Terminal }

func (redrawn) EnsureDrawn() tea.Msg { return "drawn" }

// The command that takes up a session has the terminal, in the task's folder, and what
// became of it is said afterwards.
func TestASessionHasTheTerminal(t *testing.T) {
	for _, tc := range []struct{ script, notice string }{
		{`read line; echo "$line in $(pwd)"; echo warned >&2`, "sh has ended"},
		{`exit 3`, "sh: exit status 3"},
	} {
		dir, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		streams := map[string]**os.File{"in": &os.Stdin, "out": &os.Stdout, "err": &os.Stderr}
		for name, at := range streams {
			path, was := filepath.Join(dir, name), *at
			if err := os.WriteFile(path, []byte("typed\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			if *at, err = os.OpenFile(path, os.O_RDWR, 0); err != nil {
				t.Fatal(err)
			}
			defer func() { *at = was }()
		}
		m := still(t)
		m.opt.Terminal = redrawn{}
		m.push(&commandDialog{terminal: true, runs: []*commandRun{{argv: []string{"sh", "-c", tc.script}, dir: dir}}})
		p := &program{first: m.runCommands()}
		var screen bytes.Buffer
		if _, err := tea.NewProgram(p, tea.WithContext(t.Context()), tea.WithInput(nil), tea.WithOutput(&screen)).Run(); err != nil {
			t.Fatal(err)
		}
		if m.notice != tc.notice || len(m.stack) != 1 || p.next() != "drawn" {
			t.Errorf("it says %q, want %q; in front is %T", m.notice, tc.notice, m.top())
		}
		for name, want := range map[string]string{"out": "typed in " + dir + "\n", "err": "warned\n"} {
			if got, _ := os.ReadFile(filepath.Join(dir, name)); tc.notice == "sh has ended" && string(got) != want {
				t.Errorf("std%s is %q, want %q", name, got, want)
			}
		}
	}
}

// Without a terminal of its own the program is neither stopped nor drawn again.
func TestWithoutATerminal(t *testing.T) {
	m := still(t)
	p := &program{first: m.resume(&commandRun{argv: []string{"true"}})}
	if _, err := tea.NewProgram(p, tea.WithContext(t.Context()), tea.WithInput(nil), tea.WithOutput(new(bytes.Buffer))).Run(); err != nil {
		t.Fatal(err)
	}
	if p.next != nil || m.suspend() != nil {
		t.Error("it asks for a terminal")
	}
	if msg := after(time.Millisecond, "due")(); msg != "due" {
		t.Errorf("a pause brings %v", msg)
	}
}

// A command is told to end when the program does, runs in its own folder without the
// terminal, and says how it ended.
func TestACommandEndsWithTheProgram(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	c := &commandRun{dir: dir, argv: []string{"sh", "-c", `trap 'echo told; exit 7' TERM; pwd; echo $$ >self; while :; do sleep 0.01; done`}}
	leads := make(chan bool, 1) // its own process group, and so its own session
	go func() {
		self, err := 0, error(nil)
		for self == 0 && err == nil && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
			text, _ := os.ReadFile(filepath.Join(dir, "self"))
			if line, whole := strings.CutSuffix(string(text), "\n"); whole {
				self, err = strconv.Atoi(line)
			}
		}
		group, err := syscall.Getpgid(self)
		leads <- err == nil && group == self
		cancel()
	}()
	c.run(ctx)
	cancel()
	if want := dir + "\ntold\n"; string(c.output) != want || c.outcome() != "exit status 7" || !c.ended || c.cut {
		t.Errorf("it said %q and ended with %q", c.output, c.outcome())
	}
	if !<-leads {
		t.Error("it shares the session of the program")
	}
}

// The first command asks for the terminal's background only if that is not known, and
// says what became of interrupted actions.
func TestTheFirstCommands(t *testing.T) {
	for _, background := range []Background{Dark, Light, Ask} {
		m := still(t)
		m.opt.Background, m.opt.Settle, m.notice = background, func() string { return "one was settled" }, "ready"
		m.updates = nil
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		m.ctx = ctx // the board says nothing any more
		asked := 0
		for _, cmd := range m.Init()().(tea.BatchMsg) {
			if cmd == nil {
				continue
			}
			switch msg := cmd().(type) {
			case nil:
			case then:
				send(m, msg)
			default:
				asked++
			}
		}
		if (asked == 1) != (background == Ask) || m.notice != "ready; one was settled" {
			t.Errorf("background %d: %d questions, %q", background, asked, m.notice)
		}
	}
}

// A log is followed: what is appended to it is shown, until the task is closed.
func TestALogIsFollowed(t *testing.T) {
	ref := model.LogRef{Root: t.TempDir(), Path: "run.log"}
	write := func(text string) {
		t.Helper()
		f, err := os.OpenFile(ref.File(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
		if err == nil {
			_, err = f.WriteString(text)
		}
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	m := still(t)
	d := &detail{row: &model.Row{}, data: &board.Detail{}, view: viewLog}
	d.data.History.Case.Task.Logs = []model.LogRef{ref}
	m.push(d)
	m.width, m.height = 60, 12
	says := func() string { return strings.Join(m.lines(), "\n") }

	next := d.followLog(m)
	next = send(m, next())
	if got := says(); !strings.Contains(got, "there is no log file for this task") {
		t.Errorf("of a file that is missing:\n%s", got)
	}
	m.width = 24
	d.fit(m)
	if got := ansi.Strip(says()); !strings.Contains(got, "┃ there is no log file") || !strings.Contains(got, "┃ for this task") {
		t.Errorf("on a narrow screen:\n%s", got)
	}
	m.width = 60
	write("first\n\nsecond\n")
	for len(d.log.lines) < 3 {
		next = send(m, next())
	}
	if got := says(); !strings.Contains(got, "second") || strings.Contains(got, "no log file") || len(d.log.drawn) != 3 || len(d.log.drawn[1]) != 1 {
		t.Errorf("of three lines:\n%s", got)
	}
	write(strings.Repeat("x", 1<<20+1) + "\n")
	for len(d.log.lines) < 4 {
		next = send(m, next())
	}
	if line := d.log.lines[3]; len(line) > quoteLimit+4 {
		t.Errorf("a line of %d bytes is kept", len(line))
	}
	m.leave()
	if msg := next(); msg != nil {
		t.Errorf("after the task was closed there is %v", msg)
	}
}

// Of a long log the newest lines are kept and the older ones counted, however many come
// at once.
func TestTheNewestLinesOfALog(t *testing.T) {
	for _, tc := range []struct{ comes, kept, dropped int }{{5000, 5000, 0}, {5001, 5000, 1}, {10_001, 5000, 0}} {
		ref := model.LogRef{Root: t.TempDir(), Path: "run.log"}
		if err := os.WriteFile(ref.File(), []byte(strings.Repeat("x\n", tc.comes-1)+"end\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		m := still(t)
		d := &detail{row: &model.Row{}, data: &board.Detail{}}
		d.data.History.Case.Task.Logs = []model.LogRef{ref}
		m.push(d)
		send(m, d.followLog(m)())
		if n := len(d.log.lines); n != tc.kept || d.log.dropped != tc.dropped || d.log.lines[n-1] != "end" {
			t.Errorf("of %d lines %d are kept and %d dropped", tc.comes, n, d.log.dropped)
		}
		m.leave()
	}
}
