package classify

// checkPermissionDenied sees a task that counts as done although it is on
// record, outside its prose, that something was denied to it.
func checkPermissionDenied(in *Input) []Observation {
	if seen := checkDeniedCalls(in); seen != nil {
		return seen
	}
	if !isDenial(in.Facts.ObstacleKind) {
		return nil
	}
	return checkRecordedObstacle(in, "it is on record that something was denied to it")
}
