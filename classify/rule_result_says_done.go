package classify

import (
	"notdone/classify/text"
	"notdone/model"
)

// checkResultSaysDone is the opinion of a message that reports the work, or says
// against it only what could come after it. It is no more than words.
func checkResultSaysDone(in *Input) []Observation {
	r := readDoneMessage(in)
	if r == nil || r.Label != text.LabelDone && !besideWork(in, r) {
		return nil
	}
	return opinion(Opinion{Rank: RankText, State: model.StateDone, Grade: model.GradeTextOnly, Confidence: 1 - r.Score})
}
