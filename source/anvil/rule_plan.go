package anvil

import (
	"fmt"
	"strings"

	"notdone/classify"
	"notdone/model"
)

// droppedUpdate is about a session whose last plan update the runtime never
// took in: the item was checked in a closed block, nothing retired it, and the
// loop was ended in between (anvil #323). The work is probably complete.
func droppedUpdate(in *classify.Input, rec *record) []classify.Observation {
	lost := rec.lost
	if lost == nil || len(lost.items) == 0 {
		return nil
	}
	item := lost.items[0].path()
	said := fmt.Sprintf("plan item %s is still open: the model's last ANVIL_PLAN_UPDATE checked it and was never applied", item)
	f := model.Finding{
		Severity: model.SeverityError, Count: len(lost.items), First: rec.since(&lost.mark), Last: rec.until(&lost.hatch),
		Message: "the loop was ended before the last plan update was applied; the work is probably complete",
		Clears:  clearsByRun, Actions: answerRequeue,
	}
	f.Evidence = append(append(append(f.Evidence, lost.evidence()...), lost.hatch.evidence()...), rec.kindAt.evidence()...)
	return both(f, rec.against(in, classify.Opinion{
		Grade: model.GradeProven, Confidence: 0.97, Headline: "its last plan update was dropped",
		Obstacle: obstacleOf(model.KindTool, said, item, lost.where),
	}))
}

// against makes an opinion that the session is not done: failed where it says so
// itself, a false done where it claims to be done.
func (rec *record) against(in *classify.Input, o classify.Opinion) classify.Opinion {
	switch in.Recorded {
	case model.StateDone:
		o.Rank, o.State = classify.RankContradiction, model.StateFalseDone
	case model.StateBlocked:
		o.Rank, o.State = classify.RankSupport, model.StateBlocked
	default:
		o.Rank, o.State = classify.RankHardError, model.StateFailed
	}
	return o
}

// partialCompletion is about a session whose process ended well with its plan
// unfinished: the exit code does not depend on the kind of completion.
func partialCompletion(in *classify.Input, rec *record) []classify.Observation {
	if rec.kind != kindPartial && rec.kind != kindExhausted {
		return nil
	}
	said := rec.openText()
	o := classify.Opinion{
		Grade: model.GradeProven, Confidence: 0.96, Headline: "its plan is only partly done",
		Obstacle: obstacleOf(model.KindUnknown, said, said, or(rec.trace.gate.where, rec.kindAt.where)),
	}
	if rec.kind == kindExhausted {
		o.Headline, o.Obstacle.Kind = "its tool budget is exhausted", model.KindBudget
	}
	if len(rec.open) > 0 {
		o.Obstacle.Key = obstacleOf(o.Obstacle.Kind, "", rec.open[0].path(), "").Key
	}
	f := model.Finding{
		Severity: model.SeverityError, First: rec.since(&rec.kindAt), Last: rec.until(&rec.kindAt),
		Message: fmt.Sprintf("the process ended well, but its completion is %s: %s", rec.kind, rec.progress()),
		Clears:  clearsByRun, Actions: answerRequeue, Evidence: append(rec.kindAt.evidence(), rec.trace.gate.evidence()...),
	}
	if in.Recorded != model.StateDone {
		f.Severity, f.Message = model.SeverityInfo, fmt.Sprintf("its completion is %s: %s", rec.kind, rec.progress())
	}
	return both(f, rec.against(in, o))
}

// incompleteRun is about a run of a later build that ended well and says itself
// that its task did not complete.
func incompleteRun(in *classify.Input, rec *record) []classify.Observation {
	word, _, two := strings.Cut(rec.outcome, ", ")
	if in.Recorded != model.StateDone || !two || finishedWord(word) {
		return nil
	}
	said := "the run ended well, but its task is " + word
	f := model.Finding{
		Severity: model.SeverityError, First: rec.since(&rec.outAt), Last: rec.until(&rec.outAt), Message: said,
		Clears: clearsByRun, Actions: answerRequeue, Evidence: rec.outAt.evidence(),
	}
	return both(f, rec.against(in, classify.Opinion{
		Grade: model.GradeProven, Confidence: 0.95, Headline: "its task is " + word,
		Obstacle: obstacleOf(model.KindUnknown, said, said, rec.outAt.where),
	}))
}

// progress says how much of the plan is finished.
func (rec *record) progress() string {
	if rec.items < 0 {
		return "the plan is not finished"
	}
	return fmt.Sprintf("%d of %d plan items are finished", rec.finished, rec.items)
}

// finalNotAccepted shows where the model and the runtime disagree. The claim
// alone proves nothing.
func finalNotAccepted(_ *classify.Input, rec *record) []classify.Observation {
	if !rec.final.set() || rec.kind != kindPartial && rec.kind != kindExhausted {
		return nil
	}
	return one(model.Finding{
		Severity: model.SeverityWarning, First: rec.since(rec.final), Last: rec.until(rec.final),
		Message: "the model declared itself finished; the runtime says " + rec.kind, Clears: clearsByRun,
		Evidence: append(rec.final.evidence(), rec.kindAt.evidence()...),
	})
}

// gaveUp is how often an item fails before the runtime blocks it (anvil
// execution_plan.rs).
const gaveUp = 3

// planItemFailed is about changes that failed for the same item again and again.
func planItemFailed(in *classify.Input, rec *record) []classify.Observation {
	f := &rec.trace.failures
	if !f.set() || complete(rec.kind) {
		return nil
	}
	severity := model.SeverityWarning
	if f.n >= gaveUp || rec.kind == kindBlocked {
		severity = model.SeverityError
	}
	seen := model.Finding{
		Severity: severity, Count: f.n, First: rec.since(f), Last: rec.until(f), Clears: clearsByRun,
		Message: fmt.Sprintf("changes for plan item %s failed%s", rec.trace.itemNo, times(f.n)), Evidence: f.evidence(),
	}
	if in.Recorded == model.StateBlocked && rec.kindAt.set() {
		seen.Evidence = append(seen.Evidence, rec.kindAt.evidence()...)
	}
	return one(seen)
}
