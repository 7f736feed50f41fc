package work

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"notdone/model"
	"notdone/source"
	"notdone/source/pgsource"
	"notdone/source/queue"
	"notdone/source/queue/client"
)

// adminOf connects to another database of the server of a queue, and returns the queue's.
func adminOf(t *testing.T, b *bench) (admin *pgx.Conn, database string) {
	t.Helper()
	database = b.one(`SELECT current_database()`)
	admin, err := pgx.Connect(t.Context(), strings.Replace(b.Queue, "/"+database, "/postgres", 1))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = admin.Close(t.Context()) })
	return admin, database
}

// cut ends the worker's connections to a database.
func cut(t *testing.T, admin *pgx.Conn, database string) {
	t.Helper()
	if _, err := admin.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name = 'notdone'`, database); err != nil {
		t.Fatal(err)
	}
}

// TestServerThatGoesAway: while the server lets nobody in, what runs goes on. Its end is
// recorded when the server is back, and the worker claims again.
func TestServerThatGoesAway(t *testing.T) {
	b := newServerBench(t, `touch "$NOTDONE_RUN_DIR/../began-$1"; while [ ! -e "$NOTDONE_RUN_DIR/../go" ]; do sleep 0.02; done; echo "Done, it is there."`, "a", "b")
	b.Parallel = 1
	admin, database := adminOf(t, b)
	_, _, wait := b.workAside()
	await(t, "a runs", func() bool { return exists(b, "began-a") })
	if _, err := admin.Exec(t.Context(), `ALTER DATABASE `+database+` ALLOW_CONNECTIONS false`); err != nil {
		t.Fatal(err)
	}
	cut(t, admin, database)
	write(t, filepath.Join(b.logs, "go"), "")
	await(t, "the worker tells of it", func() bool { return len(b.named("error")) > 0 })
	if _, err := admin.Exec(t.Context(), `ALTER DATABASE `+database+` ALLOW_CONNECTIONS true`); err != nil {
		t.Fatal(err)
	}
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	if got := b.rows(`SELECT task_id, attempt, outcome FROM runs ORDER BY id`); !slices.Equal(got, []string{"a | 1 | done", "b | 1 | done"}) {
		t.Errorf("runs: %v", got)
	}
	told := b.named("error")
	if len(told) != 1 || !strings.Contains(told[0].Why, pgsource.ErrNoConnection.Error()) || len(b.named("connected")) != 1 {
		t.Errorf("told: %+v, %+v", told, b.named("connected"))
	}
	for _, e := range slices.Concat(told, b.named("claimed")) {
		if strings.Contains(fmt.Sprint(e), "hushhush") {
			t.Errorf("a password is told: %+v", e)
		}
	}
}

// TestConnectionsThatAreCut: each task is worked once although the connections of a worker
// that has begun are lost again and again.
func TestConnectionsThatAreCut(t *testing.T) {
	b := newServerBench(t, `echo $1 >> "$NOTDONE_RUN_DIR/../ran"; echo "Done, all of it."`)
	const tasks = 40
	for i := range tasks {
		b.add(client.NewTask{ID: fmt.Sprintf("t%02d", i)})
	}
	admin, database := adminOf(t, b)
	_, _, wait := b.workAside()
	const left = `SELECT count(*) FROM tasks WHERE state <> 'done'`
	await(t, "the worker has begun", func() bool { return b.one(`SELECT count(*) FROM runs`) != "0" })
	cuts, pause, before := 0, 10*time.Millisecond, ""
	for now := b.one(left); now != "0"; now = b.one(left) {
		cut(t, admin, database)
		if cuts++; cuts > 2000 {
			t.Fatalf("%s tasks are not done", now)
		}
		// A busy machine needs more time between two cuts to get on at all.
		if pause = min(2*pause, time.Second); now != before {
			pause = 20 * time.Millisecond
		}
		before = now
		time.Sleep(pause)
	}
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	ran := strings.Fields(read(t, filepath.Join(b.logs, "ran")))
	slices.Sort(ran)
	if len(ran) != tasks || len(slices.Compact(ran)) != tasks {
		t.Errorf("%d tasks ran as %v", tasks, ran)
	}
	if got := b.one(`SELECT count(*) FROM runs WHERE outcome = 'done'`); got != fmt.Sprint(tasks) || cuts == 0 {
		t.Errorf("%s runs are done after %d cuts", got, cuts)
	}
	if lost := b.named("lost"); len(lost) > 0 {
		t.Errorf("told as lost: %+v", lost)
	}
}

// TestServerTellsOfTasks: a worker that waits is told of a new task at once.
func TestServerTellsOfTasks(t *testing.T) {
	b := newServerBench(t, `echo "Done, all of it."`, "first")
	b.UntilEmpty, b.Poll = false, time.Hour
	stop, _, wait := b.workAside()
	for i := range 3 {
		await(t, "it is done", func() bool { return b.one(`SELECT count(*) FROM tasks WHERE state <> 'done'`) == "0" })
		await(t, "the worker listens", func() bool {
			return b.one(`SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`) == "1"
		})
		b.add(client.NewTask{ID: fmt.Sprint("next", i)})
	}
	await(t, "all are done", func() bool { return b.one(`SELECT count(*) FROM tasks WHERE state = 'done'`) == "4" })
	stop()
	if err := wait(); err != nil {
		t.Error(err)
	}
}

// TestDashboardFindsTheLogs of a queue without a folder, in that of this machine's workers.
func TestDashboardFindsTheLogs(t *testing.T) {
	b := newServerBench(t, `echo "Done, all of it."`, "a")
	b.work()
	s, err := pgsource.Open(t.Context(), b.Queue, queue.StartPostgres(source.Options{Now: time.Now, Runs: b.Runs}))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	cases, err := s.Get(t.Context(), []string{"a"})
	if err != nil || len(cases) != 1 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	want := []model.LogRef{{Root: b.logs, Path: "a-1.log"}}
	if got := cases[0].Task.Logs; !slices.Equal(got, want) {
		t.Errorf("logs %v, want %v", got, want)
	}
	if text := read(t, want[0].File()); text != "Done, all of it.\n" {
		t.Errorf("the log says %q", text)
	}
	for name, id := range map[string]string{want[0].File(): "a", "/elsewhere/a-1.log": "a", "/elsewhere/b-1.log": "", "/elsewhere/a-2.log": ""} {
		if got, err := s.Resolve(t.Context(), name); got != id || (err == nil) != (id != "") {
			t.Errorf("%s is the log of %q: %v", name, got, err)
		}
	}
	if !strings.Contains(fmt.Sprint(s.Describe().Facts), b.logs) {
		t.Errorf("it does not say where: %v", s.Describe().Facts)
	}
}
