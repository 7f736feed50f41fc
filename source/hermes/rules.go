package hermes

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source/sqlsource"
)

// rule is a rule that holds for Hermes alone. One of Hermes' own diagnostics has the
// releases that know it: on a board of another one what it finds is told as ours. It
// is true all the same, but its owner does not say so.
type rule struct {
	name     string
	severity model.Severity // the worst that it tells
	owned    func(release) bool
	find     func(in *classify.Input, r *record) classify.Observation // the zero value: it has nothing to say
	doc      string
}

// Releases that know a rule.
func always(release) bool    { return true }
func parking(r release) bool { return r.parks }
func phasing(r release) bool { return r.phases }

// ruleTable has first Hermes' own diagnostics in its own order, then what they miss.
var ruleTable = []rule{
	{"hallucinated-cards", model.SeverityError, always, hallucinatedCards, "a completion was refused because it named cards that do not exist"},
	{"triage-aux-unavailable", model.SeverityWarning, parking, triageAuxUnavailable, "a task in triage that no configured model can specify"},
	{"prose-phantom-refs", model.SeverityWarning, always, prosePhantomRefs, "the summary of a completion names tasks that the board does not know"},
	{"repeated-failures", model.SeverityCritical, always, repeatedFailures, "the failure counter reached its threshold and no attempt is under way"},
	{"repeated-crashes", model.SeverityCritical, always, repeatedCrashes, "the newest runs crashed, with no completion between them"},
	{"review-dependency-deadlock", model.SeverityError, phasing, reviewDependencyDeadlock, "blocked for review while the tasks that should review it wait for it"},
	{"stuck-in-blocked", model.SeverityWarning, always, stuckInBlocked, "blocked for a day, and nobody has commented or unblocked since"},
	{"block-unblock-cycling", model.SeverityWarning, parking, blockUnblockCycling, "blocked again after an unblock, several times in a while"},
	{"stranded-in-ready", model.SeverityCritical, parking, strandedInReady, "ready, assigned and unclaimed for half an hour"},
	{"archived", model.SeverityInfo, nil, archivedCard, "work that was put away, done or dropped"},
	{"gave-up", model.SeverityError, nil, gaveUp, "the failure breaker opened, which leaves the task blocked although nobody blocked it"},
	{"block-loop", model.SeverityError, nil, blockLoop, "blocked again for the same kind of reason after it was released"},
	{"blocked-unsticky", model.SeverityWarning, nil, blockedUnsticky, "blocked without a block in its history: the next tick makes it ready"},
	{"done-without-completion", model.SeverityError, nil, doneWithoutCompletion, "marked done although nobody completed it"},
	{"phantom-refs", model.SeverityWarning, nil, phantomRefs, "the result of a finished task names tasks that do not exist"},
	{"bare-approval", model.SeverityWarning, nil, bareApproval, "a review was approved by hand without a word of what was looked at"},
	{"done-after-failures", model.SeverityWarning, nil, doneAfterFailures, "completed in words after failures, without another attempt"},
	{"promoted-at-limit", model.SeverityWarning, nil, promotedAtLimit, "promoted with the failure counter at its limit: the next failure opens the breaker"},
	{"spawn-held", model.SeverityWarning, nil, spawnHeld, "ready, and the dispatcher passes over it on purpose"},
	{"no-profile", model.SeverityWarning, nil, noProfile, "ready for an assignee without a profile, for whom no worker is started"},
	{"waiting-too-long", model.SeverityWarning, nil, waitingTooLong, "a wait for which Hermes has no rule of its own"},
}

// rules are those of the table. They say nothing about tasks of other systems.
func rules() []classify.Rule {
	all := make([]classify.Rule, len(ruleTable))
	for i, row := range ruleTable {
		all[i] = classify.Rule{Name: row.name, Doc: row.doc, Severity: row.severity, Check: row.check}
		if row.owned != nil {
			all[i].Origin = model.OriginOwner
		}
	}
	return all
}

// check applies the rule. Hermes' fleet view leaves archived tasks out (hermes
// kanban.py, diagnostics).
func (row rule) check(in *classify.Input) []classify.Observation {
	r := recordOf(in.Case)
	if r == nil || row.owned != nil && r.status == stArchived {
		return nil
	}
	o := row.find(in, r)
	if f := o.Finding; f != nil {
		f.Rule, f.Count = row.name, max(f.Count, 1)
		if f.Origin = model.OriginNotdone; row.owned != nil && row.owned(r.release) {
			f.Origin = model.OriginOwner
		}
	}
	if o == (classify.Observation{}) {
		return nil
	}
	return []classify.Observation{o}
}

// finding is one that was seen at one moment.
func finding(severity model.Severity, at time.Time, message, clears string, evidence ...model.Evidence) *model.Finding {
	return &model.Finding{Severity: severity, First: at, Last: at, Message: message, Clears: clears, Evidence: evidence}
}

// times says how often in words: "once", "twice", "3 times".
func times(n int) string { return cmp.Or(strings.TrimSpace(classify.Times(n)), "once") }

// firstLine is the beginning of a text that fits into a sentence.
func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	if r := []rune(s); len(r) > 160 {
		return string(r[:160]) + "…"
	}
	return s
}

// saidBy is the evidence of an event.
func saidBy(e *model.Event) model.Evidence { return model.Evidence{Where: e.Where, Quote: e.Note} }

// cell is the evidence of a column of the task's row.
func (r *record) cell(column, quote string) model.Evidence {
	return model.Evidence{Where: tabTasks + "#" + r.id + "." + column, Quote: quote}
}

// unblocks is the action that answers what keeps a blocked task.
var unblocks = []model.ActionName{model.ActionUnblock}

// wholeSecond is the first whole second that is at least span seconds after
// from; zero when that is out of reach.
func wholeSecond(from int64, span float64) time.Time {
	return moment(int64(min(math.Ceil(float64(from)+span), sqlsource.LastSecond+1)))
}

// newest returns the latest event, in order of arrival, of one of the names; nil
// when there is none.
func newest(events []model.Event, names ...string) *model.Event {
	for i := len(events) - 1; i >= 0; i-- {
		if slices.Contains(names, events[i].Name) {
			return &events[i]
		}
	}
	return nil
}
