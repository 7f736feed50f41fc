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
		check     func(in *classify.Input, rec *record) []classify.Observation
	}{
		{"open-review", "a step is complete, and its newest code review asks for changes", severe, checkOpenReview},
		{"review-in-flight", "a step was marked complete before its code review was over", warning, checkReviewInFlight},
		{"dead-reviewer", "a review runs by the record, and its reviewer gives no sign of life", warning, checkDeadReviewer},
		{"review-refused", "reviews were asked for, and none took place", warning, checkRefusedReview},
		{"unfinished-step", "marked done while a step of it is not", severe, checkUnfinishedStep},
		{"steps-complete", "every step is complete, and no review asks for changes", info, checkStepsComplete},
		{"retry-loop", "the newest iterations of its worker changed nothing", severe, checkIdleIterations},
		{"hard-error", "recorded as failed", severe, checkFailed},
		{"worker-gone", "recorded as running, and nobody works on it any more", info, checkWorkerGone},
		{"stale-lane", "the snapshot of its lane is no longer written", warning, checkStaleLane},
		{"awaiting-answer", "its worker asks the supervisor for help", warning, checkEscalation},
		{"blockers", "its worker names a blocker in STATUS.md", warning, checkBlockers},
		{"failed-dependency", "it depends on a task that failed", info, checkDependencies},
		{"batch-at-rest", "it waits in a batch that nobody goes on with", warning, checkBatchAtRest},
		{"paused-task", "it was paused, and no resume takes it up again", warning, checkPausedTask},
		{"unmerged", "it succeeded, and its branch was not merged", warning, checkUnmerged},
		{"unread-worktree", "its worktree lies where it is not read", warning, checkOutside},
		{"partial-progress", "it failed, and a part of its work was kept", info, checkPartialProgress},
	} {
		all = append(all, classify.Rule{Name: r.name, Doc: r.doc, Severity: r.severity, Check: func(in *classify.Input) []classify.Observation {
			rec, ok := in.Native.(*record)
			if !ok {
				return nil // a task of another system
			}
			return r.check(in, rec)
		}})
	}
	return all
}

func finding(f model.Finding) []classify.Observation { return []classify.Observation{{Finding: &f}} }

func opinion(o classify.Opinion) []classify.Observation { return []classify.Observation{{Opinion: o}} }

func both(f model.Finding, o classify.Opinion) []classify.Observation {
	return []classify.Observation{{Finding: &f, Opinion: o}}
}

// obstacle is what is in the way. Obstacles about the same are the same.
func obstacle(kind model.ObstacleKind, said, about, where string) *model.Obstacle {
	return &model.Obstacle{Kind: kind, Text: said, Key: cycle.ObstacleKey(kind, about), Where: where}
}

// after is the answer of a rule that sees something once a limit has passed since a
// moment; before that, it is when to ask again.
func after(in *classify.Input, since time.Time, limit time.Duration, seen []classify.Observation) []classify.Observation {
	if since.IsZero() {
		return nil
	}
	if late := since.Add(limit); !in.Now.After(late) {
		return []classify.Observation{{Until: late.Add(time.Millisecond)}}
	}
	return seen
}
