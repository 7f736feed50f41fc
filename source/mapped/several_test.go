package mapped_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
	"notdone/source/detect"
	"notdone/source/mapped"
	"notdone/source/mapped/infer"
	"notdone/source/pgsource"
	"notdone/source/queue"
	"notdone/source/queue/client"
	"notdone/source/queue/schema"
	"notdone/source/sourcetest"
)

// openFile opens a file as the program does.
func openFile(t *testing.T, path string) (source.Adapter, source.Source) {
	t.Helper()
	found, err := detect.Adapters(t.Context(), mapped.Adapters(mapped.Catalogue(), infer.Beside), path, "")
	if err != nil {
		t.Fatal(err)
	}
	s, err := found[0].Open(t.Context(), path, source.Options{Now: func() time.Time { return clock }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return found[0], s
}

// bySystem returns the IDs of tasks by the system that they name.
func bySystem(cases []model.Case) map[string][]string {
	all := map[string][]string{}
	for i := range cases {
		all[cases[i].Task.Source] = append(all[cases[i].Task.Source], cases[i].Task.ID)
	}
	for _, ids := range all {
		slices.Sort(ids)
	}
	return all
}

// TestTwoSystemsInOneFile: both are read, each task names its system and its table, and each
// is acted on in the way of its own.
func TestTwoSystemsInOneFile(t *testing.T) {
	_, path := makeDatabase(t, "river")
	for _, other := range []string{"solid-queue", "laravel"} {
		raw, err := os.ReadFile(filepath.Join("testdata", "catalog", other+".sql"))
		if err != nil {
			t.Fatal(err)
		}
		execute(t, path, string(raw))
	}
	a, s := openFile(t, path)
	if a.Kind != "laravel + river + solid-queue" {
		t.Errorf("it is called %s", a.Kind)
	}
	cases := listAll(t, s)
	got := bySystem(cases)
	for name, table := range map[string]string{"river": "river_job", "solid-queue": "solid_queue_jobs", "laravel": "jobs"} {
		_, alone := makeDatabase(t, name)
		_, of := openFile(t, alone)
		var want []string
		for _, c := range listAll(t, of) {
			if id := c.Task.ID; strings.Contains(id, "/") {
				want = append(want, id)
			} else {
				want = append(want, table+"/"+id)
			}
		}
		slices.Sort(want)
		if diff := cmp.Diff(want, got[name]); diff != "" || len(want) == 0 {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	kinds := map[string]bool{}
	for of := a.Other; of != nil; of = of.Other {
		kinds[of.Kind] = of.Actions != nil
	}
	if diff := cmp.Diff(map[string]bool{"laravel": true, "river": true, "solid-queue": true}, kinds); diff != "" {
		t.Errorf("adapters: %s", diff)
	}
	actor := s.(source.Actor)
	for i := range cases {
		c := &cases[i]
		if c.Stands != model.StateFailed || c.Task.Source == "laravel" {
			continue
		}
		p, err := actor.Plan(t.Context(), source.Request{Task: c.Task.ID, Action: model.ActionRequeue, Actor: "ann"})
		if err != nil {
			t.Fatal(err)
		}
		if p.Refused == "" {
			sourcetest.Apply(t, actor, &p)
		}
	}
	for _, c := range listAll(t, s) {
		if c.Stands == model.StateFailed && c.Task.Source == "river" {
			t.Errorf("%s has failed, and was sent back", c.Task.ID)
		}
	}
	if left := s.(source.Selective).LeftOut(); left != "" {
		t.Errorf("left out: %s", left)
	}
}

// TestAnotherQueueBesideASystem: a table that looks like a queue and belongs to no known system
// is named; tables of the program are not.
func TestAnotherQueueBesideASystem(t *testing.T) {
	const others = `CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, email TEXT, created_at TEXT);
		CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, status TEXT, total_cents INTEGER, created_at TEXT);
		INSERT INTO users VALUES (1, 'Ann', 'a@b', '2026-01-01');
		INSERT INTO orders VALUES (1, 1, 'paid', 100, '2026-01-01'), (2, 1, 'shipped', 100, '2026-01-01');`
	const tasks = `CREATE TABLE agent_tasks (id INTEGER PRIMARY KEY, title TEXT, status TEXT, attempts INTEGER, last_error TEXT, run_after TEXT, locked_by TEXT, created_at TEXT);
		INSERT INTO agent_tasks VALUES (1, 'Sweep', 'pending', 0, NULL, NULL, NULL, '2026-01-01 10:00:00'),
			(2, 'Mop', 'failed', 3, 'no water', NULL, NULL, '2026-01-01 10:00:00'), (3, 'Dust', 'running', 1, NULL, NULL, 'w1', '2026-01-01 10:00:00');`
	for _, c := range []struct{ name, script, want string }{
		{"the program's tables", others, ""},
		{"a queue", others + tasks, "the table agent_tasks, which looks like another queue (notdone map --save NAME FILE, and it is read)"},
	} {
		_, path := makeDatabase(t, "river")
		execute(t, path, c.script)
		a, s := openFile(t, path)
		if left := s.(source.Selective).LeftOut(); left != c.want || a.Kind != "river" {
			t.Errorf("%s: of %s is left out: %q", c.name, a.Kind, left)
		}
		for _, one := range listAll(t, s) {
			if strings.Contains(one.Task.ID, "/") {
				t.Errorf("%s: the ID is %s", c.name, one.Task.ID)
			}
		}
	}
}

// TestTheCatalogueLeavesNothingOut: the other tables of a known system look like no queue.
func TestTheCatalogueLeavesNothingOut(t *testing.T) {
	for _, m := range inDialect(t, ".sql") {
		_, path := makeDatabase(t, m.Name)
		_, s := openFile(t, path)
		if left := s.(source.Selective).LeftOut(); left != "" {
			t.Errorf("%s: %s", m.Name, left)
		}
	}
}

// TestTwoShapesInOneFile: of two tables that nobody described, the one that is not read is
// named.
func TestTwoShapesInOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	execute(t, path, `CREATE TABLE jobs (id INTEGER PRIMARY KEY, kind TEXT, payload TEXT, status TEXT, attempts INTEGER, max_attempts INTEGER, last_error TEXT,
			run_at TEXT, locked_until TEXT, started_at TEXT, finished_at TEXT);
		INSERT INTO jobs VALUES (1, 'mail', '{"to":"a"}', 'queued', 0, 3, NULL, '2026-01-01 10:00:00', NULL, NULL, NULL),
			(2, 'mail', '{"to":"b"}', 'failed', 3, 3, 'refused', '2026-01-01 10:00:00', NULL, '2026-01-01 10:00:01', '2026-01-01 10:00:02'),
			(3, 'mail', '{"to":"c"}', 'running', 1, 3, NULL, '2026-01-01 10:00:00', '2026-01-10 13:00:00', '2026-01-01 10:00:01', NULL);
		CREATE TABLE downloads (id INTEGER PRIMARY KEY, url TEXT, status TEXT, error TEXT, retry_count INTEGER);
		INSERT INTO downloads VALUES (1, 'http://a/x', 'queued', NULL, 0), (2, 'http://a/y', 'failed', 'timeout', 2), (3, 'http://a/z', 'downloading', NULL, 0);`)
	a := infer.Adapter()
	s, err := a.Open(t.Context(), path, source.Options{Now: func() time.Time { return clock }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if left := s.(source.Selective).LeftOut(); left != "the table downloads, which looks like another queue" {
		t.Errorf("left out: %q", left)
	}
}

// TestTwoSystemsInPostgres: both are read over one connection, beside a queue of notdone's own
// too, and what no mapping reads is named.
func TestTwoSystemsInPostgres(t *testing.T) {
	for _, own := range []bool{false, true} {
		url, owner := database(t)
		for _, name := range []string{"river", "oban"} {
			raw, err := os.ReadFile(filepath.Join("testdata", "catalog", name+".pg.sql"))
			if err != nil {
				t.Fatal(err)
			}
			execPg(t, owner, string(raw))
		}
		execPg(t, owner, `CREATE TABLE agent_tasks (id serial PRIMARY KEY, title text, status text, attempts int, last_error text, run_after timestamptz, locked_by text);
			CREATE TABLE users (id serial PRIMARY KEY, name text, email text); CREATE VIEW failed_jobs AS SELECT * FROM oban_jobs`)
		if own {
			if err := client.InitPostgres(t.Context(), url); err != nil {
				t.Fatal(err)
			}
			execPg(t, owner, `INSERT INTO tasks (id, title) VALUES ('t1', 'Sweep')`)
		}
		o := source.Options{Now: func() time.Time { return clock }}
		start := func(others []string) pgsource.Start {
			return mapped.Start(mapped.Catalogue(), infer.BesideByName, others, o)
		}
		s, err := pgsource.Open(t.Context(), url, pgsource.Both(queue.StartPostgres(o), start(schema.Tables()), start(nil)))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		kind := "oban + river"
		if own {
			kind = "queue + oban + river"
		}
		if s.Describe().Kind != kind {
			t.Errorf("it is called %s", s.Describe().Kind)
		}
		if left := s.LeftOut(); left != "the table agent_tasks, which looks like another queue" {
			t.Errorf("left out: %q", left)
		}
		cases := listAll(t, s)
		got := bySystem(cases)
		if own != slices.Equal(got["queue"], []string{"t1"}) || len(got["oban"]) < 5 || len(got["river"]) < 5 {
			t.Errorf("tasks by system: %v", got)
		}
		failed := ""
		for i := range cases {
			if cases[i].Task.Source == "river" && cases[i].Stands == model.StateFailed {
				failed = cases[i].Task.ID
			}
		}
		p := planPg(t, s, failed, model.ActionRequeue)
		sourcetest.Apply(t, s, &p)
		back, err := s.Get(t.Context(), []string{failed})
		if err != nil || len(back) != 1 || back[0].Task.Recorded != "available" {
			t.Errorf("%s is %v, %v", failed, back, err)
		}
		if own {
			p := planPg(t, s, "t1", model.ActionCancel)
			sourcetest.Apply(t, s, &p)
		}
		execPg(t, owner, `UPDATE oban_jobs SET state = 'discarded' WHERE state = 'executing'; UPDATE river_job SET state = 'available' WHERE state = 'retryable'`)
		told := map[string]bool{}
		for range 100 {
			for _, said := range await(t, s) {
				told[strings.Split(said, "/")[0]] = true
			}
			if told["oban_jobs"] && told["river_job"] {
				break
			}
		}
		raw, err := s.Position(context.Background())
		if err != nil || !told["oban_jobs"] || !told["river_job"] {
			t.Errorf("told: %v, position %s, %v", told, raw, err)
		}
	}
}
