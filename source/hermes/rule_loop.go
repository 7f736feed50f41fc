package hermes

import (
	"fmt"

	"notdone/classify"
	"notdone/classify/cycle"
	"notdone/model"
)

// blockLoop takes the place of classify's rule of the name. It is about a task
// that blocked again for the same kind of reason and that Hermes therefore sent
// to triage, where no command but the dashboard finds it and nothing warns of
// it (#82597, #74012); and about rounds of block and release that Hermes' own
// cycling rule does not count, such as those ended by promote.
func blockLoop(in *classify.Input, r *record) []classify.Observation {
	if r.stand.cause != causeLoop {
		return otherLoop(in, r)
	}
	e := &in.Events[r.stand.event]
	f := model.Finding{
		Severity: model.SeverityError, First: e.At, Last: e.At,
		Message: "blocked again for the same kind of reason; Hermes moved it to triage, where its own unblock and promote refuse it",
		Actions: []model.ActionName{model.ActionUnblock},
		Clears:  "it is moved out of triage, or specified again",
	}
	for i := range in.Events {
		if b := &in.Events[i]; b.Name == evBlocked || b.Name == evBlockLoop {
			if f.Count++; f.Count == 1 {
				f.First = b.At
			}
			f.Evidence = append(f.Evidence, saidBy(b))
		}
	}
	return []classify.Observation{{Finding: &f, Opinion: classify.Opinion{
		Rank: classify.RankLive, State: model.StateBlocked, Grade: model.GradeProven, Confidence: 0.97,
		Headline: "blocked " + times(f.Count) + " and looping",
	}}}
}

// otherLoop counts rounds as classify does, where Hermes' own rule is silent.
func otherLoop(in *classify.Input, r *record) []classify.Observation {
	if r.status == stDone || r.status == stArchived || roundsOf(in, r).count >= r.limits.cycles {
		return nil
	}
	c := cycle.BlockUnblock(in.Events, in.Config.CycleWindow, in.Now)
	if c.Count == 0 || c.Count < in.Config.CycleMin {
		return nil
	}
	f := model.Finding{
		Severity: model.SeverityWarning, Count: c.Count, First: c.First, Last: c.Last,
		Message: fmt.Sprintf("blocked again after it was released, %s within %s", times(c.Count), classify.Span(in.Config.CycleWindow)),
		Actions: []model.ActionName{model.ActionUnblock}, Clears: "a completion, or fewer blocks in that time",
	}
	if e := newest(in.Events, evBlocked); e != nil {
		f.Evidence = []model.Evidence{saidBy(e)}
	}
	return []classify.Observation{{Finding: &f, Until: c.Expires}}
}
