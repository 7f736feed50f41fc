package cli

import (
	"math"
	"testing"
)

func TestHeapPercent(t *testing.T) {
	for _, tt := range []struct {
		live uint64
		heap uint64 // that the collector lets there be
	}{
		{1 << 20, roomyHeap},
		{16 << 20, roomyHeap},
		{24 << 20, roomyHeap},
		{32 << 20, 48 << 20},
		{48 << 20, 64 << 20},
		{100 << 20, 116 << 20},
	} {
		heap := tt.live + tt.live*uint64(heapPercent(tt.live))/100
		if heap > tt.heap || heap < tt.heap-tt.heap/50 {
			t.Errorf("with %d MiB live the heap grows to %d MiB, want %d", tt.live>>20, heap>>20, tt.heap>>20)
		}
	}
	if first := heapPercent(0) * firstHeap / 100; first != roomyHeap {
		t.Errorf("the first collection is at %d MiB", first>>20)
	}
}

// TestHeapLimit: all memory is bounded before the first collection and after each, by more than the
// heap may grow to, and never by more than the process's own limit.
func TestHeapLimit(t *testing.T) {
	for _, tt := range []struct {
		live      uint64
		own, want int64
	}{
		{0, math.MaxInt64, firstLimit},
		{0, 10 << 20, 10 << 20},
		{1 << 20, math.MaxInt64, roomyHeap + heapSlack + 1<<18},
		{1 << 20, 10 << 20, 10 << 20},
		{100 << 20, math.MaxInt64, 100<<20 + spareHeap + heapSlack + 25<<20},
	} {
		if got := heapLimit(tt.live, tt.own); got != tt.want {
			t.Errorf("with %d bytes live the limit is %d, want %d", tt.live, got, tt.want)
		}
	}
}
