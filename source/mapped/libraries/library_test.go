package libraries

import (
	"database/sql"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	_ "modernc.org/sqlite"

	"notdone/model"
	"notdone/source"
	"notdone/source/detect"
	"notdone/source/mapped"
	"notdone/source/watch"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// openLibrary opens a new database for a library.
func openLibrary(t testing.TB) (*sql.DB, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "queue.db")
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(WAL)&_pragma=busy_timeout(20000)&_txlock=immediate")
	must(t, err)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	return db, path
}

// open opens a file as notdone does, which must take it for a queue of the system.
func open(t *testing.T, system, path string) source.Actor {
	t.Helper()
	found, err := detect.Adapters(t.Context(), mapped.Adapters(mapped.Catalogue(), nil), path, "")
	if err != nil || found[0].Kind != system {
		t.Fatal(found, err)
	}
	s, err := found[0].Open(t.Context(), path, source.Options{Now: time.Now})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	a, ok := s.(source.Actor)
	if !ok {
		t.Fatalf("a queue of %s cannot be acted on", system)
	}
	return a
}

// followed is what the refreshes of a source have told.
type followed struct {
	t     *testing.T
	s     source.Source
	cases map[string]model.Case
}

func follow(t *testing.T, s source.Source) *followed {
	t.Helper()
	f := &followed{t: t, s: s, cases: map[string]model.Case{}}
	f.relist()
	return f
}

func (f *followed) relist() {
	f.t.Helper()
	clear(f.cases)
	for _, c := range list(f.t, f.s) {
		f.cases[c.Task.ID] = c
	}
}

func (f *followed) refresh() {
	f.t.Helper()
	for {
		d, err := f.s.Refresh(f.t.Context(), watch.Signal{})
		must(f.t, err)
		for _, id := range d.Removed {
			delete(f.cases, id)
		}
		for _, c := range d.Cases {
			f.cases[c.Task.ID] = c
		}
		if d.Reset {
			f.relist()
		}
		if !d.More {
			return
		}
	}
}

// settle refreshes until what is followed is as wanted, or does not get there: a queue in
// PostgreSQL is looked at now and then.
func (f *followed) settle(want map[string]model.State) {
	f.t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if f.refresh(); gocmp.Equal(want, f.states()) {
			return
		}
	}
}

func (f *followed) states() map[string]model.State {
	return statesOf(slices.Collect(maps.Values(f.cases)))
}

func statesOf(cases []model.Case) map[string]model.State {
	all := map[string]model.State{}
	for i := range cases {
		all[cases[i].Task.ID] = cases[i].Stands
	}
	return all
}

func list(t *testing.T, s source.Source) (all []model.Case) {
	t.Helper()
	for after := source.Cursor(""); ; {
		page, err := s.List(t.Context(), source.Query{After: after, Limit: 50})
		must(t, err)
		all = append(all, page.Cases...)
		if after = page.Next; after == "" {
			return all
		}
	}
}

// waitFor waits until the library has got as far.
func waitFor(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: the library does not get on", what)
		}
	}
}

// act does an action and returns what a journal would keep.
func act(t *testing.T, a source.Actor, action model.ActionName, id string) source.Record {
	t.Helper()
	p, err := a.Plan(t.Context(), source.Request{Task: id, Action: action, Actor: "ann", Reason: "again"})
	if err != nil || p.Refused != "" {
		t.Fatalf("%s of %s: %q, %v", action, id, p.Refused, err)
	}
	return apply(t, a, p)
}

func undo(t *testing.T, a source.Actor, r source.Record) {
	t.Helper()
	p, err := a.PlanUndo(t.Context(), r, "ann")
	if err != nil || p.Refused != "" {
		t.Fatalf("the undo of %s: %q, %v", r.Request.Action, p.Refused, err)
	}
	apply(t, a, p)
}

func apply(t *testing.T, a source.Actor, p source.Plan) source.Record {
	t.Helper()
	var images []source.Image
	must(t, a.Apply(t.Context(), p, func(rows []source.Image) error { images = rows; return nil }))
	r := p.Request
	r.Action = p.Action
	return source.Record{Request: r, Task: p.Task, Was: p.Was, Now: p.Now, Undo: p.Undo, Images: images}
}

// rowOf returns a row by column, each value with its type.
func rowOf(t *testing.T, db *sql.DB, table, id string) map[string]string {
	t.Helper()
	return rowBy(t, db, table, "id", id)
}

// rowBy is rowOf where the key has another name.
func rowBy(t *testing.T, db *sql.DB, table, key, id string) map[string]string {
	t.Helper()
	var names string
	must(t, db.QueryRowContext(t.Context(), `SELECT group_concat(name) FROM pragma_table_info(?)`, table).Scan(&names))
	row := map[string]string{}
	for name := range strings.SplitSeq(names, ",") {
		var value string
		query := fmt.Sprintf(`SELECT typeof(%[1]s) || ' ' || coalesce(hex(%[1]s), '') FROM %[2]s WHERE %[3]s = ?`, name, table, key)
		must(t, db.QueryRowContext(t.Context(), query, id).Scan(&value))
		row[name] = value
	}
	return row
}

// sameRow compares two rows. Of the columns in but only the types must be the same.
func sameRow(t *testing.T, library, notdone map[string]string, but ...string) {
	t.Helper()
	library, notdone = maps.Clone(library), maps.Clone(notdone)
	for _, name := range but {
		for _, row := range []map[string]string{library, notdone} {
			kind, _, _ := strings.Cut(row[name], " ")
			row[name] = kind
		}
	}
	if diff := gocmp.Diff(library, notdone); diff != "" {
		t.Errorf("the library leaves another row (-library +notdone):\n%s", diff)
	}
}

func number(t *testing.T, id string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(id, 10, 64)
	must(t, err)
	return n
}

// moduleFolder returns the folder of a module that the tests stand on.
func moduleFolder(t *testing.T, module string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	must(t, err)
	return strings.TrimSpace(string(out))
}
