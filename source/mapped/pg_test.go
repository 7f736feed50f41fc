package mapped_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"notdone/model"
	"notdone/source"
	"notdone/source/mapped"
	"notdone/source/pgsource"
	"notdone/source/pgsource/pgtest"
	"notdone/source/watch"
)

// openPostgres opens a database as a queue of the first of the mappings that recognises its tables.
func openPostgres(ctx context.Context, url string, mappings []*mapped.Mapping, o source.Options) (source.Adapter, source.Source, error) {
	s, err := pgsource.Open(ctx, url, mapped.StartPostgres("", mappings, o))
	if err != nil {
		return source.Adapter{}, nil, err
	}
	return s.Adapter(), s, nil
}

// database makes an empty database and returns its URL and a connection of its owner.
func database(t testing.TB) (url string, owner *pgx.Conn) {
	t.Helper()
	return pgtest.Database(t)
}

const pgChores = `
CREATE TYPE how AS ENUM ('waiting', 'on it', 'dropped', 'done');
CREATE TABLE chores (id bigserial PRIMARY KEY, what text, how how NOT NULL, due timestamptz, note jsonb, tries text[])`

const pgMapping = `
name = "chores"
listen = ["chores_change"]
[signature]
chores = ["what", "how", "due"]
[[tables]]
name = "chores"
[tables.roles]
id = "id"
title = "what"
body = "note -> with.tool"
worker = "tries -> [-1]"
status = "how"
run_at = "due"
[tables.states]
waiting = "queued"
"on it" = "active"
dropped = "failed"
done = "done"
[tables.flags]
odd = "id % 2 = 1 AND instr(what, 'odd') > 0"
[[tables.when]]
if = "odd"
state = "blocked"
as = "odd"
[tables.postgres.flags]
odd = "id % 2 = 1 AND position('odd' in what) > 0"
`

