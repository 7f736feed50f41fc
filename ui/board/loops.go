package board

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
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
	least   int               // tasks from which they are a loop
	names   map[string]string // of the sources, by their queues
	members *tree[*Key]       // all tasks that have a wish and met an obstacle, see compareMembers
	all     map[uint64]*loop  // those that several tasks have in common
	dirty   map[uint64]struct{}
	partial bool // there may be tasks that were not looked at
}

// loop is the tasks of one wish that met one obstacle.
type loop struct {
	tasks   int
	queue   string         // of the first task
	queues  map[string]int // how many of the tasks each queue has; nil before the second queue
	nanoUSD int64          // what they cost together, in billionths, so that sums are exact
	found   bool           // a loop was found at the last update
}

func newLoops(least int) loops {
	return loops{
		least:   max(least, 2),
		all:     map[uint64]*loop{},
		members: newTree(compareMembers),
		dirty:   map[uint64]struct{}{},
	}
}

// compareMembers orders keys by their loops, and within those from the newest on, with
// unknown times last.
func compareMembers(a, b *Key) int {
	if a.loop != b.loop {
		return cmp.Compare(a.loop, b.loop)
	}
	return cmp.Or(cmp.Compare(b.changed(), a.changed()), compareRefs(a, b))
}

// move replaces the old key of a task by another one; each may be nil.
func (l *loops) move(old, k *Key) {
	if old != nil && old.loop != 0 {
		if k != nil && k.loop == old.loop && k.nanoUSD == old.nanoUSD && k.changed() == old.changed() {
			l.members.Set(k)
			return
		}
		l.members.Delete(old)
		if o := l.all[old.loop]; o != nil {
			l.count(o, old, -1)
		}
	}
	if k == nil || k.loop == 0 {
		return
	}
	o, other := l.all[k.loop], l.newest(k.loop)
	if o == nil && other != nil {
		o = &loop{}
		l.all[k.loop] = o
		l.count(o, other, 1)
	}
	if l.members.Set(k); o != nil {
		l.count(o, k, 1)
	}
}

// countAll counts tasks that are not among the members; the caller makes them members. A loop that
// only they are in is found at once, because nobody else is to be told of it.
func (l *loops) countAll(keys []*Key) {
	hashes := make([]uint64, 0, len(keys))
	for _, k := range keys {
		if k.loop != 0 {
			hashes = append(hashes, k.loop)
		}
	}
	slices.Sort(hashes)
	var news []uint64
	for i, hash := range hashes {
		if i > 0 && hashes[i-1] == hash || l.all[hash] != nil {
			continue
		}
		var other *Key
		if l.members.Len() > 0 {
			other = l.newest(hash)
		}
		switch several := i+1 < len(hashes) && hashes[i+1] == hash; {
		case other != nil:
			l.all[hash] = &loop{}
			l.count(l.all[hash], other, 1)
		case several:
			l.all[hash] = &loop{}
			news = append(news, hash)
		}
	}
	for _, k := range keys {
		if o := l.all[k.loop]; o != nil {
			l.count(o, k, 1)
		}
	}
	for _, hash := range news {
		l.all[hash].found = l.all[hash].tasks >= l.least
		delete(l.dirty, hash)
	}
}

// count moves the sums of a loop on by a task.
func (l *loops) count(o *loop, k *Key, by int) {
	l.dirty[k.loop] = struct{}{}
	if o.tasks == 0 {
		o.queue, o.queues = *k.queue, nil
	}
	if o.queues == nil && o.queue != *k.queue {
		o.queues = map[string]int{o.queue: o.tasks}
	}
	if o.queues != nil {
		if o.queues[*k.queue] += by; o.queues[*k.queue] == 0 {
			delete(o.queues, *k.queue)
		}
	}
	o.tasks += by
	if k.nanoUSD < maxCost*nano {
		o.nanoUSD += int64(by) * k.nanoUSD
	}
}

