package board

import (
	"testing"
	"time"

	"notdone/classify/cycle"
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
