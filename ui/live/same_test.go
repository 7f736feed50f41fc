package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"notdone/ui/crowd"
)

// What is remembered of a queue, and however it is read, its tasks are judged the same:
// after any history, while what is remembered is cut, swapped, made by another queue or
// left by a program that was killed.
func TestVerdictsAreTheSameByEveryWay(t *testing.T) {
	t.Parallel()
	for _, k := range []kind{ownQueue, hermesWAL, hermesDelete} {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			rounds := 4
			if *long {
				rounds = 60
			}
			random := rand.New(rand.NewPCG(7, uint64(len(k.name))))
			home, others := t.TempDir(), t.TempDir()
			path := filepath.Join(t.TempDir(), k.file)
			k.crowded(t, path, 300)
			other := filepath.Join(t.TempDir(), k.file)
			k.crowded(t, other, 200)
			h := &history{k: &k, random: random, path: path}
			h.read(t)
			for round := range rounds {
				fresh := verdicts(t, t.TempDir(), "ls", "--json", "--all", path)
				said := fmt.Sprintf("round %d: ", round)
				sameRows(t, said+"--read-only", fresh, verdicts(t, home, "ls", "--json", "--all", "--read-only", path))
				sameRows(t, said+"with what is remembered", fresh, verdicts(t, home, "ls", "--json", "--all", path))
				sameRows(t, said+"again", fresh, verdicts(t, home, "ls", "--json", "--all", path))
				for range 3 {
					id := h.ids[random.IntN(len(h.ids))]
					sameRows(t, said+"show", map[string]any{id: fresh[id]}, verdicts(t, home, "show", "--json", path, id))
				}
				blocked := map[string]any{}
				for id, row := range fresh {
					if of, ok := row.(map[string]any); ok && of["state"] == "blocked" {
						blocked[id] = row
					}
				}
				sameRows(t, said+"--state", blocked, verdicts(t, home, "ls", "--json", "--state", "blocked", path))
				verdicts(t, others, "ls", "--json", "--all", other)
				if round%2 == 1 {
					h.damage(t, home, others)
				}
				if round%3 == 2 {
					h.watchedAndKilled(t, home)
				}
				for range 1 + random.IntN(40) {
					h.step(t)
				}
			}
		})
	}
}

// history is what happens to a queue.
type history struct {
	k      *kind
	random *rand.Rand
	path   string
	ids    []string
	added  int
}

func (h *history) read(t *testing.T) {
	t.Helper()
	all, err := readColumns(h.path, "SELECT id, id FROM tasks ORDER BY id")
	must(t, err)
	h.ids = nil
	for _, row := range all {
		h.ids = append(h.ids, row[0])
	}
}

// texts are final messages of every kind.
var texts = []string{
	"All 14 lamps burn and the test of the gate passes.", "I need permission to open the vault.", "I could not reach the registry: 403.",
	"Which of the two gates shall I mend?", "Next I will paint the fence.", "Der Zugang zum Lager fehlt mir.", "",
}

// step has one thing happen to a task: its system does it, or somebody by hand.
func (h *history) step(t *testing.T) {
	t.Helper()
	id := h.ids[h.random.IntN(len(h.ids))]
	text := texts[h.random.IntN(len(texts))]
	var change []string
	switch h.random.IntN(8) {
	case 0:
		h.added++
		id = fmt.Sprintf("t_new%04d", h.added)
		change = append(h.k.add(id, "Mend the gate"), h.k.begin(id)...)
		h.ids = append(h.ids, id)
	case 1:
		change = h.k.begin(id)
	case 2, 3:
		change = h.k.block(id, text)
	case 4, 5:
		change = h.k.finish(id, text)
	case 6:
		change = []string{"UPDATE tasks SET title = 'Paint the gate " + fmt.Sprint(h.random.IntN(5)) + "' WHERE id = '" + id + "'"}
	default:
		change = []string{"DELETE FROM tasks WHERE id = '" + id + "'"}
	}
	must(t, inDatabase(h.path, append(append([]string{"BEGIN IMMEDIATE"}, change...), "COMMIT")...))
	h.read(t)
}

// watchedAndKilled has a dashboard see some of the history and end without a word.
func (h *history) watchedAndKilled(t *testing.T, home string) {
	t.Helper()
	d := openIn(t, home, h.path)
	d.untilLoaded()
	for range 5 {
		h.step(t)
	}
	must(t, d.cmd.Process.Kill())
	<-d.ended
}

// damage changes a file of what is remembered for no good.
func (h *history) damage(t *testing.T, home, others string) {
	t.Helper()
	swap := remembered(t, others)
	for i, path := range remembered(t, home) {
		content, err := os.ReadFile(path)
		must(t, err)
		if len(content) == 0 {
			continue
		}
		switch h.random.IntN(4) {
		case 0:
			content = content[:h.random.IntN(len(content))]
		case 1:
			for range 20 {
				content[h.random.IntN(len(content))] ^= 1 << h.random.IntN(8)
			}
		case 2:
			content = append(content, content...)
		default:
			if i < len(swap) {
				content, err = os.ReadFile(swap[i])
				must(t, err)
			}
		}
		must(t, os.WriteFile(path, content, 0o600))
	}
}

// remembered lists the files that can be made anew at any time.
func remembered(t *testing.T, home string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(home, ".cache"), func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil && d.Type().IsRegular() {
			files = append(files, path)
		}
		return err
	})
	must(t, err)
	return files
}

// verdicts are the rows that a command prints, by their ids, without what depends on when
// it was run.
func verdicts(t *testing.T, home string, args ...string) map[string]any {
	t.Helper()
	said := runIn(t, home, args...)
	rows := map[string]any{}
	for line := range strings.Lines(said) {
		var row map[string]any
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%q: %v: %.200s", args, err, line)
		}
		delete(row, "first_judged")
		id, _ := row["id"].(string)
		rows[id] = row
	}
	return rows
}

// sameRows compares what ls says of tasks; show says more.
func sameRows(t *testing.T, how string, want, got map[string]any) {
	t.Helper()
	if len(want) != len(got) {
		t.Errorf("%s: %d tasks, and not %d", how, len(got), len(want))
	}
	for id, row := range want {
		of, ok := got[id].(map[string]any)
		if !ok {
			t.Errorf("%s: %s is missing", how, id)
			continue
		}
		for name, value := range row.(map[string]any) {
			if !reflect.DeepEqual(value, of[name]) {
				t.Errorf("%s: %s of %s is %v, and not %v", how, name, id, of[name], value)
			}
		}
	}
}

// The crowd, its commands and its dates are those of a real queue: what lies in it is
// judged in every way that there is.
func TestTheCrowdHasEveryVerdict(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), ownQueue.file)
	must(t, crowd.Write(t.Context(), ownQueue.system, path, crowd.Usual(1000, time.Now())))
	found := map[any]int{}
	for _, row := range verdicts(t, t.TempDir(), "ls", "--json", "--all", path) {
		if of, ok := row.(map[string]any); ok {
			found[of["state"]]++
		}
	}
	for _, state := range []string{"active", "queued", "scheduled", "blocked", "failed", "false-done", "done", "cancelled"} {
		if found[state] == 0 {
			t.Errorf("no task is %s: %v", state, found)
		}
	}
}
