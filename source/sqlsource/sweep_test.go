package sqlsource_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
	"notdone/source/watch"
)

// marked is the queue of parcels where addresses change without an entry in the
// log, but not those of parcels that were delivered.
type marked struct{ *parcels }

func (m marked) Shape() *sqlsource.Shape {
	s := m.parcels.Shape()
	s.Marks, s.Settled, s.Busy = []string{"t.address", "t.status"}, []string{"delivered"}, []string{"on the way"}
	return s
}

type markedFormat struct{ parcelFormat }

func (f markedFormat) Start(ctx context.Context, q sqlitedb.Queryer, s *sqlsource.Store) (sqlsource.Queue, error) {
	p, err := f.parcelFormat.Start(ctx, q, s)
	return marked{p.(*parcels)}, err
}

// depot is a queue of marked parcels, listed once.
func depot(t *testing.T) (s source.Source, exec func(statement string)) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "parcels.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	exec = func(statement string) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	exec(parcelSchema + `INSERT INTO parcels (id, address, status) VALUES ('w', 'here', 'waiting'), ('v', 'here', 'waiting'), ('o', 'here', 'on the way'), ('d', 'here', 'delivered')`)
	s, err = sqlsource.Open(t.Context(), sqlsource.Config{
		Kind: "parcels", Path: path, Format: markedFormat{parcelFormat{path, source.Options{Now: time.Now}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if _, err := s.List(t.Context(), source.Query{Limit: 10}); err != nil {
		t.Fatal(err)
	}
	return s, exec
}

const logOfV = `INSERT INTO parcel_log (parcel, what, at) VALUES ('v', 'scanned', 5)`

// TestSweeps: what leaves no entry in the log is found at once where nothing else
// explains a commit, and after a pause where something does.
func TestSweeps(t *testing.T) {
	const long = time.Hour
	for _, c := range []struct {
		name          string
		sweep, urgent time.Duration
		commit        string
		told, after   []string // before and after the pause
	}{
		{"unexplained", long, 0, `UPDATE parcels SET address = 'there' WHERE id = 'w'`, []string{"w"}, nil},
		{"unexplained, put off", long, long, `UPDATE parcels SET address = 'there' WHERE id = 'w'`, nil, []string{"w"}},
		{"explained by the log", long, 0, `BEGIN; UPDATE parcels SET address = 'there' WHERE id = 'w';` + logOfV + `; COMMIT`, []string{"v"}, []string{"w"}},
		{"a busy one", long, long, `UPDATE parcels SET address = 'there' WHERE id = 'o'`, []string{"o"}, nil},
		{"one that is busy no more", long, long, `UPDATE parcels SET status = 'delivered' WHERE id = 'o'`, []string{"o"}, nil},
		{"a settled one", long, 0, `UPDATE parcels SET address = 'there' WHERE id = 'd'`, nil, nil},
		{"one that settles", long, 0, `UPDATE parcels SET status = 'delivered' WHERE id = 'w'`, []string{"w"}, nil},
		{"one that is new", long, 0, `INSERT INTO parcels (id, status) VALUES ('n', 'waiting')`, []string{"n"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, exec := depot(t)
			sqlsource.Pause(s, c.sweep, c.urgent)
			exec(c.commit)
			for _, want := range [][]string{c.told, c.after} {
				d, err := s.Refresh(t.Context(), watch.Signal{})
				if err != nil || d.Reset {
					t.Fatal(d, err)
				}
				var told []string
				for i := range d.Cases {
					told = append(told, d.Cases[i].Task.ID)
				}
				if !slices.Equal(told, want) {
					t.Errorf("told is %v, want %v", told, want)
				}
				sqlsource.Pause(s, 0, 0)
			}
		})
	}
}

// TestSweepNoticesDeletions: a task that is gone without an entry in the log is told as
// such, also where its rowid was given to another task. Where a task is gone that is not
// remembered, everything is listed again.
func TestSweepNoticesDeletions(t *testing.T) {
	for _, c := range []struct {
		commit        string
		removed, told []string
		reset         bool
	}{
		{`DELETE FROM parcels WHERE id = 'w'`, []string{"w"}, nil, false},
		{`DELETE FROM parcels WHERE id = 'd'`, nil, nil, true},
		{`INSERT INTO parcels (id, status) VALUES ('n', 'waiting'); DELETE FROM parcels WHERE id = 'w'`, []string{"w"}, []string{"n"}, false},
		{`DELETE FROM parcels WHERE id IN ('d', 'o'); INSERT INTO parcels (id, status) VALUES ('n', 'waiting'), ('m', 'on the way')`, []string{"o", "d"}, []string{"n", "m"}, false},
	} {
		s, exec := depot(t)
		exec(`BEGIN; ` + c.commit + `; COMMIT`)
		for range 2 {
			sqlsource.Pause(s, 0, 0)
			d, err := s.Refresh(t.Context(), watch.Signal{})
			var told []string
			for i := range d.Cases {
				told = append(told, d.Cases[i].Task.ID)
			}
			slices.Sort(d.Removed)
			slices.Sort(told)
			slices.Sort(c.removed)
			slices.Sort(c.told)
			if err != nil || d.Reset != c.reset || !slices.Equal(d.Removed, c.removed) || !slices.Equal(told, c.told) {
				t.Errorf("%s: %+v, %v", c.commit, d, err)
			}
			c.removed, c.told, c.reset = nil, nil, false
		}
	}
}

// TestSweepAfterLoggedDeletions: a deletion that the log tells of is told as such, also
// by the call that sweeps; beside it one that the log leaves out is noticed.
func TestSweepAfterLoggedDeletions(t *testing.T) {
	const logged = `INSERT INTO parcel_log (parcel, what, at) VALUES ('w', 'lost', 5); DELETE FROM parcels WHERE id = 'w'`
	for _, c := range []struct {
		name, commit string
		reset        bool
	}{
		{"one", logged, false},
		{"and another, not logged", logged + `; DELETE FROM parcels WHERE id = 'd'`, true},
		{"of one that was new", logged + `; INSERT INTO parcel_log (parcel, what, at) VALUES ('n', 'lost', 6)`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, exec := depot(t)
			sqlsource.Pause(s, 0, 0)
			exec(`BEGIN; ` + c.commit + `; COMMIT`)
			for _, first := range []bool{true, false} {
				d, err := s.Refresh(t.Context(), watch.Signal{})
				if err != nil || d.Reset != (c.reset && first) {
					t.Fatal(d, err)
				}
				if told := slices.Contains(d.Removed, "w"); told != (first && !c.reset) {
					t.Errorf("removed are %v", d.Removed)
				}
				sqlsource.Pause(s, 0, 0)
			}
			if _, err := s.List(t.Context(), source.Query{Limit: 10}); err != nil {
				t.Fatal(err)
			}
			exec(`DELETE FROM parcels WHERE id = 'v'`)
			if d, err := s.Refresh(t.Context(), watch.Signal{}); err != nil || !slices.Equal(d.Removed, []string{"v"}) {
				t.Errorf("a later one, not logged: %+v, %v", d, err)
			}
		})
	}
}

// TestUnexplainedCommitsAreNotForgotten: one that came before its sweep was
// allowed is swept for as soon as it is, although another commit is explained.
func TestUnexplainedCommitsAreNotForgotten(t *testing.T) {
	s, exec := depot(t)
	sqlsource.Pause(s, time.Hour, time.Hour)
	exec(`UPDATE parcels SET address = 'there' WHERE id = 'w'`)
	for _, want := range []int{0, 1, 1} {
		d, err := s.Refresh(t.Context(), watch.Signal{})
		if err != nil || len(d.Cases) != want {
			t.Fatalf("%d cases, %v", len(d.Cases), err)
		}
		if want == 0 {
			exec(logOfV)
		} else {
			sqlsource.Pause(s, time.Hour, 0)
		}
	}
}

// unlogged is the queue of marked parcels without its log: the fields hide its methods.
type unlogged struct {
	marked

	Newest, Since struct{}
}

type unloggedFormat struct{ markedFormat }

func (f unloggedFormat) Start(ctx context.Context, q sqlitedb.Queryer, s *sqlsource.Store) (sqlsource.Queue, error) {
	m, err := f.markedFormat.Start(ctx, q, s)
	return unlogged{marked: m.(marked)}, err
}

// TestNewRowsWaitForNoSweep: without a log, a new task is told at once, and only once.
func TestNewRowsWaitForNoSweep(t *testing.T) {
	path := writeDepot(t, t.TempDir(), "parcels", parcelSchema, parcel("p1"))
	s, err := sqlsource.Open(t.Context(), sqlsource.Config{
		Kind: "parcels", Path: path, Format: unloggedFormat{markedFormat{parcelFormat{path, source.Options{Now: time.Now}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if _, err := s.List(t.Context(), source.Query{Limit: 10}); err != nil {
		t.Fatal(err)
	}
	sqlsource.Pause(s, time.Hour, time.Hour)
	writeDepot(t, filepath.Dir(path), "parcels", parcel("p2"), parcel("p3"))
	for _, want := range [][]string{{"p2", "p3"}, nil} {
		if told, reset := refreshAll(t, s, watch.Signal{}); !slices.Equal(told, want) || reset {
			t.Errorf("told is %v, want %v; reset %v", told, want, reset)
		}
		sqlsource.Pause(s, 0, 0)
	}
}
