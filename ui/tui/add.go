package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/ui/board"
	"notdone/ui/safe"
	"notdone/ui/words"
)

// cannotAdd says why no task can be added.
func (m *Model) cannotAdd() string {
	switch {
	case m.mayNotAct() != "":
		return m.mayNotAct()
	case m.opt.Add == nil || m.ownQueue() == "":
		return "no queue of notdone's own is open (notdone init makes one): other systems' programs add their tasks"
	}
	return ""
}

// ownQueue returns the queue to which a task is added: that of the task under the cursor, or
// the first one that takes tasks; empty: none does.
func (m *Model) ownQueue() string {
	own := func(s board.Status) bool { return m.opt.Adds(s.Kind) }
	if r := m.subjectRow(); r != nil && m.opt.Adds(r.Source) {
		return r.Queue
	}
	if i := slices.IndexFunc(m.whole.Sources, own); i >= 0 {
		return m.whole.Sources[i].Queue
	}
	return ""
}

// askTask asks for the title of a new task. A wish that met an obstacle before is added only
// when enter is pressed once more. Text that is pasted, or typed into the wrong window, adds
// nothing: enter must stand alone. Of a pasted text the first line is the title, or the end of it,
// and what stands below is the body.
func (m *Model) askTask() tea.Cmd {
	queue := m.ownQueue()
	name := m.queueName(queue)
	q := newQuestion("", "add to "+name+": ")
	q.gate = &gate{brief: true}
	refused, problem, adding := "", "", false // the title that was not added, and why
	var body []string                         // what was pasted below the title
	q.paste = func(text string) string {
		title, below, _ := strings.Cut(strings.Trim(text, "\n"), "\n")
		if below = strings.Trim(below, "\n"); strings.TrimSpace(below) != "" {
			body = append(body, below)
		}
		return title
	}
	q.hint = func() string { return "" } // the note stands right behind the title
	q.note = func() string {
		title := q.input.Value()
		q.alarm = problem != "" && refused == title
		switch {
		case adding:
			return "  adding"
		case m.notice != "":
			return "  " + m.notice
		case q.alarm:
			return "  " + problem
		case strings.TrimSpace(title) == "":
			return "  what is to be done"
		}
		said := "  " + m.keys.name("input.accept") + " adds it"
		if len(body) > 0 {
			lines := strings.Count(strings.Join(body, "\n"), "\n") + 1
			said += " with " + words.Count(lines, "line", "lines") + " below it"
		}
		return said
	}
	q.keep = func() tea.Cmd {
		title := q.input.Value()
		if adding || strings.TrimSpace(title) == "" {
			return nil
		}
		if !m.typedWhileOpen(q.gate) {
			m.notice = "keys came too fast; " + m.keys.name("input.accept") + " again adds it"
			return nil
		}
		add := func() tea.Msg {
			added, err := m.opt.Add(m.ctx, queue, NewTask{Title: title, Body: strings.Join(body, "\n"), Again: refused == title})
			return then(func() tea.Cmd {
				adding = false
				switch {
				case err != nil:
					refused, problem = title, safe.Line(err.Error(), quoteLimit)
				case added.Refused != "":
					refused, problem = title, m.keys.name("input.accept")+" again adds it anyway: "+safe.Line(added.Refused, quoteLimit)
				default:
					m.notice = "added " + safe.Line(added.ID, lineLimit) + " to " + name + m.cancelsAdded()
					if m.top() == screen(q) {
						m.pop()
					}
				}
				return nil
			})
		}
		return m.settle(settlePause, "not added: other keys followed at once", func() tea.Cmd {
			adding = true
			return add
		})
	}
	return m.ask(q)
}

// cancelsAdded says how an added task is taken back: it is in no journal.
func (m *Model) cancelsAdded() string {
	return " (" + m.keys.name("task.stop") + " stops it, " + m.keys.name("journal.undo") + " does not undo it)"
}

// NewTask is a task that is to be added.
type NewTask struct {
	Title, Body string
	Again       bool // although its wish met an obstacle
}

// Added is what became of a task that was to be added.
type Added struct {
	ID      string
	Refused string // what its wish met before, for which it was not added; empty: it was
}
