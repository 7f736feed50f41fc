package hermes

import (
	"time"

	"notdone/classify"
	"notdone/model"
)

// eventsKept is for how long Hermes keeps the events of finished tasks: hermes
// kanban gc deletes older ones.
const eventsKept = 30 * 24 * time.Hour

// moves are the events after which a task is not done, except the first.
var moves = []string{
	evCompleted, evClaimed, evStatus, evInvalidated, evBlocked, evBlockLoop, evUnblocked, evPromoted, evPromotedManual,
	evReviewRequested, evReviewReopened, evChangesRequested, evDependencyWait, evScheduled,
}

// doneWithoutCompletion proves that nobody completed a task that is done: its
// row was written from outside (#99577). Where the whole history is there and
// has no completion at all, classify's no-run says so already.
func doneWithoutCompletion(in *classify.Input, r *record) []classify.Observation {
	if r.status != stDone {
		return nil
	}
	said := "marked done, but the last thing that happened to it was not a completion"
	f := model.Finding{
		Severity: model.SeverityError, First: in.Task.Updated, Last: in.Task.Updated,
		Clears: "it is completed by Hermes' own command",
	}
	var until time.Time
	last := newest(in.Events, moves...)
	switch {
	case last != nil && last.Name == evCompleted:
		return nil
	case newest(in.Events, evCreated) != nil && newest(in.Events, evCompleted) == nil:
		return nil
	case last != nil:
		f.Evidence = []model.Evidence{{Where: last.Where, Quote: last.Note}}
	case r.completed == 0:
		said = "marked done, but nothing says when or by whom"
		f.Evidence = []model.Evidence{{Where: "tasks#" + r.id + ".completed_at", Quote: "NULL"}}
	case in.Now.Sub(moment(r.completed)) < eventsKept:
		said = "marked done lately, but its history has no completion"
		f.Evidence = []model.Evidence{{Where: "tasks#" + r.id + ".completed_at"}}
		until = moment(r.completed).Add(eventsKept)
	default:
		return nil
	}
	f.Message = said
	return []classify.Observation{{Finding: &f, Until: until, Opinion: classify.Opinion{
		Rank: classify.RankContradiction, State: model.StateFalseDone, Grade: model.GradeProven, Confidence: 0.9,
		Headline: "set to done from outside",
	}}}
}
