package tui

import (
	"strconv"
	"strings"
	"time"

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
	for _, f := range [][2]string{
		{"id", r.ID},
		{"queue", r.Queue},
		{"recorded", words.Recorded(r.Source, r.Recorded)},
		{"priority", number(r.Priority)},
		{"attempts", number(r.Attempts)},
		{"created", p.stamp(r.Created)},
		{"started", p.stamp(r.Started)},
		{"finished", p.stamp(r.Finished)},
		{"updated", p.stamp(r.Updated)},
		{"due", p.stamp(r.Due)},
		{"worker", r.Worker},
		{"agent", r.Agent},
		{"model", r.Model},
		{"profile", r.Profile},
		{"folder", r.Dir},
		{"repo", r.Repo},
		{"branch", r.Branch},
		{"repeats", repeats(r.Every)},
		{"tags", strings.Join(r.Tags, ", ")},
		{"waits for", strings.Join(r.DependsOn, ", ")},
		{"cost", words.Dollars(r.CostUSD)},
	} {
		p.field(f[0], safe.Line(f[1], lineLimit))
	}
	if r.Wish != "" {
		p.field("asks for", p.quoted(safe.Line(r.Wish, lineLimit))+", as it is compared with what other tasks ask for")
	}
	if r.Tokens != nil {
		p.field("tokens", words.Number(int(*r.Tokens)))
	}
	if d.data == nil {
		p.blank()
		p.waiting(d)
		return
	}
	p.body("ASKED", d.data.History.Case.Body)
	p.body("ANSWERED", d.data.History.Case.Result)
}

// repeats says how often the tasks of a series are asked for; nothing for one that is in none.
func repeats(every time.Duration) string {
	if every == 0 {
		return ""
	}
	return "every " + words.Duration(every)
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

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
