package anvil

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
)

// row is what the tests compare of a session.
type row struct {
	ID, Recorded string
	State        model.State
}

func (b *bench) rows(cases []model.Case) []row {
	var rows []row
	for i := range cases {
		v := b.judge(&cases[i])
		rows = append(rows, row{cases[i].Task.ID, cases[i].Task.Recorded, v.State})
	}
	return rows
}

// A run is followed from its first line to its end, written by another process.
func TestFollowed(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.open("")
	if rows := b.rows(b.list()); rows != nil {
		t.Fatalf("an empty folder has %v", rows)
	}
	whole := lost(&script{at: time.Now().UTC().Add(-time.Minute)}).String()
	cut := strings.Index(whole, "stagnation escape") // in the middle of a line
	b.file("head", whole[:cut])
	b.file("tail", whole[cut:])
	b.now = time.Now()
	active, failed := []row{{"B7", "", model.StateActive}}, []row{{"B7", "partial, anvil error", model.StateFailed}}
	for _, step := range []struct {
		name, script string
		want         []row
		removed      []string
	}{
		{"an empty log", "touch B7.log", nil, nil},
		{"nothing", "true", nil, nil},
		{"its beginning", "cat head >> B7.log", active, nil},
		{"nothing again", "true", nil, nil},
		{"its end", "cat tail >> B7.log", []row{{"B7", "partial", model.StateFalseDone}}, nil},
		{"its error, the line not ended", "printf 'anvil error: tool' >> B7.log", failed, nil},
		{"the runner's note", "printf '" + result(2, 0) + "' > B7_result.json", []row{{"B7", "partial, exit 2", model.StateFailed}}, nil},
		{"begun anew", "rm B7_result.json; cat head > B7.log", active, nil},
		{"a session file", "mkdir -p .anvil/sessions; printf '{' > .anvil/sessions/s.json", active, nil},
		{"gone", "rm -r B7.log .anvil", nil, []string{"B7"}},
	} {
		b.sh(step.script)
		cases, removed := b.refresh()
		if d := cmp.Diff(step.want, b.rows(cases)); d != "" {
			t.Errorf("%s: %s", step.name, d)
		}
		if d := cmp.Diff(step.removed, removed); d != "" {
			t.Errorf("%s: removed %s", step.name, d)
		}
	}
}

// A session that falls silent is reported once more, without any change.
func TestFallsSilent(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := newScript().planned()
	b.file("B7.log", s.String())
	b.now = s.at.Add(time.Minute)
	b.open("")
	c := b.one()
	v := b.judge(c)
	if v.State != model.StateActive || !v.Until.After(b.now) {
		t.Fatalf("%v until %v", v.State, v.Until)
	}
	if cases, _ := b.refresh(); cases != nil {
		t.Errorf("reported %v", b.rows(cases))
	}
	b.now = v.Until
	cases, _ := b.refresh()
	if d := cmp.Diff([]row{{"B7", stopped, model.StateUnknown}}, b.rows(cases)); d != "" {
		t.Error(d)
	}
	if cases, _ := b.refresh(); cases != nil {
		t.Errorf("reported again: %v", b.rows(cases))
	}
}

// What is read in parts is what is read at once, wherever it is cut.
func TestReadInParts(t *testing.T) {
	t.Parallel()
	whole := lost(newScript()).say("anvil error: tool execution failed").String()
	for cut := 1; cut < len(whole); cut += 7 {
		b := newBench(t)
		b.file("B7.log", whole[:cut])
		b.open("")
		b.list()
		b.file("B7.log", whole)
		got, err := b.Get(t.Context(), []string{"B7"})
		if err != nil {
			t.Fatal(err)
		}
		if len(got) == 0 { // its first bytes had not told what it is
			got, _ = b.refresh()
		}
		v := b.judge(&got[0])
		if v.State != model.StateFailed || rulesOf(&v)["dropped-plan-update"] != 1 {
			t.Fatalf("cut at %d: %v, %v", cut, v.State, v.Findings)
		}
	}
}

func TestHistory(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.file("B7.log", lost(newScript()).say("anvil error: tool execution failed").String())
	b.file(".anvil/sessions/s_one.json", session("s_one", "Done", said("User", strings.Repeat("Look. ", 1000)), said("Assistant", "x")))
	b.open("")
	h, err := b.History(t.Context(), "B7")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i, e := range h.Case.Events {
		names = append(names, e.Name)
		if e.Seq != int64(i)+1 || !strings.HasPrefix(e.Where, "B7.log:") || e.At.IsZero() {
			t.Errorf("%+v", e)
		}
	}
	want := []string{
		"started", "plan registered", "plan item retired", "plan item retired", "plan update", "final gate",
		"stagnation", "loop terminated", "classified", "session completed", "telemetry", "anvil error",
	}
	if d := cmp.Diff(want, names); d != "" {
		t.Error(d)
	}
	if len(h.Case.Body) != len("Look. ")*1000-1 {
		t.Errorf("a prompt of %d bytes", len(h.Case.Body))
	}
	if _, err := b.History(t.Context(), "nobody"); err == nil {
		t.Error("nobody has a history")
	}
}

// The note of a run that was over before this one began says nothing about it.
func TestNoteOfAnEarlierRun(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		started time.Time
		want    model.State
	}{
		{"its own", began, model.StateFailed},
		{"an earlier run's", began.Add(-time.Hour), model.StateActive},
	} {
		b := newBench(t)
		s := newScript().planned()
		b.file("B7.log", s.String())
		note := strings.Replace(result(2, 0), "{", `{"elapsed_s":60,"started_at":"`+c.started.Format(time.RFC3339)+`",`, 1)
		b.file("B7_result.json", note)
		b.now = s.at.Add(time.Second)
		b.open("")
		if v := b.judge(b.one()); v.State != c.want {
			t.Errorf("%s: %v", c.name, v.State)
		}
	}
}

// Of a working copy only Anvil's own folders are looked into and watched.
func TestCheckout(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.file(".git/HEAD", "ref: refs/heads/main\n")
	b.file(".anvil/sessions/s_one.json", session("s_one", "Done"))
	b.file("testdata/.anvil/sessions/s_two.json", session("s_two", "Done"))
	b.open("")
	if d := cmp.Diff([]string{"s_one"}, ids(b.list())); d != "" {
		t.Error(d)
	}
	for _, target := range b.Targets() {
		if target.Recursive && target.Path == b.dir {
			t.Errorf("all of the working copy is watched")
		}
	}
}
