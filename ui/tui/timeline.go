package tui

import (
	"notdone/model"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// maxMoments is the greatest number of moments in the timeline.
const maxMoments = 1000

// timeline writes the second view: runs, events and comments, newest first.
func (p *page) timeline(d *detail) {
	if d.data == nil {
		p.waiting(d)
		return
	}
	all := report.History(d.data)
	if len(all) > maxMoments {
		p.add(1, p.theme.Faint, "newest "+words.Number(maxMoments)+" of "+words.Number(len(all)))
		all = all[:maxMoments]
	}
	day := ""
	for _, m := range all {
		if at := m.At.Format("2006-01-02"); !m.At.IsZero() && at != day {
			day = at
			p.heading(day + " UTC")
		}
		clock := ""
		if !m.At.IsZero() {
			clock = m.At.Format("15:04:05")
		}
		l := p.line().pad(1).put(p.theme.Faint, clock).pad(11).put(p.theme.Faint, words.Past(m.At, p.now))
		p.put(l.pad(17).put(p.role(m.Role), m.Text))
		if m.Quote != "" {
			p.flow(17, 3, p.theme.Quote, p.quoted(m.Quote))
		}
	}
	if len(all) == 0 {
		p.add(1, p.theme.Faint, "nothing was recorded")
	}
}

// waiting writes that the history is being read, or why it could not be.
func (p *page) waiting(d *detail) {
	why := "reading " + p.theme.Ellipsis
	if d.err != nil {
		why = safe.Line(d.err.Error(), lineLimit)
	}
	p.add(1, p.theme.Faint, why)
}

// quoted returns text in quotation marks.
func (k look) quoted(text string) string { return k.theme.QuoteOpen + text + k.theme.QuoteClose }

// role returns the style of a role.
func (k look) role(r report.Role) theme.Token {
	return [...]theme.Token{
		report.Plain: {}, report.Faint: k.theme.Faint, report.Strong: k.theme.Title, report.Quote: k.theme.Quote,
		report.Blocked: k.theme.State(model.StateBlocked), report.Failed: k.theme.State(model.StateFailed), report.Done: k.theme.State(model.StateDone),
		report.Added: k.theme.Added, report.Removed: k.theme.Removed,
	}[r]
}
