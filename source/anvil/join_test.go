package anvil

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
)

// traceOf is a run as Anvil's own log has it: without the model's text.
func traceOf(write func(*script)) string {
	s := newScript()
	s.trace = true
	write(s)
	return s.String()
}

func healthy(s *script) { s.planned().retire(pathA, pathB, pathC).end("complete_unverified", 3, 3) }

const telemetry = `{"schema_version":"2","session_id":"s_one","completion_kind":"complete_unverified","plan_update_count":1}`

// One row a session, whatever files of it there are.
func TestFilesAreJoined(t *testing.T) {
	t.Parallel()
	log := newScript()
	healthy(log)
	own := traceOf(healthy)
	json := session("s_one", "Done", said("User", "Look at the callers"), said("Assistant", "All callers pass it."))
	next := strings.ReplaceAll(own, "2026-04-12", "2026-04-13")
	for _, c := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"everything of one", map[string]string{
			"B7.log": log.String(), "B7_result.json": result(0, 0), "s_one_telemetry.json": telemetry,
			".anvil/sessions/s_one.json": json, ".anvil/logs/anvil-s_one.log": own, ".anvil/logs/llm-transcript-s_one.jsonl": "{}\n",
		}, []string{"B7"}},
		{"no runner", map[string]string{".anvil/sessions/s_one.json": json, ".anvil/logs/anvil-s_one.log": own}, []string{"s_one"}},
		{"several sessions of a checkout", map[string]string{
			".anvil/sessions/s_one.json": json, ".anvil/logs/anvil-s_one.log": own, ".anvil/logs/anvil-s_two.log": next,
		}, []string{"s_one", "s_two"}},
		{"several runs beside several sessions", map[string]string{
			".anvil/logs/anvil-s_one.log": own, ".anvil/logs/anvil-s_two.log": next,
			"B1.log": next, "B2.log": log.String(), "B1_result.json": result(0, 0), "B2_result.json": result(0, 0),
		}, []string{"B1", "B2"}},
		{"a session of another day", map[string]string{
			".anvil/sessions/s_one.json": strings.ReplaceAll(json, "17759", "17749"), "B7.log": log.String(),
		}, []string{"B7", "s_one"}},
		{"output and errors apart", map[string]string{"B7.stdout.log": "Nothing is left.\n```ANVIL_FINAL\nx\n```\n", "B7.stderr.log": own}, []string{"B7"}},
		{"a folder of folders", map[string]string{
			"x/B7.log": log.String(), "x/.anvil/sessions/s_one.json": json, "y/B7.log": log.String(), "z/w/.anvil/sessions/s_one.json": json,
		}, []string{"x/B7", "y/B7", "z/w/s_one"}},
		{"a runner's note alone", map[string]string{"B7_result.json": result(2, 0)}, []string{"B7"}},
		{"counters alone", map[string]string{"s_one_telemetry.json": telemetry}, []string{"s_one"}},
		{"other files", map[string]string{
			"B7.log": log.String(), "server.log": "listening on 80\n", "package.json": "{}", "meta.json": `{"rc":1}`, "b_result.json": `{"rows":3}`,
			"node_modules/x/B9.log": log.String(), ".git/B9.log": log.String(), ".anvil/config": "x", ".anvil/sessions/s.json.tmp": json,
		}, []string{"B7"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			for rel, content := range c.files {
				b.file(rel, content)
			}
			b.open("")
			got := ids(b.list())
			if d := cmp.Diff(c.want, sortedIDs(got)); d != "" {
				t.Error(d)
			}
		})
	}
}

func sortedIDs(ids []string) []string { return slices.Compact(slices.Sorted(slices.Values(ids))) }

// Each file brings what it knows best.
func TestWhatIsJoined(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	log := newScript()
	healthy(log)
	log.say("All callers pass it.")
	b.file("sub/B7.log", log.String())
	b.file("sub/B7_result.json", result(0, 3))
	b.file("sub/s_one_telemetry.json", telemetry)
	b.file("sub/.anvil/sessions/s_one.json", session("s_one", "Done", said("User", "Look at the callers\nof it"), said("Assistant", "x")))
	b.open("")
	c := b.one()
	two, three := 4, 3
	got := map[string]any{
		"id": c.Task.ID, "group": c.Task.Group, "title": c.Task.Title, "repo": c.Task.Repo, "model": c.Task.Model, "body": c.Body,
		"result": c.Result, "where": c.ResultWhere, "started": c.Task.Started, "tools": c.Runs[0].ToolCalls, "files": c.Runs[0].FilesChanged,
	}
	want := map[string]any{
		"id": "sub/B7", "group": "sub", "title": "Look at the callers", "repo": "/srv/shop", "model": "coder:7b", "body": "Look at the callers\nof it",
		"result": "All callers pass it.", "where": "sub/B7.log:23", "started": began.Add(time.Second), "tools": &two, "files": &three,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]model.LogRef{{Root: b.dir, Path: "sub/B7.log"}}, c.Task.Logs); d != "" {
		t.Error(d)
	}
	for _, name := range []string{"sub/B7", "B7", "s_one", "B7.log", "sub"} {
		if id, err := b.Resolve(t.Context(), name); id != "sub/B7" {
			t.Errorf("%s is %q, %v", name, id, err)
		}
	}
	for _, name := range []string{"B", "", "nobody"} {
		if id, err := b.Resolve(t.Context(), name); err == nil {
			t.Errorf("%q is %q", name, id)
		}
	}
}

