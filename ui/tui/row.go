package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

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
}

// join joins the parts that are not empty by dots.
func (k look) join(parts ...string) string {
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	return strings.Join(parts, " "+k.theme.Dot+" ")
}

// wordWidth is the width of the state's column in each pane.
var wordWidth = [model.NumPanes]int{
	model.PaneActive: len("scheduled"), model.PaneBlocked: len("blocked"), model.PaneFailed: len("blocked"),
	model.PaneFalseDone: len("false-done"), model.PaneRest: len("scheduled"),
}

// itemLines draws an item of a pane. A selected one has no colours of its own, so that
// its lines are reversed as a whole.
func (k look) itemLines(pane model.Pane, it item, width int, open, selected bool) []string {
	drawn := k
	if selected {
		drawn.theme = &theme.Theme{Glyphs: k.theme.Glyphs}
	}
	p := drawn.page(width)
	if it.row == nil {
		p.cause(it.group, open)
	} else {
		p.task(pane, it)
	}
	lines := p.texts()
	for i := 0; selected && i < len(lines); i++ {
		lines[i] = k.theme.Selected.Paint(lines[i])
	}
	return lines
}

// task writes the row of a task, and beneath it what cannot be seen in it.
func (p *page) task(pane model.Pane, it item) {
	r, t := it.row, p.theme
	inGroup := it.group != nil && it.group.Tasks > 1
	tail := p.rowTail(r)
	l := newLine(p.width-cells(tail)-1, t.Ellipsis)
	if inGroup {
		l.pad(2)
	}
	if worst, ok := model.Worst(r.Findings); ok && worst >= model.SeverityWarning {
		l.put(t.Severity(worst), t.Finding)
	} else {
		l.put(theme.Token{}, " ")
	}
	l.put(t.State(r.State), t.Glyph(r.State)).put(theme.Token{}, " ")
	column := p.sourceColumn(p.width)
	if p.width-column >= wordRoom {
		word := rowWord(r.State)
		l.put(t.State(r.State), word).pad(l.width + wordWidth[pane] - len(word) + 1)
	}
	p.putSource(l, r.Queue, column)
	id, title, start := safe.Line(r.ID, lineLimit), safe.Line(r.Title, lineLimit), l.width
	if r.Outline {
		title = t.Ellipsis
	}
	idRoom := min(max(p.width/5, 8), 24)
	if cells(id) > idRoom {
		id = shorten(id, idRoom, t.Ellipsis)
	}
	l.put(t.Faint, id).pad(start+min(idRoom, 10)).put(theme.Token{}, "  "+title)
	p.put(l.extend(p.width).put(theme.Token{}, " ").put(t.Faint, tail))
	if r.Outline {
		return
	}

	beside := p.recordedBeside(r)
	p.below(2, t.Faint, beside)
	grade := ""
	if r.State == model.StateFalseDone && p.width < gradeWidth {
		grade = gradeWord(r.Grade)
	}
	worst := report.Worst(r)
	switch {
	case inGroup:
	case pane.Grouped():
		p.reason(r, grade)
	case beside != "":
	case pane == model.PaneFailed && r.Headline != "":
		p.add(4, t.Faint, safe.Line(r.Headline, lineLimit))
	case worst != nil:
		said, age := report.Message(worst, p.now)
		tok, l := t.Severity(worst.Severity), newLine(p.width-cells(age), t.Ellipsis)
		l.pad(4).put(tok, said).max = p.width // the age stays when the message is cut
		p.put(l.put(tok, age))
	}
}

// below writes safe text beneath a row, wrapped to at most limit lines.
func (p *page) below(limit int, tok theme.Token, text string) {
	p.broken(p.line(), 4, tok, wrap(text, p.width-4, limit, p.theme.Ellipsis))
}

// gradeWidth is the least width of a pane for the grade to be on the row itself; in a
// narrower one it begins the line below.
const gradeWidth = 76

