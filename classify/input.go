package classify

import (
	"cmp"
	"fmt"
	"slices"
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

// Reading returns the reading of the task's message without the operator's corrections. Rules
// that compare the message with structure use it. The message is read at the first call.
func (in *Input) Reading() *text.Reading {
	if in.reading == nil {
		said, _ := in.Message()
		r := text.ReadFor(said, requestOf(in))
		in.reading = &r
	}
	return in.reading
}

// Words returns the reading of the task's message with the operator's corrections. Rules that
// judge by words alone use it.
func (in *Input) Words() *text.Reading {
	if in.words == nil {
		in.words = in.Reading()
		if said, _ := in.Message(); in.isCorrected() {
			r := in.readWords(said)
			in.words = &r
		}
	}
	return in.words
}

func (in *Input) isCorrected() bool { return in.Config != nil && in.Config.Corrected != nil }

// readWords reads a text of the task with the operator's corrections, if there are any.
func (in *Input) readWords(said string) text.Reading {
	if in.isCorrected() {
		return in.Config.Corrected.ReadFor(said, requestOf(in))
	}
	return text.ReadFor(said, requestOf(in))
}

// RuleRecorded is the rule that every verdict begins with.
const RuleRecorded = "recorded"

// The rules that judge by the words of the last message alone.
const (
	RuleObstacle = "obstacle-in-result"
	RulePromise  = "promise-in-result"
	RuleReport   = "result-says-done" // its findings say that the work is done
)

// RuleRing is the rule that finds tasks that wait for each other. A board asks it, as it sees all of
// them.
const RuleRing = "dependency-ring"

// WordRules returns the names of the rules that judge by the words of the last message.
func WordRules() []string { return []string{RuleObstacle, RulePromise, RuleReport} }

// LastWords returns what the task of a case said last and what it was asked, as the rules
// that judge by words read them. recorded is as Judge takes it.
func LastWords(c *model.Case, recorded model.State) (said, asked string) {
	in := &Input{Case: c, Recorded: recorded}
	said, _ = in.Message()
	asked, _ = readPrompt(in)
	return said, asked
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

// readMessage returns in.Words; nil if there is no message.
func readMessage(in *Input) *text.Reading {
	if said, _ := in.Message(); cycle.Blank(said) {
		return nil
	}
	return in.Words()
}

// newestRun returns the newest run; nil when there is none.
func newestRun(in *Input) *model.Run {
	return newestRunWhere(in, func(*model.Run) bool { return true })
}

// newestEndedRun returns the newest run that ended; nil when there is none.
func newestEndedRun(in *Input) *model.Run {
	return newestRunWhere(in, func(r *model.Run) bool { return !r.Open() })
}

// newestOpenRun returns the newest run that is open; nil when there is none.
func newestOpenRun(in *Input) *model.Run { return newestRunWhere(in, (*model.Run).Open) }

func newestRunWhere(in *Input, is func(r *model.Run) bool) *model.Run {
	for i := len(in.Runs) - 1; i >= 0; i-- {
		if is(&in.Runs[i]) {
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

// currentEnding returns the newest end of an attached log; nil when there is none, and
// when the newest run began after it.
func currentEnding(in *Input) *model.Ending {
	e := newestEnding(in)
	if r := newestRun(in); e != nil && r != nil && !e.At.IsZero() && r.Started.After(e.At) {
		return nil
	}
	return e
}

// newestEvent returns the newest event of one of the kinds; nil when none is.
func newestEvent(in *Input, kinds ...model.EventKind) *model.Event {
	for i := len(in.Events) - 1; i >= 0; i-- {
		if slices.Contains(kinds, in.Events[i].Kind) {
			return &in.Events[i]
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

// declaredState returns the state of a log whose agent declared this outcome.
func declaredState(o model.Outcome) model.State {
	switch o {
	case model.OutcomeCompleted:
		return model.StateDone
	case model.OutcomeBlocked, model.OutcomeRefused, model.OutcomeRateLimited:
		return model.StateBlocked
	case model.OutcomeFailed, model.OutcomeCrashed, model.OutcomeTimedOut, model.OutcomeBudget, model.OutcomeSpawnFailed,
		model.OutcomeCancelled:
		return model.StateFailed
	default:
		return model.StateUnknown
	}
}

// workerClause returns a clause on what is known of the worker's process.
func workerClause(in *Input) string {
	switch in.Facts.Worker {
	case model.LivenessAlive:
		return ", " + workerName(in) + " still alive"
	case model.LivenessDead:
		return ", " + workerName(in) + " is gone"
	case model.LivenessUnknown:
		if in.Facts.WorkerHost != "" {
			return ", its worker is on " + cut(in.Facts.WorkerHost, 60)
		}
	}
	return ""
}

func workerName(in *Input) string {
	if in.Facts.WorkerPID > 0 {
		return fmt.Sprintf("worker %d", in.Facts.WorkerPID)
	}
	return "the worker"
}

// calledNoTool reports whether every run is known to have called no tool and changed
// no file.
func calledNoTool(in *Input) bool {
	for i := range in.Runs {
		if r := &in.Runs[i]; !zero(r.ToolCalls) || some(r.FilesChanged) {
			return false
		}
	}
	return len(in.Runs) > 0
}

// workInLog returns what a log shows of the task's newest run: the task's own log,
// which own reports, or the newest one attached to it; nil when there is none.
func workInLog(in *Input) (w *model.Work, own bool) {
	if in.Facts.Work != nil {
		return in.Facts.Work, true
	}
	if e := currentEnding(in); e != nil {
		return e.Work, false
	}
	return nil, false
}

// undelegatedWork returns what a log shows of the task; nil when a part was delegated, which the
// log does not show.
func undelegatedWork(in *Input) *model.Work {
	w, _ := workInLog(in)
	if w == nil || w.Delegated > 0 {
		return nil
	}
	return w
}

// isWholeWork reports whether the log shows the whole request and all work on it:
// there was no run before, no attempt of which the log is another one, and no conversation that
// this one continues.
func isWholeWork(in *Input, w *model.Work) bool {
	if in.Facts.Work == nil && (in.Task.Attempts > 1 || len(in.Runs) > 1) {
		return false
	}
	return w.Turns <= 1 && !w.Partial
}

// answersOnly reports whether the run was asked a question and changed nothing. What
// it says of tests and commands is then its answer, not a claim.
func answersOnly(in *Input, w *model.Work) bool {
	return w.Edits == 0 && questions().MatchString(requestText(in))
}

// polite matches polite words before a request, which do not make it a question.
var polite = patterns.Pattern("polite")

// requestText returns what was asked for, in plain words.
func requestText(in *Input) string {
	asked := in.Body
	if w := in.Facts.Work; w != nil && w.Turns > 1 {
		asked = w.Asked
	}
	return polite().ReplaceAllString(plainWords(asked), "")
}

// stepQuote returns a command as evidence.
func stepQuote(s model.Step) model.Evidence { return quote(s.Where, s.Text) }

// newestCommand returns the newest command as evidence, if there was one.
func newestCommand(w *model.Work) []model.Evidence {
	if w.Command.Text == "" {
		return nil
	}
	return []model.Evidence{stepQuote(w.Command)}
}
