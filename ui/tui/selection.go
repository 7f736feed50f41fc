package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// selection is the tasks that the operator selected, in that order. It names them, so that it
// survives whatever happens on the board.
type selection struct {
	refs []model.Ref
	in   map[model.Ref]struct{}
	last model.Ref // the one where a range begins
	open bool      // a range has begun there, and not ended

	changes int // counts what was added and dropped
	shown   shownRefs
}

// shownRefs is which selected tasks match the filter, in a snapshot and after so many changes of
// the selection.
type shownRefs struct {
	snap    *board.Snapshot
	changes int
	refs    []model.Ref
}

func (s *selection) has(ref model.Ref) bool {
	_, in := s.in[ref]
	return in
}

func (s *selection) add(refs ...model.Ref) {
	if s.in == nil {
		s.in = map[model.Ref]struct{}{}
	}
	for _, ref := range refs {
		if !s.has(ref) {
			s.in[ref] = struct{}{}
			s.refs = append(s.refs, ref)
			s.changes++
		}
		s.last = ref
	}
}

// keep leaves those tasks that pass, and returns how many it drops.
func (s *selection) keep(pass func(model.Ref) bool) (dropped int) {
	before := len(s.refs)
	s.refs = slices.DeleteFunc(s.refs, func(ref model.Ref) bool {
		if pass(ref) {
			return false
		}
		delete(s.in, ref)
		return true
	})
	s.open = s.open && len(s.refs) > 0
	s.changes++
	return before - len(s.refs)
}

// drop drops the tasks.
func (s *selection) drop(refs []model.Ref) {
	gone := make(map[model.Ref]bool, len(refs))
	for _, ref := range refs {
		gone[ref] = true
	}
	s.keep(func(ref model.Ref) bool { return !gone[ref] })
}

// toggle adds the tasks, or drops them if all of them are selected.
func (s *selection) toggle(refs []model.Ref) {
	if slices.ContainsFunc(refs, func(ref model.Ref) bool { return !s.has(ref) }) {
		s.add(refs...)
		return
	}
	s.drop(refs)
	s.last = refs[len(refs)-1]
}

// refsOf returns the tasks of a list.
func refsOf(l board.List) []model.Ref {
	refs := make([]model.Ref, 0, l.Len())
	for i := range l.Len() {
		ref, _ := l.Ref(i)
		refs = append(refs, ref)
	}
	return refs
}

// refsAt returns the task of an item, or all tasks of the cause of which it is the heading.
func (l list) refsAt(it item) []model.Ref {
	switch {
	case it.row != nil:
		return []model.Ref{it.row.Ref()}
	case it.group != nil:
		return refsOf(l.snap.Members(l.pane, it.group))
	}
	return nil
}

// selectTask selects what is under the cursor, or takes it out again, and goes down. It ends a range.
func (m *Model) selectTask() tea.Cmd {
	m.board.chosen.open = false
	p := m.board.current()
	m.board.chosen.toggle(p.list(m.board.snap).refsAt(p.cursor))
	p.move(m.board.snap, 1)
	return nil
}

// selectRange selects the items from the last selected one to the cursor. Where that is the same
// one, a range begins there, which the next call ends.
func (m *Model) selectRange() tea.Cmd {
	b := m.board
	p := b.current()
	l := p.list(b.snap)
	to := l.index(p.cursor)
	from := to
	row, listed := b.snap.Get(b.chosen.last)
	here := listed && row.State.Pane() == p.id && len(b.chosen.refs) > 0
	if here {
		from = l.index(item{row: row, group: b.snap.GroupOf(p.id, row.Ref())})
	}
	b.chosen.open = from == to && (!here || !b.chosen.open)
	for i := min(from, to); i <= max(from, to); i++ {
		b.chosen.add(l.refsAt(l.at(i))...)
	}
	p.moved = true
	return nil
}

// endRange ends a range that is open at the cursor, for what is done to the selected tasks.
func (m *Model) endRange() {
	if m.board.chosen.open && m.top() == screen(m.board) {
		m.selectRange()
		m.board.chosen.open = false
	}
}

// selectAll selects all that match the filter; without one all tasks of the pane.
func (m *Model) selectAll() tea.Cmd {
	b := m.board
	b.chosen.open = false
	if !b.snap.Filtered() {
		b.chosen.add(refsOf(b.snap.Rows(b.focus))...)
		return nil
	}
	for p := range model.Pane(model.NumPanes) {
		b.chosen.add(refsOf(b.snap.Rows(p))...)
	}
	return nil
}

// maxWatched is how many selected tasks are looked for in every snapshot. Whether those of a
// larger selection are still there is told by their plans.
const maxWatched = 2000

// dropGone drops selected tasks that are no longer there, and says so.
func (b *boardScreen) dropGone(m *Model) {
	if len(b.chosen.refs) == 0 || len(b.chosen.refs) > maxWatched || m.whole.Loading() {
		return
	}
	n := b.chosen.keep(func(ref model.Ref) bool {
		_, listed := m.whole.Get(ref)
		if !listed {
			_, listed = b.snap.Get(ref)
		}
		return listed
	})
	if n > 0 {
		m.tell(words.Count(n, "selected task is", "selected tasks are") + " no longer listed")
	}
}

// shownSelection returns the selected tasks that match the filter: without one all of them. The
// others stay selected, and nothing is done to them.
func (b *boardScreen) shownSelection() []model.Ref {
	s := &b.chosen
	if len(s.refs) == 0 || !b.snap.Filtered() {
		return s.refs
	}
	if s.shown.snap != b.snap || s.shown.changes != s.changes {
		s.shown = shownRefs{snap: b.snap, changes: s.changes}
		for _, ref := range s.refs {
			if _, listed := b.snap.Get(ref); listed {
				s.shown.refs = append(s.shown.refs, ref)
			}
		}
	}
	return s.shown.refs
}

// hiddenSelected returns how many selected tasks the filter hides.
func (b *boardScreen) hiddenSelected() int { return len(b.chosen.refs) - len(b.shownSelection()) }

// allHidden says that the filter hides all selected tasks; empty: it does not.
func (m *Model) allHidden() string {
	b := m.board
	if n := len(b.chosen.refs); m.actsOnSelection() && b.hiddenSelected() == n {
		return "the filter hides " + words.Count(n, "selected task", "selected tasks")
	}
	return ""
}

// isSelected reports whether an item is selected: of a cause all tasks.
func (b *boardScreen) isSelected(p model.Pane, it item) bool {
	switch {
	case len(b.chosen.refs) == 0 || !it.valid():
		return false
	case it.row != nil:
		return b.chosen.has(it.row.Ref())
	case it.group.Tasks > len(b.chosen.refs):
		return false
	}
	members := b.snap.Members(p, it.group)
	for i := range members.Len() {
		if ref, _ := members.Ref(i); !b.chosen.has(ref) {
			return false
		}
	}
	return true
}

// markLines marks an item as selected, in the first cell of its first line.
func (k look) markLines(lines []string) []string {
	lines = slices.Clone(lines)
	lines[0] = k.theme.Key.Paint(k.theme.Mark) + ansi.TruncateLeft(lines[0], 1, "")
	return lines
}

// putSelection says how many tasks are selected.
func (b *boardScreen) putSelection(l *line, t *theme.Theme) {
	if n := len(b.chosen.refs); n > 0 {
		l.put(t.Title, words.Number(n)+" selected")
		if hidden := b.hiddenSelected(); hidden > 0 {
			l.put(t.Alarm, ", "+words.Number(hidden)+" hidden")
		}
		l.put(theme.Token{}, "  ")
	}
}
