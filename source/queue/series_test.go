package queue

import (
	"database/sql"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/queue/client"
	"notdone/source/queue/queuetest"
	"notdone/source/queue/schema"
)

// slots returns the tasks of a series in order: of each its state, and how many hours after a
// moment it is due.
func slots(t testing.TB, db *sql.DB, from time.Time) []string {
	t.Helper()
	return rows(t, db, `SELECT state || ' ' || ((slot_at - ?1) / 3600000) || ' ' || (run_at IS slot_at) || ' ' || coalesce(tags, '') FROM tasks WHERE series IS NOT NULL ORDER BY slot_at`, from.UnixMilli())
}

// work claims what may run and ends it; state is that of the task afterwards.
func work(t testing.TB, c *client.Client, state string) {
	t.Helper()
	n := mustClaim(t, c, worker1())
	if n == nil {
		t.Fatal("nothing may run")
	}
	switch state {
	case "done":
		held(t)(c.Finish(t.Context(), worker1(), n.ID, "", &client.Report{Output: "Sent."}))
	case "failed":
		held(t)(c.Fail(t.Context(), worker1(), n.ID, "crashed", &client.Report{}))
	case "blocked":
		held(t)(c.Block(t.Context(), worker1(), n.ID, "permission", "I need permission.", &client.Report{}))
	}
}

// TestSeries: the end of a task schedules the next one, at the next moment that is to come.
func TestSeries(t *testing.T) {
	path, db := newFile(t)
	c := dial(t, path)
	first := time.Now().Add(-50*time.Hour - 30*time.Minute)
	if err := queuetest.Add(t.Context(), c, client.NewTask{ID: "brief", Title: "Morning briefing", Priority: 3, RunAt: first, MaxAttempts: 3, Tags: []string{"daily", "mail"}, By: "ann", Every: 24 * time.Hour}); err != nil {
		t.Fatal(err)
	}
	next := func() { execSQL(t, db, `UPDATE tasks SET run_at = 1 WHERE state = 'scheduled'`) }
	expect := func(want ...string) {
		t.Helper()
		if got := slots(t, db, first); !slices.Equal(got, want) {
			t.Errorf("the series is %q, want %q", got, want)
		}
	}
	const tags = ` ["daily","mail"]`
	expect("scheduled 0 1" + tags)
	work(t, c, "blocked")
	expect("blocked 0 1" + tags)
	do(t, db, "unblock", "brief", "ann", "granted", nil)
	work(t, c, "done")
	expect("done 0 1"+tags, "scheduled 72 1"+tags)
	next()
	work(t, c, "failed")
	expect("done 0 1"+tags, "failed 72 0"+tags, "scheduled 96 1"+tags)
	do(t, db, "requeue", "brief", "ann", "once more", nil)
	work(t, c, "done")
	expect("done 0 0"+tags, "failed 72 0"+tags, "scheduled 96 1"+tags)
	id := rows(t, db, `SELECT id FROM tasks WHERE state = 'scheduled'`)[0]
	if want := "brief@" + first.Add(96*time.Hour).UTC().Format(time.RFC3339); id != want {
		t.Errorf("the next one is %q, want %q", id, want)
	}
	if got := rows(t, db, `SELECT title || priority || max_attempts || attempts FROM tasks WHERE id = ?`, id); !slices.Equal(got, []string{"Morning briefing330"}) {
		t.Errorf("it is %q", got)
	}
	s := openQueue(t, path)
	cases, err := s.Get(t.Context(), []string{id})
	if err != nil || len(cases) != 1 {
		t.Fatal(cases, err)
	}
	if task := cases[0].Task; task.Every != 24*time.Hour || !slices.Equal(task.Tags, []string{"daily", "mail"}) {
		t.Errorf("read as every %v, tags %q", task.Every, task.Tags)
	}
	do(t, db, "cancel", id, "ann", "enough")
	if n := mustClaim(t, c, worker1()); n != nil {
		t.Errorf("a series that was cancelled goes on with %s", n.ID)
	}
}

