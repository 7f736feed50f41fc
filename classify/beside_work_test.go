package classify

import (
	"slices"
	"strings"
	"testing"
	"time"

	"notdone/classify/text"
	"notdone/model"
)

// TestOfferBesideWork holds that what could come after the work is no alarm where
// the log shows the work, and that a question of the work itself stays one.
func TestOfferBesideWork(t *testing.T) {
	t.Parallel()
	const (
		fix    = "Fix the login timeout in login.go and add a retry"
		report = "The timeout is read from the configuration now, and a retry was added to `login.go`.\n\n"
		review = "Review the retry in login.go"
		find   = "The retry never stops: `attempt` is not raised inside the loop, so a dead server blocks the caller forever. The timeout is not passed on either. It cannot be merged like this.\n\n"
	)
	settled := change(edited, func(w *model.Work) { w.Settled = true })
	for _, tt := range []struct {
		asked, said string
		w           model.Work
		state       model.State
	}{
		{fix, report + "Would you like me to create the commit for you?", edited, model.StateDone},
		{fix, report + "Shall I push the branch?", settled, model.StateDone},
		{fix, report + "Should I also raise the limit of the admin page?", settled, model.StateDone},
		{fix, report + "Do you want me to open a pull request, or will you take it from here?", settled, model.StateDone},
		{fix, report + "Want me to write the release note next?", change(looked, func(w *model.Work) { w.Commands, w.Mutations, w.Written = 1, 1, 1 }), model.StateDone},
		{fix, report + "Known limitation: the admin page has no retry and cannot be configured.\n\nCommitted as 4f2a91c.", settled, model.StateDone},
		{review, find + "Would you like me to fix these?", looked, model.StateDone},
		{review, find + "**Verdict:** not ready to merge; blocked until both are fixed.", looked, model.StateDone},
		{"You are a senior reviewer. Look at the branch and report.", find + "Request changes.", looked, model.StateDone},
		{"Why does the login hang?", find + "Want me to implement that?", looked, model.StateDone},

		{fix, report + "Should I go on with the other three pages?", edited, model.StateFalseDone},
		{fix, "Which of the two timeouts should I raise?", edited, model.StateFalseDone},
		{fix, "I read the code. Should I raise the timeout?", looked, model.StateFalseDone},
		{fix, report + "I need the staging password to try it. Can you send it to me?", edited, model.StateFalseDone},
		{fix, report + "Should I also change the admin page, or is there another way that you want?", failing, model.StateFalseDone},
		{fix, "Blocked: I need your approval for the new limit before I can go on.\n\n" + report, settled, model.StateFalseDone},
		{review, "I could not read login.go: the file does not exist. Please send me the right path.", looked, model.StateFalseDone},
		{review, "Which branch should I review?", looked, model.StateFalseDone},
		{"Review the retry in login.go and fix what you find", find + "Would you like me to fix these?", looked, model.StateFalseDone},
	} {
		c := ran(tt.asked, tt.said, tt.w)
		if v := New(DefaultConfig()).Judge(&c, model.StateDone, now); v.State != tt.state {
			t.Errorf("%q, %q: %v (%s) %q, want %v", tt.asked, tt.said, v.State, v.Headline, rules(&v), tt.state)
		}
	}
}

// TestWordsBesideFinishedWork holds that words which are no more than suspicious are no alarm
// where the log shows finished work, and are one where it does not, or where they are plain.
func TestWordsBesideFinishedWork(t *testing.T) {
	t.Parallel()
	settled := change(edited, func(w *model.Work) { w.Settled = true })
	for _, tt := range []struct {
		score float64
		w     model.Work
		state model.State
	}{
		{0.6, settled, model.StateDone},
		{0.6, edited, model.StateFalseDone},
		{0.6, failing, model.StateFalseDone},
		{0.9, settled, model.StateFalseDone},
	} {
		c := ran("Fix the login timeout", "I left one of the pages.", tt.w)
		in := &Input{Case: &c, Recorded: model.StateDone, Now: now, reading: &text.Reading{Label: text.LabelBlocked, Score: tt.score, Own: true}}
		judge := New(DefaultConfig())
		in.Config = &judge.config
		if v := fuse(judge.runRules(in).opinions); v.State != tt.state {
			t.Errorf("score %.1f, %+v: %v, want %v", tt.score, tt.w, v.State, tt.state)
		}
	}
}

