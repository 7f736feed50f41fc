package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"notdone/model"
	"notdone/source"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fake is an actor over rows in memory.
type fake struct {
	source.Source
	rows    map[int64]map[string]any
	doubt   bool  // a commit neither fails nor succeeds for sure
	lost    bool  // and it did not take place
	refuse  error // Apply fails with it before anything is announced
	broken  error // Apply fails with it after the intent
	unread  error // Current fails
	applied int
}

func newFake() *fake {
	return &fake{rows: map[int64]map[string]any{1: {"id": int64(1), "state": "blocked", "n": int64(0)}}}
}

func (f *fake) Describe() source.Description { return source.Description{Kind: "fake"} }

func (f *fake) Plan(context.Context, source.Request) (source.Plan, error) {
	return source.Plan{
		Task: model.Ref{Queue: "queue.db", ID: "t"}, Action: "unblock", Was: "blocked", Now: "queued", Undo: "until a worker claims it",
		Request: source.Request{Task: "t", Action: "requeue", Answer: "42", Reason: "because", Actor: "ann"},
	}, nil
}

func (f *fake) PlanUndo(ctx context.Context, r source.Record, _ string) (source.Plan, error) {
	return f.Plan(ctx, r.Request)
}

func (f *fake) Apply(_ context.Context, _ source.Plan, intent func([]source.Image) error) error {
	if f.refuse != nil {
		return f.refuse
	}
	id := int64(len(f.rows) + 1)
	before := f.rows[1]
	after := map[string]any{"id": int64(1), "state": "queued", "n": before["n"].(int64) + 1}
	event := map[string]any{"id": id, "state": "unblocked", "n": nil}
	images := []source.Image{
		{Table: "tasks", Key: map[string]any{"id": int64(1)}, Before: before, After: after},
		{Table: "tasks", Key: map[string]any{"id": id}, After: event},
	}
	if err := intent(images); err != nil {
		return err
	}
	if f.broken != nil {
		return f.broken
	}
	if !f.doubt || !f.lost {
		f.rows[1], f.rows[id] = after, event
		f.applied++
	}
	if f.doubt {
		return fmt.Errorf("the disk is full: %w", source.ErrInDoubt)
	}
	return nil
}

func (f *fake) Current(_ context.Context, images []source.Image) ([]source.Image, error) {
	now := make([]source.Image, len(images))
	for i, image := range images {
		now[i] = source.Image{Table: image.Table, Key: image.Key, After: f.rows[image.Key["id"].(int64)]}
	}
	return now, f.unread
}

// at is the clock of every test.
var at = time.Date(2026, 3, 14, 9, 26, 53, 500e6, time.UTC)

func newJournal(t testing.TB, path string) *Journal {
	t.Helper()
	j, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	j.now = func() time.Time { return at }
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	return j
}

func do(t testing.TB, j *Journal, f *fake, undoes string) (source.Record, error) {
	t.Helper()
	p, err := f.Plan(t.Context(), source.Request{})
	if err != nil {
		t.Fatal(err)
	}
	return j.Do(t.Context(), f, p, "the title", undoes)
}

