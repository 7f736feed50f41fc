package transcript

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

// logClock is when the logs of the contract's folders are looked at.
var logClock = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

func TestContract(t *testing.T) {
	for _, a := range []source.Adapter{Adapter(), Claude()} {
		t.Run(a.Kind, func(t *testing.T) {
			sourcetest.Run(t, sourcetest.Harness{
				Adapter: a,
				Options: source.Options{Now: func() time.Time { return logClock }, Hosts: []string{"here"}},
				New:     func(t testing.TB, dir string) (string, sourcetest.Owner) { return dir, agents(t, dir, a.Kind) },
			})
		})
	}
}

// agents write logs into a folder.
func agents(t testing.TB, dir, kind string) sourcetest.Owner {
	t.Helper()
	write := sourcetest.Writer(t, dir, logClock.Add(-time.Hour))
	kinds := []struct{ ending, content string }{
		{".jsonl", asked + said + success},
		{".jsonl", asked + refused + success},
		{".jsonl", asked + said + limit},
		{".jsonl", asked + said},
		{".log", "Starting.\n\nI changed the page.\n"},
		{".log", "I changed it\nexit code 3\n"},
	}
	if kind == KindClaude {
		kinds = kinds[:4]
	}
	added := 0
	add := func() string {
		k := kinds[added%len(kinds)]
		rel := fmt.Sprintf("run-%03d/agent%s", added, k.ending)
		added++
		write(rel, k.content, os.O_TRUNC)
		return rel
	}
	line := func(text string) string {
		return strings.Replace(said, "I changed the login page and all 14 tests pass.", text, 1)
	}
	edits := 0
	return sourcetest.Owner{
		Add: func(n int) {
			for range n {
				add()
			}
		},
		Change: func(id string) {
			edits++
			text := fmt.Sprintf("The change is number %d.", edits)
			if strings.HasSuffix(id, ".jsonl") {
				text = line(text)
			}
			write(id, text+"\n", os.O_APPEND)
		},
		Path: func(id string) string { return filepath.Join(dir, id) },
		Remove: func(id string) {
			if err := os.Remove(filepath.Join(dir, id)); err != nil {
				t.Fatal(err)
			}
		},
		Large: func(size int) string {
			write("large/agent.jsonl", asked+line(strings.Repeat("b", size)), os.O_TRUNC)
			return "large/agent.jsonl"
		},
		Crowd: func(events int) string {
			write("crowd/agent.jsonl", asked+strings.Repeat(calls+said, events/2), os.O_TRUNC)
			return "crowd/agent.jsonl"
		},
		Rest: func() {},
	}
}
