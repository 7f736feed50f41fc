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
)

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

// TestEveryListedIDIsAName: what a listing calls a run, a source that was just opened finds, and
// calls it the same.
func TestEveryListedIDIsAName(t *testing.T) {
	b := newBench(t)
	b.file("a/copy.jsonl", edits(idA, b.now.Add(-time.Hour)).String(), 2*time.Hour)
	b.file("b/"+idA+".jsonl", edits(idA, b.now.Add(-time.Hour)).String(), time.Hour)
	b.file("short.jsonl", edits("t1", b.now.Add(-time.Hour)).String(), time.Hour)
	b.openAs(KindClaude, ".", time.Time{})
	ids := map[string]bool{}
	for _, c := range b.list() {
		ids[c.Task.ID] = true
	}
	if want := map[string]bool{"a/copy.jsonl": true, idA: true, "t1": true}; !cmp.Equal(want, ids) {
		t.Errorf("listed %v", ids)
	}
	for id := range ids {
		b.openAs(KindClaude, ".", time.Time{})
		if got, err := b.Resolve(t.Context(), id); err != nil || got != id {
			t.Errorf("%s: %q %v", id, got, err)
		}
	}
}

func TestOneSessionInTwoFiles(t *testing.T) {
	b := newBench(t)
	b.file("a/copy.jsonl", edits(idA, b.now.Add(-time.Hour)).String(), time.Minute)
	b.file("b/"+idA+".jsonl", edits(idA, b.now.Add(-time.Hour)).String(), time.Hour)
	b.openAs(KindClaude, ".", time.Time{})
	ids := map[string]string{}
	for _, c := range b.list() {
		ids[c.Task.ID] = c.Task.Logs[0].Path
	}
	want := map[string]string{"a/copy.jsonl": "a/copy.jsonl", idA: "b/" + idA + ".jsonl"}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Error(diff)
	}
	if cases, removed := b.refresh(); len(cases) > 0 || len(removed) > 0 {
		t.Errorf("the listing was not final: %v %v", cases, removed)
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

// The id that a listing gives such a log names it to a command that has listed nothing.
func TestSessionInALogOfAnotherName(t *testing.T) {
	b := newBench(t)
	b.file("-srv-app/copy.jsonl", edits(idA, b.now.Add(-time.Hour)).String(), time.Minute)
	b.file("-srv-app/"+idB+"-old.jsonl", edits(idA, b.now.Add(-time.Hour)).String(), time.Hour)
	b.openAs(KindClaude, ".", time.Time{})
	listed := map[string]string{}
	pages := b.list()
	changes, _ := b.refresh()
	for _, c := range append(pages, changes...) {
		listed[c.Task.ID] = c.Task.Logs[0].Path
	}
	b.openAs(KindClaude, ".", time.Time{})
	got, err := b.Resolve(t.Context(), idA)
	if err != nil || got != idA {
		t.Fatalf("%q, %v; listed %v", got, err, listed)
	}
	if cases, err := b.Get(t.Context(), []string{idA}); err != nil || len(cases) != 1 || cases[0].Task.Logs[0].Path != listed[idA] {
		t.Errorf("%v, %v; listed %v", b.rows(cases), err, listed)
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
	chatting, err := b.Get(t.Context(), []string{idA})
	if err != nil {
		t.Fatal(err)
	}
	v := classify.New(classify.DefaultConfig(), Claude().Rules...).Judge(&chatting[0], model.StateDone, b.now)
	if v.Headline != "a person sits in front of it and reads what it says" || len(v.Findings) != 0 || v.Grade != model.GradeCannotTell {
		t.Errorf("a chat: %q %v %+v", v.Headline, v.Grade, v.Findings)
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

// TestRunWithoutItsLastRecord is about logs of which it is known that a record
// stands at their end, whatever was said before.
func TestRunWithoutItsLastRecord(t *testing.T) {
	const (
		begun  = `{"type":"system","subtype":"init","cwd":"/srv/app","session_id":"s-1","tools":[],"model":"m-1"}` + "\n"
		said   = `{"type":"assistant","session_id":"s-1","parent_tool_use_id":null,"message":{"id":"m1","role":"assistant","model":"m-1","content":[{"type":"text","text":"The report lists seven users."}],"stop_reason":"end_turn"}}` + "\n"
		result = `{"type":"result","subtype":"success","is_error":false,"num_turns":1,"result":"The report lists seven users.","session_id":"s-1"}`
		thread = `{"type":"thread.started","thread_id":"t-1"}` + "\n" + `{"type":"turn.started"}` + "\n"
		item   = `{"type":"item.completed","item":{"id":"i1","type":"agent_message","text":"The report lists seven users."}}` + "\n"
		turned = `{"type":"turn.completed","usage":{"input_tokens":1}}` + "\n"
	)
	for _, tt := range []struct {
		name, kind, log string
		age             time.Duration
		want            model.State
	}{
		{"a stream, being written", KindClaude, begun + said, time.Second, model.StateActive},
		{"a stream, cut in its result", KindClaude, begun + said + result[:70], time.Second, model.StateActive},
		{"a stream, cut long ago", KindClaude, begun + said + result[:70], 6 * time.Hour, model.StateUnknown},
		{"a stream, complete but for the end of its line", KindClaude, begun + said + result, 6 * time.Hour, model.StateDone},
		{"codex exec, cut long ago", KindCodex, thread + item + turned[:20], 6 * time.Hour, model.StateUnknown},
		{"a stream, long silent", KindClaude, begun + said, 6 * time.Hour, model.StateFailed},
		{"a stream with its result", KindClaude, begun + said + result + "\n", 6 * time.Hour, model.StateDone},
		{"a stream of after the moment that is asked about", KindClaude, begun, -6 * time.Hour, model.StateActive},
		{"codex exec, being written", KindCodex, thread + item, time.Second, model.StateActive},
		{"codex exec, long silent", KindCodex, thread + item, 6 * time.Hour, model.StateFailed},
		{"codex exec with its end", KindCodex, thread + item + turned, 6 * time.Hour, model.StateDone},
	} {
		b := newBench(t)
		b.file("run.jsonl", tt.log, tt.age)
		b.openAs(tt.kind, ".", time.Time{})
		c := b.list()[0]
		v := classify.New(classify.DefaultConfig(), Claude().Rules...).Judge(&c, state(c.Task.Recorded), b.now)
		if v.State != tt.want {
			t.Errorf("%s: %v %q", tt.name, v.State, v.Headline)
		}
		if w := c.Facts.Work; w == nil || w.Partial {
			t.Errorf("%s: work %+v", tt.name, w)
		}
	}
	b := newBench(t)
	b.file("run.json", strings.Replace(result, `"num_turns":1`, `"num_turns":7`, 1)+"\n", time.Hour)
	b.openAs(KindClaude, ".", time.Time{})
	if c := b.list()[0]; c.Facts.Work == nil || !c.Facts.Work.Partial {
		t.Errorf("a result of seven turns: %+v", c.Facts.Work)
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
	known := tasks{"t_12ab": "T-1", "t_abcd": "T-3", "site": "T-4", "/srv/app": "T-2"}
	for _, tt := range []struct{ cwd, want string }{
		{"/srv/app", "T-2"}, {"/wt/t_12ab", "T-1"}, {"/wt/t_12ab/app", "T-1"}, {"/wt/t_abcd", "T-3"}, {"/srv/site", ""}, {"/wt/t_12ab/a/b", ""}, {"/srv", ""}, {"relative", ""},
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

func TestAnOldLogOfATaskIsRead(t *testing.T) {
	b := newBench(t)
	b.file(".claude/projects/p/"+idA+".jsonl", edits(idA, b.now.Add(-100*time.Hour)).String(), 100*time.Hour)
	b.file(".claude/projects/p/"+idB+".jsonl", edits(idB, b.now.Add(-100*time.Hour)).String(), 100*time.Hour)
	b.dir = filepath.Join(b.dir, ".claude/projects")
	b.open(tasks{idA: "T-1"}.resolve)
	if cases := b.list(); len(cases) != 0 {
		t.Errorf("listed %v", b.rows(cases))
	}
	if got := b.attached("T-1"); len(got) != 1 || got[0].Text != "I fixed the login page." {
		t.Errorf("%v", got)
	}
	endings, _ := b.Attachments(ref("T-1"))
	if w := endings[0].Work; w == nil || w.Edits != 1 {
		t.Errorf("its work: %+v", w)
	}
	if again, _ := b.Attachments(ref("T-1")); again[0] != endings[0] {
		t.Error("the same ending is another one")
	}
}
