package board

import (
	"testing"
	"testing/synctest"
	"time"

	"notdone/model"
	"notdone/source/watch"
)

// databaseFake is a fake whose queue is a database, in which a write can be
// seen before its commit.
func databaseFake() *fake {
	src := newFake("/q")
	src.targets = []watch.Target{{Path: "/q", Database: true}}
	src.set(caseOf("a", "active"))
	return src
}

func TestCommitThatShowsAfterItsSignal(t *testing.T) {
	for _, slow := range []time.Duration{10, 60, 120, 300, 900, 2000} {
		synctest.Test(t, func(t *testing.T) {
			slow *= time.Millisecond
			src := databaseFake()
			b := follow(t, Options{}, feedOf(src))
			b.settle(10 * second)
			src.signal()
			time.Sleep(slow)
			src.set(caseOf("a", "failed")) // and nothing tells of it
			within := slow + firstLook
			if s := b.settle(within); s.Counts[model.StateFailed] != 1 {
				t.Errorf("a commit that shows %v after the write is not seen %v later", slow, within)
			}
		})
	}
}

func TestLastCommitOfABurstShowsAfterItsSignal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := databaseFake()
		b := follow(t, Options{}, feedOf(src))
		b.settle(10 * second)
		for _, state := range []string{"blocked", "queued", "done"} {
			src.set(caseOf("a", state)) // seen at once
			src.signal()
			b.settle(20 * time.Millisecond)
		}
		src.set(caseOf("a", "failed")) // the signal of its write was the last one
		if s := b.settle(100 * time.Millisecond); s.Counts[model.StateFailed] != 1 {
			t.Errorf("the last commit of a burst is not seen: %v", s.Counts)
		}
	})
}

func TestLooksAfterASignalAreFew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := databaseFake()
		b := follow(t, Options{}, feedOf(src))
		b.settle(10 * second)
		before := src.count("Refresh")
		s := b.Snapshot()
		src.signal()
		if later := b.settle(pollEvery); later != s {
			t.Error("looking again made a snapshot")
		}
		if got := src.count("Refresh") - before; got > 10 {
			t.Errorf("one signal made %d looks", got)
		}
		before = src.count("Refresh")
		b.settle(10 * pollEvery)
		if got := src.count("Refresh") - before; got > 10 {
			t.Errorf("%d looks in 50 s in which nothing happened", got)
		}
	})
}

// TestSteadyStreamNeedsNoOtherLooks: where a signal follows the other, each of
// them is the look for the commit of the one before.
func TestSteadyStreamNeedsNoOtherLooks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := databaseFake()
		b := follow(t, Options{}, feedOf(src))
		b.settle(10 * second)
		before := src.count("Refresh")
		for range 50 {
			src.signal()
			b.settle(100 * time.Millisecond)
		}
		if got := src.count("Refresh") - before; got > 55 {
			t.Errorf("50 signals made %d looks", got)
		}
	})
}

func TestFilesThatAreNoDatabaseAreNotLookedAtAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.set(caseOf("a", "active"))
		b := follow(t, Options{}, feedOf(src))
		b.settle(10 * second)
		before := src.count("Refresh")
		src.signal()
		b.settle(second)
		if got := src.count("Refresh") - before; got != 1 {
			t.Errorf("one signal made %d looks", got)
		}
	})
}
