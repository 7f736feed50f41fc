package nanoclaw

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"notdone/classify"
	"notdone/model"
)

// fate is what a row is or what became of it, and what is concluded of that. Nil: its
// recorded status says it all.
type fate = *conclusion

type conclusion struct {
	rule       string // that tells it
	state      model.State
	severity   model.Severity // of the finding
	confidence float64
	headline   string
	message    string // of the finding; empty: there is none
	obstacle   string
	clears     string
}

const (
	nextRun = "a run that sends something"
	noLife  = "a heartbeat, or the host's next sweep"
)

// These are all fates. Six ways for a turn to end, five of which are errors, leave the
// same rows at version 2.0: completed, and nothing sent (upstream pull request 2167). A
// script that says no and one that crashes do too.
var (
	fateUnknown   = conclude(conclusion{rule: "row", state: model.StateUnknown, confidence: 0.91, headline: "acknowledged with a word that notdone does not know"})
	fateScheduled = conclude(conclusion{rule: "row", state: model.StateScheduled, confidence: 0.91})
	fateRetry     = conclude(conclusion{rule: "row", state: model.StateScheduled, confidence: 0.91, headline: "waits for its next attempt"})
	fateDue       = conclude(conclusion{rule: "row", state: model.StateQueued, confidence: 0.91})
	fateContext   = conclude(conclusion{rule: "row", state: model.StateQueued, confidence: 0.91, headline: "context only: it wakes nobody"})
	fateOnWake    = conclude(conclusion{rule: "row", state: model.StateQueued, confidence: 0.91, headline: "read by the next container that starts"})
	fateClaimed   = conclude(conclusion{rule: "row", state: model.StateActive, confidence: 0.91})
	fateWorking   = conclude(conclusion{rule: "row", state: model.StateActive, confidence: 0.91, headline: "acknowledged, and its turn may still go on"})
	fateRan       = conclude(conclusion{rule: "row", state: model.StateDone, confidence: 0.95})
	fateCancelled = conclude(conclusion{rule: "row", state: model.StateCancelled, confidence: 0.9, headline: "cancelled: it was never taken"})
	fateFailed    = conclude(conclusion{
		"error-acked-as-done", model.StateFailed, model.SeverityError, 0.96, "its turn failed",
		"its turn ended in an error, or nothing that it sent arrived", "", nextRun,
	})
	fateSilent = conclude(conclusion{
		"no-output", model.StateFalseDone, model.SeverityWarning, 0.85, "acknowledged, and nothing was sent",
		"acknowledged as completed, and its turn sent nothing", "its turn ended without sending anything", nextRun,
	})
	fateBroken = conclude(conclusion{
		"no-output", model.StateFalseDone, model.SeverityError, 0.96, "its turn ended in an error",
		"acknowledged as completed, and its turn ended in an error and sent nothing", "", nextRun,
	})
	fateProven = conclude(conclusion{"silent-success", model.StateDone, model.SeverityInfo, 0.8, "nothing to send: its transcript ends well", "", "", ""})
	fateGated  = conclude(conclusion{
		"script-gated", model.StateDone, model.SeverityInfo, 0.6, "gate, unverified",
		"a script runs before it and nothing was sent: it said no, or it crashed", "", nextRun,
	})
	fateOrphan = conclude(conclusion{
		"orphan-claim", model.StateBlocked, model.SeverityError, 0.95, "its container died in the turn",
		"claimed, and its container has stopped", "its container died in the turn", "the host's next sweep, which takes the claim back",
	})
	fateQuiet = conclude(conclusion{
		"stale-heartbeat", model.StateBlocked, model.SeverityError, 0.95, "no sign of life",
		"claimed, and no sign of life for longer than the host allows, which may be down too", "its container shows no sign of life", noLife,
	})
	fateAsks = conclude(conclusion{
		"awaiting-answer", model.StateBlocked, model.SeverityWarning, 0.95, "waits for an answer",
		"its turn asked a person something and waits", "", "an answer",
	})
	fateClosed = conclude(conclusion{
		"session-closed", model.StateBlocked, model.SeverityWarning, 0.95, "its session is closed",
		"it waits in a closed session, which no sweep of the host looks at", "its session is closed", "an active session",
	})
	fateStarved = conclude(conclusion{
		"starved", model.StateBlocked, model.SeverityError, 0.95, "starved by newer rows",
		"due, and newer rows that nobody works on keep the container from seeing it", "newer rows keep the container from seeing it", "fewer such rows",
	})
	fateOverdue = conclude(conclusion{
		"waiting-too-long", model.StateBlocked, model.SeverityWarning, 0.95, "overdue",
		"due, and not taken within two sweeps of the host", "neither its container nor the host takes it", "a claim",
	})
)

