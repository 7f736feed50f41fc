package tui

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// fit writes the plan, and notes which lines of it have been on the screen.
func (d *planDialog) fit(m *Model) {
	d.below = d.controls(m)
	p := m.dialogPage()
	needed := p.plan(d)
	d.showDialog(m, p, len(d.below), needed)
}

// draw draws the plan over the screen below. The text scrolls; the fields and buttons
// beneath it are always visible.
func (d *planDialog) draw(m *Model, under func() []string) []string {
	label := "nothing is written yet"
	if n := d.reader.below(); n > 0 {
		label = words.Count(n, "more line", "more lines") + " below, " + m.keys.name("move.down") + " moves"
	}
	text := d.window(m.theme)
	if len(text)+len(d.below) < m.height-3 {
		text = append(text, blanks(m.dialogPage().width))
	}
	return d.overlay(m, under(), "Plan", label, append(text, d.below...), d.hints())
}

// hints are the keys that do something now.
func (d *planDialog) hints() hints {
	all, first := hints{"view.back=cancel"}, d.first()
	switch {
	case d.at == onAnswer:
		return append(all, "input.accept=next field", "input.newline")
	case d.at == onReason:
		return append(all, "input.accept=next field")
	case first == nil:
		return all
	}
	if len(d.allowed()) > 0 && d.whole && d.gate.open && first.Missing == "" {
		all = append(all, "plan.apply")
	}
	if first.Refused == "" && !d.undoing {
		all = append(all, "pane.next=next field")
	}
	switch {
	case len(first.Command) > 0:
		all = append(all, "command.copy", "command.run=run it, asked first")
	case len(first.FollowUp) > 0:
		all = append(all, "command.copy")
	}
	return all
}

// heading says what is to be done to which task.
func (d *planDialog) heading(k look) string {
	verb := upperFirst(string(d.action))
	if a := k.keys.verb(d.action); a != nil {
		verb = upperFirst(a.Title)
	}
	if d.undoing {
		verb = "Undo " + string(d.action) + " of"
	}
	if n := len(d.subjects); n > 1 {
		of := " of one cause"
		if d.undoing {
			of = ""
		}
		return verb + " " + words.Count(n, "task", "tasks") + of
	}
	s := &d.subjects[0]
	return verb + " " + safe.Line(s.ref.ID, idLimit) + "  " + safe.Line(s.title, lineLimit)
}

// queues are those of the tasks that the plan is about.
func (d *planDialog) queues() (all []string) {
	for i := range d.subjects {
		if q := d.subjects[i].ref.Queue; !slices.Contains(all, q) {
			all = append(all, q)
		}
	}
	return all
}

// plan writes the whole plan, and returns how many of its first lines tell what will
// be applied.
func (p *page) plan(d *planDialog) (needed int) {
	t := p.theme
	p.flow(1, 2, t.Title, d.heading(p.look))
	for _, queue := range d.queues() {
		p.add(1, t.Faint, safe.Line(queue, lineLimit))
	}
	for _, s := range d.skipped {
		p.flow(1, 0, t.Faint, "not this one, which is newer: "+safe.Line(s, quoteLimit))
	}
	p.blank()
	first := d.first()
	switch {
	case d.waiting() && first == nil:
		p.add(1, t.Faint, d.workingOut(t.Ellipsis))
		return 0
	case first == nil:
		for i := range d.plans {
			p.flow(1, 3, t.Alarm, safe.Line(said(d.plans[i].err), quoteLimit))
		}
		return 0
	}
	if d.changed != "" {
		p.flow(1, 2, t.Alarm, safe.Line("changed under you: was "+d.was+", now "+d.changed, quoteLimit))
		p.blank()
	}
	if len(d.subjects) > 1 {
		p.planCount(d)
	}
	if first.Refused != "" {
		p.flow(1, 4, t.Severity(model.SeverityError), safe.Line("It cannot be done: "+first.Refused, quoteLimit))
		p.planCommand(d)
		return 0
	}
	if first.Action != d.action && !d.undoing {
		p.flow(1, 2, theme.Token{}, "planned as "+string(first.Action)+", which is the queue's own way for this task")
		p.blank()
	}
	if first.Warning != "" {
		p.flow(1, 0, t.Severity(model.SeverityWarning), safe.Line("! "+upperFirst(first.Warning), quoteLimit))
		p.blank()
	}
	if first.Missing != "" {
		p.flow(1, 0, t.Severity(model.SeverityWarning), upperFirst(safe.Line(first.Missing, quoteLimit)))
		p.blank()
	}
	p.planChanges(first)
	for _, l := range report.Consequences(first) {
		p.hang(p.line().pad(1).put(t.Faint, l.Name), 11, 0, p.role(l.Role), l.Text)
	}
	needed = len(p.lines)
	p.planCommand(d)
	if argv := first.FollowUp; len(argv) > 0 {
		p.offered("afterwards, by your own hand:", argv)
	}
	return needed
}

