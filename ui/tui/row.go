package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// The greatest length of a line's and a quote's text, in bytes, before it is cut to
// the width of the screen.
const (
	lineLimit  = 1 << 10
	quoteLimit = 2 << 10
	idLimit    = 64 // the same of an ID in a sentence
)

// look is what drawing depends on, beside the data.
type look struct {
	theme   *theme.Theme // a new one whenever colours or glyphs change
	keys    *Keys
	now     time.Time
	sources *sources // nil: there is only one
	// tended reports whether something is at work in a queue.
	tended func(queue string) bool
	// byShape reports whether queues of a kind are read by a mapping that was concluded
	// from what their tables look like.
	byShape func(kind string) bool
	// isNew reports whether a row is new to the operator.
	isNew func(r *model.Row) bool
	seen  *int // a count that grows whenever the operator sees a row, so that isNew may change
	// named are the names that causes were last shown by.
	named map[namedCause]string
}

// join joins the parts that are not empty by dots.
func (k look) join(parts ...string) string {
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	return strings.Join(parts, " "+k.theme.Dot+" ")
}

// itemLines draws an item of a pane.
func (k look) itemLines(c *columns, it item, width int, open bool) []string {
	p := k.page(width)
	if it.row == nil {
		p.cause(it.group, open)
	} else {
		p.task(c, it)
	}
	return p.texts()
}

// selectedLines draws the item under the cursor: a bar beside all its lines, and the first
// one highlighted. Where the highlight swaps the colours, that line is drawn without its own.
func (k look) selectedLines(p *pane, it item) []string {
	t, open := k.theme, it.group != nil && p.open[it.group.ID]
	lines := slices.Clone(p.lines(k, it))
	if t.Reversed {
		plain := k
		plain.theme = &theme.Theme{Glyphs: t.Glyphs}
		lines[0] = plain.itemLines(p.columns, it, p.width, open)[0]
	}
	for i := range lines {
		lines[i] = t.Focus.Paint(t.Bar) + strings.TrimPrefix(lines[i], " ")
	}
	lines[0] = t.Selected.Over(lines[0])
	return lines
}

// task writes the row of a task, and beneath it what cannot be seen in it. While the row is only an
// outline (see model.Row), it has no title yet: an ellipsis stands there, and nothing beneath.
func (p *page) task(c *columns, it item) {
	r, t := it.row, p.theme
	inGroup := it.group != nil && it.group.Tasks > 1
	tail := p.rowTail(c, r)
	l := p.line()
	l.max = p.width - cells(tail) - 1
	l.put(theme.Token{}, " ")
	if worst, ok := model.Worst(r.Findings); ok {
		l.put(t.Severity(worst), t.Sign(worst))
	} else {
		l.put(theme.Token{}, " ")
	}
	l.put(t.State(r.State), t.Glyph(r.State))
	if sign := p.newSign(r); sign == t.New {
		l.put(t.Title, sign)
	} else {
		l.put(theme.Token{}, sign)
	}
	l.pad(c.signs)
	if c.word > 0 {
		l.put(t.State(r.State), p.stateWord(r)).pad(c.id - c.source)
	}
	p.putSource(l, r.Queue, c.source)
	if inGroup {
		l.pad(c.id + memberIndent)
	}
	id := c.shortID(r.Queue, r.ID, c.title-2-l.width, t.Ellipsis)
	l.put(t.Faint, id).pad(c.title)
	switch {
	case r.Outline:
		l.put(theme.Token{}, t.Ellipsis)
	case c.word == 0 && r.State == model.StateScheduled:
		l.put(t.State(r.State), p.stateWord(r)+" ").put(theme.Token{}, safe.Line(r.Title, lineLimit))
	default:
		l.put(theme.Token{}, safe.Line(r.Title, lineLimit))
	}
	p.put(l.extend(p.width).put(theme.Token{}, " ").put(t.Faint, tail))
	if r.Outline {
		return
	}

	beside := p.recordedBeside(r)
	p.below(2, t.Faint, beside)
	grade := ""
	if r.State == model.StateFalseDone && c.grade == 0 {
		grade = gradeWord(r.Grade)
	}
	worst, kept := report.Worst(r), r.Kept()
	switch {
	case inGroup: // the heading of the cause says why
	case c.pane == model.PaneBlocked || c.pane == model.PaneFalseDone:
		p.reason(r, grade)
	case beside != "": // which says the headline, if there is one
	case c.pane == model.PaneFailed && r.Headline != "":
		p.add(leftSigns, t.Faint, safe.Line(r.Headline, lineLimit))
	case worst != nil:
		p.found(t.Severity(worst.Severity), worst)
	case kept != nil:
		p.found(t.Faint, kept)
	}
}

