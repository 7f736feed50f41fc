package cli

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// The memory of a process that reads a large queue is mostly garbage: each task is some 12
// kB that are needed for a moment. So the heap may grow to roomyHeap bytes, whatever is
// live, before it is collected, and by spareHeap bytes if more is live: a collection looks at
// all that is live, so that with half the spare they would cost twice as much. The collector
// knows but a percentage, which is therefore set again after each collection.
const (
	roomyHeap = 48 << 20
	spareHeap = 16 << 20
)

// firstHeap is the heap at which the collector runs first where the percentage is 100.
const firstHeap = 4 << 20

// growth returns by how much the heap may grow while so many bytes are live.
func growth(live uint64) uint64 { return max(roomyHeap-min(live, roomyHeap), spareHeap) }

// heapPercent returns the percentage for the collector while so many bytes are live; 0 is
// before the first collection.
func heapPercent(live uint64) int {
	if live == 0 {
		return 100 * roomyHeap / firstHeap
	}
	return int(growth(live) * 100 / live)
}

// The percentage that is set is that of the heap before: where the processors are busy with other
// work, it stays for a while, and while little is live three times roomyHeap would come together. So
// all memory of Go's is bounded too: before the first collection by firstLimit, and then by what the
// heap may grow to and as much more as the collector needs and loses in gaps between objects.
const (
	firstLimit   = roomyHeap + 24<<20
	heapSlack    = 40 << 20
	heapGapShare = 4 // of what is live, one part in so many
)

// heapLimit returns the limit while so many bytes are live, of a process whose own limit is own.
func heapLimit(live uint64, own int64) int64 {
	if live == 0 {
		return min(own, firstLimit)
	}
	return min(own, int64(live+growth(live)+heapSlack+live/heapGapShare))
}

// boundHeap keeps the heap of the process as small as that, from now on.
func boundHeap() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	limit := debug.SetMemoryLimit(-1)
	var after func(*collected)
	after = func(c *collected) {
		metrics.Read(live)
		bytes := live[0].Value.Uint64()
		debug.SetGCPercent(heapPercent(bytes))
		debug.SetMemoryLimit(heapLimit(bytes, limit))
		runtime.SetFinalizer(c, after)
	}
	after(new(collected))
}

// collected is an object that nothing refers to: each collection finalizes it.
type collected struct{ _ [16]byte }
