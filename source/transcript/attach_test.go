package transcript

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/classify"
	"notdone/model"
)

func inputOf(c *model.Case, now time.Time) *classify.Input { return &classify.Input{Case: c, Now: now} }

func ref(id string) model.Ref { return model.Ref{Queue: "elsewhere", ID: id} }

// ending is what the tests compare of an attached log.
type ending struct {
	Path, Text string
	Open       bool
	Outcome    model.Outcome
}

func (b *bench) attached(id string) []ending {
	b.t.Helper()
	endings, logs := b.Attachments(ref(id))
	if len(endings) != len(logs) {
		b.t.Fatalf("%d endings of %d logs", len(endings), len(logs))
	}
	var out []ending
	for i, e := range endings {
		path := logs[len(logs)-1-i].Path // the newest log comes first, its ending last
		if e.At.IsZero() {
			b.t.Errorf("%s: no time", path)
		}
		out = append(out, ending{path, e.Text, e.Open, e.Outcome})
	}
	return out
}

func TestAttach(t *testing.T) {
	const changed = "I changed the login page and all 14 tests pass."
	session := `{"type":"system","subtype":"init","session_id":"sess-7"}` + "\n"
	known := tasks{"T-1": "T-1", "run-3": "T-3", "sess-7": "T-7"}
	for _, c := range []struct{ name, file, log, task string }{
		{"by stem", "T-1.log", changed + "\n", "T-1"},
		{"by stem without extension", "sub/T-1", changed + "\n", "T-1"},
		{"by parent folder", "x/run-3/out.log", changed + "\n", "T-3"},
		{"by session id", "x/y.jsonl", session + said, "T-7"},
		{"stem before folder", "run-3/T-1.log", changed + "\n", "T-1"},
		{"never by a prefix", "T-11.log", changed + "\n", ""},
		{"never by a folder further up", "T-1/a/b.log", changed + "\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			b.file(c.file, c.log, time.Hour)
			b.open(known.resolve)
			cases := b.list()
			more, removed := b.refresh()
			if len(removed) != 0 {
				t.Errorf("removed %v", removed)
			}
			if c.task == "" {
				if len(cases) != 1 || len(b.TakeAttached()) != 0 {
					t.Errorf("listed %v", b.rows(cases))
				}
				return
			}
			if len(cases)+len(more) != 0 {
				t.Errorf("an attached log is listed: %v %v", b.rows(cases), b.rows(more))
			}
			if diff := cmp.Diff([]model.Ref{ref(c.task)}, b.TakeAttached()); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff([]ending{{c.file, changed, false, model.OutcomeUnknown}}, b.attached(c.task)); diff != "" {
				t.Error(diff)
			}
			if refs := b.TakeAttached(); len(refs) != 0 {
				t.Errorf("taken twice: %v", refs)
			}
		})
	}
}

func TestAttachedLogGrows(t *testing.T) {
	b := newBench(t)
	b.open(tasks{"T-1": "T-1"}.resolve)
	b.list()
	b.sh("printf 'Working on it.\\n' > T-1.log")
	b.now = time.Now()
	for _, step := range []struct {
		script string
		later  time.Duration
		want   []ending
	}{
		{"true", 0, []ending{{"T-1.log", "Working on it.", true, 0}}},
		{"printf '\\nI am done with it.\\n' >> T-1.log", 0, []ending{{"T-1.log", "I am done with it.", true, 0}}},
		{"true", time.Hour, []ending{{"T-1.log", "I am done with it.", false, 0}}},
		{"printf 'exit code 1\\n' >> T-1.log", 0, []ending{{"T-1.log", "I am done with it.", false, model.OutcomeFailed}}},
		{"rm T-1.log", 0, nil},
	} {
		b.sh(step.script)
		b.now = b.now.Add(step.later)
		if cases, removed := b.refresh(); len(cases)+len(removed) != 0 {
			t.Errorf("%s: %v %v", step.script, b.rows(cases), removed)
		}
		if refs := b.TakeAttached(); len(refs) != 1 || refs[0] != ref("T-1") {
			t.Errorf("%s: changed %v", step.script, refs)
		}
		if diff := cmp.Diff(step.want, b.attached("T-1")); diff != "" {
			t.Errorf("%s: %s", step.script, diff)
		}
	}
}

func TestLateMatch(t *testing.T) {
	known := tasks{}
	b := newBench(t)
	b.file("T-1.log", "Working on it.\n", time.Hour)
	b.file("other.log", "Something else.\n", time.Hour)
	b.open(known.resolve)
	if cases := b.list(); len(cases) != 2 {
		t.Fatalf("listed %v", b.rows(cases))
	}
	if err := b.Retry(t.Context()); err != nil {
		t.Fatal(err)
	}
	if cases, removed := b.refresh(); len(cases)+len(removed) != 0 {
		t.Errorf("before the task came: %v %v", b.rows(cases), removed)
	}
	known["T-1"] = "T-1"
	if err := b.Retry(t.Context()); err != nil {
		t.Fatal(err)
	}
	cases, removed := b.refresh()
	if diff := cmp.Diff([]string{"T-1.log"}, removed); diff != "" || len(cases) != 0 {
		t.Errorf("changed %v, removed %s", b.rows(cases), diff)
	}
	if diff := cmp.Diff([]model.Ref{ref("T-1")}, b.TakeAttached()); diff != "" {
		t.Error(diff)
	}
	if got := b.attached("T-1"); len(got) != 1 {
		t.Errorf("attached: %v", got)
	}
	delete(known, "T-1")
	if err := b.Retry(t.Context()); err != nil {
		t.Fatal(err)
	}
	if cases, _ := b.refresh(); len(cases) != 1 || cases[0].Task.ID != "T-1.log" {
		t.Errorf("after the task went: %v", b.rows(cases))
	}
	if got := b.attached("T-1"); got != nil || len(b.TakeAttached()) != 1 {
		t.Errorf("still attached: %v", got)
	}
}

func TestSeveralLogsOfATask(t *testing.T) {
	b := newBench(t)
	b.file("T-1/a.log", "The newest word.\n", time.Minute)
	b.file("T-1/b.log", "An older word.\n", time.Hour)
	b.open(tasks{"T-1": "T-1"}.resolve)
	b.list()
	b.refresh()
	want := []ending{{"T-1/b.log", "An older word.", false, 0}, {"T-1/a.log", "The newest word.", true, 0}}
	if diff := cmp.Diff(want, b.attached("T-1")); diff != "" {
		t.Error(diff)
	}
}
