package transcript

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"notdone/classify"
	"notdone/model"
)

// TestEveryEditFailed follows changes of files that failed from the agents' own
// records to the verdict.
func TestEveryEditFailed(t *testing.T) {
	const (
		failed = `{"type":"item.completed","item":{"id":"i2","type":"file_change","changes":[{"path":"/srv/r/review.md","kind":"add"}],"status":"failed"}}`
		worked = `{"type":"item.completed","item":{"id":"i3","type":"file_change","changes":[{"path":"/srv/r/review.md","kind":"add"}],"status":"completed"}}`
		shell  = `{"type":"item.completed","item":{"id":"i4","type":"command_execution","command":"bash -lc 'cp draft.md review.md'","aggregated_output":"","exit_code":0,"status":"completed"}}`
		looks  = `{"type":"item.completed","item":{"id":"i5","type":"command_execution","command":"bash -lc 'git status'","aggregated_output":"","exit_code":0,"status":"completed"}}`
		said   = `{"type":"item.completed","item":{"id":"i6","type":"agent_message","text":"The change is sound. Two remarks on names."}}`
		end    = `{"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":1}}`
	)
	codex := func(lines ...string) string {
		head := []string{`{"type":"thread.started","thread_id":"th-1"}`, `{"type":"turn.started"}`}
		return strings.Join(append(append(head, lines...), said, end), "\n") + "\n"
	}
	claude := func(after func(s *session) *session) string {
		s := newSession(idA, time.Date(2030, 1, 2, 9, 0, 0, 0, time.UTC)).prompt("Write the review to review.md").call("Write", `{"file_path":"/srv/app/review.md","content":"x"}`)
		s.line("user", `"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","is_error":true,"content":"EROFS: read-only file system"}]}`)
		return after(s).says("The change is sound. Two remarks on names.").end().String()
	}
	for _, c := range []struct {
		name, log string
		want      model.State
	}{
		{"codex", codex(failed), model.StateFalseDone},
		{"codex, again and looked", codex(failed, strings.ReplaceAll(failed, "i2", "i7"), looks), model.StateFalseDone},
		{"codex, and then it worked", codex(failed, worked), model.StateDone},
		{"codex, and a command did it", codex(failed, shell), model.StateDone},
		{"codex, nothing was tried", codex(looks), model.StateDone},
		{"claude", claude(func(s *session) *session { return s }), model.StateFalseDone},
		{"claude, and another file", claude(func(s *session) *session {
			return s.call("Write", `{"file_path":"/tmp/review.md"}`).result("ok")
		}), model.StateDone},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			b.file("run.jsonl", c.log, time.Hour)
			b.open(nil)
			cases := b.list()
			v := classify.New(classify.DefaultConfig(), Adapter().Rules...).Judge(&cases[0], state(cases[0].Task.Recorded), b.now)
			found := false
			for _, f := range v.Findings {
				found = found || f.Rule == "every-edit-failed"
			}
			if v.State != c.want || found != (c.want == model.StateFalseDone) {
				t.Errorf("%v, %+v", v.State, v.Findings)
			}
			if found && (v.Grade != model.GradeStrong || v.Obstacle == nil || !strings.Contains(v.Obstacle.Text, "review.md")) {
				t.Errorf("%v, %+v", v.Grade, v.Obstacle)
			}
		})
	}
}

// TestWhatEndedALogNamesItsLine: what is said of the end of a log, or of the error in it, is
// to be found where it says.
func TestWhatEndedALogNamesItsLine(t *testing.T) {
	at := time.Date(2030, 1, 2, 9, 0, 0, 0, time.UTC)
	began := func() *session {
		return newSession(idA, at).prompt("Run the tests").call("Bash", `{"command":"npm test"}`)
	}
	for _, c := range []struct {
		name string
		log  *session
		line int
	}{
		{"after a result", began().result("ok").call("Bash", `{"command":"ls"}`).result("x"), 5},
		{"after a prompt", newSession(idA, at).prompt("Run the tests").says("They pass.").end().prompt("Again"), 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			b.file("run.jsonl", c.log.String(), 5*time.Hour)
			b.openAs("claude", "", time.Time{})
			r := b.list()[0].Runs
			if got := r[len(r)-1]; got.Error == "" || got.Where != fmt.Sprintf("run.jsonl:%d", c.line) {
				t.Errorf("%q is at %s, want line %d", got.Error, got.Where, c.line)
			}
		})
	}
}
