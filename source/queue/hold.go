package queue

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
)

// hold is how a task came to be on hold: scheduled for no time at all. The zero hold is unknown.
type hold struct {
	at    time.Time
	by    string
	note  string    // hostile
	where string    // the event that tells it
	due   time.Time // when the task was due; zero: at no certain time, or nobody noted it
}

// holdText is what ends the note of the event of a hold. It is where the time is kept at which the
// task was due, because the column is empty while the task is on hold.
const holdText = "on hold"

var holdNote = regexp.MustCompile(`(?:^|; )` + holdText + `(?:, was due (\S+))?$`)

// The ends of the notes of events by which an operator lets a task run, and which have no kind of
// their own.
const (
	resumedText = "resumed"
	moreText    = "one more attempt"
)

var letRunNote = regexp.MustCompile(`(?:^|; )(?:` + resumedText + `|` + moreText + `)$`)

// letRun returns when an operator last let a task run that waits; zero: nobody did, or an event of
// another kind came later.
func letRun(events []model.Event) time.Time {
	for e := range standing(events) {
		switch {
		case e.Kind == model.EventEdited && letRunNote.MatchString(e.Note):
			return e.At
		case e.Kind != model.EventEdited && e.Kind != model.EventCommented:
			return time.Time{}
		}
	}
	return time.Time{}
}

// noteWith returns the note of an event: the operator's reason and what was done.
func noteWith(reason, did string) string {
	if reason == "" {
		return did
	}
	return reason + "; " + did
}

// noteOfHold returns the note of a hold of a task that was due then; the zero time: at none.
func noteOfHold(reason string, due time.Time) string {
	said := holdText
	if !due.IsZero() {
		said += ", was due " + due.UTC().Format(time.RFC3339Nano)
	}
	return noteWith(reason, said)
}

// standing returns the events of a task that were not undone, the newest first. An undo writes one
// event for the one that it undoes, and is refused once anything else has happened.
func standing(events []model.Event) iter.Seq[*model.Event] {
	return func(yield func(*model.Event) bool) {
		undone := 0
		for i := range slices.Backward(events) {
			switch e := &events[i]; {
			case strings.HasPrefix(e.Note, undoNote):
				undone++
			case undone > 0:
				undone--
			case !yield(e):
				return
			}
		}
	}
}

// holdOf finds how a task that is on hold came to be so. A hold by another client's SQL has no note
// of its own and is told by the newest edit.
func holdOf(events []model.Event) (found hold) {
	for e := range standing(events) {
		parts := holdNote.FindStringSubmatch(e.Note)
		changes := e.Kind == model.EventEdited || e.Kind == model.EventUnblocked || e.Kind == model.EventRequeued
		switch {
		case e.Kind == model.EventCommented:
		case parts != nil && changes:
			h := hold{at: e.At, by: e.Actor, note: e.Note, where: e.Where}
			if due, err := time.Parse(time.RFC3339Nano, parts[1]); err == nil {
				h.due = due
			}
			return h
		case changes && found.at.IsZero():
			found = hold{at: e.At, by: e.Actor, note: e.Note, where: e.Where}
		case e.Kind != model.EventEdited:
			return found
		}
	}
	return found
}

// putOnHold keeps when the task was due in the note of its event.
func putOnHold(e *effect, r source.Request, n *situation) {
	e.Effect("it is scheduled for no time at all: no worker claims it until it is resumed")
	switch {
	case !n.runAt.IsZero():
		e.Effect("that it was due at %s is kept in its history: a resume puts it back to then, or lets it run at once if that is past", moment(n.runAt))
	case n.dated:
		e.Effect("when it was due cannot be kept: a resume lets it run at once")
	}
	if n.series {
		e.Effect("its series waits meanwhile")
	}
	e.fixed = noteOfHold(r.Reason, n.runAt)
}

// heldFrom returns when a task that is on hold was due; zero: at no certain time. One of a series
// was due at its moment of the series where the hold did not note it.
func (n *situation) heldFrom() time.Time {
	if !n.held {
		return time.Time{}
	}
	if n.hold.due.IsZero() {
		return n.slot
	}
	return n.hold.due
}

// resume puts a task back to when it was due.
func resume(e *effect, r source.Request, n *situation) {
	e.fixed = noteWith(r.Reason, resumedText)
	due := n.heldFrom()
	if r.Action == model.ActionUnblock {
		e.Notice("it is on hold, not blocked: it is resumed")
	}
	if due.After(n.at) {
		e.Now = "scheduled"
		e.Notice("it is due at %s again: no worker claims it before", moment(due))
	} else if !due.IsZero() {
		e.Notice("it was due at %s, which is past", moment(due))
	}
	if !due.IsZero() {
		e.set = append(e.set, put("run_at", due.UnixMilli()))
	}
	if !due.After(n.at) && len(n.waits) == 0 {
		e.Effect("a worker can claim it at once")
	}
	if n.series {
		e.Effect("the next one of its series is scheduled when it has ended, for the next moment that is to come then")
	}
}

// moment is how plans name a time.
func moment(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// verdicts are the rules for tasks of a queue of notdone's own alone.
func verdicts() []classify.Rule {
	return []classify.Rule{
		{
			Name: model.RuleOnHold, Doc: "somebody put it on hold, so that no worker claims it", Severity: model.SeverityInfo, Check: checkHold,
		},
		{
			Name: "no-attempt-left", Doc: "it is queued and has used all of its attempts, so that no worker claims it", Severity: model.SeverityWarning, Check: checkAttempts,
		},
	}
}

// checkHold finds a task that is on hold.
func checkHold(in *classify.Input) []classify.Observation {
	n, ok := in.Native.(*situation)
	if !ok || !n.held {
		return nil
	}
	f := model.Finding{
		Severity: model.SeverityInfo, Message: "on hold", Count: 1, First: n.hold.at, Last: n.hold.at,
		Actions: []model.ActionName{model.ActionResume}, Clears: "a resume",
	}
	if n.hold.by != "" {
		f.Message += " by " + n.hold.by
	}
	f.Message += ": no worker claims it until it is resumed"
	if n.hold.where != "" {
		f.Evidence = []model.Evidence{{Where: n.hold.where, Quote: n.hold.note}}
	}
	return []classify.Observation{{Finding: &f}}
}

// checkAttempts finds a task that waits and that no worker can claim any more.
func checkAttempts(in *classify.Input) []classify.Observation {
	if n, ok := in.Native.(*situation); !ok || !n.stuck() {
		return nil
	}
	return []classify.Observation{{Finding: &model.Finding{
		Severity: model.SeverityWarning, Count: 1, Message: "it has used all of its attempts: no worker claims it until it gets another one",
		Actions: []model.ActionName{model.ActionRequeue}, Clears: "a requeue, which gives it one more attempt",
	}}}
}
