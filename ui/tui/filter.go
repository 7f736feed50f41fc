package tui

import (
	"context"
	"strings"
	"time"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/safe"
)

const (
	// filterPause is the shortest time between two filterings by one text.
	filterPause = 250 * time.Millisecond
	// findPause is the shortest time between two looks for a task by its name.
	findPause = 5 * time.Second
	// findWait is how long a text stands before a task is looked for by it.
	findWait = 300 * time.Millisecond
)

// filter narrows all panes to the rows in which every word of a text occurs.
// One filtering runs at a time; until it ends the last result is shown.
type filter struct {
	input textinput.Model
	text  string
	// gen counts the texts, so that nothing that concerns another one is shown.
	gen     uint64
	stop    context.CancelFunc // ends the filtering under way; nil: none is
	ended   time.Time          // when the last one ended
	resting bool               // the next one begins when a timer ends
	again   bool               // the snapshot is newer than what the one under way looks at
	seek    bool               // the text was accepted: the focus goes to what matches

	found    []*model.Row       // tasks that are not held and are called so
	looked   time.Time          // when they were last looked for; zero: not with this text
	stopLook context.CancelFunc // ends the look under way; nil: there is none
}

func newFilter() filter {
	in := newInput()
	in.Prompt = "/"
	in.CharLimit = 200
	return filter{input: in}
}

// filteredMsg brings the part of a snapshot that a filter chose.
type filteredMsg struct {
	gen  uint64
	snap *board.Snapshot // nil: it was given up
}

// restedMsg says that the next filtering may begin.
type restedMsg struct{ gen uint64 }

// foundMsg brings the tasks that are called by the filter's text.
type foundMsg struct {
	gen  uint64
	rows []*model.Row
}

func (b *boardScreen) openFilter(m *Model) tea.Cmd {
	f := &b.filter
	f.input.SetValue(f.text)
	f.input.CursorEnd()
	q := &question{input: &f.input}
	q.note = func() (string, bool) { return b.beyond(m), false }
	q.change = func(tea.Msg) tea.Cmd { return b.setFilter(m, safe.Line(f.input.Value(), 0)) }
	q.keep = func() tea.Cmd {
		q.close(m)
		f.seek = true
		b.seekMatch()
		return nil
	}
	q.drop = func() tea.Cmd { return b.clearFilter(m) }
	return m.ask(q)
}

func (b *boardScreen) clearFilter(m *Model) tea.Cmd {
	b.filter.input.SetValue("")
	return b.setFilter(m, "")
}

// seekMatch moves the focus from a pane in which nothing matches to the first one
// in which something does, when that is known.
func (b *boardScreen) seekMatch() {
	f := &b.filter
	if !f.seek || f.ended.IsZero() {
		return
	}
	for _, at := range []model.Pane{b.focus, model.PaneActive, model.PaneBlocked, model.PaneFailed, model.PaneFalseDone, model.PaneRest} {
		if b.snap.Len(at) > 0 {
			b.focus, f.seek = at, false
			p := b.current()
			if !p.moved {
				p.first(b.snap)
			}
			p.moved = true // what was found stays under the cursor
			return
		}
	}
}

// setFilter filters by another text, at once.
func (b *boardScreen) setFilter(m *Model, text string) tea.Cmd {
	f := &b.filter
	if text == f.text {
		return nil
	}
	for _, stop := range []context.CancelFunc{f.stop, f.stopLook} {
		if stop != nil {
			stop()
		}
	}
	*f = filter{input: f.input, text: text, gen: f.gen + 1}
	if text == "" {
		b.snap = m.whole
		return nil
	}
	return b.beginFilter(m)
}

// refilter chooses again from the newest snapshot, when it is time. Without a
// filter that is the snapshot itself, at once.
func (b *boardScreen) refilter(m *Model) tea.Cmd {
	f := &b.filter
	switch rest := filterPause - m.opt.Now().Sub(f.ended); {
	case f.text == "":
		b.snap = m.whole
		return nil
	case f.stop != nil || f.resting:
		f.again = true
		return nil
	case rest > 0:
		f.resting = true
		gen := f.gen
		return tea.Tick(min(rest, filterPause), func(time.Time) tea.Msg { return restedMsg{gen} })
	}
	return b.beginFilter(m)
}

func (b *boardScreen) rested(m *Model, msg restedMsg) tea.Cmd {
	if msg.gen != b.filter.gen {
		return nil
	}
	b.filter.resting = false
	return b.beginFilter(m)
}

// beginFilter filters the newest snapshot.
func (b *boardScreen) beginFilter(m *Model) tea.Cmd {
	f := &b.filter
	ctx, stop := context.WithCancel(m.ctx)
	f.stop, f.again = stop, false
	gen, whole, by, found := f.gen, m.whole, model.Filter{Text: f.text}, f.found
	return func() tea.Msg {
		snap, err := whole.Filter(ctx, by.Match, found...)
		if err != nil {
			return filteredMsg{gen: gen}
		}
		return filteredMsg{gen: gen, snap: snap}
	}
}

// filtered shows what was chosen. What is not held is looked for by its name.
func (b *boardScreen) filtered(m *Model, msg filteredMsg) tea.Cmd {
	f := &b.filter
	if msg.gen != f.gen || msg.snap == nil {
		return nil
	}
	f.stop()
	f.stop, f.ended = nil, m.opt.Now()
	b.snap = msg.snap
	b.seekMatch()
	look := b.lookFor(m, msg.snap)
	if f.again {
		return tea.Batch(look, b.refilter(m))
	}
	return look
}

// lookFor looks in the queues for tasks called by the filter's text, if the
// board does not hold all tasks.
func (b *boardScreen) lookFor(m *Model, snap *board.Snapshot) tea.Cmd {
	f, missing := &b.filter, 0
	for p := range b.panes {
		missing += snap.Unsearched(model.Pane(p))
	}
	if missing == 0 || f.stopLook != nil || !f.looked.IsZero() && m.opt.Now().Sub(f.looked) < findPause {
		return nil
	}
	f.looked = m.opt.Now()
	ctx, stop := context.WithCancel(m.ctx)
	f.stopLook = stop
	all, gen, name := m.opt.Board, f.gen, strings.TrimSpace(f.text)
	return func() tea.Msg {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(findWait):
		}
		rows, err := all.Find(ctx, name)
		if err != nil {
			rows = nil // the footer says which queue cannot be read
		}
		return foundMsg{gen, rows}
	}
}

// foundByName shows tasks that were found by their name.
func (b *boardScreen) foundByName(m *Model, msg foundMsg) tea.Cmd {
	f := &b.filter
	if msg.gen != f.gen {
		return nil
	}
	f.stopLook()
	f.stopLook = nil
	if len(msg.rows) == 0 && len(f.found) == 0 {
		return nil
	}
	f.found = msg.rows
	if f.stop != nil || f.resting {
		f.again = true
		return nil
	}
	return b.beginFilter(m)
}
