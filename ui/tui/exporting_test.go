package tui_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/classify/cycle"
	"notdone/model"
	"notdone/ui/tui"
	"notdone/ui/words"
)

// What is shown is written to a file, which is overwritten only when that was asked for.
func TestWhatIsShownIsExported(t *testing.T) {
	dir := t.TempDir()
	s := open(t, oneCause(12), 120, 40)
	write := func(name string) string {
		t.Helper()
		s.press("E", "ctrl+u")
		s.send(tea.PasteMsg{Content: filepath.Join(dir, name)})
		s.press("enter")
		text, err := os.ReadFile(filepath.Join(dir, name)) // #nosec G304 -- the test's own
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	s.press("2", "g")
	if got := write("all.csv"); strings.Count(got, "\n") != 13 || !strings.HasPrefix(got, "state,") {
		t.Errorf("the pane is written as %s", got)
	}
	s.shows("12 tasks written to " + dir)
	s.press("/")
	s.typeText("job-0007")
	s.press("enter")
	if got := write("one.jsonl"); strings.Count(got, "\n") != 1 || !strings.Contains(got, `"id":"job-0007"`) {
		t.Errorf("what matches is written as %s", got)
	}
	s.press("esc")
	if before := write("one.jsonl"); strings.Count(before, "\n") != 1 {
		t.Error("it was overwritten unasked")
	}
	s.shows("exists: enter again overwrites it")
	s.press("enter")
	if text, err := os.ReadFile(filepath.Join(dir, "one.jsonl")); err != nil || strings.Count(string(text), "\n") != 12 { // #nosec G304
		t.Errorf("it was not overwritten: %s, %v", text, err)
	}
	t.Setenv("HOME", dir)
	s.press("E", "ctrl+u")
	s.send(tea.PasteMsg{Content: "~/home.csv"})
	s.press("enter")
	if _, err := os.Stat(filepath.Join(dir, "home.csv")); err != nil {
		t.Error(err)
	}
	s.press("E", "ctrl+u")
	s.typeText("x.txt")
	s.shows("ends in .csv or .jsonl")
}

// An exported task has its wish whatever its state, as in a list of the command line.
func TestAnExportHoldsTheWishOfWhatIsDone(t *testing.T) {
	c := finished("job-1", "Send the digest", "The digest is sent, to 40 addresses.", time.Hour)
	c.Task.Wish = "" // its queue records none
	s := open(t, []model.Case{c}, 120, 40)
	file := filepath.Join(t.TempDir(), "done.jsonl")
	s.press("5", "g", "E", "ctrl+u")
	s.send(tea.PasteMsg{Content: file})
	s.press("enter")
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), `"wish":"`+cycle.WishOf(&c)+`"`) { // #nosec G304 -- the test's own
		t.Errorf("%s, %v", text, err)
	}
}

// manyReads is a board that tells before tasks are read.
type manyReads struct {
	tui.Board
	before func(read int) error
	read   int
}

func (b *manyReads) Rows(ctx context.Context, refs []model.Ref, yield func(*model.Row) error) error {
	if err := cmp.Or(b.before(b.read), ctx.Err()); err != nil {
		return err
	}
	b.read += len(refs)
	return b.Board.Rows(ctx, refs, yield)
}

// A file is written a few tasks at a time, which is told. When that is stopped, or fails, the
// file that was there before is as it was, and nothing else is left.
func TestAnExportIsWholeOrLeavesNothing(t *testing.T) {
	const there = "what was there"
	all := boardOf(t, oneCause(1200))
	for name, tc := range map[string]struct {
		before func(s *screen, read int) error
		shows  []string
		whole  bool
	}{
		"whole": {func(*screen, int) error { return nil }, []string{"1,200 tasks written to "}, true},
		"progress": {func(s *screen, read int) error {
			if read > 0 {
				s.shows("writing "+words.Number(read)+" of 1,200 tasks", "esc stops")
			}
			return nil
		}, []string{"1,200 tasks written to "}, true},
		"stopped": {func(s *screen, read int) error {
			if read > 0 {
				s.press("esc")
			}
			return nil
		}, []string{"stopped: nothing was written"}, false},
		"quit": {func(s *screen, read int) error {
			if read > 0 {
				s.press("q")
				s.shows("esc stops it, q again stops it and quits")
				s.press("q")
			}
			return nil
		}, []string{"stopped: nothing was written"}, false},
		"failed": {func(_ *screen, read int) error {
			if read > 0 {
				return errors.New("the queue is gone")
			}
			return nil
		}, []string{"not written: the queue is gone"}, false},
	} {
		for _, exists := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s over a file %v", name, exists), func(t *testing.T) {
				dir := t.TempDir()
				link, file := filepath.Join(dir, "link.csv"), filepath.Join(dir, "tasks.csv")
				if err := os.Symlink("tasks.csv", link); exists {
					if err := errors.Join(err, os.WriteFile(file, []byte(there), 0o640)); err != nil { // #nosec G306 -- kept as it is
						t.Fatal(err)
					}
				} else if err := errors.Join(err, os.Remove(link)); err != nil {
					t.Fatal(err)
				}
				s := newScreen(t, 120, 40)
				b := &manyReads{Board: all}
				b.before = func(read int) error { return tc.before(s, read) }
				s.options = s.with(b, nil)
				s.on(nil)
				s.press("2", "g", "E", "ctrl+u")
				s.send(tea.PasteMsg{Content: link})
				if s.press("enter"); exists {
					s.press("enter")
				}
				s.shows(tc.shows...)
				text, err := os.ReadFile(link) // #nosec G304 -- the test's own
				files, _ := os.ReadDir(dir)
				switch {
				case tc.whole && (err != nil || strings.Count(string(text), "\n") != 1201):
					t.Errorf("%d bytes were written, %v", len(text), err)
				case !tc.whole && exists && string(text) != there:
					t.Errorf("what was there became %q, %v", text, err)
				case !tc.whole && !exists && !errors.Is(err, fs.ErrNotExist):
					t.Errorf("%q is left, %v", text, err)
				}
				if info, err := os.Stat(file); exists && (err != nil || info.Mode().Perm() != 0o640 || len(files) != 2) {
					t.Errorf("the file is %v, %v, beside %d others", info, err, len(files)-1)
				}
				if !exists && len(files) > 1 || !exists && !tc.whole && len(files) > 0 {
					t.Errorf("%v are left", files)
				}
			})
		}
	}
}
