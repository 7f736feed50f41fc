package anvil

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/source/sourcetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// began is when the runs of the tests begin.
var began = time.Date(2026, 4, 12, 9, 0, 0, 0, time.UTC)

// script writes the output of a run as Anvil does.
type script struct {
	b     strings.Builder
	at    time.Time
	ansi  bool
	trace bool // only the tracing, as Anvil's own log has it
}

func newScript() *script { return &script{at: began} }

// log writes a line of tracing, a second after the one before.
func (s *script) log(format string, args ...any) *script {
	s.at = s.at.Add(time.Second)
	stamp, message := s.at.Format("2006-01-02T15:04:05.000000Z"), fmt.Sprintf(format, args...)
	if s.ansi {
		fmt.Fprintf(&s.b, "\x1b[2m%s\x1b[0m \x1b[32m INFO\x1b[0m \x1b[2manvil::app::agentic\x1b[0m\x1b[2m:\x1b[0m %s\n", stamp, message)
	} else {
		fmt.Fprintf(&s.b, "%s  INFO anvil::app::agentic: %s\n", stamp, message)
	}
	return s
}

// say writes text of the model.
func (s *script) say(lines ...string) *script {
	if !s.trace {
		s.b.WriteString(strings.Join(lines, "\n") + "\n")
	}
	return s
}

// tool writes the line of a tool that came to its end.
func (s *script) tool(sign, call string) *script { return s.say("  " + sign + " " + call) }

func (s *script) block(name string, lines ...string) *script {
	return s.say(append(append([]string{fence + name}, lines...), fence)...)
}

func (s *script) start() *script {
	return s.log("anvil started with effective config provider=ollama model=coder:7b context_window=4096 debug_logging=true")
}

// planned begins a run with a plan of three items.
func (s *script) planned() *script {
	s.start().say("I look first.")
	s.block("ANVIL_PLAN", open(pathA), open(pathB), open(pathC))
	s.log("ANVIL_PLAN detected; registering execution plan items=3")
	return s.tool("✓", "file.read "+pathA).turn(1)
}

func (s *script) turn(n int) *script {
	return s.log(`turn completed turn=%d max_turns=20 elapsed_s="2.1" tokens=900 budget=4096 tool_calls=1 tools=file.read files_modified=0 compact=no phase=Exploring`, n)
}

func (s *script) retired(path string) *script {
	return s.log("plan item retired via checked marker (Issue #301) description=%s: look = see status=already_satisfied", path)
}

func (s *script) pipelined() *script {
	return s.log("plan update pipeline: all items checked → retired")
}

// retire writes an update that checks items, and that it was taken in.
func (s *script) retire(paths ...string) *script {
	var lines []string
	for _, p := range paths {
		lines = append(lines, checked(p))
	}
	s.block("ANVIL_PLAN_UPDATE", lines...)
	for _, p := range paths {
		s.retired(p)
	}
	return s.pipelined()
}

func (s *script) hatch() *script {
	s.log("stagnation detected; forced_mode_active=true score=3")
	return s.log("stagnation escape hatch: terminating loop score=3")
}

// end classifies a completion and ends the process.
func (s *script) end(kind string, items, finished int) *script {
	s.log("agentic loop completion classified completion_kind=%s plan_items=%d plan_finished=%d", kind, items, finished)
	s.log(`session completed total_turns=6 total_tool_calls=4 tools=file.read x4 files_modified=0 lines_added=0 elapsed_s="40.0"`)
	return s.log("agent telemetry completion_kind=%s premature_final_count=0 total_final_requests=1 plan_registration_count=1 plan_update_count=1", kind)
}

func (s *script) String() string { return s.b.String() }

const (
	pathA = "pkg/alpha/main.rs"
	pathB = "pkg/beta/[id]/main.rs"
	pathC = "pkg/gamma/main.rs"
)

func open(path string) string    { return "- [ ] " + path + ": look = see" }
func checked(path string) string { return "- [x] " + path + ": look = see" }

