package board

import (
	"time"

	"notdone/classify"
	"notdone/model"
)

// class is a state, and whether a task of that state asks for an operator.
type class uint8

// numClasses is the number of classes, for arrays indexed by class.
const numClasses = 2 * model.NumStates

func classOf(r *model.Row) class {
	c := class(r.State) * 2
	if !quiet(r) {
		c++
	}
	return c
}

func (c class) state() model.State { return model.State(c / 2) }
func (c class) loud() bool         { return c%2 == 1 }

// quiet reports whether nothing about the row asks for an operator. One with an
// obstacle is not quiet: another task may turn out to have met it too. Nor is one
// that only the prior of its queue made done: the prior may change.
func quiet(r *model.Row) bool {
	return !r.Loud() && r.Obstacle == nil && !classify.Overruled(&r.Verdict)
}

func (k *Key) class() class {
	c := class(k.state) * 2
	if !k.is(isQuiet) {
		c++
	}
	return c
}

// room is how many quiet tasks of one class are listed, and how many rows are held whole.
type room struct{ quiet, whole int }

// shelf is the tasks of one quiet class that are listed: the first few in list order.
// Tasks behind its horizon may be unknown, so none behind it is taken in. The listed
// ones are therefore always the first ones, without a gap.
type shelf struct {
	keys    *tree[*Key]
	keep    int
	horizon *Key // the first task known to be left out; nil: none
}

// offer takes the task in or leaves it out. A task that has to make room for it
// is returned.
func (s *shelf) offer(k *Key) (taken bool, out *Key) {
	if s.horizon != nil && compareKeys(k, s.horizon) >= 0 {
		return false, nil
	}
	if s.keys.Len() >= s.keep {
		last, _ := s.keys.Max()
		if last == nil || compareKeys(k, last) > 0 {
			s.horizon = k
			return false, nil
		}
		s.keys.Delete(last)
		s.horizon, out = last, last
	}
	s.keys.Set(k)
	return true, out
}

// missing is rows of one class that a feed looks for. It belongs to the
// indexer's goroutine once the feed has asked about it.
type missing struct {
	left   int // rows that may still be met
	passed int // rows in a row that were met and are not among the first
}

// farBehind is how many consecutive rows that do not belong to the first ones tell
// a listing that it is past them.
const farBehind = 500

// foundAll reports whether a listing has met what it looked for: all rows of the
// classes, or as many as are held. A source lists the rows of a state nearly in
// the order in which they are held, so that where many rows in a row are not
// among the first, no later one is.
func (x *index) foundAll(looked map[class]*missing, rows []*model.Row) bool {
	for _, r := range rows {
		k, c := x.key(r.Ref()), classOf(r)
		if k != nil {
			c = k.class()
		}
		m := looked[c]
		if m == nil {
			continue
		}
		m.left--
		if m.passed++; k != nil {
			m.passed = 0
		}
		if m.left <= 0 || m.passed >= farBehind {
			delete(looked, c)
		}
	}
	return len(looked) == 0
}

// refill is when rows of one class were last looked for, and how long it is until
// that may be done again.
type refill struct {
	at    time.Time
	pause time.Duration
}

// How long the pause between two searches for rows of one class is: it grows
// while they do not find what the counts say must be there.
const (
	refillPause    = time.Second
	maxRefillPause = 5 * time.Minute
)

// startRefills has the feeds look for rows of the classes that are short, unless a
// listing is under way. It returns after how long it has to be called again.
func (ix *indexer) startRefills(total *counts) (again time.Duration) {
	again = idle
	short, listing := map[class]bool{}, ix.listing()
	for i := range ix.refills {
		c, last := class(i), &ix.refills[i]
		if !ix.x.short(c, total.classes[c]) {
			last.pause = refillPause
		} else if wait := last.pause - time.Since(last.at); wait > 0 || listing {
			again = min(again, max(wait, refillPause))
		} else {
			last.at, last.pause = time.Now(), min(max(2*last.pause, refillPause), maxRefillPause)
			ix.x.shelves[c].horizon = nil
			short[c] = true
		}
	}
	for _, f := range ix.b.feeds {
		wanted := map[class]*missing{}
		for c := range short {
			if n := ix.x.part(f.queue).counts.classes[c]; n > 0 {
				wanted[c] = &missing{left: n}
			}
		}
		if len(wanted) > 0 {
			ix.refilling[f.index] = true
			f.requests.swapMissing(wanted)
		}
	}
	return again
}

// listing reports whether a feed is still in its first listing or looking for
// missing rows.
func (ix *indexer) listing() bool {
	for i := range ix.status {
		if ix.status[i].Err == nil && (ix.status[i].Loading || ix.refilling[i]) {
			return true
		}
	}
	return false
}
