package tui

import tea "charm.land/bubbletea/v2"

// cannotMark says why there is no finding that could be marked.
func (m *Model) cannotMark() string {
	switch d := topmost[*detail](m); {
	case d.view != viewWhy || d.finding >= len(d.row.Findings) || d.stop() != nil && d.stop().finding == nothing:
		return "there is no finding here to mark"
	case m.opt.Marks == nil:
		return "marks are not kept now: nothing may be written"
	}
	return ""
}

// marker returns a function that marks the finding now under the cursor, even if the
// task's findings change before it is called.
func (m *Model) marker() func(right bool, reason string) tea.Cmd {
	d := topmost[*detail](m)
	ref, f := d.row.Ref(), d.row.Findings[d.finding]
	return func(right bool, reason string) tea.Cmd {
		return func() tea.Msg {
			err := m.opt.Marks.Mark(m.ctx, ref, &f, right, reason)
			return then(func() tea.Cmd { return m.marked(right, err) })
		}
	}
}

const manyKeys = "nothing was marked: other keys followed at once"

// markRight marks the finding under the cursor as right.
func (m *Model) markRight() tea.Cmd {
	mark := m.marker()
	return m.settle(markPause, manyKeys, func() tea.Cmd { return mark(true, "") })
}

func (m *Model) marked(right bool, err error) tea.Cmd {
	switch {
	case err != nil:
		m.notice = err.Error()
	case right:
		m.notice = "remembered: this finding is right (" + m.keys.name("finding.wrong") + ": it is wrong)"
	default:
		m.notice = "remembered: this finding is wrong until its evidence changes (" + m.keys.name("finding.right") + ": it is right)"
	}
	return m.readAgain()
}

// askWhyWrong asks why the finding under the cursor is wrong.
func (m *Model) askWhyWrong() tea.Cmd {
	mark := m.marker()
	q := newQuestion("", "wrong, because ("+m.keys.name("input.accept")+" keeps, "+m.keys.name("view.back")+" drops) ")
	q.keep = func() tea.Cmd {
		return m.settle(markPause, manyKeys, func() tea.Cmd {
			m.pop()
			return mark(false, q.input.Value())
		})
	}
	return m.ask(q)
}
