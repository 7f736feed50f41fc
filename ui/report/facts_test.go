package report

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
)

// plainStyle writes facts for the tests below.
var plainStyle = FactStyle{Time: Clock, Quote: func(text string) string { return "<" + text + ">" }}

func TestFacts(t *testing.T) {
	t.Parallel()
	cost, tokens := 1.5, int64(12_000)
	row := &model.Row{Task: model.Task{
		Priority: 3, Attempts: 2, Created: noon.Add(-time.Hour), Started: noon, Finished: noon.Add(time.Minute), Updated: noon.Add(2 * time.Minute),
		Due: noon.Add(24 * time.Hour), Every: 90 * time.Minute, Tags: []string{"web", "tls"}, DependsOn: []string{"t1", "t2"},
		Worker: "w1", CostUSD: &cost, Tokens: &tokens, Wish: "renew it",
		Logs: []model.LogRef{{Root: "/logs", Path: "t-2.log"}, {Root: "/logs", Path: "t-1.log"}},
	}}
	want := []Line{
		{Name: "priority", Text: "3"},
		{Name: "attempts", Text: "2 of at most 5"},
		{Name: "created", Text: "2031-05-06 16:45:00 +05:45"},
		{Name: "started", Text: "2031-05-06 17:45:00 +05:45"},
		{Name: "finished", Text: "2031-05-06 17:46:00 +05:45"},
		{Name: "updated", Text: "2031-05-06 17:47:00 +05:45"},
		{Name: "due", Text: "2031-05-07 17:45:00 +05:45"},
		{Name: "worker", Text: "w1"},
		{Name: "repeats", Text: "every 1h30m"},
		{Name: "tags", Text: "web, tls"},
		{Name: "waits for", Text: "t1, t2"},
		{Name: "cost", Text: "$1.50"},
		{Name: "asks for", Text: "<renew it>, as it is compared with what other tasks ask for"},
		{Name: "tokens", Text: "12,000"},
		{Name: "answer", Text: "<granted it>"},
		{Name: "logs", Text: "/logs/t-2.log"},
		{Text: "/logs/t-1.log"},
	}
	whole := &model.Case{Answer: "granted it\n", MaxAttempts: 5}
	if diff := cmp.Diff(want, Facts(row, whole, plainStyle)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := Facts(row, nil, plainStyle)[1].Text; got != "2" {
		t.Errorf("without a case the attempts are %q", got)
	}
	if got := Facts(&model.Row{}, nil, plainStyle); len(got) > 0 {
		t.Errorf("of nothing known: %v", got)
	}
}

// TestFactsAreSafe: no text of others reaches the terminal as it is.
func TestFactsAreSafe(t *testing.T) {
	t.Parallel()
	row := &model.Row{Task: model.Task{
		Worker: hostile, Agent: hostile, Model: hostile, Profile: hostile, Dir: hostile, Repo: hostile, Branch: hostile, Tags: []string{hostile},
		DependsOn: []string{hostile}, Wish: hostile, Logs: []model.LogRef{{Root: "/logs", Path: hostile}},
	}}
	for _, l := range Facts(row, &model.Case{Answer: hostile}, plainStyle) {
		if strings.ContainsAny(l.Text, "\x1b\x07\x00\u009b\u202E") {
			t.Errorf("%s: %q", l.Name, l.Text)
		}
	}
}
