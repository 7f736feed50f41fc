package logsource

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/source/watch"
)

// TestWatchedFolder: with what package watch tells of the targets, and nothing
// else, a folder is followed.
func TestWatchedFolder(t *testing.T) {
	for name, poll := range map[string]bool{"notified": false, "polled": true} {
		t.Run(name, func(t *testing.T) {
			n := newNotes(t)
			n.write("a/one.log", "begun\n")
			n.write("two.log", "begun\n")
			n.open()
			w, err := watch.New(n.Targets(), watch.Options{ForcePoll: poll, PollFast: 20 * time.Millisecond, Window: 10 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = w.Close() })
			got := n.list()
			n.follow(got, watch.Signal{})
			path := func(rel string) string { return filepath.Join(n.Dir, rel) }
			for _, step := range []struct {
				name string
				do   func() error
				want map[string]string
			}{
				{"a line more", func() error { n.write("a/one.log", "more\n"); return nil }, map[string]string{"a/one.log": "more", "two.log": "begun"}},
				{"a new folder", func() error { n.write("b/c/new.log", "x\n"); return nil }, map[string]string{"a/one.log": "more", "two.log": "begun", "b/c/new.log": "x"}},
				{"written anew", func() error { return os.WriteFile(path("two.log"), []byte("other\n"), 0o600) }, map[string]string{"a/one.log": "more", "two.log": "other", "b/c/new.log": "x"}},
				{"renamed", func() error { return os.Rename(path("two.log"), path("a/two.log")) }, map[string]string{"a/one.log": "more", "a/two.log": "other", "b/c/new.log": "x"}},
				{"a folder went", func() error { return os.RemoveAll(path("b")) }, map[string]string{"a/one.log": "more", "a/two.log": "other"}},
			} {
				if err := step.do(); err != nil {
					t.Fatal(err)
				}
				for deadline := time.After(2 * time.Minute); !cmp.Equal(step.want, got); {
					select {
					case s := <-w.C():
						n.follow(got, s)
					case <-deadline:
						t.Fatalf("%s: %s", step.name, cmp.Diff(step.want, got))
					}
				}
			}
		})
	}
}

// TestWhatGetSeesIsReported: a task that is read after its file has changed, and before the
// change was told of, is reported as changed all the same.
func TestWhatGetSeesIsReported(t *testing.T) {
	n := newNotes(t)
	n.write("one.log", "begun\n")
	n.open()
	got := n.list()
	n.follow(got, watch.Signal{})
	n.write("one.log", "more\n")
	if cases, err := n.Get(t.Context(), []string{"one.log"}); err != nil || len(cases) != 1 || cases[0].Result != "more" {
		t.Fatal(cases, err)
	}
	n.follow(got, watch.Signal{Paths: []string{filepath.Join(n.Dir, "one.log")}})
	if want := (map[string]string{"one.log": "more"}); !cmp.Equal(want, got) {
		t.Error(cmp.Diff(want, got))
	}
}
