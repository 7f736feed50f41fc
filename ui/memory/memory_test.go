package memory

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"notdone/model"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func row(id string, state model.State, key, headline string) *model.Row {
	r := &model.Row{Task: model.Task{Queue: "/q/a.db", ID: id}}
	r.State, r.Headline = state, headline
	if key != "" {
		r.Obstacle = &model.Obstacle{Key: key}
	}
	return r
}

func open(t *testing.T, path string) *Store {
	t.Helper()
	s := Open(path)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func persistent(t *testing.T, s *Store) {
	t.Helper()
	if !s.Persistent() || s.Err() != nil {
		t.Fatalf("Persistent() = %v, Err() = %v", s.Persistent(), s.Err())
	}
}

func TestFirstJudged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "memory.db")
	ref := model.Ref{Queue: "/q/a.db", ID: "t1"}
	steps := []struct {
		name    string
		row     *model.Row
		at      time.Duration
		first   time.Duration
		history []string
	}{
		{"new", row("t1", model.StateBlocked, "access:vault", "no access"), 0, 0, nil},
		{"same", row("t1", model.StateBlocked, "access:vault", "no access"), time.Hour, 0, nil},
		{"other words, same obstacle", row("t1", model.StateBlocked, "access:vault", "still none"), 2 * time.Hour, 0, nil},
		{
			"other obstacle", row("t1", model.StateBlocked, "network:api", "no route"), 3 * time.Hour, 3 * time.Hour,
			[]string{"was blocked since 2026-03-01 12:00 UTC: no access"},
		},
		{
			"other state", row("t1", model.StateDone, "", ""), 4 * time.Hour, 4 * time.Hour,
			[]string{"was blocked since 2026-03-01 15:00 UTC: no route", "was blocked since 2026-03-01 12:00 UTC: no access"},
		},
		{
			"seen days later", row("t1", model.StateDone, "", ""), 100 * time.Hour, 4 * time.Hour,
			[]string{"was blocked since 2026-03-01 15:00 UTC: no route", "was blocked since 2026-03-01 12:00 UTC: no access"},
		},
	}
	for _, step := range steps {
		s := Open(path) // each step in a process of its own, as it were
		persistent(t, s)
		got := s.Upsert(t.Context(), []*model.Row{step.row}, noon.Add(step.at))
		if want := []time.Time{noon.Add(step.first)}; !cmp.Equal(got, want) {
			t.Errorf("%s: first judged %v, want %v", step.name, got, want)
		}
		changes, err := s.History(t.Context(), ref)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, c := range changes {
			lines = append(lines, "was "+c.State+" since "+c.Since.Format("2006-01-02 15:04 MST")+": "+c.Why)
		}
		if diff := cmp.Diff(step.history, lines); diff != "" {
			t.Errorf("%s: history (-want +got):\n%s", step.name, diff)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOwnerAlone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	s := open(t, filepath.Join(dir, "memory.db"))
	s.Upsert(t.Context(), []*model.Row{row("t1", model.StateDone, "", "")}, noon)
	for _, c := range []struct {
		path string
		want os.FileMode
	}{{dir, 0o700}, {filepath.Join(dir, "memory.db"), 0o600}, {filepath.Join(dir, "memory.db-wal"), 0o600}} {
		info, err := os.Stat(c.path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != c.want {
			t.Errorf("%s: mode %o, want %o", c.path, got, c.want)
		}
	}
}

func TestRelativeQueueIsOneQueue(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	s := open(t, "memory.db")
	a, b := row("t1", model.StateDone, "", ""), row("t1", model.StateDone, "", "")
	a.Queue, b.Queue = "kanban.db", filepath.Join(dir, "kanban.db")
	s.Upsert(t.Context(), []*model.Row{a}, noon)
	if got := s.Upsert(t.Context(), []*model.Row{b}, noon.Add(time.Hour)); !got[0].Equal(noon) {
		t.Errorf("first judged %v, want %v", got[0], noon)
	}
}

// TestSinceTheRowSays: a verdict that is new to the memory is as old as its row says.
func TestSinceTheRowSays(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "memory.db"))
	r := row("t1", model.StateDone, "", "")
	r.FirstJudged = noon.Add(-time.Second)
	for range 2 {
		if got := s.Upsert(t.Context(), []*model.Row{r}, noon); !got[0].Equal(r.FirstJudged) {
			t.Errorf("first judged %v, want %v", got[0], r.FirstJudged)
		}
		r = row("t1", model.StateDone, "", "")
		r.FirstJudged = noon.Add(-time.Second)
	}
	r.FirstJudged = noon.Add(time.Second)
	if got := s.Upsert(t.Context(), []*model.Row{r}, noon.Add(time.Hour)); !got[0].Equal(noon.Add(-time.Second)) {
		t.Errorf("the same verdict was first judged %v", got[0])
	}
}

