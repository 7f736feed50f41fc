package board

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"time"

	"notdone/classify"
	"notdone/classify/cycle"
	"notdone/model"
)

const (
	ruleRequeueLoop = "requeue-loop"
	minErrorLoop    = 5      // tasks from which a loop is an error
	maxEvidence     = 10     // other tasks that a finding names
	maxCost         = 10_000 // USD; more for one task is taken for a mistake, and as unknown
	nano            = 1e9
	// perTask is how long a finding over many tasks stays as it is, for each of
	// them: about ten times what it takes to bring one of them up to date.
	perTask = 20 * time.Microsecond
)

// loops finds the same wish asked in several tasks that met the same obstacle.
type loops struct {
	least   int // tasks from which they are a loop
	all     map[loopKey]*loop
	members map[model.Ref]*member
	dirty   map[*loop]struct{} // changed since the last update
}

// loopKey is a wish and what keys of its obstacle have in common.
type loopKey struct{ wish, obstacle string }

// loop is the tasks of one wish that met one obstacle.
type loop struct {
	key     loopKey
	members *tree[*member] // the newest first
	nanoUSD int64          // what they cost together, in billionths, so that sums are exact
	priced  int            // members whose cost is known
	found   *model.Finding // as it is shown, but for the evidence; nil: no loop
	named   []model.Ref    // the newest tasks, one more than a finding names
	until   time.Time      // the earliest time of the next update
}

// member is one task of a loop.
type member struct {
	ref     model.Ref
	at      time.Time // when it met the obstacle; zero when that is not known
	nanoUSD int64
	priced  bool
	loop    *loop
}

func newLoops(least int) loops {
	return loops{
		least:   max(least, 2),
		all:     map[loopKey]*loop{},
		members: map[model.Ref]*member{},
		dirty:   map[*loop]struct{}{},
	}
}

// compareMembers orders members from the newest on, with unknown times last.
func compareMembers(a, b *member) int {
	if a.at.IsZero() != b.at.IsZero() {
		if b.at.IsZero() {
			return -1
		}
		return 1
	}
	return cmp.Or(b.at.Compare(a.at), cmp.Compare(a.ref.Queue, b.ref.Queue), cmp.Compare(a.ref.ID, b.ref.ID))
}

func newMember(r *model.Row) *member {
	m := &member{ref: r.Ref(), at: r.Since()}
	if r.CostUSD != nil && math.Abs(*r.CostUSD) < maxCost {
		m.nanoUSD, m.priced = int64(math.Round(*r.CostUSD*nano)), true
	}
	return m
}

// add takes note of the obstacle that a task met, or that it met none.
func (l *loops) add(r *model.Row) {
	if r.Obstacle == nil || r.Wish == "" {
		l.remove(r.Ref())
		return
	}
	m, key := newMember(r), loopKey{wish: r.Wish, obstacle: cycle.Common(r.Obstacle.Key)}
	if old := l.members[m.ref]; old != nil {
		m.loop = old.loop
		if old.loop.key == key && *m == *old {
			return
		}
		l.remove(m.ref)
	}
	if m.loop = l.all[key]; m.loop == nil {
		m.loop = &loop{key: key, members: newTree(compareMembers)}
		l.all[key] = m.loop
	}
	l.members[m.ref] = m
	m.loop.members.Set(m)
	m.loop.count(m, 1)
	l.dirty[m.loop] = struct{}{}
}

// remove takes a task out of its loop.
func (l *loops) remove(ref model.Ref) {
	m := l.members[ref]
	if m == nil {
		return
	}
	delete(l.members, ref)
	m.loop.members.Delete(m)
	m.loop.count(m, -1)
	l.dirty[m.loop] = struct{}{}
}

func (o *loop) count(m *member, by int) {
	if m.priced {
		o.priced += by
		o.nanoUSD += int64(by) * m.nanoUSD
	}
}

// update works out the loops that changed and returns the tasks whose finding
// is another one now.
func (l *loops) update(now time.Time) (refs []model.Ref, again time.Duration) {
	again = idle
	for o := range l.dirty {
		if wait := o.until.Sub(now); wait > 0 {
			again = min(again, wait)
			continue
		}
		delete(l.dirty, o)
		n := o.members.Len()
		if n == 0 {
			delete(l.all, o.key)
			continue
		}
		if o.workOut(l.least) {
			o.members.Scan(func(m *member) bool {
				refs = append(refs, m.ref)
				return true
			})
			o.until = now.Add(time.Duration(n) * perTask)
		}
	}
	return refs, again
}

// workOut works out what is found about a loop and reports whether that is
// another finding now.
func (o *loop) workOut(least int) (moved bool) {
	var found *model.Finding
	var named []model.Ref
	if o.members.Len() >= least {
		found = o.finding()
		o.members.Scan(func(m *member) bool {
			named = append(named, m.ref)
			return len(named) <= maxEvidence
		})
	}
	moved = !reflect.DeepEqual(found, o.found) || !slices.Equal(named, o.named)
	o.found, o.named = found, named
	return moved
}

// finding is what is found about every task of the loop, without evidence.
func (o *loop) finding() *model.Finding {
	f := &model.Finding{
		Rule:     ruleRequeueLoop,
		Severity: model.SeverityWarning,
		Count:    o.members.Len(),
		Clears:   "all but one of these tasks leave the queue or no longer meet this obstacle",
	}
	if f.Count >= minErrorLoop {
		f.Severity = model.SeverityError
	}
	f.First, f.Last = o.span()
	f.Message = fmt.Sprintf("the same wish met the same obstacle in %d tasks", f.Count)
	if took := f.Last.Sub(f.First); !f.First.IsZero() && took >= time.Minute {
		f.Message += " within " + classify.Span(took)
	}
	if o.nanoUSD > 0 {
		f.Message += fmt.Sprintf(", at a cost of %.2f USD so far", float64(o.nanoUSD)/nano)
	}
	return f
}

// span returns the oldest and the newest time that is known; zero when none is.
func (o *loop) span() (first, last time.Time) {
	if newest, ok := o.members.Min(); ok {
		last = newest.at
	}
	o.members.Descend(&member{}, func(oldest *member) bool { // members of unknown time come after it
		first = oldest.at
		return false
	})
	return first, last
}

// finding returns what is found about one task, with the other tasks as
// evidence; nil when it is in no loop.
func (l *loops) finding(ref model.Ref) *model.Finding {
	m := l.members[ref]
	if m == nil || m.loop.found == nil {
		return nil
	}
	f := *m.loop.found
	for _, other := range m.loop.named {
		if other != ref && len(f.Evidence) < maxEvidence {
			f.Evidence = append(f.Evidence, model.Evidence{Where: nameOf(other, ref)})
		}
	}
	return &f
}

// othersAt returns how many other tasks of the row's wish met its obstacle.
func (l *loops) othersAt(r *model.Row) int {
	m := l.members[r.Ref()]
	if m == nil || m.loop.key.obstacle != cycle.Common(r.Obstacle.Key) {
		return 0
	}
	return m.loop.members.Len() - 1
}

// nameOf names a task for a reader of another one.
func nameOf(ref, reader model.Ref) string {
	if ref.Queue == reader.Queue {
		return ref.ID
	}
	return ref.Queue + " " + ref.ID
}
