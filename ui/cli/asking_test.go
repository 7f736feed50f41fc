package cli

import (
	"bytes"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"notdone/model"
)

// What the shape of a queue does not decide is asked once: the answer is kept, and the
// queue is read by it from then on. Where nobody can be asked, it is said each time.
func TestWhatAShapeLeavesOpenIsAskedOnce(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "My Parcels.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`CREATE TABLE tasks (id INTEGER PRIMARY KEY, title TEXT, status TEXT, attempts INTEGER, last_error TEXT, created_at TEXT, started_at TEXT, finished_at TEXT);
		INSERT INTO tasks VALUES (1, 'Pack', 'pending', 0, NULL, '2026-05-01T10:00:00Z', NULL, NULL), (2, 'Send', 'failed', 3, 'no label', '2026-05-01T10:00:00Z', '2026-05-01T10:01:00Z', '2026-05-01T10:02:00Z'),
			(3, 'Weigh', 'zonked', 1, NULL, '2026-05-01T10:00:00Z', '2026-05-01T10:01:00Z', '2026-05-01T10:03:00Z')`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	var diag bytes.Buffer
	c := &call{options: &options{configFile: filepath.Join(folder, "config.toml")}, diag: &diag}
	said := c.askAbout(t.Context(), []string{path}, strings.NewReader(""), false)
	if len(said) != 1 || !strings.Contains(said[0], `"zonked"`) || !strings.Contains(said[0], "taken as done") || diag.Len() > 0 {
		t.Fatalf("said %q, asked %q", said, diag.String())
	}
	if said := c.askAbout(t.Context(), []string{path}, strings.NewReader("cancelled\n"), true); len(said) > 0 {
		t.Fatal(said)
	}
	if !strings.Contains(diag.String(), `"zonked"`) || !strings.Contains(diag.String(), filepath.Join("systems", "my-parcels.toml")) {
		t.Errorf("asked %q", diag.String())
	}
	m, err := c.mappingOf(t.Context(), path)
	if err != nil || !m.Known || m.Mapping.Name != "my-parcels" || m.Mapping.Tables[0].States["zonked"] != model.StateCancelled {
		t.Fatalf("it is read by %+v, %v", m, err)
	}
	diag.Reset()
	if said := c.askAbout(t.Context(), []string{path}, strings.NewReader(""), true); len(said) > 0 || diag.Len() > 0 {
		t.Errorf("it is asked about again: %q, %q", said, diag.String())
	}
}
