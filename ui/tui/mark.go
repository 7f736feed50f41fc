package tui

import (
	tea "charm.land/bubbletea/v2"

	"notdone/model"
)

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

// markedRight reports whether the operator found a finding of the task right.
func (d *detail) markedRight(finding int) bool {
	return d.data != nil && finding < len(d.data.Right) && d.data.Right[finding]
}

// marker marks one finding, even if the task's findings change before it does so.
type marker struct {
	m     *Model
	ref   model.Ref
	f     model.Finding
	right bool // it is marked right
}

// marker returns what marks the finding now under the cursor.
func (m *Model) marker() *marker {
	d := topmost[*detail](m)
	return &marker{m: m, ref: d.row.Ref(), f: d.row.Findings[d.finding], right: d.markedRight(d.finding)}
}

// mark marks the finding as right or wrong.
func (k *marker) mark(right bool, reason string) tea.Cmd {
	said := "remembered: this finding is wrong until its evidence changes (" + k.m.keys.name("finding.right") + " undoes that)"
	if right {
		said = "remembered: this finding is right (" + k.m.keys.name("finding.wrong") + " undoes that)"
	}
	return k.do(said, func() error { return k.m.opt.Marks.Mark(k.m.ctx, k.ref, &k.f, right, reason) })
}

// unmark takes the mark on the finding back.
func (k *marker) unmark() tea.Cmd {
	return k.do("the mark on this finding is taken back", func() error { return k.m.opt.Marks.Unmark(k.m.ctx, k.ref, &k.f) })
}

// do changes a mark and says so.
func (k *marker) do(said string, change func() error) tea.Cmd {
	m := k.m
	return func() tea.Msg {
		err := change()
		return then(func() tea.Cmd {
			if m.notice = said; err != nil {
				m.notice = err.Error()
			}
			return m.readAgain()
		})
	}
}

const manyKeys = "nothing was marked: other keys followed at once"

// markRight marks the finding under the cursor as right, or takes back that it is wrong.
func (m *Model) markRight() tea.Cmd {
	k := m.marker()
	return m.settle(markPause, manyKeys, func() tea.Cmd {
		if k.f.Dismissed != "" {
			return k.unmark()
		}
		return k.mark(true, "")
	})
}

// markWrong asks why the finding under the cursor is wrong, or takes back that it is right.
func (m *Model) markWrong() tea.Cmd {
	k := m.marker()
	if k.right {
		return m.settle(markPause, manyKeys, k.unmark)
	}
	q := newQuestion("", "wrong, because ("+m.keys.name("input.accept")+" keeps, "+m.keys.name("view.back")+" drops) ")
	q.keep = func() tea.Cmd {
		return m.settle(markPause, manyKeys, func() tea.Cmd {
			m.pop()
			return k.mark(false, q.input.Value())
		})
	}
	return m.ask(q)
}
