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
		name   string
		gaps   []time.Duration // from the end of a window to the next change, in turns
		usual  int             // how many windows are as usual
		longer int             // and then longer
	}{
		{"without rest", []time.Duration{2 * time.Millisecond}, 8, 20},
		{"fifty a second", []time.Duration{20 * time.Millisecond, 0}, 8, 20},
		{"with rests", []time.Duration{usual / 2}, 30, 0},
		{"some without rest", []time.Duration{0, 0, 0, 0, 0, 0, usual}, 30, 0},
	}
	for _, tt := range tests {
		var s stream
		now := time.Unix(1_800_000_000, 0)
		for i := range tt.usual + tt.longer {
			want := usual
			if i >= tt.usual {
				want = long
			}
			now = now.Add(tt.gaps[i%len(tt.gaps)])
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
