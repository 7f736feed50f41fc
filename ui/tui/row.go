package tui

import (
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

// Bounds in bytes of what one line or one quote is made of, before it is cut
// to the width of the screen.
const (
	lineLimit  = 1 << 10
	quoteLimit = 2 << 10
	idLimit    = 64 // of an id in a sentence
)

// look is what drawing depends on beside the data.
type look struct {
	theme *theme.Theme
	keys  *Keys
	now   time.Time
}

// look for a selected line: the same glyphs without colours of their own, so
// that the reversed colours hold for the whole line.
func (k look) token(tok theme.Token, selected bool) theme.Token {
	if selected {
		return theme.Token{}
	}
	return tok
}

// wordWidth is the room for the state's word in each pane.
var wordWidth = [model.NumPanes]int{
	model.PaneActive: len("scheduled"), model.PaneBlocked: len("blocked"), model.PaneFailed: len("blocked"),
	model.PaneFalseDone: len("false-done"), model.PaneRest: len("scheduled"),
}

// itemLines draws an item as one or more lines of the given width.
func (k look) itemLines(p model.Pane, it item, width int, open, selected bool) []string {
	if it.row == nil {
		return k.groupLines(it.group, width, open, selected)
	}
	indent := 0
	if it.group != nil && it.group.Tasks > 1 {
		indent = 2
	}
	lines := []string{k.rowLine(p, it.row, width, indent, selected)}
	for _, d := range k.rowDetails(p, it, width-4) {
		lines = append(lines, k.indented(d.token, d.text, width, 4, selected))
	}
	return lines
}

func (k look) indented(tok theme.Token, text string, width, indent int, selected bool) string {
	return k.finish(newLine(width, k.theme.Ellipsis).pad(indent).put(k.token(tok, selected), text), selected)
}

func (k look) finish(l *line, selected bool) string {
	if selected {
		return k.theme.Selected.Paint(l.String())
	}
	return l.String()
}

// rowLine is the first line of a row.
func (k look) rowLine(p model.Pane, r *model.Row, width, indent int, selected bool) string {
	t := k.theme
	tail := k.rowTail(r, width)
	l := newLine(width-cells(tail)-1, t.Ellipsis).pad(indent)
	if worst, ok := model.Worst(r.Findings); ok && worst >= model.SeverityWarning {
		l.put(k.token(t.Severity(worst), selected), t.Finding)
	} else {
		l.put(theme.Token{}, " ")
	}
	state := k.token(t.State(r.State), selected)
	l.put(state, t.Glyph(r.State)).put(theme.Token{}, " ")
	if width >= 50 {
		word := rowWord(r.State)
		l.put(state, word).pad(l.width + wordWidth[p] - len(word) + 1)
	}
	id, start := safe.Line(r.ID, lineLimit), l.width
	idRoom := min(max(width/5, 8), 24)
	if cells(id) > idRoom {
		id = shorten(id, idRoom, t.Ellipsis)
	}
	l.put(k.token(t.Faint, selected), id).pad(start+min(idRoom, 10)).put(theme.Token{}, "  "+safe.Line(r.Title, lineLimit))
	return k.finish(l.extend(width).put(theme.Token{}, " ").put(k.token(t.Faint, selected), tail), selected)
}

// gradeWidth is the width of a pane from which the grade stands on the row
// itself; in a narrower one it begins the line below.
const gradeWidth = 76

// rowTail is what stands at the right end of a row: age, attempts, grade.
func (k look) rowTail(r *model.Row, width int) string {
	age := words.Past(r.Since(), k.now)
	if r.State == model.StateScheduled && !r.Due.IsZero() {
		age = words.Age(r.Due, k.now)
	}
	var b strings.Builder
	if r.State == model.StateFalseDone && width >= gradeWidth {
		b.WriteString(gradeWord(r.Grade) + "  ")
	}
	b.WriteString(blanks(4-len(age)) + age + " ")
	attempts := ""
	if r.Attempts > 0 {
		attempts = "#" + strconv.Itoa(r.Attempts)
	}
	b.WriteString(blanks(3-len(attempts)) + attempts)
	if n := rounds(r); n > 0 {
		b.WriteString(" " + k.theme.Cycle + strconv.Itoa(n))
	}
	return b.String()
}

// rounds is how often the row went round a cycle, by its findings.
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

// shorten keeps the beginning and, mostly, the end of an id, where ids differ.
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

// detailLine is a line below a row's first one.
type detailLine struct {
	token theme.Token
	text  string
}

// rowDetails says beneath a row what cannot be seen in its first line.
func (k look) rowDetails(p model.Pane, it item, width int) []detailLine {
	r := it.row
	var out []detailLine
	for _, s := range wrap(recordedBeside(r, k.theme.Dot), width, 2, k.theme.Ellipsis) {
		out = append(out, detailLine{k.theme.Faint, s})
	}
	inGroup := it.group != nil && it.group.Tasks > 1
	if p.Grouped() && !inGroup {
		grade := ""
		if r.State == model.StateFalseDone && width+4 < gradeWidth {
			grade = gradeWord(r.Grade)
		}
		return append(out, k.obstacleLines(r, grade, width)...)
	}
	if inGroup || len(out) > 0 {
		return out
	}
	if p == model.PaneFailed && r.Headline != "" {
		return append(out, detailLine{k.theme.Faint, safe.Line(r.Headline, lineLimit)})
	}
	if f := report.Worst(r); f != nil {
		out = append(out, detailLine{k.theme.Severity(f.Severity), safe.Line(f.Message, lineLimit)})
	}
	return out
}

// recordedBeside says what the queue says where that differs from the verdict;
// in the false-done pane it says so only where the queue does not say done.
func recordedBeside(r *model.Row, dot string) string {
	if !r.Disagrees() || r.Recorded == "" || r.State == model.StateFalseDone && r.Recorded == "done" {
		return ""
	}
	said := "queue says " + safe.Line(r.Recorded, lineLimit) + " " + dot + " notdone says " + r.State.String()
	if r.Headline != "" {
		said += ": " + safe.Line(r.Headline, lineLimit)
	}
	return said
}

// obstacleLines are the agent's own words, or what was observed where there are
// none, with the grade before them if one is given.
func (k look) obstacleLines(r *model.Row, grade string, width int) []detailLine {
	before := ""
	if grade != "" {
		before = grade + " " + k.theme.Dot + " "
	}
	switch {
	case r.Obstacle != nil && r.Obstacle.Text != "":
		return k.quote(before, r.Obstacle.Text, width, 2)
	case r.Headline != "":
		return []detailLine{{k.theme.Faint, before + safe.Line(r.Headline, lineLimit)}}
	case r.State == model.StateBlocked:
		return []detailLine{{k.theme.Faint, before + "no reason was recorded"}}
	case grade != "":
		return []detailLine{{k.theme.Faint, grade}}
	}
	return nil
}

// quote breaks an agent's words, with something said before them, into at most
// n painted lines.
func (k look) quote(before, text string, width, n int) []detailLine {
	said := before + k.quoted(safe.Line(strings.TrimSpace(text), quoteLimit))
	var out []detailLine
	for _, s := range wrap(said, width, n, k.theme.Ellipsis) {
		out = append(out, detailLine{k.theme.Quote, s})
	}
	return out
}

// groupLines draws the heading of a cause that several tasks have.
func (k look) groupLines(g *board.Group, width int, open, selected bool) []string {
	t := k.theme
	sign := t.Closed
	if open {
		sign = t.Open
	}
	label, newest := k.groupLabel(g)
	tail := k.groupSum(g)
	if g.Worded {
		tail = gradeWord(model.GradeTextOnly) + " " + t.Dot + " " + tail
	}
	if width < 44 {
		tail = groupNumber(g)
	}
	l := newLine(width-cells(tail)-2, t.Ellipsis).put(k.token(t.Title, selected), sign+" "+label)
	l.extend(width).put(theme.Token{}, " ").put(k.token(t.Faint, selected), tail)
	lines := []string{k.finish(l, selected)}
	if newest == nil {
		return lines
	}
	for _, d := range k.obstacleLines(newest, "", width-4) {
		lines = append(lines, k.indented(d.token, d.text, width, 4, selected))
	}
	return lines
}

// groupNumber is how many tasks of a cause are held; "+" says that there may be
// more, of which nothing but the pane's count is known.
func groupNumber(g *board.Group) string {
	if g.Partial {
		return words.Number(g.Tasks) + "+"
	}
	return words.Number(g.Tasks)
}

func groupTasks(g *board.Group) string {
	if g.Tasks == 1 && !g.Partial {
		return "1 task"
	}
	return groupNumber(g) + " tasks"
}

// groupSum says how much there is of a cause.
func (k look) groupSum(g *board.Group) string {
	sum := groupTasks(g)
	if g.Runs > 0 {
		sum += " " + k.theme.Dot + " " + words.Count(g.Runs, "run", "runs")
	}
	if usd := words.Dollars(g.CostUSD); usd != "" {
		sum += " " + k.theme.Dot + " " + usd
	}
	return sum
}

// groupLabel names a cause for people, and returns its first row.
func (k look) groupLabel(g *board.Group) (string, *model.Row) {
	newest := firstRow(g)
	kind, object, found := strings.Cut(g.Key, ":")
	switch {
	case kind == "rule" && newest.Headline != "":
		return safe.Line(newest.Headline, lineLimit), nil
	case kind == "rule" || !found:
		return "no reason was recorded", newest
	case g.Obstacle.Text == "":
		return kind + " " + k.theme.Dot + " no reason was recorded", nil
	}
	return safe.Line(kind+" "+k.theme.Dot+" "+object, lineLimit), newest
}
