package tui

import (
	"strconv"
	"strings"
	"time"

	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// bodyLimit is the greatest length of a body or a result that is drawn, in bytes.
const bodyLimit = 64 << 10

// fields writes the last view: the task's own fields, its request and its result.
func (p *page) fields(d *detail) {
	r := d.row
	for _, f := range [][2]string{
		{"id", r.ID},
		{"queue", r.Queue},
		{"recorded", r.Recorded},
		{"priority", number(r.Priority)},
		{"attempts", number(r.Attempts)},
		{"created", stamp(r.Created)},
		{"started", stamp(r.Started)},
		{"finished", stamp(r.Finished)},
		{"updated", stamp(r.Updated)},
		{"due", stamp(r.Due)},
		{"worker", r.Worker},
		{"agent", r.Agent},
		{"model", r.Model},
		{"profile", r.Profile},
		{"repo", r.Repo},
		{"branch", r.Branch},
		{"waits for", strings.Join(r.DependsOn, ", ")},
		{"cost", words.Dollars(r.CostUSD)},
		{"wish", r.Wish},
	} {
		p.field(f[0], safe.Line(f[1], lineLimit))
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

func (p *page) body(title, text string) {
	p.blank()
	p.heading(title)
	if strings.TrimSpace(text) == "" {
		p.add(3, p.theme.Faint, "nothing")
		return
	}
	more := len(text) > bodyLimit
	if more {
		text = text[:bodyLimit]
	}
	for s := range strings.SplitSeq(safe.Block(strings.TrimSpace(text), quoteLimit), "\n") {
		if s == "" {
			p.blank()
		}
		p.flow(3, 0, theme.Token{}, s)
	}
	if more {
		p.add(3, p.theme.Faint, "first "+words.Number(bodyLimit)+" bytes")
	}
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
