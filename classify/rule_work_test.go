package classify

import (
	"slices"
	"strings"
	"testing"
	"time"

	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

// ran is a case that is a log of its own: it ended well, by its own account.
func ran(asked, said string, w model.Work) model.Case {
	c := done(said)
	c.Body, c.Events = asked, nil
	c.Runs[0].Messages, c.Runs[0].ToolCalls = count(max(w.Messages, 0)), count(w.Calls)
	if w.Partial {
		c.Runs[0].ToolCalls = nil
	}
	c.Facts.Work = &w
	return c
}

// Work of the usual kinds.
var (
	looked  = model.Work{Messages: 2, Calls: 3}
	edited  = model.Work{Messages: 3, Calls: 5, Edits: 1, Edited: []string{"/srv/app/login.go"}}
	scripts = model.Work{Messages: 3, Calls: 5, Edits: 1, Commands: 1, Scripts: 1, Mutations: 1}
	tested  = model.Work{Messages: 3, Calls: 5, Edits: 1, Edited: []string{"login.go"}, Commands: 1, Tests: 1, Test: model.Step{Text: "go test ./...", Where: "a:9"}}
	failing = model.Work{
		Messages: 3, Calls: 5, Edits: 1, Edited: []string{"login.go"}, Commands: 1, Tests: 1,
		Command: model.Step{Text: "go test ./...", Where: "a:9", Failed: true}, CommandLast: true,
		Test: model.Step{Text: "go test ./...", Where: "a:9", Failed: true},
	}
)

// change returns a copy of the work after a change.
func change(w model.Work, f func(w *model.Work)) model.Work {
	f(&w)
	return w
}

// ours are the rules of this table.
var ours = []string{"every-edit-failed", "no-change", "test-claim", "missing-file", "last-command", "permission-denied", "zero-activity", "awaiting-answer", "tool-loop", "usage-limit"}

func TestWhatTheLogShows(t *testing.T) {
	const fix, fixed = "Fix the login timeout in login.go", "I fixed the login timeout by raising the limit to 30 seconds."
	denied := []model.Denial{{Tool: "Write", What: "/srv/app/login.go", Where: "a:7"}}
	for _, tt := range []struct {
		name        string
		asked, said string
		w           model.Work
		rule        string // empty: none of ours
		state       model.State
	}{
		{"a change claimed and none made", fix, fixed, looked, "no-change", model.StateFalseDone},
		{"asked politely", "Hi, can you please fix the login timeout in login.go?", fixed, looked, "no-change", model.StateFalseDone},
		{"claimed in the passive", fix, "The timeout has been fixed and the limit was updated.", looked, "no-change", model.StateFalseDone},
		{"a change made", fix, fixed, edited, "", model.StateDone},
		{"by a command", fix, fixed, change(looked, func(w *model.Work) { w.Commands, w.Mutations = 1, 1 }), "", model.StateDone},
		{"by another agent", fix, fixed, change(looked, func(w *model.Work) { w.Delegated = 1 }), "", model.StateDone},
		{"a question answered", "Why was the login timeout removed?", "The limit was removed in the last refactoring and the handler was changed.", looked, "", model.StateDone},
		{"a review", "Review the fix in login.go", "I updated my view after reading it: the change is correct and the limit was raised properly.", looked, "", model.StateDone},
		{"nothing to change", fix, "The timeout is already fixed on this branch; no changes were needed.", looked, "", model.StateDone},
		{"a file claimed, the request not in the log", "", "I have now added the limiter to src/login.go.", looked, "no-change", model.StateFalseDone},
		{"no file claimed, the request not in the log", "", "I added up the totals: 14 in all.", looked, "", model.StateDone},
		{"a report about a file, the request not in the log", "", "The limiter in login.go was added by Ana last year.", looked, "", model.StateDone},
		{"calls that the log does not show", fix, fixed + " All tests pass.", change(looked, func(w *model.Work) { w.Calls, w.Partial = 0, true }), "", model.StateDone},
		{"told not to change", "Fix nothing yet, do not edit files: say how to fix the login", "I changed my mind twice; raising the limit is best.", looked, "", model.StateDone},

		{"made in an earlier turn", fix, fixed, change(looked, func(w *model.Work) { w.Turns = 2 }), "", model.StateDone},
		{"tests run in an earlier turn", fix, fixed + " All tests pass.", change(edited, func(w *model.Work) { w.Turns = 2 }), "", model.StateDone},
		{"made before what the log holds", fix, fixed, change(looked, func(w *model.Work) { w.Partial = true }), "", model.StateDone},
		{"tests in an answer", "Why do the tests pass here and not there?", "The tests pass here because the clock is set.", looked, "", model.StateDone},
		{"a command tried for an answer", "Why is the build so slow?", "It compiles everything twice.", change(failing, func(w *model.Work) { w.Edits, w.Edited = 0, nil }), "", model.StateDone},
		{"what is no file", "Summarise the incidents", "I wrote the counts to Redis.Store and to the board at example.com.", looked, "", model.StateDone},
		{"stopping a server failed", fix, fixed, change(edited, func(w *model.Work) {
			w.CommandLast, w.Command = true, model.Step{Text: "cd app; pkill -f vite", Failed: true}
		}), "", model.StateDone},
		{"tests claimed and never run", fix, fixed + " All tests pass.", edited, "test-claim", model.StateFalseDone},
		{"counted", fix, fixed + " 14 tests passed.", edited, "test-claim", model.StateFalseDone},
		{"tests run", fix, fixed + " All tests pass.", tested, "", model.StateDone},
		{"run by a script perhaps", fix, fixed + " All tests pass.", scripts, "", model.StateDone},
		{"claimed and failed", fix, fixed + " All tests pass.", change(failing, func(w *model.Work) { w.CommandLast = false }), "test-claim", model.StateFalseDone},
		{"not claimed", fix, fixed + " The tests are as they were.", edited, "", model.StateDone},
		{"said to be left out", fix, fixed + "\n\nNo tests were run; this was a documentation-only update.", edited, "", model.StateDone},
		{"none of a kind", fix, fixed + " No unit or integration tests were executed.", edited, "", model.StateDone},
		{"none of them", fix, fixed + " None of the existing tests were run.", edited, "", model.StateDone},
		{"no test failed", fix, fixed + " No failures: all 14 tests pass.", edited, "test-claim", model.StateFalseDone},
		{"quoted", fix, fixed + " Added a spinner to the \"all tests passed\" output.", edited, "", model.StateDone},
		{"quoted as code", fix, fixed + " It prints `all tests passed` at the end.", edited, "", model.StateDone},
		{"quoted, then claimed", fix, fixed + " It prints \"14 tests passed\" now.\nAll tests pass.", edited, "test-claim", model.StateFalseDone},
		{"to be run", fix, fixed + " CI will run the tests; they should pass.", edited, "", model.StateDone},

		{"every change failed", fix, fixed, change(looked, func(w *model.Work) { w.LostEdits, w.LostEdit = 2, model.Step{Text: "Write login.go", Where: "a:8"} }), "every-edit-failed", model.StateFalseDone},
		{"every change failed, of a review", "Review login.go and write review.md", "Looks good overall.", change(looked, func(w *model.Work) { w.LostEdits, w.LostEdit = 1, model.Step{Text: "Write review.md", Where: "a:8"} }), "every-edit-failed", model.StateFalseDone},
		{"another change succeeded", fix, fixed, change(edited, func(w *model.Work) { w.LostEdits = 1 }), "", model.StateDone},
		{"a command wrote files", fix, fixed, change(looked, func(w *model.Work) { w.LostEdits, w.Written, w.Mutations = 1, 1, 1 }), "", model.StateDone},
		{"what other agents wrote is not known", fix, fixed, change(looked, func(w *model.Work) { w.LostEdits, w.Delegated = 1, 1 }), "", model.StateDone},

		{"a file that it never wrote", "Summarise the incidents into report.md", "I read all the incidents. I wrote the summary to out/report.md.", looked, "missing-file", model.StateFalseDone},
		{"that it wrote", "Summarise the incidents into login.go", "I wrote the summary to app/login.go.", edited, "", model.StateDone},
		{"that a command may have written", "Summarise the incidents into report.md", "I wrote the summary to out/report.md.", scripts, "", model.StateDone},
		{"a file that it read", "Summarise report.md", "The report.md file lists three incidents, all closed.", looked, "", model.StateDone},

		{"the last command failed", fix, fixed, change(failing, func(w *model.Work) { w.Test, w.Tests = model.Step{}, 0 }), "last-command", model.StateFalseDone},
		{"and it says so", fix, fixed + " The linter fails for unrelated reasons.", change(failing, func(w *model.Work) { w.Test, w.Tests = model.Step{}, 0 }), "", model.StateDone},
		{"and something came after it", fix, fixed, change(failing, func(w *model.Work) { w.CommandLast, w.Test, w.Tests = false, model.Step{}, 0 }), "", model.StateDone},
		{"a search that found nothing", fix, fixed, change(failing, func(w *model.Work) { w.CommandReadOnly, w.Test, w.Tests = true, model.Step{}, 0 }), "", model.StateDone},

		{"denied", fix, fixed, change(edited, func(w *model.Work) { w.Denied = denied }), "permission-denied", model.StateFalseDone},
		{"made good", fix, fixed, change(edited, func(w *model.Work) { w.Recovered = 1 }), "", model.StateDone},
		{"a person said no to the last call", fix, fixed, change(edited, func(w *model.Work) {
			w.Denied = []model.Denial{{Tool: "Bash", What: "git push", Where: "a:7", Person: true}}
		}), "permission-denied", model.StateFalseDone},
		{"nobody answered", fix, fixed, change(edited, func(w *model.Work) {
			w.Denied = []model.Denial{{Tool: "AskUserQuestion", What: "Which limit?", Where: "a:7", Asks: true}}
		}), "permission-denied", model.StateFalseDone},

		{"nothing at all", fix, "", model.Work{}, "zero-activity", model.StateFailed},
		{"only a call", fix, "", model.Work{Calls: 1}, "", model.StateDone},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := ran(tt.asked, tt.said, tt.w)
			v := New(DefaultConfig()).Judge(&c, model.StateDone, now)
			if v.State != tt.state {
				t.Errorf("%v (%s), want %v: %q", v.State, v.Headline, tt.state, rules(&v))
			}
			for _, rule := range ours {
				if rule == "zero-activity" && tt.rule == "" {
					continue // it also remarks on few calls
				}
				if has(&v, rule) != (rule == tt.rule) {
					t.Errorf("%s found: %v; all: %q", rule, has(&v, rule), rules(&v))
				}
			}
			if tt.rule != "" && tt.state == model.StateFalseDone && (v.Obstacle == nil || v.Obstacle.Text == "" || v.Obstacle.Key == "") {
				t.Errorf("no obstacle: %+v", v.Obstacle)
			}
			if chat := with(c, func(c *model.Case) { c.Facts.Chat = true }); tt.state == model.StateFalseDone {
				if v := New(DefaultConfig()).Judge(&chat, model.StateDone, now); v.State != model.StateDone || len(v.Findings) > 0 {
					t.Errorf("of a chat: %v %q", v.State, rules(&v))
				}
			}
		})
	}
}

