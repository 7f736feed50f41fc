package libraries

import (
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"notdone/source"
	"notdone/source/mapped"
	"notdone/source/pgsource"
	"notdone/source/pgsource/pgtest"
)

func TestMain(m *testing.M) {
	code := m.Run()
	pgtest.Stop()
	os.Exit(code)
}

// openURL opens a database as notdone does, which must take it for a queue of the system.
func openURL(t *testing.T, system, url string) source.Source {
	t.Helper()
	s, err := pgsource.Open(t.Context(), url, mapped.StartPostgres("", mapped.Catalogue(), source.Options{Now: time.Now}))
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	if a := s.Adapter(); a.Kind != system {
		t.Fatalf("it is taken for a queue of %s", a.Kind)
	}
	return s
}

// rowOfPg is rowOf in PostgreSQL.
func rowOfPg(t *testing.T, pool *pgxpool.Pool, table, id string) map[string]string {
	t.Helper()
	row := map[string]string{}
	rows, err := pool.Query(t.Context(), `SELECT e.key, jsonb_typeof(e.value) || ' ' || e.value::text FROM `+table+` t, jsonb_each(to_jsonb(t)) e WHERE t.id::text = $1`, id)
	must(t, err)
	var name, value string
	_, err = pgx.ForEachRow(rows, []any{&name, &value}, func() error { row[name] = value; return nil })
	must(t, err)
	return row
}
