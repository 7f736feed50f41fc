package classify

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"notdone/model"
)

// wholeVerdict is everything that a verdict says, on a line for each finding.
func wholeVerdict(v *model.Verdict) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v %v %.3f %q", v.State, v.Grade, v.Confidence, v.Headline)
	if v.Obstacle != nil {
		fmt.Fprintf(&b, " by %s %q at %s", v.Obstacle.Key, v.Obstacle.Text, v.Obstacle.Where)
	}
	if !v.Until.IsZero() {
		fmt.Fprintf(&b, " for %v", v.Until.Sub(now).Round(time.Second))
	}
	for i := range v.Findings {
		f := &v.Findings[i]
		fmt.Fprintf(&b, "\n    %s %v %d: %s; clears when %s; %v", f.Rule, f.Severity, f.Count, f.Message, f.Clears, f.Actions)
		for _, at := range []time.Time{f.First, f.Last} {
			if !at.IsZero() {
				fmt.Fprintf(&b, " %v", at.Sub(now).Round(time.Second))
			}
		}
		for _, e := range f.Evidence {
			fmt.Fprintf(&b, " %s %q", e.Where, e.Quote)
		}
	}
	return b.String() + "\n"
}

// verdicts collects verdicts, and of which cases each of them is.
type verdicts struct {
	said  []string
	names map[string][]string // by what is said
}

func (all *verdicts) add(name string, v model.Verdict) {
	if all.names == nil {
		all.names = map[string][]string{}
	}
	said := wholeVerdict(&v)
	if all.names[said] == nil {
		all.said = append(all.said, said)
	}
	all.names[said] = append(all.names[said], name)
}

func (all *verdicts) String() string {
	var b strings.Builder
	for _, said := range all.said {
		fmt.Fprintf(&b, "%s: %s", strings.Join(all.names[said], ", "), said)
	}
	return b.String()
}

// Every request with every message and every kind of work has the verdict that it had.
func TestVerdictsOfLogs(t *testing.T) {
	denied := func(d ...model.Denial) model.Work { return change(edited, func(w *model.Work) { w.Denied = d }) }
	works := []struct {
		name string
		w    model.Work
	}{
		{"nothing", model.Work{}},
		{"one call", model.Work{Calls: 1}},
		{"looked", looked},
		{"edited", edited},
		{"scripts", scripts},
		{"tested", tested},
		{"failing", failing},
		{"one turn", change(looked, func(w *model.Work) { w.Turns = 1 })},
		{"two turns", change(looked, func(w *model.Work) { w.Turns = 2 })},
		{"in part", change(looked, func(w *model.Work) { w.Partial = true })},
		{"delegated", change(looked, func(w *model.Work) { w.Delegated = 1 })},
		{"lost edits", change(looked, func(w *model.Work) { w.LostEdits = 2 })},
		{"denied", denied(model.Denial{Tool: "Write", What: "/srv/app/login.go", Where: "a:7"})},
		{"denied to look", denied(model.Denial{Tool: "WebFetch", What: "https://x.test", Where: "a:3", ReadOnly: true})},
		{"denied a proof", denied(model.Denial{Tool: "exec", What: "npm run build", Where: "a:3", Proves: true}, model.Denial{Tool: "exec", What: "npm test", Where: "a:4", Proves: true})},
		{"refused by a person", denied(model.Denial{Tool: "Bash", What: "git push", Where: "a:7", Person: true})},
		{"asked nobody", denied(model.Denial{Tool: "AskUserQuestion", What: "Which limit?", Where: "a:7", Asks: true})},
		{"recovered", change(edited, func(w *model.Work) { w.Recovered = 1 })},
		{"last command failed", change(failing, func(w *model.Work) { w.Test, w.Tests = model.Step{}, 0 })},
	}
	asks := []string{
		"", "Fix the login timeout in login.go", "What does the login timeout depend on?", "Summarise the incidents into report.md, commit it and run the tests",
	}
	saids := []string{
		"", "I fixed the login timeout by raising the limit to 30 seconds.", hindered, promised, reported,
		"I wrote the summary to out/report.md. All 14 tests pass.", "The fix is in place, but I did not commit it and I could not run the tests.",
		"Should I raise the limit to 30 seconds, or leave it?", `The log says "all tests pass", which is wrong: two of them fail.`,
	}
	var b strings.Builder
	for _, asked := range asks {
		for _, said := range saids {
			var all verdicts
			for _, work := range works {
				c := ran(asked, said, work.w)
				all.add(work.name, New(DefaultConfig()).Judge(&c, model.StateDone, now))
			}
			fmt.Fprintf(&b, "\n# %q: %q\n%v", asked, said, &all)
		}
	}
	golden.RequireEqual(t, []byte(b.String()))
}

