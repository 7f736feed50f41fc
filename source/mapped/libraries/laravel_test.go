package libraries

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
)

// TestLaravel reads a queue that Laravel has made and worked. A failed job that is sent
// back is the row that Laravel's own queue:retry leaves of another one like it, and
// Laravel's worker works it.
func TestLaravel(t *testing.T) {
	t.Parallel()
	const needed = `foreach (['Queue', 'Database', 'Events', 'Console'] as $part) require "Illuminate/$part/autoload.php"; new PDO('sqlite::memory:');`
	if err := exec.CommandContext(t.Context(), "php", "-r", needed).Run(); err != nil {
		t.Skip("Laravel's queue is not on this machine: apt-get install php-cli php-sqlite3 php-illuminate-queue php-illuminate-database php-illuminate-events php-illuminate-console")
	}
	db, path := openLibrary(t)
	laravel := func(args ...string) { start(t, ".", nil, append([]string{"php", "laravel.php", path}, args...)...)() }
	laravel("make")
	a := open(t, "laravel", path)
	f := follow(t, a)
	check := func(want map[string]model.State) {
		t.Helper()
		f.settle(want)
		if diff := cmp.Diff(want, f.states()); diff != "" {
			t.Errorf("what is followed is another (-want +got):\n%s", diff)
		}
	}
	want := map[string]model.State{
		"failed_jobs/1": model.StateFailed, "failed_jobs/2": model.StateFailed, "failed_jobs/3": model.StateFailed,
		"jobs/5": model.StateScheduled, "jobs/6": model.StateActive, "jobs/7": model.StateQueued,
	}
	check(want)

	var uuids string
	must(t, db.QueryRowContext(t.Context(), `SELECT group_concat(uuid) FROM failed_jobs WHERE id < 3`).Scan(&uuids))
	first, second, _ := strings.Cut(uuids, ",")
	laravel("retry", first)
	act(t, a, model.ActionRequeue, "failed_jobs/2")
	retried, requeued := rowOf(t, db, "jobs", "8"), rowOf(t, db, "jobs", "9")
	for row, uuid := range map[*map[string]string]string{&retried: first, &requeued: second} {
		(*row)["payload"] = strings.Replace((*row)["payload"], fmt.Sprintf("%X", uuid), "", 1)
	}
	sameRow(t, retried, requeued, "id", "available_at", "created_at")
	undo(t, a, act(t, a, model.ActionRequeue, "failed_jobs/3"))
	delete(want, "failed_jobs/1")
	delete(want, "failed_jobs/2")
	want["jobs/8"], want["jobs/9"] = model.StateQueued, model.StateQueued
	check(want)

	start(t, ".", []string{"MOVED=1"}, "php", "laravel.php", path, "work")()
	delete(want, "jobs/8")
	delete(want, "jobs/9")
	check(want)
}