// TestChangedWithoutFailure holds that each kind of failure in a log takes it out of those that
// show finished work.
func TestChangedWithoutFailure(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change func(w *model.Work)
		want   bool
	}{
		"an edit":                {func(*model.Work) {}, true},
		"a command that changed": {func(w *model.Work) { *w = model.Work{Mutations: 1} }, true},
		"nothing was changed":    {func(w *model.Work) { *w = model.Work{Commands: 3} }, false},
		"an edit failed":         {func(w *model.Work) { w.LostEdits = 1 }, false},
		"the tests failed":       {func(w *model.Work) { w.Test.Failed = true }, false},
		"the last command did":   {func(w *model.Work) { w.Command.Failed, w.CommandLast = true, true }, false},
		"an earlier command did": {func(w *model.Work) { w.Command.Failed, w.CommandLast = true, false }, true},
		"a call has no result":   {func(w *model.Work) { w.Pending.Quote = "Bash make" }, false},
		"a change was denied":    {func(w *model.Work) { w.Denied = []model.Denial{{Tool: "Bash", What: "git push"}} }, false},
		"a look was denied":      {func(w *model.Work) { w.Denied = []model.Denial{{Tool: "Read", ReadOnly: true}} }, true},
		"a check was denied":     {func(w *model.Work) { w.Denied = []model.Denial{{Tool: "Bash", What: "make check", Proves: true}} }, true},
	} {
		w := change(edited, tt.change)
		if got := changedWithoutFailure(&w); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestHasAnswer holds how much a message says besides the sentence against done to be an answer.
func TestHasAnswer(t *testing.T) {
	t.Parallel()
	const against = "Not ready to merge."
	for length, want := range map[int]bool{minAnswer - 1: false, minAnswer: true} {
		in := &Input{Case: &model.Case{Result: strings.Repeat("x", length) + against}}
		if got := hasAnswer(in, &text.Reading{Quote: against, Point: against}); got != want {
			t.Errorf("%d bytes besides it: %v", length, got)
		}
	}
}

// TestNeedsInput holds what only somebody else can give.
func TestNeedsInput(t *testing.T) {
	t.Parallel()
	want := []model.ObstacleKind{
		model.KindPermission, model.KindAccess, model.KindCredentials, model.KindRateLimit, model.KindBudget, model.KindPolicy,
	}
	for k := range model.KindPolicy + 1 {
		if got := needsInput(k); got != slices.Contains(want, k) {
			t.Errorf("%v: %v", k, got)
		}
	}
}

// TestWordsBesideAnAttachedLog holds that the log which a queue keeps of a task shows the
// work as the task's own would, once it has ended well, and is the log of the newest run.
func TestWordsBesideAnAttachedLog(t *testing.T) {
	t.Parallel()
	settled := change(edited, func(w *model.Work) { w.Settled = true })
	for name, tt := range map[string]struct {
		score float64
		e     model.Ending
		state model.State
	}{
		"the work is finished":     {0.6, model.Ending{Work: &settled, Outcome: model.OutcomeCompleted}, model.StateDone},
		"how it ended is unknown":  {0.6, model.Ending{Work: &settled}, model.StateFalseDone},
		"the log has not ended":    {0.6, model.Ending{Work: &settled, Outcome: model.OutcomeCompleted, Open: true}, model.StateFalseDone},
		"the log ends in failure":  {0.6, model.Ending{Work: &settled, Outcome: model.OutcomeFailed}, model.StateFalseDone},
		"nothing was tested":       {0.6, model.Ending{Work: &edited, Outcome: model.OutcomeCompleted}, model.StateFalseDone},
		"the words are plain":      {0.9, model.Ending{Work: &settled, Outcome: model.OutcomeCompleted}, model.StateFalseDone},
		"the log shows no work":    {0.6, model.Ending{Outcome: model.OutcomeCompleted}, model.StateFalseDone},
		"a run began after it":     {0.6, model.Ending{Work: &settled, Outcome: model.OutcomeCompleted, At: ago(100 * time.Hour)}, model.StateFalseDone},
		"its tests failed at last": {0.6, model.Ending{Work: &failing, Outcome: model.OutcomeCompleted}, model.StateFalseDone},
	} {
		c := ran("Fix the login timeout", "I left one of the pages.", settled)
		tt.e.Where = "a:9"
		c.Facts.Work, c.Facts.Endings = nil, []model.Ending{tt.e}
		in := &Input{Case: &c, Recorded: model.StateDone, Now: now, reading: &text.Reading{Label: text.LabelBlocked, Score: tt.score, Own: true}}
		judge := New(DefaultConfig())
		in.Config = &judge.config
		if v := fuse(judge.runRules(in).opinions); v.State != tt.state {
			t.Errorf("%s: %v (%s), want %v", name, v.State, v.Headline, tt.state)
		}
	}
}

// TestWaitsForWhatItLeft holds that a run which ends by waiting for its own command in
// the background is not done, and that a server left running is no such command.
func TestWaitsForWhatItLeft(t *testing.T) {
	t.Parallel()
	const report = "The retry is in and the linter is clean. "
	left := func(what string) model.Work {
		return change(edited, func(w *model.Work) { w.Left = model.Evidence{Where: "a:9", Quote: what} })
	}
	for _, tt := range []struct {
		said  string
		w     model.Work
		found bool
	}{
		{report + "Waiting for the full check to finish.", left("Bash make check"), true},
		{report + "The release build is still running; I'll report when it finishes.", left("Bash cargo build --release"), true},
		{report + "The page is up on port 3000, running now.", left("Bash npm run dev"), false},
		{report + "The full check passed too.", left("Bash make check"), false},
		{report + "The full check is still running on the build server.", edited, false},
	} {
		c := ran("Fix the login timeout", tt.said, tt.w)
		if v := New(DefaultConfig()).Judge(&c, model.StateDone, now); has(&v, "left-running") != tt.found || (v.State == model.StateFalseDone) != tt.found {
			t.Errorf("%q, %q: %v %q", tt.said, tt.w.Left.Quote, v.State, rules(&v))
		}
	}
}

// TestNotAsAsked holds that an act which was asked for and not done is seen by the
// agent's own words, and that one which nobody asked for is not missed.
func TestNotAsAsked(t *testing.T) {
	t.Parallel()
	const report = "The retry is in `login.go` and all cases behave. "
	for _, tt := range []struct {
		asked, said string
		found       bool
	}{
		{"commit and push this", "I didn't commit or push: the subtraction is broken by this change. " + report, true},
		{"Fix the login timeout, then push.", report + "I was not able to push: the remote rejected it.", true},
		{"Fix the login timeout and deploy it", report + "I haven't deployed it yet.", true},
		{"Fix the login timeout. Do not commit or push.", report + "I didn't commit or push.", false},
		{"Fix the login timeout", report + "I haven't committed anything.", false},
		{"Suggest a commit message", report + "I haven't committed anything.", false},
		{"commit this", report + "Committed as 4f2a91c. I haven't pushed it.", false},
	} {
		c := ran(tt.asked, tt.said, edited)
		if v := New(DefaultConfig()).Judge(&c, model.StateDone, now); has(&v, "not-as-asked") != tt.found || (v.State == model.StateFalseDone) != tt.found {
			t.Errorf("%q, %q: %v %q", tt.asked, tt.said, v.State, rules(&v))
		}
	}
}
