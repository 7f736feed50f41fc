package classify

import (
	"cmp"

	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

// checkObstacleInResult sees a task that counts as done and whose own words
// report an obstacle, a refusal or a failure.
func checkObstacleInResult(in *Input) []Observation {
	r := readDoneMessage(in)
	if r == nil || r.Promise {
		return nil
	}
	what := ""
	switch r.Label {
	case text.LabelDone:
		return nil
	case text.LabelBlocked:
		what = "reports an obstacle"
	case text.LabelRefused:
		what = "declines the work"
	case text.LabelFailed:
		what = "reports a failure"
	}
	return contradictByWords(in, r, what, cmp.Or(kindHeadlines[r.Kind], what))
}

// readDoneMessage reads the message of a task that counts as done; nil when the task
// does not, or has none.
func readDoneMessage(in *Input) *text.Reading {
	if !countsAsDone(in) {
		return nil
	}
	if said, _ := in.Message(); cycle.Blank(said) {
		return nil
	}
	return in.Reading()
}

// contradictByWords is what follows from a message that speaks against done. Words
// isWholeWork are a warning: where the structure agrees, its own finding weighs more.
// Where the agent declared in a field of its own that it completed, that
// outweighs its prose.
func contradictByWords(in *Input, r *text.Reading, what, headline string) []Observation {
	said, where := in.Message()
	at := finishTime(in)
	f := model.Finding{
		Severity: model.SeverityWarning, Message: "marked done, but its last message " + what,
		First: at, Last: at, Clears: clearsByRun, Actions: answerRequeue,
		Evidence: []model.Evidence{quote(where, cmp.Or(r.Quote, said))},
	}
	if in.Facts.Explicit == model.OutcomeCompleted {
		f.Message = "the agent declared it completed, but its last message " + what
	}
	return both(f, Opinion{
		Rank: RankText, State: model.StateFalseDone, Grade: model.GradeTextOnly, Confidence: r.Score,
		Headline: headline, Obstacle: quotedObstacle(r, where),
	})
}
