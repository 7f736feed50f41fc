package tui

import (
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"notdone/source/journal"
	"notdone/ui/safe"
	"notdone/ui/theme"
)

// actionLog is the pane of what was done.
type actionLog struct {
	entries []journal.Entry
	done    []deedDone // the entries, and the commands that were run, newest first
	err     error
	read    bool
	at      int // what of these is under the cursor
	text    reader
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

func (m *Model) openActionLog() tea.Cmd {
	if m.opt.Act == nil {
		m.notice = "nothing may be written now (" + m.opt.NoAct + ")"
		return nil
	}
	m.actions = &actionLog{}
	return m.readActions()
}

func (m *Model) readActions() tea.Cmd {
	ctx, act := m.ctx, m.opt.Act
	return func() tea.Msg {
		entries, err := act.Log(ctx)
		return entriesMsg{entries, err}
	}
}

// entriesRead takes the journal in. The cursor stays on what it was on.
func (m *Model) entriesRead(msg entriesMsg) tea.Cmd {
	l := m.actions
	if l == nil {
		return nil
	}
	var on deedDone
	if l.at < len(l.done) {
		on = l.done[l.at]
	}
	l.entries, l.err, l.read = msg.entries, msg.err, true
	l.done = mergeDone(l.entries, m.commands)
	for i, d := range l.done {
		if on.run != nil && d.run == on.run || on.entry != nil && d.entry != nil && d.entry.ID == on.entry.ID {
			l.at = i
		}
	}
	l.at = min(l.at, max(len(l.done)-1, 0))
	return nil
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

func (m *Model) pressedInActions(msg tea.KeyPressMsg) tea.Cmd {
	k, l := &m.opt.Keys, m.actions
	switch {
	case key.Matches(msg, k.Back, k.Quit, k.Actions):
		m.actions = nil
	case key.Matches(msg, k.Up):
		l.move(-1)
	case key.Matches(msg, k.Down):
		l.move(1)
	case key.Matches(msg, k.HalfUp):
		l.move(-max(l.text.room/4, 1))
	case key.Matches(msg, k.HalfDown):
		l.move(max(l.text.room/4, 1))
	case key.Matches(msg, k.Top):
		l.move(-len(l.done))
	case key.Matches(msg, k.Bottom):
		l.move(len(l.done))
	case key.Matches(msg, k.Undo, k.Enter):
		return m.undoUnderCursor()
	}
	return nil
}

// move moves the cursor and brings it into sight.
func (l *actionLog) move(n int) {
	l.at = min(max(l.at+n, 0), max(len(l.done)-1, 0))
	l.text.reveal(2 * l.at)
	l.text.reveal(2*l.at + 1)
}

// foundAction moves the cursor to what a search went to.
func (m *Model) foundAction() {
	if l := m.actions; l != nil && m.text() == &l.text && l.text.find.text != "" && !l.text.find.missing {
		l.at = min(l.text.find.at/2, max(len(l.done)-1, 0))
	}
}

// undoWord says whether and until when an entry can be undone.
func undoWord(e *journal.Entry) string {
	switch {
	case e.UndoneBy != "":
		return "undone"
	case e.Undoes != "":
		return "takes an action back"
	case e.Outcome != journal.Applied:
		return string(e.Outcome)
	case e.Undo == "":
		return "for good"
	}
	return "z undoes it " + e.Undo
}

// layout writes the log, two lines an entry.
func (l *actionLog) layout(m *Model) {
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
		if d.run != nil {
			k.runEntry(p, d.run, i == l.at)
		} else {
			k.entryText(p, d.entry, i == l.at)
		}
	}
	l.text.show(p.text, nil, m.height-3)
}

// lines draws the log on the whole screen.
func (l *actionLog) lines(m *Model) []string {
	k := m.look()
	hints := [][2]string{{"j/k", "move"}, {k.keys.Undo.Help().Key, "undo"}, {"/", "search"}, {"esc", "back"}}
	box := k.frame("What was done", "newest first, times in UTC", l.text.window(k.theme), m.width, m.height-1, true)
	return append(box, m.footOf(&l.text.find, hints))
}

// runEntry is a command that was run: it is known only while the program runs.
func (k look) runEntry(p *page, c *commandRun, selected bool) {
	t, tok := k.theme, theme.Token{}
	if selected {
		tok = k.theme.Selected
	}
	head := newLine(p.width, t.Ellipsis)
	head.pad(1).put(t.Faint, clock(c.begun)).put(theme.Token{}, "  ").put(tok, "ran "+c.line())
	rest := newLine(p.width, t.Ellipsis)
	rest.pad(22).put(theme.Token{}, c.outcome())
	if said := safe.Line(strings.TrimSpace(string(c.output)), lineLimit); said != "" {
		rest.put(t.Faint, " "+t.Dot+" "+said)
	}
	p.text = append(p.text, head.String(), rest.String())
}

// clock is a time as lists show it, in UTC.
func clock(at time.Time) string { return at.UTC().Format(time.DateTime) }

func (k look) entryText(p *page, e *journal.Entry, selected bool) {
	t := k.theme
	tok := theme.Token{}
	if selected {
		tok = t.Selected
	}
	did := deeds[e.Request.Action].past
	if e.Undoes != "" {
		did = "took back " + string(e.Request.Action) + " of"
	}
	head := newLine(p.width, t.Ellipsis)
	head.pad(1).put(t.Faint, clock(e.At)).put(theme.Token{}, "  ")
	head.put(tok, safe.Line(did+" "+e.Task.ID, lineLimit)).put(theme.Token{}, "  "+safe.Line(e.Title, lineLimit))
	p.text = append(p.text, head.String())
	rest := newLine(p.width, t.Ellipsis)
	rest.pad(22).put(theme.Token{}, safe.Line(e.Was+" "+t.Arrow+" "+e.Now, lineLimit))
	if e.Request.Actor != "" {
		rest.put(t.Faint, " "+t.Dot+" "+safe.Line(e.Request.Actor, 64))
	}
	rest.put(t.Faint, " "+t.Dot+" "+safe.Line(undoWord(e), lineLimit))
	if e.Request.Reason != "" {
		rest.put(t.Faint, " "+t.Dot+" "+safe.Line(e.Request.Reason, lineLimit))
	}
	p.text = append(p.text, rest.String())
}
