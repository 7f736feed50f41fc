package board

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"notdone/model"
	"notdone/ui/verdicts"
)

// TestRowsThatAreKeptAreNotReadAgain: a scan that goes on from a file reads no task of which the
// row is kept there, and hands over the same as one that reads all, in the same order. Rows that
// are missing, or whose task changed, are read; when many are missing, once.
func TestRowsThatAreKeptAreNotReadAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const tasks = 900
		l := &ledger{random: rand.New(rand.NewPCG(1, 2)), cases: map[string]model.Case{}}
		for i := range tasks {
			c := blockedBy(fmt.Sprintf("t%03d", i), fmt.Sprint("wish ", i/2), "access:vault")
			if i%3 == 0 {
				c = l.late(c.Task.ID, time.Now().Add(-time.Hour))
			}
			l.set(c)
		}
		l.rules = int(model.SeverityError)
		folder := filepath.Join(t.TempDir(), "notdone")
		store := verdicts.Open(folder, false)
		scan := func(o Options) (said []string, gets int) {
			t.Helper()
			src, of := l.open(), 0
			src.heard = func(call string) {
				var n int
				if _, err := fmt.Sscanf(call, "Get %d tasks", &n); err == nil {
					of += n
				} else if strings.HasPrefix(call, "Get ") {
					of += len(strings.Fields(call)) - 1
				}
			}
			want := func(s model.State, weight int) bool { return s == model.StateBlocked || weight > 0 }
			if err := prepare(t, o, Feed{Adapter: fakeAdapter, Source: src}).ScanFor(t.Context(), want, func(r *model.Row) error {
				said = append(said, string(appendRow(nil, r)))
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			return said, of - min(sampleSize, tasks)
		}
		removeRows := func() {
			for _, path := range globbed(t, folder, "*.rows.verdicts") {
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
			}
		}
		with := Options{Verdicts: store, KeepScan: 10}
		for i, step := range []struct {
			name  string
			do    func()
			reads int
		}{
			{"first", func() {}, -min(sampleSize, tasks)}, // which takes no sample
			{"second", func() {}, 0},
			{"changed", func() { l.set(blockedBy("t001", "another", "access:gate")) }, 0}, // by the log
			{"without its row", func() {}, 1},
			{"without all rows", removeRows, tasks},
			{"with all rows again", func() {}, 0},
			{"of a board that ran", func() {
				l.rules-- // all is read again
				with.Identity = "other rules"
				l.run(t, with, time.Now())
			}, 0},
			{"damaged", func() {
				for _, path := range globbed(t, folder, "*.rows.verdicts") {
					raw, err := os.ReadFile(path)
					if err != nil {
						t.Fatal(err)
					}
					raw[len(raw)/3] ^= 1
					if err := os.WriteFile(path, raw, 0o600); err != nil {
						t.Fatal(err)
					}
				}
			}, 1},
		} {
			time.Sleep(2 * storePause)
			step.do()
			want, _ := scan(Options{Identity: with.Identity})
			got, reads := scan(with)
			if !slices.Equal(want, got) {
				t.Errorf("%d, %s: it is not the same", i, step.name)
			}
			if reads != step.reads {
				t.Errorf("%d, %s: %d tasks are read, want %d", i, step.name, reads, step.reads)
			}
		}
	})
}

func globbed(t *testing.T, folder, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: %v, %v", pattern, paths, err)
	}
	return paths
}
