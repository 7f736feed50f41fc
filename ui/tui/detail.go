package tui

import (
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
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
	known   *model.Row    // the board's row when the history was asked for
	data    *board.Detail // nil until read
	err     error
	view    view
	finding int // the finding under the cursor
	texts   [numViews]reader
	log     *follower
	reading bool      // a history has been asked for and has not come
	asked   time.Time // when it was last asked for
	stale   bool      // the task changed meanwhile
	marks   []int     // the line at which each finding begins
	drawn   drawn     // what the text of the open view was written from
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

// text is the text of the open view.
func (d *detail) text() *reader { return &d.texts[d.view] }

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
	d.reading, d.stale, d.asked = true, false, m.opt.Now()
	d.known, _ = m.whole.Get(d.row.Ref())
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
		d.replace(&msg.data)
	}
	if d.stale {
		return m.readHistory()
	}
	return m.followLog()
}

// replace shows newer data of the task. The cursor stays on its finding,
// wherever that stands now.
func (d *detail) replace(data *board.Detail) {
	before := d.row
	d.data, d.row = data, data.Row
	if d.finding >= len(before.Findings) {
		return
	}
	was := &before.Findings[d.finding]
	if to := sameFinding(d.row.Findings, was, rank(before.Findings, d.finding)); to >= 0 {
		d.finding = to
	}
}

// rank says how many findings of the same rule stand before one.
func rank(all []model.Finding, i int) int {
	n := 0
	for j := range i {
		if all[j].Rule == all[i].Rule && all[j].Origin == all[i].Origin {
			n++
		}
	}
	return n
}

// sameFinding finds what a rule said before: in the same words, or else at the
// same rank among what the rule says; -1 when the rule says nothing any more.
func sameFinding(all []model.Finding, f *model.Finding, rank int) int {
	at := -1
	for i := range all {
		if all[i].Rule != f.Rule || all[i].Origin != f.Origin {
			continue
		}
		if all[i].Message == f.Message {
			return i
		}
		if rank >= 0 {
			at, rank = i, rank-1
		}
	}
	return at
}

// refreshDetail reads the history again when the open task has changed.
func (m *Model) refreshDetail() tea.Cmd {
	d := m.detail
	if d == nil {
		return nil
	}
	if row, ok := m.whole.Get(d.row.Ref()); !ok || row == d.known {
		return nil
	}
	if d.reading {
		d.stale = true
		return nil
	}
	return m.readHistory()
}

// refreshUnlisted reads the history again now and then where the open task is not
// listed, so that no snapshot tells of its changes.
func (m *Model) refreshUnlisted() tea.Cmd {
	d := m.detail
	if d == nil || d.reading || m.now.Sub(d.asked) < findPause {
		return nil
	}
	if _, listed := m.whole.Get(d.row.Ref()); listed {
		return nil
	}
	return m.readHistory()
}

func (m *Model) pressedInDetail(msg tea.KeyPressMsg) tea.Cmd {
	k, d := &m.opt.Keys, m.detail
	switch {
	case key.Matches(msg, k.Back, k.Quit):
		m.closeDetail()
	case key.Matches(msg, k.Next, k.Right):
		d.view = (d.view + 1) % numViews
	case key.Matches(msg, k.Previous, k.Left):
		d.view = (d.view + numViews - 1) % numViews
	case d.view == viewWhy && d.stepped(msg, &m.opt):
	case d.text().scrolled(msg, k):
		return m.scrolledLog()
	case key.Matches(msg, k.FindingRight):
		return m.markRight()
	case key.Matches(msg, k.FindingWrong):
		return m.askWhyWrong()
	}
	return nil
}

// scrolledLog follows the log from where it was left: at its end, or no more.
func (m *Model) scrolledLog() tea.Cmd {
	d := m.detail
	if d.view != viewLog || d.log == nil {
		return nil
	}
	d.log.following = d.text().below() == 0
	return m.followLog()
}

// stepped moves the cursor over the findings of the first view. At the first
// and the last finding the text scrolls as any other.
func (d *detail) stepped(msg tea.KeyPressMsg, o *Options) bool {
	to := d.finding
	switch {
	case key.Matches(msg, o.Keys.Down):
		to++
	case key.Matches(msg, o.Keys.Up):
		to--
	case key.Matches(msg, o.Keys.Top):
		d.finding = 0
	}
	if to == d.finding || to < 0 || to >= len(d.marks) {
		return false
	}
	d.finding = to
	d.text().to(d.marks[to] - 2)
	return true
}

// layout writes the text of the open view and keeps the scroll within it.
func (d *detail) layout(m *Model) {
	d.finding = min(d.finding, max(len(d.row.Findings)-1, 0))
	r, room := d.text(), max(m.height-3, 0)
	lines, joins := r.lines, r.joins
	if in := d.inputs(m); in != d.drawn {
		d.drawn = in
		p := d.write(m.look(), max(m.width-2, 0))
		lines, joins = p.text, p.joined
	}
	if d.view == viewLog && d.log != nil {
		r.from = max(r.from-d.log.takeGone(), 0)
	}
	r.show(lines, joins, room)
	if d.view == viewLog && d.log != nil && d.log.following && !r.find.typing {
		r.to(r.most())
	}
}

// said is the text of an error, empty without one.
func said(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// write writes the text of the open view.
func (d *detail) write(k look, width int) *page {
	p := &page{k: k, width: width}
	switch d.view {
	case viewWhy:
		d.marks = k.whyText(p, d)
		k.causeText(p, d)
	case viewTimeline:
		k.timelineText(p, d)
	case viewLog:
		k.logText(p, d)
	case viewTask, numViews:
		k.taskText(p, d)
	}
	return p
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
	label := safe.Line(d.row.ID, idLimit)
	if d.view == viewLog && d.log != nil {
		switch {
		case d.log.following:
			label += " " + t.Dot + " following"
		case d.log.newer:
			label += " " + t.Dot + " a newer run has a log, " + m.opt.Keys.Bottom.Help().Key + " goes to it"
		}
	}
	out := k.frame(title, label, d.text().window(t), m.width, m.height-1, true)
	if m.wrong != nil {
		return append(out, m.wrong.line(m))
	}
	return append(out, m.footOf(&d.text().find, d.hints(m)))
}

// footOf is the footer of a text: what is looked for, what was said last, or
// the keys.
func (m *Model) footOf(f *search, hints [][2]string) string {
	if f.typing || m.notice == "" {
		if line, open := f.foot(m); open {
			return line
		}
	}
	if m.notice != "" {
		return newLine(m.width, m.opt.Theme.Ellipsis).put(theme.Token{}, " "+safe.Line(m.notice, lineLimit)).String()
	}
	return m.foot(hints)
}

// hints are the keys that do something in the open view; on a narrow screen
// only those that fit.
func (d *detail) hints(m *Model) [][2]string {
	hints := [][2]string{{"tab", "next view"}, {"j/k", "move"}}
	if d.view == viewWhy && len(d.row.Findings) > 0 {
		hints = append(hints, [2]string{"y/n", "was this right?"})
	}
	hints = append(hints, [2]string{"/", "search"}, [2]string{"esc", "back"}, [2]string{"?", "help"})
	if k := m.look(); m.opt.Act != nil && m.width >= wideWidth {
		for _, a := range d.row.Actions {
			if key := k.actionKey(a.Name); a.Allowed && key != "" {
				hints = append(hints, [2]string{key, string(a.Name)})
			}
		}
	}
	return hints
}
