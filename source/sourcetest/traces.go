package sourcetest

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

// readingWritesNothing: after all reading and planning, each file and folder has
// the same content, size, mode and times as before, while the owner is there and
// when it has gone.
func readingWritesNothing(t *testing.T, h *Harness) {
	t.Run("beside the owner", func(t *testing.T) { leavesNoTrace(t, h, false) })
	t.Run("at rest", func(t *testing.T) { leavesNoTrace(t, h, true) })
}

func leavesNoTrace(t *testing.T, h *Harness, rest bool) {
	dir := t.TempDir()
	tr := &trial{t: t, h: h}
	tr.path, tr.owner = h.New(t, dir)
	tr.owner.Add(12)
	if rest {
		tr.owner.Rest()
	}
	before := snapshot(t, dir, rest)
	s, closeSource := tr.openAgain()
	readAll(t, h, s)
	closeSource()
	if diff := cmp.Diff(before, snapshot(t, dir, rest)); diff != "" {
		t.Errorf("the folder changed (-before +after):\n%s", diff)
	}
}

// readAll calls everything that only reads.
func readAll(t *testing.T, h *Harness, s source.Source) {
	t.Helper()
	actor, acts := s.(source.Actor)
	cases := List(t, s, 5)
	for i := range cases {
		c := &cases[i]
		_, err := s.History(t.Context(), c.Task.ID)
		if err != nil {
			t.Error(err)
		}
		if _, err := s.Resolve(t.Context(), "not "+c.Task.ID); err == nil {
			t.Errorf("%q is found", "not "+c.Task.ID)
		}
		for _, a := range actionsOf(h, c) {
			if _, err := actor.Plan(t.Context(), request(c.Task.ID, a.Name)); err != nil || !acts {
				t.Error(a.Name, err)
			}
		}
	}
	if _, err := s.Get(t.Context(), idsOf(cases)); err != nil {
		t.Error(err)
	}
	if _, err := s.Refresh(t.Context(), watch.Signal{}); err != nil {
		t.Error(err)
	}
	if d := s.Describe(); d.Kind == "" || d.Path == "" {
		t.Errorf("description %+v", d)
	}
	if _, tells := s.(source.Notifier); len(s.Targets()) == 0 && !tells {
		t.Error("nothing is watched")
	}
}

// snapshot describes what lies in a folder. No file is opened while its owner
// holds locks on it: closing it would release them.
func snapshot(t *testing.T, dir string, content bool) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		var st unix.Stat_t
		if err := unix.Lstat(path, &st); err != nil {
			return err
		}
		text := fmt.Sprintf("mode %o, %d bytes, modified %d.%09d, changed %d.%09d",
			st.Mode, st.Size, st.Mtim.Sec, st.Mtim.Nsec, st.Ctim.Sec, st.Ctim.Nsec)
		if content && d.Type().IsRegular() {
			raw, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text += fmt.Sprintf(", %x", sha256.Sum256(raw))
		}
		all[path] = text
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// closeEndsCalls: Close may be called at any time, ends the call on its way, and
// no call after it succeeds.
func closeEndsCalls(t *testing.T, h *Harness) {
	tr := begin(t, h, 40)
	calls := map[string]func(source.Source) error{
		"List":    func(s source.Source) error { _, err := s.List(t.Context(), source.Query{Limit: 3}); return err },
		"Get":     func(s source.Source) error { _, err := s.Get(t.Context(), []string{"x"}); return err },
		"Refresh": func(s source.Source) error { _, err := s.Refresh(t.Context(), watch.Signal{}); return err },
	}
	for pause := range 8 {
		s := tr.open()
		var group sync.WaitGroup
		group.Go(func() {
			for s.Describe().Kind != "" {
				for _, call := range calls {
					if call(s) != nil {
						return
					}
				}
			}
		})
		time.Sleep(time.Duration(pause) * time.Millisecond)
		for range 2 {
			if err := s.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
		}
		group.Wait()
		for name, call := range calls {
			if call(s) == nil {
				t.Errorf("%s of a closed source succeeds", name)
			}
		}
	}
}

// actionsOf are the actions that a list offers for a task.
func actionsOf(h *Harness, c *model.Case) []model.Action {
	if h.Adapter.Actions == nil {
		return nil
	}
	return h.Adapter.Actions(c, &model.Verdict{})
}

// request asks for an action as an operator does who says why.
func request(id string, action model.ActionName) source.Request {
	return source.Request{Task: id, Action: action, Actor: "alice", Reason: "it must wait"}
}
