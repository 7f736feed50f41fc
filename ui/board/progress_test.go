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

// counting is a source that can count its tasks without reading them.
type counting struct{ *fake }

func (c counting) CountStatuses(context.Context) (map[string]int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.called("CountStatuses"); err != nil {
		return nil, err
	}
	counts := map[string]int{}
	for _, one := range c.cases {
		counts[one.Task.Recorded]++
	}
	return counts, nil
}

// fill gives a source n tasks that are recorded as done, a hundred to a page, each of which
// takes a second to judge. One task of a page is not done.
func fill(src *fake, n int) {
	src.perPage = 100
	for i := range n {
		c := caseOf(fmt.Sprintf("t%04d", i), "done")
		if i%100 == 50 {
			c.Native = verdictFunc(func(time.Time) model.Verdict {
				time.Sleep(second)
				return model.Verdict{State: model.StateFalseDone}
			})
		}
		src.set(c)
	}
}

// TestCountsAreThereBeforeTheListing: what the listing has yet to come to counts as it is
// recorded, and each task once.
func TestCountsAreThereBeforeTheListing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		fill(src, 1000)
		b := follow(t, Options{}, Feed{Adapter: fakeAdapter, Source: counting{src}})
		b.mustShow(1500*time.Millisecond, 999, 1, firstPage, 1000)
		b.mustShow(2*second, 997, 3, firstPage+200, 1000)
		src.set(caseOf("t0001", "failed")) // it was judged
		src.set(caseOf("t0999", "queued")) // it was not
		src.remove("t0998")
		src.signal()
		b.mustShow(20*second, 987, 10, 0, 0)
		if n := src.count("CountStatuses"); n != 1 {
			t.Errorf("it was counted %d times", n)
		}
	})
}

// mustShow checks the counts of done and false-done tasks after a while, and the progress.
func (b *bench) mustShow(after time.Duration, done, falseDone, judged, total int) {
	b.t.Helper()
	s := b.settle(after)
	gotJudged, gotTotal := s.Progress()
	if s.Counts[model.StateDone] != done || s.Counts[model.StateFalseDone] != falseDone || gotJudged != judged || gotTotal != total {
		b.t.Errorf("%d done and %d false-done, judged %d of %d; want %d and %d, %d of %d",
			s.Counts[model.StateDone], s.Counts[model.StateFalseDone], gotJudged, gotTotal, done, falseDone, judged, total)
	}
}

// TestCountingThatFails: the listing goes on later, as when a page cannot be read.
func TestCountingThatFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		fill(src, 300)
		src.fail("CountStatuses", errors.New("it is locked"))
		b := follow(t, Options{}, Feed{Adapter: fakeAdapter, Source: counting{src}})
		if s := b.settle(3 * second); !s.Sources[0].Late() {
			t.Errorf("status %+v", s.Sources[0])
		}
		src.fail("CountStatuses", nil)
		b.mustShow(20*second, 297, 3, 0, 0)
	})
}

var _ source.Counter = counting{}
