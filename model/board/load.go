package board

import (
	"context"
	"math/bits"
	"time"

	"notdone/model"
	"notdone/source"
)

// walk is a listing of the source on its way: the first one, one after a reset,
// or one that looks for quiet rows to hold.
type walk struct {
	next  source.Cursor
	pages int
	// fresh collects a listing after a reset, apart from what is shown until it
	// is complete; nil for any other.
	fresh *index
	// fill says of which states rows are looked for and how many may still be
	// met; nil when everything is listed.
	fill map[model.State]int
}

// first reports whether not one page was read yet of the first listing.
func (w *walk) first() bool { return w.pages == 0 && w.fresh == nil && w.fill == nil }

// step reads and takes in one page of the walk.
func (f *feed) step(ctx context.Context) error {
	w := f.walk
	limit := page
	if w.first() {
		limit = firstPage
	}
	var got source.Page
	err := f.with(ctx, func(src source.Source) (err error) {
		got, err = src.List(ctx, source.Query{After: w.next, Limit: limit})
		return err
	})
	if err != nil {
		return err
	}
	w.pages++
	w.next = got.Next
	rows := f.judgeAll(got.Cases)
	if w.fresh != nil {
		for _, r := range rows {
			w.fresh.put(r, f.b.o.Now())
		}
	} else {
		f.take(rows)
	}
	done := got.Next == "" || w.filled(rows)
	if done {
		f.endWalk()
		f.tellLeftOut(ctx) // before loading ends: then everything is known
	}
	f.b.setStatus(f.index, func(s *Status) {
		if s.Loading {
			s.Listed += len(got.Cases)
			s.Loading = !done
		}
	})
	return nil
}

// filled reports whether every row that was looked for has been met.
func (w *walk) filled(rows []*model.Row) bool {
	if w.fill == nil {
		return false
	}
	for _, r := range rows {
		if left, ok := w.fill[r.State]; ok {
			if left--; left <= 0 {
				delete(w.fill, r.State)
			} else {
				w.fill[r.State] = left
			}
		}
	}
	return len(w.fill) == 0
}

func (f *feed) endWalk() {
	w := f.walk
	f.walk = nil
	f.stale = true
	if w.fresh == nil {
		if w.fill != nil {
			f.filling.Store(false)
			notify(f.b.changed)
		}
		return
	}
	f.b.mu.Lock()
	news := f.b.x.swap(f.queue, w.fresh, f.b.o.Now())
	f.b.mu.Unlock()
	if f.b.rows != nil {
		for _, r := range news {
			f.b.rows.add(r)
		}
	}
	notify(f.b.changed)
	f.b.arrivals()
}

// relist begins the listing after a reset. What is shown stays until it ends.
func (f *feed) relist() {
	fresh := newIndex(f.b.o.Keep, f.b.o.Config.RequeueMin)
	fresh.parts[f.queue] = newPart(f.queue)
	f.walk = &walk{fresh: fresh}
	f.filling.Store(false)
	f.b.setStatus(f.index, func(s *Status) {
		if s.Loading {
			s.Listed = 0
		}
	})
}

// startFill begins a walk for the states of which rows are missing.
func (f *feed) startFill() {
	missing := f.refill.Swap(0)
	if missing == 0 {
		return
	}
	fill := map[model.State]int{}
	f.b.mu.Lock()
	for ; missing != 0; missing &= missing - 1 {
		s := model.State(bits.TrailingZeros32(missing))
		if n := f.b.x.parts[f.queue].counts[s]; n > 0 {
			fill[s] = n
		}
	}
	f.b.mu.Unlock()
	if len(fill) > 0 {
		f.walk = &walk{fill: fill}
	} else {
		f.filling.Store(false)
	}
}

// fillPause is the shortest time between two walks for rows of one state.
const fillPause = time.Second

// askFill has all feeds look for rows of the states that are short; mu is held.
// It returns after how long it wants to be called again.
func (b *Board) askFill() (again time.Duration) {
	again = idle
	for i, shelf := range b.x.shelves {
		s := model.State(i)
		if !b.x.short(s) {
			continue
		}
		if time.Since(b.filled[s]) < fillPause || b.busy() {
			again = fillPause
			continue
		}
		b.filled[s] = time.Now()
		shelf.horizon = nil
		for _, f := range b.feeds {
			f.filling.Store(true)
			f.refill.Or(1 << s)
			notify(f.poke)
		}
	}
	return again
}

// busy reports whether a feed is still in its first listing or looking for
// rows; mu is held.
func (b *Board) busy() bool {
	for i, f := range b.feeds {
		if b.status[i].Err == nil && (b.status[i].Loading || f.filling.Load()) {
			return true
		}
	}
	return false
}
