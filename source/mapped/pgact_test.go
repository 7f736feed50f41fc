package mapped_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"notdone/model"
	"notdone/source"
	"notdone/source/mapped"
	"notdone/source/pgsource/pgtest"
	"notdone/source/sourcetest"
)

// TestActionsOfTheCatalogueInPostgres does and undoes each action there; see
// TestActionsOfTheCatalogue.
func TestActionsOfTheCatalogueInPostgres(t *testing.T) {
	for _, m := range inDialect(t, ".pg.sql") {
		if m.Adapter().Actions == nil {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			url, owner := database(t)
			execScript(t, owner, m.Name)
			a := actInPg(t, url, mapped.Catalogue())
			tryActions(t, m, a, func() []string { return dumpPg(t, owner) })
		})
	}
}

func execScript(t testing.TB, owner *pgx.Conn, system string) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", "catalog", system+".pg.sql"))
	if err != nil {
		t.Fatal(err)
	}
	execPg(t, owner, string(raw))
}

// actInPg opens a database at the moment for which those of testdata/catalog were made.
func actInPg(t *testing.T, url string, mappings []*mapped.Mapping) source.Actor {
	t.Helper()
	_, s, err := openPostgres(t.Context(), url, mappings, source.Options{Now: func() time.Time { return clock }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s.(source.Actor)
}

// dumpPg returns all rows of all tables.
func dumpPg(t *testing.T, owner *pgx.Conn) (all []string) {
	t.Helper()
	tables := rowsPg(t, owner, `SELECT c.oid::regclass::text FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace::regnamespace::text !~ '^pg_|information_schema'`)
	for _, table := range tables {
		all = append(all, rowsPg(t, owner, `SELECT '`+table+` ' || t::text FROM `+table+` t`)...)
	}
	slices.Sort(all)
	return all
}

func rowsPg(t *testing.T, owner *pgx.Conn, query string, args ...any) []string {
	t.Helper()
	rows, err := owner.Query(context.WithoutCancel(t.Context()), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestRequeueInPostgres(t *testing.T) {
	for _, one := range []struct{ system, task, query, want string }{
		{
			"river", "8", `SELECT concat_ws(' ', state, attempt, max_attempts, finalized_at IS NULL, scheduled_at) FROM river_job WHERE id = 8`,
			"available 25 26 t 2026-01-10 12:00:00+00",
		},
		{"river", "7", `SELECT concat_ws(' ', state, max_attempts, metadata) FROM river_job WHERE id = 7`, "available 25 {}"},
		{
			"oban", "7", `SELECT concat_ws(' ', state, max_attempts, scheduled_at, discarded_at IS NULL) FROM oban_jobs WHERE id = 7`,
			"available 21 2026-01-10 12:00:00 t",
		},
		{
			"solid-queue", "5", `SELECT concat_ws(' ', j.arguments::jsonb, r.queue_name, r.priority, r.created_at, (SELECT count(*) FROM solid_queue_failed_executions))
				FROM solid_queue_jobs j JOIN solid_queue_ready_executions r ON r.job_id = j.id WHERE j.id = 5`,
			`{"executions": 0, "exception_executions": {}} default 0 2026-01-10 12:00:00 0`,
		},
		{
			"laravel", "failed_jobs/1", `SELECT concat_ws(' ', queue, payload, attempts, reserved_at IS NULL, available_at, (SELECT count(*) FROM failed_jobs))
				FROM jobs ORDER BY id LIMIT 1`, `default {"displayName": "App\\Jobs\\Bad"} 0 t 1768046400 0`,
		},
		{
			"graphile-worker", "5", `SELECT concat_ws(' ', attempts, run_at, locked_at IS NULL) FROM graphile_worker._private_jobs WHERE id = 5`,
			"0 2026-01-10 12:00:00+00 t",
		},
		{
			"pg-boss", "00000000-0000-4000-8000-000000000008", `SELECT concat_ws(' ', state, retry_limit, completed_on IS NULL, start_after)
				FROM pgboss.job WHERE id = '00000000-0000-4000-8000-000000000008'`, "retry 3 t 2026-01-10 12:00:00+00",
		},
		{
			"pg-boss", "00000000-0000-4000-8000-000000000007", `SELECT concat_ws(' ', state, retry_limit, completed_on IS NULL, start_after)
				FROM pgboss.job WHERE id = '00000000-0000-4000-8000-000000000007'`, "created 2 t 2026-01-10 12:00:00+00",
		},
	} {
		t.Run(one.system+" "+one.task, func(t *testing.T) {
			url, owner := database(t)
			execScript(t, owner, one.system)
			execPg(t, owner, `SET timezone = 'UTC'`)
			if one.system == "laravel" { // so that the row that is added is the first
				execPg(t, owner, `DELETE FROM jobs`)
			}
			a := actInPg(t, url, mapped.Catalogue())
			p := planPg(t, a, one.task, model.ActionRequeue)
			sourcetest.Apply(t, a, &p)
			if got := strings.Join(rowsPg(t, owner, one.query), "\n"); got != one.want {
				t.Errorf("written is\n%s\nwant\n%s", got, one.want)
			}
		})
	}
}

// Everything is a table whose rows are changed, and moved to another table.
const (
	pgEverything = `
CREATE TYPE pair AS (a int, b text);
CREATE DOMAIN short AS varchar(9);
CREATE TABLE things (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), number bigint GENERATED ALWAYS AS IDENTITY, word text NOT NULL,
	j json, b jsonb, at timestamptz, local timestamp, day date, span interval, texts text[], deep int[][], bits bit(8), raw bytea,
	exact numeric(20,5), rough double precision, small real, yes boolean, letters char(5), tag short, pairs pair, box int4range, "od""d" text,
	twice text GENERATED ALWAYS AS (word || word) STORED);
CREATE TABLE gone (id uuid PRIMARY KEY);
INSERT INTO things (word, j, b, at, local, day, span, texts, deep, bits, raw, exact, rough, small, yes, letters, tag, pairs, box, "od""d") VALUES
	('lost', '{"b":1,  "a":[1]}', '{"b": 1, "a": null}', '2026-01-10 09:00:00.123456+02', '2026-01-10 09:00:00.5', '2026-01-10', '1 mon -3 days 04:05:06.7',
	'{a,"b c",NULL,"d\"e"}', '{{1,2},{3,4}}', B'10100101', '\x00ff10', 12345.67890, 0.1::float8 + 0.2::float8, 1.1, true, 'ab', 'tag', '(1,"x,y")', '[1,5)', 'it''s'),
	('lost', NULL, NULL, 'infinity', '-infinity', NULL, NULL, '{}', NULL, NULL, '', 'NaN', '-Infinity', 'NaN', NULL, NULL, NULL, NULL, 'empty', '')`

	pgThings = `
name = "things"
[signature]
things = ["word", "span", "twice"]
[[tables]]
name = "things"
[tables.roles]
id = "id"
title = "word"
status = "word"
[tables.states]
lost = "failed"
found = "queued"
[[tables.actions]]
name = "requeue"
source = "here"
from = ["lost"]
now = "found"
undo = "until it is lost again"
[[tables.actions.postgres]]
set.word = "'found'"
set.j = "'{}'"
set.b = "'[]'"
set.at = ":now"
set.local = ":now"
set.day = ":now"
set.span = "interval '1 day'"
set.texts = "ARRAY['new']"
set.deep = "NULL"
set.bits = "B'11111111'"
set.raw = "'\\x01'::bytea"
set.exact = "1.5"
set.rough = "1 / 3.0"
set.small = "NULL"
set.yes = "false"
set.letters = "'zz'"
set.tag = "'new'"
set.pairs = "(2, 'z')"
set.box = "'[2,3)'"
set.'od"d' = "NULL"
[[tables.actions]]
name = "cancel"
source = "here"
from = ["lost"]
now = "gone"
undo = "until it is lost again"
[[tables.when]]
if = "status = 'nowhere'"
state = "cancelled"
as = "gone"
[[tables.actions.postgres]]
table = "gone"
insert.id = "id"
[[tables.actions.postgres]]
delete = true
`
)

// TestUndoRestoresTypes: rows with values of many types are the same after an undo, if they
// were changed and if they were deleted.
func TestUndoRestoresTypes(t *testing.T) {
	url, owner := database(t)
	execPg(t, owner, pgEverything)
	// Settings of the server and the role on which the texts of values depend.
	execPg(t, owner, `ALTER ROLE owner SET datestyle = 'SQL, DMY'; ALTER ROLE owner SET intervalstyle = 'sql_standard';
		ALTER ROLE owner SET timezone = 'Asia/Kathmandu'; ALTER ROLE owner SET bytea_output = 'escape'; ALTER ROLE owner SET extra_float_digits = 0`)
	t.Cleanup(func() { execAfter(t, owner, `ALTER ROLE owner RESET ALL`) })
	execPg(t, owner, `SET extra_float_digits = 1`)
	before := dumpPg(t, owner)
	a := actInPg(t, url, []*mapped.Mapping{parse(t, pgThings)})
	for _, c := range listAll(t, a) {
		for _, action := range []model.ActionName{model.ActionRequeue, model.ActionCancel} {
			p := planPg(t, a, c.Task.ID, action)
			record := sourcetest.Apply(t, a, &p)
			if cmp.Equal(before, dumpPg(t, owner)) {
				t.Errorf("%s of %s changed nothing", action, c.Task.ID)
			}
			now, err := a.Current(t.Context(), record.Images)
			if err != nil {
				t.Fatal(err)
			}
			for i := range now {
				if diff := cmp.Diff(record.Images[i].After, now[i].After); diff != "" {
					t.Errorf("%s: the image of %s is not the row:\n%s", action, now[i].Table, diff)
				}
			}
			undo, err := a.PlanUndo(t.Context(), record, "bob")
			if err != nil || undo.Refused != "" {
				t.Fatalf("%s: %q, %v", action, undo.Refused, err)
			}
			sourcetest.Apply(t, a, &undo)
			if diff := cmp.Diff(before, dumpPg(t, owner)); diff != "" {
				t.Errorf("%s: the undo leaves (-before +after):\n%s", action, diff)
			}
			if again, err := a.PlanUndo(t.Context(), record, "bob"); err != nil || !strings.Contains(again.Refused, "has happened to it since") {
				t.Errorf("%s is undone twice: %q, %v", action, again.Refused, err)
			}
		}
	}
}

func execAfter(t *testing.T, owner *pgx.Conn, statement string) {
	t.Helper()
	if _, err := owner.Exec(context.Background(), statement); err != nil {
		t.Error(err)
	}
}

// TestPlanWritesNothing: a plan takes no lock, uses no number of a sequence and is made in a
// read-only transaction.
func TestPlanWritesNothing(t *testing.T) {
	url, owner := database(t)
	execScript(t, owner, "laravel")
	a := actInPg(t, url, mapped.Catalogue())
	const number = `SELECT concat(last_value, is_called) FROM jobs_id_seq`
	before := rowsPg(t, owner, number)
	execPg(t, owner, `BEGIN; SELECT * FROM failed_jobs FOR UPDATE`)
	p := planPg(t, a, "failed_jobs/1", model.ActionRequeue)
	if len(p.Changes) == 0 {
		t.Error("the plan shows no change")
	}
	if diff := cmp.Diff(before, rowsPg(t, owner, number)); diff != "" {
		t.Errorf("the sequence has moved:\n%s", diff)
	}
	execPg(t, owner, `ROLLBACK`)
}

// TestApplyAgainstOthers: a row that another transaction keeps locked is waited for, and
// one that was changed since the plan is not written.
func TestApplyAgainstOthers(t *testing.T) {
	url, owner := database(t)
	execScript(t, owner, "river")
	a := actInPg(t, url, mapped.Catalogue())
	before := dumpPg(t, owner)
	never := func([]source.Image) error { t.Error("the journal is told"); return nil }

	p := planPg(t, a, "8", model.ActionRequeue)
	p.Wait = 50 * time.Millisecond
	execPg(t, owner, `BEGIN; SELECT 1 FROM river_job WHERE id = 8 FOR UPDATE`)
	if err := a.Apply(t.Context(), p, never); !errors.Is(err, source.ErrBusy) {
		t.Errorf("a locked row: %v", err)
	}
	// Another one changes it, and commits while the plan waits for the row.
	execPg(t, owner, `UPDATE river_job SET state = 'completed' WHERE id = 8`)
	p.Wait = 10 * time.Second
	done := make(chan error)
	go func() { done <- a.Apply(t.Context(), p, never) }()
	other, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(context.Background())
	for len(rowsPg(t, other, `SELECT 'waits' FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'notdone' AND datname = current_database()`)) == 0 {
		time.Sleep(5 * time.Millisecond)
	}
	execPg(t, owner, `COMMIT`)
	var changed *source.Changed
	if err := <-done; !errors.As(err, &changed) || changed.Was != "discarded" || changed.Now != "completed" {
		t.Errorf("a changed row: %v", err)
	}
	execPg(t, owner, `UPDATE river_job SET state = 'discarded' WHERE id = 8`)
	if diff := cmp.Diff(before, dumpPg(t, owner)); diff != "" {
		t.Errorf("something was written:\n%s", diff)
	}

	p = planPg(t, a, "8", model.ActionRequeue)
	execPg(t, owner, `UPDATE river_job SET args = '{"another": 1}' WHERE id = 8`)
	if err := a.Apply(t.Context(), p, never); !errors.As(err, &changed) || !strings.Contains(changed.Was, "args") {
		t.Errorf("another column: %v", err)
	}
	p = planPg(t, a, "8", model.ActionRequeue)
	execPg(t, owner, `DELETE FROM river_job WHERE id = 8`)
	if err := a.Apply(t.Context(), p, never); !errors.As(err, &changed) || changed.Now != "deleted" {
		t.Errorf("a deleted row: %v", err)
	}

	p = planPg(t, a, "7", model.ActionRequeue)
	err = a.Apply(t.Context(), p, func(images []source.Image) error {
		if got := rowsPg(t, owner, `SELECT state::text FROM river_job WHERE id = 7`); got[0] != "cancelled" || len(images) != 1 {
			t.Errorf("it is %s before the journal has it", got)
		}
		return errNoJournal
	})
	if got := rowsPg(t, owner, `SELECT state::text FROM river_job WHERE id = 7`); !errors.Is(err, errNoJournal) || got[0] != "cancelled" {
		t.Errorf("without a journal: %v, %v", got, err)
	}
	sourcetest.Apply(t, a, &p)
}

var errNoJournal = errors.New("the journal cannot be written")

// TestWhyNotInPostgres: what keeps actions from being done is the same sentence in the list
// and in a plan.
func TestWhyNotInPostgres(t *testing.T) {
	for _, one := range []struct{ system, task, change, want string }{
		{"river", "8", `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
			CREATE TRIGGER mine AFTER UPDATE ON river_job FOR EACH ROW EXECUTE FUNCTION f()`, "the trigger mine on river_job"},
		{"river", "8", `CREATE RULE mine AS ON UPDATE TO river_job DO ALSO SELECT 1`, "the trigger mine on river_job"},
		{"river", "8", `ALTER TABLE river_job DROP CONSTRAINT river_job_pkey`, "no primary key"},
		{"river", "8", `CREATE ROLE reader LOGIN; GRANT SELECT ON river_job TO reader`, "the role reader has no right to UPDATE in river_job"},
		{"laravel", "failed_jobs/1", `CREATE TABLE notes (job bigint REFERENCES failed_jobs ON DELETE CASCADE)`, "rows of notes would change"},
		{"good-job", "00000000-0000-4000-8000-000000000006", `SELECT 1`, "GoodJob retries a job in its class"},
		{"solid-queue", "5", `UPDATE solid_queue_jobs SET concurrency_key = 'k/1' WHERE id = 5`, "concurrency limit"},
	} {
		t.Run(one.want, func(t *testing.T) {
			url, owner := database(t)
			execScript(t, owner, one.system)
			for statement := range strings.SplitSeq(one.change, ";\n") {
				execPg(t, owner, statement)
			}
			if strings.Contains(one.change, "ROLE reader") {
				url = strings.Replace(url, "owner:hushhush", "reader", 1)
				t.Cleanup(func() { execAfter(t, owner, `DROP OWNED BY reader; DROP ROLE reader`) })
			}
			a := actInPg(t, url, mapped.Catalogue())
			cases, err := a.Get(t.Context(), []string{one.task})
			if err != nil || len(cases) != 1 {
				t.Fatal(cases, err)
			}
			listed := ""
			for _, offer := range mappingOf(t, one.system).Adapter().Actions(&cases[0], &model.Verdict{}) {
				if offer.Name == model.ActionRequeue {
					listed = offer.Reason
				}
			}
			p, err := a.Plan(t.Context(), source.Request{Task: one.task, Action: model.ActionRequeue, Actor: "ann"})
			if err != nil || !strings.Contains(p.Refused, one.want) || listed != p.Refused {
				t.Errorf("planned %q, listed %q, %v; want %q", p.Refused, listed, err, one.want)
			}
		})
	}
}

// TestTriggerSincePlan: a trigger that was added after the plan is looked at again.
func TestTriggerSincePlan(t *testing.T) {
	url, owner := database(t)
	execScript(t, owner, "river")
	a := actInPg(t, url, mapped.Catalogue())
	p := planPg(t, a, "8", model.ActionRequeue)
	execPg(t, owner, `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`)
	execPg(t, owner, `CREATE TRIGGER mine BEFORE UPDATE ON river_job FOR EACH ROW EXECUTE FUNCTION f()`)
	err := a.Apply(t.Context(), p, func([]source.Image) error { t.Error("the journal is told"); return nil })
	if !errors.Is(err, source.ErrChanged) || !strings.Contains(err.Error(), "trigger mine") {
		t.Error(err)
	}
}

// TestCommitInDoubt: when the connection is lost while a plan is committed, it is not known
// whether it was, and the rows tell.
func TestCommitInDoubt(t *testing.T) {
	for _, reaches := range []bool{true, false} {
		t.Run(fmt.Sprintf("the server is told %v", reaches), func(t *testing.T) {
			url, owner := database(t)
			execScript(t, owner, "river")
			a := actInPg(t, throughProxy(t, url, reaches), mapped.Catalogue())
			p := planPg(t, a, "8", model.ActionRequeue)
			var images []source.Image
			err := a.Apply(t.Context(), p, func(rows []source.Image) error { images = rows; return nil })
			if !errors.Is(err, source.ErrInDoubt) || len(images) != 1 {
				t.Fatalf("%v; %d images", err, len(images))
			}
			want := images[0].Before
			if reaches {
				want = images[0].After
			}
			now, err := a.Current(t.Context(), images)
			if err != nil {
				t.Fatal(err)
			}
			for range 100 { // the server may still be at it
				if cmp.Equal(want, now[0].After) {
					break
				}
				time.Sleep(10 * time.Millisecond)
				if now, err = a.Current(t.Context(), images); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(want, now[0].After); diff != "" {
				t.Errorf("the row is another (-want +got):\n%s", diff)
			}
		})
	}
}

// throughProxy returns the URL of a socket that passes everything on to the server, but for
// the answer to the first commit of a transaction that writes, which ends the connection.
// reaches says whether the server gets it.
func throughProxy(t *testing.T, url string, reaches bool) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "nd-px") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	l, err := net.Listen("unix", filepath.Join(folder, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	var writing, cut atomic.Bool
	serve := func(client net.Conn) {
		defer client.Close()
		backend, err := net.Dial("unix", filepath.Join(pgtest.Socket(), ".s.PGSQL.5432"))
		if err != nil {
			t.Error(err)
			return
		}
		defer backend.Close()
		copied := make(chan struct{})
		go func() {
			defer close(copied)
			_, _ = io.Copy(client, backend)
			_ = client.Close()
		}()
		buffer := make([]byte, 64<<10)
		for {
			n, err := client.Read(buffer)
			if err != nil {
				return
			}
			said := strings.ToLower(string(buffer[:n]))
			writing.Store(writing.Load() || strings.Contains(said, "read write"))
			if writing.Load() && strings.Contains(said, "commit") && cut.CompareAndSwap(false, true) {
				if reaches {
					_ = client.Close()
					_, _ = backend.Write(buffer[:n])
					<-copied // the server has answered, and nobody was there
				}
				return
			}
			if _, err := backend.Write(buffer[:n]); err != nil {
				return
			}
		}
	}
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go serve(client)
		}
	}()
	return strings.Replace(url, pgtest.Socket(), folder, 1)
}

// TestPolicyKeepsARow: a row that a policy of its table keeps from being written is no row that
// was written, and the action leaves nothing.
func TestPolicyKeepsARow(t *testing.T) {
	url, owner := database(t)
	execPg(t, owner, pgEverything)
	execPg(t, owner, `DROP ROLE IF EXISTS clerk; CREATE ROLE clerk LOGIN; GRANT ALL ON ALL TABLES IN SCHEMA public TO clerk;
		ALTER TABLE things ENABLE ROW LEVEL SECURITY; CREATE POLICY look ON things FOR SELECT USING (true); CREATE POLICY edit ON things FOR UPDATE USING (true)`)
	t.Cleanup(func() { execAfter(t, owner, `DROP OWNED BY clerk; DROP ROLE clerk`) })
	before := dumpPg(t, owner)
	a := actInPg(t, strings.Replace(url, "owner:", "clerk:", 1), []*mapped.Mapping{parse(t, pgThings)})
	p := planPg(t, a, listAll(t, a)[0].Task.ID, model.ActionCancel)
	err := a.Apply(t.Context(), p, func([]source.Image) error { t.Error("the journal is told"); return nil })
	if why, refused := errors.AsType[*source.Refusal](err); !refused || !strings.Contains(why.Why, "a policy or a trigger of things") {
		t.Errorf("the deletion of a row that may not be deleted: %v", err)
	}
	if diff := cmp.Diff(before, dumpPg(t, owner)); diff != "" {
		t.Errorf("it left (-before +after):\n%s", diff)
	}
}

// TestValueThatCannotBeEvaluated: what an action would write is an error of its own, in one line;
// the task is there.
func TestValueThatCannotBeEvaluated(t *testing.T) {
	url, owner := database(t)
	execPg(t, owner, pgChores)
	execPg(t, owner, `INSERT INTO chores (what, how) VALUES ('no number', 'dropped')`)
	a := actInPg(t, url, []*mapped.Mapping{parse(t, pgMapping+requeueDropped+`
[[tables.actions.postgres]]
set.how = "'waiting'"
set.what = "what::int + 1"
`)})
	_, err := a.Plan(t.Context(), source.Request{Task: "1", Action: model.ActionRequeue, Actor: "ann"})
	if err == nil || errors.Is(err, source.ErrNotFound) || !strings.Contains(err.Error(), "what requeue writes") || strings.Contains(err.Error(), "\n") {
		t.Errorf("the error is %v", err)
	}
}

// TestKeyWithIncludedColumns: columns that an index of a primary key only includes are no part of
// the key: an action may change them.
func TestKeyWithIncludedColumns(t *testing.T) {
	url, owner := database(t)
	execPg(t, owner, `CREATE TABLE chores (id int, what text, how text, due timestamptz, note jsonb, tries text[], PRIMARY KEY (id) INCLUDE (what));
		INSERT INTO chores VALUES (1, NULL, 'dropped')`)
	a := actInPg(t, url, []*mapped.Mapping{parse(t, pgMapping+requeueDropped+`
[[tables.actions.postgres]]
set.how = "'waiting'"
set.what = "'again'"
`)})
	p := planPg(t, a, "1", model.ActionRequeue)
	sourcetest.Apply(t, a, &p)
	if got := rowsPg(t, owner, `SELECT what || ' ' || how FROM chores`); !slices.Equal(got, []string{"again waiting"}) {
		t.Errorf("written is %q", got)
	}
}