func openPg(t *testing.T, url string) source.Source {
	t.Helper()
	_, s, err := openPostgres(t.Context(), url, []*mapped.Mapping{parse(t, pgMapping)}, source.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func execPg(t testing.TB, conn *pgx.Conn, statement string, args ...any) {
	t.Helper()
	if _, err := conn.Exec(context.WithoutCancel(t.Context()), statement, args...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// listPg reads all pages and returns "id recorded state title body worker" of each task.
func listPg(t *testing.T, s source.Source, limit int) (all []string) {
	t.Helper()
	for q := (source.Query{Limit: limit}); ; {
		page, err := s.List(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for i := range page.Cases {
			all = append(all, sayCase(&page.Cases[i]))
		}
		if q.After = page.Next; q.After == "" {
			return all
		}
	}
}

func sayCase(c *model.Case) string {
	return strings.Join([]string{c.Task.ID, c.Task.Recorded, c.Stands.String(), c.Task.Title, c.Body, c.Task.Worker}, "|")
}

// await refreshes until a change is told, and returns it.
func await(t *testing.T, s source.Source) (told []string) {
	t.Helper()
	changes := s.(source.Notifier).Changes()
	for range 200 {
		d, err := s.Refresh(t.Context(), watch.Signal{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range d.Cases {
			told = append(told, sayCase(&d.Cases[i]))
		}
		for _, id := range d.Removed {
			told = append(told, id+" removed")
		}
		if d.Reset {
			told = append(told, "reset")
		}
		if len(told) > 0 && !d.More {
			slices.Sort(told)
			return told
		}
		select {
		case <-changes:
		case <-time.After(100 * time.Millisecond):
		}
	}
	t.Fatal("no change was told")
	return nil
}

func TestPostgres(t *testing.T) {
	url, owner := database(t)
	execPg(t, owner, pgChores)
	execPg(t, owner, `INSERT INTO chores (what, how, due, note, tries) VALUES
		('sweep', 'waiting', now() - interval '1 hour', '{"with": {"tool": "broom"}}', '{ann,bob}'), ('wash', 'waiting', now() + interval '1 hour', NULL, NULL),
		('an odd one', 'done', NULL, 'null', '{}'), ('cook', 'on it', NULL, '[]', '{ann}'), ('fold', 'done', NULL, NULL, NULL), ('iron', 'dropped', NULL, NULL, NULL)`)
	s := openPg(t, url)
	want := []string{
		"1|waiting|queued|sweep|broom|bob", "2|waiting|scheduled|wash||", "4|on it|active|cook||ann", "6|dropped|failed|iron||",
		"5|done|done|fold||", "3|odd|blocked|an odd one||",
	}
	for _, limit := range []int{1, 2, 100} {
		if diff := cmp.Diff(want, listPg(t, s, limit)); diff != "" {
			t.Errorf("pages of %d (-want +got):\n%s", limit, diff)
		}
	}
	for _, one := range []struct{ name, statement, want string }{
		{"a new row", `INSERT INTO chores (what, how) VALUES ('dust', 'waiting')`, "7|waiting|queued|dust||"},
		{"a new row that ended", `INSERT INTO chores (what, how) VALUES ('mop', 'done')`, "8|done|done|mop||"},
		{"a change", `UPDATE chores SET what = 'sweep all' WHERE id = 1`, "1|waiting|queued|sweep all|broom|bob"},
		{"an end", `UPDATE chores SET how = 'done' WHERE id = 4`, "4|done|done|cook||ann"},
		{"a new begin", `UPDATE chores SET how = 'waiting' WHERE id = 5`, "5|waiting|queued|fold||"},
		{"a deletion", `DELETE FROM chores WHERE id = 6`, "6 removed"},
	} {
		t.Run(one.name, func(t *testing.T) {
			execPg(t, owner, one.statement)
			if diff := cmp.Diff([]string{one.want}, await(t, s)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if h, err := s.History(t.Context(), "1"); err != nil || h.Case.Task.Title != "sweep all" {
		t.Errorf("history: %+v, %v", h.Case.Task, err)
	}
	for _, wrong := range []string{"99", "x", "1; DROP TABLE chores", "99999999999999999999"} {
		if _, err := s.Resolve(t.Context(), wrong); !errors.Is(err, source.ErrNotFound) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// A server that goes away makes calls fail, and they work again when it is back.
func TestPostgresIsLost(t *testing.T) {
	url, owner := database(t)
	execPg(t, owner, pgChores)
	execPg(t, owner, `INSERT INTO chores (what, how) VALUES ('sweep', 'waiting')`)
	s := openPg(t, url)
	listPg(t, s, 10)
	execPg(t, owner, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'notdone' AND datname = current_database()`)
	execPg(t, owner, `UPDATE chores SET what = 'wash'`)
	for i := range 50 {
		if _, err := s.Get(t.Context(), []string{"1"}); err == nil {
			break
		} else if i == 49 {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"1|waiting|queued|wash||"}, await(t, s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPostgresIsOnlyRead(t *testing.T) {
	url, owner := database(t)
	execPg(t, owner, pgChores)
	execPg(t, owner, `CREATE SEQUENCE sly; CREATE FUNCTION write() RETURNS text LANGUAGE sql AS 'SELECT nextval(''sly'')::text'`)
	m := parse(t, strings.Replace(pgMapping, `title = "what"`, `title = "write()"`, 1))
	execPg(t, owner, `INSERT INTO chores (what, how) VALUES ('sweep', 'waiting')`)
	_, s, err := openPostgres(t.Context(), url, []*mapped.Mapping{m}, source.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.List(t.Context(), source.Query{Limit: 1}); err == nil || !strings.Contains(err.Error(), "read-only transaction") {
		t.Errorf("a mapping that writes: %v", err)
	}
}

func TestPasswordsAreNotShown(t *testing.T) {
	for _, c := range []struct{ given, want string }{
		{"postgres://u:hushhush@h/d?sslmode=require", "postgres://u@h/d?sslmode=require"},
		{"postgresql://u@h:5433/d?password=hushhush&a=b", "postgresql://u@h:5433/d?a=b"},
		{"service=prod", "service=prod"},
		{"service=prod password=hushhush", "service=prod password=…"},
		{"service=prod password='hush hush' connect_timeout=3", "service=prod password=… connect_timeout=3"},
		{"postgres://u:hush%zzhush@h/d", "postgres://…"},
	} {
		if got := pgsource.WithoutPassword(c.given); got != c.want {
			t.Errorf("%s: %s, want %s", c.given, got, c.want)
		}
		_, _, err := openPostgres(t.Context(), c.given, nil, source.Options{Now: time.Now})
		if err == nil || strings.Contains(err.Error(), "hush") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", c.given, err)
		}
	}
}

// TestUnlessOfAnOptionalFlag: a condition on a column that only some releases have.
func TestUnlessOfAnOptionalFlag(t *testing.T) {
	url, owner := database(t)
	execScript(t, owner, "pg-boss")
	execPg(t, owner, `ALTER TABLE pgboss.job ADD upsert_by_key bool; UPDATE pgboss.job SET upsert_by_key = true`)
	a := actInPg(t, url, mapped.Catalogue())
	p, err := a.Plan(t.Context(), source.Request{Task: "00000000-0000-4000-8000-000000000007", Action: model.ActionRequeue, Actor: "ann"})
	if want := "a newer job may stand for its key: boss.resume(NAME, ID)"; err != nil || p.Refused != want {
		t.Errorf("refused with %q, %v; want %q", p.Refused, err, want)
	}
}

func planPg(t *testing.T, a source.Actor, task string, action model.ActionName) source.Plan {
	t.Helper()
	p, err := a.Plan(t.Context(), source.Request{Task: task, Action: action, Actor: "ann"})
	if err != nil || p.Refused != "" {
		t.Fatal(p.Refused, err)
	}
	return p
}
