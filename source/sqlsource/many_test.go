package sqlsource_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
	"notdone/source/watch"
)

// depots is a folder of queues of parcels, a file each.
type depots struct {
	dir string
	o   source.Options
}

func (d depots) Files() (found []sqlsource.File, troubles map[string]error) {
	troubles = map[string]error{}
	entries, err := os.ReadDir(d.dir)
	if err != nil {
		troubles[""] = err
	}
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".db"); ok {
			found = append(found, sqlsource.File{Group: name, Path: filepath.Join(d.dir, e.Name())})
		}
	}
	return found, troubles
}

func (d depots) Start(ctx context.Context, q sqlitedb.Queryer, s *sqlsource.Store) (sqlsource.Queue, error) {
	p, err := parcelFormat{d.dir, d.o}.Start(ctx, q, s)
	g := grouped{p.(*parcels), s.Group + "/"}
	if strings.HasPrefix(s.Group, "archive") {
		return struct{ sqlsource.Queue }{g}, err // which is no Actor
	}
	return g, err
}

// grouped gives the ids of parcels their group.
type grouped struct {
	*parcels
	prefix string
}

func (g grouped) Load(ctx context.Context, q sqlitedb.Queryer, ids []string, whole bool) ([]*model.Case, error) {
	cases, err := g.parcels.Load(ctx, q, ids, whole)
	for i := range cases {
		cases[i].Task.ID = g.prefix + cases[i].Task.ID
	}
	return cases, err
}

// writeDepot runs statements on one file of a folder.
func writeDepot(t *testing.T, dir, name string, statements ...string) string {
	t.Helper()
	path := filepath.Join(dir, name+".db")
	db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(5000)&_pragma=synchronous(0)")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for _, s := range statements {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	return path
}

func parcel(id string) string {
	return fmt.Sprintf("INSERT INTO parcels (id, address, status) VALUES ('%[1]s', 'here', 'waiting'); INSERT INTO parcel_log (parcel, what, at) VALUES ('%[1]s', 'taken in', 5)", id)
}

