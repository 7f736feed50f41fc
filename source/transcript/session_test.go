package transcript

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"
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
