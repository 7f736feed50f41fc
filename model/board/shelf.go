package board

import "notdone/model"

// shelf is the quiet rows of one state that are held: the first few in list
// order. What lies behind its horizon may or may not exist, so nothing behind
// it is taken in; the rows held are always the first ones without a gap.
type shelf struct {
	rows    *tree[*model.Row]
	keep    int
	horizon *model.Row // the first row known to be left out; nil: none
}

func newShelf(keep int) *shelf { return &shelf{rows: newTree(model.Compare), keep: keep} }

// quietState reports whether tasks of the state are held in part only.
func quietState(s model.State) bool {
	switch s {
	case model.StateQueued, model.StateScheduled, model.StateDone, model.StateCancelled:
		return true
	case model.StateUnknown, model.StateActive, model.StateBlocked, model.StateFailed, model.StateFalseDone:
		return false
	}
	return false
}

// offer takes the row in or leaves it out. A row that has to make room for it
// is returned.
func (s *shelf) offer(r *model.Row) (taken bool, out *model.Row) {
	if s.horizon != nil && model.Compare(r, s.horizon) >= 0 {
		return false, nil
	}
	if s.rows.Len() >= s.keep {
		last, _ := s.rows.Max()
		if last == nil || model.Compare(r, last) > 0 {
			s.horizon = r
			return false, nil
		}
		s.rows.Delete(last)
		s.horizon, out = last, last
	}
	s.rows.Set(r)
	return true, out
}
