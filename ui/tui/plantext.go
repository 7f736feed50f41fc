package tui

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"notdone/model"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// fit writes the plan, and notes which lines of it have been on the screen.
func (d *planDialog) fit(m *Model) {
	d.below = d.controls(m)
	p := m.dialogPage()
	needed := p.plan(d, m.height)
	d.showDialog(m, p, len(d.below), needed)
}

// draw draws the plan over the screen below. The text scrolls; the fields and buttons
// beneath it are always visible.
func (d *planDialog) draw(m *Model, under func() []string) []string {
	label := "nothing is written yet"
	if n := d.reader.below(); n > 0 {
		if label = words.Count(n, "more line", "more lines") + " below"; d.at == onCancel {
			label += ", " + m.keys.name("move.down") + " moves"
		}
	}
	text := d.window(m.theme)
	if len(text)+len(d.below) < m.height-3 {
		text = append(text, blanks(m.dialogPage().width))
	}
	return d.overlay(m, under(), "Plan", label, append(text, d.below...), d.hints())
}

// leaveWord names the button that closes the plan and does nothing. Beside a plan that cancels a task
// "Cancel" could mean that.
func (d *planDialog) leaveWord() string {
	if d.action == model.ActionCancel && !d.undoing {
		return "Back"
	}
	return "Cancel"
}