// Every recorded state with every way in which its last run ended, and with what else
// a queue may record, has the verdict that it had.
func TestVerdictsOfQueues(t *testing.T) {
	shapes := []struct {
		name   string
		change func(c *model.Case)
	}{
		{"plain", func(*model.Case) {}},
		{"no runs", func(c *model.Case) { c.Runs = nil }},
		{"no events", func(c *model.Case) { c.Events = nil }},
		{"claimed by nobody alive", func(c *model.Case) {
			c.Facts = model.Facts{Claimed: true, ClaimOwner: "here:7", ClaimExpires: ago(time.Hour), Heartbeat: ago(2 * time.Hour), OpenRun: true, Worker: model.LivenessDead, WorkerPID: 7, WorkerHost: "here"}
		}},
		{"claimed elsewhere, silent", func(c *model.Case) {
			c.Facts = model.Facts{Claimed: true, ClaimOwner: "there:7", Heartbeat: ago(95 * time.Minute), OpenRun: true, WorkerHost: "there"}
		}},
		{"a reason to be blocked", func(c *model.Case) {
			c.Facts.ObstacleText, c.Facts.ObstacleKind, c.Facts.ObstacleWhere, c.Facts.BlockedAt = "No access to the vault.", model.KindAccess, "events#4", ago(time.Hour)
		}},
		{"declared blocked", func(c *model.Case) { c.Facts.Explicit, c.Facts.ExplicitWhere = model.OutcomeBlocked, "tasks#t1" }},
		{"parents", func(c *model.Case) {
			c.Facts.Parents = []model.Link{{ID: "p1", Title: "Buy", Recorded: "failed", Failed: true}, {ID: "p2", Title: "Sell", Recorded: "done", Finished: true}}
		}},
		{"an attached log", func(c *model.Case) {
			c.Facts.Endings = []model.Ending{{Where: "b.log:4", Text: "I could not reach the registry.", At: ago(time.Hour), Outcome: model.OutcomeFailed}}
		}},
		{"three failures", func(c *model.Case) {
			crash := model.Run{ID: "r0", Where: "runs#r0", Outcome: model.OutcomeCrashed, Error: "killed", Started: ago(6 * time.Hour), Ended: ago(5 * time.Hour)}
			c.Runs = append([]model.Run{crash, crash, crash}, c.Runs...)
		}},
		{"blocked and unblocked", func(c *model.Case) {
			for i := range 4 {
				at := ago(time.Duration(100-10*i) * time.Minute)
				c.Events = append(c.Events,
					model.Event{Seq: int64(10 + 2*i), Where: "events#b", Kind: model.EventBlocked, Note: "no access to the vault", At: at},
					model.Event{Seq: int64(11 + 2*i), Where: "events#u", Kind: model.EventUnblocked, At: at.Add(time.Minute)})
			}
		}},
		{"old and idle", func(c *model.Case) {
			c.Runs[0].ToolCalls, c.Task.Updated, c.Task.Created = count(0), ago(90*24*time.Hour), ago(91*24*time.Hour)
		}},
	}
	var b strings.Builder
	for state := range model.NumStates {
		recorded := model.State(state)
		for _, base := range []struct {
			name string
			c    model.Case
		}{{"reported", done(reported)}, {"hindered", done(hindered)}, {"running", running()}} {
			var all verdicts
			judge := func(name string, change func(c *model.Case)) {
				c := with(base.c, func(c *model.Case) { c.Task.Recorded = recorded.String() })
				change(&c)
				all.add(name, New(DefaultConfig()).Judge(&c, recorded, now))
			}
			for _, shape := range shapes {
				judge(shape.name, shape.change)
			}
			for outcome := model.OutcomeUnknown; outcome <= model.OutcomeCancelled; outcome++ {
				judge(outcome.String(), func(c *model.Case) {
					last := c.Runs[0]
					last.Outcome, last.Ended, last.Error = outcome, ago(time.Hour), "it ended with "+outcome.String()
					c.Runs = []model.Run{last}
				})
			}
			fmt.Fprintf(&b, "\n# %v, %s\n%v", recorded, base.name, &all)
		}
	}
	golden.RequireEqual(t, []byte(b.String()))
}

// A position is quoted between two marks of a kind, and not before the first, after
// the last, or behind one that is never shut.
func TestQuoted(t *testing.T) {
	for sentence, want := range map[string]bool{
		`x is so`: false, `he said "x is so" then`: true, `"he" said x`: false, `"he" said x "so"`: false, `x "he"`: false, `he said "x is so`: false,
		"run `x` now": true, "`run` x": false, "it says “x”": true, "“it” x “is”": false, "“a “x” b”": true, "„x“": true, "«x": false, "x»": false,
	} {
		if got := quoted(sentence, strings.Index(sentence, "x")); got != want {
			t.Errorf("%s: %v", sentence, got)
		}
	}
}
