package classify

import "notdone/model"

// checkObstacleOnRecord sees a task that counts as done although its obstacle
// field is filled, for the kinds that are no denial.
func checkObstacleOnRecord(in *Input) []Observation {
	switch in.Facts.ObstacleKind {
	case model.KindPermission, model.KindAccess, model.KindCredentials, model.KindPolicy:
		return nil
	case model.KindUnknown, model.KindMissingInput, model.KindDecision, model.KindDependency, model.KindRateLimit,
		model.KindBudget, model.KindTool, model.KindEnvironment, model.KindNetwork:
	}
	return checkRecordedObstacle(in, "an obstacle is on record")
}