// TestWhatWasDenied holds that the log says what lacks where words do not.
func TestWhatWasDenied(t *testing.T) {
	keys := map[string]bool{}
	for _, said := range []string{"Please grant write access and I'll continue.", "I'm unable to write the file. Please allow it.", "The login timeout is fixed."} {
		c := ran("Fix the login timeout", said, model.Work{Messages: 1, Calls: 1, Denied: []model.Denial{{Tool: "Write", What: "/srv/app/login.go", Where: "a:7"}}})
		v := New(DefaultConfig()).Judge(&c, model.StateDone, now)
		if v.State != model.StateFalseDone || v.Obstacle == nil {
			t.Fatalf("%q: %v, %+v", said, v.State, v.Obstacle)
		}
		if v.Obstacle.Kind != model.KindPermission {
			t.Errorf("%q: %+v", said, v.Obstacle)
		}
		keys[cycle.Common(v.Obstacle.Key)] = true
	}
	if !keys["withheld:/srv/app/login.go"] {
		t.Errorf("keys %v", keys)
	}
}

// TestLaterTurn holds that a run is measured by what it was asked for itself,
// not by what the first run of its log was.
func TestLaterTurn(t *testing.T) {
	for asked, want := range map[string]text.Request{"Word a commit message, but don't commit": text.RequestText, "": text.RequestUnknown, "Deploy it to staging": text.RequestAction} {
		c := ran("Fix the login timeout", "Raise the login timeout to 30 seconds.", model.Work{Turns: 3, Messages: 1, Asked: asked})
		c.Task.Title = "Fix the login timeout"
		in := &Input{Case: &c}
		if got := requestOf(in); got != want {
			t.Errorf("%q asks for %v, want %v", asked, got, want)
		}
		if requestText(in) != strings.ToLower(asked) {
			t.Errorf("%q: the request is %q", asked, requestText(in))
		}
	}
}

