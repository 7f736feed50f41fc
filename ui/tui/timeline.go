package tui

import (
	"notdone/model"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// maxMoments is how many moments the timeline shows; it says when there are more.
const maxMoments = 1000

// timelineText is the second view: runs, events and comments, newest first.
func (k look) timelineText(p *page, d *detail) {
	if d.data == nil {
		p.add(1, k.theme.Faint, waiting(d, k.theme))
		return
	}
	all := report.History(d.data)
	if len(all) > maxMoments {
		p.add(1, k.theme.Faint, "newest "+words.Number(maxMoments)+" of "+words.Number(len(all)))
		all = all[:maxMoments]
	}
	day := ""
	for _, m := range all {
		if at := m.At.Format("2006-01-02"); !m.At.IsZero() && at != day {
			day = at
			p.add(1, k.theme.Title, day+" UTC")
		}
		l := newLine(p.width, k.theme.Ellipsis)
		clock := ""
		if !m.At.IsZero() {
			clock = m.At.Format("15:04:05")
		}
		l.pad(1).put(k.theme.Faint, clock).pad(11).put(k.theme.Faint, words.Past(m.At, k.now)).pad(17).put(k.role(m.Role), m.Text)
		p.text = append(p.text, l.String())
		if m.Quote != "" {
			p.flow(17, 3, k.theme.Quote, k.theme.QuoteOpen+m.Quote+k.theme.QuoteClose)
		}
	}
	if len(all) == 0 {
		p.add(1, k.theme.Faint, "nothing was recorded")
	}
}

func waiting(d *detail, t *theme.Theme) string {
	if d.err != nil {
		return safe.Line(d.err.Error(), lineLimit)
	}
	return "reading " + t.Ellipsis
}

// role is the look of what is said.
func (k look) role(r report.Role) theme.Token {
	return [...]theme.Token{
		report.Plain: {}, report.Faint: k.theme.Faint, report.Strong: k.theme.Title, report.Quote: k.theme.Quote,
		report.Blocked: k.theme.State(model.StateBlocked), report.Failed: k.theme.State(model.StateFailed), report.Done: k.theme.State(model.StateDone),
	}[r]
}
