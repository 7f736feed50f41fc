package infer

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"notdone/model"
	"notdone/source"
	"notdone/source/mapped"
)

// clock is the moment at which the queues of testdata are read.
var clock = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// A file of testdata is the SQL of a database. Its lines "--> table id state title" say
// what is in it, and "--= table role=expression; …" what the error, the attempts and the
// times of those tasks are; a file "none-…" is no queue.

// makeDatabase returns the path of a database made by SQL.
func makeDatabase(t *testing.T, statements string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "queue.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("PRAGMA synchronous = OFF; BEGIN;" + statements + "; COMMIT"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// inferFile returns what is concluded about a database.
func inferFile(t *testing.T, path string) Result {
	t.Helper()
	s, err := ReadFile(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	return Infer(s)
}

// listed returns the tasks of a database by table and id.
func listed(t *testing.T, path string) map[string]model.Case {
	t.Helper()
	a := Adapter()
	src, err := a.Open(context.Background(), path, source.Options{Now: func() time.Time { return clock }})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	many := len(inferFile(t, path).Mapping.Tables) > 1
	table := inferFile(t, path).Mapping.Tables[0].Name
	page, err := src.List(context.Background(), source.Query{Limit: 100})
	if err != nil || page.Next != "" {
		t.Fatalf("%v, next page %q", err, page.Next)
	}
	found := map[string]model.Case{}
	for _, c := range page.Cases {
		id := c.Task.ID
		if !many {
			id = table + "/" + id
		}
		found[id] = c
	}
	return found
}

func TestQueuesAreReadByTheirShape(t *testing.T) {
	files, err := filepath.Glob("testdata/*.sql")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	if testing.Short() {
		files = files[:5] // the same goroutines read any file
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".sql")
		if strings.HasPrefix(name, "none-") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			path := makeDatabase(t, string(text))
			if r := inferFile(t, path); r.Mapping == nil {
				t.Fatal(r.Refused)
			}
			got := listed(t, path)
			for line := range strings.Lines(string(text)) {
				if rest, ok := strings.CutPrefix(line, "--> "); ok {
					check(t, got, strings.TrimSpace(rest))
				} else if rest, ok := strings.CutPrefix(line, "--= "); ok {
					checkRoles(t, path, got, strings.TrimSpace(rest))
				}
			}
		})
	}
}

// check compares a row with what a file says of it.
func check(t *testing.T, got map[string]model.Case, want string) {
	t.Helper()
	var table, id, state string
	if _, err := fmt.Sscan(want, &table, &id, &state); err != nil {
		t.Fatal(err)
	}
	title := strings.TrimSpace(strings.TrimPrefix(want, table+" "+id+" "+state))
	c, ok := got[table+"/"+id]
	switch {
	case !ok:
		t.Errorf("%s %s is not listed", table, id)
	case c.Stands.String() != state:
		t.Errorf("%s %s is %s, want %s", table, id, c.Stands, state)
	case !strings.Contains(c.Task.Title, title):
		t.Errorf("%s %s is called %q, want %q", table, id, c.Task.Title, title)
	}
}

// checkRoles compares errors, attempts and times of a table with the SQL expressions that
// a file gives for them.
func checkRoles(t *testing.T, path string, got map[string]model.Case, want string) {
	t.Helper()
	table, roles, _ := strings.Cut(want, " ")
	id := inferFile(t, path).Mapping.Tables[0].Roles[mapped.RoleID]
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for role := range strings.SplitSeq(roles, "; ") {
		name, expression, _ := strings.Cut(role, "=")
		values, err := columnOf(db, fmt.Sprintf("SELECT %s, %s FROM %q t", id, expression, table))
		if err != nil {
			t.Fatal(err)
		}
		for key, value := range values {
			if c, ok := got[table+"/"+key]; ok && isSet(value) && !hasRole(&c, name, value) {
				t.Errorf("%s %s: %s is not %v: %+v", table, key, name, value, c.Task)
			}
		}
	}
}

// columnOf returns the second column of a query by the first.
func columnOf(db *sql.DB, query string) (map[string]any, error) {
	rows, err := db.Query(query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	values := map[string]any{}
	for rows.Next() {
		var key, value any
		if err := rows.Scan(&key, &value); err != nil {
			return nil, err
		}
		values[textOf(key)] = value
	}
	return values, rows.Err()
}

// hasRole reports whether a task has a value as one of its errors, attempts or times. The
// error of a task that is done, and the time at which one that does not wait may start,
// are not shown.
func hasRole(c *model.Case, role string, value any) bool {
	at := mapped.TimeOf(value, mapped.UnitAuto)
	switch role {
	case "error":
		said := c.Facts.ObstacleText
		for i := range c.Runs {
			said += c.Runs[i].Error
		}
		return strings.Contains(said, textOf(value)) || c.Stands == model.StateDone || c.Stands == model.StateActive
	case "attempts":
		return fmt.Sprint(c.Task.Attempts) == textOf(value)
	case "created":
		return c.Task.Created.Equal(at)
	case "started":
		return c.Task.Started.Equal(at)
	case "finished":
		return c.Task.Finished.Equal(at)
	case "run_at":
		return c.Task.Due.Equal(at) || c.Stands != model.StateScheduled
	}
	return false
}

func TestWhatIsNoQueueIsRefused(t *testing.T) {
	files, err := filepath.Glob("testdata/none-*.sql")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			r := inferFile(t, makeDatabase(t, string(text)))
			if r.Mapping != nil || r.Refused == "" {
				t.Errorf("it was read as a queue: %+v", r.Mapping)
			}
		})
	}
}
