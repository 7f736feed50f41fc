package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/safe"
)

// maxSkipped is how many actions are tried for one that can still be undone: each is planned, which
// reads the queue.
const maxSkipped = 50

// undoNewest opens the plan that undoes the newest action that can be undone. The search reads the
// queues beside Update; its result is dropped if meanwhile another plan was asked for, the front
// screen changed or an action began.
func (m *Model) undoNewest() tea.Cmd {
	m.planned++
	m.seeking = true
	this, from := m.planned, m.top()
	return func() tea.Msg {
		records, skipped, err := newestUndoable(m.ctx, m.opt.Act)
		return then(func() tea.Cmd {
			if this == m.planned {
				m.seeking = false
			}
			switch {
			case this != m.planned || m.top() != from || m.work != nil:
				return nil
			case err != nil:
				m.notice = err.Error()
				return nil
			case len(records) > 0:
				return m.proposeUndo(records, skipped)
			}
			m.notice = "there is nothing to undo"
			if len(skipped) > 0 {
				m.notice += " any more; " + skipped[0]
			}
			return nil
		})
	}
}

// newestUndoable returns the records of the newest action that can be undone, and the
// newer actions that cannot, each with the reason. An action on many tasks has a record for each,
// all with the same Request.Together.
func newestUndoable(ctx context.Context, act Acting) (records []source.Record, skipped []string, err error) {
	entries, err := act.Log(ctx)
	tried := map[string]bool{}
	for i := range entries {
		action := entries[i].Request.Together
		if !undoable(&entries[i]) || tried[action] {
			continue
		}
		tried[action] = action != ""
		all := together(entries, &entries[i])
		why := cannotUndo(ctx, act, all)
		if why == "" {
			return all, skipped, nil
		}
		if skipped = append(skipped, safe.Line(all[0].Task.ID, idLimit)+": "+why); len(skipped) == maxSkipped {
			break
		}
	}
	return nil, skipped, err
}

// undoable reports whether, by the journal alone, an entry is an action that may be undone: it
// stands, and could be undone when it was done. Whether its task still allows that, only PlanUndo
// tells.
func undoable(e *journal.Entry) bool {
	return e.Stands() && e.Undo != ""
}

// movedOn returns the status of an entry's task if the board knows that it is neither the one
// before the action nor the one after it, so that something else has happened to the task;
// else empty, as for an action that changes no status.
func (m *Model) movedOn(e *journal.Entry) string {
	r, listed := m.whole.Get(e.Task)
	if !listed || r.Outline || e.Was == e.Now || e.Now == "" || r.Recorded == "" || r.Recorded == e.Now || r.Recorded == e.Was {
		return ""
	}
	return safe.Line(r.Recorded, idLimit)
}

// together returns the undoable records of an entry's action, one for each task.
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

// cannotUndo says why none of the records can be undone; empty: one can.
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

// entryStays says why the entry under the journal's cursor cannot be undone now: by itself, or
// because an action is under way; empty: it can, or the front screen is not the journal.
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
	l := topmost[*journalScreen](m)
	return m.proposeUndo(together(l.entries, &l.entries[l.at]), nil)
}

// proposeUndo opens the plan that undoes the records, which are those of one action. skipped are
// the newer actions that cannot be undone, which the plan lists.
func (m *Model) proposeUndo(records []source.Record, skipped []string) tea.Cmd {
	subjects := make([]subject, len(records))
	for i := range records {
		r := &records[i]
		subjects[i] = subject{ref: r.Task, title: r.Title, undo: r}
	}
	d := newPlanDialog(records[0].Request.Action, subjects)
	d.undoing, d.skipped = true, skipped
	m.push(d)
	return m.replan(d)
}
