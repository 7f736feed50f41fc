package tui

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// why writes the first view: what the queue says, what notdone says, and the findings
// with their evidence.
func (p *page) why(d *detail) {
	r, t := d.row, p.theme
	p.flow(1, 3, t.Title, safe.Line(r.Title, quoteLimit))
	p.add(1, t.Faint, safe.Line(p.join(p.readerOf(r.Source), r.Queue, r.ID), lineLimit))
	p.blank()
	p.field(words.Recorder(r.Source)+" says", safe.Line(p.recorded(r), lineLimit))
	judged := p.inner().pad(1).put(t.Faint, "notdone says").pad(15).put(t.State(r.State), t.Glyph(r.State)+" "+longWord(r.State))
	headline := safe.Line(r.Headline, lineLimit)
	if r.Obstacle != nil && report.SameSaid(r.Headline, r.Obstacle.Name) {
		headline = "" // it is the heading of the obstacle
	}
	p.put(judged.put(theme.Token{}, " "+t.Dot+" "+p.join(gradeWord(r.Grade), headline)).extend(p.width))
	if !r.FirstJudged.IsZero() {
		p.field("first judged", words.Past(r.FirstJudged, p.now)+" ago")
	}
	p.blank()
	p.heading("WHY")
	p.obstacle(d)
	for at := range r.Findings {
		p.finding(d, at)
	}
	p.target = nothing
	if len(r.Findings) == 0 && r.Obstacle == nil {
		p.flow(2, 3, t.Faint, p.unexplained(r))
	}
	p.sameCause(d)
	p.actions(r)
	if d.err != nil {
		p.blank()
		p.flow(1, 0, t.Alarm, safe.Line("the rest could not be read: "+d.err.Error(), quoteLimit))
	}
}

// unexplained says why a task without findings has its state.
func (p *page) unexplained(r *model.Row) string {
	said := map[model.State]string{
		model.StateBlocked: "the queue says that it is blocked, and nobody recorded why",
		model.StateFailed:  "the queue says that it failed" + p.inWords(r.Headline),
		model.StateDone:    "nothing speaks against what the queue says; that verifies nothing",
	}[r.State]
	return cmp.Or(said, "nothing was found"+p.inWords(r.Headline))
}

func (p *page) inWords(headline string) string {
	if headline == "" {
		return ""
	}
	return ": " + safe.Line(headline, lineLimit)
}

// actions lists the actions on the task, and why some are not allowed.
func (p *page) actions(r *model.Row) {
	if len(r.Actions) == 0 && len(r.Resume) == 0 {
		return
	}
	p.blank()
	p.heading("WHAT YOU CAN DO")
	all, widest := report.Actions(r.Actions), 0
	keys := make([]string, len(all))
	for i := range all {
		if v := p.keys.verb(r.Actions[i].Name); v != nil {
			keys[i], all[i].Name = p.keys.first(p.keys.begins(v, r)), v.name()
		}
		widest = max(widest, cells(all[i].Name))
	}
	one := func(key string, tok theme.Token, name, text string) {
		p.put(p.inner().pad(2).put(p.theme.Key, key).pad(5).put(tok, name).pad(max(16, widest+7)).put(p.theme.Faint, text).extend(p.width))
	}
	for i, said := range all {
		one(keys[i], p.role(said.Role), said.Name, said.Text)
	}
	if len(r.Resume) > 0 {
		one(p.keys.name("session.resume"), theme.Token{}, "resume", safe.Line(safe.Command(r.Resume), quoteLimit))
	}
}

// sameCause writes how many tasks have the same obstacle, and offers to show them.
func (p *page) sameCause(d *detail) {
	g := d.drawn.cause
	if g == nil || g.Tasks < 2 {
		return
	}
	p.blank()
	p.put(p.line().pad(1).put(p.theme.Title, "SAME CAUSE  ").put(p.theme.Key, p.keys.name("entry.open")).put(p.theme.Faint, " shows its tasks"))
	pane, row := d.row.State.Pane(), d.row
	p.at(stop{nothing, func(m *Model) tea.Cmd { return m.showCause(pane, row, g) }})
	label, _ := p.groupLabel(g)
	p.put(p.line().pad(2).put(theme.Token{}, label+"   "+p.groupSum(g)))
	p.target = nothing
}

