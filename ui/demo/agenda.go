package demo

import (
	"container/heap"
	"context"
	"time"
)

// act is one thing that somebody does.
type act func(ctx context.Context) error

// entry is an act that is due at a simulated moment.
type entry struct {
	when time.Duration
	seq  int // what was put down first comes first
	do   act
}

// agenda is a heap of what is to be done, the next thing first.
type agenda []entry

func (a agenda) Len() int { return len(a) }
func (a agenda) Less(i, j int) bool {
	return a[i].when < a[j].when || a[i].when == a[j].when && a[i].seq < a[j].seq
}
func (a agenda) Swap(i, j int) { a[i], a[j] = a[j], a[i] }

// Push is for package heap.
func (a *agenda) Push(x any) {
	if e, ok := x.(entry); ok {
		*a = append(*a, e)
	}
}

// Pop is for package heap.
func (a *agenda) Pop() any {
	last := len(*a) - 1
	e := (*a)[last]
	*a = (*a)[:last]
	return e
}

// at puts an act down for so much later.
func (w *world) at(in time.Duration, do act) {
	w.serial["agenda"]++
	heap.Push(&w.agenda, entry{when: w.now + in, seq: w.serial["agenda"], do: do})
}

// step does the next thing on the agenda.
func (w *world) step(ctx context.Context) error {
	e, ok := heap.Pop(&w.agenda).(entry)
	if !ok {
		return nil
	}
	w.now = e.when
	return e.do(ctx)
}

// between is a random span of time.
func (w *world) between(least, most time.Duration) time.Duration {
	return least + time.Duration(w.rng.Int64N(int64(most-least)+1))
}

// real is a simulated span as it passes on the clock.
func (w *world) real(d time.Duration) time.Duration {
	return time.Duration(float64(d) / w.speed)
}
