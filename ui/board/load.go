package board

import (
	"context"
	"math/bits"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

// walk is a listing of the source on its way: the first one, one after a reset,
// or one that looks for quiet rows to hold.
type walk struct {
	next  source.Cursor
	pages int
	// fresh collects a listing after a reset, apart from what is shown until it
	// is complete; nil for any other.
	fresh *index
	// fill says of which classes rows are looked for and how many may still be
	// met; nil when everything is listed.
	fill map[class]*missing
}

// missing is rows of one class that are looked for.
type missing struct {
	left   int // rows that may still be met
	passed int // rows in a row that were met and are not among the first
}

// farBehind is how many consecutive rows that do not belong to the first ones tell
// a walk that it is past them.
const farBehind = page / 2

// first reports whether the first listing has not read a page yet.
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
	done := got.Next == "" || w.fill != nil && f.filled(rows)
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

// filled reports whether the walk has met what it looked for: all rows of the
// classes, or as many as are held. A source lists the rows of a state nearly in
// the order in which they are held, so that where many rows in a row are not
// among the first, no later one is.
func (f *feed) filled(rows []*model.Row) bool {
	fill := f.walk.fill
	f.b.mu.Lock()
	defer f.b.mu.Unlock()
	for _, r := range rows {
		shown, held := f.b.x.refs.Get(r)
		if !held {
			shown = r
		}
		m := fill[classOf(shown)]
		if m == nil {
			continue
		}
		m.left--
		if m.passed++; held {
			m.passed = 0
		}
		if m.left <= 0 || m.passed >= farBehind {
			delete(fill, classOf(shown))
		}
	}
	return len(fill) == 0
}

func (f *feed) endWalk() {
	w := f.walk
	f.walk = nil
	f.mustRefresh(watch.Signal{})
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
	if f.restarts = 0; f.again {
		f.again = false
		f.relist()
	}
}

// maxRestarts is how often a listing after a reset begins again because of
// another reset. A source that is reset with every commit would never be listed
// to its end otherwise.
const maxRestarts = 3

// relist begins the listing after a reset. What is shown stays until it ends.
func (f *feed) relist() {
	if f.walk != nil && f.walk.fresh != nil {
		if f.restarts >= maxRestarts {
			f.again = true
			return
		}
		f.restarts++
	}
	fresh := newIndex(f.b.o.room(), f.b.o.Config.RequeueMin)
	fresh.parts[f.queue] = newPart(f.queue)
	f.walk = &walk{fresh: fresh}
	f.filling.Store(false)
	f.b.setStatus(f.index, func(s *Status) {
		if s.Loading {
			s.Listed = 0
		}
	})
}

// startFill begins a walk for the classes of which rows are missing.
func (f *feed) startFill() {
	asked := f.refill.Swap(0)
	if asked == 0 {
		return
	}
	fill := map[class]*missing{}
	f.b.mu.Lock()
	for ; asked != 0; asked &= asked - 1 {
		c := class(bits.TrailingZeros32(asked))
		if n := f.b.x.parts[f.queue].counts[c]; n > 0 {
			fill[c] = &missing{left: n}
		}
	}
	f.b.mu.Unlock()
	if len(fill) > 0 {
		f.walk = &walk{fill: fill}
	} else {
		f.filling.Store(false)
	}
}

// fill is when rows of one class were last looked for, and how long it is until
// that may be done again.
type fill struct {
	at    time.Time
	pause time.Duration
}

// How long the pause between two walks for rows of one class is: it grows while
// they do not find what the counts say must be there.
const (
	fillPause    = time.Second
	maxFillPause = 5 * time.Minute
)

// askFill has all feeds look for rows of the classes that are short; mu is held.
// It returns after how long it wants to be called again.
func (b *Board) askFill() (again time.Duration) {
	again = idle
	for i, shelf := range b.x.shelves {
		last := &b.fills[i]
		if !b.x.short(class(i)) {
			last.pause = fillPause
			continue
		}
		if wait := last.pause - time.Since(last.at); wait > 0 || b.busy() {
			again = min(again, max(wait, fillPause))
			continue
		}
		last.at, last.pause = time.Now(), min(max(2*last.pause, fillPause), maxFillPause)
		shelf.horizon = nil
		for _, f := range b.feeds {
			f.filling.Store(true)
			f.refill.Or(1 << i)
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
