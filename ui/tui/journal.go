package tui

import (
	tea "charm.land/bubbletea/v2"

	"notdone/source/journal"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/theme"
)

// journalScreen is what was done.
type journalScreen struct {
	entries []journal.Entry
	err     error
	read    bool
	at      int // what of these is under the cursor
	reader
}

// entriesMsg brings what the journal holds.
type entriesMsg struct {
	entries []journal.Entry
	err     error
}

// toggleJournal opens the journal, or closes it.
func (m *Model) toggleJournal() tea.Cmd {
	if _, open := m.top().(*journalScreen); open {
		return m.leave()
	}
	m.push(&journalScreen{})
	return m.readJournal()
}

func (m *Model) readJournal() tea.Cmd {
	ctx, act := m.ctx, m.opt.Act
	return func() tea.Msg {
		entries, err := act.Log(ctx)
		return entriesMsg{entries, err}
	}
}

func (l *journalScreen) scope() Scope { return OnJournal }

func (l *journalScreen) update(_ *Model, msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(entriesMsg); ok {
		l.entriesRead(msg)
	}
	return nil
}

// entriesRead takes the journal in. The cursor stays on what it was on.
func (l *journalScreen) entriesRead(msg entriesMsg) {
	on := ""
	if l.at < len(l.entries) {
		on = l.entries[l.at].ID
	}
	l.entries, l.err, l.read = msg.entries, msg.err, true
	for i := range l.entries {
		if l.entries[i].ID == on {
			l.at = i
		}
	}
	l.at = min(l.at, max(len(l.entries)-1, 0))
}

// move moves the cursor and brings it into sight.
func (l *journalScreen) move(to motion) {
	l.at = min(max(l.at+to.steps(len(l.entries), l.room/2), 0), max(len(l.entries)-1, 0))
	l.reveal(2 * l.at)
	l.reveal(2*l.at + 1)
}

// found moves the cursor to what a search went to.
func (l *journalScreen) found() {
	if at := l.target(l.find.at); !l.find.missing && at >= 0 {
		l.at = at
	}
}

// fate is what became of an entry, and until when which key undoes it.
func (m *Model) fate(e *journal.Entry) string {
	return report.Fate(e, m.keys.name("journal.undo-entry")+" undoes it")
}

// fit writes the journal, two lines an entry.
func (l *journalScreen) fit(m *Model) {
	k := m.look()
	p := &page{k: k, width: max(m.width-2, 0)}
	switch {
	case l.err != nil:
		p.flow(1, 4, k.theme.Alarm, safe.Line(l.err.Error(), quoteLimit))
	case !l.read:
		p.add(1, k.theme.Faint, "reading "+k.theme.Ellipsis)
	case len(l.entries) == 0:
		p.add(1, k.theme.Faint, "nothing was done yet")
	}
	for i := range l.entries {
		p.mark(i)
		k.entryText(p, &l.entries[i], m.fate(&l.entries[i]), i == l.at)
	}
	l.show(p, m.height-3)
}

// draw draws the journal on the whole screen.
func (l *journalScreen) draw(m *Model, _ func() []string) []string {
	all := hints{{"move", []string{"move.down", "move.up"}}, {"", []string{"journal.undo-entry"}}, {"", []string{"view.find"}}, {"", []string{"view.back"}}}
	box := m.look().frame("What was done", "newest first, times in UTC", l.window(m.theme), m.width, m.height-1, true)
	return append(box, m.footer(&l.find, all))
}

func (k look) entryText(p *page, e *journal.Entry, undo string, selected bool) {
	t := k.theme
	tok := theme.Token{}
	if selected {
		tok = t.Selected
	}
	did := k.keys.past(e.Request.Action)
	if e.Undoes != "" {
		did = "undid " + string(e.Request.Action) + " of"
	}
	moved := safe.Line(e.Was+" "+t.Arrow+" "+e.Now, lineLimit)
	if e.Ran != nil {
		did, moved = "ran "+report.Command(e.Ran)+" for", "a command"
	}
	head := newLine(p.width, t.Ellipsis)
	head.pad(1).put(t.Faint, report.Clock(e.At)).put(theme.Token{}, "  ")
	head.put(tok, safe.Line(did+" "+e.Task.ID, lineLimit)).put(theme.Token{}, "  "+safe.Line(e.Title, lineLimit))
	p.text = append(p.text, head.String())
	rest := newLine(p.width, t.Ellipsis)
	rest.pad(22).put(theme.Token{}, moved)
	if e.Request.Actor != "" {
		rest.put(t.Faint, " "+t.Dot+" "+safe.Line(e.Request.Actor, 64))
	}
	rest.put(t.Faint, " "+t.Dot+" "+safe.Line(undo, lineLimit))
	if e.Request.Reason != "" {
		rest.put(t.Faint, " "+t.Dot+" "+safe.Line(e.Request.Reason, lineLimit))
	}
	p.text = append(p.text, rest.String())
}
