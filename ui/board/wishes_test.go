package board

import (
	"testing"
	"testing/synctest"

	"notdone/model"
)

// TestWishes: a board that runs works out what a task asks for where it met an obstacle, by which
// it is compared with others; of any other the history tells.
func TestWishes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.set(caseOf("runs", "active"))
		src.set(trouble("stuck", 0))
		b := follow(t, Options{}, feedOf(src))
		s := b.settle(second)
		wishOf := func(id string) string {
			r, _ := s.Get(model.Ref{Queue: "/q", ID: id})
			return r.Wish
		}
		if wishOf("runs") != "" || wishOf("stuck") == "" {
			t.Errorf("the wishes are %q and %q", wishOf("runs"), wishOf("stuck"))
		}
		d, err := b.History(t.Context(), model.Ref{Queue: "/q", ID: "runs"})
		if err != nil || d.Row.Wish == "" {
			t.Errorf("its history says %q, %v", d.Row.Wish, err)
		}
	})
}
