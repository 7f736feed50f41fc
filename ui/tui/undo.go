package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/safe"
)

// undoMsg brings the newest action that can be undone, as what it did to each
// of its tasks.
type undoMsg struct {
	gen     uint64
	records []source.Record
	skipped []string // newer actions that cannot be undone, and why
	err     error
}

// maxSkipped bounds how many actions are tried that cannot be undone any more.
const maxSkipped = 50

// undoNewest opens the plan that undoes the newest action that can be undone.
func (m *Model) undoNewest() tea.Cmd {
	m.planned++
	ctx, act, msg := m.ctx, m.opt.Act, undoMsg{gen: m.planned}
	return func() tea.Msg {
		entries, err := act.Log(ctx)
		if err != nil {
			msg.err = err
			return msg
		}
		for i := range entries {
			if !undoable(&entries[i]) || i > 0 && sameAction(&entries[i], entries[:i]) {
				continue
			}
			all := together(entries, &entries[i])
			why := cannotUndo(ctx, act, all)
			if why == "" {
				msg.records = all
				return msg
			}
			if msg.skipped = append(msg.skipped, safe.Line(all[0].Task.ID, idLimit)+": "+why); len(msg.skipped) == maxSkipped {
				break
			}
		}
		return msg
	}
}

// undoable reports whether an entry is an action that may still be taken back.
func undoable(e *journal.Entry) bool {
	return e.Outcome == journal.Applied && e.UndoneBy == "" && e.Undoes == "" && e.Undo != ""
}

// sameAction reports whether an entry belongs to an action of which another
// undoable entry came before.
func sameAction(e *journal.Entry, before []journal.Entry) bool {
	for i := range before {
		if b := &before[i]; e.Request.Together != "" && b.Request.Together == e.Request.Together && undoable(b) {
			return true
		}
	}
	return false
}

// together is what the action of an entry did to all its tasks, as far as that
// may still be taken back.
func together(entries []journal.Entry, of *journal.Entry) []source.Record {
	var all []source.Record
	for i := range entries {
		e := &entries[i]
		if e.ID == of.ID || of.Request.Together != "" && e.Request.Together == of.Request.Together && undoable(e) {
			all = append(all, e.Record)
		}
	}
	return all
}

// cannotUndo says why none of the records can be undone; empty when one can.
func cannotUndo(ctx context.Context, act Acting, all []source.Record) (why string) {
	for _, r := range all {
		p, err := act.PlanUndo(ctx, r)
		switch {
		case err != nil:
			why = err.Error()
		case p.Refused == "":
			return ""
		default:
			why = p.Refused
		}
	}
	return why
}

// undoPlanned opens the plan of an undo, unless something else was begun.
func (m *Model) undoPlanned(msg undoMsg) tea.Cmd {
	switch _, typing := m.top().(*question); {
	case msg.gen != m.planned || m.gate() != nil || typing || m.work != nil:
		return nil
	case msg.err != nil:
		m.notice = msg.err.Error()
		return nil
	case len(msg.records) == 0:
		m.notice = "there is nothing to undo"
		if len(msg.skipped) > 0 {
			m.notice += " any more; " + msg.skipped[0]
		}
		return nil
	}
	return m.proposeUndo(msg.records, msg.skipped)
}

// entryStays says why what is under the cursor in the journal cannot be undone.
func (m *Model) entryStays() string {
	l, journal := m.top().(*journalScreen)
	switch {
	case !journal:
		return ""
	case l.at >= len(l.entries):
		return "there is nothing to undo"
	case !undoable(&l.entries[l.at]):
		return "this entry cannot be undone (" + m.fate(&l.entries[l.at]) + ")"
	}
	return m.progress()
}

// undoUnderCursor opens the plan that undoes the action of the entry under the
// cursor.
func (m *Model) undoUnderCursor() tea.Cmd {
	l := layer[*journalScreen](m)
	return m.proposeUndo(together(l.entries, &l.entries[l.at]), nil)
}

func (m *Model) proposeUndo(records []source.Record, skipped []string) tea.Cmd {
	subjects := make([]subject, len(records))
	for i := range records {
		r := &records[i]
		subjects[i] = subject{ref: r.Task, title: r.Title, undo: r}
	}
	d := newPlanDialog(records[0].Request.Action, subjects)
	d.undoing, d.skipped = true, skipped
	m.push(d)
	return m.rework(d)
}
