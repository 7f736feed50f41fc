package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/model/board"
	"notdone/ui/safe"
	"notdone/ui/theme"
)

// view is one of the ways to look at a task.
type view int

const (
	viewWhy view = iota
	viewTimeline
	viewLog
	viewTask
	numViews
)

var viewTitles = [numViews]string{"Why", "Timeline", "Log", "Task"}

// detail is everything about one task, on the whole screen.
type detail struct {
	row     *model.Row
	data    *board.Detail // nil until read
	err     error
	view    view
	finding int // the finding under the cursor
	scroll  [numViews]int
	log     *follower
	reading bool // a history has been asked for and has not come
	stale   bool // the task changed meanwhile
	text    []string
	marks   []int // the line at which each finding begins
	drawn   drawn // what text and marks were written from
}

// drawn is everything that the text of a view depends on; while it is the
// same, the text is not written again.
type drawn struct {
	view    view
	width   int
	minute  int64
	row     *model.Row
	cause   *board.Group
	data    *board.Detail
	err     string
	finding int
	lines   int
	log     *follower
	logErr  string
}

func (d *detail) inputs(m *Model) drawn {
	in := drawn{
		view: d.view, width: m.width, minute: m.now.Unix() / 60, row: d.row, data: d.data, err: said(d.err),
		finding: d.finding, log: d.log,
	}
	if pane := d.row.State.Pane(); pane.Grouped() {
		in.cause, _ = m.whole.Group(pane, board.GroupKey(d.row))
	}
	if d.log != nil {
		in.lines, in.logErr = d.log.dropped+len(d.log.lines), said(d.log.err)
	}
	return in
}

// historyMsg brings what was read of a task.
type historyMsg struct {
	ref  model.Ref
	data board.Detail
	err  error
}

func (m *Model) openDetail(row *model.Row) tea.Cmd {
	m.detail = &detail{row: row}
	return m.readHistory()
}

func (m *Model) closeDetail() {
	if m.detail.log != nil {
		m.detail.log.stop()
	}
	m.detail = nil
}

func (m *Model) readHistory() tea.Cmd {
	d := m.detail
	d.reading, d.stale = true, false
	ctx, b, ref := m.ctx, m.opt.Board, d.row.Ref()
	return func() tea.Msg {
		data, err := b.History(ctx, ref)
		return historyMsg{ref: ref, data: data, err: err}
	}
}

// historyRead takes a history in, unless another task is shown by now.
func (m *Model) historyRead(msg historyMsg) tea.Cmd {
	d := m.detail
	if d == nil || d.row.Ref() != msg.ref {
		return nil
	}
	d.reading = false
	if d.err = msg.err; msg.err == nil {
		d.data, d.row = &msg.data, msg.data.Row
	}
	if d.stale {
		return m.readHistory()
	}
	return m.followLog()
}

// refreshDetail reads the history again when the open task has changed.
func (m *Model) refreshDetail() tea.Cmd {
	d := m.detail
	if d == nil {
		return nil
	}
	row, ok := m.whole.Get(d.row.Ref())
	if !ok || row == d.row || d.data != nil && row.Updated.Equal(d.row.Updated) && row.State == d.row.State && len(row.Findings) == len(d.row.Findings) {
		return nil
	}
	if d.reading {
		d.stale = true
		return nil
	}
	return m.readHistory()
}

