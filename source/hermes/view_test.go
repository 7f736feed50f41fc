package hermes

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/watch"
)

const endless = " AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 't_' || n.i AS id, t.* FROM n, aside t"

// TestViewInPlaceOfATable is a board of which one table is a query without an end.
func TestViewInPlaceOfATable(t *testing.T) {
	for _, table := range []string{tabTasks, tabRuns, tabEvents, tabLinks, tabComments} {
		for _, journal := range journals {
			path := fixture(t, filepath.Join(t.TempDir(), "kanban.db"), present, journal, add("t_a", stReady),
				"ALTER TABLE "+table+" RENAME TO aside", "CREATE VIEW "+table+endless)
			_, err := open(t.Context(), path, source.Options{Now: nil})
			if !errors.Is(err, sqlitedb.ErrNotTable) {
				t.Errorf("%s, %s: got %v", table, journal, err)
			}
		}
	}
}

func TestTableBecomesAView(t *testing.T) {
	path := fixture(t, filepath.Join(t.TempDir(), "kanban.db"), present, "delete", add("t_a", stReady))
	r := openFixture(t, path)
	w := startWriter(t, path)
	w.exec("ALTER TABLE tasks RENAME TO aside")
	w.exec("%s", "CREATE VIEW tasks"+endless)
	if _, err := r.Refresh(context.Background(), watch.Signal{}); !errors.Is(err, sqlitedb.ErrNotTable) {
		t.Errorf("got %v", err)
	}
	w.exec("DROP VIEW tasks")
	w.exec("ALTER TABLE aside RENAME TO tasks")
	if d, err := r.Refresh(context.Background(), watch.Signal{}); err != nil || !d.Reset {
		t.Errorf("put back: %+v, %v", d, err)
	}
}
