package watch

import (
	"testing"
	"time"
)

// TestWindowOfASteadyStream: the windows of changes that do not cease are longer, those of a
// few commits are not.
func TestWindowOfASteadyStream(t *testing.T) {
	const usual, long = 50 * time.Millisecond, 150 * time.Millisecond
	tests := []struct {
		name string
		gap  time.Duration // from the end of a window to the next change
		want []time.Duration
	}{
		{"without rest", 2 * time.Millisecond, []time.Duration{usual, usual, usual, usual, long, long}},
		{"with rests", usual, []time.Duration{usual, usual, usual, usual, usual, usual}},
	}
	for _, tt := range tests {
		var s stream
		now := time.Unix(1_800_000_000, 0)
		for i, want := range tt.want {
			now = now.Add(tt.gap)
			got := s.window(now, usual)
			if got != want {
				t.Errorf("%s: window %d is %v long, want %v", tt.name, i, got, want)
			}
			now = now.Add(got)
			s.closed = now
		}
		now = now.Add(time.Second)
		if got := s.window(now, usual); got != usual {
			t.Errorf("%s: after a rest the window is %v long", tt.name, got)
		}
	}
}
