package mapped_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"notdone/source"
	"notdone/source/mapped"
	"notdone/source/watch"
)

// toldWithin refreshes for some time and returns all that is told.
func toldWithin(t *testing.T, s source.Source, d time.Duration) (told []string) {
	t.Helper()
	for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		delta, err := s.Refresh(t.Context(), watch.Signal{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range delta.Cases {
			told = append(told, delta.Cases[i].Task.ID+" "+delta.Cases[i].Task.Title)
		}
		for _, id := range delta.Removed {
			told = append(told, id+" removed")
		}
		if delta.Reset {
			told = append(told, "reset")
		}
	}
	slices.Sort(told)
	return told
}

// toldOf refreshes until so much is told, and a second longer, in which nothing should be.
func toldOf(t *testing.T, s source.Source, count int) (told []string) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); len(told) < count && time.Now().Before(deadline); {
		told = append(told, toldWithin(t, s, 100*time.Millisecond)...)
	}
	told = append(told, toldWithin(t, s, time.Second)...)
	slices.Sort(told)
	return told
}

// TestPostgresLongTransaction: while a transaction with a savepoint is in progress, each change
// of others is told once; and what it has written is told when it commits, although later
// transactions have committed before.
func TestPostgresLongTransaction(t *testing.T) {
	url, owner := database(t)
	execPg(t, owner, pgChores)
	execPg(t, owner, `INSERT INTO chores (what, how) SELECT 'chore ' || n, (ARRAY['waiting', 'on it', 'dropped', 'done']::how[])[1 + n % 4] FROM generate_series(1, 12) n`)
	s := openPg(t, url)
	listPg(t, s, 100)
	toldWithin(t, s, 300*time.Millisecond)
	other, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close(context.WithoutCancel(t.Context())) }()
	for _, statement := range []string{
		`BEGIN`, `UPDATE chores SET what = 'before' WHERE id = 1`, `SAVEPOINT one`,
		`UPDATE chores SET what = 'within' WHERE id IN (2, 3, 4)`, `RELEASE one`,
	} {
		execPg(t, other, statement)
	}
	want := []string{"5 other", "6 other", "7 other", "8 other"}
	for _, id := range []int{5, 6, 7, 8} { // one of each status
		execPg(t, owner, `UPDATE chores SET what = 'other' WHERE id = $1`, id)
	}
	if diff := cmp.Diff(want, toldOf(t, s, len(want))); diff != "" {
		t.Errorf("beside the transaction (-want +got):\n%s", diff)
	}
	execPg(t, other, `COMMIT`)
	want = []string{"1 before", "2 within", "3 within", "4 within"}
	if diff := cmp.Diff(want, toldOf(t, s, len(want))); diff != "" {
		t.Errorf("when it has committed (-want +got):\n%s", diff)
	}
}