// result is what a runner notes.
func result(code, changed int) string {
	class := "completed"
	if code != 0 {
		class = "runner_nonzero_exit"
	}
	return fmt.Sprintf(`{"case":"B7","log_file":"B7.log","valid_run":true,"exit_class":%q,"command_return_code":%d,"changed_files":%d}`, class, code, changed)
}

// said is one message of a session file.
func said(role, content string) string {
	return fmt.Sprintf(`{"id":"m","role":%q,"author":"x","content":%q,"status":"Committed","tool_call_id":null,"is_error":false,"image_paths":null}`, role, content)
}

func session(id, state string, messages ...string) string {
	return fmt.Sprintf(`{"metadata":{"session_id":%q,"cwd":"/srv/shop","created_at_ms":%d,"updated_at_ms":%d},"messages":[%s],"last_snapshot":{"state":%q,"status":{"line":"x"}},"working_memory":{"active_task":"Look","touched_files":[]}}`,
		id, began.UnixMilli(), began.Add(time.Minute).UnixMilli(), strings.Join(messages, ","), state)
}

// bench is a folder, an open source over it and a clock.
type bench struct {
	t   testing.TB
	dir string
	now time.Time
	source.Source
}

func newBench(t testing.TB) *bench {
	t.Helper()
	return &bench{t: t, dir: t.TempDir(), now: began.Add(24 * time.Hour)}
}

func (b *bench) open(rel string) {
	b.t.Helper()
	s, err := Open(b.t.Context(), filepath.Join(b.dir, rel), source.Options{Now: func() time.Time { return b.now }, Hosts: []string{"here"}})
	if err != nil {
		b.t.Fatal(err)
	}
	b.Source = s
	b.t.Cleanup(func() { _ = s.Close() })
}

// file writes a file, last changed when the runs begin.
func (b *bench) file(rel, content string) {
	b.t.Helper()
	path := filepath.Join(b.dir, rel)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		b.t.Fatal(err)
	}
	if err := os.Chtimes(path, began, began); err != nil {
		b.t.Fatal(err)
	}
}

// sh has another process do something in the folder.
func (b *bench) sh(script string) {
	b.t.Helper()
	c := exec.CommandContext(b.t.Context(), "sh", "-ec", script)
	c.Dir = b.dir
	if out, err := c.CombinedOutput(); err != nil {
		b.t.Fatalf("%s: %v: %s", script, err, out)
	}
}

// list lists everything, in small pages.
func (b *bench) list() []model.Case {
	b.t.Helper()
	return sourcetest.List(b.t, b, 2)
}

// refresh refreshes until nothing is left.
func (b *bench) refresh() (cases []model.Case, removed []string) {
	b.t.Helper()
	return sourcetest.Refresh(b.t, b)
}

// one is the only session there is.
func (b *bench) one() *model.Case {
	b.t.Helper()
	cases := b.list()
	if len(cases) != 1 {
		b.t.Fatalf("%d sessions: %v", len(cases), ids(cases))
	}
	return &cases[0]
}

func ids(cases []model.Case) []string {
	var out []string
	for i := range cases {
		out = append(out, cases[i].Task.ID)
	}
	return out
}

func (b *bench) judge(c *model.Case) model.Verdict {
	rules := Adapter().Rules
	v := classify.New(classify.DefaultConfig(), rules...).Judge(c, state(c.Task.Recorded), b.now)
	for i := range v.Findings {
		for _, r := range rules {
			if f := &v.Findings[i]; f.Rule == r.Name && f.Severity > r.Severity {
				b.t.Errorf("a finding of %s of severity %v, not %v", r.Name, f.Severity, r.Severity)
			}
		}
	}
	return v
}

// rulesOf are the names of the findings that matter.
func rulesOf(v *model.Verdict) map[string]int {
	out := map[string]int{}
	for i := range v.Findings {
		if f := &v.Findings[i]; f.Severity > model.SeverityInfo {
			out[f.Rule] = f.Count
		}
	}
	return out
}
