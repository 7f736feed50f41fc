package tui

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/report"
)

var enterKey, escKey = tea.KeyPressMsg{Code: tea.KeyEnter}, tea.KeyPressMsg{Code: tea.KeyEscape}

// inside returns the lines of the frame that are not empty.
func inside(m *Model) (lines []string) {
	for line := range strings.SplitSeq(screenOf(m), "\n") {
		if text := strings.TrimSpace(strings.Trim(line, "┃█")); strings.HasPrefix(line, "┃") && text != "" {
			lines = append(lines, strings.TrimRight(strings.Trim(line, "┃█"), " "))
		}
	}
	return lines
}

func has(t *testing.T, m *Model, want ...string) {
	t.Helper()
	got := screenOf(m)
	for _, w := range want {
		if no, is := strings.CutPrefix(w, "!"); is == strings.Contains(got, no) {
			t.Errorf("%q:\n%s", w, got)
		}
	}
}

// Enter on a finding opens the place that it quotes: a line of a log, a moment, a text of
// the task, another task. Esc comes back to the finding.
func TestEnterOpensTheEvidence(t *testing.T) {
	m, d, next := logged(t, logFile(t, numbered(60)))
	send(m, next())
	d.view, m.height = viewWhy, 30
	d.row = &model.Row{Task: model.Task{Queue: "q", ID: "t1"}, Verdict: model.Verdict{Findings: []model.Finding{
		{Rule: "a", Message: "in a log", Evidence: []model.Evidence{{Where: "sub/run.log:51"}, {Where: "task_events#7", Quote: "no key"}}},
		{Rule: "b", Message: "in the result", Evidence: []model.Evidence{{Where: "tasks#t1.result", Quote: "I could not do it"}}},
		{Rule: "c", Message: "in the result and a log", Evidence: []model.Evidence{{Where: "tasks#t1.result", Quote: "Line 33 of many"}}},
	}}}
	d.data.History.Case.Events = []model.Event{{Seq: 7, Where: "task_events#7", Name: "failed", Note: "no key", At: time.Unix(9e8, 0)}}
	d.data.History.Case.Result = strings.Repeat("All went well.\n", 40) + "I could not do it.\n"
	d.data.Row = d.row
	d.moments = report.History(d.data)
	d.steps = report.Steps(d.moments)
	d.news++
	m.Update(nil)
	for _, tc := range []struct {
		moves int
		want  []string
	}{
		{0, []string{"[Log]", "▌line 51 of many"}},
		{1, []string{"[Timeline]", "no key"}},
		{1, []string{"[Task]", "I could not do it."}},
		{1, []string{"[Log]", "▌line 33 of many"}},
	} {
		for range tc.moves {
			pressKey(m, letter('j'))
		}
		before := screenOf(m)
		pressKey(m, enterKey)
		m.Update(nil)
		has(t, m, tc.want...)
		pressKey(m, escKey)
		if after := screenOf(m); after != before {
			t.Errorf("esc comes back to\n%s\nit was\n%s", after, before)
		}
	}
}

// detailOf is the detail of a task of which the board knows the case, in a view.
func detailOf(t *testing.T, view int, c model.Case) (*Model, *detail) {
	t.Helper()
	m, d, _ := logged(t)
	m.width, m.height, m.now = 76, 24, time.Date(2031, 5, 6, 12, 0, 0, 0, time.FixedZone("EST", -5*60*60))
	d.row, d.view = &model.Row{Task: c.Task}, view
	d.texts[viewLinks].has = true
	d.data = &board.Detail{Row: d.row}
	d.data.History.Case = c
	d.moments = report.History(d.data)
	d.steps = report.Steps(d.moments)
	m.Update(nil)
	return m, d
}

// Equal steps of a timeline are one line until they are opened or a search finds something
// in them; the rounds of a cycle have a bracket; days and times are the operator's.
func TestTimelineFoldsWhatRepeats(t *testing.T) {
	noon := time.Date(2031, 5, 6, 12, 0, 0, 0, time.UTC)
	var c model.Case
	add := func(kind model.EventKind, name, note string) {
		n := len(c.Events)
		c.Events = append(c.Events, model.Event{Seq: int64(n), Kind: kind, Name: name, Note: note, At: noon.Add(time.Duration(n)*time.Minute - 9*time.Hour)})
	}
	add(model.EventBlocked, "blocked", "no key")
	add(model.EventUnblocked, "unblocked", "")
	for i := range 24 {
		add(model.EventOther, "call", "make "+string(rune('0'+i%10)))
		add(model.EventOther, "result", "failed")
	}
	add(model.EventBlocked, "blocked", "no key either")
	m, _ := detailOf(t, viewTimeline, c)
	want := []string{
		" Mon 2031-05-05 EST",
		"▌╭22:50:00 13h   ↻2 blocked", " │                “no key either”",
		" │22:49:00 13h   ×24 result", " │                “failed”",
		" │22:48:00 13h   call", " │                “make 3”",
		" │22:01:00 13h   unblocked",
		" ╰22:00:00 14h   blocked", "                  “no key”",
	}
	for i := range want {
		want[i] = strings.Join(strings.Fields(want[i]), " ")
	}
	said := func() (lines []string) {
		for _, line := range inside(m) {
			lines = append(lines, strings.Join(strings.Fields(line), " "))
		}
		return lines
	}
	if got := said(); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	folded := screenOf(m)
	pressKey(m, letter('j'))
	pressKey(m, enterKey)
	has(t, m, "!×24", "22:45:00", "22:43:00")
	pressKey(m, enterKey)
	has(t, m, "×24")
	for _, r := range "/make 7" {
		pressKey(m, letter(r))
	}
	pressKey(m, enterKey)
	has(t, m, "!×24", "make 7", "1 of 2")
	pressKey(m, escKey)
	pressKey(m, letter('g'))
	if now := screenOf(m); now != folded {
		t.Errorf("after the search:\n%s", now)
	}
}

