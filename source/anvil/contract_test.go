package anvil

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
	now := began.Add(24 * time.Hour)
	sourcetest.Run(t, sourcetest.Harness{
		Adapter: Adapter(),
		Options: source.Options{Now: func() time.Time { return now }, Hosts: []string{"here"}},
		New:     func(t testing.TB, dir string) (string, sourcetest.Owner) { return dir, runner(t, dir) },
	})
}

// runner starts runs of Anvil that write into a folder.
func runner(t testing.TB, dir string) sourcetest.Owner {
	t.Helper()
	write := sourcetest.Writer(t, dir, began)
	added, edits := 0, 0
	add := func(more string) string {
		added++
		id := fmt.Sprintf("B%03d", added)
		s := newScript()
		switch added % 3 {
		case 0:
			healthy(s)
		case 1:
			lost(s)
		default:
			s.planned()
		}
		write(id+".log", s.String()+more, os.O_TRUNC)
		return id
	}
	return sourcetest.Owner{
		Add: func(n int) {
			for range n {
				add("")
			}
		},
		Change: func(id string) {
			edits++
			s := &script{at: began.Add(time.Hour + time.Duration(edits)*time.Second)}
			write(id+".log", s.say("anvil error: number "+fmt.Sprint(edits)).String(), os.O_APPEND)
		},
		Path: func(id string) string { return filepath.Join(dir, id+".log") },
		Remove: func(id string) {
			if err := os.Remove(filepath.Join(dir, id+".log")); err != nil {
				t.Fatal(err)
			}
		},
		Large: func(size int) string { return add(strings.Repeat("b", size) + "\n") },
		Crowd: func(events int) string {
			s := newScript()
			for i := range events {
				s.turn(i)
			}
			return add(s.String())
		},
		Rest: func() {},
	}
}
