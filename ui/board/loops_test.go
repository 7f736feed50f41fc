package board

import (
	"fmt"
	"testing"
	"time"

	"notdone/classify/cycle"
	"notdone/model"
)

func TestLoopWords(t *testing.T) {
	cost, none := 1.254, 0.0
	for _, tt := range []struct {
		loop cycle.Loop
		want string
	}{
		{cycle.Loop{Count: 2}, "the same wish met the same obstacle in 2 tasks"},
		{cycle.Loop{Count: 2, First: epoch, Last: epoch.Add(time.Second), CostUSD: &none}, "the same wish met the same obstacle in 2 tasks"},
		{
			cycle.Loop{Count: 5, First: epoch, Last: epoch.Add(4 * 24 * time.Hour), CostUSD: &cost},
			"the same wish met the same obstacle in 5 tasks within 4d, at a cost of 1.25 USD so far",
		},
	} {
		if got := loopWords(&tt.loop); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestManyLoopsDoNotDisturbEachOther: what one loop counts does not depend on how
// many others there are.
func TestManyLoopsDoNotDisturbEachOther(t *testing.T) {
	l := newLoops(2)
	put := func(id, wish string, at time.Time) {
		r := &model.Row{Task: model.Task{Queue: "/q", ID: id, Wish: wish, Updated: at}}
		r.State, r.Obstacle = model.StateBlocked, &model.Obstacle{Key: "access:vault"}
		l.put(r)
	}
	for i := range 3 {
		put(fmt.Sprint("old", i), "the old wish", epoch)
	}
	for i := range 200_000 {
		put(fmt.Sprint("new", i), fmt.Sprint("wish ", i), epoch.Add(time.Hour))
	}
	clear(l.dirty)
	put("old0", "the old wish", epoch.Add(time.Second))
	l.settle(time.Unix(1, 0))
	if f := l.finding(model.Ref{Queue: "/q", ID: "old1"}); f == nil || f.Count != 3 {
		t.Errorf("it is found that %+v", f)
	}
}
