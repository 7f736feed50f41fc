package classify

import "notdone/model"

// explainBlock supports that a task is blocked with the reason for it.
func explainBlock(in *Input) []Observation {
	o := obstacleOfBlock(in)
	return opinion(Opinion{
		Rank: RankSupport, State: model.StateBlocked, Grade: model.GradeStrong, Confidence: minConfidence,
		Headline: blockHeadline(o), Obstacle: o,
	})
}
