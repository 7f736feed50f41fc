package tui

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// dialogWidth is the most that a dialog needs; more would be hard to read.
const dialogWidth = 100

// fit writes what would change, and notes what of it was on the screen.
func (d *planDialog) fit(m *Model) {
	k, width := m.look(), max(min(m.width, dialogWidth)-2, 0)
	d.below = k.planControls(d, m, width)
	p := k.planText(d, width)
	d.show(p, min(m.height-3-len(d.below), len(p.text)))
	d.whole = saw(d.seen, &d.reader, min(d.needed, len(p.text)))
}

// draw draws the plan over what is behind it: what would change above, what can
// be entered and pressed below, where it is always in sight.
func (d *planDialog) draw(m *Model, under func() []string) []string {
	width := max(min(m.width, dialogWidth)-2, 0)
	label := "nothing is written yet"
	if n := d.reader.below(); n > 0 {
		label = words.Count(n, "more line", "more lines") + " below, " + m.keys.name("move.down") + " moves"
	}
	text := slices.Clone(d.window(m.theme))
	if len(text)+len(d.below) < m.height-3 {
		text = append(text, blanks(width))
	}
	return m.overlay(under(), "Plan", label, append(text, d.below...), m.footer(&d.find, d.hints()))
}

// overlay lays a dialog with a footer over the middle of the screen.
func (m *Model) overlay(under []string, title, label string, text []string, foot string) []string {
	if m.height < 2 {
		return under
	}
	box := m.look().frame(title, label, text, min(m.width, dialogWidth), len(text)+2, true)
	if len(box) == 0 {
		return append(slices.Repeat([]string{blanks(m.width)}, m.height-1), foot)
	}
	x, y := max((m.width-min(m.width, dialogWidth))/2, 0), max((m.height-1-len(box))/2, 0)
	canvas := lipgloss.NewCanvas(m.width, m.height-1)
	canvas.Compose(lipgloss.NewCompositor(
		lipgloss.NewLayer(strings.Join(under, "\n")).ID("under"),
		lipgloss.NewLayer(strings.Join(box, "\n")).ID(title).X(x).Y(y).Z(1),
	))
	return append(strings.Split(canvas.Render(), "\n"), foot)
}

// hints are the keys that do something now.
func (d *planDialog) hints() hints {
	first := d.first()
	fields := first != nil && first.Refused == "" && !d.undoing
	switch d.at {
	case onAnswer:
		return hints{{"cancel", []string{"view.back"}}, {"next field", []string{"input.accept"}}, {"new line", []string{"input.newline"}}}
	case onCancel, numPlaces:
	case onReason:
		return hints{{"cancel", []string{"view.back"}}, {"next field", []string{"input.accept"}}}
	}
	all := hints{{"cancel", []string{"view.back"}}}
	if len(d.allowed()) > 0 && d.whole && d.gate.open {
		all = append(all, of("plan.apply")...)
	}
	if fields {
		all = append(all, hint{"next field", []string{"pane.next"}})
	}
	if first != nil && len(first.Command) > 0 {
		all = append(all, of("command.copy")...)
		all = append(all, hint{"run it, asked first", []string{"command.run"}})
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
		if d.undoing {
			return verb + " " + words.Count(n, "task", "tasks")
		}
		return verb + " " + d.left.of(n) + " of one cause"
	}
	s := &d.subjects[0]
	return verb + " " + safe.Line(s.ref.ID, idLimit) + "  " + safe.Line(s.title, lineLimit)
}

