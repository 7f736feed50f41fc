package mapped_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/source"
	"notdone/source/mapped"
)

// parcelsMapping has roles and flags that look into other tables.
const parcelsMapping = `
name = "parcels"
[signature]
parcels = ["what"]
[[tables]]
name = "parcels"
[tables.roles]
id = "id"
title = "SELECT p.name FROM people p WHERE p.id = t.person"
status = "status"
[tables.states]
new = "queued"
[tables.flags]
carried = "EXISTS (SELECT 1 FROM tours x WHERE x.parcel_id = t.id)"
back = "EXISTS (SELECT 1 FROM returns WHERE returns.parcel_id = t.id)"
[[tables.when]]
if = "carried or back"
state = "active"
`

const parcelsTables = `
CREATE TABLE parcels (id INTEGER PRIMARY KEY, what TEXT, status TEXT, person INTEGER);
CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE tours (parcel_id INTEGER, driver TEXT);
CREATE TABLE returns (parcel_id INTEGER);
INSERT INTO parcels VALUES (1, 'a lamp', 'new', 1);
INSERT INTO people VALUES (1, 'Ann');
INSERT INTO returns VALUES (2);
`

// slowFacts are what a source says is slow.
func slowFacts(s source.Source) (slow []string) {
	for _, f := range s.Describe().Facts {
		if f.Name == "slow" {
			slow = append(slow, f.Value)
		}
	}
	return slow
}

// slowTours says how often all of tours is read.
func slowTours(often string) []string {
	return []string{"the flag carried: all of tours is read " + often + "; an index on tours(parcel_id) would help"}
}

func TestWhatReadsAnotherTableForEachTask(t *testing.T) {
	path := filepath.Join(t.TempDir(), "parcels.db")
	_, exec := openOwner(t, path)
	exec(parcelsTables)
	open := func() []string {
		t.Helper()
		s, err := parse(t, parcelsMapping).Open(t.Context(), path, nil, source.Options{Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		return slowFacts(s)
	}
	if got := open(); got != nil {
		t.Errorf("small tables are slow: %q", got)
	}
	exec(`WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO tours SELECT i, 'Bob' FROM n`)
	exec(`WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO people SELECT i, 'Cid' FROM n`)
	if diff := cmp.Diff(slowTours("for each task"), open()); diff != "" {
		t.Error(diff)
	}
	exec(`CREATE INDEX tours_parcel ON tours (parcel_id)`)
	if got := open(); got != nil {
		t.Errorf("with an index: %q", got)
	}
}

func TestPostgresReadsAnotherTableForEachTask(t *testing.T) {
	url, owner := database(t)
	execPg(t, owner, parcelsTables)
	execPg(t, owner, `INSERT INTO tours SELECT i, repeat('x', 100) FROM generate_series(3, 9000) i`)
	execPg(t, owner, `INSERT INTO people SELECT i, repeat('x', 100) FROM generate_series(3, 9000) i`)
	open := func() []string {
		t.Helper()
		_, s, err := openPostgres(t.Context(), url, []*mapped.Mapping{parse(t, parcelsMapping)}, source.Options{Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		return slowFacts(s)
	}
	if diff := cmp.Diff(slowTours("at each look"), open()); diff != "" {
		t.Error(diff)
	}
	execPg(t, owner, `CREATE INDEX tours_parcel ON tours (parcel_id); ALTER TABLE parcels RENAME TO all_parcels; CREATE VIEW parcels AS SELECT * FROM all_parcels; ANALYZE`)
	want := []string{"parcels is a view: each look runs its query, and no index of its own can help"}
	if diff := cmp.Diff(want, open()); diff != "" {
		t.Error(diff)
	}
}

// TestWrongSQLInPostgres: what the server does not understand is said with its place in the file.
func TestWrongSQLInPostgres(t *testing.T) {
	url, owner := database(t)
	execPg(t, owner, parcelsTables)
	for _, one := range []struct{ from, to, want string }{
		{`status = "status"`, `status = "stat"`, `test.toml:10:11: the role status: column "stat" does not exist`},
		{`x.parcel_id = t.id`, `x.parcel = t.id`, `test.toml:14:12: the flag carried: column x.parcel does not exist`},
		{`[tables.roles]`, "where = \"gone = 0\"\n[tables.roles]", `test.toml:7:10: where: column "gone" does not exist`},
	} {
		m := parse(t, strings.Replace(parcelsMapping, one.from, one.to, 1))
		_, s, err := openPostgres(t.Context(), url, []*mapped.Mapping{m}, source.Options{Now: time.Now})
		if err == nil {
			s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), one.want) {
			t.Errorf("%v, want %s", err, one.want)
		}
	}
}
