package board

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"notdone/model"
)

// TestASlowIndexerHoldsItsSourcesBack: while nothing is indexed, little is read.
func TestASlowIndexerHoldsItsSourcesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.perPage = 10
		for i := range 1000 {
			src.set(caseOf(fmt.Sprintf("t%05d", i), "queued"))
		}
		b := prepare(t, Options{}, feedOf(src))
		busy := make(chan struct{})
		b.changes <- func(*indexer) { <-busy }
		b.start(t)
		b.settle(time.Minute)
		if n := src.count("List"); n == 0 || n > 20 {
			t.Errorf("%d pages were read that nobody indexes", n)
		}
		close(busy)
		if s := b.settle(time.Minute); s.Counts[model.StateQueued] != 1000 || s.Loading() {
			t.Errorf("counts are %v", s.Counts)
		}
	})
}

func TestASlowSourceHoldsNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow, quick := newFake("/slow"), newFake("/quick")
		slow.set(caseOf("s", "active"))
		quick.set(caseOf("q", "active"))
		slow.paged = func(int) { time.Sleep(time.Hour) }
		b := follow(t, Options{}, feedOf(slow), feedOf(quick))
		b.settle(second)
		quick.set(caseOf("q", "failed"))
		quick.signal()
		if s := b.settle(second); s.Counts[model.StateFailed] != 1 || !s.Sources[0].Loading {
			t.Errorf("counts are %v, %+v", s.Counts, s.Sources)
		}
		if s := b.settle(2 * time.Hour); s.Counts[model.StateActive] != 1 {
			t.Errorf("counts are %v", s.Counts)
		}
	})
}

// TestABoardThatHasEndedAnswers: what is asked of it is read from its sources.
func TestABoardThatHasEndedAnswers(t *testing.T) {
	src := newFake("/q")
	src.set(caseOf("t", "failed"))
	b := prepare(t, Options{}, feedOf(src))
	t.Run("while it runs", func(t *testing.T) { b.start(t) })
	if rows, err := b.Find(t.Context(), "t"); err != nil || len(rows) != 1 || rows[0].State != model.StateFailed {
		t.Errorf("found %v, %v", rows, err)
	}
}

// TestSnapshotsAreAFrameApart: changes that follow each other closely are
// published together, the last one too.
func TestSnapshotsAreAFrameApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		b := follow(t, Options{}, feedOf(src))
		before := b.settle(second).Generation
		const changes = 100
		for i := range changes {
			b.send(t.Context(), func(ix *indexer) {
				r := &model.Row{Task: model.Task{Queue: "/q", ID: fmt.Sprint(i)}}
				r.State = model.StateQueued
				ix.putRows(t.Context(), []*model.Row{r})
			})
			time.Sleep(time.Millisecond)
		}
		s := b.settle(second)
		if n := s.Generation - before; n < 2 || n > 2+changes*uint64(time.Millisecond)/uint64(frame) {
			t.Errorf("%d changes in %d ms made %d snapshots", changes, changes, n)
		}
		if s.Counts[model.StateQueued] != changes {
			t.Errorf("counts are %v", s.Counts)
		}
	})
}
