package sqlitedb

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"
)

// slowAbove is work whose parts of more rows than that never end by themselves.
func slowAbove(rows int, seen *[]int) func(context.Context, Queryer, int) error {
	return func(ctx context.Context, q Queryer, n int) error {
		*seen = append(*seen, n)
		limit := "10"
		if n > rows {
			limit = "-1"
		}
		var sum int
		return q.QueryRowContext(ctx, "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM c LIMIT "+limit+") SELECT count(*) FROM c").Scan(&sum)
	}
}

func TestPartThatTakesTooLongIsMadeSmaller(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	db := open(t, path, Options{})
	var p Pace
	var seen []int
	must(t, db.ReadPart(t.Context(), &p, 1000, slowAbove(5, &seen)))
	if last := seen[len(seen)-1]; last > 5 || last < 1 || seen[0] != firstRows {
		t.Errorf("parts of %v rows", seen)
	}
	seen = nil
	must(t, db.ReadPart(t.Context(), &p, 1000, slowAbove(1000, &seen)))
	if seen[0] > 10 { // at most twice the last one
		t.Errorf("then parts of %v rows", seen)
	}
	seen = nil
	must(t, db.ReadPart(t.Context(), &Pace{rows: 1000}, 3, slowAbove(3, &seen)))
	if seen[0] != 3 {
		t.Errorf("at most 3 were asked for, parts of %v rows", seen)
	}
}

func TestOwnerCommitsBetweenParts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	w := owner(t, path)
	db := open(t, path, Options{})
	var p Pace
	var seen []int
	long := slowAbove(20, &seen)
	sent := false
	var rows []int
	must(t, db.ReadPart(t.Context(), &p, 64, func(ctx context.Context, q Queryer, n int) error {
		var count int
		if err := q.QueryRowContext(ctx, "SELECT count(*) FROM t").Scan(&count); err != nil {
			return err
		}
		rows = append(rows, count)
		if !sent {
			sent = true
			w.send(request{Op: "exec", Arg: "INSERT INTO t(body) VALUES ('in between')"})
			time.Sleep(5 * time.Millisecond) // long enough for it to wait for this reader
		}
		return long(ctx, q, n)
	}))
	if r := w.receive(); r.Err != "" {
		t.Error(r.Err)
	}
	if len(rows) < 2 || rows[0] != 3 {
		t.Errorf("the parts saw %v rows", rows)
	}
	wantChange(t, db, Change{Data: true})
	wantCount(t, db, "4")
}

// TestSearchThatTakesItsTimeIsDone is work that no smaller number of rows makes
// shorter, such as a search through a whole table: its parts are not interrupted
// for ever, and soon are large ones.
func TestSearchThatTakesItsTimeIsDone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	db := open(t, path, Options{})
	var p Pace
	var done []int
	for left := 500; left > 0; left -= done[len(done)-1] {
		must(t, db.ReadPart(t.Context(), &p, left, func(ctx context.Context, _ Queryer, rows int) error {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(2 * turnMax):
				done = append(done, rows)
				return nil
			}
		}))
	}
	if len(done) > 40 { // 10 of them double to all rows; a busy machine sets some back
		t.Errorf("parts of %v rows", done)
	}
	var seen []int
	must(t, db.ReadPart(t.Context(), &p, 500, slowAbove(500, &seen)))
	must(t, db.ReadPart(t.Context(), &p, 500, slowAbove(5, &seen)))
	if last := seen[len(seen)-1]; last > 5 {
		t.Errorf("then parts of %v rows", seen)
	}
}

// TestPaceOfOneRowThatTakesLong: a part that took long by accident, or whose rows
// are large, is not followed by one of all rows.
func TestPaceOfOneRowThatTakesLong(t *testing.T) {
	for name, parts := range map[string][]struct {
		rows int
		took time.Duration
		next int
	}{
		"an accident":       {{1, turnAim / 5, 2}, {2, turnAim / 5, 4}},
		"large rows":        {{1, 2 * turnMax, 2}, {2, 4 * turnMax, 1}, {1, 2 * turnMax, 2}},
		"a search":          {{1, 9 * turnMax, 2}, {2, 10 * turnMax, 4}, {4, 9 * turnMax, 8}},
		"a search, a while": {{1, 9 * turnMax, 2}, {2, turnMax / 2, 1}},
	} {
		p := Pace{rows: 100}
		p.overran(100)
		p.overran(25)
		p.overran(6)
		if p.overran(1); p.next(1000) != 1 {
			t.Errorf("%s: a row that took too long is followed by %d", name, p.next(1000))
		}
		for _, part := range parts {
			if p.took(part.rows, part.took); p.next(1000) != part.next {
				t.Errorf("%s: %d rows in %s are followed by %d, want %d", name, part.rows, part.took, p.next(1000), part.next)
			}
		}
	}
}

func TestWriteAheadLogIsReadInOnePart(t *testing.T) {
	for _, how := range []string{"live wal", "bare wal", "wal without shm"} {
		path := filepath.Join(t.TempDir(), "queue.db")
		lay(t, path, how)
		db := open(t, path, Options{})
		var p Pace
		var seen []int
		must(t, db.ReadPart(t.Context(), &p, 1000, slowAbove(1000, &seen)))
		if fmt.Sprint(seen) != "[1000]" {
			t.Errorf("%s: parts of %v rows", how, seen)
		}
	}
}

func TestPartCanBeCancelled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	db := open(t, path, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	var p Pace
	err := db.ReadPart(ctx, &p, 10, func(ctx context.Context, q Queryer, n int) error {
		cancel()
		var seen []int
		return slowAbove(0, &seen)(ctx, q, n)
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	wantCount(t, db, "3")
}

func TestEndlessReadEnds(t *testing.T) {
	for _, how := range []string{"delete", "live wal"} {
		path := filepath.Join(t.TempDir(), "queue.db")
		lay(t, path, how)
		db := open(t, path, Options{ReadTimeout: 100 * time.Millisecond})
		var seen []int
		endless := slowAbove(0, &seen)
		err := db.Read(t.Context(), func(ctx context.Context, q Queryer) error { return endless(ctx, q, 1) })
		if !errors.Is(err, ErrEndless) {
			t.Fatalf("%s: got %v", how, err)
		}
		oneLine(t, err, path)
		if err := db.ReadPart(t.Context(), &Pace{}, 100, endless); !errors.Is(err, ErrEndless) {
			t.Errorf("%s: in parts: %v", how, err)
		}
		wantCount(t, db, "3")
		owner(t, path).do("INSERT INTO t(body) VALUES ('d')")
	}
}

func TestPace(t *testing.T) {
	p := Pace{rows: 100}
	p.took(100, turnAim)
	if p.rows != 100 {
		t.Errorf("a part that fits is followed by one of %d", p.rows)
	}
	p.took(100, turnAim/8)
	if p.rows != 200 {
		t.Errorf("a short part is followed by one of %d", p.rows)
	}
	p.took(200, 2*turnAim)
	if p.rows != 100 {
		t.Errorf("a long part is followed by one of %d", p.rows)
	}
	p.took(3, turnAim/8) // the last of a listing says nothing of larger ones
	if p.rows != 100 {
		t.Errorf("a part of what was left is followed by one of %d", p.rows)
	}
	p.took(100, time.Hour)
	if p.rows != 1 {
		t.Errorf("an endless part is followed by one of %d", p.rows)
	}
	p.took(1, 0)
	if p.rows != 2 {
		t.Errorf("a part of one row that took no time is followed by one of %d", p.rows)
	}
}
