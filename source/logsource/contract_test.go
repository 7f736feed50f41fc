package logsource

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
		Adapter: notesAdapter(),
		Options: source.Options{Now: func() time.Time { return now }},
		New: func(t testing.TB, dir string) (string, sourcetest.Owner) {
			n, added, edits := &bench{t: t, notes: &notes{}}, 0, 0
			n.Dir = dir
			add := func(text string) string {
				added++
				rel := fmt.Sprintf("d%d/%03d.log", added%3, added)
				n.write(rel, text)
				return rel
			}
			return dir, sourcetest.Owner{
				Add: func(k int) {
					for range k {
						add("begun\n")
					}
				},
				Change: func(id string) { edits++; n.write(id, fmt.Sprintf("edit %d\n", edits)) },
				Path:   func(id string) string { return filepath.Join(dir, id) },
				Remove: func(id string) {
					if err := os.Remove(filepath.Join(dir, id)); err != nil {
						t.Fatal(err)
					}
				},
				Large: func(size int) string { return add("begun\n" + strings.Repeat("b", size) + "\n") },
				Crowd: func(events int) string { return add(strings.Repeat("line\n", events)) },
				Rest:  func() {},
			}
		},
	})
}
