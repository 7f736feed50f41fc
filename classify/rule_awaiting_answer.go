package classify

import (
	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

// checkAwaitingAnswer sees a run that asked a person something and waits: what
// it asks is the obstacle. Somebody who sits in front of it knows.
func checkAwaitingAnswer(in *Input) []Observation {
	w := in.Facts.Work
	if w == nil || cycle.Blank(w.Waiting.Quote) || in.Facts.Chat {
		return nil
	}
	kind := model.KindDecision
	if text.Read(w.Waiting.Quote).Kind == model.KindMissingInput {
		kind = model.KindMissingInput
	}
	o := readObstacle(w.Waiting.Quote, kind, w.Waiting.Where)
	return both(model.Finding{
		Severity: model.SeverityWarning, Message: "it waits for an answer and does not go on without one",
		First: in.Facts.Heartbeat, Last: in.Facts.Heartbeat, Clears: "an answer", Evidence: []model.Evidence{quote(o.Where, o.Text)},
		Actions: answerBlocked,
	}, Opinion{
		Rank: RankLive, State: model.StateBlocked, Grade: model.GradeProven, Confidence: 0.95,
		Headline: "waits for an answer", Obstacle: o,
	})
}