// conclusions are all of them, from which the rules are made.
var conclusions []fate

func conclude(c conclusion) fate {
	conclusions = append(conclusions, &c)
	return &c
}

// ranks are how much a conclusion outweighs; others are RankLive.
var ranks = map[model.State]classify.Rank{
	model.StateFailed: classify.RankHardError, model.StateFalseDone: classify.RankContradiction, model.StateDone: classify.RankExplicit,
	model.StateCancelled: classify.RankAbort,
}

// rules are the rules of the table and three about series and deliveries. Some take the
// place of notdone's own, two of which are taken away: no run of a row is like another.
func rules() []classify.Rule {
	all := []classify.Rule{
		{Name: "failed-run"},
		{Name: "no-run"},
		{Name: "silent-recurrence", Doc: "a series that used to send something and no longer does", Severity: model.SeverityCritical, Check: on(silentRecurrence)},
		{Name: "series-stopped", Doc: "a run failed, and no next one is planned", Severity: model.SeverityError, Check: on(seriesStopped)},
		{Name: "undelivered", Doc: "a part of what it sent was not delivered", Severity: model.SeverityWarning, Check: on(undelivered)},
	}
	for _, c := range conclusions {
		if slices.ContainsFunc(all, func(r classify.Rule) bool { return r.Name == c.rule }) {
			continue
		}
		all = append(all, classify.Rule{
			Name: c.rule, Severity: c.severity, Doc: cmp.Or(c.message, "what the rows and the heartbeat say"),
			Check: on(func(in *classify.Input, r *record) []classify.Observation {
				f, since, until := r.at(in.Now)
				if f == nil || f.rule != c.rule {
					return nil
				}
				return []classify.Observation{r.conclude(in, f, since, until)}
			}),
		})
	}
	return all
}

// on asks about NanoClaw's rows alone.
func on(check func(in *classify.Input, r *record) []classify.Observation) func(*classify.Input) []classify.Observation {
	return func(in *classify.Input) []classify.Observation {
		if r, ok := in.Native.(*record); ok {
			return check(in, r)
		}
		return nil
	}
}

// conclude makes the observation of a fate.
func (r *record) conclude(in *classify.Input, f fate, since, until time.Time) classify.Observation {
	c := *f
	o := classify.Opinion{
		Rank: cmp.Or(ranks[c.state], classify.RankLive), State: c.state, Grade: model.GradeProven, Confidence: c.confidence, Headline: c.headline,
	}
	where := r.where()
	if r.ack.Status != "" {
		where = tabAcks + "#" + r.ID
	}
	if c.obstacle != "" {
		o.Obstacle = classify.DescribedObstacle(c.obstacle, where)
	}
	var actions []model.ActionName
	switch f {
	case fateRan:
		if in.Recorded == model.StateDone {
			return classify.Observation{} // the words of its messages decide
		}
		o.Rank = classify.RankRecorded
	case fateUnknown, fateGated:
		o.Grade = model.GradeCannotTell
	case fateFailed:
		o.Obstacle, actions = r.trouble(), requeue
	case fateBroken:
		o.Obstacle, actions = classify.NewObstacle(r.heard.Quote, r.heard.Where), requeue
	case fateSilent:
		actions, o.Grade = requeue, model.GradeStrong
		c.severity, o.Confidence = r.weigh(c.severity, c.confidence)
	case fateAsks:
		o.Obstacle = classify.NewObstacle(r.facts.Asks[0].What, "pending_questions")
	}
	seen := classify.Observation{Opinion: o, Until: until}
	if c.message != "" {
		seen.Finding = &model.Finding{
			Severity: c.severity, Message: c.message, First: since, Last: since, Clears: c.clears, Actions: actions,
			Evidence: []model.Evidence{{Where: where, Quote: cmp.Or(r.ack.Status, r.Status)}},
		}
		if o.Obstacle != nil && o.Obstacle.Where != where {
			seen.Finding.Evidence = append(seen.Finding.Evidence, model.Evidence{Where: o.Obstacle.Where, Quote: o.Obstacle.Text, Own: o.Obstacle.Own})
		}
	}
	return seen
}

