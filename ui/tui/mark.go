package tui

import (
	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"notdone/ui/theme"
)

// markedMsg says whether a mark is kept.
type markedMsg struct {
	right bool
	err   error
}

// markable reports whether the finding under the cursor can be marked, and
// says why when it cannot.
func (m *Model) markable() bool {
	d := m.detail
	switch {
	case d.view != viewWhy || d.finding >= len(d.row.Findings):
		m.notice = "there is no finding here to mark"
	case m.opt.Marks == nil:
		m.notice = "marks are not kept now: nothing may be written"
	default:
		return true
	}
	return false
}

// mark records what the operator thinks of the finding under the cursor.
func (m *Model) mark(right bool, reason string) tea.Cmd {
	if !m.markable() {
		return nil
	}
	d := m.detail
	ctx, marks, ref, f := m.ctx, m.opt.Marks, d.row.Ref(), d.row.Findings[d.finding]
	return func() tea.Msg {
		return markedMsg{right: right, err: marks.Mark(ctx, ref, &f, right, reason)}
	}
}

func (m *Model) marked(msg markedMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		m.notice = msg.err.Error()
	case msg.right:
		m.notice = "remembered: this finding is right"
	default:
		m.notice = "remembered: this finding is wrong; it comes back when its evidence changes"
	}
	if m.detail != nil && !m.detail.reading {
		return m.readHistory()
	}
	return nil
}

// wrongDialog asks why a finding is wrong.
type wrongDialog struct{ reason textinput.Model }

func (m *Model) askWhyWrong() tea.Cmd {
	if !m.markable() {
		return nil
	}
	m.wrong = &wrongDialog{reason: newInput()}
	return m.wrong.reason.Focus()
}

func (m *Model) pressedInWrong(msg tea.KeyPressMsg) tea.Cmd {
	k, d := &m.opt.Keys, m.wrong
	switch {
	case key.Matches(msg, k.Back):
		m.wrong = nil
		return nil
	case key.Matches(msg, k.Enter):
		m.wrong = nil
		return m.mark(false, d.reason.Value())
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
