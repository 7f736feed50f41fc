package tui

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/source/journal"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/theme"
)

// journalScreen is what was done.
type journalScreen struct {
	entries []journal.Entry
	done    []deedDone // the entries, and the commands that were run, newest first
	err     error
	read    bool
	at      int // what of these is under the cursor
	reader
}

// deedDone is an entry of the journal, or a command that was run.
type deedDone struct {
	entry *journal.Entry
	run   *commandRun
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

func (l *journalScreen) update(m *Model, msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(entriesMsg); ok {
		l.entriesRead(m, msg)
	}
	return nil
}

// entriesRead takes the journal in. The cursor stays on what it was on.
func (l *journalScreen) entriesRead(m *Model, msg entriesMsg) {
	var on deedDone
	if l.at < len(l.done) {
		on = l.done[l.at]
	}
	l.entries, l.err, l.read = msg.entries, msg.err, true
	l.done = mergeDone(l.entries, m.ran)
	for i, d := range l.done {
		if on.run != nil && d.run == on.run || on.entry != nil && d.entry != nil && d.entry.ID == on.entry.ID {
			l.at = i
		}
	}
	l.at = min(l.at, max(len(l.done)-1, 0))
}

// mergeDone puts entries and commands in one order, the newest first.
func mergeDone(entries []journal.Entry, runs []*commandRun) []deedDone {
	all := make([]deedDone, 0, len(entries)+len(runs))
	for i := range entries {
		all = append(all, deedDone{entry: &entries[i]})
	}
	for _, c := range runs {
		if !c.begun.IsZero() {
			all = append(all, deedDone{run: c})
		}
	}
	slices.SortStableFunc(all, func(a, b deedDone) int { return b.at().Compare(a.at()) })
	return all
}

func (d deedDone) at() time.Time {
	if d.run != nil {
		return d.run.begun
	}
	return d.entry.At
}

// move moves the cursor and brings it into sight.
func (l *journalScreen) move(to motion) {
	l.at = min(max(l.at+to.steps(len(l.done), l.room/2), 0), max(len(l.done)-1, 0))
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
	case len(l.done) == 0:
		p.add(1, k.theme.Faint, "nothing was done yet")
	}
	for i, d := range l.done {
		p.mark(i)
		if d.run != nil {
			k.runEntry(p, d.run, i == l.at)
		} else {
			k.entryText(p, d.entry, m.fate(d.entry), i == l.at)
		}
	}
	l.show(p, m.height-3)
}

// draw draws the journal on the whole screen.
func (l *journalScreen) draw(m *Model, _ func() []string) []string {
	all := hints{{"move", []string{"move.down", "move.up"}}, {"", []string{"journal.undo-entry"}}, {"", []string{"view.find"}}, {"", []string{"view.back"}}}
	box := m.look().frame("What was done", "newest first, times in UTC", l.window(m.theme), m.width, m.height-1, true)
	return append(box, m.footer(&l.find, all))
}

// runEntry is a command that was run: it is known only while the program runs.
func (k look) runEntry(p *page, c *commandRun, selected bool) {
	t, tok := k.theme, theme.Token{}
	if selected {
		tok = k.theme.Selected
	}
	head := newLine(p.width, t.Ellipsis)
	head.pad(1).put(t.Faint, report.Clock(c.begun)).put(theme.Token{}, "  ").put(tok, "ran "+c.line())
	rest := newLine(p.width, t.Ellipsis)
	rest.pad(22).put(theme.Token{}, c.outcome())
	if said := safe.Line(strings.TrimSpace(string(c.output)), lineLimit); said != "" {
		rest.put(t.Faint, " "+t.Dot+" "+said)
	}
	p.text = append(p.text, head.String(), rest.String())
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
	head := newLine(p.width, t.Ellipsis)
	head.pad(1).put(t.Faint, report.Clock(e.At)).put(theme.Token{}, "  ")
	head.put(tok, safe.Line(did+" "+e.Task.ID, lineLimit)).put(theme.Token{}, "  "+safe.Line(e.Title, lineLimit))
	p.text = append(p.text, head.String())
	rest := newLine(p.width, t.Ellipsis)
	rest.pad(22).put(theme.Token{}, safe.Line(e.Was+" "+t.Arrow+" "+e.Now, lineLimit))
	if e.Request.Actor != "" {
		rest.put(t.Faint, " "+t.Dot+" "+safe.Line(e.Request.Actor, 64))
	}
	rest.put(t.Faint, " "+t.Dot+" "+safe.Line(undo, lineLimit))
	if e.Request.Reason != "" {
		rest.put(t.Faint, " "+t.Dot+" "+safe.Line(e.Request.Reason, lineLimit))
	}
	p.text = append(p.text, rest.String())
}
