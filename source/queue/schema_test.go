package queue

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/source/queue/queuetest"
	"notdone/source/queue/schema"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

func TestSchemaRefuses(t *testing.T) {
	_, db := newFile(t)
	execSQL(t, db, `INSERT INTO tasks (id) VALUES ('a'), ('b')`)
	for name, query := range map[string]string{
		"a state of nobody's":          `UPDATE tasks SET state = 'ready'`,
		"no state":                     `UPDATE tasks SET state = NULL`,
		"an outcome of nobody's":       `UPDATE tasks SET outcome = 'ok'`,
		"a kind of obstacle":           `UPDATE tasks SET obstacle_kind = 'laziness'`,
		"no id":                        `INSERT INTO tasks (title) VALUES ('x')`,
		"an empty id":                  `INSERT INTO tasks (id) VALUES ('')`,
		"the same id":                  `INSERT INTO tasks (id) VALUES ('a')`,
		"another id":                   `UPDATE tasks SET id = 'c' WHERE id = 'a'`,
		"a time in words":              `UPDATE tasks SET run_at = '2026-01-01T00:00:00Z'`,
		"a time with a fraction":       `UPDATE tasks SET created_at = 1.5`,
		"negative attempts":            `UPDATE tasks SET attempts = -1`,
		"no attempts at all":           `UPDATE tasks SET max_attempts = 0`,
		"a negative cost":              `UPDATE tasks SET cost_usd = -1`,
		"an event of nobody's":         `INSERT INTO events (task_id, kind) VALUES ('a', 'sneezed')`,
		"an event from nowhere":        `INSERT INTO events (task_id, kind, from_state) VALUES ('a', 'edited', 'ready')`,
		"a run of no task":             `INSERT INTO runs (worker) VALUES ('w')`,
		"an empty run outcome":         `INSERT INTO runs (task_id, outcome) VALUES ('a', '')`,
		"a task that waits for itself": `INSERT INTO links (parent_id, child_id) VALUES ('a', 'a')`,
		"version 0":                    `UPDATE meta SET schema_version = 0`,
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := db.ExecContext(t.Context(), query); err == nil {
				t.Errorf("accepted: %s", query)
			}
		})
	}
}

func TestHistoryOfPlainUpdates(t *testing.T) {
	for _, c := range []struct{ from, to, kind string }{
		{"queued", "active", "claimed"},
		{"scheduled", "active", "claimed"},
		{"failed", "active", "claimed"},
		{"active", "blocked", "blocked"},
		{"queued", "blocked", "blocked"},
		{"blocked", "queued", "unblocked"},
		{"blocked", "scheduled", "unblocked"},
		{"blocked", "active", "unblocked"},
		{"blocked", "done", "finished"},
		{"blocked", "failed", "failed"},
		{"blocked", "cancelled", "cancelled"},
		{"active", "done", "finished"},
		{"active", "failed", "failed"},
		{"active", "cancelled", "cancelled"},
		{"queued", "cancelled", "cancelled"},
		{"active", "queued", "requeued"},
		{"active", "scheduled", "requeued"},
		{"done", "queued", "requeued"},
		{"failed", "queued", "requeued"},
		{"cancelled", "queued", "requeued"},
		{"queued", "scheduled", "edited"},
		{"scheduled", "queued", "edited"},
	} {
		t.Run(c.from+" to "+c.to, func(t *testing.T) {
			_, db := newFile(t)
			execSQL(t, db, `INSERT INTO tasks (id, state, created_at, updated_at) VALUES ('a', ?, 7, 7)`, c.from)
			execSQL(t, db, `INSERT INTO runs (task_id) VALUES ('a')`)
			execSQL(t, db, `UPDATE tasks SET state = ?, changed_by = 'ann', change_note = 'because' WHERE id = 'a'`, c.to)
			run := "-"
			if c.from == "active" {
				run = "1"
			}
			want := []string{
				"created - " + c.from + " - - -",
				c.kind + " " + c.from + " " + c.to + " because ann " + run,
			}
			if diff := cmp.Diff(want, rows(t, db, `SELECT kind, from_state, to_state, note, actor, run_id FROM events ORDER BY id`)); diff != "" {
				t.Error(diff)
			}
			if got := rows(t, db, `SELECT changed_by, change_note FROM tasks`)[0]; got != "- -" {
				t.Errorf("the signature stays in the row: %s", got)
			}
		})
	}
}

