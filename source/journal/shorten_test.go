package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"notdone/source"
)

// bulky does an action whose lines take up a sixteenth of what is kept.
func bulky(t testing.TB, j *Journal, f *fake, undoes string) (source.Record, error) {
	t.Helper()
	p, err := f.Plan(t.Context(), source.Request{})
	if err != nil {
		t.Fatal(err)
	}
	return j.Do(t.Context(), f, p, strings.Repeat("x", maxSize/16), undoes)
}

func idsOf(entries []Entry) []string {
	ids := make([]string, len(entries))
	for i := range entries {
		ids[i] = entries[i].ID
	}
	return ids
}

// TestTheJournalIsShortened keeps the newest entries and what is pending, in
// their order, and what was before beside it.
func TestTheJournalIsShortened(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine does it all: nothing for the race detector")
	}
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	f := newFake()
	interrupted(t, path, f, true)
	f.unread = errors.New("unreadable")
	j := newJournal(t, path)
	var done []string
	shortened := 0
	for range 60 {
		r, err := bulky(t, j, f, "")
		if err != nil {
			t.Fatal(err)
		}
		done = append(done, r.ID)
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > maxSize+maxSize/8 {
			t.Fatalf("%d bytes", info.Size())
		}
		if info.Size() < shortenedSize+maxSize/16 && len(done) > 16 {
			shortened++
		}
		all := idsOf(entries(t, newJournal(t, path)))
		last := len(all) - 1
		if !slices.Equal(all, idsOf(entries(t, j))) {
			t.Fatal("who has read all along sees something else")
		}
		slices.Reverse(all[:last])
		if n := len(done); last < min(n, 6) || !slices.Equal(all[:last], done[n-last:]) {
			t.Fatalf("after %d actions: %v, done %v", n, all, done)
		}
	}
	if shortened < 3 {
		t.Errorf("shortened %d times", shortened)
	}
	all := entries(t, j)
	if first := all[len(all)-1]; first.Outcome != Pending || first.Images == nil {
		t.Errorf("what was interrupted is lost: %s", first.ID)
	}
	old := entries(t, newJournal(t, path+OldSuffix))
	if !slices.Contains(idsOf(old), idsOf(all)[len(all)-2]) || !slices.Contains(done, old[len(old)-2].ID) {
		t.Error("what was left out is not beside it")
	}
	for _, name := range []string{path, path + OldSuffix} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	recent := all[3]
	if r, err := bulky(t, newJournal(t, path), f, recent.ID); err != nil || r.Undoes != recent.ID || len(recent.Images) != 2 {
		t.Errorf("a recent action is not undone: %+v, %v", r.ID, err)
	}
	if _, err := bulky(t, j, f, recent.ID); !errors.Is(err, ErrUndone) {
		t.Errorf("undone twice: %v", err)
	}
	if _, err := bulky(t, j, f, done[0]); !errors.Is(err, ErrForgotten) || !errors.Is(err, ErrUndone) {
		t.Errorf("what is not kept any more is undone: %v", err)
	}
}

