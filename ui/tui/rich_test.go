package tui_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/board"
	"notdone/ui/memory"
	"notdone/ui/tui"
)

// seen is what the rule of the rich queue says of a case, which brings it along.
type seen struct {
	findings []model.Finding
	opinion  classify.Opinion
}

var seenRule = classify.Rule{Name: "seen", States: 1<<model.NumStates - 1, Check: func(in *classify.Input) (all []classify.Observation) {
	s, _ := in.Native.(seen)
	for i := range s.findings {
		all = append(all, classify.Observation{Finding: &s.findings[i]})
	}
	return append(all, classify.Observation{Opinion: s.opinion})
}}

// richActions allows some actions and refuses others, by what the queue says.
func richActions(c *model.Case, _ *model.Verdict) []model.Action {
	if c.Task.ID == "old-1" {
		return nil
	}
	no := func(name model.ActionName, why string) model.Action { return model.Action{Name: name, Reason: why} }
	yes := func(name model.ActionName) model.Action { return model.Action{Name: name, Allowed: true} }
	switch c.Task.Recorded {
	case "active":
		return []model.Action{no(model.ActionUnblock, "it is not blocked"), no(model.ActionRequeue, "it runs"), yes(model.ActionReclaim), yes(model.ActionBlock), no(model.ActionCancel, "its worker is alive")}
	case "blocked":
		return []model.Action{yes(model.ActionUnblock), yes(model.ActionRequeue), no(model.ActionBlock, "it is blocked"), yes(model.ActionCancel)}
	case "done":
		return []model.Action{no(model.ActionUnblock, "it is done"), no(model.ActionReclaim, "nobody works on it"), no(model.ActionCancel, "it is done")}
	}
	return []model.Action{no(model.ActionUnblock, "it is not blocked"), yes(model.ActionRequeue), yes(model.ActionHold)}
}

