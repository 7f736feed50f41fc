package classify

import "notdone/model"

// checkObstacleOnRecord sees a task that counts as done although its obstacle
// field is filled, for the kinds that are no denial.
func checkObstacleOnRecord(in *Input) []Observation {
	if isDenial(in.Facts.ObstacleKind) {
		return nil
	}
	return checkRecordedObstacle(in, "an obstacle is on record")
}

// isDenial reports whether an obstacle of the kind is that something was denied.
func isDenial(k model.ObstacleKind) bool {
	switch k {
	case model.KindPermission, model.KindAccess, model.KindCredentials, model.KindPolicy:
		return true
	default:
		return false
	}
}
