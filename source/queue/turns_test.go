package queue

import (
	"fmt"
	"testing"

	"notdone/source"
)

// TestClientCommitsWhileTheFileIsRead: with a rollback journal each commit has
// to wait for a read that is on its way, but not for the next one.
func TestClientCommitsWhileTheFileIsRead(t *testing.T) {
	path, db := newFile(t)
	tasks := 1000
	if testing.Short() {
		tasks = 200
	}
	ids := make([]string, tasks)
	for i := range ids {
		ids[i] = fmt.Sprintf("t%04d", i)
	}
	execSQL(t, db, "PRAGMA journal_mode=delete")
	execSQL(t, db, "PRAGMA synchronous=off")
	execSQL(t, db, fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT %d)
		INSERT INTO tasks (id, title, state) SELECT printf('t%%04d', i), 'task', 'blocked' FROM n`, tasks))
	execSQL(t, db, `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT 100)
		INSERT INTO events (task_id, kind, note) SELECT t.id, 'commented', 'the ' || n.i || 'th note' FROM tasks t, n`)
	s := openQueue(t, path)
	for name, read := range map[string]func() (int, error){
		"List": func() (int, error) {
			page, err := s.List(t.Context(), source.Query{Limit: 1000})
			return len(page.Cases), err
		},
		"Get": func() (int, error) {
			cases, err := s.Get(t.Context(), ids)
			return len(cases), err
		},
	} {
		ended := make(chan error, 1)
		go func() {
			n, err := read()
			if err == nil && n != len(ids) {
				err = fmt.Errorf("%d tasks were read", n)
			}
			ended <- err
		}()
		commits := 0
		for over := false; !over; commits++ {
			execSQL(t, db, "UPDATE meta SET schema_version = schema_version")
			select {
			case err := <-ended:
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				over = true
			default:
			}
		}
		if commits < 10 {
			t.Errorf("%s: the client committed %d times during it", name, commits)
		}
	}
}
