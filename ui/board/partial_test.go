package board

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"notdone/model"
)

func TestAPartThatCannotBeReadIsShownWhileTheRestGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.trouble = errors.New("board b is damaged")
		src.set(caseOf("a", "active"))
		b := follow(t, Options{}, feedOf(src))
		s := b.settle(second)
		if st := s.Sources[0]; !st.Late() || st.Err.Error() != "board b is damaged" || s.Counts[model.StateActive] != 1 {
			t.Fatalf("status %+v, counts %v", st, s.Counts)
		}
		since := s.Sources[0].Since
		src.set(caseOf("b", "active"))
		src.signal()
		if s = b.settle(second); s.Counts[model.StateActive] != 2 || !s.Sources[0].Since.Equal(since) {
			t.Errorf("the rest does not go on: %+v, counts %v", s.Sources[0], s.Counts)
		}
		src.change(func() { src.trouble = nil })
		if s = b.settle(2 * pollEvery); s.Sources[0].Late() {
			t.Errorf("it is over and still shown: %+v", s.Sources[0])
		}
	})
}

func TestScanListsTheRestAndTellsOfAPartThatCannotBeRead(t *testing.T) {
	trouble := errors.New("board b is damaged")
	src := newFake("/q")
	src.trouble = trouble
	src.set(caseOf("a", "active"))
	b := New(Options{Now: time.Now}, feedOf(src))
	rows := 0
	err := b.Scan(t.Context(), func(*model.Row) error { rows++; return nil })
	if !errors.Is(err, trouble) || rows != 1 {
		t.Errorf("%d rows, error %v", rows, err)
	}
}

func TestChangesThatNoNotificationTellsOfAreFound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		b := follow(t, Options{}, feedOf(src))
		b.settle(second)
		src.set(caseOf("a", "active"))
		if s := b.settle(2 * pollEvery); s.Counts[model.StateActive] != 1 {
			t.Errorf("counts %v", s.Counts)
		}
	})
}
