package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/safe"
)

// filter narrows all panes to the tasks that contain every word of a text. Each text has
// its own filter, which a search of the board keeps up to date; the search of a replaced
// one is ended.
type filter struct {
	text string
	ctx  context.Context //nolint:containedctx // ends this filter's search
	stop context.CancelFunc

	search *board.Search // nil: it has not begun
	seek   bool          // enter was pressed: the focus moves to a pane with matches
}

func newFilter(ctx context.Context, text string) *filter {
	f := &filter{text: text}
	f.ctx, f.stop = context.WithCancel(ctx)
	return f
}

func (b *boardScreen) openFilter(m *Model) tea.Cmd {
	q := newQuestion("/", "")
	q.input.CharLimit = 200
	q.input.SetValue(b.filter.text)
	q.input.CursorEnd()
	q.note = func() string { return b.matchesElsewhere(m) }
	q.change = func() tea.Cmd { return b.setFilter(m, safe.Line(q.input.Value(), 0)) }
	q.keep = func() tea.Cmd {
		m.pop()
		b.filter.seek = true
		b.seekMatch()
		return nil
	}
	q.drop = func() tea.Cmd { return b.setFilter(m, "") }
	return m.ask(q)
}

// seekMatch moves the focus from a pane without matches to the first one with some, as
// soon as there is one.
func (b *boardScreen) seekMatch() {
	if !b.filter.seek || b.filter.search == nil {
		return
	}
	for _, at := range []model.Pane{b.focus, model.PaneActive, model.PaneBlocked, model.PaneFailed, model.PaneFalseDone, model.PaneRest} {
		if b.snap.Rows(at).Len() > 0 {
			b.focus, b.filter.seek = at, false
			p := b.current()
			if !p.moved {
				p.first(b.snap)
			}
			p.moved = true // what was found stays under the cursor
			return
		}
	}
}

// setFilter replaces the filter and begins to search.
func (b *boardScreen) setFilter(m *Model, text string) tea.Cmd {
	if text == b.filter.text {
		return nil
	}
	b.filter.stop()
	f := newFilter(m.ctx, text)
	if b.filter = f; text == "" {
		return b.boardChanged(m)
	}
	return func() tea.Msg {
		search := m.opt.Board.Search(f.ctx, text)
		return then(func() tea.Cmd {
			if search == nil || f != b.filter {
				return nil
			}
			f.search = search
			return b.matched(m, f)
		})
	}
}

// boardChanged shows the newest snapshot, or what of it matches.
func (b *boardScreen) boardChanged(m *Model) tea.Cmd {
	switch f := b.filter; {
	case f.text == "":
		b.snap = m.whole
	case f.search != nil:
		b.snap = f.search.Snapshot()
		b.seekMatch()
	}
	return nil
}

// matched shows what matches, and waits for more until every task was looked at.
func (b *boardScreen) matched(m *Model, f *filter) tea.Cmd {
	if f != b.filter {
		return nil
	}
	b.boardChanged(m)
	if !b.snap.Searching() {
		return nil
	}
	return func() tea.Msg {
		if f.search.Next() == nil {
			return nil // there is another text, or the board has ended
		}
		return then(func() tea.Cmd { return b.matched(m, f) })
	}
}