// each calls do with the keys of a loop, the newest first, until it returns false.
func (l *loops) each(hash uint64, do func(*Key) bool) {
	from := &Key{queue: new(string)}
	from.loop, from.then = hash, -never
	l.members.Ascend(from, func(k *Key) bool { return k.loop == hash && do(k) })
}

// newest returns the newest task of a loop; nil when it has none.
func (l *loops) newest(hash uint64) (newest *Key) {
	l.each(hash, func(k *Key) bool {
		newest = k
		return false
	})
	return newest
}

// oldest returns the oldest task of a loop of which it is known when it met the obstacle;
// nil when that is known of none.
func (l *loops) oldest(hash uint64) (oldest *Key) {
	to := &Key{queue: new(string)}
	to.loop, to.then = hash, never-1
	l.members.Descend(to, func(k *Key) bool {
		if k.loop == hash {
			oldest = k
		}
		return false
	})
	return oldest
}

// update finds the loops that changed and returns the tasks whose finding may be
// another one now.
func (l *loops) update() (refs []model.Ref) {
	for hash := range l.dirty {
		o := l.all[hash]
		was := o.found
		if o.found = o.tasks >= l.least; was || o.found {
			l.each(hash, func(k *Key) bool {
				refs = append(refs, k.ref())
				return true
			})
		}
		if o.tasks > 1 {
			continue
		}
		delete(l.all, hash)
	}
	clear(l.dirty)
	return refs
}

// severity returns how severe it is that a task is in a loop; false when it is in none.
func (l *loops) severity(hash uint64) (model.Severity, bool) {
	switch o := l.all[hash]; {
	case o == nil || !o.found || o.tasks < l.least:
		return 0, false
	case o.tasks >= minErrorLoop:
		return model.SeverityError, true
	}
	return model.SeverityWarning, true
}

// finding returns what is found about one task, with the other tasks as
// evidence; nil when it is in no loop.
func (l *loops) finding(ref model.Ref, hash uint64) *model.Finding {
	severity, found := l.severity(hash)
	if !found {
		return nil
	}
	o := l.all[hash]
	f := &model.Finding{
		Rule:     ruleRequeueLoop,
		Severity: severity,
		Count:    o.tasks,
		Clears:   "all but one of these tasks leave the queue or no longer meet this obstacle",
	}
	l.each(hash, func(k *Key) bool {
		if k.ref() != ref {
			other := k.ref()
			f.Evidence = append(f.Evidence, model.Evidence{Where: l.nameIn(o, other), Task: &other})
		}
		return len(f.Evidence) < maxEvidence
	})
	if oldest := l.oldest(hash); oldest != nil {
		f.First, f.Last = oldest.since(), l.newest(hash).since()
	}
	some := ""
	if l.partial {
		some = "at least "
	}
	f.Message = fmt.Sprintf("the same wish met the same obstacle in %s%d tasks", some, f.Count)
	if len(o.queues) > 1 {
		f.Message += fmt.Sprintf(" of %d sources", len(o.queues))
	}
	if took := f.Last.Sub(f.First); !f.First.IsZero() && took >= time.Minute {
		f.Message += " within " + classify.Span(took)
	}
	if o.nanoUSD > 0 {
		f.Message += fmt.Sprintf(", at a cost of $%.2f so far", float64(o.nanoUSD)/nano)
	}
	return f
}

// othersAt returns how many other tasks of the row's wish met its obstacle.
func (x *index) othersAt(r *model.Row) int {
	hash, n := loopOf(r), 0
	x.shared.loops.each(hash, func(*Key) bool {
		n++
		return true
	})
	if k := x.key(r.Ref()); n > 0 && k != nil && k.loop == hash {
		n--
	}
	return n
}

// nameIn names a task of a loop: by its id, and by its source where the loop has
// tasks of several.
func (l *loops) nameIn(o *loop, ref model.Ref) string {
	if len(o.queues) < 2 {
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
	for hash, o := range l.all {
		if len(o.queues) > 1 {
			l.dirty[hash] = struct{}{}
		}
	}
}
