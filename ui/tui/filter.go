package tui

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/safe"
)

const (
	// filterPause is the pause after a filtering, before the board is filtered again or
	// the text is looked up as a task's name.
	filterPause = 250 * time.Millisecond
	// findPause is the pause between two lookups of a task in the queues.
	findPause = 5 * time.Second
)

// filter narrows all panes to the rows that contain every word of a text. One
// filtering runs at a time, and the last result is shown until it ends. Each text has
// its own filter, and results for a replaced filter are dropped.
type filter struct {
	text string
	ctx  context.Context //nolint:containedctx // ends this filter's commands
	stop context.CancelFunc

	filtering bool // a filtering or the pause after it is under way
	again     bool // a newer snapshot came meanwhile
	done      bool // there is a result
	seek      bool // enter was pressed: the focus moves to a pane with matches

	looking bool         // a lookup or the pause after it is under way
	found   []*model.Row // tasks of that name that the board does not hold
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

// seekMatch moves the focus from a pane without matches to the first one with some,
// once there is a result.
func (b *boardScreen) seekMatch() {
	if !b.filter.seek || !b.filter.done {
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

// setFilter replaces the filter and begins to filter.
func (b *boardScreen) setFilter(m *Model, text string) tea.Cmd {
	if text == b.filter.text {
		return nil
	}
	b.filter.stop()
	b.filter = newFilter(m.ctx, text)
	return b.boardChanged(m)
}

// boardChanged begins to filter the newest snapshot, or notes that it has to. Without
// a filter it shows the snapshot.
func (b *boardScreen) boardChanged(m *Model) tea.Cmd {
	f := b.filter
	switch {
	case f.text == "":
		b.snap = m.whole
		return nil
	case f.filtering:
		f.again = true
		return nil
	}
	f.filtering, f.again = true, false
	whole, found := m.whole, f.found
	return func() tea.Msg {
		by := model.ParseFilter(f.text)
		snap, err := whole.Filter(f.ctx, by.Match, found...)
		if err != nil {
			return nil // there is another text
		}
		return then(func() tea.Cmd { return b.filtered(m, f, snap) })
	}
}

// filtered shows the result of a filtering, and after a pause looks the text up as
// a task's name.
func (b *boardScreen) filtered(m *Model, f *filter, snap *board.Snapshot) tea.Cmd {
	if f != b.filter {
		return nil
	}
	b.snap, f.done = snap, true
	b.seekMatch()
	return m.opt.After(filterPause, then(func() tea.Cmd {
		if f.filtering = false; f != b.filter {
			return nil
		}
		find := b.findByName(m, f)
		if f.again {
			return tea.Batch(find, b.boardChanged(m))
		}
		return find
	}))
}

// findByName looks for tasks in the queues whose name is the filter's text, if the
// board does not hold all tasks.
func (b *boardScreen) findByName(m *Model, f *filter) tea.Cmd {
	missing := 0
	for p := range b.panes {
		missing += b.snap.Unsearched(model.Pane(p))
	}
	if missing == 0 || f.looking {
		return nil
	}
	f.looking = true
	return func() tea.Msg {
		rows, _ := m.opt.Board.Find(f.ctx, strings.TrimSpace(f.text)) // the footer says which queue cannot be read
		return then(func() tea.Cmd { return b.showFound(m, f, rows) })
	}
}

// showFound shows tasks that were found by their name.
func (b *boardScreen) showFound(m *Model, f *filter, rows []*model.Row) tea.Cmd {
	if f != b.filter {
		return nil
	}
	rest := m.opt.After(findPause, then(func() tea.Cmd { f.looking = false; return nil }))
	if len(rows) == 0 && len(f.found) == 0 {
		return rest
	}
	f.found = rows
	return tea.Batch(rest, b.boardChanged(m))
}