func (m *Model) pressedInDetail(msg tea.KeyPressMsg) tea.Cmd {
	k, d := &m.opt.Keys, m.detail
	half := max((m.height-4)/2, 1)
	switch {
	case key.Matches(msg, k.Back, k.Quit):
		m.closeDetail()
	case key.Matches(msg, k.Next, k.Right):
		d.view = (d.view + 1) % numViews
	case key.Matches(msg, k.Previous, k.Left):
		d.view = (d.view + numViews - 1) % numViews
	case key.Matches(msg, k.Down):
		d.step(1)
	case key.Matches(msg, k.Up):
		d.step(-1)
	case key.Matches(msg, k.HalfDown):
		d.scroll[d.view] += half
	case key.Matches(msg, k.HalfUp):
		d.scroll[d.view] -= half
	case key.Matches(msg, k.Top):
		d.scroll[d.view], d.finding = 0, 0
	case key.Matches(msg, k.Bottom):
		d.scroll[d.view] = 1 << 30
	case key.Matches(msg, k.FindingRight):
		return m.mark(true, "")
	case key.Matches(msg, k.FindingWrong):
		return m.askWhyWrong()
	}
	if d.view == viewLog && d.log != nil {
		d.log.following = d.scroll[viewLog] >= len(d.text)-d.room(m)
	}
	return nil
}

// step moves the cursor over the findings in the first view, and scrolls in
// the others.
func (d *detail) step(n int) {
	if d.view != viewWhy || len(d.marks) == 0 {
		d.scroll[d.view] += n
		return
	}
	to := d.finding + n
	if to < 0 || to >= len(d.marks) {
		d.scroll[viewWhy] += n
		return
	}
	d.finding = to
	d.scroll[viewWhy] = d.marks[to] - 2
}

// room is the number of lines inside the frame.
func (d *detail) room(m *Model) int { return max(m.height-3, 0) }

// layout writes the text of the open view and keeps the scroll within it.
func (d *detail) layout(m *Model) {
	d.finding = min(d.finding, max(len(d.row.Findings)-1, 0))
	if in := d.inputs(m); in != d.drawn {
		d.drawn = in
		d.write(m.look(), max(m.width-2, 0))
	}
	most := max(len(d.text)-d.room(m), 0)
	if d.view == viewLog && d.log != nil && d.log.following {
		d.scroll[viewLog] = most
	}
	d.scroll[d.view] = min(max(d.scroll[d.view], 0), most)
}

// said is the text of an error, empty without one.
func said(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// write writes the text of the open view.
func (d *detail) write(k look, width int) {
	switch d.view {
	case viewWhy:
		d.text, d.marks = k.whyText(d, width)
		k.causeText(d, width)
	case viewTimeline:
		d.text = k.timelineText(d, width)
	case viewLog:
		d.text = k.logText(d, width)
	case viewTask, numViews:
		d.text = k.taskText(d, width)
	}
}

func (d *detail) lines(m *Model) []string {
	t, k := &m.opt.Theme, m.look()
	title := ""
	for v := range numViews {
		name := viewTitles[v]
		if v == d.view {
			name = "[" + name + "]"
		}
		title += name + "  "
	}
	title = title[:len(title)-2]
	from := min(d.scroll[d.view], len(d.text))
	label := safe.Line(d.row.ID, 64)
	if d.view == viewLog && d.log != nil && d.log.following {
		label += " " + t.Dot + " following"
	}
	out := k.frame(title, label, d.text[from:], m.width, m.height-1, true)
	foot := newLine(m.width, t.Ellipsis)
	foot.put(theme.Token{}, " ")
	if m.wrong != nil {
		return append(out, m.wrong.line(m))
	}
	if m.notice != "" {
		return append(out, foot.put(theme.Token{}, safe.Line(m.notice, lineLimit)).String())
	}
	return append(out, m.foot(d.hints(m)))
}

// hints are the keys that do something in the open view; on a narrow screen
// only those that fit.
func (d *detail) hints(m *Model) [][2]string {
	hints := [][2]string{{"tab", "next view"}, {"j/k", "move"}}
	if d.view == viewWhy && len(d.row.Findings) > 0 {
		hints = append(hints, [2]string{"y/n", "was this right?"})
	}
	hints = append(hints, [2]string{"esc", "back"}, [2]string{"?", "help"})
	if k := m.look(); m.opt.Act != nil && m.width >= wideWidth {
		for _, a := range d.row.Actions {
			if key := k.actionKey(a.Name); a.Allowed && key != "" {
				hints = append(hints, [2]string{key, string(a.Name)})
			}
		}
	}
	return hints
}
