package anvil

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	_ "notdone/model/fixedseed"
	"notdone/source/logsource"
	"notdone/source/tail"
)

func TestSplitTrace(t *testing.T) {
	t.Parallel()
	const line = "2026-04-09T15:12:05.562522Z  WARN anvil::app::agentic: stagnation detected; score=3"
	for _, c := range []struct {
		name, line, head, message string
		ok                        bool
	}{
		{"plain", line, "", "stagnation detected; score=3", true},
		{"behind a fence", fence + line, fence, "stagnation detected; score=3", true},
		{"behind text that was cut", "All done." + line, "All done.", "stagnation detected; score=3", true},
		{"behind a digit", "exit 1" + line, "exit 1", "stagnation detected; score=3", true},
		{"in a sentence", "the line " + line, "", "", false},
		{"in code", "`" + line, "", "", false},
		{"without a level", strings.Replace(line, "WARN", "warn", 1), "", "", false},
		{"without a time", line[20:], "", "", false},
		{"without a message", strings.TrimSuffix(line, ": stagnation detected; score=3"), "", "", false},
		{"another program's", strings.Replace(line, "anvil::app", "hyper::http", 1), "", "", false},
	} {
		head, got, ok := splitTrace([]byte(c.line))
		if ok != c.ok || string(head) != c.head || got.message != c.message {
			t.Errorf("%s: %q, %q, %v", c.name, head, got.message, ok)
		}
	}
}

// Values hold anything; the keys that matter are found from the right.
func TestFields(t *testing.T) {
	t.Parallel()
	const m = `plan item retired (Issue #301) description=a/b.rs: set status=x for c: d status=already_satisfied`
	if got := after(m, "description", "status"); got != "a/b.rs: set status=x for c: d" {
		t.Errorf("description %q", got)
	}
	if got := field(m, "status"); got != "already_satisfied" {
		t.Errorf("status %q", got)
	}
	if got := field(`turn completed elapsed_s="9.3" n=4`, "elapsed_s"); got != "9.3" || count(` n=-4`, "n") != -1 || count(" n=4", "n") != 4 {
		t.Errorf("elapsed %q", got)
	}
}

// Tracing that is configured to be JSON says the same as text does.
func TestJSONTrace(t *testing.T) {
	t.Parallel()
	const line = `{"timestamp":"2026-04-09T15:12:05.5Z","level":"INFO","fields":{"message":"plan item retired via checked marker (Issue #301)","status":"done","description":"a.rs: b c"},"target":"anvil::contracts"}`
	got, ok := jsonTrace([]byte(line))
	if !ok || got.message != "plan item retired via checked marker (Issue #301) description=a.rs: b c status=done" || got.at.IsZero() {
		t.Errorf("%+v, %v", got, ok)
	}
	for _, other := range []string{`{"target":"anvil::x"}`, `{"a":"anvil::x"`, "", strings.Replace(line, `"anvil::contracts"`, `"hyper::anvil::"`, 1)} {
		if _, ok := jsonTrace([]byte(other)); ok {
			t.Errorf("%s is taken for tracing", other)
		}
	}
}

// A log whose tracing is JSON is followed like any other.
func TestJSONLog(t *testing.T) {
	t.Parallel()
	r := newLogReader("x")
	for i, fields := range []string{
		`"message":"ANVIL_PLAN detected; registering execution plan","items":1`,
		`"message":"stagnation escape hatch: terminating loop","score":3`,
		`"message":"agentic loop completion classified","completion_kind":"partial","plan_items":2,"plan_finished":1`,
	} {
		line := `{"timestamp":"2026-04-09T15:12:0` + string(rune('0'+i)) + `Z","level":"INFO","fields":{` + fields + `},"target":"anvil::app::agentic"}`
		r.Line(tail.Line{Text: []byte(line), Number: int64(i + 1)})
	}
	run := &r.run
	if run.kind != kindPartial || run.items != 2 || run.finished != 1 || run.hatch.where != "x:2" || r.traces != 3 {
		t.Errorf("%+v", run)
	}
}

func TestItems(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]item{
		"- [ ] a/b.rs: set c": {text: "a/b.rs: set c", open: true}, "  - [x] a": {text: "a", checked: true, open: true},
		"- [X] a": {text: "a", checked: true, open: true}, "* bare text": {text: "bare text", open: true},
		"- [-] a": {}, "text": {}, "- ": {}, "- [x]": {},
	} {
		got, ok := readItem(line, 0)
		if ok != (want.text != "") || !cmp.Equal(got, want, cmp.AllowUnexported(item{})) {
			t.Errorf("%q: %+v, %v", line, got, ok)
		}
	}
	for _, c := range []struct {
		a, b string
		same bool
	}{{"src/a.rs", "a.rs", true}, {"./a.rs", "a.rs", true}, {"ba.rs", "a.rs", false}, {"a", "", false}, {"x/a", "y/a", false}} {
		if samePath(c.a, c.b) != c.same || samePath(c.b, c.a) != c.same {
			t.Errorf("%q, %q", c.a, c.b)
		}
	}
}

