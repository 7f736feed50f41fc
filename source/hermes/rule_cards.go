package hermes

import (
	"slices"
	"strings"

	"notdone/classify"
	"notdone/model"
)

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