// rowTail returns the right end of a row: grade, age, attempts, and rounds of a cycle.
func (p *page) rowTail(r *model.Row) string {
	age := words.Past(r.Since(), p.now)
	if r.State == model.StateScheduled && !r.Due.IsZero() {
		age = words.Age(r.Due, p.now)
	}
	attempts := ""
	if r.Attempts > 0 {
		attempts = "#" + strconv.Itoa(r.Attempts)
	}
	tail := fmt.Sprintf("%4s %3s", age, attempts)
	if r.State == model.StateFalseDone && p.width >= gradeWidth {
		tail = gradeWord(r.Grade) + "  " + tail
	}
	if n := rounds(r); n > 0 {
		tail += " " + p.theme.Cycle + strconv.Itoa(n)
	}
	return tail
}

// rounds returns how often the task went through a cycle, by its findings.
func rounds(r *model.Row) int {
	n := 0
	for i := range r.Findings {
		switch f := &r.Findings[i]; f.Rule {
		case "block-loop", "requeue-loop", "retry-loop", "tool-loop", "block-unblock-cycling":
			n = max(n, f.Count)
		}
	}
	return n
}

// shorten shortens an ID to a width. It keeps a quarter of the beginning and the rest
// of the end, where IDs differ.
func shorten(id string, width int, ellipsis string) string {
	room := width - cells(ellipsis)
	if room <= 0 {
		return ellipsis
	}
	head := ansi.Truncate(id, room/4, "")
	tail := ansi.TruncateLeft(id, cells(id)-(room-cells(head)), "")
	if cells(head)+cells(tail) > room { // a wide rune lay on the edge
		tail = ansi.TruncateLeft(tail, 2, "")
	}
	return head + ellipsis + tail
}

// recordedBeside says what the queue recorded if that differs from the verdict; empty
// for a suspected false-done that is recorded as done.
func (k look) recordedBeside(r *model.Row) string {
	if !r.Disagrees() || r.Recorded == "" || r.State == model.StateFalseDone && r.Recorded == "done" {
		return ""
	}
	said := k.join("queue says "+safe.Line(r.Recorded, lineLimit), "notdone says "+r.State.String())
	if r.Headline != "" {
		said += ": " + safe.Line(r.Headline, lineLimit)
	}
	return said
}

// reason writes the obstacle in the agent's words, or else the headline, behind the
// grade if one is given.
func (p *page) reason(r *model.Row, grade string) {
	if r.Obstacle != nil && r.Obstacle.Text != "" {
		p.below(2, p.theme.Quote, p.join(grade, p.quoted(safe.Line(strings.TrimSpace(r.Obstacle.Text), quoteLimit))))
		return
	}
	if said := p.join(grade, safe.Line(r.Headline, lineLimit)); said != "" {
		p.add(4, p.theme.Faint, said)
	}
}

// cause writes the heading of a cause.
func (p *page) cause(g *board.Group, open bool) {
	sign := p.theme.Closed
	if open {
		sign = p.theme.Open
	}
	label, newest := p.groupLabel(g)
	tail := p.groupSum(g)
	switch {
	case p.width >= 44 && g.Worded:
		tail = p.join(gradeWord(model.GradeTextOnly), tail)
	case p.width < 44:
		tail = words.Number(g.Tasks)
	}
	l := newLine(p.width-cells(tail)-2, p.theme.Ellipsis).put(p.theme.Title, sign+" "+label)
	p.put(l.extend(p.width).put(theme.Token{}, " ").put(p.theme.Faint, tail))
	if newest != nil {
		p.reason(newest, "")
	}
}

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

// groupLabel returns the heading of a cause, and its first row if that has a reason to
// be drawn beneath the heading, else nil.
func (k look) groupLabel(g *board.Group) (string, *model.Row) {
	first, newest := g.First(), g.Newest()
	switch {
	case first.Outline || newest.Outline:
		return k.theme.Ellipsis, nil
	case first.Obstacle == nil || newest.Obstacle == nil:
		return safe.Line(first.Headline, lineLimit), nil
	case newest.Obstacle.Text == "":
		first = nil
	}
	return safe.Line(newest.Obstacle.Name, lineLimit), first
}
