package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/source/all"
	"notdone/source/detect"
	"notdone/source/mixed"
	"notdone/ui/board"
)

// live is a source of the fleet on a board, and how a test changes and breaks it.
type live struct {
	path string
	// retitle gives one of its tasks a title, or adds a task of that name.
	retitle func(title string) error
}

// places are the sources of a fleet at rest.
func places(t testing.TB, path string, w *world) []live {
	t.Helper()
	ctx := t.Context()
	// The worker's connection is older than the board's and stays open. SQLite shares the
	// -shm file of a process: a writer that came later would find it opened for reading.
	worker, err := dial(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := worker.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := execOn(ctx, worker, "BEGIN IMMEDIATE; COMMIT"); err != nil {
		t.Fatal(err)
	}
	return []live{
		{path, func(title string) error {
			return execOn(ctx, worker, `UPDATE tasks SET title = ?, updated_at = updated_at + 1 WHERE id = (SELECT min(id) FROM tasks WHERE state = 'blocked')`, title)
		}},
		{w.claw.root, func(title string) error {
			content, err := json.Marshal(map[string]string{"prompt": title})
			if err != nil {
				return err
			}
			return w.claw.in(ctx, `UPDATE messages_in SET content = ? WHERE seq = (SELECT max(seq) FROM messages_in)`, string(content))
		}},
		{w.plane.root, func(title string) error {
			return put(w.plane.lane("PROMPT.md"), []byte("# Task: "+planeTask+" - "+title+"\n\n## Review Level: 2 (Plan + Code)\n"))
		}},
		{w.logs, func(title string) error { return w.write(title+".log", stamp()+" begins", true) }},
	}
}

// boardOf runs a board of the places until the test ends.
func boardOf(t testing.TB, all []live, adapters []source.Adapter) *board.Board {
	t.Helper()
	var feeds []board.Feed
	for _, p := range all {
		found, err := detect.Adapters(t.Context(), adapters, p.path, "")
		if err != nil {
			t.Fatal(err)
		}
		a, s, err := mixed.Open(t.Context(), found, p.path, source.Options{Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		feeds = append(feeds, board.Feed{Adapter: a, Source: s})
	}
	b := board.New(board.Options{Now: time.Now, Config: classify.DefaultConfig()}, feeds...)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	eventually(t, "all is listed", func() bool { return !b.Snapshot().Loading() })
	return b
}

// called counts the rows that are called so.
func called(s *board.Snapshot, title string) (n int) {
	for p := range model.Pane(model.NumPanes) {
		for i := range s.Rows(p).Len() {
			if r, _ := s.Rows(p).At(i); r.Title == title || strings.HasPrefix(r.ID, title) {
				n++
			}
		}
	}
	return n
}

// faults are what happens to a source.
var faults = map[string]func(path string) error{
	"removed": func(string) error { return nil },
	"replaced by something else": func(path string) error {
		return os.WriteFile(path, []byte(strings.Repeat("nothing of that kind\n", 500)), 0o600)
	},
}

// TestABrokenSourceHoldsNoOther: of four sources on one board, each in turn is taken away
// or replaced. It is late and says why; the others go on, nothing is shown twice, and it
// comes back by itself.
func TestABrokenSourceHoldsNoOther(t *testing.T) {
	path, w := prepared(t, 1)
	if err := w.begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	lived(t, w, 8*time.Second, nil)
	if err := w.close(); err != nil { // at rest, nobody writes beside the test
		t.Fatal(err)
	}
	sources := places(t, path, w)
	b := boardOf(t, sources, all.Adapters())
	serial := 0
	change := func(i int) {
		t.Helper()
		serial++
		title := fmt.Sprintf("change-%03d", serial)
		if err := sources[i].retitle(title); err != nil {
			t.Fatal(err)
		}
		eventually(t, title+" in "+filepath.Base(sources[i].path), func() bool { return called(b.Snapshot(), title) > 0 })
		if n := called(b.Snapshot(), title); n != 1 {
			t.Errorf("%s is shown %d times", title, n)
		}
	}
	late := func(i int) error { return b.Snapshot().Sources[i].Err }
	for name, fault := range faults {
		for i, broken := range sources {
			if err := os.Rename(broken.path, broken.path+".away"); err != nil {
				t.Fatal(err)
			}
			if err := fault(broken.path); err != nil {
				t.Fatal(err)
			}
			eventually(t, broken.path+" is late when it is "+name, func() bool { return late(i) != nil })
			for k := range sources {
				if k == i {
					continue
				}
				change(k)
				if err := late(k); err != nil {
					t.Errorf("%s is %s, and %s is late: %v", broken.path, name, sources[k].path, err)
				}
			}
			if err := os.RemoveAll(broken.path); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(broken.path+".away", broken.path); err != nil {
				t.Fatal(err)
			}
			change(i)
			eventually(t, broken.path+" is read again", func() bool { return late(i) == nil })
		}
	}
}
