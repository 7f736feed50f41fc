package board

import (
	"cmp"
	"fmt"
	"maps"
	"time"

	"notdone/classify"
	"notdone/model"
)

const (
	ruleRequeueLoop = "requeue-loop"
	minErrorLoop    = 5      // tasks from which a loop is an error
	maxEvidence     = 10     // other tasks that a finding names
	maxCost         = 10_000 // USD; more for one task is taken for a mistake, and as unknown
	nano            = 1e9
)

// loops finds the same wish asked in several tasks that met the same obstacle. A wish and
// an obstacle are known by their hash, see loopOf.
type loops struct {
	least int               // tasks from which they are a loop
	names map[string]string // of the sources, by their queues
	once  map[uint64]*Key   // what only one task met
	all   map[uint64]*loop  // what several tasks met
	dirty map[*loop]struct{}
}

// loop is the tasks of one wish that met one obstacle.
type loop struct {
	hash    uint64
	members *tree[*Key]    // the newest first
	queues  map[string]int // how many of the tasks each queue has
	nanoUSD int64          // what they cost together, in billionths, so that sums are exact
	found   *model.Finding // as it is shown, but for the evidence; nil: no loop
	named   []model.Ref    // the newest tasks, one more than a finding names
}

func newLoops(least int) loops {
	return loops{
		least: max(least, 2),
		once:  map[uint64]*Key{},
		all:   map[uint64]*loop{},
		dirty: map[*loop]struct{}{},
	}
}

// compareMembers orders members from the newest on, with unknown times last.
func compareMembers(a, b *Key) int {
	return cmp.Or(b.since().Compare(a.since()), compareRefs(a, b))
}

// add takes a task in, or out where by is -1.
func (o *loop) add(k *Key, by int) {
	if by > 0 {
		o.members.Set(k)
	} else {
		o.members.Delete(k)
	}
	if o.queues[*k.queue] += by; o.queues[*k.queue] == 0 {
		delete(o.queues, *k.queue)
	}
	if k.nanoUSD < maxCost*nano {
		o.nanoUSD += int64(by) * k.nanoUSD
	}
}

// move replaces the old key of a task by another one; each may be nil.
func (l *loops) move(old, k *Key) {
	if old != nil && old.loop != 0 {
		if k != nil && k.loop == old.loop && k.nanoUSD == old.nanoUSD && k.since().Equal(old.since()) {
			l.replace(k)
			return
		}
		l.remove(old)
	}
	if k != nil && k.loop != 0 {
		l.add(k)
	}
}

// replace takes over a key that says the same about a loop as the one before.
func (l *loops) replace(k *Key) {
	if of := l.all[k.loop]; of != nil {
		of.members.Set(k)
	} else {
		l.once[k.loop] = k
	}
}

func (l *loops) add(k *Key) {
	of, first := l.all[k.loop], l.once[k.loop]
	switch {
	case of == nil && first == nil:
		l.once[k.loop] = k
		return
	case of == nil:
		of = &loop{hash: k.loop, members: newTree(compareMembers), queues: map[string]int{}}
		of.add(first, 1)
		l.all[k.loop] = of
		delete(l.once, k.loop)
	}
	of.add(k, 1)
	l.dirty[of] = struct{}{}
}

func (l *loops) remove(k *Key) {
	if of := l.all[k.loop]; of != nil {
		of.add(k, -1)
		l.dirty[of] = struct{}{}
	} else {
		delete(l.once, k.loop)
	}
}

// update works out the loops that changed and returns the tasks whose finding
// may be another one now.
func (l *loops) update() (refs []model.Ref) {
	for o := range l.dirty {
		was := o.found
		o.found, o.named = nil, nil
		if o.members.Len() >= l.least {
			o.workOut()
		}
		if was != nil || o.found != nil {
			o.members.Scan(func(k *Key) bool {
				refs = append(refs, k.ref())
				return true
			})
		}
		if o.members.Len() > 1 {
			continue
		}
		delete(l.all, o.hash)
		if last, ok := o.members.Min(); ok {
			l.once[o.hash] = last
		}
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
	o.members.Scan(func(k *Key) bool {
		o.named = append(o.named, k.ref())
		return len(o.named) <= maxEvidence
	})
	newest, _ := o.members.Min()
	f.Last = newest.since()
	o.members.Reverse(func(oldest *Key) bool {
		f.First = oldest.since()
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
func (l *loops) finding(ref model.Ref, hash uint64) *model.Finding {
	o := l.all[hash]
	if o == nil || o.found == nil {
		return nil
	}
	f := *o.found
	for _, other := range o.named {
		if other != ref && len(f.Evidence) < maxEvidence {
			f.Evidence = append(f.Evidence, model.Evidence{Where: l.nameIn(o, other)})
		}
	}
	return &f
}

// othersAt returns how many other tasks of the row's wish met its obstacle.
func (x *index) othersAt(r *model.Row) int {
	hash, n := loopOf(r), 0
	if o := x.shared.loops.all[hash]; o != nil {
		n = o.members.Len()
	} else if x.shared.loops.once[hash] != nil {
		n = 1
	}
	if k := x.key(r.Ref()); n > 0 && k != nil && k.loop == hash {
		n--
	}
	return n
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
