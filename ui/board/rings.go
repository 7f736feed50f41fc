package board

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"notdone/classify/cycle"
	"notdone/model"
)

const ruleRing = "dependency-ring"

// deps is what the unfinished tasks of one queue wait for.
type deps struct {
	on    map[string][]string
	dirty map[string]struct{}
	rings map[string][]string // by member: the ids of its ring, as they wait for each other
	until time.Time           // the earliest time of the next update
}

func newDeps() *deps {
	return &deps{on: map[string][]string{}, dirty: map[string]struct{}{}, rings: map[string][]string{}}
}

// set takes note of what a task waits for; one that is finished waits for
// nothing.
func (d *deps) set(r *model.Row) {
	if r.State.Finished() || len(r.DependsOn) == 0 {
		d.remove(r.ID)
		return
	}
	if old, ok := d.on[r.ID]; !ok || !slices.Equal(old, r.DependsOn) {
		d.on[r.ID] = r.DependsOn
		d.dirty[r.ID] = struct{}{}
	}
}

func (d *deps) remove(id string) {
	if _, ok := d.on[id]; ok {
		delete(d.on, id)
		d.dirty[id] = struct{}{}
	}
}

// update works out the rings that a change made or broke and returns the ids
// of their present and former members. Only what can be reached from a changed
// task is looked at: a new ring goes through one, and so did a broken one.
func (d *deps) update(now time.Time) (ids []string, again time.Duration) {
	if len(d.dirty) == 0 {
		return nil, idle
	}
	if wait := d.until.Sub(now); wait > 0 {
		return nil, wait
	}
	moved := map[string]struct{}{}
	for id := range d.dirty {
		for _, member := range d.rings[id] {
			moved[member] = struct{}{}
		}
	}
	for id := range moved {
		delete(d.rings, id)
		d.dirty[id] = struct{}{}
	}
	reached := d.reach()
	clear(d.dirty)
	for _, ring := range cycle.Rings(reached) {
		if slices.Equal(d.rings[ring[0]], ring) {
			continue
		}
		for _, id := range ring {
			d.rings[id] = ring
			moved[id] = struct{}{}
		}
	}
	d.until = now.Add(time.Duration(len(reached)) * perTask)
	for id := range moved {
		ids = append(ids, id)
	}
	return ids, idle
}

// reach returns the dependencies of everything that changed tasks lead to.
func (d *deps) reach() map[string][]string {
	reached := map[string][]string{}
	var open []string
	for id := range d.dirty {
		open = append(open, id)
	}
	for len(open) > 0 {
		id := open[len(open)-1]
		open = open[:len(open)-1]
		on, ok := d.on[id]
		if _, seen := reached[id]; seen || !ok {
			continue
		}
		reached[id] = on
		open = append(open, on...)
	}
	return reached
}

// updateRings works out the rings of one queue and returns the tasks whose
// finding is another one now.
func (s *shared) updateRings(p *part, now time.Time) (refs []model.Ref, again time.Duration) {
	ids, again := p.deps.update(now)
	for _, id := range ids {
		ref := model.Ref{Queue: p.queue, ID: id}
		refs = append(refs, ref)
		if ring := p.deps.rings[id]; ring != nil {
			s.rings[ref] = ringFinding(ring)
		} else {
			delete(s.rings, ref)
		}
	}
	return refs, again
}

// forgetRings drops what was found about the tasks of a queue.
func (s *shared) forgetRings(queue string) {
	for ref := range s.rings {
		if ref.Queue == queue {
			delete(s.rings, ref)
		}
	}
}

func ringFinding(ring []string) *model.Finding {
	f := &model.Finding{
		Rule:     ruleRing,
		Severity: model.SeverityError,
		Message:  fmt.Sprintf("%d tasks wait for each other: %s", len(ring), strings.Join(ring[:min(len(ring), maxEvidence)], ", ")),
		Count:    len(ring),
		Clears:   "one of the tasks no longer depends on another of them, or is finished",
	}
	if len(ring) == 1 {
		f.Message = "the task waits for itself"
	}
	for _, id := range ring[:min(len(ring), maxEvidence)] {
		f.Evidence = append(f.Evidence, model.Evidence{Where: id})
	}
	return f
}
