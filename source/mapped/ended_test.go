package mapped_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

// The table of chores in other forms: how its states are written, and what index there is.
var choreTables = map[string]struct {
	schema, index, mapping string
	word                   func(w string) string // as SQL
}{
	"an index":         {"id INTEGER PRIMARY KEY, what TEXT, how TEXT, due INTEGER, note TEXT", "how, due", chores, quoted},
	"no index":         {"id INTEGER PRIMARY KEY, what TEXT, how TEXT, due INTEGER, note TEXT", "", chores, quoted},
	"texts as ids":     {"id TEXT PRIMARY KEY, what TEXT, how TEXT, due INTEGER, note TEXT", "how", chores, quoted},
	"some rows":        {"id INTEGER PRIMARY KEY, what TEXT, how TEXT, due INTEGER, note TEXT", "how", strings.Replace(chores, "[tables.roles]", "where = \"what <> 'a rest'\"\n[tables.roles]", 1), quoted},
	"numbers as words": {"id INTEGER PRIMARY KEY, what TEXT, how INTEGER, due INTEGER, note TEXT", "how", numbered(chores), func(w string) string { return fmt.Sprint(choreNumbers[w]) }},
}

var choreNumbers = map[string]int{"waiting": 9, "on it": 10, "dropped": 11, "done": 2, "?": 77}

func quoted(w string) string { return "'" + w + "'" }

// numbered is a mapping whose words are numbers.
func numbered(mapping string) string {
	for word, n := range choreNumbers {
		for _, form := range []string{word, `"` + word + `"`} {
			mapping = strings.ReplaceAll(mapping, "\n"+form+" = ", fmt.Sprintf("\n%d = ", n))
		}
	}
	return mapping
}

// choreList is a table of chores: most are done, and one of a hundred is not.
func choreList(t *testing.T, form string, rows int) (s source.Source, exec func(statement string, args ...any), live map[string]string) {
	t.Helper()
	of := choreTables[form]
	path := filepath.Join(t.TempDir(), "queue.db")
	_, exec = openOwner(t, path)
	exec("CREATE TABLE chores (" + of.schema + ")")
	if of.index != "" {
		exec("CREATE INDEX chores_how ON chores (" + of.index + ")")
	}
	exec(`INSERT INTO chores WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i, 'sweep ' || i, `+of.word("done")+`, NULL, 'swept' FROM n`, rows)
	live = map[string]string{}
	for i, word := range []string{"waiting", "on it", "dropped", "?", "NULL"} {
		for at := 100 + i; at < rows; at += 500 {
			live[fmt.Sprint(at)] = word
			if word == "NULL" {
				exec("UPDATE chores SET how = NULL WHERE id = ?", at)
			} else {
				exec("UPDATE chores SET how = "+of.word(word)+" WHERE id = ?", at)
			}
		}
	}
	s, err := parse(t, of.mapping).Open(t.Context(), path, nil, source.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, exec, live
}

// TestLiveTasksAreListedFirst: whatever the table has for an index, the tasks that have
// not ended come before the others, and each task comes once.
func TestLiveTasksAreListedFirst(t *testing.T) {
	for form := range choreTables {
		t.Run(form, func(t *testing.T) {
			const rows = 3000
			s, _, live := choreList(t, form, rows)
			all := listAll(t, s)
			times := map[string]int{}
			for i := range all {
				id := all[i].Task.ID
				if times[id]++; (i < len(live)) != (live[id] != "") {
					t.Fatalf("task %s, %s, is the %d. of which the first %d are live", id, all[i].Task.Recorded, i+1, len(live))
				}
			}
			if len(all) != rows || len(times) != rows {
				t.Errorf("%d tasks are listed, %d of them once; there are %d", len(all), len(times), rows)
			}
			counter, ok := s.(source.Counter)
			if !ok {
				t.Fatal("it does not count")
			}
			counts, err := counter.CountStatuses(t.Context())
			if err != nil || (counts != nil) != (form != "no index") {
				t.Fatal(counts, err)
			}
			total := 0
			for _, n := range counts {
				total += n
			}
			if counts != nil && total != rows {
				t.Errorf("counted are %v", counts)
			}
		})
	}
}

// TestWhatHasEndedIsFollowed: of very many tasks that have ended, those are told that are
// deleted, begin again, or are the newest and change.
func TestWhatHasEndedIsFollowed(t *testing.T) {
	for form, of := range choreTables {
		t.Run(form, func(t *testing.T) {
			if testing.Short() && form != "no index" {
				t.Skip("the same goroutines follow any table")
			}
			const rows = 3000 // more than are remembered
			s, exec, _ := choreList(t, form, rows)
			listAll(t, s)
			for _, c := range []struct{ name, commit, told, removed string }{
				{"an old one is deleted", "DELETE FROM chores WHERE id = 7", "", "7"},
				{"a new one is deleted", "DELETE FROM chores WHERE id = 2999", "", "2999"},
				{"an old one begins again", "UPDATE chores SET how = " + of.word("waiting") + " WHERE id = 8", "8", ""},
				{"a new one changes", "UPDATE chores SET note = 'not swept' WHERE id = 2998", "2998", ""},
				{"one ends", "UPDATE chores SET how = " + of.word("done") + " WHERE id = 100", "100", ""},
				{"and changes", "UPDATE chores SET note = 'not swept' WHERE id = 100", "100", ""},
				{"one fails", "UPDATE chores SET how = " + of.word("dropped") + " WHERE id = 600", "600", ""},
				{"and changes", "UPDATE chores SET what = 'to sweep' WHERE id = 600", "600", ""},
				{"one is added", "INSERT INTO chores VALUES (3001, 'mop', " + of.word("done") + ", NULL, 'wet')", "3001", ""},
				{"and deleted", "DELETE FROM chores WHERE id = 3001", "", "3001"},
			} {
				exec(c.commit)
				told, removed := tellOf(t, s, c.told+c.removed)
				if c.told != "" && !slices.Contains(told, c.told) || c.removed != "" && !slices.Contains(removed, c.removed) {
					t.Fatalf("%s: told are %v, removed %v", c.name, told, removed)
				}
			}
		})
	}
}

// tellOf refreshes until a task is told or removed. After a reset what is missing is
// removed.
func tellOf(t *testing.T, s source.Source, id string) (told, removed []string) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		d, err := s.Refresh(t.Context(), watch.Signal{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range d.Cases {
			told = append(told, d.Cases[i].Task.ID)
		}
		if removed = append(removed, d.Removed...); d.Reset {
			if !slices.ContainsFunc(listAll(t, s), func(c model.Case) bool { return c.Task.ID == id }) {
				removed = append(removed, id)
			}
		}
		if slices.Contains(told, id) || slices.Contains(removed, id) {
			return told, removed
		}
	}
	return told, removed
}
