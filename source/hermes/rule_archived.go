package hermes

import (
	"notdone/classify"
	"notdone/model"
)

// archivedCard tells work that was done and put away from work that was
// dropped: a card can be archived in any status.
func archivedCard(in *classify.Input, r *record) []classify.Observation {
	if r.status != stArchived {
		return nil
	}
	o := classify.Opinion{
		Rank: classify.RankAbort, State: model.StateCancelled, Grade: model.GradeProven, Confidence: 0.95,
		Headline: "archived before it was done",
	}
	// Leaving done for another status keeps completed_at, so the order of the
	// events decides where there are any.
	e := newest(in.Events, evCompleted, evStatus, evInvalidated, evClaimed, evBlocked, evUnblocked)
	if e != nil && e.Name == evCompleted || e == nil && r.completed > 0 {
		o.State, o.Headline = model.StateDone, "archived after it was done"
	}
	return []classify.Observation{{Opinion: o}}
}
