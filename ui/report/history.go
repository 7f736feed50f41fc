package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"notdone/model"
	"notdone/source/journal"
	"notdone/ui/board"
	"notdone/ui/safe"
	"notdone/ui/words"
)

// Moment is one thing that happened to a task.
type Moment struct {
	At    time.Time // in UTC; zero: unknown
	Text  string
	Role  Role
	Quote string // what was said; empty: nothing
	Own   bool   // Quote is notdone's own description
	Where string // its name in evidence; empty: it has none
	Kind  model.EventKind

	// rank and seq order the moments of one time, the highest first.
	rank rank
	seq  int64 // orders events: the owner's order of arrival; 0 for any other moment
}

// rank orders the moments of one time by their cause: what a later rank describes follows
// from what an earlier one describes.
type rank int8

const (
	rankBegan  rank = iota - 1 // a run began
	rankEvent                  // an event or a comment, or a moment of another package
	rankEnded                  // a run ended
	rankJudged                 // notdone judged the task
	rankActed                  // the operator acted
)

// History is what happened to a task: runs, events, comments, what notdone judged, and
// what else is given, the newest first.
func History(d *board.Detail, more ...Moment) []Moment {
	all := more
	for i := range d.History.Case.Runs {
		all = append(all, run(&d.History.Case.Runs[i])...)
	}
	for _, c := range d.Before {
		all = append(all, judged(c.Since, c.State, c.Why))
	}
	if r := d.Row; !r.FirstJudged.IsZero() {
		all = append(all, judged(r.FirstJudged, r.State.String(), r.Headline))
	}
	for i, e := range slices.Concat(d.History.Case.Events, d.History.Comments) {
		if e.Name == "" {
			continue
		}
		if i < len(d.History.Case.Events) && e.Kind == model.EventCommented && len(d.History.Comments) > 0 {
			continue // it is among the comments
		}
		said := e.Name
		if e.Actor != "" {
			said += " by " + e.Actor
		}
		all = append(all, Moment{
			At: e.At.UTC(), Text: safe.Line(said, lineLimit), Role: eventRole(e.Kind), Quote: quote(e.Note), Where: e.Where, Kind: e.Kind, rank: rankEvent, seq: e.Seq,
		})
	}
	slices.SortStableFunc(all, func(a, b Moment) int {
		return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.rank, a.rank), cmp.Compare(b.seq, a.seq))
	})
	return all
}

// judged is the moment from which notdone judged the task so.
func judged(at time.Time, state, why string) Moment {
	said := "notdone judged it " + state
	if why != "" {
		said += ": " + why
	}
	return Moment{At: at.UTC(), Text: safe.Line(said, lineLimit), Role: Strong, rank: rankJudged}
}

// Acted is what the operator did to a task by an entry of the journal.
func Acted(e *journal.Entry) Moment {
	said := Past(e.Request.Action) + " by " + e.Request.Actor + ": " + Moved(e.Was, e.Now, e.Adds, "to")
	switch {
	case e.Ran != nil:
		said = "command run by " + e.Request.Actor + ": " + Command(e.Ran)
	case e.Undoes != "":
		said = "undone by " + e.Request.Actor + ": " + Moved(e.Was, e.Now, e.Adds, "to")
	}
	if e.UndoneBy != "" || e.Outcome != journal.Applied && e.Ran == nil {
		said += " (" + Fate(e, "") + ")"
	}
	given := strings.TrimSpace(e.Request.Answer + " " + e.Request.Reason)
	return Moment{At: e.At.UTC(), Text: safe.Line(said, lineLimit), Role: Strong, Quote: quote(given), rank: rankActed}
}

// ActionOf is what an entry of the journal did, in one word.
func ActionOf(e *journal.Entry) string {
	switch {
	case e.Ran != nil:
		return "run"
	case e.Undoes != "":
		return "undo"
	}
	return string(e.Request.Action)
}

func eventRole(kind model.EventKind) Role {
	switch kind {
	case model.EventBlocked, model.EventBlockLoop:
		return Blocked
	case model.EventFailed, model.EventGaveUp:
		return Failed
	case model.EventFinished:
		return Done
	default:
		return Plain
	}
}

// run is when a run began, and when and how it ended.
func run(r *model.Run) []Moment {
	name := "run " + r.ID
	if r.Attempt > 0 {
		name = "run " + strconv.Itoa(r.Attempt)
	}
	said := name + " began"
	if r.Worker != "" {
		said += " by " + r.Worker
	}
	all := []Moment{{At: r.Started.UTC(), Text: safe.Line(said, lineLimit), rank: rankBegan}}
	if r.Open() {
		return all
	}
	said = name + " ended: " + r.Outcome.String()
	if r.Recorded != "" && r.Recorded != r.Outcome.String() {
		said += " (" + r.Recorded + ")"
	}
	if !r.Started.IsZero() {
		said += " after " + words.Duration(r.Ended.Sub(r.Started))
	}
	if usd := words.Dollars(r.CostUSD); usd != "" {
		said += ", " + usd
	}
	end := Moment{At: r.Ended.UTC(), Text: safe.Line(said, lineLimit), Quote: quote(r.Error), Own: r.ErrorOwn, Where: r.Where, rank: rankEnded}
	if r.Outcome == model.OutcomeBlocked {
		end.Kind = model.EventBlocked
	}
	if r.Outcome.Failure() {
		end.Role = Failed
	}
	if end.Quote == "" {
		end.Quote, end.Own = quote(r.Output), false
	}
	return append(all, end)
}
