// Package sourcetest holds what every adapter promises, as one suite of tests.
//
// An adapter says in a Harness how a queue, or a folder of logs, is made and how
// its owner changes it; Run then tries the promises of source.Source, and those
// of source.Actor where the source is one. What only one system promises, such
// as the meaning of its columns, is tested in its own package.
package sourcetest

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

// Harness says how one kind of source is tried.
type Harness struct {
	Adapter source.Adapter
	// Options are those of every Open. Now is required, and fixed.
	Options source.Options
	// New makes an empty queue in the folder dir, which exists and is empty, and
	// returns the path to open with the owner that writes to it.
	New func(t testing.TB, dir string) (path string, owner Owner)
}

// Owner changes a queue as the programs do to which it belongs. Ids are those
// that the source lists. Every change is complete when a function returns.
type Owner struct {
	// Add adds n tasks, of every kind that there is in turn.
	Add func(n int)
	// Change changes something of a task that its case shows and that leaves it
	// with the same status, such as its title.
	Change func(id string)
	// Path is the file in which a change of the task shows, as a watcher tells it.
	Path func(id string) string
	// Remove removes a task.
	Remove func(id string)
	// Large adds a task that has one text, or one line, of so many bytes and
	// returns its id.
	Large func(size int) string
	// Crowd adds a task that has so many events, or lines, and returns its id.
	Crowd func(events int) string
	// Move gives a task another status, so that no plan for it holds. It is nil
	// for sources that cannot be acted on.
	Move func(id string)
	// Rest closes what the owner holds open. It is called at most once, and no
	// other function is after it.
	Rest func()
}

// Run tries all promises, each as a subtest.
func Run(t *testing.T, h Harness) {
	t.Helper()
	for _, promise := range []struct {
		name string
		try  func(*testing.T, *Harness)
	}{
		{"pages are the whole", pagesAreTheWhole},
		{"ids are stable", idsAreStable},
		{"get", getReadsWhatThereIs},
		{"refresh tells changes once", refreshTellsOnce},
		{"refresh loses nothing when cancelled", cancelledRefreshLosesNothing},
		{"a position is gone on from", positionsAreResumed},
		{"statuses are counted as they are listed", statusesAreCounted},
		{"titles are found", titlesAreFound},
		{"a position of other contents is refused", positionsAreOfOneQueue},
		{"what is read is bounded", readsAreBounded},
		{"reading writes nothing", readingWritesNothing},
		{"close ends calls", closeEndsCalls},
		{"messages hold no ages", messagesHoldNoAges},
		{"verdicts hold until", verdictsHoldUntil},
		{"what is listed is planned", listedIsPlanned},
		{"actions are applied and undone", actionsAreUndone},
		{"plans do not outlive their task", plansDoNotOutlive},
	} {
		t.Run(promise.name, func(t *testing.T) {
			t.Helper()
			promise.try(t, &h)
		})
	}
}

// trial is one queue with its owner and an open source.
type trial struct {
	source.Source
	t     *testing.T
	h     *Harness
	owner Owner
	path  string
}

// begin makes a queue of n tasks and opens it.
func begin(t *testing.T, h *Harness, n int) *trial {
	t.Helper()
	tr := &trial{t: t, h: h}
	tr.path, tr.owner = h.New(t, t.TempDir())
	tr.owner.Add(n)
	tr.Source = tr.open()
	return tr
}

// open opens the queue once more, until the test ends.
func (tr *trial) open() source.Source {
	tr.t.Helper()
	s, closeSource := tr.openAgain()
	tr.t.Cleanup(closeSource)
	return s
}

// openAgain opens the queue once more; the caller calls the function.
func (tr *trial) openAgain() (s source.Source, closeSource func()) {
	tr.t.Helper()
	s, err := tr.h.Adapter.Open(tr.t.Context(), tr.path, tr.h.Options)
	if err != nil {
		tr.t.Fatal(err)
	}
	return s, func() {
		if err := s.Close(); err != nil {
			tr.t.Error(err)
		}
	}
}