// TestSeriesOfAReclaimedTask: an action that fails a task of a series lets the series go on.
func TestSeriesOfAReclaimedTask(t *testing.T) {
	path, db := newFile(t)
	c := dial(t, path)
	if err := queuetest.Add(t.Context(), c, client.NewTask{ID: "a", MaxAttempts: 1, Every: time.Hour}); err != nil {
		t.Fatal(err)
	}
	mustClaim(t, c, worker1())
	execSQL(t, db, `UPDATE tasks SET lease_expires_at = 1`)
	a := actor(t, path, model.LivenessDead)
	apply(t, a, plan(t, a, source.Request{Task: "a", Action: "reclaim", Actor: "ann"}))
	if got := rows(t, db, `SELECT state FROM tasks ORDER BY slot_at`); !slices.Equal(got, []string{"failed", "scheduled"}) {
		t.Errorf("states %q", got)
	}
}

// newFile2 makes a file as it was before schema version 3.
func newFile2(t testing.TB) (string, *sql.DB) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "queue.db")
	db := connect(t, path)
	execSQL(t, db, `PRAGMA journal_mode = WAL`)
	execSQL(t, db, schema.Second)
	return path, db
}

// TestUpgrade brings a file of version 2 up to date while a client of it goes on.
func TestUpgrade(t *testing.T) {
	path, db := newFile2(t)
	old := dial(t, path)
	if err := queuetest.Add(t.Context(), old, client.NewTask{ID: "a", Title: "kept"}); err != nil {
		t.Fatal(err)
	}
	if err := queuetest.Add(t.Context(), old, client.NewTask{ID: "b", Every: time.Hour}); !errors.Is(err, client.ErrOldSchema) {
		t.Errorf("a series in a file of version 2: %v", err)
	}
	before := openQueue(t, path)
	if page, err := before.List(t.Context(), source.Query{Limit: 9}); err != nil || len(page.Cases) != 1 {
		t.Errorf("listed %v, %v", page.Cases, err)
	}
	for _, want := range []bool{true, false} {
		if done, err := client.Upgrade(t.Context(), path); done != want || err != nil {
			t.Errorf("upgraded: %v, %v", done, err)
		}
	}
	work(t, old, "done")
	if got := rows(t, db, `SELECT title || state FROM tasks`); !slices.Equal(got, []string{"keptdone"}) {
		t.Errorf("tasks %q", got)
	}
	if err := queuetest.Add(t.Context(), dial(t, path), client.NewTask{ID: "b", Every: time.Hour}); err != nil {
		t.Error(err)
	}
	if got := openQueue(t, path).Describe().Facts[0].Value; got != "3" {
		t.Errorf("version %s", got)
	}
	fresh, _ := newFile(t)
	shape := `SELECT group_concat(sql, char(10)) FROM (SELECT sql FROM sqlite_schema ORDER BY type, name)`
	if got, want := rows(t, db, shape), rows(t, connect(t, fresh), shape); !slices.Equal(got, want) {
		t.Errorf("the schema is\n%s\nthat of a new file is\n%s", got[0], want[0])
	}
	// A file of version 3 that was made before the index of the events had their kinds.
	execSQL(t, db, `DROP INDEX events_told; CREATE INDEX events_task ON events (task_id)`)
	for _, want := range []bool{true, false} {
		if done, err := client.Upgrade(t.Context(), path); done != want || err != nil {
			t.Errorf("an index was added: %v, %v", done, err)
		}
	}
	if got, want := rows(t, db, shape), rows(t, connect(t, fresh), shape); !slices.Equal(got, want) {
		t.Errorf("with the index the schema is\n%s\nthat of a new file is\n%s", got[0], want[0])
	}
	if _, err := client.Upgrade(t.Context(), newFile1(t)); err == nil || !strings.Contains(err.Error(), "version 1 cannot") {
		t.Errorf("version 1: %v", err)
	}
}
