package tui

import (
	"context"
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/classify"
	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/query"
	"notdone/ui/safe"
)

// filter narrows all panes to the tasks that a query selects. Each text has its own filter,
// which a search of the board keeps up to date; the search of a replaced one is ended.
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

// openFilter opens the input of the filter.
func (b *boardScreen) openFilter(m *Model) tea.Cmd {
	q, typing := newQuestion("/", ""), &filterInput{m: m, at: len(b.earlier)}
	typing.q = q
	q.input.CharLimit = 200
	q.input.SetValue(b.begunFilter())
	q.input.CursorEnd()
	q.hint, q.complete, q.recall = typing.hint, typing.complete, typing.recall
	q.note = func() string {
		text := q.input.Value()
		begun := b.wrong != nil && text != typing.refused && len(typing.completions(text).Texts) > 0
		switch q.alarm = b.wrong != nil && !begun; {
		case begun:
			return "" // the completions say how it goes on
		case q.alarm:
			return "  " + safe.Line(b.wrong.Error(), lineLimit)
		}
		return b.matchCount(m)
	}
	q.change = func() tea.Cmd { return b.setFilter(m, safe.Line(q.input.Value(), 0)) }
	q.keep = func() tea.Cmd {
		if b.wrong != nil {
			typing.refused = q.input.Value()
			return nil // what is wrong is shown
		}
		m.pop()
		b.keepFilter()
		b.filter.seek = true
		b.seekMatch()
		return nil
	}
	q.drop = func() tea.Cmd { return b.setFilter(m, "") }
	return m.ask(q)
}

// begunFilter returns the text that the input of the filter begins with: that of the filter, and a
// blank behind what no further letter belongs to, a quoted text and one that was not typed.
func (b *boardScreen) begunFilter() string {
	text := b.filter.text
	if text != "" && (strings.HasSuffix(text, `"`) || !slices.Contains(b.earlier, text)) {
		text += " "
	}
	return text
}

// keptFilters is how many earlier filters are kept.
const keptFilters = 100

// keepFilter keeps the filter for later.
func (b *boardScreen) keepFilter() {
	text := b.filter.text
	b.earlier = slices.DeleteFunc(b.earlier, func(s string) bool { return s == text })
	if text != "" {
		b.earlier = append(b.earlier[max(len(b.earlier)+1-keptFilters, 0):], text)
	}
}

// filterInput is what the input of the filter knows while it is open.
type filterInput struct {
	m *Model
	q *question

	refused string // the text that enter was pressed on although it is no filter

	at    int    // the earlier filter that is shown; behind the last one: what was typed
	typed string // before an earlier one was shown

	offered query.Completion // the completions that are gone through
	chosen  int              // the one that is shown
	made    string           // the text with it; another text is completed anew
}

// recall shows an earlier filter, or a later one.
func (f *filterInput) recall(step int) {
	earlier := f.m.board.earlier
	if f.at == len(earlier) {
		f.typed = f.q.input.Value()
	}
	f.at = min(max(f.at+step, 0), len(earlier))
	text := f.typed
	if f.at < len(earlier) {
		text = earlier[f.at]
	}
	f.q.input.SetValue(text)
}

// complete puts the next completion in place of the end of the text.
func (f *filterInput) complete(step int) {
	text := f.q.input.Value()
	if text == f.made && f.made != "" {
		f.chosen = (f.chosen + step + len(f.offered.Texts)) % len(f.offered.Texts)
	} else {
		f.offered, f.chosen = f.completions(text), 0
	}
	if len(f.offered.Texts) == 0 {
		return
	}
	f.made = text[:f.offered.From] + f.offered.Texts[f.chosen]
	if view, ok := f.m.opt.Views[f.offered.Texts[f.chosen]]; ok && f.offered.From == 0 {
		f.made = view
	}
	f.q.input.SetValue(f.made)
	if len(f.offered.Texts) == 1 {
		f.made = "" // the next term, or the value of a field, is another matter
	}
}

// hint names the completions.
func (f *filterInput) hint() string {
	text := f.q.input.Value()
	if text == f.made && text != "" {
		return " " + safe.Line(strings.Join(f.offered.Texts[f.chosen+1:], "  "), lineLimit)
	}
	return " " + safe.Line(strings.Join(f.completions(text).Texts, "  "), lineLimit)
}

// completions returns what can stand in place of the end of a text: the names of saved views
// while it is nothing else, then terms.
func (f *filterInput) completions(text string) query.Completion {
	c := query.Complete(text, f.m.knownValues)
	if c.From == 0 {
		var views []string
		for _, name := range f.m.viewNames() {
			if strings.HasPrefix(name, text) {
				views = append(views, name)
			}
		}
		c.Texts = append(views, c.Texts...)
	}
	return c
}

// knownCauses is how many causes of a pane are offered as values.
const knownCauses = 20

// knownValues returns the values of a field that occur on the board.
func (m *Model) knownValues(field string) (values []string) {
	switch field {
	case "source":
		for i := range m.whole.Sources {
			values = append(values, safe.Line(m.whole.Sources[i].Name, idLimit))
		}
	case "cause":
		for p := range model.Pane(model.NumPanes) {
			groups := m.whole.Groups(p)
			for i := range min(groups.Len(), knownCauses) {
				if g, ok := groups.At(i); ok && !g.Newest().Outline && g.Newest().Obstacle != nil {
					values = append(values, safe.Line(g.Newest().Obstacle.Name, idLimit))
				}
			}
		}
	case "rule":
		for _, r := range classify.Rules() {
			values = append(values, r.Name)
		}
	}
	return slices.Compact(values)
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

// setFilter replaces the filter and begins to search. Of a text that is no filter, that is what
// stands before the term that is wrong.
func (b *boardScreen) setFilter(m *Model, text string) tea.Cmd {
	q, err := query.Parse(text)
	b.wrong = err
	if wrong := (*query.Error)(nil); errors.As(err, &wrong) {
		text = strings.TrimRight(text[:wrong.At], " ")
		q, err = query.Parse(text)
	}
	if err != nil || text == b.filter.text {
		return nil
	}
	return b.search(m, text, q)
}

// search begins to search for what the filter selects, in the orders of the panes. Without
// either there is no search.
func (b *boardScreen) search(m *Model, text string, q query.Query) tea.Cmd {
	b.filter.stop()
	f, orders := newFilter(m.ctx, text), b.orders
	if b.filter = f; text == "" && orders == [model.NumPanes]query.Order{} {
		return b.boardChanged(m)
	}
	return func() tea.Msg {
		search := m.opt.Board.Search(f.ctx, q)
		for p, by := range orders {
			if search != nil && by != (query.Order{}) {
				search.Sort(model.Pane(p), by)
			}
		}
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
	case f.search != nil:
		b.snap = f.search.Snapshot()
		b.seekMatch()
	case f.text == "" && b.orders == [model.NumPanes]query.Order{}:
		b.snap = m.whole
	}
	b.toFirst()
	b.dropGone(m)
	return nil
}

// matched shows what matches, and waits for more until every task was looked at.
func (b *boardScreen) matched(m *Model, f *filter) tea.Cmd {
	if f != b.filter {
		return nil
	}
	b.boardChanged(m)
	if !f.search.Pending() {
		return nil
	}
	return func() tea.Msg {
		if f.search.Next() == nil {
			return nil // there is another text, or the board has ended
		}
		return then(func() tea.Cmd { return b.matched(m, f) })
	}
}
