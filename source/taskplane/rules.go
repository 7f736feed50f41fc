package taskplane

import (
	"time"

	"notdone/classify"
	"notdone/classify/cycle"
	"notdone/model"
)

// rules are the rules that hold for Taskplane alone. Some of notdone's own do not: an
// iteration that was killed may have been the last that was needed, a worker need say
// nothing, and a task that waits for its wave is not forgotten.
func rules() []classify.Rule {
	const (
		info    = model.SeverityInfo
		warning = model.SeverityWarning
		severe  = model.SeverityError
	)
	all := []classify.Rule{{Name: "no-output"}, {Name: "failed-run"}, {Name: "waiting-too-long"}, {Name: "silent-recurrence"}}
	for _, r := range []struct {
		name, doc string
		severity  model.Severity
		check     func(in *classify.Input, rec *record) (*model.Finding, classify.Opinion)
	}{
		{"open-review", "a step is complete, and its newest code review asks for changes", severe, checkOpenReview},
		{"review-in-flight", "a step was marked complete before its code review was over", warning, checkReviewInFlight},
		{"dead-reviewer", "a review runs by the record, and its reviewer gives no sign of life", warning, checkDeadReviewer},
		{"review-refused", "reviews were asked for, and none took place", warning, checkRefusedReview},
		{"unfinished-step", "marked done while a step of it is not", severe, checkUnfinishedStep},
		{"steps-complete", "every step is complete, and no review asks for changes", info, checkStepsComplete},
		{"stale-heartbeat", "recorded as running, and nobody gives a sign of life", severe, checkStaleHeartbeat},
		{"stale-lane", "the snapshot of its lane is no longer written", warning, checkStaleLane},
		{"awaiting-answer", "its worker asks the supervisor for help", warning, checkEscalation},
		{"blockers", "its worker names a blocker in STATUS.md", warning, checkBlockers},
		{model.RuleFailedDependency, "it depends on a task that failed", info, checkDependencies},
		{"batch-at-rest", "it waits in a batch that nobody goes on with", warning, checkBatchAtRest},
		{"paused-task", "it was paused, and no resume takes it up again", warning, checkPausedTask},
		{"unmerged", "it succeeded, and its branch was not merged", warning, checkUnmerged},
		{"unread-worktree", "its worktree lies where it is not read", warning, checkOutside},
		{"partial-progress", "it did not succeed, and a part of its work was kept", info, checkPartialProgress},
	} {
		all = append(all, classify.Rule{Name: r.name, Doc: r.doc, Severity: r.severity, Check: func(in *classify.Input) []classify.Observation {
			rec, ok := in.Native.(*record)
			if !ok {
				return nil // a task of another system
			}
			seen := classify.Observation{Until: rec.next(in.Now)}
			seen.Finding, seen.Opinion = r.check(in, rec)
			return []classify.Observation{seen}
		}})
	}
	return all
}

// none is the answer of a rule that sees nothing.
var none classify.Opinion

// note makes a finding with one piece of evidence.
func note(severity model.Severity, at time.Time, message, where, quote, clears string, actions ...model.ActionName) *model.Finding {
	return &model.Finding{
		Severity: severity, First: at, Last: at, Message: message, Evidence: []model.Evidence{{Where: where, Quote: quote}}, Clears: clears, Actions: actions,
	}
}

// holds makes an opinion with what is in the way, in notdone's words. Obstacles about the same
// are the same.
func holds(rank classify.Rank, state model.State, confidence float64, headline string, kind model.ObstacleKind, said, about, where string) classify.Opinion {
	return classify.Opinion{
		Rank: rank, State: state, Grade: model.GradeProven, Confidence: confidence, Headline: headline,
		Obstacle: &model.Obstacle{Kind: kind, Text: said, Key: cycle.ObstacleKey(kind, about), Where: where, Own: true},
	}
}

// quoted says that what is in the way of an opinion is said in the words of a file.
func quoted(o classify.Opinion) classify.Opinion {
	o.Obstacle.Own = false
	return o
}

// maxStalls is the number of iterations in a row without progress after which Taskplane
// gives a task up (lane-runner.ts).
const maxStalls = 3

// next is when the first of the limits is over within which somebody has to give a sign
// of life; zero: all are.
func (r *record) next(now time.Time) (next time.Time) {
	for _, late := range r.limits() {
		if late.After(now) && (next.IsZero() || late.Before(next)) {
			next = late
		}
	}
	return next
}

// Limits within which somebody has to give a sign of life.
const (
	quiet         = 10 * time.Minute // anybody: the snapshot of a lane is written every second
	reviewerLimit = 2 * time.Minute  // a reviewer: Taskplane no longer shows it then
	laneLimit     = 2 * time.Minute  // a lane
)

func (r *record) limits() []time.Time {
	const tick = time.Millisecond // what is on time is not late
	all := []time.Time{r.Beat.Add(quiet + tick)}
	if r.Reviewer != nil {
		all = append(all, r.Reviewer.UpdatedAt.Add(reviewerLimit+tick))
	}
	if r.Lane != nil {
		all = append(all, r.Lane.UpdatedAt.Add(laneStale+tick), r.Lane.UpdatedAt.Add(laneLimit+tick))
	}
	if r.Lock != nil {
		all = append(all, r.Lock.Heartbeat.Add(lockStale+tick))
	}
	return all
}

// overdue reports whether the limit after a sign of life is over.
func overdue(in *classify.Input, since time.Time, limit time.Duration) bool {
	return !since.IsZero() && in.Now.Sub(since) > limit
}
