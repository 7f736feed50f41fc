package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/ui/safe"
	"notdone/ui/theme"
)

// readByShape marks a queue whose mapping was concluded from what its tables look like.
const readByShape = "read by shape"

// readerOf names the kind of a source, or says that a queue is read by its shape.
func (k look) readerOf(kind string) string {
	if k.byShape(kind) {
		return readByShape
	}
	return kind
}

// countByShape returns how many queues are read by their shape.
func (m *Model) countByShape() (n int) {
	for i := range m.whole.Sources {
		if m.byShape(m.whole.Sources[i].Kind) {
			n++
		}
	}
	return n
}

// mappingView shows how a queue is read: the mapping of its tables, with the reasons.
type mappingView struct {
	reader
	queue string
	said  string // the mapping as a file
}

// noMapping says why there is no mapping to show.
func (m *Model) noMapping() string {
	r := m.subjectRow()
	switch {
	case r == nil:
		return "there is no task here"
	case m.opt.Mapping == nil || !m.opt.Mapped(r.Source):
		return "what is of " + safe.Line(r.Source, lineLimit) + " is read by its own reader, not by a mapping"
	}
	return ""
}

// openMapping reads the mapping of the queue under the cursor and shows it.
func (m *Model) openMapping() tea.Cmd {
	r := m.subjectRow()
	queue, kind := r.Queue, r.Source
	return func() tea.Msg {
		said, err := m.opt.Mapping(m.ctx, queue, kind)
		return then(func() tea.Cmd {
			if err != nil {
				m.notice = safe.Line(err.Error(), quoteLimit)
				return nil
			}
			m.push(&mappingView{queue: queue, said: said})
			return nil
		})
	}
}

func (*mappingView) scope() Scope { return OnHelp }

func (v *mappingView) fit(m *Model) {
	p := m.page(m.width - 2)
	for line := range strings.Lines(v.said) {
		line = safe.Line(strings.TrimRight(line, "\n"), quoteLimit)
		tok := theme.Token{}
		switch {
		case strings.HasPrefix(line, "#"):
			tok = m.theme.Faint
		case strings.HasPrefix(line, "["):
			tok = m.theme.Title
		}
		p.flow(1, 2, tok, line)
	}
	v.show(p, m.height-3)
}

func (v *mappingView) draw(m *Model, _ func() []string) []string {
	return v.fill(m, "How it is read", hints{"move.down move.up=move", "view.find", "view.back"}, safe.Line(v.queue, lineLimit))
}
