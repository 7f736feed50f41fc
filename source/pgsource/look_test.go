package pgsource

import (
	"context"
	"testing"
	"testing/synctest"
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

// TestPokeIn: of several calls for Refresh the earliest stands, and a closed source calls for
// none.
func TestPokeIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Source{changed: make(chan struct{}, 1), turn: make(chan struct{}, 1)}
		s.ended, s.end = context.WithCancel(t.Context())
		poked := func() bool {
			select {
			case <-s.changed:
				return true
			default:
				return false
			}
		}
		for _, pause := range []time.Duration{5 * time.Second, time.Second, 3 * time.Second} {
			s.pokeIn(pause)
		}
		for second := 1; second <= 6; second++ {
			time.Sleep(time.Second)
			synctest.Wait()
			if got, want := poked(), second == 1; got != want {
				t.Errorf("second %d: called %v, want %v", second, got, want)
			}
		}
		s.pokeIn(time.Second)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s.pokeIn(time.Second)
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if poked() {
			t.Error("a closed source calls for a Refresh")
		}
	})
}