// List reads the whole listing in pages of so many.
func List(t testing.TB, s source.Source, limit int) []model.Case {
	t.Helper()
	var all []model.Case
	for q := (source.Query{Limit: limit}); ; {
		page, err := s.List(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if len(page.Cases) > limit {
			t.Fatalf("a page of %d cases where %d were asked for", len(page.Cases), limit)
		}
		all = append(all, page.Cases...)
		if q.After = page.Next; q.After == "" {
			return all
		}
	}
}

// Refresh refreshes until nothing is left to tell.
func Refresh(t testing.TB, s source.Source) (cases []model.Case, removed []string) {
	t.Helper()
	for {
		d, err := s.Refresh(t.Context(), watch.Signal{})
		if err != nil {
			t.Fatal(err)
		}
		cases, removed = append(cases, d.Cases...), append(removed, d.Removed...)
		if !d.More {
			return cases, removed
		}
	}
}

// Writer returns what writes files into a folder, by os.O_TRUNC or os.O_APPEND. Each time of
// writing is a millisecond after the one before, the first after the moment.
func Writer(t testing.TB, dir string, at time.Time) func(rel, content string, flag int) {
	return func(rel, content string, flag int) {
		t.Helper()
		at = at.Add(time.Millisecond)
		path := filepath.Join(dir, rel)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|flag, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.WriteString(content)
		if err := errors.Join(err, f.Close(), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
	}
}

// get reads one task.
func get(t *testing.T, s source.Source, id string) *model.Case {
	t.Helper()
	cases, err := s.Get(t.Context(), []string{id})
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != 1 {
		t.Fatalf("Get of %q returned %d cases", id, len(cases))
	}
	return &cases[0]
}

// refresh refreshes until nothing is left and returns how often each id was
// told.
func (tr *trial) refresh(ctx context.Context, changed watch.Signal, seen map[string]string) (told map[string]int, err error) {
	tr.t.Helper()
	told = map[string]int{}
	for range 1000 {
		d, err := tr.Refresh(ctx, changed)
		if err != nil {
			return told, err
		}
		tr.take(&d, seen, told)
		if !d.More {
			return told, nil
		}
	}
	tr.t.Fatal("Refresh always has more to tell")
	return nil, nil
}

// take updates what was seen of the tasks and counts how often each was told. A
// reset is followed by a listing, as a board does it; all that is listed then counts
// as told, and what is not listed any more as well.
func (tr *trial) take(d *source.Delta, seen map[string]string, told map[string]int) {
	tr.t.Helper()
	if d.Reset {
		now := shown(tr.t, tr.Source)
		for id := range seen {
			if _, there := now[id]; !there {
				told[id]++
			}
		}
		clear(seen)
		for id, text := range now {
			told[id]++
			seen[id] = text
		}
	}
	for i := range d.Cases {
		id := d.Cases[i].Task.ID
		told[id]++
		seen[id] = textOf(&d.Cases[i])
	}
	for _, id := range d.Removed {
		told[id]++
		delete(seen, id)
	}
}

// shown is what a listing shows, by id.
func shown(t *testing.T, s source.Source) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, c := range List(t, s, 7) {
		all[c.Task.ID] = textOf(&c)
	}
	return all
}

// anew is what somebody is shown who opens the queue now. To list the open source
// again would be to tell of what changed.
func (tr *trial) anew() map[string]string {
	tr.t.Helper()
	s, closeSource := tr.openAgain()
	defer closeSource()
	return shown(tr.t, s)
}

// quiet checks that there is nothing to tell.
func (tr *trial) quiet() {
	tr.t.Helper()
	for range 3 {
		d, err := tr.Refresh(tr.t.Context(), watch.Signal{})
		if err != nil {
			tr.t.Fatal(err)
		}
		if d.Reset || d.More || len(d.Cases) > 0 || len(d.Removed) > 0 {
			tr.t.Fatalf("nothing changed, and Refresh tells of %v, removed %v, reset %v, more %v", idsOf(d.Cases), d.Removed, d.Reset, d.More)
		}
	}
}

// textOf writes all of a case but what its adapter keeps for itself.
func textOf(c *model.Case) string {
	plain := *c
	plain.Native = nil
	text, err := json.Marshal(&plain)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func idsOf(cases []model.Case) []string {
	ids := make([]string, len(cases))
	for i := range cases {
		ids[i] = cases[i].Task.ID
	}
	return ids
}

// unknown are names that no task has.
var unknown = []string{"", "no such task", "no/such/task", "' OR 1=1 --", "%", "/no/such/log"}

// known is the id of a task that there is.
func (tr *trial) known() string {
	tr.t.Helper()
	ids := idsOf(List(tr.t, tr.Source, 100))
	if len(ids) == 0 {
		tr.t.Fatal("nothing is listed")
	}
	slices.Sort(ids)
	return ids[len(ids)/2]
}
