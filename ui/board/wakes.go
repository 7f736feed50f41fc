package board

import (
	"cmp"
	"maps"
	"time"
)

// wakes holds, for each task that needs it, the moment at which it has to be
// judged again although nothing changed. There may be one for every task, so that
// moments are kept as microseconds since 1970. One goroutine uses it.
type wakes struct {
	at     map[string]int64
	order  *tree[wake] // the same, the earliest first
	looked int64       // the moment of the newest call of due
}

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
	w.at[id] = at.Add(time.Microsecond - 1).UnixMicro() // not earlier
	w.order.Set(wake{at: w.at[id], id: id})
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

// recheck is the series of looks that follows a signal from a database. The file
// system reports the write to the write-ahead log. The commit can be read only
// after the owner has synced it to the disk, which nothing reports.
type recheck struct {
	begun time.Time     // when the signal came
	soon  int           // how many signals in a row came soon after the one before
	at    time.Time     // of the next look; zero when there is none
	wait  time.Duration // between the look before and that one
}

const (
	recheckFirst  = 60 * time.Millisecond
	recheckSteady = 150 * time.Millisecond // what is soon
	steadyAfter   = 3                      // one commit can make two signals
	recheckLast   = 2 * time.Second        // later looks come every lookEvery anyway
)

// begin restarts the series. Each wait is twice as long as the one before, so
// that a commit is seen after at most twice the time that its owner took, and a
// signal costs a handful of looks. A look that finds something does not end the
// series: it may have found an earlier commit than the one that was signalled.
// In a steady stream of signals the next one is the first look.
func (r *recheck) begin(now time.Time) {
	first, near := recheckFirst, 0
	if !r.begun.IsZero() && now.Sub(r.begun) < recheckSteady {
		near = r.soon + 1
	}
	if near >= steadyAfter {
		first = recheckSteady
	}
	*r = recheck{begun: now, soon: near, at: now.Add(first), wait: first}
}

// due reports whether it is time to look, and moves on to the next look.
func (r *recheck) due(now time.Time) bool {
	if r.at.IsZero() || now.Before(r.at) {
		return false
	}
	if r.wait *= 2; r.wait > recheckLast {
		r.at = time.Time{}
	} else {
		r.at = now.Add(r.wait)
	}
	return true
}

// in returns how long it is until the next look.
func (r *recheck) in(now time.Time) time.Duration {
	if r.at.IsZero() {
		return idle
	}
	return r.at.Sub(now)
}
