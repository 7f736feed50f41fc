package tui

import (
	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/theme"
)

// markedMsg says whether a mark is kept.
type markedMsg struct {
	right bool
	err   error
}

// markable is the finding under the cursor and its task; nil, and said why,
// where nothing can be marked.
func (m *Model) markable() *marked {
	d := m.detail
	switch {
	case d.view != viewWhy || d.finding >= len(d.row.Findings):
		m.notice = "there is no finding here to mark"
	case m.opt.Marks == nil:
		m.notice = "marks are not kept now: nothing may be written"
	default:
		return &marked{d.row.Ref(), d.row.Findings[d.finding]}
	}
	return nil
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
	if f == nil {
		return nil
	}
	return m.settle(markPause, manyKeys, func() tea.Cmd { return m.mark(f, true, "") })
}

// mark records what the operator thinks of a finding.
func (m *Model) mark(f *marked, right bool, reason string) tea.Cmd {
	ctx, marks := m.ctx, m.opt.Marks
	return func() tea.Msg {
		return markedMsg{right: right, err: marks.Mark(ctx, f.ref, &f.finding, right, reason)}
	}
}

func (m *Model) marked(msg markedMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		m.notice = msg.err.Error()
	case msg.right:
		m.notice = "remembered: this finding is right (n: it is wrong)"
	default:
		m.notice = "remembered: this finding is wrong until its evidence changes (y: it is right)"
	}
	if m.detail != nil && !m.detail.reading {
		return m.readHistory()
	}
	return nil
}

// wrongDialog asks why a finding is wrong.
type wrongDialog struct {
	about  *marked
	reason textinput.Model
}

func (m *Model) askWhyWrong() tea.Cmd {
	f := m.markable()
	if f == nil {
		return nil
	}
	m.wrong = &wrongDialog{about: f, reason: newInput()}
	return m.wrong.reason.Focus()
}

func (m *Model) pressedInWrong(msg tea.KeyPressMsg) tea.Cmd {
	k, d := &m.opt.Keys, m.wrong
	switch {
	case key.Matches(msg, k.Back):
		m.wrong = nil
		return nil
	case key.Matches(msg, k.Enter):
		return m.settle(markPause, manyKeys, func() tea.Cmd {
			m.wrong = nil
			return m.mark(d.about, false, d.reason.Value())
		})
	}
	return d.typed(msg)
}

func (d *wrongDialog) typed(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	d.reason, cmd = d.reason.Update(msg)
	return cmd
}

// line is the question, in place of the footer.
func (d *wrongDialog) line(m *Model) string {
	l := newLine(m.width, m.opt.Theme.Ellipsis)
	l.put(theme.Token{}, " wrong, because ").put(m.opt.Theme.Faint, "(enter keeps, esc drops) ")
	l.input(&d.reason, m.width-l.width-1)
	return l.String()
}
