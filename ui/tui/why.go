package tui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"notdone/model"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// page collects the lines of a text.
type page struct {
	k     look
	width int
	text  []string
	joins map[int]bool // the lines that go on with the one before them
	log   *folded      // the lines from head on; nil: there are none
	head  int
	marks []mark
}

// mark says to what the following lines belong; -1: to nothing.
func (p *page) mark(target int) { p.marks = append(p.marks, mark{len(p.text), target}) }

// flowField writes a name, and safe text beside it over as many lines as it needs.
func (p *page) flowField(indent, column int, nameTok theme.Token, name string, tok theme.Token, text string) {
	for i, s := range wrap(text, p.width-column-1, 0, p.k.theme.Ellipsis) {
		p.join(i > 0)
		p.row(indent, column, nameTok, name, tok, strings.TrimRight(s, " "))
		name = ""
	}
}

// row writes a line of two columns.
func (p *page) row(indent, column int, nameTok theme.Token, name string, tok theme.Token, text string) {
	l := newLine(p.width, p.k.theme.Ellipsis).pad(indent).put(nameTok, name).pad(column-1).put(theme.Token{}, " ")
	p.text = append(p.text, l.put(tok, text).String())
}

func (p *page) blank() { p.text = append(p.text, blanks(p.width)) }

// add writes one line, indented, cut at the end.
func (p *page) add(indent int, tok theme.Token, text string) {
	p.text = append(p.text, newLine(p.width, p.k.theme.Ellipsis).pad(indent).put(tok, text).String())
}

// flow writes safe text over as many lines as it needs, up to the limit.
func (p *page) flow(indent, limit int, tok theme.Token, text string) {
	for i, s := range wrap(text, p.width-indent-1, limit, p.k.theme.Ellipsis) {
		p.join(i > 0)
		p.add(indent, tok, strings.TrimRight(s, " "))
	}
}

// join notes whether the next line goes on with the last one.
func (p *page) join(on bool) {
	if !on {
		return
	}
	if p.joins == nil {
		p.joins = map[int]bool{}
	}
	p.joins[len(p.text)] = true
}

// append ends the page with the drawn lines of a log.
func (p *page) append(f *folded) {
	p.log, p.head = f, len(p.text)
	p.text = append(p.text, f.text...)
}

// joined reports whether a line goes on with the one before it.
func (p *page) joined(line int) bool {
	if p.log != nil && line >= p.head {
		return p.log.joins[line-p.head]
	}
	return p.joins[line]
}

// exact writes safe text whole, broken where the line ends, blanks and all.
func (p *page) exact(indent int, tok theme.Token, text string) {
	for i, s := range strings.Split(ansi.Hardwrap(text, max(p.width-indent-1, 1), true), "\n") {
		p.join(i > 0)
		p.add(indent, tok, s)
	}
}

// field writes a name and a value; nothing when there is no value.
func (p *page) field(name, value string) {
	if value == "" {
		return
	}
	p.row(1, 15, p.k.theme.Faint, name, theme.Token{}, value)
}

// whyText is the first view: what the queue says, what notdone says, and the
// findings with their evidence.
func (k look) whyText(p *page, d *detail) {
	r, t := d.row, k.theme
	p.flow(1, 3, t.Title, safe.Line(r.Title, quoteLimit))
	p.add(1, t.Faint, safe.Line(r.Source+" "+t.Dot+" "+r.Queue+" "+t.Dot+" "+r.ID, lineLimit))
	p.blank()
	p.field("queue says", safe.Line(k.recordedLine(r), lineLimit))
	judged := newLine(p.width, t.Ellipsis)
	judged.pad(1).put(t.Faint, "notdone says").pad(15).put(t.State(r.State), t.Glyph(r.State)+" "+longState(r.State))
	judged.put(theme.Token{}, " "+t.Dot+" "+gradeWord(r.Grade))
	if r.Headline != "" {
		judged.put(theme.Token{}, " "+t.Dot+" "+safe.Line(r.Headline, lineLimit))
	}
	p.text = append(p.text, judged.String())
	if !r.FirstJudged.IsZero() {
		p.field("first judged", words.Past(r.FirstJudged, k.now)+" ago")
	}
	k.obstacleText(p, r)
	p.blank()
	p.add(1, t.Title, "WHY")
	for i := range r.Findings {
		p.mark(i)
		k.findingText(p, d, i)
	}
	p.mark(-1)
	if len(r.Findings) == 0 {
		p.add(2, t.Faint, "nothing was found against what the queue says; that verifies nothing")
	}
	k.actionsText(p, r)
	if d.err != nil {
		p.blank()
		p.flow(1, 0, t.Alarm, safe.Line("the rest could not be read: "+d.err.Error(), quoteLimit))
	}
}

