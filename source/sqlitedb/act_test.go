package sqlitedb

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/source"
)

// step is an action whose halves can be told apart: it counts up in one row
// and adds another that says how far.
func step(ctx context.Context, q Queryer) ([]Write, error) {
	var n int
	err := q.QueryRowContext(ctx, "SELECT count(*) FROM t").Scan(&n)
	return []Write{
		{Table: "t", Key: Values{{"id", 1}}, Set: Values{{"body", fmt.Sprint(n + 1)}}},
		{Table: "t", Set: Values{{"body", strings.Repeat("x", 3000)}}},
	}, err
}

// steps does the action again and again in a child, through this package, and
// counts what went wrong.
func steps(ctx context.Context, path string, count int, limit int64) (r reply, err error) {
	if limit > 0 {
		signal.Ignore(syscall.SIGXFSZ)
		at := syscall.Rlimit{Cur: uint64(limit), Max: uint64(limit)}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &at); err != nil {
			return r, err
		}
	}
	db, err := Open(ctx, path, Options{})
	if err != nil {
		return r, err
	}
	for range count {
		if _, err := db.Write(ctx, onT, step); err != nil {
			r.Errors++
			r.Text = err.Error()
			if strings.Contains(r.Text, "\n") {
				return r, fmt.Errorf("not one line: %q", r.Text)
			}
		}
	}
	return r, db.Close()
}

// whole checks with the owner's eyes that the file is undamaged and that each
// action was done whole or not at all, and returns how many rows there are.
func whole(t *testing.T, path string) int {
	t.Helper()
	w := owner(t, path)
	defer w.leave()
	if r := w.try("query", "PRAGMA integrity_check"); r.Text != "ok" {
		t.Fatalf("integrity: %+v", r)
	}
	r := w.try("query", "SELECT (SELECT body FROM t WHERE id = 1) || ' ' || count(*) FROM t")
	var said string
	var n int
	if _, err := fmt.Sscan(r.Text, &said, &n); err != nil {
		t.Fatalf("%+v: %v", r, err)
	}
	if said != fmt.Sprint(n) && (said != "a" || n != 3) {
		t.Fatalf("the row says %s and there are %d: half an action", said, n)
	}
	return n
}

func TestManyWritersLoseNothing(t *testing.T) {
	const writers, each = 3, 25
	for _, how := range []string{"delete", "live wal"} {
		t.Run(how, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "queue.db")
			lay(t, path, how)
			w := owner(t, path)
			w.do("CREATE TABLE beside(n)")
			w.send(request{Op: "hammer", Arg: "INSERT INTO beside VALUES (1)", Count: 200, Pause: time.Millisecond})
			var ours []*process
			for range writers {
				p := spawn(t)
				p.send(request{Op: "steps", Arg: path, Count: each})
				ours = append(ours, p)
			}
			for _, p := range ours {
				if r := p.receive(); r.Err != "" || r.Errors != 0 {
					t.Errorf("an action failed: %+v", r)
				}
			}
			if r := w.receive(); r.Errors != 0 {
				t.Errorf("the owner could not write %d times: %s", r.Errors, r.Text)
			}
			w.leave()
			if n := whole(t, path); n != 3+writers*each {
				t.Errorf("%d rows, want %d", n, 3+writers*each)
			}
		})
	}
}

func TestKilledWriterLeavesAllOrNothing(t *testing.T) {
	kills := 40
	if testing.Short() {
		kills = 8
	}
	for _, how := range []string{"delete", "bare wal", "live wal"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(1, 2))
			path := filepath.Join(t.TempDir(), "queue.db")
			lay(t, path, how)
			before := 3
			killAfter := func(d time.Duration) {
				p := spawn(t)
				p.send(request{Op: "steps", Arg: path, Count: 1 << 20})
				time.Sleep(d)
				p.kill()
				n := whole(t, path)
				if n < before {
					t.Fatalf("%d rows after %d", n, before)
				}
				before = n
			}
			for range kills {
				killAfter(time.Duration(random.IntN(60_000)) * time.Microsecond)
			}
			// A slow machine needs longer until anything is done at all.
			for d := 100 * time.Millisecond; before == 3 && d < time.Minute; d *= 2 {
				killAfter(d)
			}
			if before == 3 {
				t.Error("every child was killed before it had done anything")
			}
		})
	}
}

func TestFullDisk(t *testing.T) {
	for _, how := range []string{"delete", "bare wal", "live wal"} {
		t.Run(how, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "queue.db")
			lay(t, path, how)
			for _, limit := range []int64{1, 600, 4096, 5000, 9000, 16000, 40000} {
				p := spawn(t)
				p.send(request{Op: "steps", Arg: path, Count: 12, Limit: limit})
				r := p.receive()
				p.kill()
				if r.Err == "" && r.Errors == 0 {
					t.Errorf("12 actions fit into %d bytes", limit)
				}
				whole(t, path)
			}
		})
	}
}

