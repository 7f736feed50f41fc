package mapped_test

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
	"notdone/source/mapped"
	"notdone/source/sourcetest"
)

// requeueDropped begins an action that takes what was dropped back; what it writes follows.
const requeueDropped = `
[[tables.actions]]
name = "requeue"
source = "here"
from = ["dropped"]
now = "waiting"
`

// TestActionsOfTheCatalogue does each action that is offered for a task of each system's
// database. It leaves what is recorded for the word, an undo leaves the database as it
// was, and what is refused has one line as its reason.
func TestActionsOfTheCatalogue(t *testing.T) {
	for _, m := range inDialect(t, ".sql") {
		if m.Adapter().Actions == nil {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			_, path := makeDatabase(t, m.Name)
			tryActions(t, m, openActor(t, m, path), func() []string { return dump(t, path) })
		})
	}
}

// tryActions does and undoes each action that is offered. dump returns all rows.
func tryActions(t *testing.T, m *mapped.Mapping, a source.Actor, dump func() []string) {
	t.Helper()
	for _, c := range listAll(t, a) {
		for _, offer := range m.Adapter().Actions(&c, &model.Verdict{}) {
			tryAction(t, a, dump, &c, offer)
		}
	}
}

func tryAction(t *testing.T, a source.Actor, dump func() []string, c *model.Case, offer model.Action) {
	t.Helper()
	what := fmt.Sprintf("%s of %s (%s)", offer.Name, c.Task.ID, c.Task.Recorded)
	before := dump()
	p, err := a.Plan(t.Context(), source.Request{Task: c.Task.ID, Action: offer.Name, Actor: "ann", Reason: "again"})
	if err != nil || p.Refused != offer.Reason || strings.Contains(p.Refused, "\n") || strings.Contains(strings.Join(p.Command, " "), "{") {
		t.Fatalf("%s is listed as %q and planned as %q, %q, %v", what, offer.Reason, p.Refused, p.Command, err)
	}
	if p.Refused != "" {
		return
	}
	record := sourcetest.Apply(t, a, &p)
	if got, err := a.Get(t.Context(), []string{c.Task.ID}); err != nil || len(got) == 1 && got[0].Task.Recorded != p.Now {
		t.Errorf("%s: planned to be %q: %v, %v", what, p.Now, got, err)
	}
	if diff := gocmp.Diff(before, dump()); diff == "" {
		t.Errorf("%s changed nothing", what)
	}
	undo, err := a.PlanUndo(t.Context(), record, "bob")
	if err != nil || undo.Refused != "" {
		t.Fatalf("%s: its undo is refused: %q, %v", what, undo.Refused, err)
	}
	sourcetest.Apply(t, a, &undo)
	if diff := gocmp.Diff(before, dump()); diff != "" {
		t.Errorf("%s: the undo leaves (-before +after):\n%s", what, diff)
	}
}

// TestRequeue compares what is written with what each library writes.
func TestRequeue(t *testing.T) {
	for _, one := range []struct{ system, task, query, want string }{
		{
			"river", "8", `SELECT state, attempt, max_attempts, finalized_at IS NULL, scheduled_at || '' FROM river_job WHERE id = 8`,
			"available 25 26 1 2026-01-10 12:00:00.000",
		},
		{
			"oban", "7", `SELECT state, max_attempts, scheduled_at, discarded_at IS NULL FROM oban_jobs WHERE id = 7`,
			"available 21 2026-01-10T12:00:00.000000Z 1",
		},
		{
			"solid-queue", "5", `SELECT j.arguments, r.queue_name, r.priority, r.created_at, (SELECT count(*) FROM solid_queue_failed_executions)
				FROM solid_queue_jobs j JOIN solid_queue_ready_executions r ON r.job_id = j.id WHERE j.id = 5`,
			`{"executions":0,"exception_executions":{}} default 0 2026-01-10 12:00:00.000000 0`,
		},
		{
			"laravel", "failed_jobs/1", `SELECT id, queue, payload, attempts, reserved_at IS NULL, available_at, (SELECT count(*) FROM failed_jobs)
				FROM jobs ORDER BY id DESC LIMIT 1`,
			`4 default {"displayName": "App\\Jobs\\Bad"} 0 1 1768046400 0`,
		},
		{
			"sidequest", "6", `SELECT state, available_at, max_attempts FROM sidequest_jobs WHERE id = 6`, "waiting 1768046400000 5",
		},
		{"litequeue", "0190-4", `SELECT status, done_time IS NULL FROM Queue WHERE message_id = '0190-4'`, "0 1"},
		{
			"dbos", "wf-6", `SELECT status, queue_name, recovery_attempts, updated_at FROM workflow_status WHERE workflow_uuid = 'wf-6'`,
			"ENQUEUED _dbos_internal_queue 0 1768046400000",
		},
	} {
		t.Run(one.system, func(t *testing.T) {
			t.Parallel()
			_, path := makeDatabase(t, one.system)
			a := openActor(t, mappingOf(t, one.system), path)
			p, err := a.Plan(t.Context(), source.Request{Task: one.task, Action: model.ActionRequeue, Actor: "ann", Reason: "again"})
			if err != nil || p.Refused != "" {
				t.Fatal(p.Refused, err)
			}
			sourcetest.Apply(t, a, &p)
			if got := strings.Join(query(t, path, one.query), "\n"); got != one.want {
				t.Errorf("written is\n%s\nwant\n%s", got, one.want)
			}
		})
	}
}