// used makes a memory and returns its content at rest.
func used(t *testing.T, path string) []byte {
	t.Helper()
	s := Open(path)
	s.Upsert(t.Context(), []*model.Row{row("t1", model.StateDone, "", "")}, noon)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func damaged(t *testing.T, path string) {
	t.Helper()
	content := used(t, path)
	for i := headSize; i < len(content); i++ {
		content[i] = 0xff
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func cutOff(t *testing.T, path string) {
	t.Helper()
	if err := os.WriteFile(path, used(t, path)[:headSize+1], 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestBadFiles(t *testing.T) {
	text := func(text string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			t.Helper()
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	cases := []struct {
		name       string
		make       func(*testing.T, string)
		persistent bool
		aside      bool
	}{
		{"missing", func(*testing.T, string) {}, true, false},
		{"empty", text(""), true, false},
		{"text", text(strings.Repeat("not a database ", 100)), true, true},
		{"short", text("SQLite"), true, true},
		{"ours, damaged", damaged, true, true},
		{"ours, cut off", cutOff, true, true},
		{"folder", func(t *testing.T, path string) {
			t.Helper()
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, false, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "memory.db")
			c.make(t, path)
			s := open(t, path)
			if s.Persistent() != c.persistent || (s.Err() == nil) != c.persistent {
				t.Errorf("Persistent() = %v, Err() = %v", s.Persistent(), s.Err())
			}
			for _, at := range []time.Time{noon, noon.Add(time.Hour)} {
				if got := s.Upsert(t.Context(), []*model.Row{row("t", model.StateFailed, "", "")}, at); !got[0].Equal(noon) {
					t.Errorf("first judged %v, want %v", got[0], noon)
				}
			}
			if _, err := os.Stat(path + ".bad"); (err == nil) != c.aside {
				t.Errorf("put aside: %v", err)
			}
		})
	}
}

func TestNewerIsLeftAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	s := Open(path)
	if _, err := s.db.ExecContext(t.Context(), `PRAGMA user_version = 99`); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, path)
	if s.Persistent() {
		t.Error("a newer file was used")
	}
	if _, err := os.Stat(path + ".bad"); err == nil {
		t.Error("a newer file was put aside")
	}
	if err := s.AddMark(t.Context(), model.Ref{Queue: "q", ID: "t"}, Mark{Rule: "no-output", Right: true, At: noon}); err == nil {
		t.Error("a mark that is not kept is no error")
	}
}

func TestDamagedWhileOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	s := open(t, path)
	var many []*model.Row
	for i := range 3000 {
		many = append(many, row(fmt.Sprintf("t%d", i), model.StateBlocked, "k", "h"))
	}
	s.Upsert(t.Context(), many, noon)
	if _, err := s.db.ExecContext(t.Context(), `PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	garbage := strings.Repeat("\xa5", int(info.Size()))
	if err := os.WriteFile(path, []byte(garbage), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.ExecContext(t.Context(), `PRAGMA shrink_memory`); err != nil {
		t.Fatal(err)
	}
	got := s.Upsert(t.Context(), many, noon.Add(time.Hour))
	again := s.Upsert(t.Context(), many, noon.Add(2*time.Hour))
	persistent(t, s)
	if _, err := os.Stat(path + ".bad"); err != nil {
		t.Errorf("the damaged file was not put aside: %v", err)
	}
	if !cmp.Equal(got, again) || got[0].IsZero() {
		t.Errorf("remembered %v, then %v", got[0], again[0])
	}
}

func TestBounds(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "memory.db"))
	s.limit = 100
	for i := range 30 {
		var rows []*model.Row
		for j := range 10 {
			rows = append(rows, row(fmt.Sprintf("t%d", 10*i+j), model.StateFailed, "", ""))
		}
		s.Upsert(t.Context(), rows, noon.Add(time.Duration(i)*time.Hour))
	}
	var n, oldest int
	if err := s.db.QueryRowContext(t.Context(), `SELECT count(*), min(CAST(substr(id, 2) AS INTEGER)) FROM judged`).Scan(&n, &oldest); err != nil {
		t.Fatal(err)
	}
	if n > 100 || n < 90 || oldest != 300-n {
		t.Errorf("%d tasks are remembered, the oldest t%d", n, oldest)
	}
	for i := range 50 {
		s.Upsert(t.Context(), []*model.Row{row("x", model.StateBlocked, fmt.Sprint(i), fmt.Sprint(i))}, noon.Add(time.Duration(i)*time.Minute))
	}
	changes, err := s.History(t.Context(), model.Ref{Queue: "/q/a.db", ID: "x"})
	if err != nil {
		t.Fatal(err)
	}
	if len(changes) != maxHistory || changes[0].Why != "48" || changes[maxHistory-1].Why != "29" {
		t.Errorf("history has %d entries, from %v to %v", len(changes), changes[0], changes[len(changes)-1])
	}
}

func TestMarks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	s := open(t, path)
	ref := model.Ref{Queue: "/q/a.db", ID: "t1"}
	for i, m := range []struct {
		rule, where string
		right       bool
	}{
		{"no-output", "a", true}, {"no-output", "b", false}, {"no-output", "b", true}, {"no-run", "a", false},
	} {
		f := model.Finding{Rule: m.rule, Count: 1, Evidence: []model.Evidence{{Where: m.where}}}
		if err := s.AddMark(t.Context(), ref, NewMark(&f, m.right, "because", noon.Add(time.Duration(i)))); err != nil {
			t.Fatal(err)
		}
	}
	got, err := open(t, path).Precisions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]Precision{"no-output": {Right: 2}, "no-run": {Wrong: 1}}, got); diff != "" {
		t.Error(diff)
	}
}

func TestSeveralAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	var all sync.WaitGroup
	for range 4 {
		s := open(t, path)
		persistent(t, s)
		all.Go(func() {
			for i := range 20 {
				s.Upsert(t.Context(), []*model.Row{row(fmt.Sprint(i), model.StateFailed, "", "")}, noon)
			}
			if err := s.Err(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func TestClosed(t *testing.T) {
	s := Open(filepath.Join(t.TempDir(), "memory.db"))
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.Upsert(t.Context(), []*model.Row{row("t", model.StateDone, "", "")}, noon); !got[0].IsZero() {
		t.Errorf("a closed memory remembers %v", got)
	}
}

func BenchmarkUpsert10k(b *testing.B) {
	var rows []*model.Row
	for i := range 10_000 {
		rows = append(rows, row(fmt.Sprintf("t_%08x", i*2654435761), model.StateBlocked, "access:vault", "no access to the vault"))
	}
	b.Run("new", func(b *testing.B) {
		for i := range b.N {
			s := Open(filepath.Join(b.TempDir(), fmt.Sprint(i)))
			s.Upsert(b.Context(), rows, noon)
			_ = s.Close()
		}
	})
	b.Run("known", func(b *testing.B) {
		path := filepath.Join(b.TempDir(), "memory.db")
		s := Open(path)
		defer func() { _ = s.Close() }()
		s.Upsert(b.Context(), rows, noon)
		for b.Loop() {
			s.Upsert(b.Context(), rows, noon)
		}
	})
}

// TestKeysOfAnEarlierVersion: a task whose obstacle an earlier version called by another key has
// met no new obstacle, and its marks hold.
func TestKeysOfAnEarlierVersion(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	ref := model.Ref{Queue: "/q/a.db", ID: "t1"}
	f := model.Finding{Rule: "block-loop", Severity: model.SeverityWarning, Message: "blocked again"}
	s := Open(path)
	s.Upsert(t.Context(), []*model.Row{row("t1", model.StateBlocked, "unknown:human signature", "signature")}, noon)
	if err := s.AddMark(t.Context(), ref, NewMark(&f, false, "known", noon)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.ExecContext(t.Context(), `DROP TRIGGER judged_changed; PRAGMA user_version = 1;
		CREATE TRIGGER judged_changed AFTER UPDATE ON judged WHEN old.obstacle <> new.obstacle BEGIN
			INSERT INTO history(queue, id, until, state, obstacle, headline, since) VALUES (old.queue, old.id, new.seen, old.state, old.obstacle, old.headline, old.since);
		END`); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, path)
	persistent(t, s)
	for i, step := range []struct {
		row     *model.Row
		first   time.Duration
		changes int
	}{
		{row("t1", model.StateBlocked, "permission:signature", "needs a signature"), 0, 0},
		{row("t1", model.StateBlocked, "permission:signature", "needs a signature"), 0, 0},
		{row("t1", model.StateBlocked, "network:api", "no route"), 3 * time.Hour, 1},
	} {
		got := s.Upsert(t.Context(), []*model.Row{step.row}, noon.Add(time.Duration(i+1)*time.Hour))
		if want := []time.Time{noon.Add(step.first)}; !cmp.Equal(got, want) {
			t.Errorf("step %d: first judged %v, want %v", i, got, want)
		}
		if changes, err := s.History(t.Context(), ref); err != nil || len(changes) != step.changes {
			t.Errorf("step %d: %d changes, want %d (%v)", i, len(changes), step.changes, err)
		}
	}
	marks, err := s.MarksOn(t.Context(), ref.Queue)
	if err != nil || len(marks["t1"]) != 1 || !marks["t1"][0].Covers(&f) {
		t.Errorf("the marks are %+v (%v)", marks, err)
	}
}
