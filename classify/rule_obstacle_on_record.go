package classify

// checkObstacleOnRecord sees a task that counts as done although its obstacle
// field is filled, for the kinds that are no denial.
func checkObstacleOnRecord(in *Input) []Observation {
	if isDenial(in.Facts.ObstacleKind) {
		return nil
	}
	return checkRecordedObstacle(in, "an obstacle is on record")
}