func entries(t testing.TB, j *Journal) []Entry {
	t.Helper()
	all, err := j.Entries(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestDoKeepsEverything(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "notdone", "journal.jsonl")
	f := newFake()
	j := newJournal(t, path)
	if got := entries(t, j); len(got) != 0 {
		t.Fatalf("a missing journal holds %v", got)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("listing made a file: %v", err)
	}
	r, err := do(t, j, f, "")
	if err != nil {
		t.Fatal(err)
	}
	queue, _ := filepath.Abs("queue.db")
	want := []Entry{{Record: r, Outcome: Applied, Settled: at, Path: queue}}
	if r.Request.Action != "unblock" || r.Request.Answer != "42" || len(r.Images) != 2 || r.ID == "" || !r.At.Equal(at) {
		t.Errorf("the record is %+v", r)
	}
	for name, j := range map[string]*Journal{"the same": j, "another": newJournal(t, path)} {
		if diff := cmp.Diff(want, entries(t, j)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	for name, mode := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		if st, err := os.Stat(name); err != nil || st.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v", name, st.Mode(), err)
		}
	}
}

func TestOutcomes(t *testing.T) {
	broken := errors.New("broken")
	for _, tc := range []struct {
		name    string
		f       func(*fake)
		err     error
		outcome Outcome // empty: nothing was announced
	}{
		{"done", func(*fake) {}, nil, Applied},
		{"refused by the queue", func(f *fake) { f.refuse = broken }, broken, ""},
		{"changed", func(f *fake) { f.refuse = &source.Changed{Was: "a", Now: "b"} }, source.ErrChanged, ""},
		{"rolled back after the intent", func(f *fake) { f.broken = broken }, broken, NotApplied},
		{"in doubt and done", func(f *fake) { f.doubt = true }, nil, Applied},
		{"in doubt and not done", func(f *fake) { f.doubt, f.lost = true, true }, ErrNotDone, NotApplied},
		{"in doubt and unreadable", func(f *fake) { f.doubt, f.unread = true, broken }, source.ErrInDoubt, Pending},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := newFake()
			tc.f(f)
			j := newJournal(t, filepath.Join(t.TempDir(), "journal.jsonl"))
			r, err := do(t, j, f, "")
			if !errors.Is(err, tc.err) {
				t.Fatalf("%v, want %v", err, tc.err)
			}
			if errors.Is(err, source.ErrInDoubt) && tc.outcome != Pending {
				t.Errorf("what is known is in doubt: %v", err)
			}
			if tc.outcome == NotApplied && errors.Is(err, ErrNotDone) && err.Error() != "the disk is full: nothing was written" {
				t.Errorf("it says %v", err)
			}
			if (err == nil) != (r.ID != "") {
				t.Errorf("%v and %+v", err, r)
			}
			all := entries(t, j)
			switch {
			case tc.outcome == "" && len(all) != 0:
				t.Errorf("there are entries: %+v", all)
			case tc.outcome != "" && (len(all) != 1 || all[0].Outcome != tc.outcome):
				t.Errorf("there is %+v", all)
			}
		})
	}
}

func TestNothingIsDoneWithoutAJournal(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f := newFake()
	for name, tc := range map[string]struct {
		j    func() (*Journal, error)
		want error
	}{
		"none":      {func() (*Journal, error) { return nil, nil }, ErrReadOnly},
		"read only": {func() (*Journal, error) { return OpenReadOnly(filepath.Join(dir, "journal.jsonl")) }, ErrReadOnly},
		"no folder": {func() (*Journal, error) {
			return &Journal{path: filepath.Join(file, "x"), now: time.Now, use: make(chan struct{}, 1)}, nil
		}, ErrUnwritable},
	} {
		t.Run(name, func(t *testing.T) {
			j, err := tc.j()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := do(t, j, f, ""); !errors.Is(err, tc.want) {
				t.Errorf("%v, want %v", err, tc.want)
			}
			if _, err := j.Settle(t.Context(), f, "queue.db"); err != nil && errors.Is(tc.want, ErrReadOnly) {
				t.Error(err)
			}
			if f.applied != 0 {
				t.Error("it was done")
			}
			if err := j.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	for name, make := range map[string]func(string) error{
		"a folder": func(path string) error { return os.Mkdir(path, 0o700) },
		"a link":   func(path string) error { return os.Symlink(file, path) },
		"a fifo":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
	} {
		path := filepath.Join(dir, name)
		if err := make(path); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path); err == nil {
			t.Errorf("%s is taken for a journal", name)
		}
	}
}

// TestAJournalOfAnotherUser wants nothing written where somebody else could
// change what an undo puts back.
func TestAJournalOfAnotherUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file away")
	}
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(path, 4321, -1); err != nil {
		t.Fatal(err)
	}
	f := newFake()
	if _, err := do(t, newJournal(t, path), f, ""); !errors.Is(err, ErrUnwritable) || f.applied != 0 {
		t.Errorf("%v, done %d times", err, f.applied)
	}
	if st, err := os.Stat(path); err != nil || st.Size() != 0 {
		t.Errorf("it was written to: %v, %v", st, err)
	}
}

