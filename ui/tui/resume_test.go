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
