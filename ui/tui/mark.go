package tui

import (
	tea "charm.land/bubbletea/v2"

	"notdone/model"
)

// cannotMark says why there is no finding that could be marked.
func (m *Model) cannotMark() string {
	switch d := layer[*detail](m); {
	case d.view != viewWhy || d.finding >= len(d.row.Findings):
		return "there is no finding here to mark"
	case m.opt.Marks == nil:
		return "marks are not kept now: nothing may be written"
	}
	return ""
}

// markable is the finding under the cursor and its task.
func (m *Model) markable() *marked {
	d := layer[*detail](m)
	return &marked{d.row.Ref(), d.row.Findings[d.finding]}
}

// marked is a finding as the operator saw it when it was marked. The findings
// of the task may be others when the mark is kept.
type marked struct {
	ref     model.Ref
	finding model.Finding
}

const manyKeys = "nothing was marked: other keys followed at once"

// markRight keeps that the finding under the cursor is right.
func (m *Model) markRight() tea.Cmd {
	f := m.markable()
	return m.settle(markPause, manyKeys, func() tea.Cmd { return m.mark(f, true, "") })
}

// mark records what the operator thinks of a finding.
func (m *Model) mark(f *marked, right bool, reason string) tea.Cmd {
	return func() tea.Msg {
		err := m.opt.Marks.Mark(m.ctx, f.ref, &f.finding, right, reason)
		return then(func() tea.Cmd {
			switch {
			case err != nil:
				m.notice = err.Error()
			case right:
				m.notice = "remembered: this finding is right (" + m.keys.name("finding.wrong") + ": it is wrong)"
			default:
				m.notice = "remembered: this finding is wrong until its evidence changes (" + m.keys.name("finding.right") + ": it is right)"
			}
			return m.readAgain()
		})
	}
}

// askWhyWrong asks why the finding under the cursor is wrong.
func (m *Model) askWhyWrong() tea.Cmd {
	f, in := m.markable(), newInput()
	q := &question{input: &in}
	q.asked = "wrong, because (" + m.keys.name("input.accept") + " keeps, " + m.keys.name("view.back") + " drops) "
	q.change = func(tea.Msg) tea.Cmd { return nil }
	q.drop = func() tea.Cmd { return nil }
	q.keep = func() tea.Cmd {
		return m.settle(markPause, manyKeys, func() tea.Cmd {
			q.close(m)
			return m.mark(f, false, in.Value())
		})
	}
	return m.ask(q)
}