// TestAJournalWithTwoNames: what is written could land in another program's file.
func TestAJournalWithTwoNames(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "journal.jsonl"), filepath.Join(dir, "kanban.db")
	if err := os.WriteFile(other, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(other, path); err != nil {
		t.Skip(err)
	}
	f := newFake()
	if _, err := do(t, newJournal(t, path), f, ""); !errors.Is(err, ErrUnwritable) || f.applied != 0 {
		t.Errorf("%v, done %d times", err, f.applied)
	}
	if got, err := os.ReadFile(other); err != nil || string(got) != "precious" {
		t.Errorf("it was written to: %q, %v", got, err)
	}
}

// TestTheFolderIsPrivate finds a folder that others may look into.
func TestTheFolderIsPrivate(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "notdone")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := do(t, newJournal(t, filepath.Join(folder, "journal.jsonl")), newFake(), ""); err != nil {
		t.Fatal(err)
	}
	if st, err := os.Stat(folder); err != nil || st.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", st.Mode(), err)
	}
}

func TestNear(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		entry, queue string
		near         bool
	}{
		{"home", "home/kanban.db", true},
		{"home/boards/side/kanban.db", "home", true},
		{"home", "home", false},
		{"home", "home2/kanban.db", false},
		{"home/a.db", "home/b.db", false},
	} {
		e := Entry{Path: filepath.Join(dir, tc.entry)}
		if got := e.Near(filepath.Join(dir, tc.queue)); got != tc.near {
			t.Errorf("%s near %s: %v", tc.entry, tc.queue, got)
		}
	}
}

func TestARefusedPlanIsNotDone(t *testing.T) {
	j := newJournal(t, filepath.Join(t.TempDir(), "journal.jsonl"))
	f := newFake()
	if _, err := j.Do(t.Context(), f, source.Plan{Refused: "it is done"}, "", ""); !errors.Is(err, ErrRefused) || f.applied != 0 {
		t.Error(err)
	}
}

func TestUndoing(t *testing.T) {
	j := newJournal(t, filepath.Join(t.TempDir(), "journal.jsonl"))
	f := newFake()
	one, err := do(t, j, f, "")
	if err != nil {
		t.Fatal(err)
	}
	two, err := do(t, j, f, one.ID)
	if err != nil {
		t.Fatal(err)
	}
	if one.ID >= two.ID {
		t.Errorf("%s is before %s although the clock stands", two.ID, one.ID)
	}
	all := entries(t, j)
	if len(all) != 2 || all[0].Undoes != one.ID || all[1].UndoneBy != two.ID || all[0].UndoneBy != "" {
		t.Errorf("%+v", all)
	}
	for _, id := range []string{one.ID, "nobody"} {
		if _, err := do(t, j, f, id); !errors.Is(err, ErrUndone) {
			t.Errorf("%s was undone again: %v", id, err)
		}
	}
	if f.applied != 2 {
		t.Errorf("%d actions", f.applied)
	}
}

// interrupted leaves an intent without a confirmation, as kill -9 does.
func interrupted(t *testing.T, path string, f *fake, applied bool) {
	t.Helper()
	scratch := path + ".whole"
	kept := f.rows
	f.rows = maps.Clone(f.rows)
	if _, err := do(t, newJournal(t, scratch), f, ""); err != nil {
		t.Fatal(err)
	}
	if !applied {
		f.rows = kept
	}
	b, err := os.ReadFile(scratch)
	if err != nil {
		t.Fatal(err)
	}
	intent, _, _ := bytes.Cut(b, []byte("\n"))
	if err := os.WriteFile(path, append(intent, '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestSettle(t *testing.T) {
	for _, applied := range []bool{true, false} {
		t.Run(fmt.Sprint(applied), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "journal.jsonl")
			f := newFake()
			interrupted(t, path, f, applied)
			want := map[bool]Outcome{true: Applied, false: NotApplied}[applied]
			j := newJournal(t, path)
			if got := entries(t, j); len(got) != 1 || got[0].Outcome != Pending {
				t.Fatalf("%+v", got)
			}
			if got, err := j.Settle(t.Context(), f, "other.db"); err != nil || got != nil {
				t.Errorf("another queue: %+v, %v", got, err)
			}
			f.unread = errors.New("unreadable")
			if got, err := j.Settle(t.Context(), f, "queue.db"); err != nil || got != nil {
				t.Errorf("rows that cannot be read: %+v, %v", got, err)
			}
			f.unread = nil
			got, err := j.Settle(t.Context(), f, "./queue.db")
			if err != nil || len(got) != 1 || got[0].Outcome != want {
				t.Fatalf("%+v, %v", got, err)
			}
			if again, err := j.Settle(t.Context(), f, "queue.db"); err != nil || again != nil {
				t.Errorf("settled twice: %+v, %v", again, err)
			}
			if got := entries(t, newJournal(t, path)); got[0].Outcome != want {
				t.Errorf("read again: %+v", got)
			}
		})
	}
}

