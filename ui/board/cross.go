package board

import (
	"slices"
	"time"

	"notdone/classify"
	"notdone/model"
)

// cross is the findings that need more than one task. A row that has any is
// shown with them and kept here as it was judged by itself.
type cross struct {
	loops loops
	rings map[model.Ref]*model.Finding
	bases map[model.Ref]*model.Row
	// opinions are the operator's; nil where nothing is dressed
	opinions *opinions
}

func newCross(loopMin int) *cross {
	return &cross{
		loops: newLoops(loopMin),
		rings: map[model.Ref]*model.Finding{},
		bases: map[model.Ref]*model.Row{},
	}
}

// put takes note of a row as it was judged by itself.
func (c *cross) put(base *model.Row) { c.loops.put(base) }

// forget takes out a row that is not held any more.
func (c *cross) forget(r *model.Row) {
	c.loops.remove(r.Ref())
	delete(c.bases, r.Ref())
}

// base returns the row as it was judged by itself.
func (c *cross) base(shown *model.Row) *model.Row {
	if len(c.bases) == 0 {
		return shown
	}
	if base, ok := c.bases[shown.Ref()]; ok {
		return base
	}
	return shown
}

// dress returns the row with the findings that need other tasks.
func (c *cross) dress(base *model.Row) *model.Row {
	if len(c.rings) == 0 && len(c.loops.of) == 0 && len(c.bases) == 0 {
		return base
	}
	shown := c.wear(base)
	if shown == base {
		delete(c.bases, base.Ref())
	} else {
		c.bases[base.Ref()] = base
	}
	return shown
}

// wear is dress without remembering the row; it returns the row itself when
// there is nothing to add.
func (c *cross) wear(base *model.Row) *model.Row {
	ref := base.Ref()
	var more []model.Finding
	if f := c.loops.finding(ref); f != nil {
		more = append(more, *f)
	}
	if f := c.rings[ref]; f != nil {
		more = append(more, *f)
	}
	if len(more) == 0 {
		return base
	}
	if c.opinions != nil {
		c.opinions.dismiss(ref, more)
	}
	shown := *base
	shown.Findings = slices.Concat(base.Findings, more)
	classify.SortFindings(shown.Findings)
	return &shown
}

// unsettled reports whether settle has something to do.
func (x *index) unsettled() bool {
	if len(x.cross.loops.dirty) > 0 {
		return true
	}
	for _, p := range x.parts {
		if len(p.deps.dirty) > 0 {
			return true
		}
	}
	return false
}

// settle brings the findings that need several tasks up to date. It returns
// tasks that got one and are not held, and after how long it wants to be called
// again: what concerns many tasks is not done anew for each change.
func (x *index) settle(now time.Time) (wanted []model.Ref, again time.Duration) {
	refs, again := x.cross.loops.settle(now)
	for _, p := range x.parts {
		moved, wait := x.cross.settleRings(p, now)
		refs = append(refs, moved...)
		again = min(again, wait)
	}
	for _, ref := range refs {
		shown, held := x.refs.Get(pivot(ref))
		if held {
			x.show(x.parts[ref.Queue], shown, x.cross.dress(x.cross.base(shown)))
		} else if x.cross.rings[ref] != nil {
			wanted = append(wanted, ref)
		}
	}
	return wanted, again
}
