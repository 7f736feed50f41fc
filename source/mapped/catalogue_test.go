package mapped_test

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
	"notdone/source/detect"
	"notdone/source/mapped"
)

// clock is the moment for which the databases of testdata/catalog were made.
var clock = time.Date(2026, 1, 10, 12, 0, 0, 0, time.UTC)

// TestCatalogue opens a database of each system, made by its own DDL with a row for each
// recorded word and each case that a rule tells apart. The comments of its file name the
// expected tasks: "-- want ID STATE TITLE".
func TestCatalogue(t *testing.T) {
	for _, m := range inDialect(t, ".sql") {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			script, path := makeDatabase(t, m.Name)
			if kinds := recognise(t, path); !slices.Equal(kinds, []string{m.Name}) {
				t.Fatalf("it is recognised as %v; want only %s", kinds, m.Name)
			}
			s, err := m.Open(t.Context(), path, nil, source.Options{Now: func() time.Time { return clock }})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			compareTasks(t, m, script, s)
		})
	}
}

// TestCatalogueInPostgres does the same in PostgreSQL, for those that run there.
func TestCatalogueInPostgres(t *testing.T) {
	for _, m := range inDialect(t, ".pg.sql") {
		t.Run(m.Name, func(t *testing.T) {
			url, owner := database(t)
			raw, err := os.ReadFile(filepath.Join("testdata", "catalog", m.Name+".pg.sql"))
			if err != nil {
				t.Fatal(err)
			}
			execPg(t, owner, string(raw))
			a, s, err := openPostgres(t.Context(), url, mapped.Catalogue(), source.Options{Now: func() time.Time { return clock }})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if a.Kind != m.Name {
				t.Fatalf("it is recognised as %s", a.Kind)
			}
			compareTasks(t, m, string(raw), s)
		})
	}
}

// inDialect returns the mappings that have a database with this ending. Each mapping has
// one at least.
func inDialect(t *testing.T, ending string) (all []*mapped.Mapping) {
	t.Helper()
	for _, m := range mapped.Catalogue() {
		script := filepath.Join("testdata", "catalog", m.Name)
		found := 0
		for _, e := range []string{".sql", ".pg.sql"} {
			if _, err := os.Stat(script + e); err != nil {
				continue
			}
			if found++; e == ending {
				all = append(all, m)
			}
		}
		if found == 0 {
			t.Errorf("%s: there is no database to try it on", m.Name)
		}
	}
	return all
}

// compareTasks compares the tasks of a source with those that a script names. Each word
// that the mapping knows must be among them.
func compareTasks(t *testing.T, m *mapped.Mapping, script string, s source.Source) {
	t.Helper()
	cases := listAll(t, s)
	got, words := map[string]string{}, map[string]bool{}
	for i := range cases {
		c := &cases[i]
		got[c.Task.ID] = c.Stands.String() + " " + c.Task.Title
		words[c.Task.Recorded] = true
		worked := c.Facts.NoRuns || c.Task.Attempts > 0 || len(c.Runs) > 0
		if c.Stands == model.StateDone && !worked && !tellsWhenItBegan(m) {
			t.Errorf("%s is done, and reads as if nothing had ever worked on it", c.Task.ID)
		}
	}
	if diff := gocmp.Diff(wanted(script), got); diff != "" {
		t.Errorf("the tasks differ (-want +got):\n%s", diff)
	}
	for i := range m.Tables {
		for _, word := range slices.Sorted(maps.Keys(m.Tables[i].States)) {
			if !words[word] {
				t.Errorf("no row is %s, as the mapping knows it", word)
			}
		}
	}
}

// tellsWhenItBegan reports whether the system keeps when a task began: those rows that
// lack it here were made by hand.
func tellsWhenItBegan(m *mapped.Mapping) bool {
	return slices.ContainsFunc(m.Tables, func(t mapped.Table) bool { return t.Roles[mapped.RoleStarted] != "" })
}

