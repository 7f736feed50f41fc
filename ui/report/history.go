package report

import (
	"slices"
	"strconv"
	"time"

	"notdone/model"
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

	seq int // the order of moments at one time
}

// History is what happened to a task: runs, events, comments, and what notdone
// judged, the newest first.
func History(d *board.Detail) []Moment {
	var all []Moment
	for i := range d.History.Case.Runs {
		all = append(all, run(&d.History.Case.Runs[i])...)
	}
	for _, c := range d.Before {
		all = append(all, judged(c.Since, c.State, c.Why))
	}
	if r := d.Row; !r.FirstJudged.IsZero() {
		all = append(all, judged(r.FirstJudged, r.State.String(), r.Headline))
	}
	for _, e := range slices.Concat(d.History.Case.Events, d.History.Comments) {
		if e.Name == "" {
			continue
		}
		said := e.Name
		if e.Actor != "" {
			said += " by " + e.Actor
		}
		all = append(all, Moment{e.At.UTC(), safe.Line(said, lineLimit), eventRole(e.Kind), quote(e.Note), int(e.Seq)})
	}
	slices.SortStableFunc(all, func(a, b Moment) int {
		if c := b.At.Compare(a.At); c != 0 {
			return c
		}
		return b.seq - a.seq
	})
	return all
}

// judged is the moment from which notdone judged the task so.
func judged(at time.Time, state, why string) Moment {
	said := "notdone judged it " + state
	if why != "" {
		said += ": " + why
	}
	return Moment{at.UTC(), safe.Line(said, lineLimit), Strong, "", 1<<30 + 1}
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
	all := []Moment{{r.Started.UTC(), safe.Line(said, lineLimit), Plain, "", -1}}
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
	end := Moment{At: r.Ended.UTC(), Text: safe.Line(said, lineLimit), Quote: quote(r.Error), seq: 1 << 30}
	if r.Outcome.Failure() {
		end.Role = Failed
	}
	if end.Quote == "" {
		end.Quote = quote(r.Output)
	}
	return append(all, end)
}
