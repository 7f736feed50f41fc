package queue

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"notdone/model"
	"notdone/source"
)

// TestKeptHistories: a source that keeps the events of the tasks that it read last reads the same
// tasks as one that was just opened, whatever was written, deleted and renumbered between.
func TestKeptHistories(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		path, db := newFile(t)
		execSQL(t, db, "PRAGMA synchronous=off")
		exec := func(query string, args ...any) {
			if _, err := db.ExecContext(t.Context(), query, args...); err != nil {
				r.Fatal(err)
			}
		}
		tasks := []string{"a", "b", "it's"}
		for _, id := range tasks {
			exec(`INSERT INTO tasks (id, state) VALUES (?, 'active')`, id)
		}
		s := openQueue(t, path)
		var before, wanted []model.Case // what was read before stays as it was
		for range rapid.IntRange(2, 12).Draw(r, "rounds") {
			for range rapid.IntRange(0, 3).Draw(r, "steps") {
				id := rapid.SampledFrom(tasks).Draw(r, "task")
				one := ` WHERE id = (SELECT id FROM events WHERE task_id = ? ORDER BY id LIMIT 1 OFFSET ?)`
				at := func(name string) int { return rapid.IntRange(0, 8).Draw(r, name) }
				switch rapid.SampledFrom([]string{"comment", "comment", "comments", "state", "delete one", "kind", "delete", "number"}).Draw(r, "step") {
				case "comment":
					exec(`INSERT INTO events (task_id, kind, note) VALUES (?, 'commented', 'I have no access.')`, id)
				case "comments":
					exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
						INSERT INTO events (task_id, kind, note) SELECT ?1, 'commented', i FROM n`, id, rapid.SampledFrom([]int{3, 290, 320, 1100}).Draw(r, "number of comments"))
				case "state":
					exec(`UPDATE tasks SET state = CASE state WHEN 'active' THEN 'blocked' WHEN 'blocked' THEN 'queued' ELSE 'active' END, change_note = 'go on' WHERE id = ?`, id)
				case "delete one":
					exec(`DELETE FROM events`+one, id, at("deleted"))
				case "kind":
					exec(`UPDATE events SET kind = CASE kind WHEN 'commented' THEN 'blocked' ELSE 'commented' END`+one, id, at("kind"))
				case "delete":
					exec(`DELETE FROM tasks WHERE id = ?`, id)
					exec(`INSERT INTO tasks (id) VALUES (?)`, id)
				case "number":
					exec(`UPDATE events SET id = -id`+one, id, at("renumbered"))
				}
			}
			got, want := readAll(t, s, tasks), readAll(t, openQueue(t, path), tasks)
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(situation{}, hold{})); diff != "" {
				r.Fatal(diff)
			}
			if diff := cmp.Diff(wanted, before, cmp.AllowUnexported(situation{}, hold{})); diff != "" {
				r.Fatalf("what was read before has changed: %s", diff)
			}
			before, wanted = got, want
		}
	})
}

// TestEditedEvent: an event that was edited by hand, which leaves no trace, is read when the
// history of its task has been kept for a minute.
func TestEditedEvent(t *testing.T) {
	path, db := newFile(t)
	execSQL(t, db, `INSERT INTO tasks (id, state) VALUES ('a', 'active')`)
	execSQL(t, db, `INSERT INTO events (task_id, kind, note) VALUES ('a', 'commented', 'one'), ('a', 'commented', 'two'), ('a', 'commented', 'three')`)
	clock := now
	s := openQueue(t, path, func(o *source.Options) { o.Now = func() time.Time { return clock } })
	notes := func() (all []string) {
		for _, e := range readAll(t, s, []string{"a"})[0].Events {
			all = append(all, e.Note)
		}
		return all
	}
	expect := func(want ...string) {
		t.Helper()
		if got := notes(); !slices.Equal(got, want) {
			t.Errorf("the notes are %q, want %q", got, want)
		}
	}
	expect("", "one", "two", "three")
	execSQL(t, db, `UPDATE events SET note = 'zwei' WHERE note = 'two'`)
	execSQL(t, db, `INSERT INTO events (task_id, kind, note) VALUES ('a', 'commented', 'four')`)
	clock = clock.Add(recentPause - time.Second)
	expect("", "one", "two", "three", "four")
	clock = clock.Add(time.Second)
	expect("", "one", "zwei", "three", "four")
}

// readAll reads tasks in the order of their IDs.
func readAll(t *testing.T, s source.Source, ids []string) []model.Case {
	t.Helper()
	cases, err := s.Get(t.Context(), ids)
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(cases, func(a, b model.Case) int { return strings.Compare(a.Task.ID, b.Task.ID) })
	return cases
}
