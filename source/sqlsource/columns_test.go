package sqlsource_test

import (
	"context"
	"slices"
	"testing"

	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

func TestWithoutRowids(t *testing.T) {
	t.Parallel()
	path := writeDepot(t, t.TempDir(), "odd",
		`CREATE TABLE plain (id TEXT PRIMARY KEY)`,
		`CREATE TABLE Declared (id TEXT PRIMARY KEY) WITHOUT ROWID`,
		`CREATE TABLE hidden (RowID TEXT, id TEXT)`,
		`CREATE TABLE alias (rowid INTEGER PRIMARY KEY, id TEXT)`,
		`CREATE TABLE half (rowid INTEGER, id TEXT, PRIMARY KEY (rowid, id))`,
		`CREATE TABLE other (id TEXT PRIMARY KEY) WITHOUT ROWID`,
	)
	db, err := sqlitedb.Open(t.Context(), path, sqlitedb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var got []string
	err = db.Read(t.Context(), func(ctx context.Context, q sqlitedb.Queryer) (err error) {
		got, err = sqlsource.WithoutRowids(ctx, q, "plain", "Declared", "hidden", "alias", "half")
		return err
	})
	if want := []string{"Declared", "half", "hidden"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, want %q: %v", got, want, err)
	}
}
