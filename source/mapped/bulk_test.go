package mapped_test

import (
	"path/filepath"
	"testing"
	"time"

	"notdone/source"
	"notdone/source/mapped"
	"notdone/source/watch"
)

// TestOneCommitWithManyEndedRows tells of every task that one commit adds, of which there are more than
// are read in one transaction, and none of which is remembered.
func TestOneCommitWithManyEndedRows(t *testing.T) {
	t.Parallel()
	const added = 12_000
	path := filepath.Join(t.TempDir(), "jobs.db")
	_, do := openOwner(t, path)
	do("CREATE TABLE jobs (id INTEGER PRIMARY KEY, title TEXT, status TEXT NOT NULL)")
	do("INSERT INTO jobs (title, status) VALUES ('a', 'pending'), ('b', 'done')")
	m, err := mapped.Parse("jobs.toml", []byte(`name = "jobs"
[[tables]]
name = "jobs"
otherwise = "unknown"
[tables.roles]
id = "id"
title = "title"
status = "status"
[tables.states]
pending = "queued"
done = "done"
`))
	if err != nil {
		t.Fatal(err)
	}
	s, err := m.Open(t.Context(), path, nil, source.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	if _, err := s.List(t.Context(), source.Query{Limit: 100}); err != nil {
		t.Fatal(err)
	}
	do("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT INTO jobs (title, status) SELECT 'job ' || i, 'done' FROM n", added)
	seen := map[string]bool{}
	for more := true; more; {
		d, err := s.Refresh(t.Context(), watch.Signal{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range d.Cases {
			seen[d.Cases[i].Task.ID] = true
		}
		more = d.More
	}
	if len(seen) != added {
		t.Errorf("told of %d of %d new tasks", len(seen), added)
	}
}
