package classify

import (
	"fmt"
	"time"

	"notdone/model"
)

// shortRun is the time in which no agent reads, changes and checks anything. A
// run that took no time at all was written down afterwards: that tells nothing.
const shortRun = 4 * time.Second

// checkShortRun sees a task that counts as done and whose run, in which no tool
// is known to have been called, was over too soon for the change that was asked
// for or the work that its message claims.
func checkShortRun(in *Input) []Observation {
	r := newestEndedRun(in)
	if r == nil || r.Started.IsZero() || !countsAsDone(in) || some(r.FilesChanged) || some(r.ToolCalls) {
		return nil
	}
	took := r.Ended.Sub(r.Started)
	if took <= 0 || took >= shortRun {
		return nil
	}
	c := claimsOf(in)
	if c.needless || !c.tests && !c.change && requestOf(in) != requestChange {
		return nil
	}
	message := fmt.Sprintf("its run took %.1f seconds, which is short for what it reports", took.Seconds())
	return supportNotDone(in, signalShortRun, r, model.SeverityInfo, message, "over too soon")
}
