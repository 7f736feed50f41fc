package queue

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"notdone/model"
	"notdone/source"
	"notdone/source/sourcetest"
	"notdone/source/watch"
)

// texts are results, outputs and notes.
var texts = []any{
	nil, "", "Sorted, all 12 shelves.", "I could not open the cabinet: permission denied.", "I will now begin with the first shelf.",
	"Which key is the right one?", "Changed 3 files, all tests pass.",
}

// drawTask inserts a task with a history of any kind, as no client may have left it.
func drawTask(r *rapid.T, exec func(query string, args ...any), id string) {
	chance := func(name string, percent int) bool { return rapid.IntRange(0, 99).Draw(r, name) >= 100-percent } // small numbers come more often
	pick := func(name string, from ...any) any { return rapid.SampledFrom(from).Draw(r, name) }
	text := func(name string) any { return pick(name, texts...) }
	hour := func(name string) any {
		if chance(name+" unknown", 10) {
			return nil
		}
		return now.UnixMilli() - int64(rapid.IntRange(-1, 100).Draw(r, name))*3_600_000
	}
	state := "done"
	if chance("another state", 12) {
		state = pick("state", "queued", "scheduled", "active", "blocked", "failed", "cancelled").(string)
	}
	begun := now.UnixMilli() - 100*3_600_000
	exec(`INSERT INTO tasks (id, title, body, state, obstacle, obstacle_kind, result, outcome, priority, attempts, fingerprint, created_at,
		run_at, claimed_by, claimed_at, heartbeat_at, lease_expires_at, finished_at, updated_at, cost_usd, tokens)
		VALUES (?, 'Sort shelf', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		id, text("body"), state, text("obstacle"), pick("kind", nil, "access"), text("result"), pick("outcome", nil, nil, "done", "refused"),
		pick("priority", 0, 3), pick("attempts", 0, 1, 2), pick("fingerprint", nil, "shelf"), begun,
		hour("due"), pick("claimed by", nil, "w1"), hour("claimed"), hour("heartbeat"), hour("lease"), hour("finished"), begun+int64(len(id)),
		pick("cost", nil, 0.5), pick("tokens", nil, 700))
	exec(`DELETE FROM events WHERE task_id = ?`, id)
	for range rapid.SampledFrom([]int{1, 1, 1, 1, 1, 1, 1, 1, 0, 2, 6}).Draw(r, "runs") {
		exec(`INSERT INTO runs (task_id, attempt, worker, host, pid, started_at, ended_at, outcome, output, error, exit_code, tool_calls,
			files_changed, messages, cost_usd, tokens, log_path) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			id, pick("attempt", nil, 1), pick("worker", nil, "w1"), pick("host", nil, here), pick("pid", nil, 42), hour("start"), hour("end"),
			pick("run outcome", nil, "done", "done", "done", "failed", "blocked", "odd"), text("output"), text("error"), pick("exit", nil, 0, 2),
			pick("calls", nil, 0, 4), pick("files", nil, 0, 1), pick("messages", nil, 0, 3), pick("run cost", nil, 0.25), nil,
			pick("log", nil, "logs/a.log", "../out.log"))
	}
	event := func(kind any, from any) {
		exec(`INSERT INTO events (task_id, kind, from_state, note, actor, at) VALUES (?, ?, ?, ?, ?, coalesce(?, 1))`,
			id, kind, from, text("note"), pick("actor", nil, "w1", "ann"), hour("at"))
	}
	if chance("an odd history", 25) {
		for range rapid.SampledFrom([]int{0, 2, 5, 40}).Draw(r, "events") {
			event(pick("event", "created", "claimed", "blocked", "unblocked", "requeued", "finished", "failed", "cancelled", "commented", "edited"),
				pick("from", nil, "active", "done"))
		}
		return
	}
	for _, kind := range []string{"created", "claimed", "commented", "finished", "edited"} {
		if !chance("lacks "+kind, 5) {
			event(kind, nil)
		}
	}
}

// TestListIsAsGet: what a listing leaves out of plain tasks changes no verdict.
func TestListIsAsGet(t *testing.T) {
	brief, all := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		path, db := newFile(t)
		execSQL(t, db, "PRAGMA synchronous=off")
		exec := func(query string, args ...any) {
			if _, err := db.ExecContext(t.Context(), query, args...); err != nil {
				r.Fatal(err)
			}
		}
		if rapid.Bool().Draw(r, "without indexes") {
			dropAllIndexes(t, db)
		}
		n := rapid.IntRange(1, 12).Draw(r, "tasks")
		for i := range n {
			drawTask(r, exec, fmt.Sprint("t", i))
		}
		for range rapid.SampledFrom([]int{0, 0, 1, 3}).Draw(r, "links") {
			id := func(name string) string { return fmt.Sprint("t", rapid.IntRange(0, n).Draw(r, name)) }
			if a, b := id("parent"), id("child"); a != b {
				exec(`INSERT OR IGNORE INTO links VALUES (?, ?)`, a, b)
			}
		}
		s := openQueue(t, path)
		brief, all = brief+sourcetest.CompareWithGet(t, Adapter(), s, now), all+n
		if t.Failed() {
			r.FailNow()
		}
	})
	if brief < all/10 {
		t.Errorf("%d of %d tasks were plain: the others prove nothing", brief, all)
	}
}