// TestHindrances: a job that the library treats in its code is refused.
func TestHindrances(t *testing.T) {
	for _, one := range []struct{ system, task, change, want string }{
		{"solid-queue", "5", `UPDATE solid_queue_jobs SET concurrency_key = 'k/1'`, "concurrency limit"},
		{"solid-queue", "5", `ALTER TABLE solid_queue_jobs ADD COLUMN batch_id bigint; UPDATE solid_queue_jobs SET batch_id = 3`, "batch"},
		{"laravel", "failed_jobs/1", `UPDATE failed_jobs SET connection = 'redis'`, "another connection"},
		{"river", "8", `CREATE TRIGGER mine AFTER UPDATE ON river_job BEGIN SELECT 1; END`, "the trigger mine"},
		{"dbos", "wf-5", `SELECT 1`, "must be forked"},
		{"dbos", "wf-6", `ALTER TABLE workflow_status DROP COLUMN deduplication_id`, "its mapping writes workflow_status.deduplication_id, and there is no such column"},
		{"sidequest", "6", `UPDATE sidequest_jobs SET uniqueness_config = '{}'`, "the digest"},
	} {
		_, path := makeDatabase(t, one.system)
		execute(t, path, one.change)
		a := openActor(t, mappingOf(t, one.system), path)
		p, err := a.Plan(t.Context(), source.Request{Task: one.task, Action: model.ActionRequeue, Actor: "ann"})
		if err != nil || !strings.Contains(p.Refused, one.want) {
			t.Errorf("%s after %s: %q, %v; want %q", one.system, one.change, p.Refused, err, one.want)
		}
	}
}

// TestActingContract tries the promises of sources that can act on the tables of systems
// that keep a job in one row, and in several tables.
func TestActingContract(t *testing.T) {
	for _, one := range []struct{ system, table, add, change, large, move string }{
		{
			system: "river", table: "river_job", large: "args",
			add: `INSERT INTO river_job (kind, args, state, attempt, finalized_at, created_at, scheduled_at) VALUES ('mail', '{}',
				CASE ?1 % 5 WHEN 0 THEN 'discarded' WHEN 1 THEN 'available' WHEN 2 THEN 'running' WHEN 3 THEN 'retryable' ELSE 'cancelled' END, 25,
				CASE WHEN ?1 % 5 IN (0, 4) THEN '2027-01-15 07:00:00' END, '2027-01-15 06:00:00', '2027-01-15 06:00:00')`,
			change: `UPDATE river_job SET kind = ?1 WHERE id = ?2`,
			move:   `UPDATE river_job SET state = CASE state WHEN 'pending' THEN 'running' ELSE 'pending' END, finalized_at = NULL WHERE id = ?1`,
		},
		{
			system: "solid-queue", table: "solid_queue_jobs", large: "arguments",
			add: `INSERT INTO solid_queue_jobs (queue_name, class_name, arguments, created_at, updated_at)
				VALUES ('default', 'Mail', '{}', '2027-01-15 06:00:00', '2027-01-15 06:00:00');
				INSERT INTO solid_queue_failed_executions (job_id, error, created_at)
				SELECT max(id), 'boom', '2027-01-15 07:00:00' FROM solid_queue_jobs HAVING ?1 % 2`,
			change: `UPDATE solid_queue_jobs SET class_name = ?1 WHERE id = ?2`,
			move: `DELETE FROM solid_queue_failed_executions WHERE job_id = ?1;
				UPDATE solid_queue_jobs SET finished_at = '2027-01-15 07:30:00' WHERE id = ?1`,
		},
	} {
		t.Run(one.system, func(t *testing.T) {
			script, _ := makeDatabase(t, one.system)
			schema, _, _ := strings.Cut(script, "\n-- want")
			schema, _, _ = strings.Cut(schema, "\nINSERT")
			sourcetest.Run(t, sourcetest.Harness{
				Adapter: mappingOf(t, one.system).Adapter(),
				Options: source.Options{Now: func() time.Time { return time.Unix(1_800_000_000, 0) }},
				New: func(t testing.TB, dir string) (string, sourcetest.Owner) {
					t.Helper()
					path := filepath.Join(dir, "queue.db")
					db, exec := openOwner(t, path)
					exec(schema)
					added, changes := 0, 0
					add := func() (id string) {
						added++
						exec(one.add, added)
						if err := db.QueryRowContext(t.Context(), `SELECT max(id) FROM `+one.table).Scan(&id); err != nil {
							t.Fatal(err)
						}
						return id
					}
					return path, sourcetest.Owner{
						Add: func(n int) {
							for range n {
								add()
							}
						},
						Change: func(id string) { changes++; exec(one.change, fmt.Sprint("another ", changes), id) },
						Path:   func(string) string { return path },
						Remove: func(id string) { exec(`DELETE FROM `+one.table+` WHERE id = ?`, id) },
						Large: func(size int) string {
							id := add()
							exec(`UPDATE `+one.table+` SET `+one.large+` = '"' || printf('%.*c', ?1, 'b') || '"' WHERE id = ?2`, size, id)
							return id
						},
						Crowd: func(int) string { return add() },
						Move:  func(id string) { exec(one.move, id) },
						Rest: func() {
							if err := db.Close(); err != nil {
								t.Fatal(err)
							}
						},
					}
				},
			})
		})
	}
}

