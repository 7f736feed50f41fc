package hermes

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"notdone/source"
	"notdone/source/sourcetest"
)

func TestContract(t *testing.T) {
	host, err := os.Hostname()
	must(t, err)
	try := func(name string, slug string, l layout, journal string) {
		t.Run(name, func(t *testing.T) {
			sourcetest.Run(t, sourcetest.Harness{
				Adapter: Adapter(),
				Options: source.Options{Now: func() time.Time { return noon }, Hosts: []string{host}, Alive: gone.alive},
				New: func(t testing.TB, dir string) (string, sourcetest.Owner) {
					path := filepath.Join(dir, dbName)
					if slug == "" {
						fixture(t, path, l, journal)
						return path, ownerOf(t, path, "", host)
					}
					side := filepath.Join(dir, kanbanFolder, boardsFolder, slug, dbName)
					fixture(t, path, l, journal)
					fixture(t, side, l, journal)
					return dir, ownerOfBoth(ownerOf(t, path, defaultSlug+"/", host), ownerOf(t, side, slug+"/", host), slug+"/")
				},
			})
		})
	}
	try("root", "side", present, "wal")
	if testing.Short() {
		return // the same goroutines read and act on any board
	}
	try("write-ahead log", "", present, "wal")
	try("rollback journal", "", present, "delete")
	try("older release", "", untyped, "wal")
}

// ownerOfBoth writes to the default board of a root and to another one.
func ownerOfBoth(first, second sourcetest.Owner, prefix string) sourcetest.Owner {
	of := func(do func(sourcetest.Owner) func(string)) func(string) {
		return func(id string) {
			if strings.HasPrefix(id, prefix) {
				do(second)(id)
			} else {
				do(first)(id)
			}
		}
	}
	return sourcetest.Owner{
		Add:    func(n int) { first.Add(n / 2); second.Add(n - n/2) },
		Change: of(func(o sourcetest.Owner) func(string) { return o.Change }),
		Remove: of(func(o sourcetest.Owner) func(string) { return o.Remove }),
		Move:   of(func(o sourcetest.Owner) func(string) { return o.Move }),
		Path: func(id string) string {
			if strings.HasPrefix(id, prefix) {
				return second.Path(id)
			}
			return first.Path(id)
		},
		Large: second.Large,
		Crowd: second.Crowd,
		Rest:  func() { first.Rest(); second.Rest() },
	}
}

// ownerOf writes to a board as Hermes does: each change makes an event.
func ownerOf(t testing.TB, path, prefix, host string) sourcetest.Owner {
	t.Helper()
	db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(10000)&_pragma=synchronous(0)")
	must(t, err)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { must(t, db.Close()) })
	exec := func(statements ...string) {
		t.Helper()
		for _, s := range statements {
			if _, err := db.ExecContext(context.Background(), s); err != nil {
				t.Fatalf("%s: %v", s, err)
			}
		}
	}
	lock := host + ":7"
	done := fmt.Sprintf("completed_at=%d", ago(time.Hour))
	kinds := []func(n int, id string) []string{
		func(_ int, id string) []string { return []string{card(id, stReady), event(id, evCreated, "{}")} },
		func(_ int, id string) []string {
			return []string{card(id, stBlocked), event(id, evBlocked, `{"reason": "which shelf?"}`)}
		},
		func(_ int, id string) []string {
			return []string{card(id, stDone, done, "result='I could not do it.'"), event(id, evCompleted, "{}")}
		},
		func(_ int, id string) []string {
			return []string{card(id, stScheduled), event(id, evScheduled, `{"reason": "until Friday"}`)}
		},
		func(n int, id string) []string {
			return []string{card(id, stRunning, claim(lock, "99", n)...), openRun(n, id, "'"+lock+"', 9, 99")}
		},
		func(n int, id string) []string {
			return []string{card(id, stRunning, claim(lock, "1", n)...), openRun(n, id, "'"+lock+"', 9, 1")}
		},
		func(_ int, id string) []string { return []string{card(id, stTodo)} },
		func(_ int, id string) []string { return []string{card(id, stTriage)} },
		func(_ int, id string) []string { return []string{card(id, stReview)} },
		func(_ int, id string) []string {
			return []string{card(id, stArchived, done, "result='ok'"), event(id, evArchived, "")}
		},
		func(_ int, id string) []string {
			return []string{card(id, stBlocked, "consecutive_failures=2"), event(id, evGaveUp, `{"failures": 2, "error": "left"}`)}
		},
	}
	added, edits := 0, 0
	add := func() string {
		added++
		id := fmt.Sprintf("t_%04d", added)
		exec(kinds[added%len(kinds)](added, id)...)
		exec(event(id, "assigned", "{}"))
		return id
	}
	bare := func(id string) string { return strings.TrimPrefix(id, prefix) }
	return sourcetest.Owner{
		Add: func(n int) {
			for range n {
				add()
			}
		},
		Change: func(id string) {
			edits++
			exec("BEGIN", fmt.Sprintf("UPDATE tasks SET title = 'edited %d' WHERE id = '%s'", edits, bare(id)), event(bare(id), evEdited, "{}"), "COMMIT")
		},
		Path: func(string) string { return path },
		Remove: func(id string) {
			exec(fmt.Sprintf("DELETE FROM task_events WHERE task_id = '%s'", bare(id)), fmt.Sprintf("DELETE FROM tasks WHERE id = '%s'", bare(id)))
		},
		Large: func(size int) string {
			id := add()
			exec(fmt.Sprintf("UPDATE tasks SET body = printf('%%.*c', %d, 'b') WHERE id = '%s'", size, id))
			return prefix + id
		},
		Crowd: func(events int) string {
			id := add()
			exec(manyEvents(id, evCrashed, events))
			return prefix + id
		},
		Move: func(id string) {
			exec(fmt.Sprintf("UPDATE tasks SET status = CASE status WHEN 'todo' THEN 'ready' ELSE 'todo' END WHERE id = '%s'", bare(id)))
		},
		Rest: func() { must(t, db.Close()) },
	}
}
