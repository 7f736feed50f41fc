package classify

import (
	"cmp"

	"notdone/model"
)

// checkOpenRun sees a task that is recorded done while a run of it is still
// open, as when its status was overwritten past its queue.
func checkOpenRun(in *Input) []Observation {
	open := newestOpenRun(in)
	if open == nil && !in.Facts.OpenRun {
		return nil
	}
	at := finishTime(in)
	f := model.Finding{
		Severity: model.SeverityError, Message: "recorded done while a run of it is still open",
		First: at, Last: at, Clears: "the end of that run", Actions: answerRequeue,
	}
	if open != nil {
		f.Evidence = []model.Evidence{{Where: cmp.Or(open.Where, "run "+open.ID)}}
	}
	return both(f, signalOpenRun.opinion(Opinion{
		Grade:    model.GradeProven,
		Headline: "done while a run is open",
	}))
}