// TestRefusedThenAsked holds that the question with which a run ends after a
// person said no is the obstacle, not the call that was refused.
func TestRefusedThenAsked(t *testing.T) {
	c := ran("Fix the login timeout", "I staged the fix.\n\n- login.go\n\nShould the limit be 30 or 60 seconds?", model.Work{
		Messages: 1, Calls: 2, Edits: 1, Edited: []string{"login.go"}, Denied: []model.Denial{{Tool: "Bash", What: "git commit -m x", Where: "a:7", Person: true}},
	})
	v := New(DefaultConfig()).Judge(&c, model.StateDone, now)
	if v.State != model.StateFalseDone || v.Obstacle == nil || v.Obstacle.Text != "Should the limit be 30 or 60 seconds?" || v.Obstacle.Kind != model.KindDecision {
		t.Errorf("%v, %+v", v.State, v.Obstacle)
	}
}

// TestNameOfALog holds that the name of a file, which stands for the title of a
// log without a prompt, is no request for an action.
func TestNameOfALog(t *testing.T) {
	for asked, want := range map[string]model.State{"": model.StateDone, "Run the report": model.StateFalseDone} {
		c := ran(asked, "The report lists seven users.", model.Work{Messages: 1})
		c.Task.Title = "run"
		if v := New(DefaultConfig()).Judge(&c, model.StateDone, now); v.State != want {
			t.Errorf("%q: %v, %v", asked, v.State, v.Findings)
		}
	}
}