// planText is what the plan says, in full.
func (k look) planText(d *planDialog, width int) *page {
	p, t := &page{k: k, width: width}, k.theme
	d.needed = 0
	p.flow(1, 2, t.Title, d.heading(k))
	p.add(1, t.Faint, safe.Line(d.subjects[0].ref.Queue, lineLimit))
	for _, s := range d.skipped {
		p.flow(1, 0, t.Faint, "not this one, which is newer: "+safe.Line(s, quoteLimit))
	}
	p.blank()
	first := d.first()
	switch {
	case d.waiting && first == nil:
		p.add(1, t.Faint, d.workingOut(t.Ellipsis))
		return p
	case first == nil:
		for _, err := range d.errs {
			p.flow(1, 3, t.Alarm, safe.Line(said(err), quoteLimit))
		}
		return p
	}
	if d.changed != "" {
		p.flow(1, 2, t.Alarm, safe.Line("changed under you: was "+d.was+", now "+d.changed, quoteLimit))
		p.blank()
	}
	if len(d.subjects) > 1 {
		k.planCount(p, d)
	}
	if first.Refused != "" {
		p.flow(1, 4, t.Severity(model.SeverityError), safe.Line("It cannot be done: "+first.Refused, quoteLimit))
		k.planCommand(p, d)
		return p
	}
	if first.Action != d.action && !d.undoing {
		p.flow(1, 2, theme.Token{}, "planned as "+string(first.Action)+", which is the queue's own way for this task")
		p.blank()
	}
	if first.Warning != "" {
		p.flow(1, 0, t.Severity(model.SeverityWarning), safe.Line("! "+upperFirst(first.Warning), quoteLimit))
		p.blank()
	}
	k.planChanges(p, first)
	for _, l := range report.Consequences(first) {
		p.flowField(1, 11, k.theme.Faint, l.Name, k.role(l.Role), l.Text)
	}
	d.needed = len(p.text)
	k.planCommand(p, d)
	return p
}

// workingOut says how far the planning is.
func (d *planDialog) workingOut(ellipsis string) string {
	if n := len(d.subjects); n > planChunk {
		return "working it out " + ellipsis + " " + words.Number(len(d.coming.plans)) + " of " + words.Number(n)
	}
	return "working it out " + ellipsis
}

// planCount says for how many tasks of a cause the plan can be applied, and
// for each reason why one cannot how many it keeps from it.
func (k look) planCount(p *page, d *planDialog) {
	can := len(d.allowed())
	p.add(1, theme.Token{}, words.Count(can, "task", "tasks")+" of "+words.Number(len(d.subjects))+" can be done; what is written is shown for "+safe.Line(d.first().Task.ID, idLimit))
	if left := d.left.leave(); left != "" {
		p.flow(1, 2, k.theme.Alarm, left)
	}
	var whys []string
	ids := map[string][]string{}
	for i := range d.plans {
		why := d.plans[i].Refused
		if d.errs[i] != nil {
			why = d.errs[i].Error()
		}
		if why == "" {
			continue
		}
		if ids[why] == nil {
			whys = append(whys, why)
		}
		ids[why] = append(ids[why], d.subjects[i].ref.ID)
	}
	for _, why := range whys {
		who := ids[why][0]
		if more := len(ids[why]) - 1; more > 0 {
			who += " and " + words.Number(more) + " more"
		}
		p.flow(3, 2, k.theme.Faint, safe.Line(who+": "+why, quoteLimit))
	}
	k.planKinds(p, d)
	p.blank()
}

// planKinds tells plans apart that do not all do the same, or warn of the same.
func (k look) planKinds(p *page, d *planDialog) {
	var kinds []string
	n := map[string]int{}
	for _, plan := range d.allowed() {
		kind := plan.Was + " " + k.theme.Arrow + " " + plan.Now
		if plan.Warning != "" {
			kind += "  ! " + plan.Warning
		}
		if n[kind]++; n[kind] == 1 {
			kinds = append(kinds, kind)
		}
	}
	for _, kind := range kinds {
		if len(kinds) > 1 {
			p.flow(3, 3, theme.Token{}, safe.Line(words.Count(n[kind], "task", "tasks")+": "+kind, quoteLimit))
		}
	}
}

