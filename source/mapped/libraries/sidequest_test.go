package libraries

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
)

// TestSidequest reads a queue while Sidequest adds, works, fails, retries and delays jobs.
// What is done to a job then is what Sidequest's own transitions do to another one like
// it, and its engine works the jobs that were sent back.
func TestSidequest(t *testing.T) {
	t.Parallel()
	db, path := openLibrary(t)
	gate := filepath.Join(t.TempDir(), "gate")
	sidequest := func(args ...string) func() {
		return startNode(t, []string{"GATE=" + gate}, append([]string{"sidequest.mjs", path}, args...)...)
	}
	sidequest("migrate")()
	a := open(t, "sidequest", path)
	f := follow(t, a)
	row := func(id string) map[string]string { return rowOf(t, db, "sidequest_jobs", id) }
	check := func(want map[string]model.State) {
		t.Helper()
		f.settle(want)
		if diff := cmp.Diff(want, f.states()); diff != "" {
			t.Errorf("what is followed is another (-want +got):\n%s", diff)
		}
	}

	added := sidequest("add")
	want := map[string]model.State{
		"1": model.StateDone, "2": model.StateFailed, "3": model.StateFailed, "4": model.StateFailed, "5": model.StateScheduled,
		"6": model.StateScheduled, "7": model.StateScheduled, "8": model.StateScheduled, "9": model.StateQueued, "10": model.StateQueued,
		"11": model.StateActive,
	}
	check(want)
	must(t, os.WriteFile(gate, nil, 0o600))
	added()
	want["11"] = model.StateDone
	check(want)

	sidequest("rerun", "2")()
	act(t, a, model.ActionRequeue, "3")
	sameRow(t, row("2"), row("3"), "id", "available_at", "inserted_at", "attempted_at", "claimed_at", "failed_at", "errors")
	sidequest("snooze", "6")()
	act(t, a, model.ActionRunNow, "7")
	sameRow(t, row("6"), row("7"), "id", "available_at", "inserted_at")
	sidequest("cancel", "9")()
	act(t, a, model.ActionCancel, "10")
	sameRow(t, row("9"), row("10"), "id", "available_at", "inserted_at", "canceled_at")
	sidequest("rerun", "9")()
	act(t, a, model.ActionRequeue, "10") // a cancelled job is sent back, too
	sameRow(t, row("9"), row("10"), "id", "available_at", "inserted_at", "canceled_at")
	before := row("4")
	undo(t, a, act(t, a, model.ActionRequeue, "4"))
	if diff := cmp.Diff(before, row("4")); diff != "" {
		t.Errorf("the undo leaves (-before +after):\n%s", diff)
	}

	startNode(t, []string{"GATE=" + gate, "MOVED=1"}, "sidequest.mjs", path, "work")()
	for _, id := range []string{"2", "3", "6", "7"} {
		want[id] = model.StateDone
	}
	check(want)
}
