package board

import (
	"cmp"
	"maps"
	"time"
)

// wakes holds, for tasks that need it, the moment at which they have to be judged again
// although nothing changed, as microseconds since 1970. Of more than it keeps it holds the
// earliest; the others are found again by a listing of the source, once half of those have
// come. One goroutine uses it.
type wakes struct {
	at     map[string]int64
	order  *tree[wake] // the same, the earliest first
	keep   int         // 0: keepWakes
	beyond int64       // moments from here on are left out; 0: none is
	looked int64       // the moment of the newest call of due
}

// keepWakes bounds the memory of moments to about 15 MB.
const keepWakes = 1 << 17

type wake struct {
	at int64
	id string
}

func compareWakes(a, b wake) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.id, b.id)) }

// set says when the task has to be judged again; a zero time says never.
func (w *wakes) set(id string, at time.Time) {
	if old, ok := w.at[id]; ok {
		delete(w.at, id)
		w.order.Delete(wake{at: old, id: id})
	}
	if at.IsZero() {
		return
	}
	if w.at == nil {
		w.at, w.order = map[string]int64{}, newTree(compareWakes)
	}
	wake := wake{at: microsAt(at), id: id}
	if w.beyond != 0 && wake.at >= w.beyond {
		return
	}
	w.at[id] = wake.at
	w.order.Set(wake)
	if w.order.Len() > cmp.Or(w.keep, keepWakes) {
		last, _ := w.order.PopMax()
		delete(w.at, last.id)
		w.beyond = last.at
	}
}

// microsAt returns a moment in microseconds since 1970, and not an earlier one.
func microsAt(at time.Time) int64 { return at.Add(time.Microsecond - 1).UnixMicro() }

// agree reports whether a task is to be judged again at that moment, of which a zero time says
// never.
func (w *wakes) agree(id string, at time.Time) bool {
	due, known := w.at[id]
	if at.IsZero() || !known && w.beyond != 0 && microsAt(at) >= w.beyond {
		return !known
	}
	return known && due == microsAt(at)
}

// takeShort reports whether moments were left out and are needed soon. Then all tasks
// have to be judged, and their moments set, once more.
func (w *wakes) takeShort() bool {
	short := w.beyond != 0 && len(w.at) <= cmp.Or(w.keep, keepWakes)/2
	if short {
		w.beyond = 0
	}
	return short
}

// next returns the first moment that is set; false when there is none.
func (w *wakes) next() (time.Time, bool) {
	if len(w.at) == 0 {
		return time.Time{}, false
	}
	first, _ := w.order.Min()
	return time.UnixMicro(first.at), true
}

// due takes out at most n tasks whose moment has come. A clock that is set back puts
// off every moment, so all of them have come then.
func (w *wakes) due(now time.Time, n int) []string {
	if now.UnixMicro() < w.looked {
		for id := range maps.Clone(w.at) {
			w.set(id, now)
		}
	}
	w.looked = now.UnixMicro()
	var ids []string
	for len(ids) < n {
		at, ok := w.next()
		if !ok || at.After(now) {
			break
		}
		first, _ := w.order.PopMin()
		delete(w.at, first.id)
		ids = append(ids, first.id)
	}
	return ids
}

// looks says when a feed asks its source for all that is new although nothing tells of a
// change: regularly, and in a series of growing pauses after a signal from a database.
// The file system reports the write to the write-ahead log, but the commit can be read
// only after the owner has synced it to the disk, which nothing reports.
type looks struct {
	at     time.Time     // of the next look
	pause  time.Duration // between the look before and that one
	usual  time.Duration // between two looks while nothing happens
	signal time.Time     // when the newest signal came
	steady int           // how many signals in a row came soon after the one before
}

const (
	firstLook   = 60 * time.Millisecond
	soon        = 190 * time.Millisecond // more than between two signals of a watch in a steady stream
	steadyAfter = 3                      // one commit can make two signals
	lastPause   = 2 * time.Second        // of a series: the usual looks are enough then
)

// afterSignal begins a series. Each pause is twice as long as the one before, so that a
// commit is seen after at most twice the time that its owner took, and a signal costs a
// handful of looks. A look that finds something does not end the series: it may have
// found an earlier commit than the one that was signalled. In a steady stream of signals
// the next signal is the first look.
func (l *looks) afterSignal(now time.Time) {
	if l.steady++; now.Sub(l.signal) >= soon {
		l.steady = 0
	}
	l.signal, l.pause = now, firstLook
	if l.steady >= steadyAfter {
		l.pause = soon
	}
	l.at = now.Add(l.pause)
}

// due reports whether it is time to look, and sets the next look.
func (l *looks) due(now time.Time) bool {
	if now.Before(l.at) {
		return false
	}
	if l.pause *= 2; l.pause > lastPause {
		l.pause = l.usual
	}
	l.at = now.Add(l.pause)
	return true
}
