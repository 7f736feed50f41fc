package transcript

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
)

// session writes a transcript of Claude Code, a line a second from the start.
type session struct {
	id, head string
	at       time.Time
	lines    []string
}

func newSession(id string, at time.Time) *session {
	return &session{id: id, at: at, head: `"entrypoint":"sdk-cli","cwd":"/srv/app","gitBranch":"main","isSidechain":false`}
}

func (s *session) line(kind, rest string) *session {
	s.at = s.at.Add(time.Second)
	s.lines = append(s.lines, fmt.Sprintf(`{"type":%q,"sessionId":%q,"timestamp":%q,"uuid":"u%d",%s,%s}`,
		kind, s.id, s.at.UTC().Format(time.RFC3339Nano), len(s.lines), s.head, rest))
	return s
}

func (s *session) prompt(text string) *session {
	return s.line("user", fmt.Sprintf(`"message":{"role":"user","content":%q}`, text))
}

func (s *session) call(tool, input string) *session {
	return s.line("assistant", fmt.Sprintf(`"message":{"id":"m%d","role":"assistant","model":"claude-sonnet-4-5","stop_reason":"tool_use","content":[{"type":"tool_use","id":"c%d","name":%q,"input":%s}],"usage":{"input_tokens":10,"output_tokens":5}}`,
		len(s.lines), len(s.lines), tool, input))
}

// result answers the newest call.
func (s *session) result(text string) *session {
	return s.line("user", fmt.Sprintf(`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c%d","content":%q}]}`, len(s.lines)-1, text))
}

func (s *session) says(text string) *session {
	return s.line("assistant", fmt.Sprintf(`"message":{"id":"m%d","role":"assistant","model":"claude-sonnet-4-5","stop_reason":"end_turn","content":[{"type":"text","text":%q}],"usage":{"input_tokens":10,"output_tokens":5}}`, len(s.lines), text))
}

func (s *session) end() *session { return s.line("system", `"subtype":"turn_duration","durationMs":9`) }

func (s *session) human() *session {
	s.head = strings.Replace(s.head, "sdk-cli", "cli", 1)
	return s
}

func (s *session) String() string { return strings.Join(s.lines, "\n") + "\n" }

const (
	idA = "0b3dc1de-aaaa-4aaa-8aaa-000000000001"
	idB = "0b3dc1de-bbbb-4bbb-8bbb-000000000002"
)

