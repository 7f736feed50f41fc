package tui

import (
	"strings"

	"charm.land/bubbles/v2/textinput"
	"github.com/charmbracelet/x/ansi"

	"notdone/model"
	"notdone/model/board"
	"notdone/source"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// dialogWidth is the most that a dialog needs; more would be hard to read.
const dialogWidth = 100

// lines draws the open plan over what is behind it: what would change above,
// what can be entered and pressed below, where it is always in sight.
func (d *planDialog) lines(m *Model, behind []string) []string {
	k, width := m.look(), max(min(m.width, dialogWidth)-2, 0)
	below := k.planControls(d, width, m.height < 9)
	above := k.planText(d, width)
	room := min(max(m.height-3-len(below), 0), len(above)+1)
	d.scroll = min(d.scroll, max(len(above)-room, 0))
	label := "nothing is written yet"
	if d.scroll+room < len(above) {
		label = "more below, j moves"
	}
	above = above[d.scroll:]
	if len(above) > room {
		above = above[:room]
	}
	for len(above) < room {
		above = append(above, blanks(width))
	}
	text := append(above, below...)
	lines := overlay(behind, k.frame("Plan", label, text, width+2, len(text)+2, true), m.width, m.height-1)
	return append(lines, m.foot(d.hints(m)))
}

// foot is a footer of keys.
func (m *Model) foot(hints [][2]string) string {
	t := &m.opt.Theme
	l := newLine(m.width, t.Ellipsis).put(theme.Token{}, " ")
	for _, h := range hints {
		l.put(t.Key, h[0]).put(t.Faint, " "+h[1]+"  ")
	}
	return l.String()
}

// overlay lays a box over the middle of a screen of the given size.
func overlay(behind, box []string, width, height int) []string {
	out := make([]string, height)
	for i := range out {
		out[i] = blanks(width)
		if i < len(behind) {
			out[i] = behind[i]
		}
	}
	if len(box) == 0 {
		return out
	}
	wide := ansi.StringWidth(box[0])
	x, y := max((width-wide)/2, 0), max((height-len(box))/2, 0)
	for i, l := range box {
		if y+i < height {
			out[y+i] = ansi.Cut(out[y+i], 0, x) + l + ansi.Cut(out[y+i], x+wide, width)
		}
	}
	return out
}

// hints are the keys that do something now.
func (d *planDialog) hints(m *Model) [][2]string {
	keys := &m.opt.Keys
	hints := [][2]string{{keys.Back.Help().Key, "cancel"}}
	if len(d.allowed()) > 0 && d.typing() == nil {
		hints = append(hints, [2]string{keys.Confirm.Help().Key, "apply"})
	}
	if first := d.first(); first != nil && first.Refused == "" && d.undoes == nil {
		hints = append(hints, [2]string{keys.Next.Help().Key, "next field"})
	}
	if first := d.first(); first != nil && len(first.Command) > 0 && d.typing() == nil {
		hints = append(hints, [2]string{keys.Copy.Help().Key, "copy the command"}, [2]string{keys.Run.Help().Key, "run it"})
	}
	return hints
}

// heading says what is to be done to which task.
func (d *planDialog) heading() string {
	verb := deeds[d.action].verb
	if d.undoes != nil {
		verb = "Take back " + string(d.undoes.Request.Action) + " of"
	}
	if n := len(d.subjects); n > 1 {
		return verb + " " + d.left.of(n) + " of one cause"
	}
	s := &d.subjects[0]
	return verb + " " + safe.Line(s.ref.ID, 64) + "  " + safe.Line(s.title, lineLimit)
}

// planText is what the plan says, in full.
func (k look) planText(d *planDialog, width int) []string {
	p, t := &page{k: k, width: width}, k.theme
	p.flow(1, 2, t.Title, d.heading())
	p.add(1, t.Faint, safe.Line(d.subjects[0].ref.Queue, lineLimit))
	p.blank()
	first := d.first()
	switch {
	case d.waiting && first == nil:
		p.add(1, t.Faint, d.workingOut(t.Ellipsis))
		return p.text
	case first == nil:
		for _, err := range d.errs {
			p.flow(1, 3, t.Alarm, safe.Line(said(err), quoteLimit))
		}
		return p.text
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
		k.planCommand(p, first.Command)
		return p.text
	}
	if first.Action != d.action && d.undoes == nil {
		p.flow(1, 2, theme.Token{}, "planned as "+string(first.Action)+", which is the queue's own way for this task")
		p.blank()
	}
	k.planChanges(p, d, first.Changes)
	k.planNotes(p, first)
	k.planCommand(p, first.Command)
	return p.text
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
	p.add(1, theme.Token{}, words.Count(can, "task", "tasks")+" of "+words.Number(len(d.subjects))+" can be done; the first one is shown")
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
	p.blank()
}

// planChanges lists what would be written, a value that changes on a line of
// its own, a new row as one.
func (k look) planChanges(p *page, d *planDialog, changes []source.Change) {
	t := k.theme
	for i := 0; i < len(changes); {
		c := &changes[i]
		if !c.Added {
			l := newLine(p.width, t.Ellipsis)
			l.pad(2)
			if i == 0 || changes[i-1].Added || changes[i-1].Table != c.Table || changes[i-1].Row != c.Row {
				l.put(t.Faint, safe.Line(c.Table+" "+c.Row, 64))
			}
			l.pad(min(26, p.width/3)).put(theme.Token{}, safe.Line(c.Column, 64)+" ").pad(min(50, 2*p.width/3))
			becomes := " " + t.Arrow + " " + valueWord(c.New, c.NewNull)
			room := l.max - l.width
			l.put(t.Faint, ansi.Truncate(valueWord(c.Old, c.OldNull), max(room-cells(becomes), room/2), t.Ellipsis)).put(theme.Token{}, becomes)
			p.text = append(p.text, l.String())
			i++
			continue
		}
		parts, rest := []string{"+"}, []string(nil)
		from := i
		for ; i < len(changes) && changes[i].Added && changes[i].Table == c.Table && changes[i].Row == c.Row; i++ {
			if !changes[i].NewNull {
				part := safe.Line(changes[i].Column, 64) + "=" + valueWord(changes[i].New, false)
				if v := changes[i].New; v == d.subjects[0].ref.ID || strings.Trim(v, "0123456789") == "" {
					rest = append(rest, part) // ids and times, which say least
				} else {
					parts = append(parts, part)
				}
			}
		}
		head := newLine(p.width, t.Ellipsis)
		head.pad(2).put(t.Faint, safe.Line(changes[from].Table, 64))
		indent := min(26, p.width/3)
		for _, s := range wrap(strings.Join(append(parts, rest...), " "), p.width-indent-1, 4, t.Ellipsis) {
			p.text = append(p.text, head.pad(indent).put(theme.Token{}, strings.TrimRight(s, " ")).String())
			head = newLine(p.width, t.Ellipsis)
		}
	}
	p.blank()
}

func valueWord(v string, null bool) string {
	switch {
	case null:
		return "nothing"
	case v == "":
		return `""`
	}
	return safe.Line(v, 200)
}

// planNotes are the warning, the guards, what follows, and what the agent sees.
func (k look) planNotes(p *page, plan *board.Planned) {
	t := k.theme
	if plan.Warning != "" {
		p.flow(1, 3, t.Severity(model.SeverityWarning), safe.Line("! "+upperFirst(plan.Warning), quoteLimit))
	}
	if plan.AgentSees {
		p.add(1, theme.Token{}, "The agent will read the answer.")
	}
	for _, e := range plan.Effects {
		p.flow(1, 3, theme.Token{}, safe.Line(upperFirst(e), quoteLimit))
	}
	for i, g := range plan.Guards {
		head := "        "
		if i == 0 {
			head = "only if "
		}
		p.flow(1, 2, t.Faint, head+safe.Line(g, quoteLimit))
	}
	switch {
	case plan.Undo != "":
		p.add(1, t.Faint, "It can be taken back "+safe.Line(plan.Undo, quoteLimit)+".")
	case plan.Undoes() == "":
		p.add(1, t.Faint, "It cannot be taken back.")
	}
	if plan.Request.Actor != "" {
		p.add(1, t.Faint, "signed "+safe.Line(plan.Request.Actor, 64))
	}
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// planCommand shows the owner's own command.
func (k look) planCommand(p *page, argv []string) {
	if len(argv) == 0 {
		return
	}
	p.blank()
	p.add(1, theme.Token{}, "the queue's own command:")
	p.flow(3, 3, k.theme.Key, safe.Line(safe.Command(argv), quoteLimit))
}

// planControls are the fields and the buttons; where there is little room only
// the field that has the cursor.
func (k look) planControls(d *planDialog, width int, little bool) []string {
	p, t := &page{k: k, width: width}, k.theme
	if len(d.allowed()) > 0 && d.undoes == nil {
		if d.takesAnswer() && (!little || d.at == onAnswer) {
			k.planField(p, "answer to the agent", &d.answer, d.at == onAnswer)
		}
		if !little || d.at == onReason {
			k.planField(p, "reason", &d.reason, d.at == onReason)
		}
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
		case d.typing() != nil:
			buttons.put(t.Faint, "apply: tab to the end, then "+k.keys.Confirm.Help().Key)
		default:
			buttons.put(theme.Token{}, "apply: ").put(t.Key, k.keys.Confirm.Help().Key)
		}
	}
	return append(p.text, buttons.String())
}

func (k look) planField(p *page, name string, in *textinput.Model, focused bool) {
	l := newLine(p.width, k.theme.Ellipsis)
	l.pad(1).put(k.theme.Faint, name).pad(min(22, p.width/2))
	room := max(p.width-l.width-2, 0)
	if !focused {
		l.put(k.theme.Faint, "> ").put(theme.Token{}, safe.Line(in.Value(), lineLimit))
		p.text = append(p.text, l.String())
		return
	}
	l.put(k.theme.Key, "> ")
	l.input(in, room-2)
	p.text = append(p.text, l.String())
}
