package tui

import (
	"fmt"
	"slices"
	"strconv"
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

// preview shows the item under the cursor beside the panes. What the row itself does not
// hold, which is the history of its task, is read when the cursor has rested.
type preview struct {
	reader
	on    bool // wanted, where there is room
	of    item // what is shown
	data  *board.Detail
	moves uint64    // of the cursor: an answer about an item before is dropped
	due   bool      // the history is to be read at the end of a pause
	owed  bool      // at its end another screen was in front
	reads uint64    // of histories that were begun
	shown uint64    // which of them data is of
	moved time.Time // when another item was last to be shown
	shows previewed
}

// previewed is what the text of a preview depends on.
type previewed struct {
	drawnFor
	of   item
	data *board.Detail
}

// Sizes of the preview, in cells, and what it shows.
const (
	previewFrom   = 140 // the least width of a screen with a preview
	previewLeast  = 56
	previewMost   = 76
	previewRuns   = 5 // the newest runs of a task
	previewTasks  = 6 // of a cause
	previewClaims = 4 // findings
)

// restPause is how long the cursor must rest on a task before its history is read, flowPause
// how long where tasks came under it one after the other without a key, and rereadPause how
// long after a change of the task it is read again, with what has changed meanwhile.
const (
	restPause   = 150 * time.Millisecond
	flowPause   = time.Second
	rereadPause = 2 * time.Second
)

// previews reports whether the preview stands beside the panes.
func (m *Model) previews() bool {
	return m.preview.on && m.width >= previewFrom && m.height >= wideHeight
}

func (m *Model) previewWidth() int { return min(max(m.width/3, previewLeast), previewMost) }

// listWidth is the width of the panes.
func (m *Model) listWidth() int {
	if m.previews() {
		return m.width - m.previewWidth()
	}
	return m.width
}

// noPreview says why there is no room for a preview.
func (m *Model) noPreview() string {
	if m.width < previewFrom || m.height < wideHeight {
		return fmt.Sprintf("a preview needs %d columns and %d lines; %s opens the task", previewFrom, wideHeight, m.keys.name("task.open"))
	}
	return ""
}

// togglePreview shows the preview, or hides it.
func (m *Model) togglePreview() tea.Cmd {
	m.preview.on = !m.preview.on
	return nil
}

// noPreviewText says why there is nothing to scroll in the preview.
func (m *Model) noPreviewText() string {
	switch why := m.noPreview(); {
	case why != "":
		return why
	case !m.preview.on:
		return "the preview is hidden: " + m.keys.name("view.preview") + " shows it"
	case m.preview.most() == 0:
		return "all of the preview is shown"
	}
	return ""
}

// scrollPreview scrolls the preview by one notch of the wheel.
func (m *Model) scrollPreview(by int) tea.Cmd {
	m.preview.to(m.preview.from + by*wheelStep)
	return nil
}

// fitPreview writes the preview of the item under the cursor, if it is another one or has
// changed, and asks for its history once the cursor has rested.
func (m *Model) fitPreview() tea.Cmd {
	v := &m.preview
	if !m.previews() {
		v.of, v.data = item{}, nil
		return nil
	}
	var rest tea.Cmd
	if it := m.board.current().cursor; it != v.of {
		pause := rereadPause
		if !it.same(v.of) || !it.valid() {
			pause, v.data, v.from, v.due, v.owed = m.previewPause(), nil, 0, false, false
			v.moves++
		}
		if v.of = it; it.row != nil && !v.due {
			rest = m.readPreview(pause)
		}
	} else if v.owed && m.top() == screen(m.board) && it.row != nil && !v.due {
		rest = m.readPreview(restPause)
	}
	width := m.previewWidth() - 2
	now := previewed{drawnFor{width, m.now.Unix() / 60, m.theme, nil, *m.seen}, v.of, v.data}
	if now != v.shows {
		v.shows = now
		v.page(m.page(width), m.board)
	}
	v.show(&page{lines: v.lines}, m.bodyHeight()-2-m.tabLines())
	return rest
}

// previewPause is how long the cursor must rest on another item than before.
func (m *Model) previewPause() time.Duration {
	v, now := &m.preview, m.opt.Now()
	before := v.moved
	v.moved = now
	if m.alarms.input.Before(before) && now.Sub(before) < flowPause {
		return flowPause
	}
	return restPause
}

// tabLines is how many lines the names of the panes take above the body.
func (m *Model) tabLines() int {
	if m.board.tabbed {
		return 1
	}
	return 0
}

// readPreview reads the history of the task under the cursor after a pause, if the cursor
// is still on it.
func (m *Model) readPreview(pause time.Duration) tea.Cmd {
	v := &m.preview
	moves, ref := v.moves, v.of.row.Ref()
	v.due = true
	return m.opt.After(pause, unseen(func() tea.Cmd {
		if v.moves != moves {
			return nil
		}
		v.due, v.owed = false, m.top() != screen(m.board)
		if v.owed {
			return nil
		}
		v.reads++
		mine := v.reads
		return func() tea.Msg {
			data, err := m.opt.Board.History(m.ctx, ref)
			return then(func() tea.Cmd {
				if err == nil && v.moves == moves && mine > v.shown {
					v.data, v.shown = &data, mine
				}
				return nil
			})
		}
	}))
}

// page writes the preview.
func (v *preview) page(p *page, b *boardScreen) {
	switch it := v.of; {
	case it.row != nil && !it.row.Outline:
		p.previewTask(it.row, v.data)
	case it.group != nil:
		p.previewCause(it.group, b.snap.Members(b.focus, it.group))
	default:
		p.add(1, p.theme.Faint, "nothing is selected")
	}
	v.lines = p.lines
}

// previewTask writes what there is to know of a task at one look.
func (p *page) previewTask(r *model.Row, data *board.Detail) {
	t := p.theme
	p.flow(1, 3, t.Title, safe.Line(r.Title, quoteLimit))
	p.flow(1, 2, t.Faint, safe.Line(p.join(r.Source, r.Profile, r.Worker, r.Repo), lineLimit))
	p.blank()
	state := p.line().pad(1).put(t.State(r.State), t.Glyph(r.State)+" "+longWord(r.State))
	if age := words.Past(r.Since(), p.now); age != "" {
		state.put(t.Faint, " for "+age)
	}
	p.put(state.put(t.Faint, " "+t.Dot+" "+gradeWord(r.Grade)))
	if said := p.recordedBeside(r); said != "" {
		p.flow(3, 2, theme.Token{}, said)
	} else if r.Headline != "" && (r.Obstacle == nil || !report.SameSaid(r.Headline, r.Obstacle.Name)) {
		p.flow(3, 2, theme.Token{}, safe.Line(r.Headline, lineLimit))
	}
	if o := r.Obstacle; o != nil && o.Text != "" {
		p.blank()
		p.flow(1, 3, t.Title, safe.Line(o.Name, lineLimit))
		if !report.SameSaid(o.Text, o.Name) {
			tok, said := p.obstacleWords(o, quoteLimit)
			p.flow(3, 8, tok, said)
		}
	}
	p.previewFindings(r)
	if data != nil {
		p.previewRuns(data.History.Case.Runs)
	}
	can := *r
	can.Actions = slices.DeleteFunc(slices.Clone(r.Actions), func(a model.Action) bool { return !a.Allowed })
	p.actions(&can)
	if data != nil {
		p.previewTexts(r, &data.History.Case)
	}
}

// How many lines of what was asked and answered a preview shows.
const (
	previewAsked    = 6
	previewAnswered = 12
)

// previewTexts writes what was asked, and the whole of what was said at the end, where that is
// more than what stands above.
func (p *page) previewTexts(r *model.Row, c *model.Case) {
	said := c.Result
	for _, run := range slices.Backward(c.Runs) {
		if strings.TrimSpace(said) != "" {
			break
		}
		said = run.Output
	}
	shown := r.Title
	for _, part := range []struct {
		name, text string
		lines      int
	}{{"ASKED", c.Body, previewAsked}, {"ANSWERED", said, previewAnswered}} {
		text := strings.Join(strings.Fields(safe.Line(part.text, quoteLimit)), " ")
		if text != "" && !report.SameSaid(text, shown) {
			p.blank()
			p.heading(part.name)
			p.flow(3, part.lines, theme.Token{}, text)
		}
		if shown = r.Title; r.Obstacle != nil {
			shown = r.Obstacle.Text
		}
	}
}

// previewFindings writes the gravest findings that count, with what was seen first.
func (p *page) previewFindings(r *model.Row) {
	n := 0
	for i := range r.Findings {
		f := &r.Findings[i]
		if !f.Counts() {
			continue
		}
		if n++; n == 1 {
			p.blank()
			p.heading("FOUND")
		} else if n > previewClaims {
			p.add(3, p.theme.Faint, p.theme.Ellipsis+" more: "+p.keys.name("task.open"))
			return
		}
		said, age := report.Message(f, p.now)
		sign := p.line().pad(1).put(p.theme.Severity(f.Severity), p.theme.Sign(f.Severity))
		p.hang(sign, 3, 3, theme.Token{}, said+age)
		for j := range f.Evidence {
			q := safe.Line(strings.TrimSpace(f.Evidence[j].Quote), quoteLimit)
			if q == "" {
				continue
			}
			if r.Obstacle == nil || !report.SameSaid(q, r.Obstacle.Text) { // which stands above
				tok, said := p.words(q, f.Evidence[j].Own)
				p.flow(3, 3, tok, said)
			}
			break
		}
	}
}

// previewRuns writes the newest runs, the newest first.
func (p *page) previewRuns(runs []model.Run) {
	if len(runs) == 0 {
		return
	}
	p.blank()
	p.heading("RUNS  " + strconv.Itoa(len(runs)))
	for i, r := range slices.Backward(runs) {
		if len(runs)-i > previewRuns {
			break
		}
		outcome, at := r.Outcome.String(), r.Ended
		if r.Open() {
			outcome, at = "open", r.Started
		}
		l := p.line().pad(2).put(p.theme.Faint, "#"+strconv.Itoa(max(r.Attempt, i+1))).pad(6).put(theme.Token{}, outcome)
		l.pad(20).put(p.theme.Faint, fmt.Sprintf("%8s", p.ago(at)))
		if !r.Open() && !r.Started.IsZero() {
			l.put(p.theme.Faint, fmt.Sprintf("  took %4s", words.Duration(max(r.Ended.Sub(r.Started), 0))))
		}
		p.put(l.put(p.theme.Faint, "  "+words.Dollars(r.CostUSD)))
		if said := safe.Line(strings.TrimSpace(r.Error), lineLimit); said != "" {
			p.add(6, p.theme.Faint, said)
		}
	}
}

// ago says how long ago something was.
func (p *page) ago(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return words.Past(at, p.now) + " ago"
}

// previewCause writes what the tasks of a cause share, and the first of them.
func (p *page) previewCause(g *board.Group, tasks board.List) {
	label, first := p.wholeLabel(g)
	p.flow(1, 3, p.theme.Title, label+p.whose(g, first))
	p.flow(1, 2, p.theme.Faint, p.groupSum(g))
	if first == nil {
		return
	}
	if tok, said := p.told(label, first); said != "" {
		p.blank()
		p.flow(1, 10, tok, said)
	}
	p.previewFindings(first)
	p.previewMembers(tasks)
	can := *first
	can.Resume, can.Actions = nil, slices.DeleteFunc(slices.Clone(first.Actions), func(a model.Action) bool { return !a.Allowed })
	p.actions(&can)
}

// previewMembers names the first tasks of a cause.
func (p *page) previewMembers(tasks board.List) {
	p.blank()
	p.heading("TASKS")
	ids := 0
	for i := range min(tasks.Len(), previewTasks) {
		if ref, ok := tasks.Ref(i); ok {
			ids = max(ids, cells(safe.Line(ref.ID, idLimit)))
		}
	}
	ids = min(ids, p.width/3)
	for i := range min(tasks.Len(), previewTasks) {
		r, ok := tasks.At(i)
		if !ok {
			return
		}
		age := words.Past(r.Since(), p.now)
		l := p.line().pad(1).put(p.theme.State(r.State), p.theme.Glyph(r.State)).put(p.theme.Faint, " "+shorten(safe.Line(r.ID, idLimit), ids, p.theme.Ellipsis)).pad(3 + ids + 2)
		l.max = p.width - cells(age) - 2
		p.put(l.put(theme.Token{}, safe.Line(r.Title, lineLimit)).extend(p.width).pad(p.width-cells(age)-1).put(p.theme.Faint, age))
	}
	if more := tasks.Len() - previewTasks; more > 0 {
		p.add(3, p.theme.Faint, p.theme.Ellipsis+" "+words.Number(more)+" more")
	}
}

// previewLines draws the preview.
func (m *Model) previewLines(height int) []string {
	if !m.previews() {
		return nil
	}
	v := &m.preview
	title := "Preview"
	if r := v.of.row; r != nil {
		title = safe.Line(r.ID, idLimit)
	} else if v.of.group != nil {
		title = groupTasks(v.of.group)
	}
	f := frame{title: title, lines: v.window(m.theme), width: m.previewWidth(), height: height}
	if key := m.keys.first("view.preview"); key != "" {
		f.label = key + " hides"
	}
	if down, up := m.keys.first("preview.down"), m.keys.first("preview.up"); v.most() > 0 && down != "" && up != "" {
		if with := m.join(down+"/"+up+" scroll", f.label); cells(title)+cells(with) <= f.width-frameEdges {
			f.label = with
		}
	}
	f.foot, f.thumb = v.position(m)
	return m.frame(f)
}
