package mapped_test

import (
	"path/filepath"
	"testing"
	"time"

	"notdone/source"
	"notdone/source/mapped/infer"
)

// Rows that a listing cannot show are counted: at its end in a small table, by an audit in any.
func TestRowsThatCannotBeShown(t *testing.T) {
	const some = `CREATE TABLE jobs (id TEXT, title TEXT, status TEXT, output TEXT, created_at TEXT);
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
		INSERT INTO jobs SELECT 'j' || i, 'Sweep room ' || i, iif(i % 2, 'done', 'pending'), 'ok', '2026-05-01 10:00:00' FROM n;`
	const more = `WITH RECURSIVE n(i) AS (SELECT 401 UNION ALL SELECT i + 1 FROM n WHERE i < 20001)
		INSERT INTO jobs SELECT 'j' || i, 'Sweep room ' || i, iif(i % 2, 'done', 'pending'), 'ok', '2026-05-01 10:00:00' FROM n;`
	const lost = `INSERT INTO jobs VALUES (NULL, 'Mop', 'pending', '', '2026-05-01 10:00:00'), ('', 'Dust', 'done', 'ok', '2026-05-01 10:00:00'),
		('j7', 'Wipe', 'done', 'ok', '2026-05-01 10:00:00');`
	const told = "2 rows without an id, 1 row with the id of another row"
	for _, tt := range []struct {
		name, script   string
		listed, audits string
	}{
		{"nothing is amiss", some, "", ""},
		{"two rows without an id and one twice", some + lost, told, told},
		{"a long table", some + more + lost, "", told},
		{
			"the id is the rowid", `CREATE TABLE jobs (id INTEGER PRIMARY KEY, title TEXT, status TEXT, output TEXT, created_at TEXT);
				INSERT INTO jobs VALUES (1, 'Mop', 'pending', '', '2026-05-01 10:00:00'), (2, 'Dust', 'done', 'ok', '2026-05-01 10:00:00');`, "", "",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "jobs.db")
			execute(t, path, tt.script)
			s, err := infer.Adapter().Open(t.Context(), path, source.Options{Now: func() time.Time { return clock }})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = s.Close() })
			auditor, ok := s.(source.Auditor)
			if !ok {
				t.Fatal("it cannot be audited")
			}
			listAll(t, s)
			if got := auditor.LeftOut(); got != tt.listed {
				t.Errorf("after a listing it leaves out %q, want %q", got, tt.listed)
			}
			if err := auditor.Audit(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := auditor.LeftOut(); got != tt.audits {
				t.Errorf("after an audit it leaves out %q, want %q", got, tt.audits)
			}
		})
	}
}
