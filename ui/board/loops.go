package board

import (
	"fmt"
	"maps"
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
	loopError       = 5  // tasks from which it is an error
	maxEvidence     = 10 // other tasks that a finding names
	// perTask is how long a finding over many tasks stays as it is, for each of
	// them: about ten times what it takes to bring one of them up to date.
	perTask = 20 * time.Microsecond
)

// loops finds wishes that met the same obstacle in several tasks. The ledger
// decides what a loop is; the other fields say which tasks are in it.
type loops struct {
	least  int // tasks from which they are a loop
	ledger *cycle.Ledger
	all    map[loopKey]*loop
	of     map[model.Ref]loopKey
	dirty  map[loopKey]struct{}
}

// loopKey is a wish and what keys of its obstacle have in common.
type loopKey struct{ wish, obstacle string }

// loop is the tasks of one wish that met one obstacle.
type loop struct {
	refs  map[model.Ref]struct{}
	found *model.Finding // as in the newest snapshot, but for the evidence; nil: no loop
	named []model.Ref    // the newest tasks, one more than a finding names
	until time.Time      // not done anew before
}

func newLoops(least int) loops {
	return loops{
		least:  max(least, 2),
		ledger: cycle.NewLedger(math.MaxInt), // of the rows that are held, which are bounded
		all:    map[loopKey]*loop{},
		of:     map[model.Ref]loopKey{},
		dirty:  map[loopKey]struct{}{},
	}
}

func (l *loops) put(r *model.Row) {
	ref := r.Ref()
	if r.Obstacle == nil || r.Wish == "" {
		l.remove(ref)
		return
	}
	key := loopKey{wish: r.Wish, obstacle: cycle.Common(r.Obstacle.Key)}
	if old, ok := l.of[ref]; ok && old != key {
		l.remove(ref)
	}
	l.ledger.Put(ref, key.wish, key.obstacle, r.Since(), r.Attempts, r.CostUSD)
	one := l.all[key]
	if one == nil {
		one = &loop{refs: map[model.Ref]struct{}{}}
		l.all[key] = one
	}
	one.refs[ref] = struct{}{}
	l.of[ref] = key
	l.dirty[key] = struct{}{}
}

func (l *loops) remove(ref model.Ref) {
	key, ok := l.of[ref]
	if !ok {
		return
	}
	l.ledger.Remove(ref)
	delete(l.of, ref)
	delete(l.all[key].refs, ref)
	l.dirty[key] = struct{}{}
}

// settle works out the loops that changed and returns the tasks whose finding
// is another one now.
func (l *loops) settle(now time.Time) (refs []model.Ref, again time.Duration) {
	again = idle
	for key := range l.dirty {
		one := l.all[key]
		if wait := one.until.Sub(now); wait > 0 {
			again = min(again, wait)
			continue
		}
		delete(l.dirty, key)
		if len(one.refs) == 0 {
			delete(l.all, key)
			continue
		}
		if l.find(one) {
			refs = slices.AppendSeq(refs, maps.Keys(one.refs))
			one.until = now.Add(time.Duration(len(one.refs)) * perTask)
		}
	}
	return refs, again
}

// find works out one loop and reports whether its finding is another one now.
func (l *loops) find(one *loop) (moved bool) {
	var found *model.Finding
	var named []model.Ref
	for ref := range one.refs {
		c, ok := l.ledger.Loop(ref)
		if !ok {
			continue // there is no other task
		}
		if c.Count >= l.least {
			found = loopFinding(&c)
			named = slices.Clone(c.Refs[:min(len(c.Refs), maxEvidence+1)])
		}
		break
	}
	moved = !reflect.DeepEqual(found, one.found) || !slices.Equal(named, one.named)
	one.found, one.named = found, named
	return moved
}

func loopFinding(c *cycle.Loop) *model.Finding {
	f := &model.Finding{
		Rule:     ruleRequeueLoop,
		Severity: model.SeverityWarning,
		Message:  loopWords(c),
		Count:    c.Count,
		First:    c.First,
		Last:     c.Last,
		Clears:   "all but one of these tasks leave the queue or no longer meet this obstacle",
	}
	if c.Count >= loopError {
		f.Severity = model.SeverityError
	}
	return f
}

// loopWords says how often a loop came round, in what time and at what cost.
func loopWords(c *cycle.Loop) string {
	said := fmt.Sprintf("the same wish met the same obstacle in %d tasks", c.Count)
	if took := c.Last.Sub(c.First); !c.First.IsZero() && took >= time.Minute {
		said += " within " + classify.Span(took)
	}
	if c.CostUSD != nil && *c.CostUSD > 0 {
		said += fmt.Sprintf(", at a cost of %.2f USD so far", *c.CostUSD)
	}
	return said
}

// finding returns what is found about one task, with the other tasks as
// evidence; nil when it is in no loop.
func (l *loops) finding(ref model.Ref) *model.Finding {
	key, ok := l.of[ref]
	if !ok || l.all[key].found == nil {
		return nil
	}
	one := l.all[key]
	f := *one.found
	for _, other := range one.named {
		if other != ref && len(f.Evidence) < maxEvidence {
			f.Evidence = append(f.Evidence, model.Evidence{Where: nameOf(other, ref)})
		}
	}
	return &f
}

// nameOf names a task for a reader of another one.
func nameOf(ref, reader model.Ref) string {
	if ref.Queue == reader.Queue {
		return ref.ID
	}
	return ref.Queue + " " + ref.ID
}
