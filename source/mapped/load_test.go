package mapped_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
)

// A task that waits for its next attempt shows how the last one failed, and one that is
// done no error of an attempt before.
func TestTheLastFailureOfAWaitingTask(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	execute(t, path, `CREATE TABLE letters (id INTEGER PRIMARY KEY, word TEXT, tries INTEGER, error TEXT, next INTEGER, changed INTEGER);
		INSERT INTO letters VALUES (1, 'new', 2, 'no route', 1800000600, 1799999000), (2, 'new', 0, NULL, 0, 1799999000), (3, 'sent', 2, 'no route', 0, 1799999000)`)
	m := parse(t, `
name = "letters"
[[tables]]
name = "letters"
[tables.roles]
id = "id"
status = "word"
attempts = "tries"
error = "error"
run_at = "next"
updated = "changed"
[tables.states]
new = "queued"
sent = "done"
`)
	s, err := m.Open(t.Context(), path, nil, source.Options{Now: func() time.Time { return time.Unix(1_800_000_000, 0) }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	want := map[string]string{"1": "no route", "2": "", "3": ""}
	for _, c := range listAll(t, s) {
		got := ""
		for _, run := range c.Runs {
			got += run.Error
			if run.Outcome != model.OutcomeFailed || run.Attempt != 2 || run.Ended.Unix() != 1_799_999_000 {
				t.Errorf("task %s has the attempt %+v", c.Task.ID, run)
			}
		}
		if got != want[c.Task.ID] {
			t.Errorf("task %s shows the error %q, want %q", c.Task.ID, got, want[c.Task.ID])
		}
	}
}

// TestDoneWithoutATrace: a table that tells of no attempt of most tasks that are done says
// nothing against one of them, nor does a count of retries, which the first attempt leaves
// at zero. A task that was skipped needed none.
func TestDoneWithoutATrace(t *testing.T) {
	const read = `source = "parcels.rb"`
	for _, one := range []struct {
		name, head, column, rows string
		want                     map[string]bool
	}{
		{"no row has one", "", "tries", `(1, 'done', 0), (2, 'done', 0)`, map[string]bool{"1": true, "2": true}},
		{"others have one", "", "tries", `(1, 'done', 0), (2, 'done', 1), (3, 'skipped', 0)`, map[string]bool{"1": false, "2": false, "3": true}},
		{"few have one", "", "tries", `(1, 'done', 0), (2, 'done', 1), (3, 'done', 0)`, map[string]bool{"1": true, "2": true, "3": true}},
		{"few have one, of a system that counts them", read, "tries", `(1, 'done', 0), (2, 'done', 1), (3, 'done', 0)`, map[string]bool{"1": false, "2": false, "3": false}},
		{"retries", read, "Retry_Count", `(1, 'done', 0), (2, 'done', 1)`, map[string]bool{"1": true, "2": true}},
		{"failures", "", "failures", `(1, 'done', 0), (2, 'done', 1)`, map[string]bool{"1": true, "2": true}},
	} {
		path := filepath.Join(t.TempDir(), "queue.db")
		execute(t, path, `CREATE TABLE jobs (id INTEGER PRIMARY KEY, word TEXT, `+one.column+` INTEGER); INSERT INTO jobs VALUES `+one.rows)
		s, err := parse(t, one.head+`
name = "jobs"
[signature]
jobs = ["word"]
[[tables]]
name = "jobs"
[tables.roles]
id = "id"
status = "word"
attempts = "`+one.column+`"
[tables.states]
done = "done"
skipped = "done"
`).Open(t.Context(), path, nil, source.Options{Now: func() time.Time { return clock }})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range listAll(t, s) {
			if c.Facts.NoRuns != one.want[c.Task.ID] {
				t.Errorf("%s: task %s: no runs are known: %v", one.name, c.Task.ID, c.Facts.NoRuns)
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestTheLimitOfAttempts: a column of that role tells how often a task is tried at most.
func TestTheLimitOfAttempts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	execute(t, path, `CREATE TABLE chores (id INTEGER PRIMARY KEY, how TEXT, most INTEGER); INSERT INTO chores VALUES (1, 'new', 25), (2, 'new', NULL)`)
	s, err := parse(t, `
name = "chores"
[[tables]]
name = "chores"
[tables.roles]
id = "id"
status = "how"
max_attempts = "most"
[tables.states]
new = "queued"
`).Open(t.Context(), path, nil, source.Options{Now: func() time.Time { return clock }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for id, want := range map[string]int{"1": 25, "2": 0} {
		if h, err := s.History(t.Context(), id); err != nil || h.Case.MaxAttempts != want {
			t.Errorf("task %s: %d attempts at most, want %d, %v", id, h.Case.MaxAttempts, want, err)
		}
	}
}

// TestWhatWasSaid: a string of JSON is what it says, and bytes that are no text are a result.
func TestWhatWasSaid(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	execute(t, path, `CREATE TABLE chores (id INTEGER PRIMARY KEY, what TEXT, how TEXT, said BLOB);
		INSERT INTO chores VALUES (1, 'a', 'done', '"I could not: \"no broom\""'), (2, 'b', 'done', x'01'), (3, 'c', 'done', x'8004'),
			(4, 'd', 'done', CAST('swept' AS BLOB)), (5, 'e', 'done', '"half'), (6, 'f', 'done', ''), (7, 'g', 'done', '{"ok": true}'), (8, 'h', 'done', x'')`)
	s, err := parse(t, `
name = "chores"
[[tables]]
name = "chores"
[tables.roles]
id = "id"
title = "what"
status = "how"
result = "said"
[tables.states]
done = "done"
`).Open(t.Context(), path, nil, source.Options{Now: func() time.Time { return clock }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got := map[string]string{}
	for _, c := range listAll(t, s) {
		got[c.Task.ID] = c.Result
	}
	want := map[string]string{
		"1": `I could not: "no broom"`, "2": "[… 1 bytes …]", "3": "[… 2 bytes …]", "4": "swept", "5": `"half`, "6": "", "7": `{"ok": true}`, "8": "",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
}

// TestReturnedNothing: a result that is a value in JSON which holds nothing is what a function returned, not the
// last words of an agent that said nothing.
func TestReturnedNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	execute(t, path, `CREATE TABLE letters (id INTEGER PRIMARY KEY, word TEXT, result TEXT);
		INSERT INTO letters VALUES (1, 'sent', 'null'), (2, 'sent', '{}'), (3, 'sent', ' [] '), (4, 'sent', '""'), (5, 'sent', '{"rows": 3}')`)
	m := parse(t, `
name = "letters"
[[tables]]
name = "letters"
[tables.roles]
id = "id"
status = "word"
result = "result"
[tables.states]
sent = "done"
`)
	s, err := m.Open(t.Context(), path, nil, source.Options{Now: func() time.Time { return time.Unix(1_800_000_000, 0) }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got := map[string]string{}
	for _, c := range listAll(t, s) {
		got[c.Task.ID] = c.Result
	}
	want := map[string]string{"1": "returned null", "2": "returned {}", "3": "returned []", "4": "", "5": `{"rows": 3}`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