// hints are the keys that do something now.
func (d *planDialog) hints() hints {
	all, first := hints{"view.back=" + strings.ToLower(d.leaveWord())}, d.first()
	switch {
	case d.at == onAnswer:
		return append(all, "input.accept=next field", "input.newline")
	case d.at == onReason:
		return append(all, "input.accept=next field")
	case first == nil:
		return all
	}
	if len(d.allowed()) > 0 {
		if d.whole && d.gate.open && first.Missing == "" {
			all = append(all, "plan.apply")
		}
		all = append(all, "plan.rows")
	}
	if first.Refused == "" && !d.undoing {
		all = append(all, "pane.next=next field")
	}
	switch {
	case len(first.Command) > 0:
		all = append(all, "command.copy=copy command", "command.run=run command")
	case len(first.FollowUp) > 0:
		all = append(all, "command.copy=copy command")
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
	switch n := len(d.subjects); {
	case n > 1 && d.picked:
		return verb + " " + words.Number(n) + " selected tasks"
	case n > 1:
		return report.PlanHeading(verb, n, d.cause)
	}
	s := &d.subjects[0]
	title := s.title
	if first := d.first(); first != nil && title == "" {
		title = first.Title
	}
	return verb + " " + safe.Line(s.ref.ID, idLimit) + "  " + safe.Line(title, lineLimit)
}

// queues names those of the tasks that the plan is about, on one line.
func (d *planDialog) queues() string {
	var all []string
	for i := range d.subjects {
		if q := safe.Line(d.subjects[i].ref.Queue, lineLimit); !slices.Contains(all, q) {
			all = append(all, q)
		}
	}
	return strings.Join(all, ", ")
}

// Heights of the terminal below which a plan is drawn closer.
const (
	lowHeight    = 16 // without blank lines
	littleHeight = 9  // with what changes above all else, and one field at a time
)

// maxWhole is the greatest number of tasks whose lines must all have been on the screen
// before a plan is applied. A longer list has a sentence for those that are alike; of the
// others, which are the first ones, so many must have been there.
const maxWhole = 20

// plan writes the whole plan for a terminal of a height, and returns how many of its first
// lines tell what will be applied.
func (p *page) plan(d *planDialog, height int) (needed int) {
	t, first, s := p.theme, d.first(), d.summary
	gap := func() {
		if height >= lowHeight {
			p.blank()
		}
	}
	if s != nil && s.Allowed > 0 && height < littleHeight {
		said := s.Sentence
		if len(s.Tasks) == 1 {
			said = s.Tasks[0].Moved
		}
		p.flow(1, 0, t.Title, said)
	}
	p.flow(1, 2, t.Title, d.heading(p.look))
	if d.hidden > 0 {
		p.flow(1, 2, t.Alarm, "the filter hides "+words.Count(d.hidden, "more selected task", "more selected tasks")+", to which nothing is done")
	}
	for _, s := range d.skipped {
		p.flow(1, 0, t.Faint, "not this one, which is newer: "+safe.Line(s, quoteLimit))
	}
	gap()
	switch {
	case d.waiting() && first == nil:
		p.add(1, t.Faint, d.workingOut(t.Ellipsis))
		return 0
	case first == nil:
		p.refusals(s)
		return 0
	}
	if d.changed != "" {
		p.flow(1, 2, t.Alarm, safe.Line("changed under you: was "+d.was+", now "+d.changed, quoteLimit))
	}
	n := len(d.plans)
	switch {
	case s.Allowed > 0:
		p.flow(1, 0, theme.Token{}, s.Sentence)
		if s.Allowed < n {
			p.flow(1, 2, t.Alarm, words.Count(s.Allowed, "task", "tasks")+" of "+words.Number(n)+" can be done, the others are left as they are")
		}
	case n == 1:
		p.flow(1, 4, t.Severity(model.SeverityError), safe.Line("It cannot be done: "+first.Refused, quoteLimit))
	default:
		p.flow(1, 2, t.Severity(model.SeverityError), "None of these "+words.Number(n)+" tasks can be done")
	}
	if s.Allowed < n && n > maxWhole {
		p.refusals(s)
	}
	if s.Allowed > 0 {
		p.planWarnings(d)
		gap()
		for _, l := range append(s.Lines, report.Line{Name: "queue", Text: d.queues(), Role: report.Faint}) {
			p.hang(p.line().pad(1).put(t.Faint, l.Name), 9, 0, p.role(l.Role), l.Text)
		}
		needed = len(p.lines)
	}
	if len(d.plans) > 1 {
		gap()
		needed = p.planTasks(d)
	} else if d.opened[0] {
		gap()
		p.target = 0
		p.planRows(d, 0, 1)
		p.target = nothing
	}
	p.planCommand(d)
	if argv := first.FollowUp; len(argv) > 0 {
		p.offered("afterwards, by your own hand:", argv)
	}
	if s.Allowed == 0 {
		return 0
	}
	return needed
}

// refusals writes why tasks cannot be acted on.
func (p *page) refusals(s *report.Summary) {
	for _, why := range s.Refusals {
		p.flow(3, 3, p.theme.Alarm, why)
	}
}

// planWarnings writes what is to be known before the plan is applied.
func (p *page) planWarnings(d *planDialog) {
	t, first := p.theme, d.first()
	if later := len(d.subjects) - len(d.plans); later > 0 {
		p.flow(1, 2, t.Alarm, words.Count(later, "further task is", "further tasks are")+
			" planned after these, and left as they are where that is no plan of a kind shown here")
	}
	if first.Action != d.action && !d.undoing {
		p.flow(1, 2, theme.Token{}, "planned as "+string(first.Action)+", which is the queue's own way here")
	}
	warnings := d.summary.Warnings
	if first.Missing != "" {
		warnings = append(slices.Clip(warnings), safe.Line(first.Missing, quoteLimit))
	}
	for _, w := range warnings {
		p.flow(1, 0, t.Severity(model.SeverityWarning), "! "+upperFirst(w))
	}
}

// workingOut describes the progress of the planning.
func (d *planDialog) workingOut(ellipsis string) string {
	if n := len(d.shown()); n > planChunk {
		return "working it out " + ellipsis + " " + words.Number(len(*d.coming)) + " of " + words.Number(n)
	}
	return "working it out " + ellipsis
}

// planTasks lists the tasks, those first that differ from most, and returns how many lines
// of the page must have been seen.
func (p *page) planTasks(d *planDialog) (needed int) {
	t, s := p.theme, d.summary
	head := words.Count(len(s.Tasks), "task", "tasks")
	switch {
	case s.Differing > 0 && s.Differing < len(s.Tasks):
		head += ", first " + words.Number(s.Differing) + " unlike most"
	case s.Differing == 0 && len(s.Tasks) > maxWhole:
		head += ", all alike"
	}
	p.add(1, t.Faint, head+"  "+p.keys.name("plan.rows")+": the rows of the one under the cursor")
	needed = len(p.lines)
	ids, moves, first, several := 0, 0, d.plans[s.Tasks[0].Index].Task.Queue, false
	for i := range s.Tasks {
		several = several || d.plans[s.Tasks[i].Index].Task.Queue != first
	}
	name := func(ref model.Ref) string {
		if several {
			return p.taskAmong(ref)
		}
		return safe.Line(ref.ID, idLimit)
	}
	for i := range s.Tasks {
		l := &s.Tasks[i]
		ids = max(ids, cells(name(d.plans[l.Index].Task)))
		moves = max(moves, cells(l.Moved))
	}
	ids, moves = min(ids, max(p.width/3, 12)), min(moves, p.width/2)
	for i := range s.Tasks {
		p.target = i
		l := &s.Tasks[i]
		plan := &d.plans[l.Index]
		sign, tok := " ", theme.Token{}
		switch {
		case l.Refused:
			sign, tok = t.Sign(model.SeverityError), t.Severity(model.SeverityError)
		case l.Differs:
			sign, tok = t.Sign(model.SeverityWarning), t.Severity(model.SeverityWarning)
		}
		row := p.line().pad(1).put(tok, sign+" ")
		row.put(theme.Token{}, newLine(ids, t.Ellipsis).put(theme.Token{}, name(plan.Task)).String()+"  ")
		room := p.width - 1 - moves - row.width - 2
		row.put(t.Faint, newLine(room, t.Ellipsis).put(theme.Token{}, safe.Line(plan.Title, lineLimit)).String())
		row.pad(p.width-1-moves).put(tok, l.Moved)
		p.put(row)
		if l.Note != "" {
			p.flow(5, 2, tok, l.Note)
		}
		if d.opened[i] {
			p.planRows(d, i, 5)
		}
		if i < maxWhole && (len(s.Tasks) <= maxWhole || l.Differs) {
			needed = len(p.lines)
		}
	}
	p.target = nothing
	return needed
}

// planRows writes what would be written for a task of the summary: each changed value and
// each new row on a line of its own, and what must still hold then.
func (p *page) planRows(d *planDialog, i, indent int) {
	t, where := p.theme, ""
	plan := &d.plans[d.summary.Tasks[i].Index].Planned
	column := min(25, p.width/3) + indent
	for _, c := range report.Changes(plan) {
		if c.Diff != nil {
			p.exact(indent, t.Faint, c.Where)
			for _, l := range c.Diff {
				p.exact(indent+1, p.role(l.Role), l.Text)
			}
			continue
		}
		head := p.line().pad(indent)
		if c.Where != where || c.Column == "" {
			head.put(t.Faint, c.Where)
		}
		if where = c.Where; p.width < narrowRows && head.width > indent {
			p.put(head)
			head = p.line()
		}
		if p.width < narrowRows {
			head.pad(indent + 2)
		} else {
			head.pad(max(column, head.width+1))
		}
		if c.Column == "" {
			p.hang(head, head.width, 0, theme.Token{}, c.New)
			continue
		}
		head.put(theme.Token{}, c.Column+" ")
		if p.width >= narrowRows {
			head.pad(min(50, 2*p.width/3))
		}
		p.hang(head, head.width, 0, theme.Token{}, c.Old+" "+t.Arrow+" "+c.New)
	}
	said := func(name string, tok theme.Token, texts []string) {
		for _, text := range texts {
			p.hang(p.line().pad(indent).put(t.Faint, name), indent+8, 0, tok, safe.Line(text, quoteLimit))
			name = ""
		}
	}
	if len(d.plans) > 1 {
		said("then", theme.Token{}, plan.Effects)
	}
	said("only if", t.Faint, plan.Guards)
	if len(plan.Changes) == 0 {
		p.flow(indent, 2, t.Faint, "no row is written")
	}
}

// narrowRows is the least width at which the parts of a changed value stand in columns.
const narrowRows = 60

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
	little, can := m.height < littleHeight, len(d.allowed()) > 0
	if d.canType() && d.takesAnswer() && (!little || d.at == onAnswer) {
		d.answer.MaxHeight = min(answerLines, max(m.height-8, 1))
		d.answer.SetWidth(fieldRoom(p.width)) // which sets the height too
		if m.height >= lowHeight {
			p.met(d.met)
		}
		p.entered("answer to the agent", d.answer.Value(), d.answer.View(), d.at == onAnswer)
	}
	if d.canType() && (!little || d.at == onReason) {
		d.reason.SetWidth(fieldRoom(p.width) - 1)
		p.entered("reason", d.reason.Value(), d.reason.View(), d.at == onReason)
	}
	if !little || d.at == onCancel {
		tok := theme.Token{}
		if d.at == onCancel {
			tok = t.Chosen
		}
		l := p.line().pad(1).put(tok, "[ "+d.leaveWord()+" ]").put(theme.Token{}, "   ")
		if p.width < tightControls {
			l = p.line().put(tok, "["+d.leaveWord()+"]").put(theme.Token{}, " ")
		}
		way := d.wayToUnseen()
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
		case !d.whole && p.width < narrowRows:
			l.put(t.Faint, "more: "+m.keys.name(way))
		case !d.whole:
			l.put(t.Faint, "apply: when all of it was shown, "+m.keys.name(way)+" moves")
		case !d.gate.open:
			l.put(t.Faint, "apply: read it first "+t.Ellipsis)
		default:
			l.put(theme.Token{}, "apply: ").put(t.Key, m.keys.name("plan.apply"))
		}
		p.put(l)
	}
	return p.texts()
}

// tightControls is the least width at which the button has blanks around it.
const tightControls = 24

// fieldStart returns the column at which fields begin.
func fieldStart(width int) int { return min(22, width/2) }

// saidLines is the greatest number of lines of what an answer is to.
const saidLines = 2

// met writes what the agent said, or what notdone saw, above the field of the answer.
func (p *page) met(o *model.Obstacle) {
	if o == nil || strings.TrimSpace(o.Text) == "" {
		return
	}
	name := "the agent said"
	if o.Own {
		name = "obstacle"
	}
	start := fieldStart(p.width)
	tok, text := p.obstacleWords(o, quoteLimit)
	p.broken(p.line().pad(1).put(p.theme.Faint, name), start, tok, wrap(text, p.width-start-1, saidLines, p.theme.Ellipsis))
}

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
		p.put(p.line().pad(1).put(p.theme.Faint, name).put(theme.Token{}, " ").pad(fieldStart(p.width)).put(tok, "> ").put(theme.Token{}, s))
		name = ""
	}
}
