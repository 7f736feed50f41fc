package board

import "notdone/model"

// class is what decides on which shelf a row stands: its state, and whether it
// asks for an operator.
type class uint8

// numClasses is the number of classes, for arrays indexed by class.
const numClasses = 2 * model.NumStates

func classOf(r *model.Row) class {
	c := class(r.State) * 2
	if !quiet(r) {
		c++
	}
	return c
}

func (c class) state() model.State { return model.State(c / 2) }
func (c class) loud() bool         { return c%2 == 1 }

// quiet reports whether nothing about the row asks for an operator. One with an
// obstacle is not quiet: another task may turn out to have met it too.
func quiet(r *model.Row) bool { return !r.Loud() && r.Obstacle == nil }

// room is how many rows of one class are held.
type room struct{ quiet, loud int }

func (r room) of(c class) int {
	if c.loud() {
		return r.loud
	}
	return r.quiet
}

// shelf is the rows of one class that are held: the first few in list order. Rows
// behind its horizon may be unknown, so no row behind it is taken in. The held
// rows are therefore always the first ones, without a gap.
type shelf struct {
	rows    *tree[*model.Row]
	keep    int
	horizon *model.Row // the first row known to be left out; nil: none
}

func newShelf(keep int) *shelf { return &shelf{rows: newTree(model.Compare), keep: keep} }

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