// dropAllIndexes makes the file one of a client that made no index.
func dropAllIndexes(t *testing.T, db *sql.DB) {
	t.Helper()
	for _, name := range rows(t, db, `SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`) {
		execSQL(t, db, `DROP INDEX `+strings.TrimSpace(name))
	}
}

func TestDescriptionNamesTheMissingIndexes(t *testing.T) {
	missing := func(path string) (names []string) {
		for _, f := range openQueue(t, path).Describe().Facts {
			if f.Name == "missing index" {
				name, _, _ := strings.Cut(f.Value, ": ")
				names = append(names, name)
			}
		}
		return names
	}
	path, db := newFile(t)
	if got := missing(path); got != nil {
		t.Errorf("%q are missing of what notdone made", got)
	}
	dropAllIndexes(t, db)
	// The links have no rowids by which an index in memory could find them.
	want := []string{"events(task_id, id, kind)", "tasks(state, updated_at)", "events(task_id)", "runs(task_id)"}
	if diff := cmp.Diff(want, missing(path)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestHistoriesAreLookedAtAsAWhole: in a long listing, of tasks whose events all tell the same
// none is read, and a task whose events come to tell something is found to have changed.
func TestHistoriesAreLookedAtAsAWhole(t *testing.T) {
	path, db := newFile(t)
	const tasks = 40
	for i := range tasks {
		id := fmt.Sprintf("t%02d", i)
		execSQL(t, db, `INSERT INTO tasks (id, state, updated_at) VALUES (?, 'done', ?)`, id, now.UnixMilli()-int64(i))
		execSQL(t, db, `INSERT INTO runs (task_id, ended_at) VALUES (?, 1)`, id)
		execSQL(t, db, `UPDATE tasks SET updated_at = ? WHERE id = ?`, now.UnixMilli()-int64(i), id)
		execSQL(t, db, `INSERT INTO events (task_id, kind) VALUES (?, ?)`, id, map[bool]string{false: "finished", true: "requeued"}[i%10 == 3])
	}
	s := openQueue(t, path)
	var read []string
	for cursor, page := source.Cursor(""), 0; cursor != "" || page == 0; page++ {
		if page == 4 {
			execSQL(t, db, `INSERT INTO events (task_id, kind) VALUES ('t31', 'unblocked')`)
		}
		p, err := s.List(t.Context(), source.Query{After: cursor, Limit: 5})
		if err != nil {
			t.Fatal(err)
		}
		cursor = p.Next
		for i := range p.Cases {
			if len(p.Cases[i].Events) > 0 {
				read = append(read, p.Cases[i].Task.ID)
			}
		}
	}
	if want := []string{"t03", "t13", "t23", "t33"}; !slices.Equal(read, want) {
		t.Errorf("the events of %q were read, want those of %q", read, want)
	}
	d, err := s.Refresh(t.Context(), watch.Signal{})
	if err != nil || len(d.Cases) != 1 || d.Cases[0].Task.ID != "t31" || len(d.Cases[0].Events) != 3 {
		t.Errorf("changed since: %+v, %v", d.Cases, err)
	}
}

// TestOfTasksThatNobodyUsesLessIsRead: of a page those cases are whole that are used; of the
// others the events are not read.
func TestOfTasksThatNobodyUsesLessIsRead(t *testing.T) {
	path, db := newFile(t)
	for i := range 6 {
		id := fmt.Sprint("t", i)
		execSQL(t, db, `INSERT INTO tasks (id, title, body, state) VALUES (?, ?, 'the left one', 'blocked')`, id, fmt.Sprint("Sort shelf ", i%2))
		execSQL(t, db, `INSERT INTO runs (task_id, ended_at) VALUES (?, 1), (?, 2)`, id, id)
	}
	s := openQueue(t, path)
	p, err := s.List(t.Context(), source.Query{Limit: 10, Only: func(c *model.Case) bool {
		return c.Task.Title == "Sort shelf 1" && c.Body == "the left one"
	}})
	if err != nil {
		t.Fatal(err)
	}
	whole, err := s.Get(t.Context(), []string{"t1", "t3", "t5"})
	if err != nil {
		t.Fatal(err)
	}
	used := slices.DeleteFunc(slices.Clone(p.Cases), func(c model.Case) bool { return c.Task.Title != "Sort shelf 1" })
	for _, cases := range [][]model.Case{used, whole} {
		slices.SortFunc(cases, func(a, b model.Case) int { return strings.Compare(a.Task.ID, b.Task.ID) })
		for i := range cases {
			cases[i].Native = nil
		}
	}
	if diff := cmp.Diff(whole, used); diff != "" || len(used) != 3 {
		t.Errorf("%d are used (-whole +listed):\n%s", len(used), diff)
	}
	for i := range p.Cases {
		if c := &p.Cases[i]; c.Task.Title != "Sort shelf 1" && len(c.Events)+len(c.Runs) > 0 {
			t.Errorf("of %s %d events and %d runs are read", c.Task.ID, len(c.Events), len(c.Runs))
		}
	}
	if all, err := s.List(t.Context(), source.Query{Limit: 10}); err != nil || len(all.Cases) != 6 || len(all.Cases[0].Runs) != 2 {
		t.Errorf("the next listing: %+v, %v", all.Cases, err)
	}
}