// A lost update shows as well where output and tracing were kept apart.
func TestDroppedWithoutOrder(t *testing.T) {
	t.Parallel()
	plan := said("Assistant", fence+"ANVIL_PLAN\n"+open(pathA)+"\n"+open(pathB)+"\n"+open(pathC)+"\n"+fence)
	last := func(lines ...string) string { return said("Assistant", strings.Join(lines, "\n")) }
	update := []string{fence + "ANVIL_PLAN_UPDATE", checked(pathB), fence, fence + "ANVIL_FINAL", "Done."}
	ended := func(paths ...string) string {
		return traceOf(func(s *script) { s.planned().retire(paths...).hatch().end("partial", 3, len(paths)) })
	}
	for _, c := range []struct {
		name, log string
		last      string
		dropped   int
	}{
		{"lost", ended(pathA, pathC), last(update...), 1},
		{"retired", ended(pathA, pathB), last(update...), 0},
		{"not closed", ended(pathA, pathC), last(update[:2]...), 0},
		{"no item of the plan", ended(pathA, pathC), last(fence+"ANVIL_PLAN_UPDATE", checked("x.md"), fence), 0},
		{"more than are open", ended(pathA, pathC), last(fence+"ANVIL_PLAN_UPDATE", checked(pathB), checked(pathC+"x"), fence), 1},
		{"somebody else's words", ended(pathA, pathC), said("Tool", strings.Join(update, "\n")), 0},
		{"nothing ended the loop", traceOf(func(s *script) { s.planned().retire(pathA, pathC).end("partial", 3, 2) }), last(update...), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.file(".anvil/sessions/s_one.json", session("s_one", "Done", said("User", "Look"), plan, c.last))
			b.file(".anvil/logs/anvil-s_one.log", c.log)
			b.open("")
			v := b.judge(b.one())
			if got := rulesOf(&v); got["dropped-plan-update"] != c.dropped || v.State != model.StateFalseDone {
				t.Errorf("%v, %v", v.State, v.Findings)
			}
		})
	}
}

// A path inside a session opens that session whole, and no other.
func TestOneOfSeveral(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	log := newScript()
	healthy(log)
	b.file("B1.log", log.String())
	b.file("B1_result.json", result(2, 0))
	b.file("B2.log", log.String())
	b.file("w/.anvil/sessions/s_one.json", session("s_one", "Done"))
	b.file("w/.anvil/logs/anvil-s_one.log", traceOf(healthy))
	b.file("w/.anvil/sessions/s_two.json", session("s_two", "Done"))
	for _, c := range []struct {
		path string
		want []string
	}{
		{"B1.log", []string{"B1"}},
		{"B1_result.json", []string{"B1"}},
		{"w/.anvil/sessions/s_one.json", []string{"s_one"}},
		{"w/.anvil/logs", []string{"s_one"}},
		{"w/.anvil/sessions", []string{"s_one", "s_two"}},
		{"w/.anvil", []string{"s_one", "s_two"}},
		{"w", []string{"s_one", "s_two"}},
	} {
		b.open(c.path)
		cases := b.list()
		if d := cmp.Diff(c.want, sortedIDs(ids(cases))); d != "" {
			t.Errorf("%s: %s", c.path, d)
		}
		for i := range cases {
			if cases[i].Task.Queue != filepath.Join(b.dir, c.path) || c.path == "B1.log" && state(cases[i].Task.Recorded) != model.StateFailed {
				t.Errorf("%s: %+v", c.path, cases[i].Task)
			}
		}
		if len(b.Targets()) == 0 || b.Describe().Facts[0] != (source.Fact{Name: "sessions", Value: string(rune('0' + len(c.want)))}) {
			t.Errorf("%s: %v", c.path, b.Describe())
		}
	}
}

// Two sessions that would go by one name have the same ids whenever they are
// looked at, and the one that was there first keeps its own.
func TestOneNameOfTwoSessions(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	early, late := newScript(), &script{at: began.Add(time.Hour)}
	healthy(early)
	healthy(late)
	ids := func() map[string]string {
		got := map[string]string{}
		for _, c := range b.list() {
			got[c.Task.Logs[0].Path] = c.Task.ID
		}
		return got
	}
	b.file("x/stdout.log", early.String())
	b.open("")
	if d := cmp.Diff(map[string]string{"x/stdout.log": "x"}, ids()); d != "" {
		t.Fatal(d)
	}
	b.file("x.log", late.String())
	want := map[string]string{"x/stdout.log": "x", "x.log": "x.log"}
	_, removed := b.refresh()
	if d := cmp.Diff(want, ids()); d != "" || removed != nil {
		t.Errorf("after it came: %s, removed %v", d, removed)
	}
	for i := range 30 {
		b.open("")
		if d := cmp.Diff(want, ids()); d != "" {
			t.Fatalf("opened the %dth time: %s", i+1, d)
		}
	}
}

// The first of a session's logs is the one to follow: what the agent said, before
// what it traced and what was counted.
func TestOrderOfLogs(t *testing.T) {
	t.Parallel()
	log := newScript()
	healthy(log)
	own := traceOf(healthy)
	b := newBench(t)
	b.file("B7.stderr.log", own)
	b.file("B7.stdout.log", "Nothing is left.\n"+fence+"ANVIL_FINAL\nx\n"+fence+"\n")
	b.file(".anvil/logs/anvil-s_one.log", own)
	b.file(".anvil/sessions/s_one.json", session("s_one", "Done", said("User", "Look")))
	b.open("")
	var got []string
	for _, l := range b.one().Task.Logs {
		got = append(got, l.Path)
	}
	if d := cmp.Diff([]string{"B7.stdout.log", "B7.stderr.log", ".anvil/logs/anvil-s_one.log"}, got); d != "" {
		t.Error(d)
	}
}
