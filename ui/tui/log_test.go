package tui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/tail"
	"notdone/ui/board"
)

// logged is the detail of a task with logs, in the log view. The caller runs the returned
// command.
func logged(t *testing.T, logs ...model.LogRef) (*Model, *detail, tea.Cmd) {
	t.Helper()
	m, d := still(t), &detail{row: &model.Row{}, data: &board.Detail{}, view: viewLog}
	d.data.History.Case.Task.Logs = logs
	d.texts[viewLog].has, d.texts[viewWhy].has, d.texts[viewTimeline].has = true, true, true
	m.width, m.height = 60, 12
	m.opt.Entries = entriesOfTest
	m.push(d)
	return m, d, d.followLog(m)
}

// entriesOfTest reads lines "call TOOL: text", "result: text, of several lines with |",
// and shows all others as they are.
func entriesOfTest(_ []byte, _ string, o runlog.Options) func(tail.Line) {
	return func(l tail.Line) {
		e := runlog.Entry{Kind: runlog.KindOther, Text: string(l.Text), Line: l.Number}
		if kind, text, found := strings.Cut(string(l.Text), ": "); found && strings.HasPrefix(kind, "call ") {
			e.Kind, e.Name, e.Text = runlog.KindToolCall, kind[5:], text
		} else if found && kind == "result" {
			e.Kind, e.Text = runlog.KindToolResult, strings.ReplaceAll(text, "|", "\n")
		}
		o.Entry(e)
	}
}

// logFile writes a log of the text.
func logFile(t *testing.T, text string) model.LogRef {
	t.Helper()
	ref := model.LogRef{Root: t.TempDir(), Path: "run.log"}
	if err := os.WriteFile(ref.File(), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return ref
}

// screenOf is what the screen shows, without its colours.
func screenOf(m *Model) string { return ansi.Strip(strings.Join(m.lines(), "\n")) }

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d of many\n", i+1)
	}
	return b.String()
}

// pressKey presses a key and runs the commands that follow from it, but for one that waits
// for more of a log.
func pressKey(m *Model, key tea.KeyPressMsg) {
	cmd := send(m, key)
	for range 40 {
		if cmd == nil {
			return
		}
		msg := cmd()
		if batch, is := msg.(tea.BatchMsg); is {
			cmd = batch[0]
			continue
		}
		if msg == nil {
			return
		}
		cmd = send(m, msg)
		if d := topmost[*detail](m); d == nil || d.log != nil && !d.log.loading && d.log.seek == nil {
			return
		}
	}
}

func letter(r rune) tea.KeyPressMsg { return tea.KeyPressMsg{Code: r, Text: string(r)} }

// The log of a newer run takes the place of one that is followed, and is only told
// of while an older part is read.
func TestTheLogOfANewerRun(t *testing.T) {
	for _, following := range []bool{true, false} {
		older, newer := logFile(t, numbered(50)), logFile(t, numbered(3))
		m, d, next := logged(t, older)
		send(m, next())
		if !d.log.following {
			t.Fatal("the log is not followed")
		}
		if !following {
			pressKey(m, letter('k'))
		}
		d.data.History.Case.Task.Logs = []model.LogRef{newer, older}
		begun := d.followLog(m)
		if following != (begun != nil) || following != (d.log.ref == newer) || following == d.log.newer {
			t.Errorf("following %v: the newer log is begun: %v, followed is %+v", following, begun != nil, d.log.ref)
		}
		m.Update(nil)
		if got := screenOf(m); !following && !strings.Contains(got, "▌line 49 of many") {
			t.Errorf("what is read of the older log is taken away:\n%s", got)
		}
		if !following {
			pressKey(m, letter('G'))
			if d.log.ref != newer {
				t.Error("the key of the end does not go to the newer log")
			}
		}
	}
}