// openAs opens the bench's folder as one agent's.
func (b *bench) openAs(kind, rel string, since time.Time) {
	b.t.Helper()
	o := b.options()
	o.Since = since
	l, err := openLogs(b.t.Context(), kind, filepath.Join(b.dir, rel), o, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	b.Logs = l
	b.t.Cleanup(func() { _ = l.Close() })
}

func edits(id string, at time.Time) *session {
	return newSession(id, at).prompt("Fix the login page").call("Edit", `{"file_path":"/srv/app/login.go"}`).result("done").says("I fixed the login page.").end()
}

func TestRunOfAnAgent(t *testing.T) {
	b := newBench(t)
	b.file(".claude/projects/-srv-app/"+idA+".jsonl", edits(idA, b.now.Add(-time.Hour)).String(), time.Hour)
	b.file(".claude/projects/-srv-app/notes.txt", "Nothing of Claude's.\n", time.Hour)
	b.openAs(KindClaude, ".claude/projects", time.Time{})
	cases := b.list()
	if len(cases) != 1 {
		t.Fatalf("listed %v", b.rows(cases))
	}
	c := cases[0].Task
	got := []string{c.Source, c.Group, c.ID, c.Title, c.Repo, c.Branch, c.Model, c.Agent, c.Recorded, strings.Join(c.Resume, " "), c.Dir}
	want := []string{
		"claude", "/srv/app", idA, "Fix the login page", "/srv/app", "main", "claude-sonnet-4-5", "claude", "end_turn",
		"claude --resume " + idA, "/srv/app",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if c.Attempts != 1 || c.Tokens == nil || *c.Tokens != 30 {
		t.Errorf("%d attempts, tokens %v", c.Attempts, c.Tokens)
	}
	if w := cases[0].Facts.Work; w == nil || w.Edits != 1 || w.Calls != 1 || len(w.Edited) != 1 {
		t.Errorf("work: %+v", w)
	}
	for _, name := range []string{idA, idA + ".jsonl", "-srv-app/" + idA + ".jsonl"} {
		if id, err := b.Resolve(t.Context(), name); err != nil || id != idA {
			t.Errorf("%s: %q %v", name, id, err)
		}
	}
	if h, err := b.History(t.Context(), idA); err != nil || len(h.Case.Events) != 5 {
		t.Errorf("history: %d events, %v", len(h.Case.Events), err)
	}
	if again, err := b.Get(t.Context(), []string{idA}); err != nil || len(again) != 1 {
		t.Errorf("got %d, %v", len(again), err)
	}
}

func TestOneSessionInTwoFiles(t *testing.T) {
	b := newBench(t)
	b.file("a/copy.jsonl", edits(idA, b.now.Add(-time.Hour)).String(), time.Minute)
	b.file("b/"+idA+".jsonl", edits(idA, b.now.Add(-time.Hour)).String(), time.Hour)
	b.openAs(KindClaude, ".", time.Time{})
	ids := map[string]bool{}
	for _, c := range b.list() {
		ids[c.Task.ID] = true
	}
	cases, removed := b.refresh()
	for _, id := range removed {
		delete(ids, id)
	}
	for _, c := range cases {
		ids[c.Task.ID] = true
	}
	if diff := cmp.Diff(map[string]bool{"a/copy.jsonl": true, idA: true}, ids); diff != "" {
		t.Error(diff)
	}
	got, err := b.Get(t.Context(), []string{idA})
	if err != nil || len(got) != 1 || got[0].Task.Logs[0].Path != "b/"+idA+".jsonl" {
		t.Errorf("%v %v", got, err)
	}
	b.sh("rm b/*.jsonl")
	if _, removed := b.refresh(); !cmp.Equal(removed, []string{idA}) {
		t.Errorf("removed %v", removed)
	}
}

func TestSubagentsAreFolded(t *testing.T) {
	for _, where := range []string{"p/" + idA + "/subagents/agent-1.jsonl", "p/agent-1.jsonl"} {
		b := newBench(t)
		at := b.now.Add(-time.Hour)
		parent := newSession(idA, at).prompt("Fix the login page").call("Task", `{"prompt":"edit it"}`).result("done").
			says("I fixed the login page and all tests pass.").end()
		sub := newSession(idA, at.Add(time.Second))
		sub.head = strings.Replace(sub.head, `"isSidechain":false`, `"isSidechain":true,"agentId":"1"`, 1)
		sub.prompt("edit it").call("Edit", `{"file_path":"/srv/app/login.go"}`).result("done").
			call("Bash", `{"command":"go test ./..."}`).result("ok").says("Done.")
		b.file("p/"+idA+".jsonl", parent.String(), time.Hour)
		b.file(where, sub.String(), time.Hour+time.Second)
		b.openAs(KindClaude, ".", time.Time{})
		latest := map[string]model.Case{}
		cases := b.list()
		more, removed := b.refresh()
		if len(removed) != 0 {
			t.Errorf("%s: removed %v", where, removed)
		}
		for _, c := range append(cases, more...) {
			latest[c.Task.ID] = c
		}
		c, ok := latest[idA]
		if !ok || len(latest) != 1 {
			t.Fatalf("%s: listed %v", where, b.rows(append(cases, more...)))
		}
		w := c.Facts.Work
		if w.Edits != 1 || w.Tests != 1 || w.Delegated != 0 || w.Calls != 3 || *c.Task.Tokens != 75 || len(c.Task.Logs) != 2 {
			t.Errorf("%s: %+v, %d tokens, logs %v", where, w, *c.Task.Tokens, c.Task.Logs)
		}
		if got := rowOf(&c, b.now); got.State != model.StateDone {
			t.Errorf("%s: %v", where, got)
		}
	}
}

func TestChatsAreListedApart(t *testing.T) {
	b := newBench(t)
	asks := newSession(idA, b.now.Add(-time.Hour)).human().prompt("Fix it").
		says("I don't have permission to write there. Which folder do you want me to use?").end()
	b.file(idA+".jsonl", asks.String(), time.Hour)
	run := newSession(idB, b.now.Add(-time.Hour)).prompt("Fix it").says("I don't have permission to write there.").end()
	b.file(idB+".jsonl", run.String(), time.Hour)
	b.openAs(KindClaude, ".", time.Time{})
	got := map[string][3]string{}
	for _, c := range b.list() {
		r := rowOf(&c, b.now)
		got[c.Task.ID] = [3]string{c.Task.Group, c.Task.Recorded, r.State.String()}
	}
	want := map[string][3]string{idA: {"chats", "chat", "done"}, idB: {"/srv/app", "end_turn", "false-done"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, err := b.Resolve(t.Context(), idA); err != nil {
		t.Fatal(err)
	}
	named, err := b.Get(t.Context(), []string{idA})
	if err != nil || rowOf(&named[0], b.now).State != model.StateFalseDone {
		t.Errorf("asked for by name: %v %v", b.rows(named), err)
	}
}

func TestOldSessionsAreNotRead(t *testing.T) {
	b := newBench(t)
	for i, age := range []time.Duration{time.Hour, 50 * time.Hour, 100 * time.Hour} {
		id := fmt.Sprintf("0b3dc1de-0000-4aaa-8aaa-00000000000%d", i)
		b.file(".claude/projects/p/"+id+".jsonl", edits(id, b.now.Add(-age)).String(), age)
	}
	for _, tt := range []struct {
		where string
		since time.Duration
		want  int
	}{{".claude", 0, 1}, {".claude/projects", 0, 1}, {".claude/projects/p", 0, 1}, {".claude/projects", 72 * time.Hour, 2}, {".claude/projects", 1e4 * time.Hour, 3}} {
		since := time.Time{}
		if tt.since > 0 {
			since = b.now.Add(-tt.since)
		}
		b.openAs(KindClaude, tt.where, since)
		if got := len(b.list()); got != tt.want {
			t.Errorf("%s since %v: %d, want %d", tt.where, tt.since, got, tt.want)
		}
	}
	b.openAs(KindClaude, ".claude/projects", time.Time{})
	b.list()
	const old = "0b3dc1de-0000-4aaa-8aaa-000000000002"
	if id, err := b.Resolve(t.Context(), old); err != nil || id != old {
		t.Errorf("an old one by name: %q %v", id, err)
	}
	b.file(".claude/projects/p/0b3dc1de-0000-4aaa-8aaa-000000000001.jsonl", edits("0b3dc1de-0000-4aaa-8aaa-000000000001", b.now).String(), 0)
	if cases, _ := b.refresh(); len(cases) != 1 {
		t.Errorf("one that is taken up again: %v", b.rows(cases))
	}
}

func TestRunThatDied(t *testing.T) {
	for _, tt := range []struct {
		name string
		s    func(s *session) *session
		age  time.Duration
		want model.State
	}{
		{"in a call, lately", func(s *session) *session { return s.prompt("x").call("Bash", `{"command":"make"}`) }, 20 * time.Minute, model.StateActive},
		{"in a call", func(s *session) *session { return s.prompt("x").call("Bash", `{"command":"make"}`) }, time.Hour, model.StateFailed},
		{"thinking, lately", func(s *session) *session { return s.prompt("x") }, 5 * time.Minute, model.StateActive},
		{"thinking", func(s *session) *session { return s.prompt("x") }, time.Hour, model.StateFailed},
		{"after a result", func(s *session) *session { return s.prompt("x").call("Bash", `{"command":"make"}`).result("ok") }, time.Hour, model.StateFailed},
		{"waiting", func(s *session) *session {
			return s.prompt("x").call("AskUserQuestion", `{"questions":[{"question":"Which store?"}]}`)
		}, time.Second, model.StateBlocked},
		{"interrupted", func(s *session) *session {
			return s.prompt("x").call("Bash", `{"command":"make"}`).result("ok").prompt("[Request interrupted by user]")
		}, time.Hour, model.StateFailed},
		{"at a limit", func(s *session) *session {
			s.prompt("x").says("I was about")
			s.lines[1] = strings.Replace(s.lines[1], "end_turn", "max_tokens", 1)
			return s.end()
		}, time.Hour, model.StateFailed},
		{"doing nothing", func(s *session) *session { return s.prompt("x").end() }, time.Hour, model.StateFailed},
	} {
		b := newBench(t)
		s := tt.s(newSession(idA, b.now.Add(-tt.age)))
		b.file(idA+".jsonl", s.String(), tt.age)
		b.openAs(KindClaude, ".", time.Time{})
		c := b.list()[0]
		v := classify.New(classify.DefaultConfig(), Claude().Rules...).Judge(&c, state(c.Task.Recorded), b.now)
		if v.State != tt.want || v.State != model.StateActive && (v.Obstacle == nil || v.Headline == "") {
			t.Errorf("%s: %v %q %+v", tt.name, v.State, v.Headline, v.Obstacle)
		}
	}
}

func TestSameWishSameObstacle(t *testing.T) {
	b := newBench(t)
	for i, said := range []string{
		"I cannot proceed: I don't have access to the secrets vault (vault/prod). Please grant access to vault/prod.",
		"I can't go on because I lack access to vault/prod. Could you grant me access to vault/prod?",
	} {
		id := fmt.Sprintf("0b3dc1de-0000-4aaa-8aaa-00000000000%d", i)
		b.file(id+".jsonl", newSession(id, b.now.Add(-time.Duration(i)*24*time.Hour)).prompt("Rotate the keys.").says(said).end().String(), time.Hour)
	}
	b.openAs(KindClaude, ".", time.Time{})
	keys, wishes := map[string]bool{}, map[string]bool{}
	for _, c := range b.list() {
		v := classify.New(classify.DefaultConfig(), Claude().Rules...).Judge(&c, state(c.Task.Recorded), b.now)
		if v.Obstacle == nil {
			t.Fatalf("%v without an obstacle", v.State)
		}
		keys[v.Obstacle.Key], wishes[c.Task.Wish] = true, true
	}
	if len(keys) != 1 || len(wishes) != 1 {
		t.Errorf("keys %v, wishes %v", keys, wishes)
	}
}

func TestAttachByFolder(t *testing.T) {
	known := tasks{"t_12ab": "T-1", "/srv/app": "T-2"}
	for _, tt := range []struct{ cwd, want string }{
		{"/srv/app", "T-2"}, {"/wt/t_12ab", "T-1"}, {"/wt/t_12ab/app", "T-1"}, {"/wt/t_12ab/a/b", ""}, {"/srv", ""}, {"relative", ""},
	} {
		b := newBench(t)
		s := newSession(idA, b.now.Add(-time.Hour))
		s.head = strings.Replace(s.head, "/srv/app", tt.cwd, 1)
		b.file("x/"+idA+".jsonl", s.prompt("Go").says("Done.").end().String(), time.Hour)
		b.open(known.resolve)
		b.list()
		got := ""
		for _, ref := range b.TakeAttached() {
			got = ref.ID
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.cwd, got, tt.want)
		}
	}
}

func TestKindsAreDetected(t *testing.T) {
	b := newBench(t)
	rollout := `{"timestamp":"2026-01-02T03:04:05.000Z","type":"session_meta","payload":{"id":"x1","cwd":"/srv"}}` + "\n"
	b.file("claude/a.jsonl", edits(idA, b.now).String(), 0)
	b.file("codex/r.jsonl", rollout, 0)
	b.file("both/a.jsonl", edits(idA, b.now).String(), 0)
	b.file("both/r.jsonl", rollout, 0)
	b.file("home/.codex/sessions/readme.txt", "text\n", 0)
	for rel, want := range map[string]string{
		"claude": KindClaude, "claude/a.jsonl": KindClaude, "codex": KindCodex, "codex/r.jsonl": KindCodex, "both": Kind,
		"home/.codex": KindCodex, "home/.codex/sessions": KindCodex,
	} {
		got := ""
		for _, a := range []source.Adapter{Claude(), Codex(), Adapter()} {
			if got == "" && b.detectBy(a, rel) {
				got = a.Kind
			}
		}
		if got != want {
			t.Errorf("%s is %q, want %q", rel, got, want)
		}
	}
	env := source.Env{Home: "/h", Getenv: func(string) string { return "" }}
	set := source.Env{Home: "/h", Getenv: func(string) string { return "/elsewhere" }}
	got := [][]string{Claude().Usual(env), Claude().Usual(set), Codex().Usual(env), Codex().Usual(set)}
	want := [][]string{{"/h/.claude/projects", "/h/.config/claude/projects"}, {"/elsewhere/projects"}, {"/h/.codex/sessions"}, {"/elsewhere/sessions"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestStates(t *testing.T) {
	for recorded, want := range map[string]model.State{
		"": model.StateActive, "turn_duration": model.StateDone, chat: model.StateDone, died: model.StateFailed, waiting: model.StateBlocked,
		wordFor("prompt_too_long", model.OutcomeBudget): model.StateFailed, wordFor("success", model.OutcomeCompleted): model.StateDone,
		"nothing (of mine)": model.StateDone, "interrupted": model.StateFailed, "usage_limit": model.StateFailed,
	} {
		if got := state(recorded); got != want {
			t.Errorf("%q is %v, want %v", recorded, got, want)
		}
	}
}
