package pgsource

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"notdone/model"
	"notdone/source"
	"notdone/source/pgsource/pgtest"
	"notdone/source/watch"
)

func TestMain(m *testing.M) {
	defer pgtest.Stop()
	m.Run()
}

// errands are a table of tasks of which all are done.
type errands struct{}

func (errands) Shape() *Shape {
	return &Shape{Name: "errands", From: `"errands"`, Key: "t.id", Type: "integer", Live: "(t.status <> 'done')", Ended: "(t.status = 'done')", Versioned: true}
}

func (errands) Read(ctx context.Context, tx pgx.Tx, _ bool, end string, args ...any) (cases []model.Case, err error) {
	rows, err := tx.Query(ctx, `SELECT t.id::text, t.what FROM "errands" t `+end, args...)
	if err != nil {
		return nil, err
	}
	var id, what string
	_, err = pgx.ForEachRow(rows, []any{&id, &what}, func() error {
		cases = append(cases, model.Case{Task: model.Task{ID: id, Title: what}})
		return nil
	})
	return cases, err
}

func executor(t *testing.T, owner *pgx.Conn) func(statement string) {
	t.Helper()
	return func(statement string) {
		t.Helper()
		if _, err := owner.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

// openErrands opens a database with two thousand errands, and lists them.
func openErrands(t *testing.T, url string, execute func(string)) *Source {
	t.Helper()
	execute(fmt.Sprintf(`CREATE TABLE errands (id integer PRIMARY KEY, what text, status text);
		INSERT INTO errands SELECT i, 'errand ' || i, 'done' FROM generate_series(1, %d) i`, 2*newestMany))
	s, err := Open(t.Context(), url, func(context.Context, pgx.Tx, Columns, string, *Clock) (*Queue, error) {
		return &Queue{Tables: []Table{errands{}}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	for q := (source.Query{Limit: 500}); ; {
		page, err := s.List(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if q.After = page.Next; q.After == "" {
			return s
		}
	}
}

// TestAnotherListingForgetsNothing: rows that were told and are gone are told as removed, though
// some of them are listed again meanwhile, as the board does to fill its lists.
func TestAnotherListingForgetsNothing(t *testing.T) {
	url, owner := pgtest.Database(t)
	execute := executor(t, owner)
	s := openErrands(t, url, execute)
	execute(`DROP TABLE errands; CREATE TABLE errands (id integer PRIMARY KEY, what text, status text); INSERT INTO errands VALUES (7, 'new', 'done')`)
	removed := map[string]bool{}
	for range 400 {
		if _, err := s.List(t.Context(), source.Query{Limit: 500}); err != nil {
			t.Fatal(err)
		}
		d, err := s.Refresh(t.Context(), watch.Signal{})
		if err != nil || d.Reset {
			t.Fatal(d.Reset, err)
		}
		for _, id := range d.Removed {
			removed[id] = true
		}
		if len(removed) == 2*newestMany-1 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if len(removed) != 2*newestMany-1 || removed["7"] {
		t.Errorf("%d rows are told as removed", len(removed))
	}
}

// TestNewestRowsThatHaveEnded: of the newest rows that have ended a change is found long before
// all of them are compared.
func TestNewestRowsThatHaveEnded(t *testing.T) {
	url, owner := pgtest.Database(t)
	execute := executor(t, owner)
	s := openErrands(t, url, execute)
	s.tables[0].follow.looks[sweep].due = time.Now().Add(time.Hour)
	for _, edit := range []string{"one", "another"} {
		execute(`UPDATE errands SET what = '` + edit + `' WHERE id IN (10, 1500)`)
		told := map[string]string{}
		for range 200 {
			d, err := s.Refresh(t.Context(), watch.Signal{})
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range d.Cases {
				told[c.Task.ID] = c.Task.Title
			}
			if len(told) > 0 {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		if len(told) != 1 || told["1500"] != edit {
			t.Errorf("told is %v", told)
		}
	}
}
