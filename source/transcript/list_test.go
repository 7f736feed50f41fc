package transcript

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
)

const (
	asked   = `{"type":"user","message":{"role":"user","content":"Fix the login page"}}` + "\n"
	said    = `{"type":"assistant","message":{"role":"assistant","content":"I changed the login page and all 14 tests pass."}}` + "\n"
	refused = `{"type":"assistant","message":{"role":"assistant","content":"I need permission to write to src/login.go. Please grant access."}}` + "\n"
	calls   = `{"type":"tool_call","tool":"Bash","args":"make"}` + "\n"
	success = `{"type":"result","subtype":"success","is_error":false}` + "\n"
	limit   = `{"type":"result","subtype":"error_max_turns","is_error":true}` + "\n"
	blocked = `{"status":"blocked","obstacle":"no key for the staging vault"}` + "\n"
)

func TestListJudges(t *testing.T) {
	const old, young = time.Hour, time.Second
	const changed, needs = "I changed the login page and all 14 tests pass.", "I need permission to write to src/login.go. Please grant access."
	for _, c := range []struct {
		name, log string
		age       time.Duration
		want      row
	}{
		{"a.jsonl", asked + said + success, old, row{"success", changed, model.StateDone}},
		{"just-ended.jsonl", asked + said + success, young, row{"success", changed, model.StateDone}},
		{"false.jsonl", asked + refused + success, old, row{"success", needs, model.StateFalseDone}},
		{"limit.jsonl", asked + said + limit, old, row{"error_max_turns", changed, model.StateFailed}},
		{"blocked.jsonl", asked + said + blocked, old, row{"blocked", "no key for the staging vault", model.StateBlocked}},
		{"open.jsonl", asked + said, young, row{"", changed, model.StateActive}},
		{"quiet.jsonl", asked + said, old, row{ended, changed, model.StateDone}},
		{"stopped.jsonl", asked + said + calls, old, row{stopped, changed, model.StateUnknown}},
		{"plain.log", "Starting.\n\n" + changed + "\n", old, row{ended, changed, model.StateDone}},
		{"plain-open.log", "Starting.\n\n" + changed + "\n", young, row{"", changed, model.StateActive}},
		{"no-newline.txt", changed, old, row{ended, changed, model.StateDone}},
		{"torn.jsonl", asked + said + `{"type":"result","subt`, young, row{"", changed, model.StateActive}},
		{"torn-text.out", "Starting.\n\nI changed the login page and all 14 te", young, row{"", "I changed the login page and all 14 te", model.StateActive}},
		{"exit.err", changed + "\nexit code 3\n", young, row{"exit 3", changed, model.StateFailed}},
		{"trace.log", "Starting.\nTraceback (most recent call last):\n  x\nKeyError: 'id'\n", old, row{"Traceback", "Starting.", model.StateFailed}},
		{"segv.log", changed + "\nSegmentation fault (core dumped)\n", young, row{"segmentation fault (core dumped)", changed, model.StateFailed}},
		{"ctrl-c.log", changed + "\n^C\n", young, row{"interrupted", changed, model.StateFailed}},
		{"needs", needs + "\n", old, row{ended, needs, model.StateFalseDone}},
		{"lines.json", asked + said + success, old, row{"success", changed, model.StateDone}},
		{"crlf.jsonl", strings.ReplaceAll(asked+said+success, "\n", "\r\n"), old, row{"success", changed, model.StateDone}},
		{"utf8.log", "One\xff two three four.\n", old, row{ended, "One\uFFFD two three four.", model.StateDone}},
		{"sub/deep/er.jsonl", asked + said + success, old, row{"success", changed, model.StateDone}},
		{".claude/projects/p/x.jsonl", asked + said + success, old, row{"success", changed, model.StateDone}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			b.file(c.name, c.log, c.age)
			b.open(nil)
			if diff := cmp.Diff(map[string]row{c.name: c.want}, b.rows(b.list())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestListLeavesOut(t *testing.T) {
	b := newBench(t)
	b.file("real.log", "Something happened here.\n", time.Hour)
	for name, content := range map[string]string{
		"kanban.db": said, "x.sqlite3": said, "queue": said, "queue-wal": "", "y.db-journal": said, "image.log": "\x89PNG\x00\x00\x01\x02" + strings.Repeat("\x00", 300),
		"empty.log": "", ".hidden.log": said, ".git/x.log": said, "node_modules/x.log": said, "doc.json": "{\n\"a\": 1\n}\n",
		"notes.md": said, "worker.log.1": said, "noext.db3": said, "sqlite": "SQLite format 3\x00" + strings.Repeat("\x00", 100),
	} {
		b.file(name, content, time.Hour)
	}
	outside := filepath.Join(t.TempDir(), "outside.log")
	if err := os.WriteFile(outside, []byte(said), 0o600); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"link.log": outside, "inner.log": "real.log", "folder": filepath.Dir(outside), "loop": "."} {
		if err := os.Symlink(target, filepath.Join(b.dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(b.dir, "pipe.log"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.open(nil)
	cases := b.list()
	if len(cases) != 1 || cases[0].Task.ID != "real.log" {
		t.Fatalf("listed %v", b.rows(cases))
	}
	d := b.Describe()
	if d.Kind != "logs" || d.Path != b.dir || len(d.Facts) == 0 || d.Facts[0] != (source.Fact{Name: "logs", Value: "1"}) {
		t.Errorf("description: %+v", d)
	}
}

func TestCase(t *testing.T) {
	b := newBench(t)
	b.file("team/one.jsonl", `{"type":"system","subtype":"init","session_id":"s-9","model":"m1","cwd":"/srv/site"}
{"type":"user","timestamp":"2026-01-02T03:04:05Z","message":{"role":"user","content":"Fix the login page\nand test it"}}
{"type":"assistant","timestamp":"2026-01-02T03:05:05Z","message":{"role":"assistant","content":[{"type":"text","text":"Fixed."},{"type":"tool_use","name":"Edit","input":{}}]}}
{"type":"result","timestamp":"2026-01-02T03:06:05Z","subtype":"success","result":"Fixed and tested.","total_cost_usd":0.5,"usage":{"input_tokens":3,"output_tokens":4}}
{"type":"user","timestamp":"2026-01-02T04:04:05Z","message":{"role":"user","content":"And the logout page"}}
{"type":"result","timestamp":"2026-01-02T04:06:05Z","subtype":"error_during_execution","is_error":true,"errors":["500"],"total_cost_usd":1}
`, time.Hour)
	b.open(nil)
	c := b.list()[0]
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	cost, tokens := 1.0, int64(7) // the total of a session runs on
	want := model.Task{
		Source: "claude", Queue: b.dir, Group: "/srv/site", ID: "team/one.jsonl", Agent: "claude", Title: "Fix the login page", Wish: c.Task.Wish,
		Recorded: "error_during_execution", Attempts: 2, Created: at, Started: at,
		Finished: at.Add(62 * time.Minute), Updated: at.Add(62 * time.Minute), Model: "m1", Repo: "/srv/site",
		CostUSD: &cost, Tokens: &tokens, Logs: []model.LogRef{{Root: b.dir, Path: "team/one.jsonl"}},
		Resume: []string{"claude", "--resume", "s-9"}, Dir: "/srv/site",
	}
	if diff := cmp.Diff(want, c.Task); diff != "" {
		t.Error(diff)
	}
	if c.Task.Wish == "" || c.Body != "Fix the login page\nand test it" {
		t.Errorf("wish %q, body %q", c.Task.Wish, c.Body)
	}
	if len(c.Runs) != 2 || c.Runs[0].ID != "team/one.jsonl#1" || c.Runs[0].Output != "Fixed and tested." || *c.Runs[0].ToolCalls != 1 ||
		c.Runs[1].Outcome != model.OutcomeFailed || c.Runs[1].Error != "500" || c.Runs[1].Where != "team/one.jsonl:6" || c.Runs[1].Open() {
		t.Errorf("runs: %+v", c.Runs)
	}
	if got, err := b.Resolve(t.Context(), "s-9"); err != nil || got != "team/one.jsonl" {
		t.Errorf("session: %q %v", got, err)
	}
	for _, name := range []string{"one", "one.jsonl", "team/one.jsonl"} {
		if got, err := b.Resolve(t.Context(), name); err != nil || got != "team/one.jsonl" {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
	if _, err := b.Resolve(t.Context(), "on"); !errors.Is(err, source.ErrNotFound) {
		t.Errorf("a prefix: %v", err)
	}
}

func TestAmbiguousNames(t *testing.T) {
	b := newBench(t)
	b.file("x/run.log", "Something here.\n", time.Hour)
	b.file("y/run.log", "Something there.\n", time.Hour)
	b.open(nil)
	if got, err := b.Resolve(t.Context(), "run"); !errors.Is(err, source.ErrNotFound) || !strings.HasSuffix(err.Error(), "x/run.log, y/run.log: name one by its whole id") {
		t.Errorf("%q %v", got, err)
	}
}

func TestNewestFirst(t *testing.T) {
	b := newBench(t)
	for i, name := range []string{"c", "a", "e", "b", "d", "f", "g"} {
		b.file(name+".log", "Something happened.\n", time.Duration(i)*time.Minute)
	}
	b.open(nil)
	var got []string
	for _, c := range b.list() {
		got = append(got, c.Task.ID)
	}
	if diff := cmp.Diff([]string{"c.log", "a.log", "e.log", "b.log", "d.log", "f.log", "g.log"}, got); diff != "" {
		t.Error(diff)
	}
	if _, err := b.List(t.Context(), source.Query{After: "nonsense", Limit: 1}); err == nil {
		t.Error("a foreign cursor was accepted")
	}
}

func TestSingleFile(t *testing.T) {
	b := newBench(t)
	b.file("agent.md", "I changed the page.\n", time.Hour)
	b.file("other.log", "Not this.\n", time.Hour)
	dir := b.dir
	b.dir = filepath.Join(dir, "agent.md")
	b.open(nil)
	b.dir = dir
	if diff := cmp.Diff(map[string]row{"agent.md": {ended, "I changed the page.", model.StateDone}}, b.rows(b.list())); diff != "" {
		t.Error(diff)
	}
	b.sh("rm agent.md")
	if cases, removed := b.refresh(); len(cases) != 0 || len(removed) != 1 {
		t.Errorf("after its removal: %v, removed %v", cases, removed)
	}
}

func TestHistory(t *testing.T) {
	b := newBench(t)
	b.file("h.jsonl", asked+strings.Repeat(calls, 400)+said+success, time.Hour)
	b.open(nil)
	h, err := b.History(t.Context(), "h.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	e := h.Case.Events
	const newest = 300
	if len(e) != newest || e[newest-1].Seq != 403 || e[0].Seq != 104 {
		t.Fatalf("%d events, the last one %+v", len(e), e[len(e)-1])
	}
	if got := e[newest-1]; got.Kind != model.EventFinished || got.Name != "end success" || got.Where != "h.jsonl:403" {
		t.Errorf("the last event: %+v", got)
	}
	if got := e[newest-2]; got.Note != "I changed the login page and all 14 tests pass." || got.Name != "said" {
		t.Errorf("the one before: %+v", got)
	}
	if _, err := b.History(t.Context(), "none"); !errors.Is(err, source.ErrNotFound) {
		t.Errorf("no such log: %v", err)
	}
}

func TestWholeResultInHistory(t *testing.T) {
	b := newBench(t)
	long := strings.Repeat("word ", 20_000) + "end"
	b.file("h.jsonl", `{"role":"assistant","content":"`+long+`"}`+"\n", time.Hour)
	b.open(nil)
	if c := b.list()[0]; len(c.Result) > 8<<10 {
		t.Errorf("a list carries %d bytes", len(c.Result))
	}
	h, err := b.History(t.Context(), "h.jsonl")
	if err != nil || h.Case.Result != long {
		t.Errorf("history carries %d bytes of %d: %v", len(h.Case.Result), len(long), err)
	}
}

func TestOpenErrors(t *testing.T) {
	b := newBench(t)
	b.file("x.db", "x", 0)
	if err := syscall.Mkfifo(filepath.Join(b.dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"missing", "x.db", "pipe"} {
		l, err := OpenLogs(t.Context(), filepath.Join(b.dir, path), b.options(), nil)
		if err == nil {
			t.Errorf("%s was opened", path)
			_ = l.Close()
			continue
		}
		if strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
