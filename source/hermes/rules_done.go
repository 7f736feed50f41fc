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
func archivedCard(in *classify.Input, r *record) (o classify.Observation) {
	if r.status != stArchived {
		return o
	}
	o.Opinion = classify.Opinion{
		Rank: classify.RankAbort, State: model.StateCancelled, Grade: model.GradeProven, Confidence: 0.95,
		Headline: "archived before it was done",
	}
	// Leaving done for another status keeps completed_at, so the order of the
	// events decides where there are any.
	e := newest(in.Events, evCompleted, evStatus, evInvalidated, evClaimed, evBlocked, evUnblocked)
	if e != nil && e.Name == evCompleted || e == nil && r.completed > 0 {
		o.Opinion.State, o.Opinion.Headline = model.StateDone, "archived after it was done"
	}
	return o
}

// eventsKept is for how long Hermes keeps the events of finished tasks: hermes
// kanban gc deletes older ones.
const eventsKept = 30 * 24 * time.Hour

// moving are the events after which a task is not done, but for a completion.
var moving = namesWith(moves)

// doneWithoutCompletion proves that nobody completed a task that is done: its
// row was written from outside (#99577). Where the whole history is there and
// has no completion at all, classify's no-run says so already.
func doneWithoutCompletion(in *classify.Input, r *record) (o classify.Observation) {
	if r.status != stDone {
		return o
	}
	var said string
	var seen model.Evidence
	last, kept := newest(in.Events, moving...), moment(r.completed).Add(eventsKept)
	switch {
	case last != nil && last.Name == evCompleted,
		newest(in.Events, evCreated) != nil && newest(in.Events, evCompleted) == nil:
		return o
	case last != nil:
		said, seen = "marked done, but the last thing that happened to it was not a completion", saidBy(last)
	case r.completed == 0:
		said, seen = "marked done, but nothing says when or by whom", r.cell("completed_at", "NULL")
	case in.Now.Before(kept):
		said, seen = "marked done lately, but its history has no completion", r.cell("completed_at", "")
		o.Until = kept
	default:
		return o
	}
	o.Finding = finding(model.SeverityError, in.Task.Updated, said, "it is completed by Hermes' own command", seen)
	o.Opinion = contradiction(model.GradeProven, 0.9, "set to done from outside")
	return o
}

// contradiction is the opinion that a task which is done is not.
func contradiction(grade model.Grade, confidence float64, headline string) classify.Opinion {
	return classify.Opinion{
		Rank: classify.RankContradiction, State: model.StateFalseDone, Grade: grade, Confidence: confidence, Headline: headline,
	}
}

// bareApproval is about a review that was approved by hand without a word of
// what was looked at. What the worker handed over is all the evidence; without
// even that nothing says that the work exists.
func bareApproval(in *classify.Input, r *record) (o classify.Observation) {
	if r.status != stDone || !r.approval {
		return o
	}
	run := lastRun(in.Runs, outCompleted, model.OutcomeCompleted)
	o.Finding = finding(model.SeverityWarning, run.Ended, "the review was approved without evidence",
		"the result is edited to say what was checked", model.Evidence{Where: run.Where, Quote: run.Output})
	if cycle.Blank(in.Result) {
		o.Opinion = contradiction(model.GradeStrong, 0.8, "approved without evidence")
	}
	return o
}

// doneAfterFailures is about a task that failed and that somebody then
// completed in words, without another attempt (PR #92031): that person may have
// done it. Without words classify's failed-run sees it.
func doneAfterFailures(in *classify.Input, r *record) (o classify.Observation) {
	if r.status != stDone || cycle.Blank(in.Result) {
		return o
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
	if failed != nil && done != nil {
		o.Finding = finding(model.SeverityWarning, done.At, "completed by hand after a failure, with no attempt between",
			"another attempt completes it", saidBy(failed), model.Evidence{Where: done.Where})
	}
	return o
}

// hallucinatedCards is Hermes' rule of that name: a completion was refused
// because it named cards that do not exist, and no completion or edit came
// after it (hermes kanban_diagnostics.py).
func hallucinatedCards(in *classify.Input, r *record) (o classify.Observation) {
	o.Finding = warned(in, r, evCardsBlocked, model.SeverityError, "a completion was refused because it names cards that do not exist")
	if o.Finding != nil && r.status == stRunning {
		o.Finding.Actions = []model.ActionName{model.ActionReclaim}
	}
	return o
}

// prosePhantomRefs is Hermes' rule of that name: the summary of a completion names task
// ids that the board does not know, and no completion or edit came after it. While they
// still do not exist, what a finished task says of them is not so.
func prosePhantomRefs(in *classify.Input, r *record) (o classify.Observation) {
	o.Finding = warned(in, r, evPhantomRefs, model.SeverityWarning, "the summary names tasks that do not exist")
	if o.Finding != nil && r.status == stDone && r.invented {
		o.Opinion = contradiction(model.GradeStrong, 0.75, "names tasks that do not exist")
	}
	return o
}

// phantomRefs sees the same on boards whose events are gone or whose Hermes did
// not look: the result of a finished task names tasks that do not exist.
func phantomRefs(in *classify.Input, r *record) (o classify.Observation) {
	refs := in.Facts.PhantomRefs
	if r.status != stDone || len(refs) == 0 || len(unanswered(in.Events, evPhantomRefs)) > 0 {
		return o
	}
	o.Finding = finding(model.SeverityWarning, in.Task.Finished, "the result names tasks that do not exist"+naming(refs),
		"the tasks exist, or the result is edited", refs...)
	o.Finding.Count = len(refs)
	o.Opinion = contradiction(model.GradeStrong, 0.75, "names tasks that do not exist")
	return o
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

// warned is a finding of Hermes' own warnings of invented ids that nothing has
// answered; nil without any.
func warned(in *classify.Input, r *record, name string, severity model.Severity, said string) *model.Finding {
	hits := unanswered(in.Events, name)
	if len(hits) == 0 {
		return nil
	}
	f := finding(severity, hits[0].At, said, "a later completion or edit")
	f.Count, f.Last = len(hits), hits[len(hits)-1].At
	for _, e := range hits {
		var ids []string
		if p := r.details[e.Seq]; p != nil {
			ids = texts(p.PhantomRefs)
			if name == evCardsBlocked {
				ids = texts(p.PhantomCards)
			}
		}
		f.Evidence = append(f.Evidence, model.Evidence{Where: e.Where, Quote: strings.Join(ids, ", ")})
	}
	f.Message += naming(f.Evidence)
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
