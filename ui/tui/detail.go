package tui

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/safe"
	"notdone/ui/theme"
)

// views are the tabs of a task's screen.
var views = [numViews]struct {
	title string
	write func(*page, *detail)
}{
	viewWhy: {"Why", (*page).why}, viewTimeline: {"Timeline", (*page).timeline}, viewLog: {"Log", (*page).log}, viewTask: {"Task", (*page).fields},
}

const (
	viewWhy = iota
	viewTimeline
	viewLog
	viewTask
	numViews
)

// detail is the screen of one task.
type detail struct {
	base
	row     *model.Row
	known   *model.Row    // the board's row when the history was requested
	data    *board.Detail // nil until read
	err     error
	view    int
	finding int // the finding under the cursor
	texts   [numViews]reader
	log     *follower
	reading bool   // a read of the history is under way
	stale   bool   // the task has changed since that read began
	watched bool   // a timer for the next read is running
	news    uint64 // counts the reads of the task and its log
	drawn   drawnView
	page    *page
}

// drawnView is everything that the text of a view depends on. The text is written
// again only when this changes.
type drawnView struct {
	theme   *theme.Theme
	view    int
	width   int
	minute  int64
	finding int
	cause   *board.Group
	news    uint64
}

func (d *detail) depends(m *Model) drawnView {
	on := drawnView{theme: m.theme, view: d.view, width: m.width, minute: m.now.Unix() / 60, finding: d.finding, news: d.news}
	if pane := d.row.State.Pane(); pane.Grouped() {
		on.cause, _ = m.whole.Group(pane, board.GroupID(d.row))
	}
	return on
}

// text is the text of the open view.
func (d *detail) text() *reader { return &d.texts[d.view] }

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

func (d *detail) back(m *Model) tea.Cmd {
	if d.log != nil {
		d.log.stop()
	}
	m.pop()
	return nil
}

// step goes to the next view, or the previous one.
func (d *detail) step(_ *Model, by int) tea.Cmd {
	d.view = (d.view + numViews + by) % numViews
	return nil
}

// readAgain reads the open task again, if one is open and not being read.
func (m *Model) readAgain() tea.Cmd {
	if d := topmost[*detail](m); d != nil && !d.reading {
		return d.readHistory(m)
	}
	return nil
}

func (d *detail) readHistory(m *Model) tea.Cmd {
	ref := d.row.Ref()
	d.reading, d.stale = true, false
	d.known, _ = m.whole.Get(ref)
	return func() tea.Msg {
		data, err := m.opt.Board.History(m.ctx, ref)
		return then(func() tea.Cmd { return d.historyRead(m, &data, err) })
	}
}

// historyRead shows a history, unless the screen has been left.
func (d *detail) historyRead(m *Model, data *board.Detail, err error) tea.Cmd {
	if topmost[*detail](m) != d {
		return nil
	}
	d.reading, d.err, d.news = false, err, d.news+1
	if err == nil {
		d.replace(data)
	}
	if d.stale {
		return d.readHistory(m)
	}
	return tea.Batch(d.followLog(m), d.watch(m))
}

// replace shows newer data of the task. The cursor follows its finding.
func (d *detail) replace(data *board.Detail) {
	was := d.row.Findings
	d.data, d.row = data, data.Row
	if d.finding < len(was) {
		d.finding = sameFinding(d.row.Findings, was, d.finding)
	}
}

// sameFinding returns the index in now of the finding that was at the index at in
// was: the finding of the same rule with the same message, else the one of the same
// rank among that rule's findings, else the one at the same index.
func sameFinding(now, was []model.Finding, at int) int {
	f := &was[at]
	same := func(g model.Finding) bool { return g.Rule == f.Rule && g.Origin == f.Origin }
	if i := slices.IndexFunc(now, func(g model.Finding) bool { return same(g) && g.Message == f.Message }); i >= 0 {
		return i
	}
	rank, found := 0, at
	for _, g := range was[:at] {
		if same(g) {
			rank++
		}
	}
	for i := range now {
		if same(now[i]) && rank >= 0 {
			found, rank = i, rank-1
		}
	}
	return found
}

// boardChanged reads the history again when the task has changed.
func (d *detail) boardChanged(m *Model) tea.Cmd {
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

// farPause is the pause between two reads of a task that the board does not list.
const farPause = 5 * time.Second

// watch starts a timer after which the history is read again. It does so for a task
// that the board does not hold, because no snapshot tells of its changes.
func (d *detail) watch(m *Model) tea.Cmd {
	if _, listed := m.whole.Get(d.row.Ref()); listed || d.watched || m.opt.Frozen {
		return nil
	}
	d.watched = true
	return m.opt.After(farPause, then(func() tea.Cmd {
		d.watched = false
		switch {
		case topmost[*detail](m) != d:
			return nil
		case d.reading:
			return d.watch(m)
		}
		return d.readHistory(m)
	}))
}

// move moves the cursor over the findings in the first view; beyond the first and
// the last finding, and in the other views, it scrolls. A log that is scrolled to its
// end is followed; one that is scrolled away from its end is not.
func (d *detail) move(m *Model, to motion) tea.Cmd {
	r := d.text()
	if d.view == viewWhy && (to == up || to == down) {
		next := d.finding + to.steps(0, 0)
		if line := r.line(next); next >= 0 && line >= 0 {
			d.finding = next
			r.to(line - 2)
			return nil
		}
	} else if d.view == viewWhy && to == first {
		d.finding = 0
	}
	r.move(m, to)
	if d.view != viewLog || d.log == nil {
		return nil
	}
	d.log.following = r.below() == 0
	return d.followLog(m)
}

// fit writes the text of the open view anew if anything that it depends on has
// changed, and keeps the scroll position within it.
func (d *detail) fit(m *Model) {
	d.finding = min(d.finding, max(len(d.row.Findings)-1, 0))
	if on := d.depends(m); on != d.drawn {
		d.drawn, d.page = on, m.page(m.width-2)
		views[d.view].write(d.page, d)
	}
	r := d.text()
	log := d.view == viewLog && d.log != nil
	if log {
		r.from, d.log.scroll = max(r.from-d.log.scroll, 0), 0
	}
	if r.show(d.page, m.height-3); log && d.log.following && !r.find.typing {
		r.to(r.most())
	}
}

// said returns the text of an error; empty for nil.
func said(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func (d *detail) draw(m *Model, _ func() []string) []string {
	var titles []string
	for i, v := range views {
		if i == d.view {
			v.title = "[" + v.title + "]"
		}
		titles = append(titles, v.title)
	}
	follows := ""
	if d.view == viewLog && d.log != nil {
		switch {
		case d.log.following:
			follows = "following"
		case d.log.newer:
			follows = "a newer run has a log, " + m.keys.name("move.last") + " goes to it"
		}
	}
	label := m.join(safe.Line(d.row.ID, idLimit), follows)
	return d.text().fill(m, strings.Join(titles, "  "), label, d.hints(m))
}

// hints returns the footer's keys for the open view. Only a wide screen has room for
// the actions on the task.
func (d *detail) hints(m *Model) hints {
	all := hints{"pane.next=next view", "move.down move.up=move"}
	if d.view == viewWhy && len(d.row.Findings) > 0 {
		all = append(all, "finding.right finding.wrong=was this right?")
	}
	all = append(all, "view.find", "view.back", "help.open")
	if m.opt.Act == nil || m.width < wideWidth {
		return all
	}
	for _, a := range d.row.Actions {
		if v := m.keys.verb(a.Name); v != nil && a.Allowed {
			all = append(all, m.keys.begins(v, d.row)+"="+v.Title)
		}
	}
	return all
}