// A session file is read as JSON, and only when it is whole.
func TestSessionIsJSON(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		said := rapid.String().Draw(t, "said")
		more := rapid.SliceOf(rapid.String()).Draw(t, "more")
		doc, err := json.MarshalIndent(map[string]any{
			"other": map[string]any{"x": more, "n": nil, "b": true}, "messages": []any{map[string]any{"role": "user", "content": said}},
		}, "", rapid.SampledFrom([]string{"", " "}).Draw(t, "indent"))
		if err != nil {
			t.Fatal(err)
		}
		f, err := readSession(strings.NewReader(string(doc)), "s", 1<<20)
		if err != nil || f.prompt != strings.TrimSpace(said) || f.messages != 1 {
			t.Fatalf("%q: %q, %v", said, f.prompt, err)
		}
		if _, err := readSession(strings.NewReader(string(doc[:len(doc)-1])), "s", 0); err == nil {
			t.Fatal("half a document is whole")
		}
	})
}

func TestSessionIsBounded(t *testing.T) {
	t.Parallel()
	deep := `{"x":` + strings.Repeat("[", 1_000_000)
	if _, err := readSession(strings.NewReader(deep), "s", 0); err == nil {
		t.Error("a document without an end is whole")
	}
	long := `{"messages":[{"role":"assistant","content":"` + strings.Repeat("x\\n", 1_000_000) + `"}]}`
	f, err := readSession(strings.NewReader(long), "s", 0)
	if err != nil || len(f.last) > maxSaid {
		t.Errorf("%d bytes, %v", len(f.last), err)
	}
}

// A log of anything takes bounded memory.
func TestLogIsBounded(t *testing.T) {
	t.Parallel()
	r := newLogReader("x")
	for i := range 200_000 {
		line := fence + "ANVIL_PLAN_UPDATE"
		switch i % 5 {
		case 1:
			line = "- [x] " + strings.Repeat("p", i%700) + ": d"
		case 2:
			line = "  ✓ file.read " + strings.Repeat("q", i%500)
		case 3:
			line = strings.Repeat("text ", i%100)
		case 4:
			line = began.Add(time.Duration(i)*time.Second).Format(time.RFC3339) + "  INFO anvil::x: plan item retired via checked marker description=" + strings.Repeat("r", i%600) + " status=s"
		}
		r.Line(tail.Line{Text: []byte(line), Number: int64(i + 1)})
	}
	run := &r.run
	if len(run.plan.items) > maxItems || len(run.retired) > maxItems || len(run.response.text) > 2*maxSaid {
		t.Errorf("%d items, %d retired, %d bytes", len(run.plan.items), len(run.retired), len(run.response.text))
	}
}

func FuzzLog(f *testing.F) {
	f.Add(lost(newScript()).String())
	f.Add(lost(&script{at: began, ansi: true}).String())
	f.Add("  ✓ file.edit a\n  ✗ shell.exec make\nanvil error: x\n")
	f.Fuzz(func(t *testing.T, text string) {
		r := newLogReader("x")
		for line := range strings.SplitSeq(text, "\n") {
			r.Line(tail.Line{Text: []byte(line)})
		}
		before := r.run.told()
		for i := 0; i < len(text); i += 1 + len(text)/8 {
			r.Peek(tail.Line{Text: []byte(text[i:]), Partial: true})
		}
		if r.run.told() != before {
			t.Error("a look ahead changed what was read")
		}
		if lost := r.run.lost; lost != nil && (len(lost.items) == 0 || r.run.kind != kindPartial || !lost.hatch.set()) {
			t.Errorf("lost without a reason: %+v", lost)
		}
	})
}

func FuzzJSON(f *testing.F) {
	f.Add(session("s", "Done", said("User", "x"), said("Assistant", fence+"ANVIL_FINAL\ny")))
	f.Add(result(2, 0))
	f.Add(telemetry)
	f.Add(`{"a":[1,-2.5e3,true,null,"\u00e9\ud83d\ude00"]}`)
	f.Fuzz(func(t *testing.T, text string) {
		if facts, err := readSession(strings.NewReader(text), "s", 0); err == nil && (len(facts.prompt) > maxPrompt || len(facts.last) > maxSaid) {
			t.Errorf("%d and %d bytes are kept", len(facts.prompt), len(facts.last))
		}
		for _, into := range []any{new(resultFacts), new(telemetryFacts)} {
			if err := logsource.Decode(json.NewDecoder(strings.NewReader(text)), into); err != nil && json.Valid([]byte(text)) {
				t.Errorf("%q: %v", text, err)
			}
		}
	})
}

func FuzzPaths(f *testing.F) {
	f.Add("a/.anvil/sessions/x.json")
	f.Add(".anvil/logs/anvil-x.log")
	f.Add("logs/B7_result.json")
	f.Fuzz(func(t *testing.T, rel string) {
		if s := spotOf(rel); s.role != roleNone && filepath.IsLocal(rel) && !filepath.IsLocal(s.place) {
			t.Errorf("%q is in %q", rel, s.place)
		}
	})
}
