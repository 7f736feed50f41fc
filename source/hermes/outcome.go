package hermes

import (
	"strings"

	"notdone/model"
)

// Outcomes of runs as Hermes records them (hermes kanban_db.py).
const (
	outCompleted       = "completed"
	outBlocked         = "blocked"
	outReviewRequested = "review_requested"
	outCrashed         = "crashed"
	outTimedOut        = "timed_out"
	outSpawnFailed     = "spawn_failed"
	outGaveUp          = "gave_up"
	outReclaimed       = "reclaimed"
	outRateLimited     = "rate_limited"
)

// outcomes maps a recorded outcome; statuses of old boards stand beside them,
// because a run of theirs may have only a status.
var outcomes = map[string]model.Outcome{
	outCompleted: model.OutcomeCompleted, "done": model.OutcomeCompleted,
	outReviewRequested: model.OutcomeCompleted, "review": model.OutcomeCompleted,
	outBlocked:          model.OutcomeBlocked,
	"changes_requested": model.OutcomeReleased,
	"scheduled":         model.OutcomeReleased,
	outReclaimed:        model.OutcomeReleased, "released": model.OutcomeReleased,
	"stale":        model.OutcomeReleased,
	outCrashed:     model.OutcomeCrashed,
	outTimedOut:    model.OutcomeTimedOut,
	outSpawnFailed: model.OutcomeSpawnFailed,
	outGaveUp:      model.OutcomeFailed, "failed": model.OutcomeFailed,
	outRateLimited: model.OutcomeRateLimited,
}

// budgetWords begin the error of a run that used up its turns; its outcome is
// timed_out, the same as that of a run which used up its time.
const budgetWords = "iteration budget exhausted"

// outcomeOf says how a run ended. The breaker hides the true cause of the last
// failure behind gave_up and keeps it as trigger (hermes kanban_db.py,
// _record_task_failure).
func outcomeOf(outcome, status, trigger, failure string) model.Outcome {
	name := outcome
	if name == "" {
		name = status
	}
	if name == outGaveUp && trigger != "" {
		name = trigger
	}
	o := outcomes[name]
	if (o == model.OutcomeTimedOut || o == model.OutcomeFailed) && isBudget(failure) {
		return model.OutcomeBudget
	}
	return o
}

func isBudget(failure string) bool {
	f := strings.TrimSpace(failure)
	return len(f) >= len(budgetWords) && strings.EqualFold(f[:len(budgetWords)], budgetWords)
}