func openDepots(t *testing.T, dir string) source.Source {
	t.Helper()
	s, err := sqlsource.Open(t.Context(), sqlsource.Config{Kind: "parcels", Path: dir, Part: "depot", Many: true, Format: depots{dir, source.Options{Now: time.Now}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func refreshAll(t *testing.T, s source.Source, changed watch.Signal) (told []string, reset bool) {
	t.Helper()
	for {
		d, err := s.Refresh(t.Context(), changed)
		if err != nil {
			t.Fatal(err)
		}
		for i := range d.Cases {
			told = append(told, d.Cases[i].Task.ID)
		}
		told, reset = append(told, d.Removed...), reset || d.Reset
		if !d.More {
			return told, reset
		}
	}
}

// TestManyFilesAreNotHeldOpen: of a folder of hundreds of databases with rollback
// journals none is open between calls, and a change of one is told.
func TestManyFilesAreNotHeldOpen(t *testing.T) {
	const files = 120
	dir := t.TempDir()
	for i := range files {
		writeDepot(t, dir, fmt.Sprintf("d%03d", i), parcelSchema, parcel("p1"))
	}
	s := openDepots(t, dir)
	open := func() {
		t.Helper()
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			return // there is no /proc to count descriptors in
		}
		n := 0
		for _, e := range entries {
			if target, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil && strings.HasPrefix(target, dir) {
				n++
			}
		}
		if n > 0 {
			t.Errorf("%d descriptors are open", n)
		}
	}
	page, err := s.List(t.Context(), source.Query{Limit: 2 * files})
	if err != nil || len(page.Cases) != files {
		t.Fatalf("%d cases, %v", len(page.Cases), err)
	}
	open()
	refreshAll(t, s, watch.Signal{})
	path := writeDepot(t, dir, "d077", parcel("p2"))
	told, reset := refreshAll(t, s, watch.Signal{Paths: []string{path}})
	if !slices.Equal(told, []string{"d077/p2"}) || reset {
		t.Errorf("told is %v, reset %v", told, reset)
	}
	open()
	writeDepot(t, dir, "d078", parcel("p3"))
	if told, _ := refreshAll(t, s, watch.Signal{Paths: []string{path}}); len(told) > 0 {
		t.Errorf("of a file that was not named: %v", told)
	}
	if told, _ := refreshAll(t, s, watch.Signal{}); !slices.Equal(told, []string{"d078/p3"}) {
		t.Errorf("told is %v", told)
	}
}

// TestDatabasesComeAndGo: one that appears or goes has everything listed again,
// and one that cannot be read does not stop the others.
func TestDatabasesComeAndGo(t *testing.T) {
	dir := t.TempDir()
	a := writeDepot(t, dir, "a", parcelSchema, parcel("p1"))
	s := openDepots(t, dir)
	ids := func() (ids []string) {
		t.Helper()
		page, err := s.List(t.Context(), source.Query{Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		for i := range page.Cases {
			ids = append(ids, page.Cases[i].Task.ID)
		}
		return ids
	}
	writeDepot(t, dir, "b", parcelSchema, parcel("p1"))
	if _, reset := refreshAll(t, s, watch.Signal{Paths: []string{dir}}); !reset || !slices.Equal(ids(), []string{"a/p1", "b/p1"}) {
		t.Errorf("reset %v, listed %v", reset, ids())
	}
	if err := os.WriteFile(filepath.Join(dir, "broken.db"), []byte(strings.Repeat("SQLite format 3\x00", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "empty.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	refreshAll(t, s, watch.Signal{})
	if err := s.(source.Partial).Trouble(); err == nil || !strings.Contains(err.Error(), "depot broken") || strings.Contains(err.Error(), "empty") {
		t.Errorf("trouble: %v", err)
	}
	if got := ids(); !slices.Equal(got, []string{"a/p1", "b/p1"}) {
		t.Errorf("listed %v", got)
	}
	if got, err := s.Resolve(t.Context(), "b/p1"); err != nil || got != "b/p1" {
		t.Errorf("resolved %q, %v", got, err)
	}
	if _, err := s.Resolve(t.Context(), "p1"); err == nil || !strings.Contains(err.Error(), "a/p1, b/p1") {
		t.Errorf("an ambiguous name: %v", err)
	}
	if err := os.Remove(a); err != nil {
		t.Fatal(err)
	}
	if _, reset := refreshAll(t, s, watch.Signal{}); !reset || !slices.Equal(ids(), []string{"b/p1"}) {
		t.Errorf("reset %v, listed %v", reset, ids())
	}
}

// TestAnExpectedDatabaseThatWasRemoved: it is a trouble for as long as it is expected and not there.
func TestAnExpectedDatabaseThatWasRemoved(t *testing.T) {
	dir := t.TempDir()
	writeDepot(t, dir, "a", parcelSchema, parcel("p1"))
	b := writeDepot(t, dir, "b", parcelSchema, parcel("p1"))
	s, err := sqlsource.Open(t.Context(), sqlsource.Config{
		Kind: "parcels", Path: dir, Part: "depot", Many: true, Format: expected{depots{dir, source.Options{Now: time.Now}}, []string{"a", "b", "later"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	for _, c := range []struct {
		do      func() error
		trouble string
	}{
		{func() error { return nil }, ""}, // what was never there is waited for
		{func() error { return os.Rename(b, b+".away") }, "depot b: " + b + " was removed"},
		{func() error { return os.Rename(b+".away", b) }, ""},
	} {
		if err := c.do(); err != nil {
			t.Fatal(err)
		}
		refreshAll(t, s, watch.Signal{})
		got := ""
		if err := s.(source.Partial).Trouble(); err != nil {
			got = err.Error()
		}
		if got != c.trouble {
			t.Errorf("trouble %q, want %q", got, c.trouble)
		}
	}
}

// TestSomeCanOnlyBeRead: a folder is acted on when any of its databases can be, and
// the others refuse.
func TestSomeCanOnlyBeRead(t *testing.T) {
	dir := t.TempDir()
	writeDepot(t, dir, "archive", parcelSchema, parcel("p1"))
	if _, acts := openDepots(t, dir).(source.Actor); acts {
		t.Error("an archive alone can be acted on")
	}
	writeDepot(t, dir, "b", parcelSchema, parcel("p1"), "UPDATE parcels SET status = 'returned'")
	if _, acts := openDepots(t, dir).(source.Actor); !acts {
		t.Error("it cannot be acted on")
	}
	for i := range 12 { // more than are opened at once
		writeDepot(t, dir, fmt.Sprint("d", i), parcelSchema, parcel("p1"), "UPDATE parcels SET status = 'returned'")
	}
	crowd, acts := openDepots(t, dir).(source.Actor)
	if !acts {
		t.Fatal("a crowd cannot be acted on")
	}
	for id, refused := range map[string]string{"b/p1": "", "archive/p1": "it can only be read", "d11/p1": ""} {
		p, err := crowd.Plan(t.Context(), source.Request{Task: id, Action: model.ActionRequeue, Actor: "ann"})
		if err != nil || p.Refused != refused {
			t.Errorf("%s: refused as %q, %v", id, p.Refused, err)
		}
	}
}

// TestManyFilesAreOpenedWhenTheyAreListed: the first page does not wait for all of
// many databases, and a task of one that was not opened yet is found all the same.
func TestManyFilesAreOpenedWhenTheyAreListed(t *testing.T) {
	const files = 40
	dir := t.TempDir()
	var want []string
	for i := range files {
		name := fmt.Sprintf("d%03d", i)
		writeDepot(t, dir, name, parcelSchema, parcel("p1"), "UPDATE parcels SET status = 'on the way'")
		want = append(want, name+"/p1")
	}
	s := openDepots(t, dir)
	page, err := s.List(t.Context(), source.Query{Limit: 5})
	if err != nil || len(page.Cases) != 5 {
		t.Fatalf("%d cases, %v", len(page.Cases), err)
	}
	if n := len(s.Describe().Groups); n >= files/2 {
		t.Errorf("%d databases were opened for the first page", n)
	}
	if found, err := s.Get(t.Context(), []string{"d033/p1"}); err != nil || len(found) != 1 {
		t.Errorf("got %d cases, %v", len(found), err)
	}
	writeDepot(t, dir, "e", parcelSchema, parcel("p1"))
	if _, reset := refreshAll(t, s, watch.Signal{}); !reset {
		t.Error("a new database was not noticed")
	}
	var listed []string
	for q := (source.Query{Limit: 7}); ; {
		page, err := s.List(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for i := range page.Cases {
			listed = append(listed, page.Cases[i].Task.ID)
		}
		if q.After = page.Next; q.After == "" {
			break
		}
	}
	slices.Sort(listed)
	if want = append(want, "e/p1"); !slices.Equal(listed, want) {
		t.Errorf("listed %v, want %v", listed, want)
	}
}

// TestNamedTasksOfLockedDatabases: a task that is named is waited for while its database
// is locked, and is not said to be missing after that.
func TestNamedTasksOfLockedDatabases(t *testing.T) {
	dir := t.TempDir()
	writeDepot(t, dir, "a", parcelSchema, parcel("p1"))
	path := writeDepot(t, dir, "b", parcelSchema, parcel("p2"))
	owner, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	owner.SetMaxOpenConns(1)
	defer func() { _ = owner.Close() }()
	exec := func(statement string) {
		t.Helper()
		if _, err := owner.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	exec("BEGIN EXCLUSIVE")
	s := openDepots(t, dir)
	for _, name := range []string{"b/p2", "p2"} {
		if _, err := s.Resolve(t.Context(), name); !errors.Is(err, source.ErrBusy) || errors.Is(err, source.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got, err := s.Resolve(t.Context(), "a/p1"); err != nil || got != "a/p1" {
		t.Errorf("resolved %q, %v", got, err)
	}
	if _, err := s.Resolve(t.Context(), "a/p2"); !errors.Is(err, source.ErrNotFound) {
		t.Errorf("of a database that can be read: %v", err)
	}
	exec("ROLLBACK")
	if got, err := s.Resolve(t.Context(), "b/p2"); err != nil || got != "b/p2" {
		t.Errorf("resolved %q, %v", got, err)
	}
}

// TestANameWithoutAGroupIsOfNoTask: not even while there are databases that no call has come to.
func TestANameWithoutAGroupIsOfNoTask(t *testing.T) {
	dir := t.TempDir()
	for i := range 12 {
		writeDepot(t, dir, fmt.Sprintf("d%03d", i), parcelSchema, parcel("p1"))
	}
	s := openDepots(t, dir)
	for _, id := range []string{"/p1", "p1", "/"} {
		if cases, err := s.Get(t.Context(), []string{id}); err != nil || len(cases) > 0 {
			t.Errorf("Get of %q returned %d tasks: %v", id, len(cases), err)
		}
		if h, err := s.History(t.Context(), id); !errors.Is(err, source.ErrNotFound) {
			t.Errorf("the history of %q is that of %q: %v", id, h.Case.Task.ID, err)
		}
	}
}