// richCases is tasks of every state, with every field, and findings of every
// severity.
func richCases() []model.Case {
	usd := func(v float64) *float64 { return &v }
	tokens := int64(1_234_567)
	finding := func(rule string, severity model.Severity, said string, count int) model.Finding {
		return model.Finding{
			Rule: rule, Severity: severity, Message: said, Count: count, First: noon.Add(-5 * time.Hour), Last: noon.Add(-30 * time.Minute), Clears: "the worker reports again",
			Evidence: []model.Evidence{{Where: "events#7", Quote: "cannot reach the registry"}, {Where: "worker.log:458"}}, Actions: []model.ActionName{model.ActionReclaim},
		}
	}
	full := running("run-1", "Summarise the support inbox, and answer what a customer has asked twice", 4*time.Minute)
	full.Task.Priority, full.Task.Attempts, full.Task.CostUSD, full.Task.Tokens = 7, 3, usd(1.25), &tokens
	full.Task.Agent, full.Task.Model, full.Task.Profile, full.Task.Repo, full.Task.Branch = "codex", "gpt-9", "nightly", "acme/web", "fix/inbox"
	full.Task.DependsOn, full.Task.Due = []string{"job-1", "job-2"}, noon.Add(2*time.Hour)
	full.Task.Resume, full.Task.Dir = []string{"codex", "resume", "a b"}, "/srv/acme web"
	full.Native = seen{findings: []model.Finding{
		finding("heartbeat", model.SeverityCritical, "The worker went silent in the middle of a tool call, and what it had open is held", 1),
		finding("tool-loop", model.SeverityError, "The same call failed again", 12),
		finding("slow", model.SeverityWarning, "It takes longer than others of its kind", 2),
		finding("note", model.SeverityInfo, "It was started by hand", 1),
	}}
	full.Runs = append([]model.Run{{
		ID: "r0", Where: "runs#0", Attempt: 1, Worker: "box:70", Started: noon.Add(-9 * time.Hour), Ended: noon.Add(-8 * time.Hour), Outcome: model.OutcomeCrashed,
		Recorded: "sigkill", Error: "the worker was killed", CostUSD: usd(0.5),
	}}, full.Runs...)
	plain := running("run-2", "漢字 in a title", 3*time.Hour)
	plain.Task.Worker, plain.Task.Profile, plain.Task.Attempts = "", "nightly", 0
	plain.Runs[0].Worker = ""
	plain.Native = seen{findings: []model.Finding{finding("slow", model.SeverityWarning, "It takes longer than others of its kind", 1)}}
	due := task("wait-2", "scheduled", "Send the digest", time.Hour)
	due.Task.Due = noon.Add(3 * time.Hour)
	odd := task("odd-1", "paused?", "What the queue calls by a word of its own", 20*time.Minute)
	all := []model.Case{full, plain, task("wait-1", "queued", "Port the uploader", 8*time.Minute), due, odd}

	for i, title := range []string{"Deploy the preview", "Sign the release", "Rotate the certificates"} {
		c := blocked("job-"+strconv.Itoa(i+1), title, "I don't have access to vault/eu-west, so I could not read the signing key. Please grant read access.", model.KindAccess, time.Duration(26-9*i)*time.Hour)
		c.Task.CostUSD = usd(float64(i) + 0.75)
		all = append(all, c)
	}
	question := blocked("job-4", "Add the rate limiter", "Which store should the limiter use: Redis or SQLite? Both are there, and the plan names neither of the two.", model.KindDecision, 2*time.Hour)
	question.Native = seen{findings: []model.Finding{finding("block-loop", model.SeverityWarning, "Blocked and unblocked again", 4)}}
	mystery := blocked("job-5-with-a-name-that-goes-on-and-on-to-0001", "Mystery", "", model.KindUnknown, time.Hour)
	capacity := blocked("job-6", "Train the model", "no GPU is free", model.KindUnknown, 3*time.Hour)
	other := task("job-7", "active", "Refactor the scheduler", time.Hour)
	other.Native = seen{opinion: classify.Opinion{Rank: classify.RankLive, State: model.StateFailed, Grade: model.GradeProven, Confidence: 1, Headline: "its worker is gone"}}
	all = append(all, question, mystery, capacity, other)
	for i := range 20 {
		all = append(all, blocked(fmt.Sprintf("lim-%02d", i), "Crawl a page", "The API quota of the crawler is exceeded.", model.KindBudget, time.Duration(30+i)*time.Hour))
	}

	for i, why := range []string{"elapsed 640s, limit 600s", "exit status 137", ""} {
		c := task("fail-"+strconv.Itoa(i+1), "failed", "Nightly warehouse export", time.Duration(7+i)*time.Hour)
		c.Runs[0].Outcome, c.Runs[0].Error = model.OutcomeFailed, why
		all = append(all, c)
	}
	empty := finished("sus-1", "Morning briefing", "", 6*time.Hour)
	denied := finished("sus-2", "Fix the flaky login test", "I could not push: I did not have permission to push to the repository. No changes were made.", 2*time.Hour)
	denied.Native = seen{findings: []model.Finding{finding("no-work", model.SeverityError, "Nothing was changed", 1)}}
	promise := finished("sus-3", "Schedule the monitor", "I will create the cron job and monitor it every hour.", 3*time.Hour)
	promised := finished("sus-4", "Schedule the backup", "I will create the cron job and run it every night.", 4*time.Hour)
	all = append(all, empty, denied, promise, promised, task("old-1", "cancelled", "Old idea", 50*time.Hour))
	for i := range 20 {
		all = append(all, finished(fmt.Sprintf("done-%02d", i), "Routine chore "+strconv.Itoa(i), "Updated the page and ran the checks; everything passes.", time.Duration(i+1)*time.Hour))
	}
	return all
}

// richBoard is a board whose histories tell all that a history can, and what the
// operator has marked.
type richBoard struct {
	tui.Board
	marks map[string]string // by rule: "right", or why it is wrong
	fails error             // why no history can be read; nil: they can
	late  error             // why the source is late; nil: it is not
	log   model.LogRef      // of all tasks; none where it is zero

	read    int  // how many histories were read
	reading bool // the source is not listed yet
	total   int  // tasks that the source has while it is listed; 0: not known
}