// workingOut describes the progress of the planning.
func (d *planDialog) workingOut(ellipsis string) string {
	if n := len(d.shown()); n > planChunk {
		return "working it out " + ellipsis + " " + words.Number(len(*d.coming)) + " of " + words.Number(n)
	}
	return "working it out " + ellipsis
}

// planCount writes for how many tasks of a cause the action is possible, and counts
// the other tasks by reason. If the plans differ in status or warning, it counts the
// kinds.
func (p *page) planCount(d *planDialog) {
	can := len(d.allowed())
	p.add(1, theme.Token{}, words.Count(can, "task", "tasks")+" of "+words.Number(len(d.plans))+" can be done; what is written is shown for "+safe.Line(d.first().Task.ID, idLimit))
	if later := len(d.subjects) - len(d.plans); later > 0 {
		p.flow(1, 2, p.theme.Alarm, words.Count(later, "further task is", "further tasks are")+
			" planned after these, and left as they are where that is no plan of a kind shown here")
	}
	var refused, kinds counted
	for i := range d.plans {
		plan := &d.plans[i]
		if plan.allowed() {
			kind := plan.Was + " " + p.theme.Arrow + " " + plan.Now
			if plan.Adds != "" {
				kind += ", and one is added"
			}
			if plan.Warning != "" {
				kind += "  ! " + plan.Warning
			}
			kinds.add(kind, "")
		} else if why := cmp.Or(said(plan.err), plan.Refused); why != "" {
			refused.add(why, d.subjects[i].ref.ID)
		}
	}
	for _, c := range refused {
		who := c.first
		if c.n > 1 {
			who += " and " + words.Number(c.n-1) + " more"
		}
		p.flow(3, 2, p.theme.Faint, safe.Line(who+": "+c.said, quoteLimit))
	}
	for _, c := range kinds {
		if len(kinds) > 1 {
			p.flow(3, 3, theme.Token{}, safe.Line(words.Count(c.n, "task", "tasks")+": "+c.said, quoteLimit))
		}
	}
	p.blank()
}

// counted is remarks about tasks, each with the number of tasks that it is true of.
type counted []remark

type remark struct {
	said  string
	first string // the task's id
	n     int
}

func (c *counted) add(said, id string) {
	i := slices.IndexFunc(*c, func(r remark) bool { return r.said == said })
	if i < 0 {
		i, *c = len(*c), append(*c, remark{said: said, first: id})
	}
	(*c)[i].n++
}

// planChanges lists what would be written: each changed value and each new row on a
// line of its own.
func (p *page) planChanges(plan *board.Planned) {
	t, where := p.theme, ""
	column := min(26, p.width/3)
	for _, c := range report.Changes(plan) {
		if c.Diff != nil {
			p.exact(2, t.Faint, c.Where)
			for _, l := range c.Diff {
				p.exact(3, p.role(l.Role), l.Text)
			}
			continue
		}
		head := p.line().pad(2)
		if c.Where != where || c.Column == "" {
			head.put(t.Faint, c.Where)
		}
		where = c.Where
		if c.Column == "" {
			p.hang(head, column, 4, theme.Token{}, c.New)
			continue
		}
		head.pad(max(column, head.width+1)).put(theme.Token{}, c.Column+" ").pad(min(50, 2*p.width/3))
		becomes := " " + t.Arrow + " " + c.New
		room := head.max - head.width
		head.put(t.Faint, ansi.Truncate(c.Old, max(room-cells(becomes), room/2), t.Ellipsis)).put(theme.Token{}, becomes)
		p.put(head)
	}
	p.blank()
}