func TestDeniedLooking(t *testing.T) {
	c := ran("Fix it", "I fixed it.", change(edited, func(w *model.Work) {
		w.Denied = []model.Denial{{Tool: "WebFetch", What: "https://x.test", Where: "a:3", ReadOnly: true}}
	}))
	v := New(DefaultConfig()).Judge(&c, model.StateDone, now)
	if v.State != model.StateDone || !has(&v, "permission-denied") || v.Findings[0].Severity != model.SeverityWarning {
		t.Errorf("%v %+v", v.State, v.Findings)
	}
}

// TestDeniedProof is about a build or tests that were not permitted: a caveat
// where the agent says so, and nothing that it may keep to itself.
func TestDeniedProof(t *testing.T) {
	for said, want := range map[string]model.State{
		"Findings:\n\n- `a.go:3` leaks the handle.\n\n`npm run lint` passes; `npm run build` was blocked by the read-only sandbox.": model.StateDone,
		"Findings:\n\n- `a.go:3` leaks the handle.": model.StateFalseDone,
	} {
		c := ran("Review it", said, model.Work{
			Messages: 1, Calls: 2, Commands: 2, Denied: []model.Denial{{Tool: "exec", What: "npm run build", Where: "a:3", Proves: true}},
		})
		if v := New(DefaultConfig()).Judge(&c, model.StateDone, now); v.State != want || !has(&v, "permission-denied") {
			t.Errorf("%q: %v %+v", said, v.State, v.Findings)
		}
	}
}