var requeue = []model.ActionName{model.ActionRequeue}

// weigh says how grave a silent turn is, and how sure it is that this was wrong: less
// where the agent did something else, or the series never sends anything; more where
// earlier runs sent something.
func (r *record) weigh(severity model.Severity, confidence float64) (model.Severity, float64) {
	newest, spoke := r.silence()
	switch {
	case r.sent.requests > 0, r.sent.near, spoke == 0 && len(newest) > 2:
		return model.SeverityInfo, 0.65
	case spoke > 0:
		return model.SeverityError, 0.92
	}
	return severity, confidence
}

// silentRecurrence is told at the newest of the silent runs.
func silentRecurrence(_ *classify.Input, r *record) []classify.Observation {
	newest, spoke := r.silence()
	if len(newest) < 2 || spoke == 0 || newest[0] != r {
		return nil
	}
	f := model.Finding{
		Severity: model.SeverityError, Count: len(newest), Clears: nextRun, Actions: requeue, First: newest[len(newest)-1].ack.At, Last: r.ack.At,
		Message: fmt.Sprintf("earlier runs of the series sent something, the last %d sent nothing", len(newest)),
	}
	if len(newest) > 2 {
		f.Severity = model.SeverityCritical
	}
	for _, run := range newest {
		quote := cmp.Or(run.heard.Quote, "acknowledged "+run.ack.At.Format(time.RFC3339)+", nothing sent")
		f.Evidence = append(f.Evidence, model.Evidence{Where: run.where(), Quote: quote})
	}
	return []classify.Observation{{Finding: &f, Opinion: classify.Opinion{
		Rank: classify.RankContradiction, State: model.StateFalseDone, Grade: model.GradeStrong, Confidence: 0.97, Headline: fmt.Sprintf("silent on the last %d runs", len(newest)),
	}}}
}

// seriesStopped is about a failed run that kept its schedule: the host plans the next run
// when one completes, and after a failure never (upstream issue 2678).
func seriesStopped(_ *classify.Input, r *record) []classify.Observation {
	if r.Status != stFailed || r.Recurrence == "" || slices.ContainsFunc(r.series, func(run *record) bool { return run.live() }) {
		return nil
	}
	at := r.due()
	if r.ack.At.After(at) {
		at = r.ack.At
	}
	return []classify.Observation{{Finding: &model.Finding{
		Severity: model.SeverityError, Message: "its series stopped: this run failed, and no next one is planned", First: at, Last: at, Clears: "a next run",
		Evidence: []model.Evidence{{Where: r.where(), Quote: r.Recurrence}}, Actions: []model.ActionName{model.ActionRevive},
	}, Opinion: classify.Opinion{Rank: classify.RankHardError, State: model.StateFailed, Grade: model.GradeProven, Confidence: 0.97, Headline: "its series stopped"}}}
}

func undelivered(_ *classify.Input, r *record) []classify.Observation {
	if r.fate != fateRan || len(r.sent.lost) == 0 {
		return nil
	}
	f := model.Finding{Severity: model.SeverityWarning, Message: "a part of what it sent was not delivered", First: r.ack.At, Last: r.ack.At, Clears: nextRun}
	for _, o := range r.sent.lost {
		f.Evidence = append(f.Evidence, model.Evidence{Where: tabOut + "#" + o.ID, Quote: o.Text})
	}
	return []classify.Observation{{Finding: &f}}
}
