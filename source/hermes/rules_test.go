package hermes

import (
	"slices"
	"strings"
	"testing"
	"time"

	"notdone/classify"
	"notdone/model"
)

// subject is a task made for a rule.
type subject struct {
	status   string
	change   func(r *record, c *model.Case)
	events   []model.Event
	payloads map[int]payload // by the event's place
	runs     []model.Run
}

// did is an event some time before noon; said is its sentence.
func did(name string, before time.Duration, said ...string) model.Event {
	k := kindOf(name)
	return model.Event{Name: k.name, Kind: k.class, At: at(before), Note: strings.Join(said, " ")}
}

// ran is a run that ended some time before noon.
func ran(outcome string, before time.Duration, failure ...string) model.Run {
	f := strings.Join(failure, " ")
	return model.Run{Recorded: outcome, Outcome: outcomeOf(outcome, "", "", f), Error: f, Started: at(before + time.Hour), Ended: at(before)}
}

// input makes what a rule is given.
func (s subject) input() *classify.Input {
	r := &record{id: "t_1", status: s.status, assignee: "default", created: ago(100 * time.Hour), limits: limitsFrom(nil), release: newestRelease, clock: func() time.Time { return noon }, details: map[int64]*payload{}}
	c := &model.Case{Native: r, Events: s.events, Runs: s.runs}
	for i := range c.Events {
		c.Events[i].Seq = int64(i + 1)
		if p, ok := s.payloads[i]; ok {
			r.details[int64(i+1)] = &p
		}
	}
	c.Task = model.Task{ID: "t_1", Recorded: s.status, Created: at(100 * time.Hour)}
	r.stand = stand(s.status, c.Events)
	c.Facts.BlockedAt = c.Task.Created
	if r.stand.event >= 0 {
		c.Facts.BlockedAt = c.Events[r.stand.event].At
	}
	if s.change != nil {
		s.change(r, c)
	}
	cfg := classify.DefaultConfig()
	return &classify.Input{Case: c, Recorded: state(s.status), Now: noon, Config: &cfg}
}

// ruleCase is one line of a rule's table.
type ruleCase struct {
	name string
	subject
	severity string // empty: the rule finds nothing
	count    int    // 0: one
	says     string // part of the message
	state    string // of the opinion; empty: it has none
	off      bool   // the finding does not count
	until    time.Time
}

func testRule(t *testing.T, name string, cases []ruleCase) {
	t.Helper()
	all := rules()
	i := slices.IndexFunc(all, func(r classify.Rule) bool { return r.Name == name })
	if i < 0 {
		t.Fatalf("there is no rule %s", name)
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var f *model.Finding
			var o classify.Observation
			for _, seen := range all[i].Check(c.input()) {
				o = seen
				f = seen.Finding
			}
			checkFinding(t, c, f, name)
			checkMessageHoldsNoAge(t, all[i], c, f)
			if f != nil && f.Severity > all[i].Severity {
				t.Errorf("severity %v of a rule of severity %v", f.Severity, all[i].Severity)
			}
			if got := o.Opinion.State.String(); o.Opinion.Rank != classify.RankNone && got != c.state || o.Opinion.Rank == classify.RankNone && c.state != "" {
				t.Errorf("its opinion is %s (rank %d), not %q", got, o.Opinion.Rank, c.state)
			}
			if !c.until.IsZero() && !o.Until.Equal(c.until) {
				t.Errorf("it holds until %v, not %v", o.Until, c.until)
			}
			if !o.Until.IsZero() && !o.Until.After(noon) {
				t.Errorf("it holds until %v, which is past", o.Until)
			}
		})
	}
}

// checkMessageHoldsNoAge judges the case again at later clocks: a finding that counts
// the same has the same message. Hermes' own rules date some findings at the present.
func checkMessageHoldsNoAge(t *testing.T, rule classify.Rule, c ruleCase, was *model.Finding) {
	t.Helper()
	for _, later := range []time.Duration{7 * time.Minute, 26 * time.Hour, 60 * 24 * time.Hour} {
		in := c.input()
		in.Now = in.Now.Add(later)
		for _, o := range rule.Check(in) {
			is := o.Finding
			if was == nil || is == nil || is.Count != was.Count {
				continue // what leaves the window of a loop is no longer counted
			}
			if is.Message != was.Message {
				t.Errorf("%v later: %q, was %q", later, is.Message, was.Message)
			}
		}
	}
}

func checkFinding(t *testing.T, c ruleCase, f *model.Finding, name string) {
	t.Helper()
	switch {
	case f == nil && c.severity == "":
		return
	case f == nil:
		t.Fatal("it finds nothing")
	case c.severity == "":
		t.Fatalf("it finds: %s", f.Message)
	}
	if f.Rule != name || f.Severity.String() != c.severity || f.Count != max(c.count, 1) || f.Discounted != c.off {
		t.Errorf("found is %s %s ×%d, discounted %v: %s", f.Rule, f.Severity, f.Count, f.Discounted, f.Message)
	}
	if !strings.Contains(f.Message, c.says) {
		t.Errorf("it says %q, not %q", f.Message, c.says)
	}
	if f.First.IsZero() || f.Last.IsZero() || f.Last.Before(f.First) {
		t.Errorf("seen first at %v and last at %v", f.First, f.Last)
	}
}

func TestRulesLeaveOthersAlone(t *testing.T) {
	cfg := classify.DefaultConfig()
	in := &classify.Input{Case: &model.Case{Native: "another system's"}, Recorded: model.StateBlocked, Now: noon, Config: &cfg}
	for _, r := range rules() {
		if seen := r.Check(in); len(seen) > 0 {
			t.Errorf("%s says something about another system's task", r.Name)
		}
	}
}

func TestOwnersRulesLeaveArchivedTasksOut(t *testing.T) {
	s := subject{status: stArchived, events: []model.Event{did(evCardsBlocked, time.Hour), did(evPhantomRefs, time.Hour)}}
	for _, r := range rules()[:9] {
		if seen := r.Check(s.input()); len(seen) > 0 {
			t.Errorf("%s speaks of an archived task", r.Name)
		}
	}
}

func TestRuleNames(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rules() {
		if seen[r.Name] || r.Name != strings.ToLower(r.Name) || strings.Contains(r.Name, "_") {
			t.Errorf("%s is no good name", r.Name)
		}
		seen[r.Name] = true
	}
}
