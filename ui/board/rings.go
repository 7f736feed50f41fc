package board

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"notdone/classify"
	"notdone/classify/cycle"
	"notdone/model"
)

const ringSeverity = model.SeverityError

// deps is what the unfinished tasks of one queue wait for.
type deps struct {
	queue string
	on    map[string][]string
	dirty map[string]struct{}
	rings map[string][]string // by member: the ids of its ring, as they wait for each other
}

func newDeps(queue string) *deps {
	return &deps{queue: queue, on: map[string][]string{}, dirty: map[string]struct{}{}, rings: map[string][]string{}}
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

// follow takes the place of an older listing's dependencies, so that rings of those
// are found to be broken.
func (d *deps) follow(old *deps) {
	d.rings = old.rings
	for id := range old.rings {
		d.dirty[id] = struct{}{}
	}
}

// update works out the rings that a change made or broke and returns their present
// and former members, and how many tasks were looked at: only what can be reached
// from a changed task, for a new ring goes through one, and so did a broken one.
func (d *deps) update() (refs []model.Ref, looked int) {
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
	for id := range moved {
		refs = append(refs, model.Ref{Queue: d.queue, ID: id})
	}
	return refs, len(reached)
}

// reach returns the dependencies of everything that changed tasks lead to.
func (d *deps) reach() map[string][]string {
	reached := map[string][]string{}
	open := slices.Collect(maps.Keys(d.dirty))
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

// finding returns what is found about a task; nil when it is in no ring.
func (d *deps) finding(id string) *model.Finding {
	ring := d.rings[id]
	if ring == nil {
		return nil
	}
	f := &model.Finding{
		Rule:     classify.RuleRing,
		Severity: ringSeverity,
		Message:  fmt.Sprintf("%d tasks wait for each other: %s", len(ring), strings.Join(ring[:min(len(ring), maxEvidence)], ", ")),
		Count:    len(ring),
		Clears:   "one of the tasks no longer depends on another of them, or is finished",
	}
	if len(ring) == 1 {
		f.Message = "the task waits for itself"
	}
	for _, id := range ring[:min(len(ring), maxEvidence)] {
		f.Evidence = append(f.Evidence, model.Evidence{Where: id, Task: &model.Ref{Queue: d.queue, ID: id}})
	}
	return f
}