// TestCatalogueNamesItsSources: a mapping says where its facts are from and what it
// cannot know, and its signature names its tables.
func TestCatalogueNamesItsSources(t *testing.T) {
	for _, m := range mapped.Catalogue() {
		if m.Title == "" || m.Source == "" || len(m.Unknown) == 0 {
			t.Errorf("%s: a title, a source or what is unknown is missing", m.Name)
		}
		for i := range m.Tables {
			if len(m.Signature[m.Tables[i].Name]) == 0 {
				t.Errorf("%s: its signature does not name columns of %s", m.Name, m.Tables[i].Name)
			}
		}
	}
}

// TestOptionalRoles: columns that an earlier release lacks leave their roles out, and the
// description names them.
func TestOptionalRoles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	execute(t, path, `CREATE TABLE goqite (id text primary key, created text not null, updated text not null, queue text not null,
		body blob not null, timeout text not null, received integer not null default 0);
		INSERT INTO goqite VALUES ('m_1', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 'jobs', 'x', '2026-01-10T09:00:00Z', 0)`)
	m := mappingOf(t, "goqite")
	s, err := m.Open(t.Context(), path, nil, source.Options{Now: func() time.Time { return clock }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if cases := listAll(t, s); len(cases) != 1 || cases[0].Stands != model.StateQueued {
		t.Errorf("got %v", cases)
	}
	if !slices.Contains(s.Describe().Facts, source.Fact{Name: "not in this release", Value: "priority"}) {
		t.Errorf("the description does not say that there is no priority: %v", s.Describe().Facts)
	}
}

// recognise returns all systems of the catalogue that the database could be of.
func recognise(t *testing.T, path string) (kinds []string) {
	t.Helper()
	p, err := detect.Probe(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range mapped.Adapters(mapped.Catalogue(), nil) {
		ok, err := a.Detect(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if ok {
			kinds = append(kinds, a.Kind)
		}
	}
	return kinds
}

func mappingOf(t *testing.T, name string) *mapped.Mapping {
	t.Helper()
	all := mapped.Catalogue()
	at := slices.IndexFunc(all, func(m *mapped.Mapping) bool { return m.Name == name })
	if at < 0 {
		t.Fatalf("the catalogue has no %s", name)
	}
	return all[at]
}

// makeDatabase makes the database of a system in a folder of its own.
func makeDatabase(t *testing.T, name string) (script, path string) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", "catalog", name+".sql"))
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "queue.db")
	execute(t, path, string(raw))
	return string(raw), path
}

func execute(t *testing.T, path, script string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(context.Background(), script)
	if err := cmp.Or(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// wanted returns the states and titles that a script names, by ID.
func wanted(script string) map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(script) {
		if want, ok := strings.CutPrefix(strings.TrimSpace(line), "-- want "); ok {
			id, rest, _ := strings.Cut(want, " ")
			all[id] = rest
		}
	}
	return all
}

func listAll(t *testing.T, s source.Source) (all []model.Case) {
	t.Helper()
	for after := source.Cursor(""); ; {
		page, err := s.List(t.Context(), source.Query{After: after, Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, page.Cases...)
		if after = page.Next; after == "" {
			return all
		}
	}
}

// TestInsteadOfAnOptionalRole: a role whose columns an earlier release lacks is what the mapping
// says instead, and is not missing.
func TestInsteadOfAnOptionalRole(t *testing.T) {
	_, path := makeDatabase(t, "celery-sqlalchemy")
	titles := func() (first, lacks string) {
		_, s := openFile(t, path)
		for _, f := range s.Describe().Facts {
			if f.Name == "not in this release" {
				lacks = f.Value
			}
		}
		return listAll(t, s)[0].Task.Title, lacks
	}
	execute(t, path, `UPDATE celery_taskmeta SET name = 'shop.mail'`)
	if title, lacks := titles(); title != "shop.mail" || lacks != "" {
		t.Errorf("the title is %q, and it lacks %q", title, lacks)
	}
	for _, column := range []string{"name", "retries", "worker"} {
		execute(t, path, `ALTER TABLE celery_taskmeta DROP COLUMN `+column)
	}
	if title, lacks := titles(); !strings.HasPrefix(title, "task ") || lacks != "attempts, worker" {
		t.Errorf("the title is %q, and it lacks %q", title, lacks)
	}
}
