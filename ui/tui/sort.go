package tui

import (
	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/query"
)

// orderWords say by what a pane is sorted, and the other way round. Its usual order needs no
// words.
var orderWords = [query.NumKeys][2]string{
	query.BySeverity: {"", "least severe first"},
	query.ByAge:      {"oldest first", "newest first"},
	query.ByCost:     {"dearest first", "cheapest first"},
	query.ByTries:    {"most tries first", "fewest tries first"},
	query.ByID:       {"by id", "by id backwards"},
}

// sortedTitle is the title of a pane, and by what it is sorted.
func (b *boardScreen) sortedTitle(m *Model, p model.Pane) string {
	by, way := b.snap.Sorted(p), 0
	if by.Reverse {
		way = 1
	}
	return m.join(paneTitle(p), orderWords[by.By][way])
}

// sortNext sorts the focused pane by the next key, and sortReverse the other way round.
func (m *Model) sortNext() tea.Cmd {
	by := m.board.orders[m.board.focus]
	return m.sortBy(query.Order{By: (by.By + 1) % query.Key(query.NumKeys)})
}

func (m *Model) sortReverse() tea.Cmd {
	by := m.board.orders[m.board.focus]
	by.Reverse = !by.Reverse
	return m.sortBy(by)
}

// toFirst goes to the first task of a pane that is sorted anew now.
func (b *boardScreen) toFirst() {
	for _, p := range b.panes {
		if p.resorted && b.snap.Sorted(p.id) == b.orders[p.id] {
			p.first(b.snap)
			p.resorted = false
		}
	}
}

// sortBy sorts the focused pane and goes to its first task.
func (m *Model) sortBy(by query.Order) tea.Cmd {
	b := m.board
	pane, f := b.focus, b.filter
	b.orders[pane] = by
	b.panes[pane].resorted = true
	if f.search == nil || f.text == "" && b.orders == [model.NumPanes]query.Order{} {
		q, _ := query.Parse(f.text) // it was parsed before
		return b.search(m, f.text, q)
	}
	return func() tea.Msg {
		f.search.Sort(pane, by)
		return then(func() tea.Cmd { return b.boardChanged(m) })
	}
}