// The links name the tasks around a task, draw the ring that it is in, and open them.
func TestLinks(t *testing.T) {
	c := model.Case{Task: model.Task{Queue: "q", ID: "b", Worker: "box:7"}}
	c.Facts.Parents = []model.Link{{ID: "a", Title: "First", Recorded: "done", Finished: true}}
	c.Facts.Children = []model.Link{{ID: "c", Title: "Third", Recorded: "queued"}}
	m, d := detailOf(t, viewLinks, c)
	d.row.Findings = []model.Finding{
		{Rule: ruleRing, Count: 5, Evidence: []model.Evidence{task("b", "q", "b"), task("x", "q", "x"), task("y", "q", "y")}},
		{Rule: "requeue-loop", Count: 2, Evidence: []model.Evidence{{Where: "task_runs#7", Quote: "no key"}}},
		{Rule: "requeue-loop", Count: 3, Evidence: []model.Evidence{task("own older-1", "q", "older-1"), task("other older-2", "r", "older-2")}},
	}
	d.news++
	m.Update(nil)
	has(t, m, "WAITS FOR", "done  First", "IS WAITED FOR BY", "Third", "╭─▸ b", "│   x", "│   y", "╰─  … 2 more", "ASK FOR THE SAME", "own older-1", "box:7", "!task_runs#7")
	send(m, letter('j'))
	send(m, enterKey)
	if open := topmost[*detail](m); open == d || open.row.ID != "c" || open.row.Title != "Third" {
		t.Errorf("enter opened %+v", open.row)
	}
	send(m, escKey)
	if topmost[*detail](m) != d {
		t.Error("esc does not come back")
	}
	for range 5 {
		send(m, letter('j'))
	}
	send(m, enterKey)
	if open := topmost[*detail](m); open.row.Ref() != (model.Ref{Queue: "r", ID: "older-2"}) {
		t.Errorf("enter opened %+v", open.row.Ref())
	}
	send(m, escKey)
	d.row.Findings[0].Count = 3
	d.news++
	m.Update(nil)
	has(t, m, "╰─  y", "!more")
}

// A finding about several tasks opens them, of whatever source.
func TestEvidenceThatIsAnotherTask(t *testing.T) {
	m, d := detailOf(t, viewWhy, model.Case{Task: model.Task{Queue: "q", ID: "b"}})
	d.row.Findings = []model.Finding{{Rule: "requeue-loop", Message: "the same wish", Count: 2, Evidence: []model.Evidence{task("other older-2", "r", "older-2")}}}
	d.news++
	m.Update(nil)
	send(m, enterKey)
	if open := topmost[*detail](m); open.row.Ref() != (model.Ref{Queue: "r", ID: "older-2"}) {
		t.Errorf("enter opened %+v", open.row.Ref())
	}
}

// task is evidence that is a task of a queue.
func task(where, queue, id string) model.Evidence {
	return model.Evidence{Where: where, Task: &model.Ref{Queue: queue, ID: id}}
}

// The line under the cursor is copied with the path of its log.
func TestTheLineOfALogIsCopied(t *testing.T) {
	ref := logFile(t, numbered(60))
	m, _, next := logged(t, ref)
	send(m, next())
	for _, r := range "kkc" {
		pressKey(m, letter(r))
	}
	cmd := send(m, letter('l'))
	send(m, cmd())
	if want := "sent to the terminal's clipboard: " + ref.File() + ":58"; m.notice != want {
		t.Errorf("%q, want %q", m.notice, want)
	}
}

func TestEditorsGetTheLine(t *testing.T) {
	for _, tc := range []struct {
		editor string
		line   int64
		want   string
	}{
		{"vi", 12, "vi +12 /a/b.log"},
		{"/usr/bin/nvim -R", 12, "/usr/bin/nvim -R +12 /a/b.log"},
		{"less", 3, "less +3 /a/b.log"},
		{"code --wait", 12, "code --wait /a/b.log"},
		{"vi", 1, "vi /a/b.log"},
		{"vi", 0, "vi /a/b.log"},
	} {
		if got := strings.Join(atLine(strings.Fields(tc.editor), "/a/b.log", tc.line), " "); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.editor, got, tc.want)
		}
	}
	m, _, _ := logged(t)
	for _, env := range []map[string]string{{}, {"PAGER": "less -R"}, {"PAGER": "less", "EDITOR": "vi"}, {"EDITOR": "vi", "VISUAL": "emacs -nw"}} {
		m.opt.Getenv = func(name string) string { return env[name] }
		want := map[int]string{0: "", 1: "less -R", 2: "vi"}[len(env)]
		if env["VISUAL"] != "" {
			want = env["VISUAL"]
		}
		if got := strings.Join(m.editor(), " "); got != want {
			t.Errorf("%v: %q, want %q", env, got, want)
		}
	}
}
