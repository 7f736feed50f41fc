package classify

import (
	"slices"
	"strings"
	"testing"
	"time"

	"notdone/model"
)

// Every threshold belongs to a rule, and setting it changes when that rule speaks; none is
// set to begin with.
func TestEveryThresholdCounts(t *testing.T) {
	t.Parallel()
	times := func(n int, event ...model.EventKind) model.Case {
		return with(running(), func(c *model.Case) {
			c.Task.Recorded, c.Facts = "blocked", model.Facts{}
			for i := range n {
				for _, kind := range event {
					seq := int64(len(c.Events) + 1)
					c.Events = append(c.Events, model.Event{Seq: seq, Kind: kind, At: ago(time.Hour - time.Duration(seq)*time.Minute), Note: "no access to vault/staging", Where: "events#" + string(rune('a'+i))})
				}
			}
		})
	}
	runs := func(outputs ...string) model.Case {
		return with(done(""), func(c *model.Case) {
			c.Runs = nil
			for i, said := range outputs {
				at := ago(time.Duration(len(outputs)-i) * time.Hour)
				c.Runs = append(c.Runs, model.Run{ID: string(rune('a' + i)), Started: at, Ended: at.Add(time.Minute), Outcome: model.OutcomeCompleted, Output: said})
			}
		})
	}
	failed := with(runs("", "", ""), func(c *model.Case) {
		for i := range c.Runs {
			c.Runs[i].Outcome, c.Runs[i].Error = model.OutcomeCrashed, "exit status 1"
		}
	})
	quick := with(done("I changed the config file and all tests pass."), func(c *model.Case) { c.Runs[0].Started = c.Runs[0].Ended.Add(-2 * time.Second) })
	looping := with(running(), func(c *model.Case) {
		c.Facts.Work = &model.Work{Calls: 24, Loops: []model.ToolLoop{{Tool: "Bash", Args: "npm test", Count: 24}}}
	})
	for name, tc := range map[string]struct {
		c        model.Case
		recorded model.State
		duration time.Duration
		count    int
	}{
		"stale-heartbeat.limit":    {c: with(running(), func(c *model.Case) { c.Facts.Heartbeat, c.Facts.HeartbeatLimit = ago(90*time.Minute), time.Hour }), recorded: stateActive, duration: 2 * time.Hour},
		"claim-expired.grace":      {c: with(running(), func(c *model.Case) { c.Facts.ClaimExpires = ago(time.Minute) }), recorded: stateActive, duration: time.Hour},
		"waiting-too-long.limit":   {c: with(done(""), func(c *model.Case) { c.Runs, c.Events = nil, nil }), recorded: model.StateQueued, duration: 4 * time.Hour},
		"waiting-too-long.blocked": {c: with(done(""), func(c *model.Case) { c.Facts.BlockedAt = ago(25 * time.Hour) }), recorded: model.StateBlocked, duration: 48 * time.Hour},
		"block-loop.window":        {c: times(4, model.EventBlocked, model.EventUnblocked), recorded: model.StateBlocked, duration: time.Second},
		"block-loop.rounds":        {c: times(4, model.EventBlocked, model.EventUnblocked), recorded: model.StateBlocked, count: 9},
		"retry-loop.attempts":      {c: failed, recorded: model.StateFailed, count: 4},
		"requeue-loop.times":       {c: times(2, model.EventBlocked, model.EventRequeued), recorded: model.StateBlocked, count: 9},
		"short-run.limit":          {c: quick, recorded: stateDone, duration: time.Second},
		"silent-recurrence.spoke":  {c: runs("a", "b", "c", "", ""), recorded: stateDone, count: 4},
		"silent-recurrence.silent": {c: runs("a", "b", "c", "", ""), recorded: stateDone, count: 3},
		"tool-loop.endless":        {c: looping, recorded: stateActive, count: 25},
	} {
		t.Run(name, func(t *testing.T) {
			config := DefaultConfig()
			rule, _, _ := strings.Cut(name, ".")
			says := func() []model.Severity {
				v := New(config).Judge(&tc.c, tc.recorded, now)
				var all []model.Severity
				for i := range v.Findings {
					if v.Findings[i].Rule == rule {
						all = append(all, v.Findings[i].Severity)
					}
				}
				return all
			}
			before := says()
			all := config.Thresholds()
			i := slices.IndexFunc(all, func(h Threshold) bool { return h.Name == name })
			if i < 0 {
				t.Fatal("there is no such threshold")
			}
			if h := all[i]; h.Value.Duration != nil {
				*h.Value.Duration = tc.duration
			} else {
				*h.Value.Count = tc.count
			}
			if after := says(); len(before) == 0 || slices.Equal(before, after) {
				t.Errorf("%v, and set otherwise %v", before, after)
			}
		})
	}
	config := DefaultConfig()
	if n := len(config.Thresholds()); n != 12 {
		t.Errorf("%d thresholds", n)
	}
	for _, h := range config.Thresholds() {
		rule, _, _ := strings.Cut(h.Name, ".")
		if !slices.ContainsFunc(Rules(), func(r Rule) bool { return r.Name == rule }) || h.Meaning == "" {
			t.Errorf("%s is no threshold of a rule that means something", h.Name)
		}
	}
}

// A rule that is off is not asked, also when it is an adapter's.
func TestRulesThatAreOff(t *testing.T) {
	t.Parallel()
	c, config := with(running(), func(c *model.Case) { c.Facts.ClaimExpires = ago(time.Minute) }), DefaultConfig()
	own := Rule{Name: "own", Check: func(*Input) []Observation { return finding(model.Finding{Message: "seen", Clears: "nothing"}) }}
	if v := New(config, own).Judge(&c, stateActive, now); !has(&v, "claim-expired") || !has(&v, "own") {
		t.Fatalf("found %v", rules(&v))
	}
	config.Off = []string{"claim-expired", "own"}
	if v := New(config, own).Judge(&c, stateActive, now); len(v.Findings) > 0 || v.State != stateActive {
		t.Errorf("found %v, %v", rules(&v), v.State)
	}
}