// found writes the message of a finding beneath its row; its age stays when the message is cut.
func (p *page) found(tok theme.Token, f *model.Finding) {
	said, age := report.Message(f, p.now)
	l := newLine(p.width-margin(p.width)-cells(age), p.theme.Ellipsis).pad(leftSigns).put(tok, said)
	l.max = p.width
	p.put(l.put(tok, age))
}

// newSign returns the sign of a row that is new, or a blank.
func (k look) newSign(r *model.Row) string {
	if !r.Outline && k.isNew(r) {
		return k.theme.New
	}
	return " "
}

// memberIndent is how far the tasks of an opened cause are indented.
const memberIndent = 2

// stateWord is a row's state in a word; of a scheduled task it is when it is due, or that it is on
// hold.
func (k look) stateWord(r *model.Row) string {
	switch {
	case r.State == model.StateScheduled && r.OnHold() != nil:
		return "on hold"
	case r.State != model.StateScheduled || r.Due.IsZero():
		return rowWord(r.State)
	case r.Due.After(k.now):
		return "due " + words.Age(r.Due, k.now)
	}
	return "overdue"
}

// below writes safe text beneath a row, wrapped to at most limit lines.
func (p *page) below(limit int, tok theme.Token, text string) {
	p.broken(p.line(), leftSigns, tok, wrap(text, p.width-leftSigns-margin(p.width), limit, p.theme.Ellipsis))
}

// margin returns how many cells at the right end of a pane's lines stay blank.
func margin(width int) int {
	if width >= cyclesRoom {
		return 1
	}
	return 0
}

// rowTail returns the right end of a row: grade, how long it has been in its state,
// attempts, and rounds of a cycle.
func (p *page) rowTail(c *columns, r *model.Row) string {
	tries := ""
	if r.Attempts > 0 {
		tries = "#" + strconv.Itoa(r.Attempts)
	}
	if n := r.Rounds(); n > 0 && c.tries > leastTries {
		tries += " " + p.theme.Cycle + strconv.Itoa(n)
	}
	tail := fmt.Sprintf("%*s %*s", c.age, words.Past(r.Since(), p.now), c.tries, tries)
	if c.grade > 0 {
		tail = fmt.Sprintf("%-*s", c.grade, gradeWord(r.Grade)) + tail
	}
	return tail + blanks(margin(p.width))
}

// recordedBeside says what the queue recorded if that differs from the verdict; empty
// for a suspected false-done that is recorded as done.
func (k look) recordedBeside(r *model.Row) string {
	if !r.Disagrees() || r.Recorded == "" || r.State == model.StateFalseDone && r.Recorded == "done" {
		return ""
	}
	said := k.join(words.Recorder(r.Source)+" says "+safe.Line(r.Recorded, lineLimit), "notdone says "+r.State.String())
	if r.Headline != "" {
		said += ": " + safe.Line(r.Headline, lineLimit)
	}
	return said
}

// reason writes the obstacle in the agent's words, or else the headline, behind the
// grade if one is given. What recordedBeside says above, the headline, is not said again.
func (p *page) reason(r *model.Row, grade string) {
	said := safe.Line(r.Headline, lineLimit)
	if p.recordedBeside(r) != "" {
		said = "" // that line, above, says it
	}
	if o := r.Obstacle; o != nil && o.Text != "" && (said != "" || !report.SameSaid(o.Text, r.Headline)) {
		tok, told := p.obstacleWords(o, quoteLimit)
		p.below(2, tok, p.join(grade, told))
		return
	}
	if said := p.join(grade, said); said != "" {
		p.add(leftSigns, p.theme.Faint, said)
	}
}

