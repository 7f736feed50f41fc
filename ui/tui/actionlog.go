package tui

import (
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
	err     error
	read    bool
	at      int // the entry under the cursor
	newest  bool
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

// undoNewest opens the plan that takes the newest action back.
func (m *Model) undoNewest() tea.Cmd {
	if m.actions == nil {
		cmd := m.openActionLog()
		if m.actions != nil {
			m.actions.newest = true
		}
		return cmd
	}
	return m.undoUnderCursor()
}

// entriesRead takes the journal in. When all that was asked for is to undo the
// newest action, its plan opens instead of the log.
func (m *Model) entriesRead(msg entriesMsg) tea.Cmd {
	l := m.actions
	if l == nil {
		return nil
	}
	l.entries, l.err, l.read = msg.entries, msg.err, true
	l.at = min(l.at, max(len(l.entries)-1, 0))
	if !l.newest {
		return nil
	}
	m.actions = nil
	if msg.err != nil {
		m.notice = msg.err.Error()
		return nil
	}
	for i := range msg.entries {
		if undoable(&msg.entries[i]) {
			return m.proposeUndo(&msg.entries[i])
		}
	}
	m.notice = "there is nothing to take back"
	return nil
}

// undoable reports whether an entry is an action that may still be taken back.
func undoable(e *journal.Entry) bool {
	return e.Outcome == journal.Applied && e.UndoneBy == "" && e.Undoes == "" && e.Undo != ""
}

func (m *Model) undoUnderCursor() tea.Cmd {
	l := m.actions
	if l.at >= len(l.entries) {
		m.notice = "there is nothing to take back"
		return nil
	}
	e := &l.entries[l.at]
	if !undoable(e) {
		m.notice = "this entry cannot be taken back: " + undoWord(e)
		return nil
	}
	return m.proposeUndo(e)
}

func (m *Model) proposeUndo(e *journal.Entry) tea.Cmd {
	m.plan = newPlanDialog(e.Request.Action, []subject{{e.Task, e.Title}})
	m.plan.undoes = &e.Record
	return m.rework()
}

func (m *Model) pressedInActions(msg tea.KeyPressMsg) tea.Cmd {
	k, l := &m.opt.Keys, m.actions
	switch {
	case key.Matches(msg, k.Back, k.Quit, k.Actions):
		m.actions = nil
	case key.Matches(msg, k.Up):
		l.at = max(l.at-1, 0)
	case key.Matches(msg, k.Down):
		l.at = min(l.at+1, max(len(l.entries)-1, 0))
	case key.Matches(msg, k.Top):
		l.at = 0
	case key.Matches(msg, k.Bottom):
		l.at = max(len(l.entries)-1, 0)
	case key.Matches(msg, k.Undo, k.Enter):
		return m.undoUnderCursor()
	}
	return nil
}

// undoWord says whether and until when an entry can be taken back.
func undoWord(e *journal.Entry) string {
	switch {
	case e.UndoneBy != "":
		return "taken back"
	case e.Undoes != "":
		return "takes an action back"
	case e.Outcome != journal.Applied:
		return string(e.Outcome)
	case e.Undo == "":
		return "for good"
	}
	return "z takes it back " + e.Undo
}

// lines draws the log on the whole screen, two lines an entry.
func (l *actionLog) lines(m *Model) []string {
	k := m.look()
	p := &page{k: k, width: max(m.width-2, 0)}
	room := max(m.height-3, 0)
	switch {
	case l.err != nil:
		p.flow(1, 4, k.theme.Alarm, safe.Line(l.err.Error(), quoteLimit))
	case !l.read:
		p.add(1, k.theme.Faint, "reading "+k.theme.Ellipsis)
	case len(l.entries) == 0:
		p.add(1, k.theme.Faint, "nothing was done yet")
	}
	from := max(0, l.at-max(room/2-1, 0))
	for i := from; i < len(l.entries) && len(p.text)+2 <= max(room, 2); i++ {
		k.entryText(p, &l.entries[i], i == l.at)
	}
	foot := newLine(m.width, k.theme.Ellipsis).put(theme.Token{}, " ")
	if m.notice != "" {
		foot.put(theme.Token{}, safe.Line(m.notice, lineLimit))
	} else {
		for _, h := range [][2]string{{"j/k", "move"}, {"z", "take back"}, {"esc", "back"}} {
			foot.put(k.theme.Key, h[0]).put(k.theme.Faint, " "+h[1]+"  ")
		}
	}
	return append(k.frame("What was done", "newest first", p.text, m.width, m.height-1, true), foot.String())
}

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
	head.pad(1).put(t.Faint, e.At.Local().Format(time.DateTime)).put(theme.Token{}, "  ")
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