// A log is followed: what is appended to it is shown, until the task is closed.
func TestALogIsFollowed(t *testing.T) {
	ref := model.LogRef{Root: t.TempDir(), Path: "run.log"}
	write := func(text string) {
		f, err := os.OpenFile(ref.File(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err == nil {
			_, err = f.WriteString(text)
		}
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	m, d, next := logged(t, ref)
	next = send(m, next())
	if got := screenOf(m); !strings.Contains(got, "there is no log file for this task") {
		t.Errorf("of a file that is missing:\n%s", got)
	}
	write("first\n\nsecond\n")
	for len(d.log.entries()) < 3 {
		next = send(m, next())
	}
	if got := screenOf(m); !strings.Contains(got, "second") || strings.Contains(got, "no log file") {
		t.Errorf("of three lines:\n%s", got)
	}
	write(numbered(30))
	for len(d.log.entries()) < 33 {
		next = send(m, next())
	}
	if got := screenOf(m); !strings.Contains(got, "line 30 of many") || !strings.Contains(got, "following") {
		t.Errorf("a log that is longer than the screen is not followed:\n%s", got)
	}
	write(strings.Repeat("x", 1<<20+1) + "\n")
	for len(d.log.entries()) < 34 {
		next = send(m, next())
	}
	if line := d.log.shown[1][33]; len(line.Text) > rawText+4 {
		t.Errorf("a line of %d bytes is kept", len(line.Text))
	}
	m.leave()
	if msg := next(); msg != nil {
		t.Errorf("after the task was closed there is %v", msg)
	}
}

// A log that is scrolled is not followed, and stays where it is while it grows and its
// oldest entries go; the key of the end follows it again.
func TestALogThatIsReadStaysWhereItIs(t *testing.T) {
	m, d, next := logged(t, logFile(t, numbered(60)))
	send(m, next())
	pressKey(m, tea.KeyPressMsg{Code: tea.KeyPgUp})
	was := screenOf(m)
	for _, lines := range []int{1, 40, logKeep - 61} {
		v := d.log
		part := logPart{end: v.end}
		for i := range lines {
			e := &logEntry{Entry: runlog.Entry{Text: fmt.Sprintf("new %d", i)}, offset: v.end + int64(i)}
			part.raw, part.entries, part.end = append(part.raw, e), append(part.entries, e), e.offset+1
		}
		v.take(part)
		d.news++
		m.Update(nil)
		text := func(s string) string {
			_, s, _ = strings.Cut(s, "\n")
			s, _, _ = strings.Cut(s, "┗")
			return strings.ReplaceAll(s, "█", "┃")
		}
		if now := screenOf(m); text(now) != text(was) {
			t.Errorf("after %d lines more:\n%s\nwas:\n%s", lines, now, was)
		}
	}
	pressKey(m, letter('G'))
	if got := screenOf(m); !d.log.following || !strings.Contains(got, "new ") {
		t.Errorf("it is not followed again:\n%s", got)
	}
}

// Results are folded until they are asked for, one or all, and a search unfolds what it
// finds.
func TestResultsAreFolded(t *testing.T) {
	m, _, next := logged(t, logFile(t, "call Bash: make\nresult: one|two|three\ncall Bash: ls\nresult: a|b|zebra\n"))
	send(m, next())
	shows := func(when string, want ...string) {
		t.Helper()
		got := screenOf(m)
		for _, w := range want {
			if no, is := strings.CutPrefix(w, "!"); is == strings.Contains(got, no) {
				t.Errorf("%s: %q:\n%s", when, w, got)
			}
		}
	}
	shows("at first", "make", "▸ one · 2 more lines", "▸ a · 2 more lines", "!two", "!zebra")
	pressKey(m, tea.KeyPressMsg{Code: tea.KeyEnter})
	shows("after enter", "zebra", "!two")
	pressKey(m, tea.KeyPressMsg{Code: tea.KeyEnter})
	pressKey(m, letter('F'))
	shows("all", "zebra", "two")
	pressKey(m, letter('F'))
	shows("none", "!zebra", "!two")
	for _, r := range "/zebra" {
		pressKey(m, letter(r))
	}
	pressKey(m, tea.KeyPressMsg{Code: tea.KeyEnter})
	shows("found", "zebra", "1 of 1", "!two")
	pressKey(m, tea.KeyPressMsg{Code: tea.KeyEscape})
	shows("the search is over", "!zebra")
	pressKey(m, letter('t'))
	shows("raw", "call Bash: make", "result: one|two|three", "raw")
}

// Of a large log only the end is read; scrolling up, going to a line and searching read
// the part that is asked for.
func TestALargeLogIsReadInParts(t *testing.T) {
	lines, end, far := 200_000, "line 200000 of many", "/line 150001 of"
	if testing.Short() {
		lines, end, far = 50_000, "line 50000 of many", "/line 35001 of"
	}
	m, d, next := logged(t, logFile(t, numbered(lines)))
	send(m, next())
	if n := len(d.log.entries()); n > logKeep || d.log.from == 0 {
		t.Fatalf("%d entries from %d are read at once", n, d.log.from)
	}
	if got := screenOf(m); !strings.Contains(got, end) {
		t.Errorf("it does not open at its end:\n%s", got)
	}
	d.texts[viewLog].to(0)
	d.texts[viewLog].cursor = 0
	first := strings.TrimSpace(d.log.entries()[0].Text)
	pressKey(m, letter('k'))
	m.Update(nil)
	if got := screenOf(m); d.log.attached || !strings.Contains(got, first) {
		t.Errorf("scrolled above %q:\n%s", first, got)
	}
	cmd := d.showLog(m, d.log.ref, 51)
	send(m, cmd())
	if got := screenOf(m); !strings.Contains(got, "▌line 51 of many") || !strings.Contains(got, "line 51 ━") {
		t.Errorf("at line 51:\n%s", got)
	}
	if d.texts[viewLog].high == 0 {
		t.Error("line 51 is not highlighted")
	}
	pressKey(m, letter('G'))
	if got := screenOf(m); !strings.Contains(got, end) || !d.log.following {
		t.Errorf("at the end again:\n%s", got)
	}
	for _, text := range []string{"/line 777 of", far} {
		for _, r := range text {
			pressKey(m, letter(r))
		}
		pressKey(m, tea.KeyPressMsg{Code: tea.KeyEnter})
		for range 5 {
			m.Update(nil)
		}
		if got := screenOf(m); !strings.Contains(got, text[1:]+" many") {
			t.Errorf("%s:\n%s", text, got)
		}
		pressKey(m, tea.KeyPressMsg{Code: tea.KeyEscape})
	}
	pressKey(m, letter('g'))
	if got := screenOf(m); !strings.Contains(got, "line 1 of many") {
		t.Errorf("at the beginning:\n%s", got)
	}
}

// A line has the number that an editor gives it.
func TestLinesAndOffsets(t *testing.T) {
	ref := logFile(t, "a\nbb\n\n"+strings.Repeat("x", countBlock)+"\nlast")
	for line, want := range map[int64]int64{1: 0, 2: 2, 3: 5, 4: 6, 5: countBlock + 7, 9: countBlock + 7} {
		offset, err := offsetOfLine(t.Context(), ref, line)
		if err != nil || offset != want {
			t.Errorf("line %d begins at %d, want %d: %v", line, offset, want, err)
		}
		if back, err := lineOfOffset(t.Context(), ref, offset); err != nil || back != min(line, 5) {
			t.Errorf("at %d is line %d, want %d: %v", offset, back, line, err)
		}
	}
}

// A log that was truncated since it was read has what it holds now, wherever the operator was
// in it, and a search goes on in it.
func TestALogThatIsTruncated(t *testing.T) {
	ref := logFile(t, numbered(50_000))
	for name, ask := range map[string]func(m *Model, d *detail){
		"scrolled above": func(m *Model, d *detail) {
			d.texts[viewLog].to(0)
			d.texts[viewLog].cursor = 0
			pressKey(m, letter('k'))
		},
		"at a line": func(m *Model, d *detail) {
			send(m, d.showOffset(m, ref, func(context.Context, model.LogRef) (int64, error) { return 400_000, nil })())
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(ref.Root, ref.Path)
			if err := os.WriteFile(path, []byte(numbered(50_000)), 0o600); err != nil {
				t.Fatal(err)
			}
			m, d, next := logged(t, ref)
			send(m, next())
			if err := os.WriteFile(path, []byte("what is left\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			ask(m, d)
			m.Update(nil)
			if got := screenOf(m); !strings.Contains(got, "what is left") {
				t.Errorf("shown is\n%s", got)
			}
		})
	}
	s := &seek{text: "line", forward: true}
	for _, from := range []int64{13, 14, 900_000} {
		if _, found, err := findInChunk(t.Context(), ref, nil, s, from, from+seekChunk); found || err != nil {
			t.Errorf("from %d on: %v, %v", from, found, err)
		}
	}
	p := newLogParser(ref, nil)
	if part := p.readAt(ref, 900_000, 950_000); part.err != nil || len(part.raw) != 1 {
		t.Errorf("%d lines are read: %v", len(part.raw), part.err)
	}
}
