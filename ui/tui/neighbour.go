package tui

import (
	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
)

// maxCauses is the greatest number of causes before a task of which the tasks are counted to
// say which task of its pane it is.
const maxCauses = 2000

// member is a task among those of its cause, or of its pane where there are no causes.
type member struct {
	row  *model.Row
	pane model.Pane
	of   *board.Group // nil: the pane has no causes
	rows board.List
	at   int
}

// memberOf finds a task of the snapshot that the board shows.
func (m *Model) memberOf(r *model.Row) (found member, listed bool) {
	s, p := m.board.snap, r.State.Pane()
	now, listed := s.Get(r.Ref())
	if !listed || now.State.Pane() != p {
		return member{}, false
	}
	found = member{row: now, pane: p, rows: s.Rows(p)}
	if found.of = s.GroupOf(p, r.Ref()); found.of == nil {
		found.of, _ = s.Group(p, board.Loose)
	}
	if found.of != nil {
		found.rows = s.Members(p, found.of)
	}
	found.at = found.rows.Index(now)
	return found, true
}

// rowOf returns the position of a task in its pane, in the order of the causes there, and
// how many tasks the pane lists; 0 tasks: its position is not known.
func (m *Model) rowOf(r *model.Row) (at, n int) {
	t, listed := m.memberOf(r)
	if !listed {
		return 0, 0
	}
	s := m.board.snap
	if t.of == nil {
		return t.at, t.rows.Len()
	}
	before := s.Groups(t.pane).Index(t.of)
	if before > maxCauses {
		return 0, 0
	}
	at = t.at
	for i := range before {
		if g, some := s.Groups(t.pane).At(i); some {
			at += g.Tasks
		}
	}
	return at, s.Rows(t.pane).Len()
}

// noNeighbour says why there is no other task to go to.
func (m *Model) noNeighbour() string {
	t, listed := m.memberOf(topmost[*detail](m).row)
	if !listed || m.board.snap.Rows(t.pane).Len() < 2 {
		return "there is no other task in this list"
	}
	return ""
}

// openNeighbour opens the next task of the list, or the previous one, in the same view.
func (m *Model) openNeighbour(by int) tea.Cmd {
	d := topmost[*detail](m)
	t, _ := m.memberOf(d.row)
	row, listed := t.rows.At(t.at + by)
	if t.at+by < 0 || !listed {
		row = m.endOfNext(t, by)
	}
	if row == nil {
		return nil
	}
	d.close()
	m.pop()
	cmd := m.openDetail(row)
	topmost[*detail](m).view = d.view
	return cmd
}

// endOfNext returns the first task of the next cause, or the last one of the previous cause.
// It goes round the ends of the pane.
func (m *Model) endOfNext(t member, by int) *model.Row {
	s, rows := m.board.snap, t.rows
	if t.of != nil {
		groups := s.Groups(t.pane)
		next, _ := groups.At((groups.Index(t.of) + groups.Len() + by) % groups.Len())
		rows = s.Members(t.pane, next)
	}
	at := 0
	if by < 0 {
		at = rows.Len() - 1
	}
	row, _ := rows.At(at)
	return row
}