// actionKey is the key that begins an action; empty where none does.
func (k look) actionKey(name model.ActionName) string {
	if a := k.keys.verb(name); a != nil && len(k.keys.bound[a.ID]) > 0 {
		return k.keys.name(a.ID)
	}
	switch name {
	case model.ActionReclaim, model.ActionCancel, model.ActionHold:
		return k.keys.name("task.stop")
	default:
		return ""
	}
}

// actionsText lists what can be done, and why the rest cannot.
func (k look) actionsText(p *page, r *model.Row) {
	if len(r.Actions) == 0 && len(r.Resume) == 0 {
		return
	}
	t := k.theme
	p.blank()
	p.add(1, t.Title, "WHAT YOU CAN DO")
	for i, said := range report.Actions(r.Actions) {
		l := newLine(p.width, t.Ellipsis)
		l.pad(2).put(t.Key, k.actionKey(r.Actions[i].Name)).pad(5).put(k.role(said.Role), said.Name).pad(16).put(t.Faint, said.Text)
		p.text = append(p.text, l.String())
	}
	if len(r.Resume) > 0 {
		l := newLine(p.width, t.Ellipsis)
		l.pad(2).put(t.Key, k.keys.name("session.resume")).pad(5).put(theme.Token{}, "resume").pad(16).put(t.Faint, safe.Line(safe.Command(r.Resume), quoteLimit))
		p.text = append(p.text, l.String())
	}
}

// causeText says how many tasks meet the same obstacle.
func (k look) causeText(p *page, d *detail) {
	g := d.drawn.cause
	if g == nil || g.Tasks < 2 {
		return
	}
	p.blank()
	p.add(1, k.theme.Title, "SAME CAUSE")
	label, _ := k.groupLabel(g)
	p.add(2, theme.Token{}, label+"   "+k.groupSum(g))
}

func longState(s model.State) string {
	if s == model.StateFalseDone {
		return "suspected false-done"
	}
	if s == model.StateUnknown {
		return "cannot tell"
	}
	return s.String()
}

func (k look) recordedLine(r *model.Row) string {
	said := r.Recorded
	if said == "" {
		said = "nothing"
	}
	if age := words.Past(r.Since(), k.now); age != "" {
		said += "  " + age + " ago"
	}
	if r.Worker != "" {
		said += "  by " + r.Worker
	} else if r.Profile != "" {
		said += "  by " + r.Profile
	}
	if r.Attempts > 0 {
		said += "  " + words.Count(r.Attempts, "attempt", "attempts")
	}
	return said
}

func (k look) obstacleText(p *page, r *model.Row) {
	if r.Obstacle == nil {
		return
	}
	p.blank()
	kind, object, _ := strings.Cut(r.Obstacle.Key, ":")
	if r.Obstacle.Text == "" {
		p.add(1, k.theme.Title, "OBSTACLE  "+safe.Line(kind, lineLimit))
		p.add(4, k.theme.Faint, "no reason was recorded")
		return
	}
	p.add(1, k.theme.Title, "OBSTACLE  "+safe.Line(kind+" "+k.theme.Dot+" "+object, lineLimit))
	p.flow(4, 8, k.theme.Quote, k.theme.QuoteOpen+safe.Line(strings.TrimSpace(r.Obstacle.Text), 4<<10)+k.theme.QuoteClose)
	p.add(4, k.theme.Faint, safe.Line(r.Obstacle.Where, lineLimit))
}

// findingText writes a finding, and by which key the operator thinks otherwise.
func (k look) findingText(p *page, d *detail, at int) {
	f, t := &d.row.Findings[at], k.theme
	right := d.data != nil && at < len(d.data.Right) && d.data.Right[at]
	said := report.Finding(f, right, k.now)
	sign, tok := " ", t.Severity(f.Severity)
	if at == d.finding {
		sign = t.Closed
	}
	if f.Discounted {
		tok = t.Faint
	}
	for i, s := range wrap(said[0].Text, p.width-14, 4, t.Ellipsis) {
		l := newLine(p.width, t.Ellipsis)
		if i == 0 {
			l.put(t.Key, sign).put(tok, said[0].Name)
		}
		p.join(i > 0)
		p.text = append(p.text, l.pad(11).put(theme.Token{}, strings.TrimRight(s, " ")).String())
	}
	for i, l := range said[1:] {
		text := l.Text
		if l.Role == report.Quote {
			text = t.QuoteOpen + text + t.QuoteClose
		}
		p.flow(13, 4, k.role(l.Role), text)
		if contrary := map[bool]string{f.Dismissed != "": "finding.right", right: "finding.wrong"}[true]; i == 0 && contrary != "" {
			p.add(13, t.Faint, k.keys.name(contrary)+" undoes that")
		}
	}
}
