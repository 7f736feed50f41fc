package libraries

import (
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
)

// TestMinion reads a queue that Minion has made and worked with its SQLite backend. What is
// done to a job then is what Minion's own retry and remove do to another one like it, and
// Minion works the jobs that were sent back.
func TestMinion(t *testing.T) {
	t.Parallel()
	if err := exec.CommandContext(t.Context(), "perl", "-MMinion::Backend::SQLite", "-e", "1").Run(); err != nil {
		t.Skip("Minion is not on this machine: apt-get install libminion-backend-sqlite-perl")
	}
	db, path := openLibrary(t)
	minion := func(args ...string) func() {
		return start(t, ".", nil, append([]string{"perl", "minion.pl", path}, args...)...)
	}
	row := func(id string) map[string]string { return rowOf(t, db, "minion_jobs", id) }
	minion("make")()
	a := open(t, "minion", path)
	f := follow(t, a)
	check := func(want map[string]model.State) {
		t.Helper()
		f.settle(want)
		if diff := cmp.Diff(want, f.states()); diff != "" {
			t.Errorf("what is followed is another (-want +got):\n%s", diff)
		}
	}
	want := map[string]model.State{
		"1": model.StateDone, "2": model.StateFailed, "3": model.StateFailed, "4": model.StateFailed, "5": model.StateScheduled,
		"6": model.StateScheduled, "7": model.StateScheduled, "8": model.StateScheduled, "9": model.StateScheduled,
		"10": model.StateQueued, "11": model.StateActive,
	}
	check(want)

	minion("retry", "2")()
	act(t, a, model.ActionRequeue, "3")
	sameRow(t, row("2"), row("3"), "id", "created", "delayed", "retried", "started", "finished")
	minion("retry", "6")()
	act(t, a, model.ActionRunNow, "7")
	sameRow(t, row("6"), row("7"), "id", "created", "delayed", "retried")
	minion("remove", "8")()
	act(t, a, model.ActionCancel, "9")
	delete(want, "8")
	delete(want, "9")
	before := row("4")
	undo(t, a, act(t, a, model.ActionRequeue, "4"))
	if diff := cmp.Diff(before, row("4")); diff != "" {
		t.Errorf("the undo leaves (-before +after):\n%s", diff)
	}
	want["2"], want["3"], want["6"], want["7"] = model.StateQueued, model.StateQueued, model.StateQueued, model.StateQueued
	check(want)

	start(t, ".", []string{"MOVED=1"}, "perl", "minion.pl", path, "work")()
	for _, id := range []string{"2", "3", "6", "7", "10"} {
		want[id] = model.StateDone
	}
	check(want)
}
