package classify

import (
	"cmp"

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

// isOnlyLog reports whether the task is a log that belongs to no queue.
func isOnlyLog(in *Input) bool {
	return in.Recorded == model.StateUnknown && in.Task.Recorded == ""
}

// countsAsDone reports whether the task is recorded as done, or is a log that
// completed.
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

// readDoneMessage returns the reading of the message of a task that counts as done;
// nil for any other task, and without a message.
func readDoneMessage(in *Input) *text.Reading {
	if !countsAsDone(in) {
		return nil
	}
	if said, _ := in.Message(); cycle.Blank(said) {
		return nil
	}
	return in.Reading()
}
