package codex

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/source/runlog"
)

// about is what a log says of its session.
type about struct {
	Session, Parent, Agent, Cwd, Branch, Model string
	Human                                      bool
}

func aboutOf(s runlog.Summary) about {
	return about{s.Session, s.Parent, s.Agent, s.Cwd, s.Branch, s.Model, s.Human}
}

func TestSession(t *testing.T) {
	plain := about{Session: "s", Agent: "codex", Cwd: "/srv/app"}
	with := func(change func(*about)) about {
		a := plain
		change(&a)
		return a
	}
	session := func(more string) []string { return []string{"session_meta", `"id":"s","cwd":"/srv/app",` + more} }
	for _, c := range []struct {
		name string
		log  []string
		want about
	}{
		{"all of it", begin, about{"0199-aa", "", "codex", "/srv/app", "topic", "gpt-5.5", false}},
		{"headless", session(`"source":"exec","originator":"codex_exec"`), plain},
		{"as a tool of another agent", session(`"source":"mcp","originator":"codex_cli_rs"`), plain},
		{"a library that runs it", session(`"source":"exec","originator":"codex_sdk_ts"`), plain},
		{"a person at a terminal", session(`"source":"cli","originator":"codex-tui"`), with(func(a *about) { a.Human = true })},
		{"a person in an editor", session(`"source":"vscode","originator":"codex_vscode"`), with(func(a *about) { a.Human = true })},
		{"from before there was a source, at a terminal", session(`"originator":"codex_cli_rs"`), with(func(a *about) { a.Human = true })},
		{"from before there was a source, headless", session(`"originator":"codex_exec"`), plain},
		{"nothing is known", session(`"model_provider":"openai"`), plain},
		{
			"a subagent", session(`"originator":"codex_cli_rs","source":{"subagent":{"thread_spawn":{"parent_thread_id":"p","depth":1,"agent_nickname":"Ada","agent_role":"worker"}}}`),
			with(func(a *about) { a.Parent, a.Agent = "p", "worker" }),
		},
		{
			"a subagent that says so elsewhere", session(`"parent_thread_id":"p","agent_nickname":"Ada","source":{"subagent":"review"}`),
			with(func(a *about) { a.Parent, a.Agent = "p", "Ada" }),
		},
		{"a fork is no subagent", session(`"forked_from_id":"p","source":"exec"`), plain},
		{
			"the session that it was forked from is not it",
			join(session(`"forked_from_id":"p","source":"exec"`), []string{"session_meta", `"id":"p","cwd":"/elsewhere","source":"cli","originator":"codex-tui","git":{"branch":"old"}`}),
			plain,
		},
		{
			"the turn says what it works with",
			join(session(`"source":"exec"`), []string{"turn_context", `"cwd":"/srv/b","model":"m1","collaboration_mode":{"mode":"default","settings":{"model":"m2","reasoning_effort":"low"}}`}),
			with(func(a *about) { a.Cwd, a.Model = "/srv/b", "m2" }),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, aboutOf(read(c.log))); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

func TestForkGoesOnInOneRun(t *testing.T) {
	s := read([]string{"session_meta", `"id":"s","source":"exec"`}, asks, []string{"session_meta", `"id":"p","source":"cli"`}, says("Done."), complete)
	if s.NumRuns != 1 || s.Session != "s" || s.Final != "Done." {
		t.Errorf("%d runs of %q, final %q", s.NumRuns, s.Session, s.Final)
	}
}

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		name, head string
		want       bool
	}{
		{"a rollout", rollout(begin...), true},
		{"the middle of one", rollout(ran...), true},
		{"a torn first line", `{"timestamp":"2026-03-04T05:06:07Z","type":"session_meta","payload":{"id":"s","base_instructions":{"text":"You are`, true},
		{"a stream", `{"type":"thread.started","thread_id":"t"}`, true},
		{"a stream with a word before it", "Reading prompt from stdin...\n{\"type\":\"turn.started\"}\n", true},
		{"a stream of an old version", `{"id":"0","msg":{"type":"task_started","model_context_window":1}}`, true},
		{"nothing", "", false},
		{"a byte order mark", "\xef\xbb\xbf" + rollout(meta...), true},
		{"Claude Code", `{"type":"user","sessionId":"s","timestamp":"2026-03-04T05:06:07Z","message":{"role":"user","content":"hi"}}`, false},
		{"a result stream", `{"type":"result","subtype":"success","is_error":false}`, false},
		{"pi", `{"type":"session","version":3,"id":"x","timestamp":"2026-03-04T05:06:07Z","cwd":"/"}`, false},
		{"its types without what they carry", `{"type":"event_msg"}`, false},
		{"text", "thread.started\n{not json\n", false},
		{"any record", `{"id":1,"timestamp":"x","payload":{"type":"y"}}`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Detect([]byte(c.head)); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}
