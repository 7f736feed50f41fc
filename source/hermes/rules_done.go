package hermes

import (
	"slices"
	"strings"
	"time"

	"notdone/classify"
	"notdone/classify/cycle"
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

// eventsKept is for how long Hermes keeps the events of finished tasks: hermes
// kanban gc deletes older ones.
const eventsKept = 30 * 24 * time.Hour

// moving are the events after which a task is not done, but for a completion.
var moving = namesWith(moves)

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
	last := newest(in.Events, moving...)
	switch {
	case last != nil && last.Name == evCompleted:
		return nil
	case newest(in.Events, evCreated) != nil && newest(in.Events, evCompleted) == nil:
		return nil
	case last != nil:
		f.Evidence = []model.Evidence{{Where: last.Where, Quote: last.Note}}
	case r.completed == 0:
		said = "marked done, but nothing says when or by whom"
		f.Evidence = []model.Evidence{r.cell("completed_at", "NULL")}
	case in.Now.Sub(moment(r.completed)) < eventsKept:
		said = "marked done lately, but its history has no completion"
		f.Evidence = []model.Evidence{r.cell("completed_at", "")}
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

// doneAfterFailures is about a task that failed and that somebody then
// completed in words, without another attempt (PR #92031): that person may have
// done it. Without words classify's failed-run sees it.
func doneAfterFailures(in *classify.Input, r *record) []classify.Observation {
	if r.status != stDone || cycle.Blank(in.Result) {
		return nil
	}
	var failed, done *model.Event
	for i := range in.Events {
		switch e := &in.Events[i]; {
		case e.Name == evClaimed:
			failed = nil
		case kinds[e.Name].has(fails):
			failed, done = e, nil
		case e.Name == evCompleted:
			done = e
		}
	}
	if failed == nil || done == nil {
		return nil
	}
	return one(model.Finding{
		Severity: model.SeverityWarning, First: done.At, Last: done.At,
		Message:  "completed by hand after a failure, with no attempt between",
		Evidence: []model.Evidence{saidBy(failed), {Where: done.Where}},
		Clears:   "another attempt completes it",
	})
}

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
	if r.status == stDone && r.invented {
		o.Opinion = inventedNames()
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
		Opinion: inventedNames(),
	}}
}

func inventedNames() classify.Opinion {
	return classify.Opinion{
		Rank: classify.RankContradiction, State: model.StateFalseDone, Grade: model.GradeStrong, Confidence: 0.75,
		Headline: "names tasks that do not exist",
	}
}

// hallucinatedCards is Hermes' rule of that name: a completion was refused
// because it named cards that do not exist, and no completion or edit came
// after it (hermes kanban_diagnostics.py).
func hallucinatedCards(in *classify.Input, r *record) []classify.Observation {
	hits := unanswered(in.Events, evCardsBlocked)
	if len(hits) == 0 {
		return nil
	}
	f := warned(hits, r, func(p *payload) words { return p.PhantomCards })
	f.Severity = model.SeverityError
	f.Message = "a completion was refused because it names cards that do not exist" + naming(f.Evidence)
	if r.status == stRunning {
		f.Actions = []model.ActionName{model.ActionReclaim}
	}
	f.Clears = "a later completion or edit"
	return one(f)
}

// unanswered lists the events of a name that no completion or edit followed.
func unanswered(events []model.Event, name string) []*model.Event {
	var active []*model.Event
	for i := range events {
		switch events[i].Name {
		case evCompleted, evEdited:
			active = nil
		case name:
			active = append(active, &events[i])
		}
	}
	return active
}

// warned is the part of a finding that both rules about invented ids share.
func warned(hits []*model.Event, r *record, ids func(*payload) words) model.Finding {
	f := model.Finding{Count: len(hits), First: hits[0].At, Last: hits[len(hits)-1].At}
	for _, e := range hits {
		var quote string
		if p := r.details[e.Seq]; p != nil {
			quote = strings.Join(ids(p), ", ")
		}
		f.Evidence = append(f.Evidence, model.Evidence{Where: e.Where, Quote: quote})
	}
	return f
}

func naming(all []model.Evidence) string {
	var quotes []string
	for _, e := range all {
		if e.Quote != "" && !slices.Contains(quotes, e.Quote) {
			quotes = append(quotes, e.Quote)
		}
	}
	if len(quotes) == 0 {
		return ""
	}
	return ": " + firstLine(strings.Join(quotes, ", "))
}