func TestImagesTellWhatTriggersDid(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	w := owner(t, path)
	w.do("CREATE TABLE log(id INTEGER PRIMARY KEY AUTOINCREMENT, note)", "CREATE TABLE pair(a, b, n, PRIMARY KEY (a, b))",
		"INSERT INTO pair VALUES (1, 'x', 0)", "INSERT INTO log(note) VALUES ('first')", "DELETE FROM log",
		`CREATE TRIGGER t_note AFTER UPDATE OF body ON t BEGIN
			INSERT INTO log(note) VALUES (OLD.body);
			UPDATE t SET body = body || '!' WHERE id = NEW.id;
			UPDATE pair SET n = n + 1;
			UPDATE pair SET n = n + 1;
		END`,
		`CREATE TRIGGER log_note AFTER UPDATE ON log BEGIN UPDATE t SET body = 'touched' WHERE id = 3; END`,
		"INSERT INTO log(note) VALUES ('second')")
	w.leave()
	db := open(t, path, Options{})
	writing := Writing{Tables: []string{"t", "log"}, Trigger: func(string, string, string) bool { return true }}
	got, err := db.Write(t.Context(), writing, only(
		Write{Table: "log", Key: Values{{"id", 2}}, Set: Values{{"note", "changed"}}}, // touches row 3 of t
		Write{Table: "t", Key: Values{{"id", 3}}, Set: Values{{"body", "mine"}}},
		Write{Table: "log", Set: Values{{"note", []byte{}}}},
	))
	must(t, err)
	type row = map[string]any
	want := []Image{
		{Table: "log", Key: row{"id": int64(2)}, Before: row{"id": int64(2), "note": "second"}, After: row{"id": int64(2), "note": "changed"}},
		{Table: "t", Key: row{"id": int64(3)}, Before: row{"id": int64(3), "body": "c"}, After: row{"id": int64(3), "body": "mine!"}},
		{Table: "log", Key: row{"id": int64(5)}, After: row{"id": int64(5), "note": []byte{}}},
		{Table: "log", Key: row{"id": int64(3)}, After: row{"id": int64(3), "note": "c"}},
		{Table: "pair", Key: row{"a": int64(1), "b": "x"}, Before: row{"a": int64(1), "b": "x", "n": int64(0)}, After: row{"a": int64(1), "b": "x", "n": int64(4)}},
		{Table: "log", Key: row{"id": int64(4)}, After: row{"id": int64(4), "note": "touched!"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for i := range got {
		wantRow(t, db, got[i], got[i].After)
	}
	wantRow(t, db, Image{Table: "nobody", Key: row{"x": int64(1)}}, nil)
	wantRow(t, db, Image{Table: "t", Key: row{"x": int64(1)}}, nil)
}

// A table without rowids is followed by its key.
func TestTriggersOfATableWithoutRowids(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	w := owner(t, path)
	w.do("CREATE TABLE v(k TEXT PRIMARY KEY, n, by) WITHOUT ROWID",
		"INSERT INTO v VALUES ('a', 1, NULL), ('b', 2, NULL), ('c', 3, NULL), ('d', 4, NULL)",
		`CREATE TRIGGER v_signed AFTER UPDATE OF n ON v BEGIN
			UPDATE v SET by = NULL WHERE k = NEW.k;
			UPDATE v SET n = n + 10 WHERE k = 'c' AND NEW.k = 'a';
			DELETE FROM v WHERE k = 'd';
		END`,
		"CREATE TRIGGER v_added AFTER INSERT ON v BEGIN UPDATE v SET by = 'me' WHERE k = NEW.k; END")
	w.leave()
	db := open(t, path, Options{})
	writing := Writing{Tables: []string{"v"}, Trigger: func(string, string, string) bool { return true }}
	got, err := db.Write(t.Context(), writing, only(
		Write{Table: "v", Key: Values{{"k", "a"}}, Set: Values{{"n", 5}, {"by", "you"}}},
		Write{Table: "v", Set: Values{{"k", "e"}, {"n", 6}}},
	))
	must(t, err)
	row := func(k string, n int64, by any) map[string]any { return map[string]any{"k": k, "n": n, "by": by} }
	key := func(k string) map[string]any { return map[string]any{"k": k} }
	want := []Image{
		{Table: "v", Key: key("a"), Before: row("a", 1, nil), After: row("a", 5, nil)},
		{Table: "v", Key: key("c"), Before: row("c", 3, nil), After: row("c", 13, nil)},
		{Table: "v", Key: key("d"), Before: row("d", 4, nil)},
		{Table: "v", Key: key("e"), After: row("e", 6, "me")},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestValuesKeepTheirTypes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	w := owner(t, path)
	w.do("CREATE TABLE v(k TEXT, n DATETIME, x, PRIMARY KEY (k)) WITHOUT ROWID", "INSERT INTO v VALUES ('old', '2026-01-02', 1)")
	w.leave()
	db := open(t, path, Options{})
	writing := Writing{Tables: []string{"v"}}
	for i, value := range []any{
		nil, int64(math.MaxInt64), int64(math.MinInt64), 0.1, math.Inf(1), "", "2026-03-14 09:26:53", "a\x00b", "\xff\xfe",
		[]byte("blob"),
		[]byte{},
		"🜚",
	} {
		key := fmt.Sprint(i)
		work := only(Write{Table: "v", Set: Values{{"k", key}, {"n", "2026-03-14T09:26:53Z"}, {"x", value}}})
		rehearsed, err := db.Rehearse(t.Context(), writing, work)
		must(t, err)
		written, err := db.Write(t.Context(), writing, work)
		must(t, err)
		want := []Image{{Table: "v", Key: map[string]any{"k": key}, After: map[string]any{"k": key, "n": "2026-03-14T09:26:53Z", "x": value}}}
		if diff := cmp.Diff(want, rehearsed); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(want, written); diff != "" {
			t.Error(diff)
		}
		again, err := db.Write(t.Context(), writing, only(Write{Table: "v", Key: Values{{"k", key}}, Set: Values{{"x", "new"}}}))
		must(t, err)
		if !cmp.Equal(again[0].Before["x"], value) || again[0].After["x"] != "new" {
			t.Errorf("%#v became %+v", value, again)
		}
	}
}

func TestTwoWritesOfOneRowAreOneImage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	w := owner(t, path)
	w.do("CREATE TABLE newest(t)")
	w.leave()
	db := open(t, path, Options{})
	one, writing := Values{{"id", 1}}, Writing{Tables: []string{"t", "newest"}}
	work := only(
		Write{Table: "t", Key: one, Set: Values{{"body", "x"}}},
		Write{Table: "t", Key: one, Set: Values{{"body", "y"}}},
		Write{Table: "t", Set: Values{{"body", "one"}}},
		Write{Table: "t", Set: Values{{"body", "two"}}},
		Write{Table: "newest", Set: Values{{"t", Made{"t"}}}},
	)
	rehearsed, err := db.Rehearse(t.Context(), writing, work)
	must(t, err)
	written, err := db.Write(t.Context(), writing, work)
	must(t, err)
	if diff := cmp.Diff(written, rehearsed); diff != "" || len(written) != 4 || written[0].Before["body"] != "a" || written[0].After["body"] != "y" ||
		written[2].After["id"] != int64(5) || written[3].After["t"] != int64(5) {
		t.Errorf("%+v %s", written, diff)
	}
}

// TestDelete: a row is deleted, and its image holds all that is needed to add it again.
func TestDelete(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	w := owner(t, path)
	w.do("CREATE TABLE v(k TEXT, x, PRIMARY KEY (k)) WITHOUT ROWID", "INSERT INTO v VALUES ('a', NULL), ('b', x'00')",
		"CREATE TABLE r(x)", "INSERT INTO r VALUES ('first'), ('second')")
	w.leave()
	db := open(t, path, Options{})
	writing := Writing{Tables: []string{"v", "r"}}
	work := only(
		Write{Table: "v", Key: Values{{"k", "b"}}, Delete: true},
		Write{Table: "r", Key: Values{{"rowid", 1}}, Set: Values{{"x", "changed"}}},
		Write{Table: "r", Key: Values{{"rowid", 1}}, Delete: true},
	)
	want := []Image{
		{Table: "v", Key: map[string]any{"k": "b"}, Before: map[string]any{"k": "b", "x": []byte{0}}},
		{Table: "r", Key: map[string]any{"rowid": int64(1)}, Before: map[string]any{"x": "first"}},
	}
	rehearsed, err := db.Rehearse(t.Context(), writing, work)
	must(t, err)
	written, err := db.Write(t.Context(), writing, work)
	must(t, err)
	if diff := cmp.Diff([][]Image{want, want}, [][]Image{rehearsed, written}); diff != "" {
		t.Error(diff)
	}
	for name, decide := range map[string]Decide{
		"a row that is gone": work,
		"a whole table":      only(Write{Table: "v", Delete: true}),
		"with values":        only(Write{Table: "v", Key: Values{{"k", "a"}}, Set: Values{{"x", 1}}, Delete: true}),
		"another table":      only(Write{Table: "sqlite_schema", Key: Values{{"name", "v"}}, Delete: true}),
	} {
		if _, err := db.Write(t.Context(), writing, decide); err == nil {
			t.Errorf("deleted: %s", name)
		}
	}
}

func TestDoubtIsSaid(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "live wal")
	p := spawn(t)
	p.send(request{Op: "doubt", Arg: path})
	if r := p.receive(); r.Err != "" || r.Text != "in doubt" {
		t.Errorf("%+v", r)
	}
	p.kill()
	whole(t, path)
}

// doubt lets the disk fill up between the last statement and COMMIT.
func doubt(ctx context.Context, path string) (r reply, err error) {
	db, err := Open(ctx, path, Options{})
	if err != nil {
		return r, err
	}
	w := onT
	w.Commit = func([]Image) error {
		signal.Ignore(syscall.SIGXFSZ)
		return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 1, Max: 1})
	}
	_, err = db.Write(ctx, w, step)
	if errors.Is(err, source.ErrInDoubt) {
		return reply{Text: "in doubt"}, db.Close()
	}
	return r, fmt.Errorf("not in doubt: %w", err)
}