func TestEditsAndTheirEvents(t *testing.T) {
	for name, c := range map[string]struct {
		query string
		want  []string // the events after the created one
		moves bool     // updated_at moves
	}{
		"an edit":                       {`UPDATE tasks SET title = 'x'`, nil, true},
		"a heartbeat":                   {`UPDATE tasks SET heartbeat_at = 5, lease_expires_at = 6`, nil, true},
		"the same state":                {`UPDATE tasks SET state = state`, nil, false},
		"the same state with an edit":   {`UPDATE tasks SET state = state, answer = 'yes'`, nil, true},
		"a signed edit":                 {`UPDATE tasks SET priority = 9, changed_by = 'bob'`, []string{"edited active active - bob"}, true},
		"an explained edit":             {`UPDATE tasks SET change_note = 'look'`, []string{"edited active active look -"}, true},
		"another worker":                {`UPDATE tasks SET claimed_by = 'w2', changed_by = 'w2'`, []string{"claimed active active - w2"}, true},
		"the same worker":               {`UPDATE tasks SET claimed_by = 'w1'`, nil, true},
		"a run":                         {`INSERT INTO runs (task_id) VALUES ('a')`, nil, true},
		"a change of a run":             {`UPDATE runs SET output = 'x'`, nil, true},
		"a run taken away":              {`DELETE FROM runs`, nil, true},
		"a link":                        {`INSERT INTO links VALUES ('a', 'b')`, nil, true},
		"a link to it taken away":       {`DELETE FROM links`, nil, true},
		"a comment":                     {`INSERT INTO events (task_id, kind, note, actor) VALUES ('a', 'commented', 'hm', 'eve')`, []string{"commented - - hm eve"}, false},
		"deleted":                       {`DELETE FROM tasks WHERE id = 'a'`, []string{"edited active - deleted -"}, false},
		"two changes, one of them mute": {`UPDATE tasks SET state = 'blocked', changed_by = 'bob'; UPDATE tasks SET state = 'queued'`, []string{"blocked active blocked - bob", "unblocked blocked queued - -"}, true},
		"a change at a given time":      {`UPDATE tasks SET state = 'done', updated_at = 77`, []string{"finished active done - -"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			_, db := newFile(t)
			execSQL(t, db, `PRAGMA recursive_triggers = ON`)
			execSQL(t, db, `INSERT INTO tasks (id, state, claimed_by, changed_by, created_at, updated_at) VALUES ('a', 'active', 'w1', 'zoe', 7, 7)`)
			execSQL(t, db, `INSERT INTO runs (task_id) VALUES ('a')`)
			execSQL(t, db, `INSERT INTO links VALUES ('z', 'a')`)
			execSQL(t, db, `UPDATE tasks SET updated_at = 7`)
			execSQL(t, db, c.query)
			got := rows(t, db, `SELECT kind, from_state, to_state, note, actor FROM events WHERE id > 1 ORDER BY id`)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if name != "deleted" {
				moved := rows(t, db, `SELECT updated_at <> 7 FROM tasks`)[0] == "1"
				if moved != c.moves {
					t.Errorf("updated_at moved: %v, want %v", moved, c.moves)
				}
			} else if left := rows(t, db, `SELECT (SELECT count(*) FROM runs), (SELECT count(*) FROM links)`)[0]; left != "0 0" {
				t.Errorf("runs and links left: %s", left)
			}
		})
	}
}

