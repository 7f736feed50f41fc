package filewrite

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"notdone/source"
	"notdone/source/sourcetest"
)

func TestContract(t *testing.T) {
	now := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	sourcetest.Run(t, sourcetest.Harness{
		Adapter: cardsAdapter(),
		Options: source.Options{Now: func() time.Time { return now }},
		New: func(t testing.TB, dir string) (string, sourcetest.Owner) {
			f, added, edits := &folder{t: t, dir: dir}, 0, 0
			states := []string{"open", "closed", "open", "gone"}
			add := func(text string) string {
				added++
				rel := fmt.Sprintf("d%d/%03d.card", added%3, added)
				f.write(rel, "state: "+states[added%4]+"\n"+text)
				if added%4 == 1 {
					f.write(rel+".done", "Completed\n")
				}
				return rel
			}
			appendTo := func(id, text string) { f.write(id, f.read(id)+text) }
			return dir, sourcetest.Owner{
				Add: func(k int) {
					for range k {
						add("begun\n")
					}
				},
				Change: func(id string) { edits++; appendTo(id, fmt.Sprintf("edit %d\n", edits)) },
				Path:   func(id string) string { return filepath.Join(dir, id) },
				Remove: func(id string) {
					if err := os.Remove(filepath.Join(dir, id)); err != nil {
						t.Fatal(err)
					}
				},
				Large: func(size int) string { return add(strings.Repeat("b", size) + "\n") },
				Crowd: func(events int) string { return add(strings.Repeat("line\n", events)) },
				Move:  func(id string) { f.write(id, "state: moved\n") },
				Rest:  func() {},
			}
		},
	})
}