// TestShortenedBesideOthers: nobody writes to the file that was left.
func TestShortenedBesideOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	var mu sync.Mutex
	var done []string
	var all sync.WaitGroup
	writers, each := 4, 15
	if testing.Short() {
		each = 6
	}
	for range writers {
		all.Go(func() {
			j, f := newJournal(t, path), newFake()
			for range each {
				r, err := bulky(t, j, f, "")
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				done = append(done, r.ID)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	slices.Sort(done)
	if n := len(slices.Compact(slices.Clone(done))); n != writers*each {
		t.Errorf("%d actions with the same ID", writers*each-n)
	}
	kept := idsOf(entries(t, newJournal(t, path)))
	slices.Reverse(kept)
	if len(kept) < 6 || !slices.Equal(kept, done[len(done)-len(kept):]) {
		t.Errorf("kept %v of %v", kept, done)
	}
}

// TestAnotherFileOfTheSameInode is read from its beginning: where a journal was replaced
// twice, the new file may have the inode of the one that was read.
func TestAnotherFileOfTheSameInode(t *testing.T) {
	path, other := filepath.Join(t.TempDir(), "journal.jsonl"), filepath.Join(t.TempDir(), "other.jsonl")
	j, o, f := newJournal(t, path), newJournal(t, other), newFake()
	o.now = func() time.Time { return at.Add(time.Hour) }
	if _, err := do(t, j, f, ""); err != nil {
		t.Fatal(err)
	}
	if n := len(entries(t, j)); n != 1 {
		t.Fatalf("%d entries", n)
	}
	for range 3 {
		if _, err := bulky(t, o, f, ""); err != nil {
			t.Fatal(err)
		}
	}
	content, err := os.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if want, got := idsOf(entries(t, o)), idsOf(entries(t, j)); !slices.Equal(want, got) {
		t.Errorf("read %v, want %v", got, want)
	}
}

// TestAJournalThatIsTooLong is told at once, in one sentence.
func TestAJournalThatIsTooLong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	f := newFake()
	if _, err := do(t, newJournal(t, path), f, ""); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 20<<30); err != nil {
		t.Skip(err)
	}
	j := newJournal(t, path)
	if _, err := j.Entries(t.Context()); err == nil || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
	if _, err := do(t, j, f, ""); !errors.Is(err, ErrUnwritable) || f.applied != 1 {
		t.Errorf("%v, done %d times", err, f.applied)
	}
}

// TestALongJournal is read in bounded memory, and shortened by the next action.
func TestALongJournal(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine does it all: nothing for the race detector")
	}
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	w, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	const many = 60_000
	for i := range many {
		_, err := fmt.Fprintf(w, `{"v":1,"id":"%09d","at":"2026-03-14T09:26:53Z","intent":{"path":"/q","kind":"k","queue":"q","task":"t","name":"t","action":"unblock","was":"a","now":"b","images":[{"table":"t","key":{"id":1},"before":{"a":"%0200d"}}]}}`+
			"\n"+`{"v":1,"id":"%09[1]d","at":"2026-03-14T09:26:53Z","outcome":"applied"}`+"\n", i, i)
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	j := newJournal(t, path)
	got := entries(t, j)
	if len(got) > maxSize/400 || len(got) < shortenedSize/800 || got[0].ID != fmt.Sprintf("%09d", many-1) || len(got) != len(j.byID) {
		t.Fatalf("%d entries, the newest %s, %s", len(got), got[0].ID, got[0].Outcome)
	}
	j.now = func() time.Time { return at }
	r, err := do(t, j, newFake(), "")
	if err != nil {
		t.Fatal(err)
	}
	again := entries(t, newJournal(t, path))
	if info, err := os.Stat(path); err != nil || info.Size() > maxSize || again[0].ID != r.ID || again[1].ID != got[0].ID {
		t.Errorf("%v, %d entries, the newest %s and %s, %v", info.Size(), len(again), again[0].ID, again[1].ID, err)
	}
}

// TestWholeActionIsKept does one action on so many tasks that the journal must be shortened, and undoes all of it. One
// more action then drops nothing of another unless it drops all.
func TestWholeActionIsKept(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine does it all: nothing for the race detector")
	}
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	f, j := newFake(), newJournal(t, path)
	act := func(together, undoes string) string {
		t.Helper()
		p, err := f.Plan(t.Context(), source.Request{})
		if err != nil {
			t.Fatal(err)
		}
		p.Request.Together = together
		r, err := j.Do(t.Context(), f, p, strings.Repeat("x", maxSize/16), undoes)
		if err != nil {
			t.Fatal(err)
		}
		return r.ID
	}
	const tasks = 24
	var all []string
	for range tasks {
		all = append(all, act("unblock", ""))
	}
	if got := entries(t, newJournal(t, path)); len(got) != tasks {
		t.Fatalf("of %d tasks %d are kept", tasks, len(got))
	}
	for _, id := range all {
		act("undo", id)
	}
	for i := range 2 * tasks {
		if act("", ""); i%16 > 0 {
			continue
		}
		left := map[string]int{}
		for _, e := range entries(t, newJournal(t, path)) {
			left[e.Request.Together]++
		}
		if n := left["unblock"]; n != 0 && n != tasks {
			t.Fatalf("of %d tasks %d are kept", tasks, n)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Size() > 4*tasks*maxSize/16 {
		t.Errorf("%v, %v", info.Size(), err)
	}
}

// TestIDsAreOurs: they are printed as they are.
func TestIDsAreOurs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	text := `{"v":1,"id":"\u001b]52;c;eA==\u0007","at":"2026-03-14T09:26:53Z","intent":{"path":"/q","images":[]}}
{"v":1,"id":"ok1","at":"2026-03-14T09:26:53Z","intent":{"path":"/q","undoes":"\u001b[2J","images":[]}}
{"v":1,"id":"ok2","at":"2026-03-14T09:26:53Z","intent":{"path":"/q","undoes":"ok1","images":[]}}
`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := idsOf(entries(t, newJournal(t, path))); !slices.Equal(got, []string{"ok2"}) {
		t.Errorf("%q", got)
	}
}