func TestTimesOfEvents(t *testing.T) {
	_, db := newFile(t)
	begun := time.Now().UnixMilli()
	execSQL(t, db, `INSERT INTO tasks (id) VALUES ('now')`)
	execSQL(t, db, `UPDATE tasks SET state = 'done'`)
	execSQL(t, db, `INSERT INTO tasks (id, created_at, updated_at) VALUES ('old', 100, 100)`)
	execSQL(t, db, `UPDATE tasks SET state = 'active', updated_at = 200 WHERE id = 'old'`)
	execSQL(t, db, `UPDATE tasks SET state = 'done', updated_at = 300, changed_by = 'w' WHERE id = 'old'`)
	if diff := cmp.Diff([]string{"created 100", "claimed 200", "finished 300"},
		rows(t, db, `SELECT kind, at FROM events WHERE task_id = 'old' ORDER BY id`)); diff != "" {
		t.Error(diff)
	}
	if got := rows(t, db, `SELECT updated_at FROM tasks WHERE id = 'old'`)[0]; got != "300" {
		t.Errorf("updated_at of an imported task: %s", got)
	}
	if bad := rows(t, db, `SELECT at FROM events WHERE task_id = 'now' AND at NOT BETWEEN ? AND ?
		UNION ALL SELECT updated_at FROM tasks WHERE id = 'now' AND updated_at NOT BETWEEN ? AND ?`,
		begun, time.Now().UnixMilli(), begun, time.Now().UnixMilli()); len(bad) > 0 {
		t.Errorf("times that are not now: %v, begun %d", bad, begun)
	}
}

// TestReadsUseIndexes keeps a full scan out of everything that is read while
// the screen is up.
func TestReadsUseIndexes(t *testing.T) {
	_, db := newFile(t)
	claim := schema.Statements("claim")[1]
	for name, query := range map[string]string{
		"list":      `SELECT t.id, t.updated_at FROM tasks t WHERE t.state = 'done' AND (t.updated_at, t.id) < (1, 'x') ORDER BY t.updated_at DESC, t.id DESC LIMIT 9`,
		"claim":     claim,
		"expire":    schema.Statements("expire")[2],
		"claimed":   schema.Statements("claimed")[0],
		"log":       schema.Statements("log")[0],
		"previous":  schema.Statements("previous")[0],
		"runs":      `SELECT x.id` + sqlsource.NewestOf(nil, "runs", "task_id", "id", 9),
		"events":    `SELECT x.id` + sqlsource.NewestOf(nil, "events", "task_id", "id", 9),
		"due tasks": `SELECT id FROM tasks WHERE state = 'scheduled' AND run_at <= 1 ORDER BY run_at`,
	} {
		t.Run(name, func(t *testing.T) {
			for _, line := range rows(t, db, "EXPLAIN QUERY PLAN "+query, make([]any, queuetest.Highest(query))...) {
				for _, table := range []string{"t", "x", "tasks", "runs", "events", "links"} {
					if strings.Contains(line+" ", " SCAN "+table+" ") {
						t.Errorf("scans: %s", line)
					}
				}
			}
		})
	}
}

// TestFileWithoutIndexes: what a file was not given an index for is not searched
// once for each task, and tasks are not sorted again for each page.
func TestFileWithoutIndexes(t *testing.T) {
	for name, c := range map[string]struct {
		schema   string
		unsorted bool
	}{
		"the schema":                  {schema.Second, false},
		"no indexes":                  {dropIndexes(schema.Second), true},
		"no triggers":                 {dropTriggers(schema.Second), false},
		"a time that may be NULL":     {strings.Replace(schema.Second, "updated_at INTEGER NOT NULL", "updated_at INTEGER", 1), true},
		"a state that may be NULL":    {strings.Replace(schema.Second, "state TEXT NOT NULL", "state TEXT", 1), true},
		"another order of the states": {strings.Replace(schema.Second, "ON tasks (state, updated_at", "ON tasks (state COLLATE NOCASE, updated_at", 1), true},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "queue.db")
			execSQL(t, connect(t, path), c.schema)
			db, err := sqlitedb.Open(t.Context(), path, sqlitedb.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := db.Close(); err != nil {
					t.Error(err)
				}
			}()
			indexes := db.NewIndexes()
			err = db.Read(t.Context(), func(ctx context.Context, q sqlitedb.Queryer) error {
				l, err := readLayout(ctx, q)
				if err != nil {
					return err
				}
				if l.unsorted != c.unsorted {
					t.Errorf("listed by rows: %v", l.unsorted)
				}
				if err := indexes.Require(ctx, q, "runs", "task_id"); err != nil {
					return err
				}
				return sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
					if step := r.Text("detail"); step == "SCAN x" || strings.Contains(step, " x USING AUTOMATIC") {
						t.Errorf("%s: all runs are searched", step)
					}
					return nil
				}, "EXPLAIN QUERY PLAN SELECT "+l.size(indexes)+" FROM json_each('[]') j CROSS JOIN tasks t ON t.id = j.value")
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}
