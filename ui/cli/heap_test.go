package cli

import "testing"

func TestHeapPercent(t *testing.T) {
	for _, tt := range []struct {
		live uint64
		heap uint64 // that the collector lets there be
	}{
		{1 << 20, roomyHeap},
		{16 << 20, roomyHeap},
		{24 << 20, roomyHeap},
		{32 << 20, 52 << 20},
		{48 << 20, 68 << 20},
		{100 << 20, 120 << 20},
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
