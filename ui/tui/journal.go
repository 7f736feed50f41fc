package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/source/journal"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/theme"
)

// journalScreen lists the journal's entries.
type journalScreen struct {
	entries []journal.Entry
	err     error
	read    bool
	at      int // the index of the entry under the cursor
	reader
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
	return func() tea.Msg {
		entries, err := m.opt.Act.Log(m.ctx)
		return then(func() tea.Cmd {
			if l := topmost[*journalScreen](m); l != nil {
				l.take(entries, err)
			}
			return nil
		})
	}
}

func (l *journalScreen) scope() Scope { return OnJournal }

// take shows the entries that were read. The cursor stays on its entry.
func (l *journalScreen) take(entries []journal.Entry, err error) {
	if l.at < len(l.entries) {
		on := l.entries[l.at].ID
		if i := slices.IndexFunc(entries, func(e journal.Entry) bool { return e.ID == on }); i >= 0 {
			l.at = i
		}
	}
	l.entries, l.err, l.read = entries, err, true
	l.at = max(min(l.at, len(entries)-1), 0)
}

// move moves the cursor and scrolls to it.
func (l *journalScreen) move(_ *Model, to motion) tea.Cmd {
	l.at = max(min(l.at+to.steps(len(l.entries), l.room/2), len(l.entries)-1), 0)
	l.reveal(2 * l.at)
	l.reveal(2*l.at + 1)
	return nil
}

// found moves the cursor to the entry that a search has found.
func (l *journalScreen) found() {
	if at := l.target(l.find.at); !l.find.missing && at >= 0 {
		l.at = at
	}
}

// fate describes the outcome of an entry, and how long which key can undo it.
func (m *Model) fate(e *journal.Entry) string {
	if now := m.movedOn(e); now != "" && undoable(e) {
		return "cannot be undone, as it is " + now + " now"
	}
	return report.Fate(e, m.keys.name("journal.undo-entry")+" undoes it")
}

// fit writes the journal, two lines an entry.
func (l *journalScreen) fit(m *Model) {
	p := m.page(m.width - 2)
	switch {
	case l.err != nil:
		p.flow(1, 4, p.theme.Alarm, safe.Line(l.err.Error(), quoteLimit))
	case !l.read:
		p.add(1, p.theme.Faint, "reading "+p.theme.Ellipsis)
	case len(l.entries) == 0:
		p.add(1, p.theme.Faint, "nothing was done yet")
	}
	for p.target = range l.entries {
		e, tok := &l.entries[p.target], theme.Token{}
		if p.target == l.at {
			tok = p.theme.Selected
		}
		p.entry(e, m.fate(e), tok)
	}
	l.show(p, m.height-3)
}

// draw draws the journal on the whole screen.
func (l *journalScreen) draw(m *Model, _ func() []string) []string {
	all := hints{"move.down move.up=move", "journal.undo-entry", "view.find", "view.back"}
	return l.fill(m, "What was done", all, "newest first, times in "+m.now.Format("MST"))
}

// entry writes an entry in two lines. Of a command the task comes before its words, and how
// it ended before what it was asked to do: those of many tasks differ in nothing else.
func (p *page) entry(e *journal.Entry, undo string, tok theme.Token) {
	t := p.theme
	did := report.Past(e.Request.Action)
	if e.Undoes != "" {
		did = "undid " + string(e.Request.Action) + " of"
	}
	about, moved := safe.Line(e.Title, lineLimit), report.Moved(e.Was, e.Now, e.Adds, t.Arrow)
	if e.Ran != nil {
		did, about, moved = "ran a command for", report.Command(e.Ran), ""
	}
	bar := " "
	if tok == t.Selected {
		bar = t.Bar
	}
	head := p.line().put(t.Focus, bar).put(t.Faint, p.clock(e.At)).put(theme.Token{}, "  ")
	p.put(head.put(tok, safe.Line(did+" "+e.Task.ID, lineLimit)).put(theme.Token{}, "  "+about))
	actor, fate := safe.Line(e.Request.Actor, 64), safe.Line(undo, lineLimit)
	if e.Ran != nil {
		actor, fate = fate, actor
	}
	said := p.join(moved, actor, fate, safe.Line(e.Request.Reason, lineLimit))
	p.put(p.line().pad(22).put(theme.Token{}, moved).put(t.Faint, strings.TrimPrefix(said, moved)))
}
