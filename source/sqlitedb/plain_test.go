package sqlitedb

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
)

func TestOnlyPlainTablesAreRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	w := owner(t, path, "journal_mode(delete)")
	w.fill()
	w.do("CREATE VIEW Endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
		"CREATE VIEW broken AS SELECT * FROM nowhere", "CREATE VIRTUAL TABLE words USING fts5(body)", "CREATE TABLE keyed(id TEXT PRIMARY KEY) WITHOUT ROWID")
	db := open(t, path, Options{})
	for names, want := range map[string]error{
		"t": nil, "T": nil, "keyed": nil, "missing": nil,
		"endless": ErrNotTable, "broken": ErrNotTable, "words": ErrNotTable,
	} {
		err := db.Read(t.Context(), func(ctx context.Context, q Queryer) error { return PlainTables(ctx, q, "t", names) })
		if !errors.Is(err, want) {
			t.Errorf("%s: got %v, want %v", names, err, want)
		}
	}
}
