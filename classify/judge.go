package classify

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"notdone/classify/cycle"
	"notdone/model"
)

// Judge judges tasks. It keeps no state between them and is safe for concurrent
// use.
type Judge struct {
	config  Config
	rules   []Rule
	records []Record // of each rule
}

// New returns a judge with notdone's own rules and those of an adapter. A rule
// of the adapter replaces the one of the same name, or takes it away when it
// has no Check. The rules that cfg turns off are left out.
func New(cfg Config, extra ...Rule) *Judge {
	j := &Judge{config: cfg}
	for _, r := range Rules() {
		if !slices.ContainsFunc(extra, func(x Rule) bool { return x.Name == r.Name }) {
			j.rules = append(j.rules, r)
		}
	}
	j.rules = append(j.rules, extra...)
	j.rules = slices.DeleteFunc(j.rules, func(r Rule) bool { return r.Check == nil || slices.Contains(cfg.Off, r.Name) })
	for i := range j.rules {
		r, _ := RecordOf(j.rules[i].Name)
		j.records = append(j.records, r)
	}
	return j
}

// Judge returns what is concluded from a case at a moment. recorded is the
// state that the case's recorded status stands for, by its adapter's table. The
// case is not changed and not kept. Nothing is ever called verified: a done
// task with nothing against it is strong when its own words and a run that
// completed agree, and else text-only or cannot-tell.
func (j *Judge) Judge(c *model.Case, recorded model.State, now time.Time) model.Verdict {
	return j.JudgeExcept(c, recorded, now, nil)
}

// JudgeExcept is Judge without the findings that an operator dismissed: those for
// which wrong returns a reason. They are kept, marked as dismissed, and conclusions
// that rest only on them are withdrawn. A nil function dismisses nothing.
func (j *Judge) JudgeExcept(c *model.Case, recorded model.State, now time.Time, wrong func(f *model.Finding) (why string)) model.Verdict {
	in := &Input{Case: c, Recorded: recorded, Now: now, Config: &j.config}
	s := j.runRules(in)
	note := ""
	if wrong != nil {
		note = s.dismiss(wrong)
	}
	v := fuse(s.opinions).Verdict
	v.Headline = cmp.Or(v.Headline, note)
	v.Findings, v.Until = s.findings, s.until
	if u := c.StandsUntil; u.After(now) && (v.Until.IsZero() || u.Before(v.Until)) {
		v.Until = u
	}
	completeVerdict(in, &v)
	SortFindings(v.Findings)
	return v
}

// observed is what the rules answered about one task.
type observed struct {
	opinions []Opinion
	findings []model.Finding
	until    time.Time
}

// usualOpinions is how many opinions most tasks get.
const usualOpinions = 4

// runRules asks every rule about the task.
func (j *Judge) runRules(in *Input) (s observed) {
	s.opinions = make([]Opinion, 0, usualOpinions)
	for i := range j.rules {
		for _, o := range j.rules[i].observe(in) {
			if o.Finding != nil {
				s.findings, o.Opinion.finding = addFinding(s.findings, j.rules[i].Name, o.Finding)
			}
			if o.Opinion.Rank != RankNone {
				s.opinions = append(s.opinions, j.records[i].bounded(o.Opinion))
			}
			if o.Until.After(in.Now) && (s.until.IsZero() || o.Until.Before(s.until)) {
				s.until = o.Until
			}
		}
	}
	return s
}

// completeVerdict fills in what every verdict has: an obstacle for a block, a key
// for an obstacle, bounded texts.
func completeVerdict(in *Input, v *model.Verdict) {
	if v.State == model.StateBlocked && v.Obstacle == nil {
		v.Obstacle = unexplainedBlock(in, "")
		why := Rule{Name: "block-reason", Check: checkBlockReason}
		for _, o := range why.observe(in) {
			if o.Finding != nil {
				v.Findings, _ = addFinding(v.Findings, why.Name, o.Finding)
				continue
			}
			v.Obstacle, v.Headline = o.Opinion.Obstacle, cmp.Or(v.Headline, o.Opinion.Headline)
		}
	}
	if o := v.Obstacle; o != nil && (o.Key == "" || o.Name == "" || len(o.Text) > maxObstacle) {
		fixed := *o
		fixed.Key = cmp.Or(o.Key, cycle.ObstacleKey(o.Kind, o.Text))
		fixed.Name = cmp.Or(o.Name, cycle.ObstacleName(o.Text))
		fixed.Text = cut(o.Text, maxObstacle)
		v.Obstacle = &fixed
	}
	v.Headline = cut(v.Headline, maxHeadline)
}

// observe runs one rule. A panic in it is contained and becomes a finding about
// the rule itself; it takes away nothing that other rules saw.
func (r *Rule) observe(in *Input) (seen []Observation) {
	defer func() {
		if p := recover(); p != nil {
			seen = []Observation{{Finding: failedCheck(r.Name, p)}}
		}
	}()
	if !r.States.has(in) {
		return nil
	}
	return r.Check(in)
}

// failedCheck returns the finding that a check panicked with p.
func failedCheck(name string, p any) *model.Finding {
	return &model.Finding{
		Rule: name, Severity: model.SeverityInfo, Count: 1,
		Message:  "one check failed on this task and was left out",
		Evidence: []model.Evidence{quote("check "+name, fmt.Sprint(p))},
		Clears:   "a version of notdone in which the check works",
	}
}

// FailedVerdict returns the verdict on a task for which notdone itself failed with a panic p: the
// recorded state, with a finding that says so.
func FailedVerdict(recorded model.State, p any) model.Verdict {
	failed := failedCheck("verdict", p)
	failed.Severity, failed.Message = model.SeverityWarning, "notdone failed on this task; shown is what the queue says of it"
	return model.Verdict{State: recorded, Findings: []model.Finding{*failed}}
}

// dismiss dismisses the findings for which wrong gives a reason, and withdraws the
// opinions that came with them. It returns a note when it withdrew one.
func (s *observed) dismiss(wrong func(*model.Finding) string) (note string) {
	for i := range s.findings {
		Dismiss(&s.findings[i], wrong(&s.findings[i]))
	}
	s.opinions = slices.DeleteFunc(s.opinions, func(o Opinion) bool {
		if o.finding == 0 || s.findings[o.finding-1].Dismissed == "" {
			return false
		}
		note = "dismissed by the operator: " + s.findings[o.finding-1].Dismissed
		return true
	})
	return note
}

// Dismiss discounts a finding for the operator's reason; an empty reason does
// nothing.
func Dismiss(f *model.Finding, why string) {
	if why != "" {
		f.Discounted, f.Dismissed = true, cut(why, maxQuote)
	}
}
