package crowd

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	_ "modernc.org/sqlite" // what queues are written with
)

//go:embed shapes
var shapes embed.FS

// Shape returns the statements that make the tables of a system: hermes, nanoclaw
// (inbound.db), nanoclaw-out, nanoclaw-central or river.
func Shape(name string) string {
	text, err := shapes.ReadFile("shapes/" + name + ".sql")
	if err != nil {
		panic(err) // the name is a constant of the program
	}
	return string(text)
}

// A system is a kind of queue.
type system struct {
	statuses *[scheduled + 1]string // its words for the states
	count    string                 // a statement that counts the tasks of each status; empty where they lie in many files
	renew    string                 // gives what runs a heartbeat at ?1 and a lease until ?2, and what waits that time, in the units of the system
	unit     time.Duration          // of its times
	// files lists the databases of a queue of so many tasks. Each takes the next tasks.
	files func(path string, tasks int) []*file
	rows  func(f *file, t *task)
}

// systems are the kinds of queue that can be written.
var systems = map[string]*system{"hermes": &hermes, "queue": &ownQueue, "nanoclaw": &nanoclaw, "river": &river}

// Systems are the names that Write takes.
func Systems() []string {
	var names []string
	for name := range systems {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// file is a database, or a pair of them, that is being written.
type file struct {
	path   string
	number int
	tasks  int // that it takes
	now    time.Time
	make   func(f *file) error // makes the database with its tables
	tables []string            // INSERT statements
	beside *file               // the second one of a pair; it takes no tasks
	after  string              // statements at the end
	added  [][]row             // by table
	total  []int
	seq    int64
}

type row struct {
	at   int64 // rows of a table are written in this order
	args []any
}

// add adds a row to a table.
func (f *file) add(table int, at time.Time, args ...any) {
	f.added[table] = append(f.added[table], row{at.UnixMilli(), args})
}

// batch is how many tasks one transaction writes.
const batch = 10_000

// Write writes a queue of a system to the path, where nothing may be yet, and checks
// that it holds what the plan says.
func Write(ctx context.Context, name, path string, p Plan) error {
	s := systems[name]
	if s == nil {
		return fmt.Errorf("no system is called %q; there are %s", name, strings.Join(Systems(), ", "))
	}
	d, err := newDealer(p)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s exists", path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	for _, f := range s.files(path, p.Tasks) {
		f.now = p.Now
		if err := s.fill(ctx, f, d); err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
	}
	if d.dealt != p.Tasks {
		return fmt.Errorf("%d tasks were written of %d", d.dealt, p.Tasks)
	}
	return Check(ctx, name, path, p)
}

// Check says what differs between a queue and the plan that it was written by.
func Check(ctx context.Context, name, path string, p Plan) error {
	s := systems[name]
	if s.count == "" {
		return nil // its files were counted when they were written
	}
	want := map[string]int{}
	for state, n := range p.counts() {
		want[s.statuses[state]] += n
	}
	db, err := Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	rows, err := db.QueryContext(ctx, s.count)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var status string
		var n int
		if err := rows.Scan(&status, &n); err != nil {
			return err
		}
		if want[status] != n {
			return fmt.Errorf("%s has %d tasks that are %s, and should have %d", path, n, status, want[status])
		}
		delete(want, status)
	}
	for status, n := range want {
		if n > 0 {
			return fmt.Errorf("%s has no task that is %s, and should have %d", path, status, n)
		}
	}
	return rows.Err()
}

// Renew lets the tasks that ran when a queue was written run now, with leases of a day, and those
// that waited wait since now, so that none is found to wait too long while it is measured.
func Renew(ctx context.Context, name, path string, now time.Time) error {
	s := systems[name]
	db, err := Open(path)
	if err != nil {
		return err
	}
	at := now.UnixNano() / int64(s.unit)
	_, err = db.ExecContext(ctx, s.renew, at, at+int64(24*time.Hour/s.unit))
	return errors.Join(err, db.Close())
}

func (s *system) fill(ctx context.Context, f *file, d *dealer) (err error) {
	dbs := make([]*sql.DB, 0, 2)
	for _, g := range []*file{f, f.beside} {
		if g == nil {
			continue
		}
		if err := g.make(g); err != nil {
			return err
		}
		db, openErr := Open(g.path)
		if openErr != nil {
			return openErr
		}
		defer func() { err = errors.Join(err, db.Close()) }()
		g.added, g.total = make([][]row, len(g.tables)), make([]int, len(g.tables))
		dbs = append(dbs, db)
	}
	for left := f.tasks; left > 0; left -= batch {
		for range min(left, batch) {
			s.rows(f, d.next())
		}
		for i, g := range []*file{f, f.beside} {
			if g != nil {
				if err := g.flush(ctx, dbs[i]); err != nil {
					return err
				}
			}
		}
	}
	for i, g := range []*file{f, f.beside} {
		if g != nil {
			if err := g.close(ctx, dbs[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// Open opens a database to write made-up rows: fast, without a thought of a crash.
func Open(path string) (*sql.DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	name := url.URL{Scheme: "file", Path: path, RawQuery: "_pragma=busy_timeout(20000)&_pragma=synchronous(off)&_pragma=cache_size(-200000)&_pragma=temp_store(memory)"}
	db, err := sql.Open("sqlite", name.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// flush writes what was added, in one transaction.
func (f *file) flush(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	for i, query := range f.tables {
		if err := insert(ctx, tx, query, f.added[i]); err != nil {
			return fmt.Errorf("%s: %w", query, err)
		}
		f.total[i] += len(f.added[i])
		f.added[i] = f.added[i][:0]
	}
	return tx.Commit()
}

// insert writes rows in the order of their times.
func insert(ctx context.Context, tx *sql.Tx, query string, rows []row) error {
	statement, err := tx.PrepareContext(ctx, query)
	if err != nil {
		return err
	}
	defer func() { _ = statement.Close() }()
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.at, b.at) })
	for _, r := range rows {
		if _, err := statement.ExecContext(ctx, r.args...); err != nil {
			return err
		}
	}
	return nil
}

// close finishes the file, and counts.
func (f *file) close(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, f.after); err != nil {
		return err
	}
	want := map[string]int{}
	for i, query := range f.tables {
		table, _, _ := strings.Cut(strings.TrimPrefix(query, "INSERT INTO "), " ")
		want[table] += f.total[i]
	}
	for table, n := range want {
		var count int
		if err := db.QueryRowContext(ctx, "SELECT count(*) FROM "+table).Scan(&count); err != nil {
			return err
		}
		if count != n {
			return fmt.Errorf("%s has %d rows, and should have %d", table, count, n)
		}
	}
	return nil
}

// makes returns what makes a database of statements.
func makes(statements string) func(*file) error {
	return func(f *file) error {
		if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
			return err
		}
		db, err := Open(f.path)
		if err != nil {
			return err
		}
		_, err = db.ExecContext(context.Background(), statements)
		return errors.Join(err, db.Close())
	}
}

// one is the files of a system with a single database.
func one(f file) func(string, int) []*file {
	return func(path string, tasks int) []*file {
		g := f
		g.path, g.tasks = path, tasks
		return []*file{&g}
	}
}

// null is a value for a column: nothing for a zero value.
func null[T comparable](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}
