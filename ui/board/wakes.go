package board

import (
	"container/heap"
	"math"
	"time"
)

// wakes holds, for each task that needs it, the moment at which it has to be
// judged again although nothing changed. There may be one for every task, so that
// moments are kept as nanoseconds since 1970. One goroutine uses it.
type wakes struct {
	queue wakeQueue
	at    map[string]int64 // what is in force; other entries of queue are void
}

type wake struct {
	at int64
	id string
}

// nanos is a moment as wakes keep it; one beyond the year 2262 is that year.
func nanos(at time.Time) int64 {
	if at.After(time.Unix(0, math.MaxInt64)) {
		return math.MaxInt64
	}
	return at.UnixNano()
}

// set says when the task has to be judged again; a zero time says never.
func (w *wakes) set(id string, at time.Time) {
	if at.IsZero() {
		delete(w.at, id)
		return
	}
	when := nanos(at)
	if old, ok := w.at[id]; ok && old == when {
		return
	}
	if w.at == nil {
		w.at = map[string]int64{}
	}
	w.at[id] = when
	heap.Push(&w.queue, wake{at: when, id: id})
	if len(w.queue) > 2*len(w.at)+64 {
		w.rebuild()
	}
}

// rebuild drops the void entries.
func (w *wakes) rebuild() {
	w.queue = w.queue[:0]
	for id, at := range w.at {
		w.queue = append(w.queue, wake{at: at, id: id})
	}
	heap.Init(&w.queue)
}

// next returns the first moment that is set; false when there is none.
func (w *wakes) next() (time.Time, bool) {
	for len(w.queue) > 0 {
		first := w.queue[0]
		if at, ok := w.at[first.id]; ok && at == first.at {
			return time.Unix(0, first.at), true
		}
		heap.Pop(&w.queue)
	}
	return time.Time{}, false
}

// due takes out at most n tasks whose moment has come.
func (w *wakes) due(now time.Time, n int) []string {
	var ids []string
	for len(ids) < n {
		at, ok := w.next()
		if !ok || at.After(now) {
			break
		}
		id := w.queue[0].id
		heap.Pop(&w.queue)
		delete(w.at, id)
		ids = append(ids, id)
	}
	return ids
}

// wakeQueue is a heap of moments, the earliest first.
type wakeQueue []wake

func (q wakeQueue) Len() int           { return len(q) }
func (q wakeQueue) Less(i, j int) bool { return q[i].at < q[j].at }
func (q wakeQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }

// Push is for container/heap alone.
func (q *wakeQueue) Push(x any) {
	if w, ok := x.(wake); ok {
		*q = append(*q, w)
	}
}

// Pop is for container/heap alone.
func (q *wakeQueue) Pop() any {
	old := *q
	last := old[len(old)-1]
	old[len(old)-1] = wake{}
	*q = old[:len(old)-1]
	return last
}