// cause writes the heading of a cause, which is a group of the board: tasks of a pane with the same
// obstacle, or else with another text in common. g.Worst is a weight: the severity plus one, or 0.
func (p *page) cause(g *board.Group, open bool) {
	sign := p.theme.Closed
	if open {
		sign = p.theme.Open
	}
	label, first := p.wholeLabel(g)
	tail := p.groupSum(g)
	switch {
	case p.width < tailWidth:
		tail = words.Number(g.Tasks)
	case p.width < runsWidth:
		tail = p.join(groupTasks(g), words.Dollars(g.CostUSD()))
	case g.Worded:
		tail = p.join(gradeWord(model.GradeTextOnly), tail)
	}
	l := newLine(p.width-cells(tail)-1-margin(p.width), p.theme.Ellipsis).put(theme.Token{}, " ")
	l.put(p.theme.Severity(model.Severity(max(g.Worst-1, 0))), p.theme.Sign(model.Severity(max(g.Worst-1, 0))))
	head := sign + p.newSign(g.Newest()) + " "
	whose := p.whose(g, first)
	label = report.CutName(label, l.max-l.width-cells(head)-cells(whose))
	l.put(p.theme.Title, head+label).put(theme.Token{}, whose)
	p.put(l.extend(p.width).put(theme.Token{}, " ").put(p.theme.Faint, tail))
	if tok, said := p.told(label, first); said != "" {
		p.below(2, tok, said)
	}
}

// The least widths at which the heading of a cause says how many tasks there are in words, and
// how many runs.
const (
	tailWidth = 44
	runsWidth = 64
)

func groupTasks(g *board.Group) string { return words.Count(g.Tasks, "task", "tasks") }

// groupSum returns the tasks, runs and cost of a cause.
func (k look) groupSum(g *board.Group) string {
	runs := ""
	if g.Runs > 0 {
		runs = words.Count(g.Runs, "run", "runs")
	}
	from := ""
	if g.Sources > 1 {
		from = words.Count(g.Sources, "source", "sources")
	}
	return k.join(groupTasks(g), from, runs, words.Dollars(g.CostUSD()))
}

// wholeLabel returns the name of a cause, and its first row. The first and the newest row make the
// name. While one of them is only an outline, which has no texts, the name is the one that the cause
// had before, or else an ellipsis, and the row is nil.
func (k look) wholeLabel(g *board.Group) (string, *model.Row) {
	first, newest := g.First(), g.Newest()
	of := namedCause{first.State.Pane(), g.ID}
	if first.Outline || newest.Outline {
		return cmp.Or(k.named[of], k.theme.Ellipsis), nil
	}
	label := report.WholeCause(first, newest, k.tended(first.Queue))
	if len(k.named) >= mostNamed {
		clear(k.named)
	}
	k.named[of] = label
	return label, first
}

// namedCause is a cause of a pane, by the ID of its group.
type namedCause struct {
	pane model.Pane
	id   uint64
}

// mostNamed is how many causes have a name that is kept; all are forgotten before there are more.
const mostNamed = 4096

// groupLabel returns the name of a cause as it stands among other words, and its first row; nil
// while that is an outline.
func (k look) groupLabel(g *board.Group) (string, *model.Row) {
	label, first := k.wholeLabel(g)
	if g.First().State.Pane() == model.PaneActive {
		return label, first
	}
	return report.CutName(label, report.NameColumns), first
}

// whose names the source of a cause of active tasks, to stand behind its heading; empty for other
// panes, where the board has one source or the cause has several, and while first is nil. It
// matters for active tasks because another source has another thing that starts its tasks.
func (k look) whose(g *board.Group, first *model.Row) string {
	if k.sources == nil || first == nil || g.Sources > 1 || first.State.Pane() != model.PaneActive {
		return ""
	}
	return " " + k.theme.Dot + " " + k.sources.names[first.Queue]
}

// told returns what is said of a cause beneath its heading, by its first row: the obstacle in
// the agent's words, or what was found; nothing that the heading says.
func (k look) told(label string, first *model.Row) (tok theme.Token, said string) {
	switch {
	case first == nil:
	case first.State.Pane() == model.PaneActive:
		if text, age := report.Message(report.Worst(first), k.now); !report.SameSaid(text, label) {
			return k.theme.Faint, text + age
		}
	case first.Obstacle != nil && first.Obstacle.Text != "" && !report.SameSaid(first.Obstacle.Text, label):
		return k.obstacleWords(first.Obstacle, quoteLimit)
	}
	return theme.Token{}, ""
}
