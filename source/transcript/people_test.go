package transcript

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/classify"
)

// apiError is a message that Claude Code puts in the model's place.
func (s *session) apiError(code, text string) *session {
	return s.line("assistant", fmt.Sprintf(`"isApiErrorMessage":true,"error":%q,"message":{"id":"e","role":"assistant","model":"<synthetic>","stop_reason":"stop_sequence","content":[{"type":"text","text":%q}]}`, code, text))
}

// TestWhatPeopleLeave is about sessions that a person sits in front of, in a
// folder and on their own: what is no alarm, and what is no success.
func TestWhatPeopleLeave(t *testing.T) {
	at := time.Hour
	typed := func(s *session, command string) *session {
		return s.prompt("<command-name>" + command + "</command-name>\n<command-args></command-args>").prompt("<local-command-stdout>ok</local-command-stdout>")
	}
	fixed := func(s *session) *session {
		return s.prompt("Fix the login page").call("Edit", `{"file_path":"/srv/app/login.go"}`).result("done").says("I fixed the login page.").end()
	}
	for _, c := range []struct {
		name        string
		log         func(s *session) *session
		inside, own string // the state in a folder, and of the file alone
		obstacle    string
	}{
		{"exit after finished work", func(s *session) *session { return typed(fixed(s), "/exit") }, "done", "done", ""},
		{"exit after words that were asked for", func(s *session) *session {
			return typed(fixed(s).prompt("Word a commit message, but don't commit").says("Raise the login timeout").end(), "/exit")
		}, "done", "done", ""},
		{"only a login", func(s *session) *session { return typed(s, "/login") }, "done", "done", ""},
		{"only a clear", func(s *session) *session { return s.prompt("<command-name>/clear</command-name>") }, "done", "done", ""},
		{"no credit", func(s *session) *session {
			return s.prompt("Fix it").apiError("billing_error", "Credit balance is too low")
		}, "failed", "failed", "Credit balance is too low"},
		{"nobody logged in", func(s *session) *session {
			return s.prompt("Fix it").apiError("authentication_failed", "Not logged in · Please run /login")
		}, "failed", "failed", "Not logged in · Please run /login"},
		{"an error after finished work", func(s *session) *session {
			return fixed(s).prompt("Now the logout page").apiError("rate_limit", "You've hit your limit · resets 2pm")
		}, "failed", "failed", "You've hit your limit · resets 2pm"},
		{"an error that it got over", func(s *session) *session {
			return fixed(s.prompt("Hi").apiError("server_error", "API Error: 500"))
		}, "done", "done", ""},
		{"an answer for a person to read", func(s *session) *session {
			return s.prompt("Fix it").says("I don't have permission to write there. Which folder do you want me to use?").end()
		}, "done", "false-done", ""},
		{"a call that nothing came of", func(s *session) *session {
			return fixed(s).prompt("Now the logout page").call("Bash", `{"command":"make"}`)
		}, "unknown", "failed", ""},
		{"a result that nothing was made of", func(s *session) *session {
			return s.prompt("Fix it").call("Bash", `{"command":"make"}`).result("ok")
		}, "unknown", "failed", ""},
		{"a prompt without an answer", func(s *session) *session { return fixed(s).prompt("Now the logout page") }, "unknown", "failed", ""},
		{"an open question", func(s *session) *session {
			return s.prompt("Fix it").call("AskUserQuestion", `{"questions":[{"question":"Which page?"}]}`)
		}, "blocked", "blocked", "Which page?"},
		{"stopped by the person", func(s *session) *session {
			return s.prompt("Fix it").call("Bash", `{"command":"make"}`).result("ok").prompt("[Request interrupted by user]")
		}, "cancelled", "failed", ""},
		{"an answer, no mark behind it", func(s *session) *session {
			return s.prompt("Which page is it?").says("The login page.")
		}, "done", "done", ""},
		{"requests that were made again until the end", func(s *session) *session {
			return s.prompt("Fix it").call("Edit", `{"file_path":"/srv/app/login.go"}`).result("done").
				line("system", `"subtype":"api_error","error":{"message":"529 overloaded"},"retryInMs":9`).
				line("system", `"subtype":"api_error","error":{"message":"Connection error."},"retryInMs":9`)
		}, "failed", "failed", "Connection error."},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			b.file(idA+".jsonl", c.log(newSession(idA, b.now.Add(-at)).human()).String(), at)
			b.openAs(KindClaude, ".", time.Time{})
			rows := b.list()
			inside := rowOf(&rows[0], b.now).State.String()
			if _, err := b.Resolve(t.Context(), idA); err != nil {
				t.Fatal(err)
			}
			named, err := b.Get(t.Context(), []string{idA})
			if err != nil {
				t.Fatal(err)
			}
			own := classify.New(classify.DefaultConfig(), Adapter().Rules...).Judge(&named[0], state(named[0].Task.Recorded), b.now)
			if d := cmp.Diff([]string{c.inside, c.own}, []string{inside, own.State.String()}); d != "" {
				t.Error(d)
			}
			if c.obstacle != "" && (own.Obstacle == nil || own.Obstacle.Text != c.obstacle) {
				t.Errorf("obstacle %+v", own.Obstacle)
			}
		})
	}
}

// TestTeamMemberLeaves holds that a member of a team that agreed to shut down
// has not died.
func TestTeamMemberLeaves(t *testing.T) {
	b := newBench(t)
	work := func(id string) *session {
		return newSession(id, b.now.Add(-time.Hour)).prompt("Fix it").call("Edit", `{"file_path":"/srv/app/login.go"}`).result("done").says("Task #2 is complete.")
	}
	b.file(idA+".jsonl", work(idA).call("SendMessage", `{"type":"shutdown_response","request_id":"r1","approve":true}`).result("Shutdown approved. Agent a is now exiting.").String(), time.Hour)
	b.file(idB+".jsonl", work(idB).call("SendMessage", `{"type":"shutdown_response","request_id":"r1","approve":false}`).result("Shutdown rejected.").String(), time.Hour)
	b.openAs(KindClaude, ".", time.Time{})
	got := map[string]string{}
	for _, c := range b.list() {
		got[c.Task.ID] = rowOf(&c, b.now).State.String()
	}
	if d := cmp.Diff(map[string]string{idA: "done", idB: "failed"}, got); d != "" {
		t.Error(d)
	}
}
