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
