package classify

import (
	"fmt"

	"notdone/classify/text"
)

// checkEveryEditFailed sees a run that counts as done although every change of a
// file that it tried failed, and that found no way round: nothing that it was to
// write exists, whatever it says. Where the agent says so itself, its words are
// the obstacle.
func checkEveryEditFailed(in *Input) []Observation {
	w := workOfDoneTask(in)
	if w == nil || w.LostEdits == 0 || w.Edits+w.Written > 0 {
		return nil
	}
	what := fmt.Sprintf("every change of a file failed: %s", cut(w.LostEdit.Text, 200))
	const message = "marked done, but every change of a file that it tried failed"
	seen := contradictClaim(in, signalLogEditsFailed, "every edit failed", message, what, stepQuote(w.LostEdit))
	seen[0].Finding.Count = w.LostEdits
	if r := in.Reading(); r.Label != text.LabelDone && r.Quote != "" {
		_, where := in.Message()
		seen[0].Opinion.Obstacle = quotedObstacle(r, where)
	}
	return seen
}
