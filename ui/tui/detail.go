package tui

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// views are the tabs of a task's screen.
var views = [numViews]struct {
	title string
	write func(*page, *detail)
}{
	viewWhy: {"Why", (*page).why}, viewTimeline: {"Timeline", (*page).timeline}, viewLog: {"Log", (*page).log},
	viewTask: {"Task", (*page).fields}, viewLinks: {"Links", (*page).links},
}

const (
	viewWhy = iota
	viewTimeline
	viewLog
	viewTask
	viewLinks
	numViews
)

// detail is the screen of one task.
type detail struct {
	base
	row     *model.Row
	known   *model.Row    // the board's row when the history was requested
	data    *board.Detail // nil until read
	moments []report.Moment
	steps   []report.Step // of the moments
	err     error
	view    int
	finding int  // the finding under the cursor, or the one that was
	chosen  bool // the cursor was moved there
	texts   [numViews]reader
	trail   []spot // where the operator came from, the newest last
	folds   folds  // of the timeline
	log     *logView
	board   *board.Snapshot // the newest one
	reading bool            // a read of the history is under way
	stale   bool            // the task has changed since that read began
	watched bool            // a timer for the next read is running
	news    uint64          // counts the reads of the task and its log
	drawn   drawnView
	page    *page
	find    string // what the cursor is to be put on when the view is drawn; empty: nothing
}

// spot is a place in a view.
type spot struct {
	view, from, cursor int
}

// folds are the entries of a text that are unfolded.
type folds struct {
	open    map[int64]bool // by what tells an entry from the others
	all     bool           // those in open are folded, all others are not
	changes int            // counts the changes
}

func (f *folds) isOpen(key int64) bool { return f.open[key] != f.all }

func (f *folds) toggle(key int64) {
	if f.open == nil {
		f.open = map[int64]bool{}
	}
	f.open[key] = !f.open[key]
	f.changes++
}

func (f *folds) toggleAll() { f.open, f.all, f.changes = nil, !f.all, f.changes+1 }

// drawnView is everything that the text of a view depends on. The text is written
// again only when this changes.
type drawnView struct {
	theme  *theme.Theme
	view   int
	width  int
	minute int64
	cause  *board.Group
	news   uint64
	folds  int
	search string
	log    logLook
}

func (d *detail) depends(m *Model) drawnView {
	on := drawnView{theme: m.theme, view: d.view, width: m.width, minute: m.now.Unix() / 60, news: d.news, folds: d.folds.changes, search: d.text().find.text}
	if id := board.GroupID(d.row); id != board.Loose {
		on.cause, _ = m.whole.Group(d.row.State.Pane(), id)
	}
	if d.log != nil {
		on.log = d.log.look
	}
	return on
}

// text is the text of the open view.
func (d *detail) text() *reader { return &d.texts[d.view] }

func (m *Model) openDetail(row *model.Row) tea.Cmd {
	d := &detail{row: row}
	for i := range d.texts {
		d.texts[i].has = i != viewTask
	}
	d.texts[viewWhy].cursor = nothing
	m.push(d)
	return d.readHistory(m)
}

func (d *detail) scope() Scope {
	if d.text().find.text != "" {
		return OnSearchedTask
	}
	return OnTask
}

// back returns to where the operator came from within the task, or leaves the task.
func (d *detail) back(m *Model) tea.Cmd {
	if d.log != nil && d.log.stopSeeking() {
		m.notice = "the search was stopped"
		return nil
	}
	if n := len(d.trail); n > 0 {
		at := d.trail[n-1]
		d.trail, d.view = d.trail[:n-1], at.view
		d.text().from, d.text().cursor = at.from, at.cursor
		return nil
	}
	d.close()
	m.pop()
	return m.readAgain()
}

// close ends what goes on for the screen.
func (d *detail) close() {
	if d.log != nil {
		d.log.stop()
	}
}

// leaveFor remembers where the cursor is and opens a view.
func (d *detail) leaveFor(view int) {
	d.trail = append(d.trail, spot{d.view, d.text().from, d.text().cursor})
	d.view = view
}

// step goes to the next view, or the previous one.
func (d *detail) step(_ *Model, by int) tea.Cmd {
	d.view, d.trail = (d.view+numViews+by)%numViews, nil
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
		if err != nil {
			return then(func() tea.Cmd { return d.historyRead(m, nil, nil, nil, err) })
		}
		moments := report.History(&data, m.actsOn(ref)...)
		steps := report.Steps(moments)
		return then(func() tea.Cmd { return d.historyRead(m, &data, moments, steps, nil) })
	}
}

// actsOn returns what was done to a task by this program. It reads the journal.
func (m *Model) actsOn(ref model.Ref) (all []report.Moment) {
	if m.opt.Act == nil {
		return nil
	}
	entries, err := m.opt.Act.Log(m.ctx)
	if err != nil {
		return []report.Moment{{Text: safe.Line("what was done with notdone could not be read: "+err.Error(), lineLimit), Role: report.Failed}}
	}
	for i := range entries {
		if e := &entries[i]; e.Task == ref {
			all = append(all, report.Acted(e))
		}
	}
	return all
}

