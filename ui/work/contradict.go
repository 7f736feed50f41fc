package work

import (
	"cmp"
	"slices"

	"notdone/classify"
	"notdone/model"
)

// contradict replaces a verdict that the work is done where the log of the attempt contradicts
// it, by the rules that judge a log by itself. Words alone contradict nothing.
func (a *attempt) contradict(v *Verdict, j *classify.Judge) {
	if a.log.Kind == "" {
		return // only the logs of agents that are known show what was done
	}
	c := a.doneCase(v.Result)
	judged := j.Judge(&c, model.StateDone, a.ended)
	if judged.State == model.StateDone || judged.Grade < model.GradeStrong {
		return
	}
	against := Verdict{Outcome: failed, Result: v.Result, Evidence: "log"}
	against.Why = cmp.Or(judged.Headline, "its log contradicts it")
	if o := judged.Obstacle; o != nil {
		against.Kind, against.Why = o.Kind, cmp.Or(o.Text, against.Why)
	}
	if denied := a.log.Work.Denied; hasFinding(&judged, "permission-denied") && len(denied) > 0 {
		against.Outcome, against.Kind = blocked, cmp.Or(against.Kind, model.KindPermission)
		if denied[len(denied)-1].Asks {
			against.Kind = model.KindDecision
		}
	}
	*v = against
}

// hasFinding reports whether a rule found something that counts against the task.
func hasFinding(v *model.Verdict, rule string) bool {
	return slices.ContainsFunc(v.Findings, func(f model.Finding) bool { return f.Rule == rule && f.Severity >= model.SeverityError })
}

// doneCase returns the task as a queue would show it if the attempt were recorded as done, with
// its log.
func (a *attempt) doneCase(result string) model.Case {
	r, ended, began := a.report(), a.ended, a.ended.Add(-a.duration)
	log := a.log.Ending()
	log.Open, log.Work = false, &a.log.Work
	log.At = ended
	return model.Case{
		Task: model.Task{
			ID: a.claim.ID, Title: a.claim.Title, Recorded: "done", Attempts: a.claim.Attempt,
			Started: began, Finished: ended,
		},
		Body: a.claim.Body, Result: result, ResultWhere: "result",
		Runs: []model.Run{{
			ID: "1", Started: began, Ended: ended, Outcome: model.OutcomeCompleted, Output: result,
			ExitCode: r.ExitCode, ToolCalls: r.ToolCalls, FilesChanged: r.FilesChanged, Messages: r.Messages,
		}},
		Facts: model.Facts{Endings: []model.Ending{log}},
	}
}
