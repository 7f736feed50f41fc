package board

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// notifierFake is a fake that tells of its changes itself.
type notifierFake struct {
	*fake
	changed chan struct{}
}

func (f *notifierFake) Changes() <-chan struct{} { return f.changed }

func (f *notifierFake) tell() {
	select {
	case f.changed <- struct{}{}:
	default:
	}
}

// TestSourceThatTellsOfItsChanges: its word is enough for a look, and where it has failed it
// does not hurry the next attempt.
func TestSourceThatTellsOfItsChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := &notifierFake{newFake("/q"), make(chan struct{}, 1)}
		src.set(caseOf("a", "active"))
		b := follow(t, Options{}, Feed{Adapter: fakeAdapter, Source: src})
		b.settle(10 * second)
		for _, state := range []string{"blocked", "queued", "failed"} {
			src.set(caseOf("a", state))
			src.tell()
			if s := b.settle(100 * time.Millisecond); s.Counts[recordedState(state)] != 1 {
				t.Errorf("%s is not seen at once: %v", state, s.Counts)
			}
		}
		src.fail("Refresh", errors.New("it is locked"))
		before := src.count("Refresh")
		for range 20 {
			src.tell()
			b.settle(10 * time.Millisecond)
		}
		if got := src.count("Refresh") - before; got > 3 {
			t.Errorf("a source that fails was asked %d times in 200 ms", got)
		}
	})
}
