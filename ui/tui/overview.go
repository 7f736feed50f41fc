package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// overview is a list of what concerns many tasks, on the whole screen: what loops, what is
// new, what to do first.
type overview struct {
	reader
	of    lister
	at    int // the entry under the cursor
	moved bool
	head  []string
	ready bool // the entries were gathered
	busy  bool // they are being gathered
	stale bool // the board has changed since
	drawn overviewState
	count int // of gatherings
}

// overviewState is what the lines depend on.
type overviewState struct {
	at, width int
	minute    int64
	theme     *theme.Theme
	snap      *board.Snapshot
	gathered  int
}

// lister is what an overview lists.
type lister interface {
	title() string
	// label is at the right end of the frame.
	label() string
	// gather returns what finds the entries of a snapshot, away from the goroutine that
	// draws, and returns what takes them over.
	gather(m *Model) func() (take func())
	// id identifies an entry in whatever is gathered next.
	id(i int) any
	// head writes what stands above the entries, when they are ready or before, and does
	// not scroll.
	head(m *Model, p *page, ready bool)
	len() int
	// entry writes an entry, in one line or several.
	entry(m *Model, p *page, i int)
	// enter goes to what an entry is about.
	enter(m *Model, i int) tea.Cmd
	hints() hints
}

// sectioned is a lister whose list has parts.
type sectioned interface {
	// section is the heading above an entry with which a part of the list begins; empty: none
	// begins there.
	section(i int) string
}

const (
	// maxEntries is how many entries an overview lists, the first ones.
	maxEntries = 500
	// gatherPause is the shortest time between two gatherings.
	gatherPause = time.Second
)

// toggleOverview opens an overview in the place of another one, or closes it.
func (m *Model) toggleOverview(of lister) tea.Cmd {
	if o, open := m.top().(*overview); open {
		m.pop()
		if o.of.title() == of.title() {
			return nil
		}
	}
	o := &overview{of: of}
	m.push(o)
	return o.gather(m)
}

func (o *overview) scope() Scope { return OnList }

// gather finds the entries anew.
func (o *overview) gather(m *Model) tea.Cmd {
	o.busy, o.stale = true, false
	find := o.of.gather(m)
	return func() tea.Msg {
		take := find()
		return then(func() tea.Cmd {
			o.follow(take)
			o.ready = true
			o.count++
			return m.opt.After(gatherPause, then(func() tea.Cmd {
				o.busy = false
				if o.stale && topmost[*overview](m) == o {
					return o.gather(m)
				}
				return nil
			}))
		})
	}
}

// follow takes new entries over. The cursor stays on its entry, where it was put on one.
func (o *overview) follow(take func()) {
	if !o.moved || o.at >= o.of.len() {
		take()
		return
	}
	id := o.of.id(o.at)
	take()
	for i := range min(o.of.len(), maxEntries) {
		if o.of.id(i) == id {
			o.at = i
			return
		}
	}
}

func (o *overview) boardChanged(m *Model) tea.Cmd {
	if o.stale = true; o.busy {
		return nil
	}
	return o.gather(m)
}

// move moves the cursor and scrolls to its entry.
func (o *overview) move(_ *Model, to motion) tea.Cmd {
	o.at += to.steps(o.of.len(), o.room/2)
	o.moved = true
	o.reach()
	return nil
}

// reach keeps the cursor on an entry, and the entry on the screen.
func (o *overview) reach() {
	o.at = max(min(o.at, o.of.len()-1, maxEntries-1), 0)
	if first := o.line(o.at); first >= 0 {
		last := first
		for o.target(last+1) == o.at {
			last++
		}
		o.reveal(last)
		o.reveal(first)
	}
}

// found moves the cursor to the entry that a search has found.
func (o *overview) found() {
	if at := o.target(o.find.at); !o.find.missing && at >= 0 {
		o.at, o.moved = at, true
	}
}

