package tui

import (
	"strings"

	"notdone/model"
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
	p.add(1, t.Faint, safe.Line(p.join(r.Source, r.Queue, r.ID), lineLimit))
	p.blank()
	p.field("queue says", safe.Line(p.recorded(r), lineLimit))
	judged := p.line().pad(1).put(t.Faint, "notdone says").pad(15).put(t.State(r.State), t.Glyph(r.State)+" "+longWord(r.State))
	p.put(judged.put(theme.Token{}, " "+t.Dot+" "+p.join(gradeWord(r.Grade), safe.Line(r.Headline, lineLimit))))
	if !r.FirstJudged.IsZero() {
		p.field("first judged", words.Past(r.FirstJudged, p.now)+" ago")
	}
	p.obstacle(r)
	p.blank()
	p.heading("WHY")
	for p.target = range r.Findings {
		p.finding(d, p.target)
	}
	p.target = nothing
	if len(r.Findings) == 0 {
		p.add(2, t.Faint, "nothing was found against what the queue says; that verifies nothing")
	}
	p.actions(r)
	if d.err != nil {
		p.blank()
		p.flow(1, 0, t.Alarm, safe.Line("the rest could not be read: "+d.err.Error(), quoteLimit))
	}
	p.sameCause(d)
}

// actions lists the actions on the task, and why some are not allowed.
func (p *page) actions(r *model.Row) {
	if len(r.Actions) == 0 && len(r.Resume) == 0 {
		return
	}
	p.blank()
	p.heading("WHAT YOU CAN DO")
	one := func(key string, tok theme.Token, name, text string) {
		p.put(p.line().pad(2).put(p.theme.Key, key).pad(5).put(tok, name).pad(16).put(p.theme.Faint, text))
	}
	for i, said := range report.Actions(r.Actions) {
		key := ""
		if v := p.keys.verb(r.Actions[i].Name); v != nil {
			key = p.keys.first(p.keys.begins(v, r))
		}
		one(key, p.role(said.Role), said.Name, said.Text)
	}
	if len(r.Resume) > 0 {
		one(p.keys.name("session.resume"), theme.Token{}, "resume", safe.Line(safe.Command(r.Resume), quoteLimit))
	}
}

// sameCause writes how many tasks have the same obstacle.
func (p *page) sameCause(d *detail) {
	g := d.drawn.cause
	if g == nil || g.Tasks < 2 {
		return
	}
	p.blank()
	p.heading("SAME CAUSE")
	label, _ := p.groupLabel(g)
	p.add(2, theme.Token{}, label+"   "+p.groupSum(g))
}

// recorded returns the status in the queue, its age, the worker and the attempts.
func (p *page) recorded(r *model.Row) string {
	said := r.Recorded
	if said == "" {
		said = "nothing"
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

func (p *page) obstacle(r *model.Row) {
	if r.Obstacle == nil {
		return
	}
	p.blank()
	p.heading("OBSTACLE  " + safe.Line(r.Obstacle.Name, lineLimit))
	if r.Obstacle.Text != "" {
		p.flow(4, 8, p.theme.Quote, p.quoted(safe.Line(strings.TrimSpace(r.Obstacle.Text), 4<<10)))
	}
	p.add(4, p.theme.Faint, safe.Line(p.join(r.Obstacle.Kind.String(), r.Obstacle.Where), lineLimit))
}

// finding writes a finding, and the key that takes its mark back.
func (p *page) finding(d *detail, at int) {
	f, t := &d.row.Findings[at], p.theme
	right := d.data != nil && at < len(d.data.Right) && d.data.Right[at]
	said := report.Finding(f, right, p.now)
	sign, tok := " ", t.Severity(f.Severity)
	if at == d.finding {
		sign = t.Closed
	}
	if f.Discounted {
		tok = t.Faint
	}
	p.hang(p.line().put(t.Key, sign).put(tok, said[0].Name), 11, 4, theme.Token{}, said[0].Text)
	for i, l := range said[1:] {
		if l.Role == report.Quote {
			l.Text = p.quoted(l.Text)
		}
		p.flow(13, 4, p.role(l.Role), l.Text)
		if contrary := map[bool]string{f.Dismissed != "": "finding.right", right: "finding.wrong"}[true]; i == 0 && contrary != "" {
			p.add(13, t.Faint, p.keys.name(contrary)+" undoes that")
		}
	}
}
