package classify

import (
	"slices"
	"time"

	"notdone/classify/cycle"
	"notdone/model"
)

// Judge decides what became of tasks. It keeps nothing between them and is safe
// for concurrent use.
type Judge struct {
	config Config
	rules  []Rule
}

// New returns a judge with notdone's own rules and those of an adapter. A rule
// of the adapter replaces the one of the same name, or takes it away when it
// has no Check.
func New(cfg Config, extra ...Rule) *Judge {
	j := &Judge{config: cfg}
	for _, r := range Rules() {
		if !slices.ContainsFunc(extra, func(x Rule) bool { return x.Name == r.Name }) {
			j.rules = append(j.rules, r)
		}
	}
	for _, r := range extra {
		if r.Check != nil {
			j.rules = append(j.rules, r)
		}
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

// JudgeExcept is Judge where an operator found some findings wrong: those that
// wrong returns a reason for. They are kept as dismissed, and what was concluded
// from them alone falls. A nil function finds nothing wrong.
func (j *Judge) JudgeExcept(c *model.Case, recorded model.State, now time.Time, wrong func(f *model.Finding) (why string)) model.Verdict {
	in := &Input{Case: c, Recorded: recorded, Now: now, Config: &j.config}
	var opinions []Opinion
	var seen grounds
	var findings []model.Finding
	var until time.Time
	for i := range j.rules {
		for _, o := range j.rules[i].observe(in) {
			at := -1
			if o.Finding != nil {
				findings, at = addFinding(findings, j.rules[i].Name, o.Finding)
			}
			if o.Opinion.Rank != RankNone {
				opinions = append(opinions, o.Opinion)
				seen = append(seen, at)
			}
			if o.Until.After(now) && (until.IsZero() || o.Until.Before(until)) {
				until = o.Until
			}
		}
	}
	note := ""
	if wrong != nil {
		opinions, note = seen.dismiss(opinions, findings, wrong)
	}
	v := fuse(opinions)
	v.Headline = or(v.Headline, note)
	v.Findings, v.Until = findings, until
	in.complete(&v)
	SortFindings(v.Findings)
	return v
}

// complete fills in what a verdict needs whichever rule decided it.
func (in *Input) complete(v *model.Verdict) {
	if v.State == model.StateBlocked && v.Obstacle == nil {
		v.Obstacle = in.unexplained("")
		why := Rule{Name: "block-reason", Check: (*Input).blockReasonOpinion}
		for _, o := range why.observe(in) {
			if o.Finding != nil {
				v.Findings, _ = addFinding(v.Findings, why.Name, o.Finding)
				continue
			}
			v.Obstacle, v.Headline = o.Opinion.Obstacle, or(v.Headline, o.Opinion.Headline)
		}
	}
	if o := v.Obstacle; o != nil && (o.Key == "" || len(o.Text) > maxObstacle) {
		fixed := *o
		fixed.Key = or(o.Key, cycle.ObstacleKey(o.Kind, o.Text))
		fixed.Text = cut(o.Text, maxObstacle)
		v.Obstacle = &fixed
	}
	v.Headline = cut(v.Headline, maxHeadline)
}
