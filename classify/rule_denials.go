package classify

import (
	"fmt"

	"notdone/model"
)

// checkDenials sees a run that was denied permissions, where nothing but their
// number is known: not whether it found another way.
func checkDenials(in *Input) []Observation {
	r := newestEndedRun(in)
	if r == nil || !countsAsDone(in) || !some(in.denials) {
		return nil
	}
	return supportNotDone(in, signalDenied, r, model.SeverityInfo, fmt.Sprintf("its run was denied a permission%s", times(*in.denials)), kindHeadlines[model.KindPermission])
}
