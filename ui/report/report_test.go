package report

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/board"
)

var noon = time.Date(2031, 5, 6, 12, 0, 0, 0, time.UTC)

// hostile is text that attacks a terminal.
const hostile = "evil\x1b]52;c;aGVsbG8=\x07\x1b[2J\u202Egnp\u009b31m\x00"

func TestSaidTwice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, name   string
		same, begins bool
	}{
		{"The log stops  here.", "log stops here", true, true},
		{"the log stops after a tool's result: Read a.png", "log stops after a tool's result", false, true},
		{"“API error: 400” was answered", "API error", false, true},
		{"You've hit your limit.", "you have hit your limit", false, false},
		{"", "", true, true},
	} {
		if same, begins := SameSaid(c.text, c.name), Begins(c.text, c.name); same != c.same || begins != c.begins {
			t.Errorf("%q after %q: same %v, begins %v", c.text, c.name, same, begins)
		}
	}
}

func TestFinding(t *testing.T) {
	t.Parallel()
	f := model.Finding{
		Severity: model.SeverityWarning, Message: "no commit", Count: 3, First: noon.Add(-2 * time.Hour), Last: noon.Add(-time.Hour),
		Evidence: []model.Evidence{{Where: "log:4", Quote: " I could not push. "}, {Where: "log:9"}}, Clears: "a later run commits",
	}
	want := []Line{
		{Name: "warning", Text: "no commit"},
		{Text: "I could not push.", Role: Quote},
		{Text: "log:4", Role: Faint},
		{Text: "log:9", Role: Faint, Where: 1},
		{Text: "seen 1h ago, first 2h ago", Role: Faint},
		{Text: "clears when: a later run commits", Role: Faint},
	}
	if diff := cmp.Diff(want, Finding(&f, nil, false, noon)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := Finding(&f, nil, true, noon)[1]; got != (Line{Text: "marked right", Role: Strong}) {
		t.Errorf("marked right: %+v", got)
	}
	f.Discounted = true
	if got := Finding(&f, nil, false, noon)[0].Text; !strings.Contains(got, "does not count") {
		t.Errorf("known to be wrong: %q", got)
	}
	f.Dismissed, f.Origin, f.Last = "not ours", model.OriginOwner, time.Time{}
	got := Finding(&f, nil, false, noon)
	if got[0].Text != "no commit" || got[1].Text != "dismissed: not ours" || got[5].Text != "the queue's own diagnosis" {
		t.Errorf("dismissed: %+v", got)
	}
}

func TestMoved(t *testing.T) {
	t.Parallel()
	for want, got := range map[string]string{
		"done -> queued":                  Moved("done", "queued", "", "->"),
		"stays done":                      Moved("done", "done", "", "->"),
		"stays completed, added s/task-2": Moved("completed", "completed", "s/task-2", "->"),
		"failed to held, added t2":        Moved("failed", "held", "t2", "to"),
	} {
		if got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	if got := Moved(hostile, "b", hostile, "->"); strings.ContainsAny(got, "\x1b\x00") {
		t.Errorf("%q", got)
	}
}

func TestMessageDrawsTheAge(t *testing.T) {
	t.Parallel()
	f := model.Finding{Message: "no heartbeat", First: noon.Add(-9 * time.Hour), Last: noon.Add(-95 * time.Minute)}
	for later, want := range map[time.Duration]string{0: " (1h)", time.Hour: " (2h)", 72 * time.Hour: " (3d)", -2 * time.Hour: " (<1m)"} {
		if text, age := Message(&f, noon.Add(later)); text != "no heartbeat" || age != want {
			t.Errorf("%v later: %q%q, want %q", later, text, age, want)
		}
	}
	f.Last = time.Time{}
	if _, age := Message(&f, noon); age != "" {
		t.Errorf("an unknown time reads %q", age)
	}
}

func TestHistoryIsTheNewestFirst(t *testing.T) {
	t.Parallel()
	usd := 0.5
	d := board.Detail{Row: &model.Row{Verdict: model.Verdict{State: model.StateFailed, Headline: "timed out"}, FirstJudged: noon}, History: source.History{
		Case: model.Case{
			Runs: []model.Run{
				{ID: "r1", Attempt: 1, Worker: "w", Started: noon.Add(-time.Hour), Ended: noon.Add(-time.Minute), Outcome: model.OutcomeTimedOut, Error: "600s", CostUSD: &usd},
				{ID: "r2", Started: noon},
			},
			Events: []model.Event{{Seq: 1, Name: "created", At: noon.Add(-2 * time.Hour), Kind: model.EventCreated}, {Seq: 2, Kind: model.EventOther}, {Seq: 3, Name: "commented", At: noon, Kind: model.EventCommented}},
		},
		Comments: []model.Event{{Seq: 3, Name: "commented", Actor: "ann", Note: "look", At: noon.Add(-time.Minute), Kind: model.EventBlocked}},
	}}
	var got []string
	for _, m := range History(&d) {
		got = append(got, Clock(m.At)[11:]+" "+m.Text+"|"+m.Quote)
	}
	want := []string{
		"17:45:00 +05:45 notdone judged it failed: timed out|", "17:45:00 +05:45 run r2 began|",
		"17:44:00 +05:45 run 1 ended: timed out after 59m, $0.50|600s", "17:44:00 +05:45 commented by ann|look",
		"16:45:00 +05:45 run 1 began by w|", "15:45:00 +05:45 created|",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMain(m *testing.M) {
	time.Local = time.FixedZone("", 5*60*60+45*60) // that of Kathmandu, on every machine
	os.Exit(m.Run())
}

func TestNothingHostileIsSaid(t *testing.T) {
	t.Parallel()
	p := board.Planned{Plan: source.Plan{
		Task: model.Ref{ID: "t"}, Guards: []string{hostile}, Effects: []string{hostile}, Undo: hostile, Request: source.Request{Actor: hostile},
		Changes: []source.Change{
			{Table: hostile, Row: hostile, Column: hostile, Old: hostile, New: hostile}, {Table: "f", Diff: " " + hostile + "\n+" + hostile}, {Table: "e", Row: "1", Column: hostile, New: hostile, Added: true},
		},
	}}
	f := model.Finding{Message: hostile, Dismissed: hostile, Clears: hostile, Evidence: []model.Evidence{{Where: hostile, Quote: hostile}}}
	d := board.Detail{Row: &model.Row{}, History: source.History{Case: model.Case{
		Runs: []model.Run{{ID: hostile, Worker: hostile, Recorded: hostile, Error: hostile, Ended: noon}}, Events: []model.Event{{Name: hostile, Note: hostile, Actor: hostile}},
	}}}
	var said []string
	p.Warning, p.Was, p.Now, p.Adds = hostile, hostile, hostile+"2", hostile
	no := board.Planned{Plan: source.Plan{Task: model.Ref{ID: hostile}, Refused: hostile}}
	s := Summarize([]TaskPlan{{Planned: p}, {Planned: no}, {Planned: p}}, false, "->")
	said = append(append(append(said, s.Sentence), s.Refusals...), s.Warnings...)
	for _, l := range s.Tasks {
		said = append(said, l.Moved, l.Note)
	}
	for _, l := range append(append(s.Lines, Finding(&f, nil, false, noon)...), Actions([]model.Action{{Name: hostile, Reason: hostile}})...) {
		said = append(said, l.Name, l.Text)
	}
	for _, c := range Changes(&p) {
		said = append(said, c.Where, c.Column, c.Old, c.New)
		for _, l := range c.Diff {
			said = append(said, l.Text)
		}
	}
	for _, m := range History(&d) {
		said = append(said, m.Text, m.Quote)
	}
	said = append(said, Fate(&journal.Entry{Record: source.Record{Undo: hostile}, Outcome: journal.Applied}, "undo"))
	evil := 0
	for _, s := range said {
		evil += strings.Count(s, "evil")
		if strings.ContainsFunc(s, func(r rune) bool { return r < 0x20 || r >= 0x7f && r < 0xa0 || r == 0x202e }) {
			t.Errorf("%q", s)
		}
	}
	if evil < 20 {
		t.Errorf("only %d texts were said", evil)
	}
}

func TestChangesOfRows(t *testing.T) {
	t.Parallel()
	p := board.Planned{Plan: source.Plan{Changes: []source.Change{
		{Table: "jobs", Row: "8", Column: "id", OldNull: true, New: "8", Added: true},
		{Table: "jobs", Row: "8", Column: "queue", OldNull: true, New: "mail", Added: true},
		{Table: "failed_jobs", Row: "8", Column: "exception", Old: "boom", NewNull: true, Removed: true},
		{Table: "failed_jobs", Row: "8", Column: "id", Old: "8", NewNull: true, Removed: true},
		{Table: "batches", Row: "1", Column: "pending", Old: "1", New: "2"},
	}}}
	want := []Change{
		{Where: "jobs", New: "+ queue=mail"},
		{Where: "failed_jobs", New: "- exception=boom id=8"},
		{Where: "batches 1", Column: "pending", Old: "1", New: "2"},
	}
	if diff := cmp.Diff(want, Changes(&p)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDiffLines(t *testing.T) {
	t.Parallel()
	p := board.Planned{Plan: source.Plan{Changes: []source.Change{{Table: "file", Row: "a/b", Diff: "@@ -1,2 +1,2 @@\n # a\r\n-was\r\n+is\r\n"}}}}
	want := []Change{{Where: "file a/b", Diff: []Line{
		{Text: "@@ -1,2 +1,2 @@", Role: Faint}, {Text: " # a"}, {Text: "-was", Role: Removed}, {Text: "+is", Role: Added},
	}}}
	if diff := cmp.Diff(want, Changes(&p)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	p.Changes[0].Diff = strings.Repeat("+x\n", maxDiff+7)
	if got := Changes(&p)[0].Diff; len(got) != maxDiff+1 || got[maxDiff].Text != "and 7 more lines" {
		t.Errorf("a long one has %d lines and ends with %q", len(got), got[len(got)-1].Text)
	}
}

// A finding that a requeued task clears does not speak of that where the task cannot be requeued.
func TestWhatClearsAFinding(t *testing.T) {
	f := model.Finding{Severity: model.SeverityError, Message: "x", Clears: "a later run that completes" + classify.OnceRequeued}
	for _, tc := range []struct {
		actions []model.Action
		want    string
	}{
		{[]model.Action{{Name: model.ActionCancel, Allowed: true}, {Name: model.ActionRequeue, Allowed: true}}, "clears when: a later run that completes, once the task is requeued"},
		{[]model.Action{{Name: model.ActionRetry, Allowed: true}}, "clears when: a later run that completes, once the task is requeued"},
		{[]model.Action{{Name: model.ActionRequeue, Reason: "pg-boss works no completed job again"}, {Name: model.ActionCancel, Allowed: true}}, "clears when: a later run that completes"},
		{nil, "clears when: a later run that completes"},
	} {
		if all := Finding(&f, tc.actions, false, noon); all[len(all)-1].Text != tc.want {
			t.Errorf("%v: %q, want %q", tc.actions, all[len(all)-1].Text, tc.want)
		}
	}
}
