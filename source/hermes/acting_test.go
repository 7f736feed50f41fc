package hermes

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
)

// boardNow is the clock of a board on which tests act.
var boardNow = noon.Unix()

// dead are the pids that are gone; every other is alive.
type dead map[int]bool

func (d dead) alive(pid int, _ time.Time) model.Liveness {
	if d[pid] {
		return model.LivenessDead
	}
	return model.LivenessAlive
}

// actOn opens a board for acting, with the clock at now.
func actOn(t testing.TB, path string, now int64, host string, d func(int, time.Time) model.Liveness) *reader {
	t.Helper()
	r, err := openReader(context.Background(), path, source.Options{
		Now: func() time.Time { return time.Unix(now, 0) }, Hosts: []string{host}, Alive: d,
	})
	must(t, err)
	t.Cleanup(func() { must(t, r.Close()) })
	r.env.here = host
	return r
}

// done is what one action left: the record that a journal would keep of it.
func done(t testing.TB, r *reader, p source.Plan) (source.Record, error) {
	t.Helper()
	var images []source.Image
	err := r.Apply(context.Background(), p, func(i []source.Image) error {
		images = slices.Clone(i)
		return nil
	})
	if err != nil {
		return source.Record{}, err
	}
	request := p.Request
	request.Action = p.Action
	return source.Record{
		ID: "1", At: r.now(), Kind: Kind, Request: request, Task: p.Task, Was: p.Was, Now: p.Now, Undo: p.Undo,
		Images: images,
	}, nil
}

// plan asks for a plan that is not refused.
func plan(t testing.TB, r *reader, req source.Request) source.Plan {
	t.Helper()
	p, err := r.Plan(context.Background(), req)
	must(t, err)
	if p.Refused != "" {
		t.Fatalf("%s of %s is refused: %s", req.Action, req.Task, p.Refused)
	}
	return p
}

// act plans and applies.
func act(t testing.TB, r *reader, req source.Request) source.Record {
	t.Helper()
	rec, err := done(t, r, plan(t, r, req))
	must(t, err)
	return rec
}

// undo takes a record back.
func undo(t testing.TB, r *reader, rec source.Record) source.Plan {
	t.Helper()
	p, err := r.PlanUndo(context.Background(), rec, "bob")
	must(t, err)
	if p.Refused != "" {
		t.Fatalf("the undo is refused: %s", p.Refused)
	}
	must(t, r.Apply(context.Background(), p, func([]source.Image) error { return nil }))
	return p
}

// rows is a whole database: by table and rowid, each row by column.
type rows map[string]map[int64]map[string]any

// dumped are the tables that are compared, with the column that identifies a row.
var dumped = []string{tabTasks, tabRuns, tabEvents, tabComments, tabLinks}

// queryAt is the first value that a query gives.
func queryAt(t testing.TB, path, text string) any {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	must(t, err)
	defer func() { must(t, db.Close()) }()
	var v any
	must(t, db.QueryRowContext(context.Background(), text).Scan(&v))
	return v
}

// queryDB runs a query and returns its rows by column.
func queryDB(t testing.TB, db *sql.DB, text string, args ...any) []map[string]any {
	t.Helper()
	found, err := db.QueryContext(context.Background(), text, args...)
	must(t, err)
	defer func() { must(t, found.Close()) }()
	names, err := found.Columns()
	must(t, err)
	var all []map[string]any
	for found.Next() {
		cells, into := make([]any, len(names)), make([]any, len(names))
		for i := range cells {
			into[i] = &cells[i]
		}
		must(t, found.Scan(into...))
		one := map[string]any{}
		for i, n := range names {
			one[n] = cells[i]
		}
		all = append(all, one)
	}
	must(t, found.Err())
	return all
}

func dump(t testing.TB, path string) rows {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	must(t, err)
	defer func() { must(t, db.Close()) }()
	all := rows{}
	for _, table := range dumped {
		if len(queryDB(t, db, "SELECT 1 FROM sqlite_schema WHERE name = ?", table)) == 0 {
			continue
		}
		all[table] = map[int64]map[string]any{}
		for _, one := range queryDB(t, db, "SELECT rowid AS rowid_, * FROM "+table) {
			id := number(one["rowid_"])
			delete(one, "rowid_")
			all[table][id] = one
		}
	}
	return all
}

// difference lists, a line each, what is other in the second dump. Columns that
// a line leaves out did not change.
func difference(before, after rows) []string {
	var lines []string
	for _, table := range dumped {
		for _, id := range slices.Sorted(maps.Keys(after[table])) {
			now := after[table][id]
			was, there := before[table][id]
			var parts []string
			for _, column := range slices.Sorted(maps.Keys(now)) {
				switch {
				case !there && now[column] != nil:
					parts = append(parts, fmt.Sprintf("%s: %v", column, now[column]))
				case there && !cmp.Equal(was[column], now[column]):
					parts = append(parts, fmt.Sprintf("%s: %v -> %v", column, was[column], now[column]))
				}
			}
			if len(parts) > 0 {
				lines = append(lines, rowName(table, id, now, there)+" "+strings.Join(parts, "; "))
			}
		}
		for _, id := range slices.Sorted(maps.Keys(before[table])) {
			if _, there := after[table][id]; !there {
				lines = append(lines, fmt.Sprintf("%s %d is gone", table, id))
			}
		}
	}
	return lines
}

func rowName(table string, id int64, now map[string]any, there bool) string {
	name := fmt.Sprint(table, " ", id)
	if table == tabTasks {
		name = fmt.Sprint(table, " ", text(now["id"]))
	}
	if !there {
		name = "+ " + name
	}
	return name
}

// statements runs SQL on its own connection.
func statements(t testing.TB, path string, all ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	must(t, err)
	defer func() { must(t, db.Close()) }()
	for _, s := range all {
		if _, err := db.ExecContext(context.Background(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func tempBoard(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), dbName)
}