func TestWrongActions(t *testing.T) {
	for action, want := range map[string]string{
		`name = "dance"`:   `there is no action "dance"`,
		`name = "requeue"`: "either writes or refused",
		`name = "requeue"
refused = "no"
[[tables.actions.writes]]
delete = true`: "either writes or refused",
		`name = "requeue"
[[tables.actions.writes]]
delete = true`: "needs from, now and source",
		`name = "requeue"
from = ["dropt"]
now = "waiting"
source = "a"
[[tables.actions.writes]]
delete = true`: `no row of this table is recorded as "dropt"`,
		`name = "requeue"
from = ["dropped"]
now = "waiting"
source = "a"
[[tables.actions.writes]]
set.how = "'waiting'"
delete = true`: "one of set, insert and delete",
		`name = "requeue"
from = ["dropped"]
now = "waiting"
source = "a"
[[tables.actions.writes]]
table = "other"
set.how = "'waiting'"`: "which row of other",
		`name = "requeue"
from = ["dropped"]
now = "waiting"
source = "a"
unless = [{ if = "sold", why = "gone" }]
[[tables.actions.writes]]
set.how = "'waiting'"`: "sold is neither a role nor a flag",
	} {
		_, err := mapped.Parse("chores.toml", []byte(chores+"\n[[tables.actions]]\n"+action))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "chores.toml:") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s\ngives %v, want %q", action, err, want)
		}
	}
}

func openActor(t *testing.T, m *mapped.Mapping, path string) source.Actor {
	t.Helper()
	s, err := m.Open(t.Context(), path, nil, source.Options{Now: func() time.Time { return clock }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	a, ok := s.(source.Actor)
	if !ok {
		t.Fatalf("%s cannot be acted on", m.Name)
	}
	return a
}

// query returns the rows of a query as lines, with their values one after the other.
func query(t *testing.T, path, text string) (lines []string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values, into := make([]sql.RawBytes, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		line := make([]string, len(values))
		for i, v := range values {
			line[i] = string(v)
		}
		lines = append(lines, strings.Join(line, " "))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// dump returns all rows of a database, with the types of their values.
func dump(t *testing.T, path string) (all []string) {
	t.Helper()
	for _, name := range query(t, path, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`) {
		var list []string
		for _, column := range query(t, path, `SELECT name FROM pragma_table_info('`+name+`')`) {
			list = append(list, `typeof("`+column+`") || '=' || coalesce(hex("`+column+`"), '')`)
		}
		for _, row := range query(t, path, `SELECT `+strings.Join(list, ", ")+` FROM "`+name+`"`) {
			all = append(all, name+" "+row)
		}
	}
	slices.Sort(all)
	return all
}

// TestValueThatCannotBeEvaluatedInSQLite: see TestValueThatCannotBeEvaluated.
func TestValueThatCannotBeEvaluatedInSQLite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "chores.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(), `CREATE TABLE chores (id TEXT PRIMARY KEY, what TEXT, how TEXT, due INTEGER, note TEXT); INSERT INTO chores VALUES ('c1', 'no JSON', 'dropped', 0, '{')`)
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	a := openActor(t, parse(t, chores+requeueDropped+`
[[tables.actions.writes]]
set.how = "'waiting'"
set.note = "json_set(note, '$.tries', 0)"
`), path)
	_, err = a.Plan(t.Context(), source.Request{Task: "c1", Action: model.ActionRequeue, Actor: "ann"})
	if err == nil || errors.Is(err, source.ErrNotFound) || !strings.Contains(err.Error(), "what requeue writes") || strings.Contains(err.Error(), "\n") {
		t.Errorf("the error is %v", err)
	}
}