func (b *richBoard) Snapshot() *board.Snapshot {
	s := *b.Board.Snapshot()
	s.Sources = slices.Clone(s.Sources)
	s.Sources[0].LeftOut = "2 empty files"
	if b.reading {
		s.Sources[0].Loading, s.Sources[0].Listed, s.Sources[0].Total = true, 1234, b.total
	}
	if b.late != nil {
		s.Sources[0].Err, s.Sources[0].Since = b.late, noon.Add(-7*time.Minute)
	}
	return &s
}

func (b *richBoard) History(ctx context.Context, ref model.Ref) (board.Detail, error) {
	b.read++
	if b.fails != nil {
		return board.Detail{}, b.fails
	}
	d, err := b.Board.History(ctx, ref)
	if err != nil {
		return d, err
	}
	row := *d.Row
	row.FirstJudged, row.Findings = noon.Add(-90*time.Minute), slices.Clone(row.Findings)
	d.Row, d.Right = &row, make([]bool, len(row.Findings))
	for i := range row.Findings {
		f := &row.Findings[i]
		if why := b.marks[f.Rule]; why == "right" {
			d.Right[i] = true
		} else if why != "" {
			f.Discounted, f.Dismissed = true, why
		}
	}
	d.Before = []memory.Change{{State: "active", Why: "it ran", Since: noon.Add(-4 * time.Hour), Until: noon.Add(-90 * time.Minute)}}
	c := &d.History.Case
	c.Body = "Please do " + c.Task.Title + ".\n\nThe usual way:\n  first this, then that, and at the end all of what was left for another day because nobody had asked for it."
	c.Result = "Done.\nAll of it."
	if b.log.Path != "" {
		c.Task.Logs = []model.LogRef{b.log}
	}
	c.Events = append(slices.Clone(c.Events), model.Event{Seq: 90, Kind: model.EventGaveUp, Name: "gave up", Note: "after three attempts"}, model.Event{Seq: 91, Name: ""})
	d.History.Comments = []model.Event{{Seq: 92, Kind: model.EventCommented, Name: "comment", Actor: "alice", Note: "Use the staging vault.\nIt is open.", At: noon.Add(-25 * time.Hour)}}
	return d, nil
}

func (b *richBoard) Mark(_ context.Context, _ model.Ref, f *model.Finding, right bool, reason string) error {
	if b.marks[f.Rule] = reason; right {
		b.marks[f.Rule] = "right"
	}
	return nil
}

func (b *richBoard) Unmark(_ context.Context, _ model.Ref, f *model.Finding) error {
	delete(b.marks, f.Rule)
	return nil
}

// richHand plans each kind of plan, by task and action, and keeps a journal with
// each kind of entry.
type richHand struct {
	hand
	watch func(did string)     // sees the screen while something is planned or done
	alter func(*board.Planned) // changes the plans that can be applied; nil: none
}