// planChanges lists what would be written, a value that changes on a line of
// its own, a new row as one.
func (k look) planChanges(p *page, plan *board.Planned) {
	t, where := k.theme, ""
	column := min(26, p.width/3)
	for _, c := range report.Changes(plan) {
		head := newLine(p.width, t.Ellipsis).pad(2)
		if c.Where != where || c.Column == "" {
			head.put(t.Faint, c.Where)
		}
		where = c.Where
		if c.Column == "" {
			for _, s := range wrap(c.New, p.width-column-1, 4, t.Ellipsis) {
				p.text = append(p.text, head.pad(column).put(theme.Token{}, strings.TrimRight(s, " ")).String())
				head = newLine(p.width, t.Ellipsis)
			}
			continue
		}
		head.pad(column).put(theme.Token{}, c.Column+" ").pad(min(50, 2*p.width/3))
		becomes := " " + t.Arrow + " " + c.New
		room := head.max - head.width
		head.put(t.Faint, ansi.Truncate(c.Old, max(room-cells(becomes), room/2), t.Ellipsis)).put(theme.Token{}, becomes)
		p.text = append(p.text, head.String())
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

// planCommand shows the owner's own command, that of the plan which is shown.
func (k look) planCommand(p *page, d *planDialog) {
	n := 0
	for i := range d.plans {
		if d.errs[i] == nil && len(d.plans[i].Command) > 0 {
			n++
		}
	}
	c := commandRun{argv: d.first().Command}
	if len(c.argv) == 0 {
		return
	}
	p.blank()
	said := "the queue's own command:"
	if n > 1 {
		said = "the queue's own command, one of " + words.Number(n) + ":"
	}
	p.add(1, theme.Token{}, said)
	if c.hidden() {
		p.flow(3, 0, k.theme.Alarm, hiddenCommand)
		return
	}
	p.exact(3, k.theme.Key, c.line())
}

// planControls are the fields and the buttons; where there is little room only
// the field that has the cursor, or the buttons.
func (k look) planControls(d *planDialog, m *Model, width int) []string {
	p, t := &page{k: k, width: width}, k.theme
	little := m.height < 9
	if len(d.allowed()) > 0 && !d.undoing {
		if d.takesAnswer() && (!little || d.at == onAnswer) {
			d.answer.MaxHeight = min(answerLines, max(m.height-8, 1))
			d.answer.SetWidth(fieldRoom(width)) // which sets the height too
			k.planField(p, "answer to the agent", d.answer.Value(), d.answer.View(), d.at == onAnswer)
		}
		if !little || d.at == onReason {
			d.reason.SetWidth(fieldRoom(width) - 1)
			k.planField(p, "reason", d.reason.Value(), d.reason.View(), d.at == onReason)
		}
	}
	if little && d.at != onCancel {
		return p.text
	}
	buttons := newLine(width, t.Ellipsis)
	tok := theme.Token{}
	if d.at == onCancel {
		tok = t.Selected
	}
	buttons.pad(1).put(tok, "[ Cancel ]").put(theme.Token{}, "   ")
	if len(d.allowed()) > 0 {
		switch {
		case d.waiting:
			buttons.put(t.Faint, d.workingOut(t.Ellipsis))
		case d.at != onCancel:
			buttons.put(t.Faint, "apply: "+k.keys.name("pane.next")+" to the end, then "+k.keys.name("plan.apply"))
		case m.settling != nil:
			buttons.put(t.Alarm, "applied in a moment; any key stops it")
		case !d.whole:
			buttons.put(t.Faint, "apply: when all of it was shown, "+k.keys.name("move.down")+" moves")
		case !d.gate.open:
			buttons.put(t.Faint, "apply: read it first "+t.Ellipsis)
		default:
			buttons.put(theme.Token{}, "apply: ").put(t.Key, k.keys.name("plan.apply"))
		}
	}
	return append(p.text, buttons.String())
}

// fieldStart is where fields begin in a dialog.
func fieldStart(width int) int { return min(22, width/2) }

// fieldRoom is how wide they are.
func fieldRoom(width int) int { return max(width-fieldStart(width)-4, 2) }

// planField is a field: its value, or what its input draws while it has the cursor.
func (k look) planField(p *page, name, value, drawn string, focused bool) {
	lines := strings.Split(drawn, "\n")
	if !focused {
		lines = strings.Split(safe.Block(value, lineLimit), "\n")
		lines = lines[:min(len(lines), answerLines)]
	}
	for i, s := range lines {
		l := newLine(p.width, k.theme.Ellipsis)
		if i == 0 {
			l.pad(1).put(k.theme.Faint, name)
		}
		l.pad(fieldStart(p.width))
		if focused {
			l.put(k.theme.Key, "> ").put(theme.Token{}, s)
		} else {
			l.put(k.theme.Faint, "> ").put(theme.Token{}, s)
		}
		p.text = append(p.text, l.String())
	}
}
