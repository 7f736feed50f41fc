package journal

import (
	"context"
	"errors"
	"os"
	"path/filepath"
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
		return source.ErrInDoubt
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
