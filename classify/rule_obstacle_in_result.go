package classify

import (
	"cmp"

	"notdone/classify/text"
)

// checkObstacleInResult sees a task that counts as done and whose own words
// report an obstacle, a refusal or a failure.
func checkObstacleInResult(in *Input) []Observation {
	r := readDoneMessage(in)
	if r == nil || r.Promise || besideWork(in, r) {
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
