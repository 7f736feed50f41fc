package classify

import "notdone/model"

// checkRecorded holds the opinion of the queue itself. That something runs or
// is blocked now outweighs what earlier runs left behind; that it is done is
// the weakest opinion there is.
func checkRecorded(in *Input) []Observation {
	o := Opinion{State: in.Recorded, Grade: model.GradeProven, Confidence: 0.9, Rank: RankRecorded}
	switch in.Recorded {
	case model.StateActive, model.StateBlocked:
		o.Rank = RankLive
	case model.StateFailed:
		o.Rank = RankHardError
	case model.StateCancelled:
		o.Rank = RankAbort
	case model.StateDone:
		o.Confidence, o.Grade = 0.6, model.GradeCannotTell
	case model.StateUnknown:
		o.Confidence, o.Grade = 0.5, model.GradeCannotTell
		if in.Task.Recorded != "" {
			o.Headline = "a status that notdone does not know"
		}
	default:
	}
	return opinion(o)
}
