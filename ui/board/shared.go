package board

import (
	"slices"
	"time"

	"notdone/classify"
	"notdone/model"
)

// shared is the findings that depend on other tasks. A row that has any is shown
// with them and kept here as its task was judged by itself.
type shared struct {
	loops loops
	rings map[model.Ref]*model.Finding
	alone map[model.Ref]*model.Row
	// marks are the operator's; nil where no finding is shown.
	marks *marks
}

func newShared(minLoop int, marks *marks) *shared {
	return &shared{
		loops: newLoops(minLoop),
		rings: map[model.Ref]*model.Finding{},
		alone: map[model.Ref]*model.Row{},
		marks: marks,
	}
}

// forget takes out a row that is not held any more.
func (s *shared) forget(r *model.Row) {
	s.loops.remove(r.Ref())
	delete(s.alone, r.Ref())
}

// judgedAlone returns the row as its task was judged by itself.
func (s *shared) judgedAlone(shown *model.Row) *model.Row {
	if len(s.alone) == 0 {
		return shown
	}
	if alone, ok := s.alone[shown.Ref()]; ok {
		return alone
	}
	return shown
}

// addTo returns the row with the findings that depend on other tasks, and
// remembers it without them.
func (s *shared) addTo(alone *model.Row) *model.Row {
	if len(s.rings) == 0 && len(s.loops.members) == 0 && len(s.alone) == 0 {
		return alone
	}
	shown := s.withFindings(alone)
	if shown == alone {
		delete(s.alone, alone.Ref())
	} else {
		s.alone[alone.Ref()] = alone
	}
	return shown
}

// withFindings returns a copy of the row with the findings that depend on other
// tasks, or the row itself when there are none.
func (s *shared) withFindings(alone *model.Row) *model.Row {
	ref := alone.Ref()
	var more []model.Finding
	if f := s.loops.finding(ref); f != nil {
		more = append(more, *f)
	}
	if f := s.rings[ref]; f != nil {
		more = append(more, *f)
	}
	if len(more) == 0 {
		return alone
	}
	if s.marks != nil {
		s.marks.dismiss(ref, more)
	}
	shown := *alone
	shown.Findings = slices.Concat(alone.Findings, more)
	classify.SortFindings(shown.Findings)
	return &shown
}

// sharedChanged reports whether updateShared has something to do.
func (x *index) sharedChanged() bool {
	if len(x.shared.loops.dirty) > 0 {
		return true
	}
	for _, p := range x.parts {
		if len(p.deps.dirty) > 0 {
			return true
		}
	}
	return false
}

// updateShared brings the findings that depend on several tasks up to date. It returns
// tasks that got one and are not held, and after how long it has to be called
// again: a finding about many tasks is updated less often.
func (x *index) updateShared(now time.Time) (wanted []model.Ref, again time.Duration) {
	refs, again := x.shared.loops.update(now)
	for _, p := range x.parts {
		moved, wait := x.shared.updateRings(p, now)
		refs = append(refs, moved...)
		again = min(again, wait)
	}
	for _, ref := range refs {
		if held := x.refindShared(ref); !held && x.shared.rings[ref] != nil {
			wanted = append(wanted, ref)
		}
	}
	return wanted, again
}
