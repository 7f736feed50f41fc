package classify

import (
	"time"

	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

// message is what a task said last and where it stands.
type message struct{ text, where string }

// Message returns what the task said last and where that stands: its result,
// else the output of its newest ended run, else, for a task that is nothing but
// a log, the end of the log. It is blank when nothing was said.
func (in *Input) Message() (said, where string) {
	if in.message == nil {
		m := in.findMessage()
		in.message = &m
	}
	return in.message.text, in.message.where
}

func (in *Input) findMessage() message {
	if !cycle.Blank(in.Result) {
		return message{in.Result, or(in.ResultWhere, "result")}
	}
	if r := in.lastEnded(); r != nil && !cycle.Blank(r.Output) {
		return message{r.Output, or(r.Where, "run "+r.ID)}
	}
	if e := in.lastEnding(); e != nil && in.unrecorded() {
		return message{e.Text, e.Where}
	}
	return message{"", in.ResultWhere}
}

// Reading is what the task's message says. It is read once, when first asked.
func (in *Input) Reading() *text.Reading {
	if in.reading == nil {
		said, _ := in.Message()
		r := text.Read(said)
		in.reading = &r
	}
	return in.reading
}

// unrecorded reports whether no queue recorded a status: the task is a log.
func (in *Input) unrecorded() bool {
	return in.Recorded == model.StateUnknown && in.Task.Recorded == ""
}

// claimsDone reports whether the task counts as done where it is kept: its
// queue recorded so, or it is a log that ended as if it were.
func (in *Input) claimsDone() bool {
	if in.Facts.Chat {
		return false // whoever sits in front of it reads what it says
	}
	if in.Recorded == model.StateDone {
		return true
	}
	if !in.unrecorded() {
		return false
	}
	if e := in.lastEnding(); e != nil {
		return !e.Open && e.Outcome == model.OutcomeCompleted
	}
	r := in.lastRun()
	return r != nil && !r.Open() && r.Outcome == model.OutcomeCompleted
}

// lastRun returns the newest run; nil when there is none.
func (in *Input) lastRun() *model.Run {
	if n := len(in.Runs); n > 0 {
		return &in.Runs[n-1]
	}
	return nil
}

// lastEnded returns the newest run that ended; nil when there is none.
func (in *Input) lastEnded() *model.Run {
	for i := len(in.Runs) - 1; i >= 0; i-- {
		if !in.Runs[i].Open() {
			return &in.Runs[i]
		}
	}
	return nil
}

// openRun returns the newest run that is open; nil when there is none.
func (in *Input) openRun() *model.Run {
	for i := len(in.Runs) - 1; i >= 0; i-- {
		if in.Runs[i].Open() {
			return &in.Runs[i]
		}
	}
	return nil
}

// lastEnding returns the newest end of an attached log, the last one where
// times are unknown or equal; nil when no log is attached.
func (in *Input) lastEnding() *model.Ending {
	var last *model.Ending
	for i := range in.Facts.Endings {
		if e := &in.Facts.Endings[i]; last == nil || !e.At.Before(last.At) {
			last = e
		}
	}
	return last
}

// lastEvent returns the newest event of one of the kinds; nil when none is.
func (in *Input) lastEvent(kinds ...model.EventKind) *model.Event {
	for i := len(in.Events) - 1; i >= 0; i-- {
		for _, k := range kinds {
			if in.Events[i].Kind == k {
				return &in.Events[i]
			}
		}
	}
	return nil
}

// finishedAt returns when the task ended, as far as known.
func (in *Input) finishedAt() time.Time {
	if !in.Task.Finished.IsZero() {
		return in.Task.Finished
	}
	if r := in.lastEnded(); r != nil {
		return r.Ended
	}
	return in.Task.Updated
}

// some reports whether a count is known to be above 0.
func some(count *int) bool { return count != nil && *count > 0 }

// zero reports whether a count is known to be 0.
func zero(count *int) bool { return count != nil && *count == 0 }

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
