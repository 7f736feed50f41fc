package tui

import (
	"time"

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
	watched bool      // it is read again when a timer ends
	drawn   drawn     // what the text of the open view was written from
	page    *page
}

// drawn is everything that the text of a view depends on; while it is the
// same, the text is not written again.
type drawn struct {
	theme   *theme.Theme
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
		theme: m.theme, view: d.view, width: m.width, minute: m.now.Unix() / 60, row: d.row, data: d.data, err: said(d.err),
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
	d := &detail{row: row}
	m.push(d)
	return d.readHistory(m)
}

func (d *detail) scope() Scope {
	if d.text().find.text != "" {
		return OnSearchedTask
	}
	return OnTask
}

func (d *detail) update(m *Model, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case snapshotMsg:
		return d.refresh(m)
	case historyMsg:
		return d.historyRead(m, msg)
	case lookAgainMsg:
		if msg.at == d {
			return d.lookAgain(m)
		}
	case logMsg:
		return d.logRead(msg)
	}
	return nil
}

func (d *detail) back(m *Model) tea.Cmd {
	if d.log != nil {
		d.log.stop()
	}
	m.pop()
	return nil
}

// turn goes to the next view, or the previous one.
func (d *detail) turn(by int) { d.view = (d.view + numViews + view(by)) % numViews }

// readAgain reads the open task again, if one is open and not being read.
func (m *Model) readAgain() tea.Cmd {
	if d := layer[*detail](m); d != nil && !d.reading {
		return d.readHistory(m)
	}
	return nil
}

func (d *detail) readHistory(m *Model) tea.Cmd {
	d.reading, d.stale, d.asked = true, false, m.opt.Now()
	d.known, _ = m.whole.Get(d.row.Ref())
	ctx, b, ref := m.ctx, m.opt.Board, d.row.Ref()
	return func() tea.Msg {
		data, err := b.History(ctx, ref)
		return historyMsg{ref: ref, data: data, err: err}
	}
}

// historyRead takes a history in, unless another task is shown by now.
func (d *detail) historyRead(m *Model, msg historyMsg) tea.Cmd {
	if d.row.Ref() != msg.ref {
		return nil
	}
	d.reading = false
	if d.err = msg.err; msg.err == nil {
		d.replace(&msg.data)
	}
	if d.stale {
		return d.readHistory(m)
	}
	return tea.Batch(d.followLog(m), d.watch(m))
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

// refresh reads the history again when the task has changed.
func (d *detail) refresh(m *Model) tea.Cmd {
	row, listed := m.whole.Get(d.row.Ref())
	switch {
	case !listed:
		return d.watch(m)
	case row == d.known:
		return nil
	case d.reading:
		d.stale = true
		return nil
	}
	return d.readHistory(m)
}

// lookAgainMsg says that a task that is not listed is to be read again.
type lookAgainMsg struct{ at *detail }

// watch has the history read again after a while where the task is not listed, so
// that no snapshot tells of its changes.
func (d *detail) watch(m *Model) tea.Cmd {
	if _, listed := m.whole.Get(d.row.Ref()); listed || d.watched || m.opt.Frozen {
		return nil
	}
	d.watched = true
	return m.opt.After(findPause, lookAgainMsg{d})
}

func (d *detail) lookAgain(m *Model) tea.Cmd {
	if d.watched = false; d.reading {
		return d.watch(m)
	}
	return d.readHistory(m)
}

// move moves the cursor over the findings of the first view, and scrolls any
// other. At the first and the last finding the text scrolls too.
func (d *detail) move(to motion) {
	r := d.text()
	if d.view == viewWhy && (to == up || to == down) {
		next := d.finding + to.steps(0, 0)
		if line := r.line(next); next >= 0 && line >= 0 {
			d.finding = next
			r.to(line - 2)
			return
		}
	} else if d.view == viewWhy && to == first {
		d.finding = 0
	}
	r.move(to)
}

// scrolledLog follows the log from where it was left: at its end, or no more.
func (d *detail) scrolledLog(m *Model) tea.Cmd {
	if d.view != viewLog || d.log == nil {
		return nil
	}
	d.log.following = d.text().below() == 0
	return d.followLog(m)
}

// fit writes the text of the open view, if anything in it is another, and keeps
// the scroll within it.
func (d *detail) fit(m *Model) {
	d.finding = min(d.finding, max(len(d.row.Findings)-1, 0))
	r := d.text()
	if in := d.inputs(m); in != d.drawn {
		d.drawn, d.page = in, d.write(m.look(), max(m.width-2, 0))
	}
	if d.view == viewLog && d.log != nil {
		r.from = max(r.from-d.log.takeGone(), 0)
	}
	r.show(d.page, m.height-3)
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
		k.whyText(p, d)
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

func (d *detail) draw(m *Model, _ func() []string) []string {
	t, k := m.theme, m.look()
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
			label += " " + t.Dot + " a newer run has a log, " + m.keys.name("move.last") + " goes to it"
		}
	}
	out := k.frame(title, label, d.text().window(t), m.width, m.height-1, true)
	return append(out, m.footer(&d.text().find, d.hints(m)))
}

// hints are the keys that do something in the open view; on a narrow screen
// only those that fit.
func (d *detail) hints(m *Model) hints {
	all := hints{{"next view", []string{"pane.next"}}, {"move", []string{"move.down", "move.up"}}}
	if d.view == viewWhy && len(d.row.Findings) > 0 {
		all = append(all, hint{"was this right?", []string{"finding.right", "finding.wrong"}})
	}
	all = append(all, of("view.find", "view.back", "help.open")...)
	if m.opt.Act != nil && m.width >= wideWidth {
		for _, a := range d.row.Actions {
			if v := m.keys.verb(a.Name); v != nil && a.Allowed {
				if len(m.keys.bound[v.ID]) == 0 && m.look().actionKey(a.Name) != "" {
					all = append(all, hint{v.Title, []string{"task.stop"}})
				} else {
					all = append(all, of(v.ID)...)
				}
			}
		}
	}
	return all
}
