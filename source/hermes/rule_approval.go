package hermes

import (
	"notdone/classify"
	"notdone/classify/cycle"
	"notdone/model"
)

// bareApproval is about a review that was approved by hand without a word of
// what was looked at. What the worker handed over is all the evidence; without
// even that nothing says that the work exists.
func bareApproval(in *classify.Input, r *record) []classify.Observation {
	if r.status != stDone || !r.approval {
		return nil
	}
	run := lastRun(in.Runs, outCompleted, model.OutcomeCompleted)
	f := model.Finding{
		Severity: model.SeverityWarning, First: run.Ended, Last: run.Ended,
		Message:  "the review was approved without evidence",
		Evidence: []model.Evidence{{Where: run.Where, Quote: run.Output}},
		Clears:   "the result is edited to say what was checked",
	}
	o := classify.Observation{Finding: &f}
	if cycle.Blank(in.Result) {
		o.Opinion = classify.Opinion{
			Rank: classify.RankContradiction, State: model.StateFalseDone, Grade: model.GradeStrong, Confidence: 0.8,
			Headline: "approved without evidence",
		}
	}
	return []classify.Observation{o}
}