// historyRead shows a history, unless the screen has been left.
func (d *detail) historyRead(m *Model, data *board.Detail, moments []report.Moment, steps []report.Step, err error) tea.Cmd {
	if !slices.Contains(m.stack, screen(d)) {
		return nil
	}
	d.reading, d.err, d.news = false, err, d.news+1
	if err == nil {
		d.moments, d.steps = moments, steps
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
		if at := sameFinding(d.row.Findings, was, d.finding); at != d.finding {
			d.finding, d.texts[viewWhy].cursor, d.texts[viewWhy].due = at, nothing, true
		}
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

// move moves the cursor over what can be opened, and scrolls. A log is followed while the
// cursor is at its end.
func (d *detail) move(m *Model, to motion) tea.Cmd {
	r := d.text()
	at := r.from
	r.move(m, to)
	switch {
	case d.view == viewWhy:
		d.noteFinding()
	case d.view == viewLog && d.log != nil:
		return d.log.moved(m, d, to, r.from != at)
	}
	return nil
}

// noteFinding notes the finding under the cursor.
func (d *detail) noteFinding() {
	if s := d.stop(); s != nil && s.finding != nothing {
		d.finding, d.chosen = s.finding, true
	}
}

// stop returns what the cursor stands on; nil: nothing that can be opened.
func (d *detail) stop() *stop {
	at := d.text().cursor
	if d.view == viewTimeline {
		return d.momentStop(at)
	}
	if d.page == nil || d.drawn.view != d.view || at < 0 || at >= len(d.page.stops) {
		return nil
	}
	return &d.page.stops[at]
}

// fit writes the text of the open view anew if anything that it depends on has
// changed, and keeps the scroll position within it.
func (d *detail) fit(m *Model) {
	d.finding = min(d.finding, max(len(d.row.Findings)-1, 0))
	r := d.text()
	d.board = m.whole
	if on := d.depends(m); on != d.drawn {
		d.drawn, d.page = on, m.page(m.width-2)
		views[d.view].write(d.page, d)
	}
	if d.view == viewWhy && r.cursor < 0 {
		r.cursor = d.firstStop()
	}
	r.show(d.page, m.height-3)
	if d.view == viewLog && d.log != nil {
		d.log.place(r)
	}
	if d.find != "" && d.data != nil {
		r.highlight(d.find)
		d.find = ""
	}
}

// firstStop returns where the cursor of Why begins: on its finding, or as long as none was
// chosen on the first line with evidence to open.
func (d *detail) firstStop() int {
	at := slices.IndexFunc(d.page.stops, func(s stop) bool { return s.finding == d.finding })
	if d.chosen || at >= 0 && d.page.stops[at].open != nil {
		return max(at, 0)
	}
	opens := slices.IndexFunc(d.page.stops, func(s stop) bool { return s.open != nil })
	return max(opens, 0)
}

func (d *detail) draw(m *Model, _ func() []string) []string {
	var titles []string
	for i, v := range views {
		if i == d.view {
			v.title = "[" + v.title + "]"
		}
		if i == d.view || m.width >= narrowWidth {
			titles = append(titles, v.title)
		}
	}
	place, labels := "", []string{""}
	if at, n := m.rowOf(d.row); n > 1 {
		place = words.Number(at+1) + " of " + words.Number(n)
	}
	if d.view == viewLog && d.log != nil {
		labels = d.log.labels(m, d.row.ID, d.text().cursor)
	}
	labels = append(labels, place, safe.Line(d.row.ID, idLimit))
	return d.text().fill(m, strings.Join(titles, "  "), d.hints(m), labels...)
}

// narrowWidth is the least width at which all views are named.
const narrowWidth = 36

// hints returns the footer's keys for the open view.
func (d *detail) hints(m *Model) hints {
	all := hints{"pane.next=next view"}
	if d.view == viewLog {
		all = append(all, "entry.open=unfold", "log.raw", "log.wrap", "log.edit", "view.find", "view.copy", "view.back", "help.open")
		return all
	}
	if d.view != viewTask {
		all = append(all, "entry.open")
	}
	if m.opt.Act != nil {
		for _, a := range d.row.Actions {
			v := m.keys.verb(a.Name)
			if v == nil || !a.Allowed {
				continue
			}
			begun := m.keys.begins(v, d.row)
			same := slices.IndexFunc(all, func(h string) bool { return begun != "" && strings.HasPrefix(h, begun+"=") })
			if same >= 0 {
				all[same] = begun // its key asks which one
			} else if begun != "" && !slices.Contains(all, begun) {
				all = append(all, begun+"="+v.Title)
			}
		}
	}
	if d.view == viewWhy && len(d.row.Findings) > 0 {
		all = append(all, "finding.right finding.wrong=was this right?")
	}
	return append(all, "view.find", "view.copy", "task.next task.previous=next task", "view.back", "help.open")
}
