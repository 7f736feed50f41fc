package board

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"notdone/model"
	"notdone/source"
)

// slowJournal waits for somebody else before it does anything.
type slowJournal struct {
	fakeJournal
	free chan struct{}
}

func (j *slowJournal) Do(ctx context.Context, a source.Actor, p source.Plan, title, undoes string) (source.Record, error) {
	select {
	case <-j.free:
	case <-ctx.Done():
		return source.Record{}, ctx.Err()
	}
	return j.fakeJournal.Do(ctx, a, p, title, undoes)
}

// ownedActor is a queue whose owner is in a transaction until a moment.
type ownedActor struct {
	*fakeActor
	until time.Time
	hung  bool // Apply comes back only then
	waits []time.Duration
}

func (f *ownedActor) Apply(ctx context.Context, p source.Plan, intent func([]source.Image) error) error {
	f.waits = append(f.waits, p.Wait)
	if left := time.Until(f.until); left > 0 {
		if f.hung {
			time.Sleep(left)
		} else {
			time.Sleep(min(left, p.Wait))
			return fmt.Errorf("%w: for the test", source.ErrBusy)
		}
	}
	return f.fakeActor.Apply(ctx, p, intent)
}

// planned is the plan to unblock t.
func planned(t *testing.T, b *bench) Planned {
	t.Helper()
	p, err := b.Plan(t.Context(), model.Ref{Queue: "/q", ID: "t"}, source.Request{Action: model.ActionUnblock, Actor: "op"})
	if err != nil || p.Refused != "" {
		t.Fatalf("the plan is %+v, %v", p, err)
	}
	return p
}

func TestActionThatWaitsForTheJournal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := &fakeActor{fake: newFake("/q")}
		src.set(caseOf("t", "blocked"))
		b := follow(t, Options{}, Feed{Adapter: fakeAdapter, Source: src})
		b.settle(second)
		p, j, ended := planned(t, b), &slowJournal{free: make(chan struct{})}, make(chan error, 1)
		go func() {
			_, err := b.Do(t.Context(), j, p)
			ended <- err
		}()
		synctest.Wait()
		for i := range 20 {
			id := fmt.Sprint("new", i)
			src.set(caseOf(id, "active"))
			src.signal()
			s := b.settle(second)
			if got := recorded(t, s, id); got != "active" {
				t.Fatalf("while an action waits the board shows %q", got)
			}
			if s.Sources[0].Late() {
				t.Fatalf("a source that is read is late: %v", s.Sources[0].Err)
			}
		}
		close(j.free)
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		if got := recorded(t, b.settle(second), "t"); got != "queued" {
			t.Errorf("after it the board shows %q", got)
		}
	})
}

func TestActionIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := &fakeActor{fake: newFake("/q")}
		src.set(caseOf("t", "blocked"))
		b := follow(t, Options{}, Feed{Adapter: fakeAdapter, Source: src})
		b.settle(second)
		ctx, stop := context.WithTimeout(t.Context(), second)
		defer stop()
		if _, err := b.Do(ctx, &slowJournal{}, planned(t, b)); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
		if got := recorded(t, b.settle(second), "t"); got != "blocked" {
			t.Errorf("the board shows %q", got)
		}
	})
}

func TestActionThatWaitsForTheOwner(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := &ownedActor{fakeActor: &fakeActor{fake: newFake("/q")}}
		src.set(caseOf("t", "blocked"))
		b := follow(t, Options{}, Feed{Adapter: fakeAdapter, Source: src})
		b.settle(second)
		p, ended := planned(t, b), make(chan error, 1)
		src.until = time.Now().Add(3 * second)
		go func() {
			_, err := b.Do(t.Context(), &fakeJournal{}, p)
			ended <- err
		}()
		src.set(caseOf("other", "active"))
		src.signal()
		if got := recorded(t, b.settle(second), "other"); got != "active" {
			t.Errorf("while an action waits the board shows %q", got)
		}
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		if len(src.waits) < 2 || src.waits[0] <= 0 {
			t.Errorf("it was tried with %v", src.waits)
		}
		src.set(caseOf("t", "blocked"))
		b.settle(10 * second)
		src.until = time.Now().Add(time.Hour)
		if _, err := b.Do(t.Context(), &fakeJournal{}, planned(t, b)); !errors.Is(err, source.ErrBusy) {
			t.Errorf("an owner that never ends: %v", err)
		}
		if time.Now().After(src.until) {
			t.Error("it waited for as long as the owner")
		}
	})
}

func TestQueueThatAnActionHoldsIsLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := &ownedActor{fakeActor: &fakeActor{fake: newFake("/q")}, hung: true}
		src.set(caseOf("t", "blocked"))
		b := follow(t, Options{}, Feed{Adapter: fakeAdapter, Source: src})
		b.settle(second)
		p, ended := planned(t, b), make(chan error, 1)
		src.until = time.Now().Add(20 * second)
		go func() {
			_, err := b.Do(t.Context(), &fakeJournal{}, p)
			ended <- err
		}()
		src.set(caseOf("other", "active"))
		src.signal()
		s := b.settle(10 * second)
		if !s.Sources[0].Late() || s.Sources[0].Since.After(time.Now().Add(-4*second)) {
			t.Errorf("nothing says that it cannot be read: %+v", s.Sources[0])
		}
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		if s := b.settle(second); s.Sources[0].Late() || recorded(t, s, "other") != "active" {
			t.Errorf("it stays late: %+v", s.Sources[0])
		}
	})
}
