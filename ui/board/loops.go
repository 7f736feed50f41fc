package board

import (
	"cmp"
	"fmt"
	"maps"
	"math"
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
)

// loops finds the same wish asked in several tasks that met the same obstacle.
type loops struct {
	least   int               // tasks from which they are a loop
	names   map[string]string // of the sources, by their queues
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
	queues  map[string]int // how many of the tasks each queue has
	nanoUSD int64          // what they cost together, in billionths, so that sums are exact
	found   *model.Finding // as it is shown, but for the evidence; nil: no loop
	named   []model.Ref    // the newest tasks, one more than a finding names
}

// member is one task of a loop.
type member struct {
	ref     model.Ref
	at      time.Time // when it met the obstacle; zero when that is not known
	nanoUSD int64     // what it cost; 0 when that is not known
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
	return cmp.Or(b.at.Compare(a.at), cmp.Compare(a.ref.Queue, b.ref.Queue), cmp.Compare(a.ref.ID, b.ref.ID))
}

// add takes note of the obstacle that a task met, or that it met none.
func (l *loops) add(r *model.Row) {
	if r.Obstacle == nil || r.Wish == "" {
		l.remove(r.Ref())
		return
	}
	key := loopKey{wish: r.Wish, obstacle: cycle.Common(r.Obstacle.Key)}
	of := l.all[key]
	if of == nil {
		of = &loop{key: key, members: newTree(compareMembers), queues: map[string]int{}}
		l.all[key] = of
	}
	m := &member{ref: r.Ref(), at: r.Since(), loop: of}
	if r.CostUSD != nil && math.Abs(*r.CostUSD) < maxCost {
		m.nanoUSD = int64(math.Round(*r.CostUSD * nano))
	}
	if old := l.members[m.ref]; old != nil && *old == *m {
		return
	}
	l.remove(m.ref)
	l.members[m.ref] = m
	of.members.Set(m)
	of.queues[m.ref.Queue]++
	of.nanoUSD += m.nanoUSD
	l.dirty[of] = struct{}{}
}

// remove takes a task out of its loop.
func (l *loops) remove(ref model.Ref) {
	m := l.members[ref]
	if m == nil {
		return
	}
	delete(l.members, ref)
	m.loop.members.Delete(m)
	if m.loop.queues[ref.Queue]--; m.loop.queues[ref.Queue] == 0 {
		delete(m.loop.queues, ref.Queue)
	}
	m.loop.nanoUSD -= m.nanoUSD
	l.dirty[m.loop] = struct{}{}
}

// update works out the loops that changed and returns the tasks whose finding
// may be another one now.
func (l *loops) update() (refs []model.Ref) {
	for o := range l.dirty {
		if o.members.Len() == 0 {
			delete(l.all, o.key)
			continue
		}
		was := o.found
		o.found, o.named = nil, nil
		if o.members.Len() >= l.least {
			o.workOut()
		}
		if was == nil && o.found == nil {
			continue
		}
		o.members.Scan(func(m *member) bool {
			refs = append(refs, m.ref)
			return true
		})
	}
	clear(l.dirty)
	return refs
}

// workOut works out what is found about every task of the loop.
func (o *loop) workOut() {
	f := &model.Finding{
		Rule:     ruleRequeueLoop,
		Severity: model.SeverityWarning,
		Count:    o.members.Len(),
		Clears:   "all but one of these tasks leave the queue or no longer meet this obstacle",
	}
	if f.Count >= minErrorLoop {
		f.Severity = model.SeverityError
	}
	o.members.Scan(func(m *member) bool {
		o.named = append(o.named, m.ref)
		return len(o.named) <= maxEvidence
	})
	newest, _ := o.members.Min()
	f.Last = newest.at
	o.members.Reverse(func(oldest *member) bool {
		f.First = oldest.at
		return f.First.IsZero()
	})
	f.Message = fmt.Sprintf("the same wish met the same obstacle in %d tasks", f.Count)
	if len(o.queues) > 1 {
		f.Message += fmt.Sprintf(" of %d sources", len(o.queues))
	}
	if took := f.Last.Sub(f.First); !f.First.IsZero() && took >= time.Minute {
		f.Message += " within " + classify.Span(took)
	}
	if o.nanoUSD > 0 {
		f.Message += fmt.Sprintf(", at a cost of %.2f USD so far", float64(o.nanoUSD)/nano)
	}
	o.found = f
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
			f.Evidence = append(f.Evidence, model.Evidence{Where: l.nameIn(m.loop, other)})
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

// nameIn names a task of a loop: by its id, and by its source where the loop has
// tasks of several.
func (l *loops) nameIn(o *loop, ref model.Ref) string {
	if len(o.queues) == 1 {
		return ref.ID
	}
	return cmp.Or(l.names[ref.Queue], ref.Queue) + " " + ref.ID
}

// rename takes over the names of the sources, which their findings hold.
func (l *loops) rename(names map[string]string) {
	if maps.Equal(l.names, names) {
		return
	}
	l.names = names
	for _, o := range l.all {
		if len(o.queues) > 1 {
			l.dirty[o] = struct{}{}
		}
	}
}