// showCause goes to the board and shows the tasks of a cause there.
func (m *Model) showCause(pane model.Pane, row *model.Row, g *board.Group) tea.Cmd {
	for topmost[*detail](m) != nil {
		if d, ok := m.top().(*detail); ok {
			d.close()
		}
		m.pop()
	}
	b := m.board
	b.focus = pane
	p := b.current()
	p.cursor, p.moved = item{group: g}, true
	p.setOpen(true)
	m.notice = "the tasks of the cause of " + safe.Line(row.ID, idLimit)
	return nil
}

// recorded returns the status in the queue, its age, the worker and the attempts.
func (p *page) recorded(r *model.Row) string {
	said := words.Recorded(r.Source, r.Recorded)
	if r.OnHold() != nil {
		said += ", on hold"
	}
	if age := words.Past(r.Since(), p.now); age != "" {
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

// obstacle writes what is in the task's way, in the words of whoever said so.
func (p *page) obstacle(d *detail) {
	o := d.row.Obstacle
	if o == nil {
		return
	}
	p.at(stop{nothing, d.openEvidence(o.Where, o.Text)})
	l := p.inner().pad(1).put(p.theme.State(d.row.State), "obstacle").pad(11)
	p.put(l.put(p.theme.Title, report.CutName(safe.Line(o.Name, lineLimit), l.max-l.width)).extend(p.width))
	if o.Text != "" && !report.SameSaid(o.Text, o.Name) {
		tok, said := p.obstacleWords(o, 4<<10)
		p.flow(13, 8, tok, said)
	}
	kind := ""
	if o.Kind != model.KindUnknown {
		kind = o.Kind.String()
	}
	p.flow(13, 3, p.theme.Faint, safe.Line(p.join(kind, o.Where), lineLimit))
}

// finding writes a finding, and the key that takes its mark back. The cursor stops on it,
// and on each further piece of its evidence.
func (p *page) finding(d *detail, at int) {
	f, t := &d.row.Findings[at], p.theme
	right := d.markedRight(at)
	said := report.Finding(f, d.row.Actions, right, p.now)
	tok := t.Severity(f.Severity)
	if f.Discounted {
		tok = t.Faint
	}
	evidence := 0
	stopAt := func() {
		s := stop{finding: at}
		if evidence < len(f.Evidence) {
			e := f.Evidence[evidence]
			if s.open = d.openEvidence(e.Where, e.Quote); e.Task != nil {
				s.open = func(m *Model) tea.Cmd { return m.openLinked(*e.Task, "") }
			}
		}
		p.at(s)
	}
	stopAt()
	p.hang(p.line().pad(1).put(tok, said[0].Name), 11, 4, theme.Token{}, said[0].Text)
	contrary := ""
	switch {
	case right:
		contrary = "finding.wrong"
	case f.Dismissed != "":
		contrary = "finding.right"
	}
	told := ""
	if d.row.Obstacle != nil {
		told = d.row.Obstacle.Text
	}
	again := false
	for i, l := range said[1:] {
		if l.Where > evidence {
			evidence = l.Where
			stopAt()
		}
		if l.Role == report.Quote || l.Role == report.Own {
			if again = report.SameSaid(l.Text, told); again {
				continue
			}
			told = l.Text
			_, l.Text = p.words(l.Text, l.Role == report.Own)
		} else if again {
			again, l.Text = false, p.join(l.Text, "the same words")
		}
		p.flow(13, 4, p.role(l.Role), l.Text)
		if i == 0 && contrary != "" {
			p.add(13, t.Faint, p.keys.name(contrary)+" undoes that")
		}
	}
}