// TestPostgresStatusesAreCompared: in a table so large that statuses are compared by an index,
// whatever rows move between those that nobody works on is told.
func TestPostgresStatusesAreCompared(t *testing.T) {
	url, owner := database(t)
	execPg(t, owner, pgChores)
	execPg(t, owner, `INSERT INTO chores (what, how) SELECT 'chore ' || n, (CASE WHEN n % 20 = 0 THEN 'waiting' ELSE 'done' END)::how FROM generate_series(1, 20000) n`)
	execPg(t, owner, `CREATE INDEX chores_how ON chores (how, id)`)
	execPg(t, owner, `VACUUM ANALYZE chores`)
	s := openPg(t, url)
	listPg(t, s, 1000)
	toldWithin(t, s, 300*time.Millisecond)
	execPg(t, owner, `UPDATE chores SET how = 'dropped' WHERE id IN (20, 40); UPDATE chores SET how = 'done' WHERE id = 60; UPDATE chores SET how = 'waiting' WHERE id = 61; DELETE FROM chores WHERE id = 80`)
	want := []string{"20 chore 20", "40 chore 40", "60 chore 60", "61 chore 61", "80 removed"}
	if diff := cmp.Diff(want, toldOf(t, s, len(want))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPostgresPositionOfAnotherMapping: a mapping that reads other columns does not go on from a position.
func TestPostgresPositionOfAnotherMapping(t *testing.T) {
	url, owner := database(t)
	execPg(t, owner, pgChores)
	execPg(t, owner, `INSERT INTO chores (what, how) VALUES ('sweep', 'waiting'), ('wash', 'done')`)
	s := openPg(t, url).(source.Resumer)
	listPg(t, s.(source.Source), 10)
	at, err := s.Position(t.Context())
	if err != nil || at == nil {
		t.Fatal(string(at), err)
	}
	for text, want := range map[string]bool{pgMapping: true, fmt.Sprint(pgMapping, "\n[tables.postgres.roles]\ntitle = \"upper(what)\"\n"): false} {
		_, again, err := openPostgres(t.Context(), url, []*mapped.Mapping{parse(t, text)}, source.Options{Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		ok, err := again.(source.Resumer).Resume(t.Context(), at)
		if ok != want || err != nil {
			t.Errorf("resumed: %v, want %v: %v", ok, want, err)
		}
		_ = again.Close()
	}
}

// TestPostgresTableThatMayNotBeRead: the table and the role are named.
func TestPostgresTableThatMayNotBeRead(t *testing.T) {
	url, owner := database(t)
	execPg(t, owner, pgChores)
	execPg(t, owner, `CREATE ROLE stranger LOGIN`)
	t.Cleanup(func() { execPg(t, owner, `DROP ROLE stranger`) })
	_, _, err := openPostgres(t.Context(), strings.Replace(url, "owner", "stranger", 1), []*mapped.Mapping{parse(t, pgMapping)}, source.Options{Now: time.Now})
	if err == nil || !strings.Contains(err.Error(), "the role stranger may not read its table chores") || !errors.Is(err, source.ErrUndetected) {
		t.Error(err)
	}
}

// TestPostgresSchemaThatMayNotBeUsed: tables in a schema that the role may not use are left out,
// though it may read them, and the others are read.
func TestPostgresSchemaThatMayNotBeUsed(t *testing.T) {
	url, owner := database(t)
	execPg(t, owner, pgChores+`; INSERT INTO chores (what, how) VALUES ('sweep', 'waiting')`)
	execPg(t, owner, `CREATE SCHEMA attic; CREATE TABLE attic.trunks (id int PRIMARY KEY, label text, how text); CREATE ROLE guest LOGIN;
		GRANT SELECT ON ALL TABLES IN SCHEMA public, attic TO guest`)
	t.Cleanup(func() { execPg(t, owner, `DROP OWNED BY guest; DROP ROLE guest`) })
	trunks := parse(t, `
name = "trunks"
schema = "attic"
[signature]
trunks = ["label"]
[[tables]]
name = "trunks"
[tables.roles]
id = "id"
status = "how"
[tables.states]
open = "queued"
`)
	_, s, err := openPostgres(t.Context(), strings.Replace(url, "owner:", "guest:", 1), []*mapped.Mapping{parse(t, pgMapping), trunks}, source.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if got := listPg(t, s, 10); len(got) != 1 || !strings.Contains(got[0], "sweep") {
		t.Errorf("listed is %q", got)
	}
}

// TestPostgresStatusOfAnExpression: a status that is no column is read on every release.
func TestPostgresStatusOfAnExpression(t *testing.T) {
	url, owner := database(t)
	execPg(t, owner, pgChores+`; INSERT INTO chores (what, how) VALUES ('sweep', 'waiting'), ('wash', 'done')`)
	text := strings.Replace(pgMapping, `status = "how"`, `status = "CASE how WHEN 'done' THEN 'done' ELSE 'waiting' END"`, 1)
	_, s, err := openPostgres(t.Context(), url, []*mapped.Mapping{parse(t, text)}, source.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if got := listPg(t, s, 10); len(got) != 2 {
		t.Errorf("listed is %q", got)
	}
}

// TestPostgresDeletionBesideANewRow: of a table whose IDs do not grow a row that has ended and is
// deleted is noticed, though as many came meanwhile, and nothing is written afterwards.
func TestPostgresDeletionBesideANewRow(t *testing.T) {
	url, owner := database(t)
	execPg(t, owner, `CREATE TABLE chores (id text PRIMARY KEY, what text, how text, due bigint, note text);
		INSERT INTO chores SELECT 'c' || n, 'chore ' || n, 'done' FROM generate_series(1, 5) n`)
	_, s, err := openPostgres(t.Context(), url, []*mapped.Mapping{parse(t, chores)}, source.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	listPg(t, s, 100)
	toldWithin(t, s, 300*time.Millisecond)
	execPg(t, owner, `BEGIN; DELETE FROM chores WHERE id = 'c3'; INSERT INTO chores VALUES ('d1', 'new', 'done'); COMMIT`)
	told := toldOf(t, s, 2)
	if !slices.Contains(told, "d1 new") || !slices.Contains(told, "reset") {
		t.Errorf("told is %q", told)
	}
}