func TestAttachedLogSpeaksForItsTask(t *testing.T) {
	for _, tt := range []struct {
		name  string
		at    time.Duration
		state model.State
	}{{"of its run", time.Hour, model.StateFalseDone}, {"of an earlier run", 30 * time.Hour, model.StateDone}} {
		c := done("I fixed the login timeout. All tests pass.")
		c.Facts.Endings = []model.Ending{{Where: "a:9", Text: "I fixed the login timeout. All tests pass.", At: ago(tt.at), Work: &edited}}
		if v := New(DefaultConfig()).Judge(&c, model.StateDone, now); v.State != tt.state {
			t.Errorf("%s: %v %q", tt.name, v.State, rules(&v))
		}
	}
	c := done("")
	c.Facts.Endings = []model.Ending{{Where: "a:9", At: ago(time.Hour), Work: &model.Work{}}}
	if v := New(DefaultConfig()).Judge(&c, model.StateDone, now); v.State != model.StateFalseDone || !has(&v, "zero-activity") {
		t.Errorf("nothing happened in its log: %v %q", v.State, rules(&v))
	}
}

func TestToolLoop(t *testing.T) {
	loop := model.ToolLoop{Tool: "Bash", Args: "npm test", Result: "1 failed", Count: 6, First: ago(time.Hour), Last: ago(time.Minute), From: "a:3", To: "a:13"}
	const message = "the same call 6 times with the same result and nothing changed between: Bash npm test"
	many, over := loop, loop
	many.Count, over.Ended = 24, true
	with := func(l model.ToolLoop) model.Case {
		c := running()
		c.Facts.Work = &model.Work{Calls: l.Count, Loops: []model.ToolLoop{l}}
		return c
	}
	try(t, checkToolLoop, []trial{
		{name: "none", c: running(), recorded: model.StateActive},
		{name: "runs on", c: with(loop), recorded: model.StateActive, message: message, state: model.StateActive, sev: model.SeverityWarning, count: 6},
		{name: "endless", c: with(many), recorded: model.StateActive, message: strings.Replace(message, " 6 ", " 24 ", 1), state: model.StateActive, sev: model.SeverityError, count: 24},
		{name: "got out of it", c: with(over), recorded: model.StateActive, message: message, sev: model.SeverityInfo, count: 6},
		{name: "failed in it", c: with(loop), recorded: model.StateFailed, message: message, sev: model.SeverityError, count: 6},
	})
	c := with(loop)
	config := DefaultConfig()
	f := checkToolLoop(&Input{Case: &c, Recorded: model.StateActive, Now: now, Config: &config})[0].Finding
	if len(f.Evidence) != 2 || f.Evidence[0] != (model.Evidence{Where: "a:3", Quote: "Bash npm test"}) || f.Evidence[1] != (model.Evidence{Where: "a:13", Quote: "1 failed"}) ||
		!f.First.Equal(loop.First) || !f.Last.Equal(loop.Last) {
		t.Errorf("%+v", f)
	}
}

func TestAwaitingAnswer(t *testing.T) {
	asks := func(question string, chat bool) model.Case {
		c := running()
		c.Facts.Chat, c.Facts.Work = chat, &model.Work{Waiting: model.Evidence{Where: "a:4", Quote: question}}
		return c
	}
	try(t, checkAwaitingAnswer, []trial{
		{name: "nothing asked", c: running(), recorded: model.StateActive},
		{
			name: "a question", c: asks("Which store?", false), recorded: model.StateBlocked, state: model.StateBlocked,
			message: "it waits for an answer and does not go on without one", sev: model.SeverityWarning,
		},
		{name: "in a chat", c: asks("Which store?", true), recorded: model.StateActive},
	})
	c := asks("Which store?", false)
	o := checkAwaitingAnswer(&Input{Case: &c, Now: now})[0].Opinion.Obstacle
	if o.Kind != model.KindMissingInput || o.Text != "Which store?" || o.Where != "a:4" {
		t.Errorf("%+v", o)
	}
}

