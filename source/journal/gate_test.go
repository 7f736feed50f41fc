package journal

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"notdone/source"
	"notdone/source/gate"
)

// slow is an actor whose plan takes a while to be applied.
type slow struct {
	*fake
	began chan struct{}
}

func (s slow) Apply(ctx context.Context, p source.Plan, intent func([]source.Image) error) error {
	close(s.began)
	time.Sleep(5 * time.Millisecond)
	return s.fake.Apply(ctx, p, intent)
}

// A process is stopped after the action that is under way, and before the next one.
func TestTheJournalIsNotLockedWhenTheProcessIsStopped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	j, s := newJournal(t, path), slow{newFake(), make(chan struct{})}
	p, err := s.Plan(t.Context(), source.Request{})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := j.Do(t.Context(), s, p, "", "")
		ended <- err
	}()
	<-s.began
	resume := gate.Close(10 * time.Second)
	if err := <-ended; err != nil || s.applied != 1 {
		t.Errorf("%d applied, %v", s.applied, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	if _, err := j.Do(ctx, s.fake, p, "", ""); !errors.Is(err, context.DeadlineExceeded) || s.applied != 1 {
		t.Errorf("%d applied, %v", s.applied, err)
	}
	if f, err := openLocked(t.Context(), path); err != nil || f.Close() != nil {
		t.Errorf("the journal: %v", err)
	}
	resume()
	if _, err := do(t, j, s.fake, ""); err != nil || s.applied != 2 {
		t.Errorf("%d applied, %v", s.applied, err)
	}
}
