package classify

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"notdone/classify/text"
	"notdone/model"
)

var now = time.Date(2030, 6, 1, 12, 0, 0, 0, time.UTC)

func ago(d time.Duration) time.Time { return now.Add(-d) }

func count(n int) *int { return &n }

// done is a case whose queue recorded done and whose one run completed with an
// output.
func done(output string) model.Case {
	return model.Case{
		Task: model.Task{
			ID: "t1", Title: "Rotate certificates", Wish: "rotate certificates", Recorded: "done", Attempts: 1,
			Created: ago(3 * time.Hour), Started: ago(2 * time.Hour), Finished: ago(time.Hour), Updated: ago(time.Hour),
		},
		Result: output, ResultWhere: "tasks#t1",
		Runs: []model.Run{{
			ID: "r1", Where: "runs#r1", Started: ago(2 * time.Hour), Ended: ago(time.Hour),
			Outcome: model.OutcomeCompleted, Output: output,
		}},
		Events: []model.Event{
			{Seq: 1, Kind: model.EventCreated, At: ago(3 * time.Hour), Where: "events#1"},
			{Seq: 2, Kind: model.EventClaimed, At: ago(2 * time.Hour), Where: "events#2"},
			{Seq: 3, Kind: model.EventFinished, At: ago(time.Hour), Where: "events#3", RunID: "r1"},
		},
	}
}

// running is a case that is claimed by a live worker of this host.
func running() model.Case {
	c := done("")
	c.Task.Recorded, c.Task.Finished = "running", time.Time{}
	c.Result, c.ResultWhere = "", ""
	c.Runs[0].Ended, c.Runs[0].Outcome = time.Time{}, model.OutcomeUnknown
	c.Events = c.Events[:2]
	c.Facts = model.Facts{
		Claimed: true, ClaimOwner: "here:4242", ClaimExpires: now.Add(10 * time.Minute), Heartbeat: ago(time.Minute),
		OpenRun: true, Worker: model.LivenessAlive, WorkerPID: 4242, WorkerHost: "here",
	}
	return c
}

// with returns a value after a change.
func with[T any](c T, change func(c *T)) T {
	change(&c)
	return c
}

// trial is one row of a rule's table.
type trial struct {
	name     string
	c        model.Case
	recorded model.State
	reading  *text.Reading // stands in for what the message says; nil: it is read
	// What is wanted of the first observation; none at all when both are zero.
	message string // of its finding
	state   model.State
	sev     model.Severity
	count   int           // of its finding; 0: not compared
	until   time.Duration // after now; 0: never
}

// try runs a rule's table.
func try(t *testing.T, check func(in *Input) []Observation, trials []trial) {
	t.Helper()
	config := DefaultConfig()
	for _, tt := range trials {
		t.Run(tt.name, func(t *testing.T) {
			in := &Input{Case: &tt.c, Recorded: tt.recorded, Now: now, Config: &config, reading: tt.reading}
			rule := ruleOf(t, check)
			seen := rule.observe(in)
			for _, o := range seen {
				if o.Finding != nil && o.Finding.Severity > rule.Severity {
					t.Errorf("a finding of severity %v of a rule of severity %v", o.Finding.Severity, rule.Severity)
				}
			}
			if len(seen) == 0 {
				seen = []Observation{{}}
			}
			checkMessagesHoldNoAges(t, rule, in, seen)
			got := seen[0]
			f := model.Finding{}
			if got.Finding != nil {
				f = *got.Finding
				if f.Message == "" || f.Clears == "" {
					t.Errorf("the finding lacks words: %+v", f)
				}
				if f.Severity != tt.sev {
					t.Errorf("severity %v, want %v", f.Severity, tt.sev)
				}
			}
			if f.Message != tt.message {
				t.Errorf("message %q, want %q", f.Message, tt.message)
			}
			if tt.count != 0 && f.Count != tt.count {
				t.Errorf("count %d, want %d", f.Count, tt.count)
			}
			if got.Opinion.State != tt.state {
				t.Errorf("state %v, want %v", got.Opinion.State, tt.state)
			}
			if (got.Opinion.Rank != RankNone) != (tt.state != model.StateUnknown) {
				t.Errorf("rank %v with state %v", got.Opinion.Rank, tt.state)
			}
			var until time.Duration
			if !got.Until.IsZero() {
				until = got.Until.Sub(now)
			}
			if until != tt.until {
				t.Errorf("until %v, want %v", until, tt.until)
			}
		})
	}
}

// checkMessagesHoldNoAges judges the case again at later clocks: as long as a rule counts
// the same, its finding has the same message and the same times.
func checkMessagesHoldNoAges(t *testing.T, rule *Rule, in *Input, seen []Observation) {
	t.Helper()
	for _, later := range []time.Duration{7 * time.Minute, 26 * time.Hour, 60 * 24 * time.Hour} {
		at := &Input{Case: in.Case, Recorded: in.Recorded, Now: in.Now.Add(later).In(time.FixedZone("east", 3*3600)), Config: in.Config, reading: in.reading}
		for i, o := range rule.observe(at) {
			if i >= len(seen) || o.Finding == nil || seen[i].Finding == nil || o.Finding.Count != seen[i].Finding.Count {
				continue // what leaves the window of a loop is no longer counted
			}
			was, is := seen[i].Finding, o.Finding
			if was.Message != is.Message || !was.First.Equal(is.First) || !was.Last.Equal(is.Last) {
				t.Errorf("%v later: %q of %v to %v, was %q of %v to %v", later, is.Message, is.First, is.Last, was.Message, was.First, was.Last)
			}
		}
	}
}

// ruleOf returns the rule of a check.
func ruleOf(t *testing.T, check func(in *Input) []Observation) *Rule {
	t.Helper()
	for _, r := range Rules() {
		if reflect.ValueOf(r.Check).Pointer() == reflect.ValueOf(check).Pointer() {
			return &r
		}
	}
	t.Fatal("no rule has this check")
	return nil
}

// rules returns the names of the findings, in their order.
func rules(v *model.Verdict) []string {
	var names []string
	for i := range v.Findings {
		names = append(names, v.Findings[i].Rule)
	}
	return names
}

func has(v *model.Verdict, rule string) bool { return slices.Contains(rules(v), rule) }