func TestTheNextActionSettlesTheLast(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	f := newFake()
	interrupted(t, path, f, true)
	j := newJournal(t, path)
	if _, err := do(t, j, f, ""); err != nil {
		t.Fatal(err)
	}
	if got := entries(t, j); len(got) != 2 || got[1].Outcome != Applied {
		t.Errorf("%+v", got)
	}
}

// TestAnIntentThatCannotBeSettled: a part of the queue that is gone holds up no
// action on the others.
func TestAnIntentThatCannotBeSettled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	f := newFake()
	interrupted(t, path, f, true)
	f.unread = errors.New("the board is gone")
	j := newJournal(t, path)
	for range 2 {
		if _, err := do(t, j, f, ""); err != nil {
			t.Fatal(err)
		}
	}
	got := entries(t, j)
	if len(got) != 3 || got[0].Outcome != Applied || got[1].Outcome != Applied || got[2].Outcome != Pending {
		t.Errorf("%+v", got)
	}
	f.unread = nil
	if found, err := j.Settle(t.Context(), f, "queue.db"); err != nil || len(found) != 1 {
		t.Errorf("it is not settled when it can be: %+v, %v", found, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	interrupted(t, path, f, true)
	if _, err := newJournal(t, path).Settle(ctx, f, "queue.db"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestTornLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	f := newFake()
	j := newJournal(t, path)
	for range 3 {
		if _, err := do(t, j, f, ""); err != nil {
			t.Fatal(err)
		}
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut := len(whole) - 1; cut > 0; cut -= 7 {
		if err := os.WriteFile(path, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		j := newJournal(t, path)
		before := entries(t, j)
		lines := bytes.Count(whole[:cut], []byte("\n"))
		if len(before) != (lines+1)/2 {
			t.Fatalf("cut at %d: %d entries of %d lines", cut, len(before), lines)
		}
		r, err := do(t, j, f, "")
		if err != nil {
			t.Fatal(err)
		}
		after := entries(t, newJournal(t, path))
		if len(after) != len(before)+1 || after[0].ID != r.ID || after[0].Outcome != Applied {
			t.Fatalf("cut at %d: after another action %+v", cut, after)
		}
	}
}

func TestOneAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	f := newFake()
	held, err := openLocked(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	p, _ := f.Plan(ctx, source.Request{})
	if _, err := newJournal(t, path).Do(ctx, f, p, "", ""); !errors.Is(err, context.DeadlineExceeded) || f.applied != 0 {
		t.Errorf("acted beside another: %v", err)
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := do(t, newJournal(t, path), f, ""); err != nil {
		t.Error(err)
	}
}

func TestAJournalThatIsMovedAway(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	f := newFake()
	j := newJournal(t, path)
	for range 2 {
		if _, err := do(t, j, f, ""); err != nil {
			t.Fatal(err)
		}
		if got := entries(t, j); len(got) != 1 {
			t.Errorf("%d entries in a file of one", len(got))
		}
		if err := os.Rename(path, path+".old"); err != nil {
			t.Fatal(err)
		}
	}
}
