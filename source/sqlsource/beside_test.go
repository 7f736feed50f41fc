package sqlsource_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
	"notdone/source/watch"
)

// answered is the queue of parcels with a database of receipts beside it.
type answered struct {
	marked
	store *sqlsource.Store
}

func (a answered) Load(ctx context.Context, q sqlitedb.Queryer, ids []string, whole bool) ([]*model.Case, error) {
	cases, err := a.marked.Load(ctx, q, ids, whole)
	receipts := a.store.Beside(0)
	for i := range cases {
		if receipts == nil || err != nil {
			break
		}
		var said any
		said, err = sqlsource.One(ctx, receipts, "SELECT said FROM receipts WHERE parcel = ?", cases[i].Task.ID)
		cases[i].Result = sqlsource.Text(said)
	}
	return cases, err
}

type answeredFormat struct{ markedFormat }

func (f answeredFormat) Files() ([]sqlsource.File, map[string]error) {
	return []sqlsource.File{{Path: f.path, Beside: []string{filepath.Join(filepath.Dir(f.path), "receipts.db")}}}, nil
}

func (f answeredFormat) Start(ctx context.Context, q sqlitedb.Queryer, s *sqlsource.Store) (sqlsource.Queue, error) {
	m, err := f.markedFormat.Start(ctx, q, s)
	return answered{m.(marked), s}, err
}

// TestDatabaseBeside: what a second database says of the tasks is read with them,
// also when it comes later or changes alone. While it is gone the tasks are unreadable.
func TestDatabaseBeside(t *testing.T) {
	dir := t.TempDir()
	path := writeDepot(t, dir, "parcels", parcelSchema, parcel("p1"))
	s, err := sqlsource.Open(t.Context(), sqlsource.Config{
		Kind: "parcels", Path: path, Format: answeredFormat{markedFormat{parcelFormat{path, source.Options{Now: time.Now}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	page, err := s.List(t.Context(), source.Query{Limit: 9})
	if err != nil || len(page.Cases) != 1 || page.Cases[0].Result != "" {
		t.Fatalf("%+v, %v", page.Cases, err)
	}
	receipts := writeDepot(t, dir, "receipts")
	for _, step := range []struct {
		name, statement, want string
		told                  int
	}{
		{"nothing", "", "", 0},
		{"it comes", "CREATE TABLE receipts (parcel TEXT PRIMARY KEY, said TEXT); INSERT INTO receipts VALUES ('p1', 'thanks')", "thanks", 1},
		{"nothing more", "", "", 0},
		{"it changes", "UPDATE receipts SET said = 'no thanks'", "no thanks", 1},
		{"it goes", "rm", "", 0},
		{"it is back", "CREATE TABLE receipts (parcel TEXT PRIMARY KEY, said TEXT); INSERT INTO receipts VALUES ('p1', 'again')", "again", 1},
	} {
		switch step.statement {
		case "":
		case "rm":
			if err := os.Remove(receipts); err != nil {
				t.Fatal(err)
			}
			if d, err := s.Refresh(t.Context(), watch.Signal{}); err == nil || !strings.Contains(err.Error(), receipts) {
				t.Errorf("%s: %+v, %v", step.name, d, err)
			}
			continue
		default:
			writeDepot(t, dir, "receipts", step.statement)
		}
		d, err := s.Refresh(t.Context(), watch.Signal{})
		if err != nil || d.Reset || len(d.Cases) != step.told {
			t.Fatalf("%s: %+v, %v", step.name, d, err)
		}
		if step.told == 1 && d.Cases[0].Result != step.want {
			t.Errorf("%s: read is %q", step.name, d.Cases[0].Result)
		}
	}
}

// adding is the situation of a parcel that is sent again as a new one.
type adding struct {
	*parcelSituation
	added string
}

func (n *adding) Choose(planned sqlsource.Situation) { n.added = planned.(*adding).added }

func (n *adding) Decide(source.Request) sqlsource.Decision {
	return sqlsource.Decision{Now: n.status, Adds: n.added, Writes: []sqlitedb.Write{
		{Table: "parcels", Set: sqlitedb.Values{sqlsource.Set("id", n.added), sqlsource.Set("status", "waiting")}},
	}}
}

// made numbers the parcels that a test has made up.
var made atomic.Int64

// See adds what the receipt says, and makes up a new parcel.
func (a answered) See(ctx context.Context, q sqlitedb.Queryer, id string) (sqlsource.Seen, error) {
	seen, err := a.marked.See(ctx, q, id)
	receipts := a.store.Beside(0)
	if err != nil || receipts == nil {
		return seen, err
	}
	said, err := sqlsource.One(ctx, receipts, "SELECT said FROM receipts WHERE parcel = ?", id)
	seen.Facts = append(seen.Facts, sqlsource.Fact{Name: "receipt", Value: said})
	seen.Situation = &adding{seen.Situation.(*parcelSituation), fmt.Sprint("again", made.Add(1))}
	return seen, err
}

// TestActingReadsTheDatabaseBeside: a plan is held against the database beside as well,
// and what it has made up is what is written.
func TestActingReadsTheDatabaseBeside(t *testing.T) {
	dir := t.TempDir()
	path := writeDepot(t, dir, "parcels", parcelSchema, parcel("p1"))
	writeDepot(t, dir, "receipts", "CREATE TABLE receipts (parcel TEXT PRIMARY KEY, said TEXT)")
	s, err := sqlsource.Open(t.Context(), sqlsource.Config{
		Kind: "parcels", Path: path, Format: answeredFormat{markedFormat{parcelFormat{path, source.Options{Now: time.Now}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	a := s.(source.Actor)
	plan := func() source.Plan {
		t.Helper()
		p, err := a.Plan(t.Context(), source.Request{Task: "p1", Action: model.ActionRequeue, Actor: "ann"})
		if err != nil || p.Refused != "" || p.Adds == "" {
			t.Fatalf("%+v, %v", p, err)
		}
		return p
	}
	announced := func([]source.Image) error { return nil }
	late := plan()
	writeDepot(t, dir, "receipts", "INSERT INTO receipts VALUES ('p1', 'thanks')")
	var changed *source.Changed
	if err := a.Apply(t.Context(), late, announced); !errors.As(err, &changed) || changed.Now != `waiting, receipt "thanks"` {
		t.Errorf("a receipt has come: %v", err)
	}
	p := plan()
	if err := a.Apply(t.Context(), p, announced); err != nil {
		t.Fatal(err)
	}
	cases, err := s.Get(t.Context(), []string{p.Adds, late.Adds})
	if err != nil || len(cases) != 1 || cases[0].Task.ID != p.Adds {
		t.Errorf("added is %+v, %v", cases, err)
	}
}
