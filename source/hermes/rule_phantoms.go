package hermes

import (
	"notdone/classify"
	"notdone/model"
)

// prosePhantomRefs is Hermes' rule of that name: the summary of a completion
// names task ids that the board does not know, and no completion or edit came
// after it. While they still do not exist, what a finished task says of them
// is not so.
func prosePhantomRefs(in *classify.Input, r *record) []classify.Observation {
	hits := unanswered(in.Events, evPhantomRefs)
	if len(hits) == 0 {
		return nil
	}
	f := warned(hits, r, func(p *payload) words { return p.PhantomRefs })
	f.Severity = model.SeverityWarning
	f.Message = "the summary names tasks that do not exist" + naming(f.Evidence)
	f.Clears = "a later completion or edit"
	o := classify.Observation{Finding: &f}
	if r.status == stDone && len(r.missing) > 0 {
		o.Opinion = invented()
	}
	return []classify.Observation{o}
}

// phantomRefs sees the same on boards whose events are gone or whose Hermes did
// not look: the result of a finished task names tasks that do not exist.
func phantomRefs(in *classify.Input, r *record) []classify.Observation {
	if r.status != stDone || len(in.Facts.PhantomRefs) == 0 || len(unanswered(in.Events, evPhantomRefs)) > 0 {
		return nil
	}
	refs := in.Facts.PhantomRefs
	return []classify.Observation{{
		Finding: &model.Finding{
			Severity: model.SeverityWarning, Count: len(refs), First: in.Task.Finished, Last: in.Task.Finished,
			Message:  "the result names tasks that do not exist" + naming(refs),
			Evidence: refs, Clears: "the tasks exist, or the result is edited",
		},
		Opinion: invented(),
	}}
}

func invented() classify.Opinion {
	return classify.Opinion{
		Rank: classify.RankContradiction, State: model.StateFalseDone, Grade: model.GradeStrong, Confidence: 0.75,
		Headline: "names tasks that do not exist",
	}
}