func TestUsageLimit(t *testing.T) {
	met := func(resumes time.Time) model.Case {
		c := done("")
		c.Runs[0].Outcome, c.Runs[0].Error = model.OutcomeRateLimited, "You've hit your limit"
		c.Facts.Work = &model.Work{Calls: 1, Resumes: resumes}
		return c
	}
	try(t, checkUsageLimit, []trial{
		{name: "another failure", c: ran("", "", looked), recorded: model.StateFailed},
		{
			name: "known when", c: met(now.Add(2 * time.Hour)), recorded: model.StateFailed, state: model.StateFailed,
			message: "stopped by a usage limit until Jun 1 14:00 UTC", sev: model.SeverityWarning, until: 2 * time.Hour,
		},
		{
			name: "in days", c: met(now.Add(50 * time.Hour)), recorded: model.StateFailed, state: model.StateFailed,
			message: "stopped by a usage limit until Jun 3 14:00 UTC", sev: model.SeverityWarning, until: 50 * time.Hour,
		},
		{
			name: "over", c: met(ago(time.Hour)), recorded: model.StateFailed, state: model.StateFailed,
			message: "stopped by a usage limit until Jun 1 11:00 UTC", sev: model.SeverityWarning,
		},
		{
			name: "unknown", c: met(time.Time{}), recorded: model.StateFailed, state: model.StateFailed,
			message: "stopped by a usage limit", sev: model.SeverityWarning,
		},
	})
	c := met(now.Add(2 * time.Hour))
	v := New(DefaultConfig()).Judge(&c, model.StateFailed, now)
	if v.Headline != "usage limit, resumes 14:00" || v.Obstacle == nil || v.Obstacle.Kind != model.KindRateLimit || !v.Until.Equal(now.Add(2*time.Hour)) {
		t.Errorf("%q %+v until %v", v.Headline, v.Obstacle, v.Until)
	}
	for outcome, want := range map[model.Outcome]string{
		model.OutcomeRateLimited: "recorded as failed: rate limited", model.OutcomeCancelled: "recorded as failed: stopped from outside",
	} {
		c.Runs[0].Outcome = outcome
		in := &Input{Case: &c, Recorded: model.StateFailed, Now: now}
		if got := checkHardError(in)[0].Finding.Message; got != want {
			t.Errorf("%v: %q, want %q", outcome, got, want)
		}
	}
}

func TestUnplain(t *testing.T) {
	for _, s := range []string{"", "plain", "Ünïcode’s İstanbul I’ve added it", "a\xffB’\xe2\x80"} {
		plain := plainWords(s)
		for i := range plain {
			if at := unplain(s, i); at > len(s) || plainWords(s[:at]) != plain[:len(plainWords(s[:at]))] {
				t.Errorf("%q at %d of %q is %d", s, i, plain, at)
			}
		}
		if at := strings.Index(plain, "added"); at >= 0 && s[unplain(s, at):][:5] != "added" {
			t.Errorf("%q: %d", s, unplain(s, at))
		}
	}
}

// The file that was never written is quoted from its own sentence, whatever characters stand
// before it.
func TestMissingFileQuotesItsSentence(t *testing.T) {
	said := "It’s what’s asked, and that’s what they’ve said they’d like. I wrote the summary to out/a.md. That is what it is."
	c := ran("Summarise the incidents into report.md", said, looked)
	v := New(DefaultConfig()).Judge(&c, model.StateDone, now)
	for _, f := range v.Findings {
		if f.Rule == "missing-file" && !strings.Contains(f.Evidence[0].Quote, "I wrote the summary") {
			t.Errorf("it quotes %q", f.Evidence[0].Quote)
		}
	}
	if !slices.ContainsFunc(v.Findings, func(f model.Finding) bool { return f.Rule == "missing-file" }) {
		t.Errorf("no finding: %q", rules(&v))
	}
}

func FuzzWhatTheLogShows(f *testing.F) {
	f.Add("Fix login.go", "I’ve fixed it. All tests pass. I wrote report.md.", "go test")
	f.Add("", "\xff\xfe. added\n- İ created x.go", "\x00")
	f.Fuzz(func(t *testing.T, asked, said, command string) {
		w := failing
		w.Command.Text, w.Test.Text = command, command
		for _, work := range []model.Work{looked, edited, w} {
			c := ran(asked, said, work)
			v := New(DefaultConfig()).Judge(&c, model.StateDone, now)
			for i := range v.Findings {
				for _, e := range v.Findings[i].Evidence {
					if slices.Contains([]string{"no-change", "missing-file"}, v.Findings[i].Rule) && e.Where == "tasks#t1" && !strings.Contains(said, strings.TrimSuffix(e.Quote, "…")) {
						t.Errorf("%s quotes %q, which was not said", v.Findings[i].Rule, e.Quote)
					}
				}
			}
		}
	})
}
