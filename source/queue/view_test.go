package queue

import (
	"errors"
	"testing"

	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/watch"
)

const endless = " AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT n.i, t.* FROM n, aside t"

// TestViewInPlaceOfATable is a queue file of which one table is a query without
// an end.
func TestViewInPlaceOfATable(t *testing.T) {
	for _, table := range []string{"tasks", "runs", "events", "links"} {
		path, db := newFile(t)
		execSQL(t, db, "INSERT INTO tasks (id) VALUES ('a')")
		s := openQueue(t, path)
		execSQL(t, db, "ALTER TABLE "+table+" RENAME TO aside")
		execSQL(t, db, "CREATE VIEW "+table+endless)
		if _, err := s.Refresh(t.Context(), watch.Signal{}); !errors.Is(err, sqlitedb.ErrNotTable) {
			t.Errorf("%s: under an open file: %v", table, err)
		}
		if _, err := open(t.Context(), path, source.Options{}); !errors.Is(err, sqlitedb.ErrNotTable) {
			t.Errorf("%s: got %v", table, err)
		}
	}
}
