package sqlsource_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
	"notdone/source/watch"
)

// TestTableLog: a log is read in parts, in order, and one with too many unread entries not at all.
func TestTableLog(t *testing.T) {
	path := writeDepot(t, t.TempDir(), "parcels", parcelSchema, parcel("a"), parcel("b"), parcel("c"))
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	log := sqlsource.TableLog{Table: "parcel_log", Number: "seq", Task: "parcel"}
	for _, c := range []struct {
		after   int64
		most    int
		backlog int64
		want    sqlsource.Entries
	}{
		{0, 2, 0, sqlsource.Entries{IDs: []string{"a", "b"}, Last: 2, More: true}},
		{2, 2, 0, sqlsource.Entries{IDs: []string{"c"}, Last: 3}},
		{3, 2, 0, sqlsource.Entries{Last: 3}},
		{0, 5, 3, sqlsource.Entries{IDs: []string{"a", "b", "c"}, Last: 3}},
		{0, 5, 2, sqlsource.Entries{Last: 0, Lost: true}},
	} {
		log.Backlog = c.backlog
		got, err := log.Since(t.Context(), db, c.after, c.most)
		if err != nil || !slices.Equal(got.IDs, c.want.IDs) || got.Last != c.want.Last || got.More != c.want.More || got.Lost != c.want.Lost {
			t.Errorf("%d entries after %d, of a log with %d: %+v, want %+v; %v", c.most, c.after, c.backlog, got, c.want, err)
		}
	}
}

