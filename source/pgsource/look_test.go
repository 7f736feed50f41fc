package pgsource

import (
	"testing"
	"time"
)

// TestPauseGrowsWithTheCost: questions take a hundredth of the time at most, however slow the
// server is.
func TestPauseGrowsWithTheCost(t *testing.T) {
	last := time.Duration(0)
	for _, cost := range []time.Duration{0, 100 * time.Microsecond, 2 * time.Millisecond, 5 * time.Millisecond, 80 * time.Millisecond, 3 * time.Second} {
		pause := pauseAfter(cost)
		if pause < leastPause || pause < last {
			t.Errorf("%v after a question of %v, %v after a quicker one", pause, cost, last)
		}
		if share := float64(cost) / float64(cost+pause); share > 0.01 {
			t.Errorf("questions of %v take %.3f of the time", cost, share)
		}
		last = pause
	}
}
