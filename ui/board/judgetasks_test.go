package board

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
)

// TestJudgeTasks: a few tasks look as they do in a scan of everything, and no
// more is judged than that takes.
func TestJudgeTasks(t *testing.T) {
	const others = 1500
	var judgings atomic.Int64
	world := func() (*bench, *fake, *fake) {
		src, other := newFake("/q"), newFake("/other")
		for i := range others {
			src.set(judged(fmt.Sprintf("x%04d", i), func(time.Time) model.Verdict {
				judgings.Add(1)
				return model.Verdict{State: model.StateDone}
			}))
		}
		src.set(blockedBy("blocked", "report", "access:vault"))
		src.set(blockedBy("again", "report", "access:vault"))
		src.set(blockedBy("elsewhere", "report", "network:api"))
		other.set(blockedBy("third", "report", "permission:vault"))
		for id, on := range map[string][]string{"a": {"b", "x0001"}, "b": {"c"}, "c": {"a"}, "z": {"a"}, "w": {"elsewhere"}, "self": {"self"}} {
			c := caseOf(id, "queued")
			c.Task.DependsOn = on
			src.set(c)
		}
		logs := newFakeLogs(map[string]string{"x0007": "I gave up"})
		b := prepare(t, Options{}, feedOf(src), feedOf(other), Feed{Adapter: fakeAdapter, Source: logs, Logs: true})
		logs.resolve = b.Resolve
		return b, src, other
	}
	whole, _, _ := world()
	want := map[string]*model.Row{}
	if err := whole.Scan(t.Context(), func(r *model.Row) error { want[r.ID] = r; return nil }); err != nil {
		t.Fatal(err)
	}
	if len(want["blocked"].Findings) != 1 || len(want["a"].Findings) != 1 || want["x0007"].Headline != "I gave up" {
		t.Fatal("the scan finds nothing, so nothing is tested")
	}
	for _, tt := range []struct {
		ids   []string
		pages bool // everything is listed, for there may be a loop
	}{
		{[]string{"x0001"}, false},
		{[]string{"x0007", "a", "z"}, false},
		{[]string{"self"}, false},
		{[]string{"w"}, false},
		{[]string{"blocked", "x0002"}, true},
		{[]string{"elsewhere"}, true},
		{[]string{"b", "nothing", "again", "b"}, true},
	} {
		b, src, _ := world()
		judgings.Store(0)
		rows, err := b.JudgeTasks(t.Context(), "/q", tt.ids)
		if err != nil {
			t.Fatal(err)
		}
		wanted := slices.DeleteFunc(slices.Clone(tt.ids), func(id string) bool { return want[id] == nil })
		for i, id := range wanted {
			if diff := cmp.Diff(want[id], rows[i]); diff != "" {
				t.Errorf("%s (-scanned +judged):\n%s", id, diff)
			}
		}
		if len(rows) != len(wanted) {
			t.Errorf("%q are %d rows", tt.ids, len(rows))
		}
		if n := judgings.Load(); n > 5 {
			t.Errorf("for %q %d other tasks were judged", tt.ids, n)
		}
		if listed := src.count("List") > 0; listed != tt.pages {
			t.Errorf("for %q everything is listed: %v", tt.ids, listed)
		}
	}
}

// TestJudgeTasksOfALargeQueue: for a task that met an obstacle the first tasks of a large
// queue are looked at, and it is said that there may be more.
func TestJudgeTasksOfALargeQueue(t *testing.T) {
	src := newFake("/q")
	for i := range 3 * mostPassed {
		src.set(judged(fmt.Sprintf("x%05d", i), func(time.Time) model.Verdict { return model.Verdict{State: model.StateDone} }))
	}
	for _, id := range []string{"a", "b", "z"} {
		src.set(blockedBy(id, "report", "access:vault"))
	}
	rows, err := prepare(t, Options{}, feedOf(src)).JudgeTasks(t.Context(), "/q", []string{"a"})
	if err != nil || len(rows) != 1 || len(rows[0].Findings) != 1 {
		t.Fatal(rows, err)
	}
	if said := rows[0].Findings[0]; said.Count != 2 || !strings.Contains(said.Message, "in at least 2 tasks") {
		t.Errorf("%d: %s", said.Count, said.Message)
	}
	if pages := src.count("List"); pages > mostPassed/page+1 {
		t.Errorf("%d pages are read", pages)
	}
}
