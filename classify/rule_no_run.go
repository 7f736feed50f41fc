package classify

import (
	"notdone/classify/cycle"
	"notdone/model"
)

// checkNoRun sees a task that is recorded done although nothing ever worked on
// it, or although its history, kept from the beginning, holds no completion.
func checkNoRun(in *Input) []Observation {
	at := finishTime(in)
	f := model.Finding{Severity: model.SeverityError, First: at, Last: at, Clears: clearsByRun, Actions: answerRequeue}
	o := Opinion{Grade: model.GradeProven}

	if created := newestEvent(in, model.EventCreated); created != nil && newestEvent(in, model.EventFinished) == nil {
		// Pruned histories lose their beginning first; this one is whole.
		f.Message = "recorded done, but its history holds no completion"
		f.Evidence = []model.Evidence{{Where: in.Events[len(in.Events)-1].Where}}
		o.Headline = "no completion was recorded"
		return both(f, signalNoCompletion.opinion(o))
	}
	started := !in.Task.Started.IsZero() || in.Task.Attempts > 0 || newestEvent(in, model.EventClaimed) != nil
	if len(in.Runs) > 0 || started {
		return nil
	}
	if e := newestEvent(in, model.EventFinished); e != nil {
		f.Evidence = []model.Evidence{{Where: e.Where}}
	}
	if said, where := in.Message(); !cycle.Blank(said) {
		f.Severity, f.Message = model.SeverityWarning, "recorded done with a result, but nothing is recorded to have worked on it"
		f.Evidence = append(f.Evidence, quote(where, firstLine(said)))
		return finding(f)
	}
	f.Message = "recorded done, but nothing ever worked on it"
	o.Headline, o.Grade = "done without a run", model.GradeStrong
	return both(f, signalNeverRun.opinion(o))
}