func newRichHand() *richHand {
	h := &richHand{watch: func(string) {}}
	h.refused, h.moved = map[string]string{"run-1": "its worker is alive", "job-2": "it is not blocked any more"}, map[string]bool{"job-3": true}
	h.command = []string{"echo", "two words", strings.Repeat("long", 40)}
	entry := func(ago time.Duration, id string, outcome journal.Outcome, action model.ActionName, undo string) journal.Entry {
		return journal.Entry{Outcome: outcome, Record: source.Record{
			ID: id, At: noon.Add(-ago), Request: source.Request{Action: action, Actor: "alice"}, Task: model.Ref{Queue: "fleet", ID: "job-" + id}, Title: "Sign the release", Was: "blocked", Now: "queued", Undo: undo,
		}}
	}
	ran := entry(time.Hour, "r", journal.Ran, "", "")
	ran.Ran = &journal.Command{Argv: []string{"hermes", "kanban", "block"}, How: "exit status 3"}
	lost := entry(2*time.Hour, "q", journal.Ran, "", "")
	lost.Ran = &journal.Command{Argv: []string{"true"}}
	undone := entry(3*time.Hour, "7", journal.Applied, model.ActionRequeue, "until a worker claims it")
	undone.UndoneBy = "8"
	undo := entry(4*time.Hour, "8", journal.Applied, model.ActionRequeue, "")
	undo.Undoes = "7"
	reason := entry(6*time.Hour, "5", journal.Applied, model.ActionBlock, "")
	reason.Request.Reason = "INC-7"
	together := entry(5*time.Hour, "6", journal.Applied, model.ActionUnblock, "until a worker claims it")
	second := together
	together.Request.Together, second.Request.Together = "t", "t"
	second.ID, second.Task.ID = "66", "job-66"
	h.log = []journal.Entry{
		ran, lost, undone, undo, together, second, reason,
		entry(7*time.Hour, "4", journal.NotApplied, model.ActionRetry, "x"), entry(8*time.Hour, "3", journal.Pending, model.ActionHold, "x"),
		entry(9*time.Hour, "2", journal.Unknown, "polish", "x"), entry(10*time.Hour, "1", journal.Applied, model.ActionRunNow, "until it is claimed"),
	}
	return h
}

func (h *richHand) Plan(ctx context.Context, ref model.Ref, r source.Request) (board.Planned, error) {
	h.watch("plan " + ref.ID)
	p, err := h.hand.Plan(ctx, ref, r)
	switch {
	case strings.HasPrefix(ref.ID, "fail-"):
		return p, errors.New("the queue cannot be read")
	case ref.ID == "job-4" && r.Answer != "":
		p.Was = "ready" // another one was faster
	case ref.ID == "wait-1":
		p.Action, p.Warning, p.TakesAnswer, p.Undo = model.ActionUnblock, "", false, ""
		p.Command = []string{"hermes", "kanban", "requeue", ref.ID}
	case ref.ID == "wait-2":
		p.Changes = nil
		for i := range 30 {
			p.Changes = append(p.Changes, source.Change{Table: "tasks", Row: ref.ID, Column: "field_" + strconv.Itoa(i), Old: strings.Repeat("old ", i), New: strconv.Itoa(i)})
		}
	}
	if h.alter != nil && p.Refused == "" {
		h.alter(&p)
	}
	return p, err
}

func (h *richHand) Do(ctx context.Context, p board.Planned) (source.Record, error) {
	h.watch("do " + p.Task.ID)
	return h.hand.Do(ctx, p)
}

func (h *richHand) PlanUndo(ctx context.Context, r source.Record) (board.Planned, error) {
	h.watch("undo " + r.Task.ID)
	return h.hand.PlanUndo(ctx, r)
}

func (h *richHand) BeginCommand(ctx context.Context, ref model.Ref, c journal.Command) (func(string) error, error) {
	h.watch("run " + ref.ID)
	return h.hand.BeginCommand(ctx, ref, c)
}

// rich is the screen of the rich board.
func rich(t *testing.T, width, height int) (*screen, *richBoard, *richHand) {
	t.Helper()
	o := board.Options{Now: func() time.Time { return noon }, Config: classify.DefaultConfig(), Frozen: true, Keep: 12}
	all := boardOfFeeds(t, o, board.Feed{
		Adapter: source.Adapter{Kind: "fake", State: states, Actions: richActions, Rules: []classify.Rule{seenRule}},
		Source:  &memorySource{kind: "fake", path: "fleet", cases: richCases()},
	})
	b, h := &richBoard{Board: all, marks: map[string]string{"tool-loop": "right", "slow": "it is the big one"}}, newRichHand()
	s := newScreen(t, width, height)
	s.options = s.with(b, h)
	s.options.Marks, s.options.Notice = b, "one action was settled"
	return s, b, h
}
