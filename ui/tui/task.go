package tui

import (
	"strings"

	"notdone/model"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// bodyLimit is the greatest length of a body or a result that is drawn, in bytes. Of a
// longer one the beginning and the end are shown.
const bodyLimit = 64 << 10

// fields writes the fourth view: the task's own fields, its request and its result.
func (p *page) fields(d *detail) {
	r := d.row
	p.field("id", safe.Line(r.ID, lineLimit))
	p.field("queue", safe.Line(r.Queue, lineLimit))
	p.field("recorded", safe.Line(words.Recorded(r.Source, r.Recorded), lineLimit))
	var whole *model.Case
	if d.data != nil {
		whole = &d.data.History.Case
	}
	for _, f := range report.Facts(r, whole, report.FactStyle{Time: p.stamp, Quote: p.quoted}) {
		p.field(f.Name, f.Text)
	}
	if d.data == nil {
		p.blank()
		p.waiting(d)
		return
	}
	p.body("ASKED", d.data.History.Case.Body)
	p.body("ANSWERED", d.data.History.Case.Result)
}

func (p *page) body(title, text string) {
	p.blank()
	p.heading(title)
	if strings.TrimSpace(text) == "" {
		p.add(3, p.theme.Faint, "nothing")
		return
	}
	text = strings.TrimSpace(text)
	if left := len(text) - bodyLimit; left > 0 {
		p.prose(strings.ToValidUTF8(text[:bodyLimit/2], ""))
		p.add(3, p.theme.Faint, p.theme.Ellipsis+" "+words.Number(left)+" bytes are left out here "+p.theme.Ellipsis)
		text = strings.ToValidUTF8(text[len(text)-bodyLimit/2:], "")
	}
	p.prose(text)
}

// prose writes a text of somebody else with its line breaks.
func (p *page) prose(text string) {
	for s := range strings.SplitSeq(safe.Block(text, bodyLimit), "\n") {
		if s == "" {
			p.blank()
		}
		p.flow(3, 0, theme.Token{}, s)
	}
}
