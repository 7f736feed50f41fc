package sqlitedb

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// texts runs a query with QueryEach and joins the values of its first column. Columns
// after the first are read too.
func texts(ctx context.Context, q Queryer, each func(), query string, args ...any) (string, error) {
	var all []string
	err := QueryEach(ctx, q, func(rows *sql.Rows) error {
		names, err := rows.Columns()
		if err != nil {
			return err
		}
		into := make([]any, len(names))
		for i := range into {
			into[i] = new(any)
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		all = append(all, fmt.Sprint(*into[0].(*any), "/", len(into)))
		each()
		return nil
	}, query, args...)
	return strings.Join(all, " "), err
}

func TestAStatementThatIsBeingReadServesNoSecondQuery(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	db := open(t, path, Options{})
	const query = "SELECT id FROM t WHERE id >= ? ORDER BY id"
	for range 4 { // the first run is not prepared, the later ones are
		var outer string
		var inner []string
		err := db.Read(t.Context(), func(ctx context.Context, q Queryer) (err error) {
			inner = nil
			outer, err = texts(ctx, q, func() {
				all, err := texts(ctx, q, func() {}, query, 3)
				must(t, err)
				inner = append(inner, all)
			}, query, 1)
			return err
		})
		must(t, err)
		if got := fmt.Sprint(outer, inner); got != "1/1 2/1 3/1[3/1 3/1 3/1]" {
			t.Fatalf("read %s", got)
		}
	}
}

func TestAStatementFollowsTheSchema(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	w := owner(t, path)
	w.fill()
	db := open(t, path, Options{Park: -1})
	read := func(query string) string {
		t.Helper()
		var got string
		err := db.Read(t.Context(), func(ctx context.Context, q Queryer) (err error) {
			got, err = texts(ctx, q, func() {}, query)
			return err
		})
		if err != nil {
			return err.Error()
		}
		return got
	}
	for range 3 {
		if got := read("SELECT * FROM t"); got != "1/2 2/2 3/2" {
			t.Fatalf("read %s", got)
		}
	}
	for range 3 {
		if got := read("SELECT a FROM later"); !strings.Contains(got, "no such table") {
			t.Fatalf("read %s", got)
		}
	}
	w.do("ALTER TABLE t ADD COLUMN more TEXT", "CREATE TABLE later(a)", "INSERT INTO later VALUES (7)")
	for range 3 {
		if got := read("SELECT * FROM t"); got != "1/3 2/3 3/3" {
			t.Fatalf("read %s", got)
		}
		if got := read("SELECT a FROM later"); got != "7/1" {
			t.Fatalf("read %s", got)
		}
	}
	w.do("DROP TABLE later")
	if got := read("SELECT a FROM later"); !strings.Contains(got, "no such table") {
		t.Fatalf("read %s", got)
	}
}

func TestTheNumberOfStatementsIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	db := open(t, path, Options{})
	most := 0
	for i := range 5 * statementsMax {
		err := db.Read(t.Context(), func(ctx context.Context, q Queryer) error {
			for range 2 {
				got, err := texts(ctx, q, func() {}, fmt.Sprintf("SELECT %d FROM t WHERE id = 1", i))
				must(t, err)
				if want := fmt.Sprintf("%d/1", i); got != want {
					t.Fatalf("read %s, want %s", got, want)
				}
			}
			return nil
		})
		must(t, err)
		most = max(most, len(db.session.prepared.byText))
	}
	if most != statementsMax {
		t.Errorf("%d statements were kept", most)
	}
}

func TestAPanicInARowLeavesItsStatementUsable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	db := open(t, path, Options{})
	const query = "SELECT id FROM t ORDER BY id"
	for range 3 {
		func() {
			defer func() { _ = recover() }()
			_ = db.Read(t.Context(), func(ctx context.Context, q Queryer) error {
				_, err := texts(ctx, q, func() { panic("boom") }, query)
				return err
			})
		}()
	}
	err := db.Read(t.Context(), func(ctx context.Context, q Queryer) error {
		got, err := texts(ctx, q, func() {}, query)
		if got != "1/1 2/1 3/1" {
			t.Errorf("read %s", got)
		}
		return err
	})
	must(t, err)
	for text, s := range db.session.prepared.byText {
		if s.busy {
			t.Errorf("still busy: %s", text)
		}
	}
}
