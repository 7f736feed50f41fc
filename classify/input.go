package classify

import (
	"cmp"
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
		m := findMessage(in)
		in.message = &m
	}
	return in.message.text, in.message.where
}

func findMessage(in *Input) message {
	if !cycle.Blank(in.Result) {
		return message{in.Result, cmp.Or(in.ResultWhere, "result")}
	}
	if r := newestEndedRun(in); r != nil && !cycle.Blank(r.Output) {
		return message{r.Output, cmp.Or(r.Where, "run "+r.ID)}
	}
	if e := newestEnding(in); e != nil && isOnlyLog(in) {
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

// isOnlyLog reports whether no queue recorded a status: the task is a log.
func isOnlyLog(in *Input) bool {
	return in.Recorded == model.StateUnknown && in.Task.Recorded == ""
}

// countsAsDone reports whether the task counts as done where it is kept: its
// queue recorded so, or it is a log that ended as if it were.
func countsAsDone(in *Input) bool {
	if in.Facts.Chat {
		return false // whoever sits in front of it reads what it says
	}
	if in.Recorded == model.StateDone {
		return true
	}
	if !isOnlyLog(in) {
		return false
	}
	if e := newestEnding(in); e != nil {
		return !e.Open && e.Outcome == model.OutcomeCompleted
	}
	r := newestRun(in)
	return r != nil && !r.Open() && r.Outcome == model.OutcomeCompleted
}

// newestRun returns the newest run; nil when there is none.
func newestRun(in *Input) *model.Run {
	if n := len(in.Runs); n > 0 {
		return &in.Runs[n-1]
	}
	return nil
}

// newestEndedRun returns the newest run that ended; nil when there is none.
func newestEndedRun(in *Input) *model.Run {
	for i := len(in.Runs) - 1; i >= 0; i-- {
		if !in.Runs[i].Open() {
			return &in.Runs[i]
		}
	}
	return nil
}

// newestOpenRun returns the newest run that is open; nil when there is none.
func newestOpenRun(in *Input) *model.Run {
	for i := len(in.Runs) - 1; i >= 0; i-- {
		if in.Runs[i].Open() {
			return &in.Runs[i]
		}
	}
	return nil
}

// newestEnding returns the newest end of an attached log, the last one where
// times are unknown or equal; nil when no log is attached.
func newestEnding(in *Input) *model.Ending {
	var last *model.Ending
	for i := range in.Facts.Endings {
		if e := &in.Facts.Endings[i]; last == nil || !e.At.Before(last.At) {
			last = e
		}
	}
	return last
}

// newestEvent returns the newest event of one of the kinds; nil when none is.
func newestEvent(in *Input, kinds ...model.EventKind) *model.Event {
	for i := len(in.Events) - 1; i >= 0; i-- {
		for _, k := range kinds {
			if in.Events[i].Kind == k {
				return &in.Events[i]
			}
		}
	}
	return nil
}

// finishTime returns when the task ended, as far as known.
func finishTime(in *Input) time.Time {
	if !in.Task.Finished.IsZero() {
		return in.Task.Finished
	}
	if r := newestEndedRun(in); r != nil {
		return r.Ended
	}
	return in.Task.Updated
}

// some reports whether a count is known to be above 0.
func some(count *int) bool { return count != nil && *count > 0 }

// zero reports whether a count is known to be 0.
func zero(count *int) bool { return count != nil && *count == 0 }
