package classify

import (
	"notdone/classify/cycle"
	"notdone/model"
)

// explainBlock supports that a task is blocked with the reason for it.
func explainBlock(in *Input) []Observation {
	o := obstacleOfBlock(in)
	return opinion(Opinion{
		Rank: RankSupport, State: model.StateBlocked, Grade: model.GradeStrong, Confidence: minConfidence,
		Headline: blockHeadline(o), Obstacle: o,
	})
}

// unexplainedBlock is the obstacle of a block without a reason. Its key tells blocks
// of different wishes apart, since they are not known to be alike.
func unexplainedBlock(in *Input, where string) *model.Obstacle {
	kind := in.Facts.ObstacleKind
	wish := in.Task.Wish
	if cycle.Blank(wish) {
		wish = in.Task.ID
	}
	return &model.Obstacle{Kind: kind, Key: kind.String() + ":no reason, " + wish, Where: where}
}