func upperFirst(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if first == utf8.RuneError {
		return s // no letter
	}
	return string(unicode.ToUpper(first)) + s[size:]
}

// planCommand writes the queue owner's own command for the first plan.
func (p *page) planCommand(d *planDialog) {
	argv := d.first().Command
	if len(argv) == 0 {
		return
	}
	said := "the queue's own command:"
	if n := len(d.commands().runs); n > 1 {
		said = "the queue's own command, one of " + words.Number(n) + ":"
	}
	p.offered(said, argv)
}

// offered shows a command that notdone does not run unasked.
func (p *page) offered(said string, argv []string) {
	c := commandRun{argv: argv}
	p.blank()
	p.add(1, theme.Token{}, said)
	if c.hidden() {
		p.flow(3, 0, p.theme.Alarm, hiddenCommand)
		return
	}
	p.exact(3, p.theme.Key, c.line())
}

// controls returns the fields and buttons; on a small screen only the focused field,
// or the buttons.
func (d *planDialog) controls(m *Model) []string {
	p, t := m.dialogPage(), m.theme
	little, can := m.height < 9, len(d.allowed()) > 0
	if can && d.takesAnswer() && (!little || d.at == onAnswer) {
		d.answer.MaxHeight = min(answerLines, max(m.height-8, 1))
		d.answer.SetWidth(fieldRoom(p.width)) // which sets the height too
		p.entered("answer to the agent", d.answer.Value(), d.answer.View(), d.at == onAnswer)
	}
	if can && !d.undoing && (!little || d.at == onReason) {
		d.reason.SetWidth(fieldRoom(p.width) - 1)
		p.entered("reason", d.reason.Value(), d.reason.View(), d.at == onReason)
	}
	if !little || d.at == onCancel {
		tok := theme.Token{}
		if d.at == onCancel {
			tok = t.Selected
		}
		l := p.line().pad(1).put(tok, "[ Cancel ]").put(theme.Token{}, "   ")
		switch {
		case !can:
		case d.waiting():
			l.put(t.Faint, d.workingOut(t.Ellipsis))
		case d.at != onCancel:
			l.put(t.Faint, "apply: "+m.keys.name("pane.next")+" to the end, then "+m.keys.name("plan.apply"))
		case d.first().Missing != "":
			l.put(t.Faint, "apply: "+d.first().Missing)
		case m.settling != nil:
			l.put(t.Alarm, "applied in a moment; any key stops it")
		case !d.whole:
			l.put(t.Faint, "apply: when all of it was shown, "+m.keys.name("move.down")+" moves")
		case !d.gate.open:
			l.put(t.Faint, "apply: read it first "+t.Ellipsis)
		default:
			l.put(theme.Token{}, "apply: ").put(t.Key, m.keys.name("plan.apply"))
		}
		p.put(l)
	}
	return p.texts()
}

// fieldStart returns the column at which fields begin.
func fieldStart(width int) int { return min(22, width/2) }

// fieldRoom returns the width of fields.
func fieldRoom(width int) int { return max(width-fieldStart(width)-4, 2) }

// entered writes a field: its value, or while it has the focus the input's own view.
func (p *page) entered(name, value, drawn string, focused bool) {
	tok, lines := p.theme.Key, strings.Split(drawn, "\n")
	if !focused {
		tok, lines = p.theme.Faint, strings.Split(safe.Block(value, lineLimit), "\n")
		if len(lines) > answerLines {
			lines = append(lines[:answerLines-1], lines[answerLines-1]+p.theme.Ellipsis)
		}
	}
	for _, s := range lines {
		p.put(p.line().pad(1).put(p.theme.Faint, name).pad(fieldStart(p.width)).put(tok, "> ").put(theme.Token{}, s))
		name = ""
	}
}