// TestChangesOfWhatWasSeen: a plan holds only for the facts that it was made for, and all of them.
func TestChangesOfWhatWasSeen(t *testing.T) {
	seen := func(status string, facts ...sqlsource.Fact) *sqlsource.Seen {
		return &sqlsource.Seen{Status: status, Facts: facts}
	}
	one, two := sqlsource.Fact{Name: "run", Value: int64(1)}, sqlsource.Fact{Name: "answer", Value: nil}
	plan, decision := &source.Plan{Was: "blocked", Now: "queued"}, &sqlsource.Decision{Now: "queued"}
	for name, c := range map[string]struct {
		now      *sqlsource.Seen
		decision *sqlsource.Decision
		want     string
	}{
		"nothing":         {seen("blocked", one, two), decision, ""},
		"the status":      {seen("queued", one, two), decision, "queued"},
		"a value":         {seen("blocked", sqlsource.Fact{Name: "run", Value: int64(2)}, two), decision, "blocked, run 2"},
		"a value is set":  {seen("blocked", one, sqlsource.Fact{Name: "answer", Value: "yes"}), decision, `blocked, answer "yes"`},
		"a fact is gone":  {seen("blocked", one), decision, "blocked, something else"},
		"one fact more":   {seen("blocked", one, two, two), decision, "blocked on the way to queued"},
		"it is refused":   {seen("blocked", one, two), &sqlsource.Decision{Refused: "its worker is alive"}, "blocked, and its worker is alive"},
		"another end":     {seen("blocked", one, two), &sqlsource.Decision{Now: "failed"}, "blocked on the way to failed"},
		"another action ": {seen("blocked", one, two), &sqlsource.Decision{Now: "queued", Action: "resume"}, "blocked on the way to queued"},
	} {
		got := ""
		if changed := seen("blocked", one, two).Changed(c.now, plan, c.decision); changed != nil {
			got = changed.Now
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestStatusesThatNoPhaseNames: whatever they hold, their tasks are listed.
func TestStatusesThatNoPhaseNames(t *testing.T) {
	path := writeDepot(t, t.TempDir(), "parcels", parcelSchema)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	odd := []string{"it's lost", `'; DROP TABLE parcels; --`, "nul\x00inside", "", `"quoted"`, "ünicode"}
	var want []string
	for i, status := range odd {
		id := fmt.Sprint("p", i)
		if _, err := db.ExecContext(t.Context(), "INSERT INTO parcels (id, status) VALUES (?, ?)", id, status); err != nil {
			t.Fatal(err)
		}
		want = append(want, id+" "+status)
	}
	s := opened(t, path)
	defer s.Close()
	var got []string
	for q := (source.Query{Limit: 2}); ; {
		page, err := s.List(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for i := range page.Cases {
			got = append(got, page.Cases[i].Task.ID+" "+page.Cases[i].Task.Recorded)
		}
		if q.After = page.Next; q.After == "" {
			break
		}
	}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("listed %q, want %q", got, want)
	}
}

// TestIDsOfAnyBytes: a task whose id is no valid UTF-8, or holds what JSON escapes, is found by
// the id that the listing told, and by the id as JSON writes it.
func TestIDsOfAnyBytes(t *testing.T) {
	path := writeDepot(t, t.TempDir(), "parcels", parcelSchema)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	want := []string{"\x01tab\t", `"quo\ted"`, "a*[\xff?", "a\xff\xfe", "\ufffd", "\u2028", "\xed\xa0\x80"}
	for _, id := range want {
		if _, err := db.ExecContext(t.Context(), "INSERT INTO parcels (id, status) VALUES (?, 'waiting')", id); err != nil {
			t.Fatal(err)
		}
	}
	s := opened(t, path)
	defer s.Close()
	page, err := s.List(t.Context(), source.Query{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for i := range page.Cases {
		listed = append(listed, page.Cases[i].Task.ID)
	}
	if slices.Sort(listed); !slices.Equal(listed, slices.Sorted(slices.Values(want))) {
		t.Fatalf("listed %q, want %q", listed, want)
	}
	if cases, err := s.Get(t.Context(), listed); err != nil || len(cases) != len(want) {
		t.Errorf("%d of %d are found; %v", len(cases), len(want), err)
	}
	for _, id := range listed {
		if h, err := s.History(t.Context(), id); err != nil || h.Case.Task.ID != id {
			t.Errorf("%q: %q, %v", id, h.Case.Task.ID, err)
		}
		for _, name := range []string{id, string([]rune(id))} {
			if found, err := s.Resolve(t.Context(), name); err != nil || found != id {
				t.Errorf("%q names %q, %v; want %q", name, found, err, id)
			}
		}
	}
}

// titled is the queue of parcels whose addresses are searched.
type titled struct{ *parcels }

func (p titled) Shape() *sqlsource.Shape {
	s := p.parcels.Shape()
	s.Title = "t.address"
	return s
}

// leaning is a queue in which each parcel shows something of the one whose id is its note.
type leaning struct{ marked }

func (p leaning) Near(ctx context.Context, q sqlitedb.Queryer, ids []string) ([]string, error) {
	return sqlsource.Strings(ctx, q, "SELECT p.id FROM json_each(?) j CROSS JOIN parcels p ON p.note = j.value", sqlsource.List(ids))
}

// parcelsAs opens the file of parcels as another kind of queue.
type parcelsAs struct {
	parcelFormat
	queue func(p *parcels) sqlsource.Queue
}

func (f parcelsAs) Start(ctx context.Context, q sqlitedb.Queryer, s *sqlsource.Store) (sqlsource.Queue, error) {
	p, err := f.parcelFormat.Start(ctx, q, s)
	return f.queue(p.(*parcels)), err
}

func openAs(t *testing.T, path string, queue func(p *parcels) sqlsource.Queue) source.Source {
	t.Helper()
	s, err := sqlsource.Open(t.Context(), sqlsource.Config{
		Kind: "parcels", Path: path, Format: parcelsAs{parcelFormat{path, source.Options{Now: time.Now}}, queue},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// TestTitledTakesATextAsItIs: what SQL or LIKE takes for a sign is a letter of the text.
func TestTitledTakesATextAsItIs(t *testing.T) {
	path := writeDepot(t, t.TempDir(), "parcels", parcelSchema, `INSERT INTO parcels (id, address, status) VALUES
		('per', '100% wool', 'waiting'), ('plain', '1000 wool', 'waiting'), ('under', 'a_b', 'waiting'), ('other', 'axb', 'waiting'), ('back', 'c:\d', 'waiting')`)
	s := openAs(t, path, func(p *parcels) sqlsource.Queue { return titled{p} })
	for text, want := range map[string][]string{
		"0% W": {"per"}, "a_b": {"under"}, "_": {"under"}, `\`: {"back"}, `:\D`: {"back"}, "WOOL": {"plain", "per"}, "'": nil,
	} {
		got, _, err := s.(source.Titler).Titled(t.Context(), text, "")
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q is in %q, want %q; %v", text, got, want, err)
		}
	}
}

// TestNeighboursAreReadAgain: with a task that a sweep finds changed, what shows something of it
// is told.
func TestNeighboursAreReadAgain(t *testing.T) {
	path := writeDepot(t, t.TempDir(), "parcels", parcelSchema, parcel("p1"), parcel("p2"), parcel("p3"), "UPDATE parcels SET note = 'p1' WHERE id = 'p2'")
	s := openAs(t, path, func(p *parcels) sqlsource.Queue { return leaning{marked{p}} })
	if _, err := s.List(t.Context(), source.Query{Limit: 10}); err != nil {
		t.Fatal(err)
	}
	sqlsource.Pause(s, 0, 0)
	writeDepot(t, filepath.Dir(path), "parcels", "UPDATE parcels SET address = 'there' WHERE id = 'p1'")
	told, reset := refreshAll(t, s, watch.Signal{})
	if slices.Sort(told); !slices.Equal(told, []string{"p1", "p2"}) || reset {
		t.Errorf("told is %q; reset %v", told, reset)
	}
}

// expected is a folder of depots that are expected to be there.
type expected struct {
	depots
	names []string
}

func (e expected) Files() (found []sqlsource.File, troubles map[string]error) {
	for _, name := range e.names {
		found = append(found, sqlsource.File{Group: name, Path: filepath.Join(e.dir, name+".db")})
	}
	return found, map[string]error{}
}
