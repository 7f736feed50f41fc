package classify

import (
	"cmp"

	"notdone/classify/cycle"
	"notdone/model"
)

// checkNoOutput sees a task that counts as done and left nothing: no result and
// no output of its last run. Tool calls that are known to have been made are
// work, though; then it is only noted.
func checkNoOutput(in *Input) []Observation {
	if !countsAsDone(in) {
		return nil
	}
	if said, _ := in.Message(); !cycle.Blank(said) {
		return nil
	}
	for i := range in.Facts.Endings {
		if !cycle.Blank(in.Facts.Endings[i].Text) {
			return nil
		}
	}
	at := finishTime(in)
	f := model.Finding{
		Severity: model.SeverityError, Message: "marked done, but there is no result and no last message",
		First: at, Last: at, Clears: clearsByRun, Actions: answerRequeue,
	}
	r := newestEndedRun(in)
	switch {
	case r != nil:
		f.Evidence = []model.Evidence{{Where: cmp.Or(r.Where, "run "+r.ID)}}
	case in.ResultWhere != "":
		f.Evidence = []model.Evidence{{Where: in.ResultWhere}}
	}
	if r != nil && (some(r.ToolCalls) || some(r.FilesChanged)) {
		f.Severity, f.Actions = model.SeverityInfo, nil
		f.Message = "it worked, but left no result and no last message"
		return finding(f)
	}
	return both(f, signalNoOutput.opinion(Opinion{
		Grade:    model.GradeProven,
		Headline: "done without any output",
	}))
}