func (o *overview) fit(m *Model) {
	o.at = max(min(o.at, o.of.len()-1), 0)
	now := overviewState{o.at, m.width, m.now.Unix() / 60, m.theme, m.whole, o.count}
	if now != o.drawn {
		o.drawn = now
		o.write(m)
	}
	o.room = max(m.height-3-len(o.head), 0)
	o.to(o.from)
}

// write writes the entries.
func (o *overview) write(m *Model) {
	head := m.page(m.width - 2)
	if said := unread(m.whole.Sources); o.ready && o.of.len() == 0 && said != "" {
		head.flow(1, 2, m.theme.Faint, said)
	} else {
		o.of.head(m, head, o.ready)
	}
	o.head = head.texts()
	p := m.page(m.width - 2)
	for i := range min(o.of.len(), maxEntries) {
		if of, parted := o.of.(sectioned); parted && of.section(i) != "" {
			p.target = nothing
			p.heading(of.section(i))
		}
		p.target = i
		from := len(p.lines)
		if o.of.entry(m, p, i); i != o.at {
			continue
		}
		t := m.theme
		if t.Reversed {
			plain := m.page(m.width - 2)
			plain.theme = &theme.Theme{Glyphs: t.Glyphs}
			o.of.entry(m, plain, i)
			p.lines[from].text = plain.lines[0].text
		}
		for j := range p.lines[from:] {
			p.lines[from+j].text = t.Focus.Paint(t.Bar) + strings.TrimPrefix(p.lines[from+j].text, " ")
		}
		p.lines[from].text = t.Selected.Over(p.lines[from].text)
	}
	p.target = nothing
	switch {
	case !o.ready:
		p.add(1, m.theme.Faint, "reading "+m.theme.Ellipsis)
	case o.of.len() > maxEntries:
		p.add(1, m.theme.Faint, m.theme.Ellipsis+" "+words.Number(o.of.len()-maxEntries)+" more")
	}
	o.show(p, max(m.height-3-len(o.head), 0))
}

// unread says that nothing, or not all, is known of queues of which nothing is listed; empty where
// all of them were read.
func unread(queues []board.Status) string {
	missing, listed := 0, 0
	for i := range queues {
		if s := &queues[i]; s.Loading {
			missing++
			listed += s.Listed
		}
	}
	switch {
	case missing == 0:
		return ""
	case missing == len(queues) && listed == 0:
		return "Nothing is known yet: no queue has been read."
	}
	return "Nothing so far: " + words.Number(missing) + " of " + words.Count(len(queues), "queue is", "queues are") + " not read to the end."
}

func (o *overview) draw(m *Model, _ func() []string) []string {
	f := frame{title: o.of.title(), label: safe.Line(o.of.label(), lineLimit), width: m.width, height: m.height - 1, focused: true}
	f.lines = append(o.head[:len(o.head):len(o.head)], o.window(m.theme)...)
	if n := o.of.len(); n > 0 {
		f.foot = words.Number(o.at+1) + " of " + words.Number(n)
	}
	_, f.thumb = o.position(m)
	if f.thumb.to > 0 {
		f.thumb.from, f.thumb.to = f.thumb.from+len(o.head), f.thumb.to+len(o.head)
	}
	return append(m.frame(f), m.footer(&o.find, append(o.of.hints(), "view.find", "view.back", "help.open")))
}

// noEntry says why there is no entry to go to.
func (m *Model) noEntry() string {
	if o := topmost[*overview](m); o.of.len() == 0 {
		return "there is nothing here"
	}
	return ""
}

func (m *Model) enterEntry() tea.Cmd {
	o := topmost[*overview](m)
	return o.of.enter(m, o.at)
}

// goToGroup leaves the overview for the pane of a group, with the cursor on it.
func (m *Model) goToGroup(pane model.Pane, g *board.Group, row *model.Row) tea.Cmd {
	m.pop()
	cmd := m.board.setFilter(m, "")
	p := m.board.panes[pane]
	m.board.focus = pane
	p.cursor, p.moved = item{group: g, row: row}, true
	if g != nil && row == nil {
		p.cursor = entry(g)
	}
	if g != nil && row != nil && g.Tasks > 1 {
		p.open[g.ID] = true
	}
	return cmd
}
