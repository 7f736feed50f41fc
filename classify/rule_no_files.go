package classify

import (
	"notdone/classify/text"
	"notdone/model"
)

// checkNoFiles sees a task that counts as done and of whose run it is known that
// it changed no file. That is worth showing where a change was asked for or is
// claimed; else it only agrees with words that say the same.
func checkNoFiles(in *Input) []Observation {
	r := newestEndedRun(in)
	if r == nil || !countsAsDone(in) || !zero(r.FilesChanged) {
		return nil
	}
	if in.Reading().Label == text.LabelDone {
		switch c := claimsOf(in); {
		case c.needless:
			return nil
		case c.change:
			return supportNotDone(in, signalClaimedNoChange, r, model.SeverityInfo, "its last message claims a change, but its run changed no file", "no change made")
		case requestOf(in) == requestChange:
			return supportNotDone(in, signalNoChange, r, model.SeverityInfo, "it was to make a change, but its run changed no file", "no change made")
		}
	}
	return opinion(signalNoFiles.opinion(Opinion{Grade: model.GradeStrong}))
}
