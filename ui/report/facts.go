package report

import (
	"strconv"
	"strings"
	"time"

	"notdone/model"
	"notdone/ui/safe"
	"notdone/ui/words"
)

// FactStyle is how the texts of facts are written where they are shown.
type FactStyle struct {
	Time  func(time.Time) string // is not asked about an unknown time
	Quote func(string) string    // of what others said
}

// Facts lists the task's own fields as far as they are known: what is asked of it and how often,
// when it was done what with it, by whom, at which cost, and where its logs are. Id, queue and
// recorded status are not among them. The case adds what a row lacks; nil: it was not read.
func Facts(r *model.Row, c *model.Case, style FactStyle) []Line {
	if c == nil {
		c = &model.Case{}
	}
	at := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return style.Time(t)
	}
	said := func(text, remark string) string {
		if text = strings.TrimSpace(text); text == "" {
			return ""
		}
		return style.Quote(safe.Line(text, textLimit)) + remark
	}
	all := []Line{
		{Name: "priority", Text: positive(r.Priority)},
		{Name: "attempts", Text: attempts(r.Attempts, c.MaxAttempts)},
		{Name: "created", Text: at(r.Created)},
		{Name: "started", Text: at(r.Started)},
		{Name: "finished", Text: at(r.Finished)},
		{Name: "updated", Text: at(r.Updated)},
		{Name: "due", Text: at(r.Due)},
		{Name: "worker", Text: r.Worker},
		{Name: "agent", Text: r.Agent},
		{Name: "model", Text: r.Model},
		{Name: "profile", Text: r.Profile},
		{Name: "folder", Text: r.Dir},
		{Name: "repo", Text: r.Repo},
		{Name: "branch", Text: r.Branch},
		{Name: "repeats", Text: repeats(r.Every)},
		{Name: "tags", Text: strings.Join(r.Tags, ", ")},
		{Name: "waits for", Text: strings.Join(r.DependsOn, ", ")},
		{Name: "cost", Text: words.Dollars(r.CostUSD)},
		{Name: "asks for", Text: said(r.Wish, ", as it is compared with what other tasks ask for")},
		{Name: "tokens", Text: tokens(r.Tokens)},
		{Name: "answer", Text: said(c.Answer, "")},
	}
	name := "logs"
	for _, l := range r.Logs {
		all = append(all, Line{Name: name, Text: l.File()})
		name = ""
	}
	known := all[:0]
	for _, l := range all {
		if l.Text != "" {
			l.Text = safe.Line(l.Text, textLimit)
			known = append(known, l)
		}
	}
	return known
}

// attempts says how often a task was tried, and how often it is at most; a most of 0 is no limit.
func attempts(n, most int) string {
	if most <= 0 {
		return positive(n)
	}
	return strconv.Itoa(n) + " of at most " + strconv.Itoa(most)
}

// repeats says how often the tasks of a series are asked for; nothing for one that is in none.
func repeats(every time.Duration) string {
	if every == 0 {
		return ""
	}
	return "every " + words.Interval(every)
}

func tokens(n *int64) string {
	if n == nil {
		return ""
	}
	return words.Number(int(*n))
}

// positive writes a number, and nothing for 0.
func positive(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
