package crowd

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"notdone/source"
	"notdone/source/all"
	"notdone/source/detect"
)

// epoch is when the queues of the tests were left.
var epoch = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// write writes a queue and returns its path.
func write(t *testing.T, system string, p Plan) string {
	t.Helper()
	name := map[string]string{"hermes": "kanban.db", "nanoclaw": "claw", "queue": "queue.db", "river": "river.db"}[system]
	path := filepath.Join(t.TempDir(), name)
	if err := Write(t.Context(), system, path, p); err != nil {
		t.Fatal(err)
	}
	return path
}

// ask reads one number of a database.
func ask(t *testing.T, path, query string) (n int) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if err := db.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(query, err)
	}
	return n
}

// Every system of which there is an adapter is recognized, and lists what the plan says.
func TestWhatIsPlannedIsListed(t *testing.T) {
	t.Parallel()
	p := Usual(300, epoch)
	for _, system := range []string{"hermes", "queue", "nanoclaw"} {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			path := write(t, system, p)
			s := open(t, path)
			ids, states := map[string]bool{}, map[string]int{}
			for q := (source.Query{Limit: 300}); ; {
				page, err := s.List(t.Context(), q)
				if err != nil {
					t.Fatal(err)
				}
				for i := range page.Cases {
					ids[page.Cases[i].Task.ID] = true
					states[page.Cases[i].Task.Recorded]++
				}
				if page.Next == "" {
					break
				}
				q.After = page.Next
			}
			if len(ids) != p.Tasks {
				t.Errorf("%d tasks are listed: %v", len(ids), states)
			}
			want := map[string]map[string]int{
				"hermes":   {"running": p.Active, "ready": p.Waiting, "blocked": p.Blocked + p.Failed, "archived": p.Cancelled, "scheduled": p.Scheduled},
				"queue":    {"active": p.Active, "queued": p.Waiting, "blocked": p.Blocked, "failed": p.Failed, "cancelled": p.Cancelled},
				"nanoclaw": {"failed": p.Failed, "pending": p.Active + p.Waiting + p.Scheduled},
			}[system]
			for state, n := range want {
				if states[state] != n {
					t.Errorf("%d tasks are %s, and should be %d", states[state], state, n)
				}
			}
		})
	}
}

// open opens a queue as the program does, which recognizes it.
func open(t *testing.T, path string) source.Source {
	t.Helper()
	found, err := detect.Adapters(t.Context(), all.Adapters(), path, "")
	if err != nil || len(found) != 1 {
		t.Fatalf("%d adapters: %v", len(found), err)
	}
	s, err := found[0].Open(t.Context(), path, source.Options{Now: func() time.Time { return epoch }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// There are five events a task, and as many texts as tasks that said something.
func TestHistoryIsRich(t *testing.T) {
	t.Parallel()
	const tasks = 2000
	path := write(t, "hermes", Usual(tasks, epoch))
	if n := ask(t, path, "SELECT count(*) FROM task_events"); n < 4*tasks || n > 6*tasks {
		t.Errorf("%d events", n)
	}
	said := ask(t, path, "SELECT count(*) FROM task_runs WHERE summary IS NOT NULL")
	distinct := ask(t, path, "SELECT count(DISTINCT summary) FROM task_runs WHERE summary IS NOT NULL")
	if said < tasks*7/10 || distinct < said*98/100 {
		t.Errorf("%d texts, %d of them different", said, distinct)
	}
	if n := ask(t, path, "SELECT count(*) FROM task_runs WHERE length(CAST(summary AS BLOB)) > 5000"); n > 0 {
		t.Errorf("%d texts are longer than messages are", n)
	}
}

// The same plan gives the same queue, and another seed another one.
func TestSeeds(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine writes")
	}
	t.Parallel()
	p := Usual(500, epoch)
	texts := func(p Plan) string {
		d, err := newDealer(p)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for range p.Tasks {
			task := d.next()
			b.WriteString(task.title + task.body + task.result() + task.obstacle + task.created.String())
		}
		return b.String()
	}
	first, again := texts(p), texts(p)
	if first != again {
		t.Error("the same plan gives two queues")
	}
	p.Seed++
	if texts(p) == first {
		t.Error("the seed changes nothing")
	}
}

// A queue of which most is blocked, and one in which most waits.
func TestOtherMixes(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine writes")
	}
	t.Parallel()
	loud := Usual(1000, epoch).Loud(500)
	if n := ask(t, write(t, "queue", loud), "SELECT count(*) FROM tasks WHERE state IN ('blocked', 'failed')"); n != 500-loud.FalseDone {
		t.Errorf("%d tasks are loud", n)
	}
	full := Usual(1000, epoch)
	full.Waiting = 700
	if n := ask(t, write(t, "river", full), "SELECT count(*) FROM river_job WHERE state = 'available'"); n != 700 {
		t.Errorf("%d jobs wait", n)
	}
}

// A plan that cannot be, and a path that is taken, are refused.
func TestRefused(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "kanban.db")
	p := Usual(100, epoch)
	p.Blocked = 101
	if err := Write(t.Context(), "hermes", path, p); err == nil {
		t.Error("101 of 100 tasks are blocked")
	}
	if err := Write(t.Context(), "trello", path, Usual(100, epoch)); err == nil {
		t.Error("a system that there is not")
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Write(t.Context(), "hermes", path, Usual(100, epoch)); err == nil {
		t.Error("a file is written over")
	}
}
