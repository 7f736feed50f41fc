package classify

import (
	"fmt"
	"regexp"
	"strings"

	"notdone/model"
)

// workInLog returns what a log shows of the task's newest run: the task's own log,
// which own reports, or the newest one attached to it; nil when there is none.
func workInLog(in *Input) (w *model.Work, own bool) {
	if in.Facts.Work != nil {
		return in.Facts.Work, true
	}
	e := newestEnding(in)
	if e == nil {
		return nil, false
	}
	if r := newestRun(in); r != nil && !e.At.IsZero() && r.Started.After(e.At) {
		return nil, false // the log of an earlier run
	}
	return e.Work, false
}

// workOfDoneTask returns what a log shows of a task that counts as done; nil for any
// other task, and when a part was delegated, which the log does not show.
func workOfDoneTask(in *Input) *model.Work {
	if !countsAsDone(in) {
		return nil
	}
	w, _ := workInLog(in)
	if w == nil || w.Delegated > 0 {
		return nil
	}
	return w
}

// isWholeWork reports whether the log shows the whole request and all work on it:
// there was no run before, and no conversation that this one continues.
func isWholeWork(in *Input, w *model.Work) bool {
	return w.Turns <= 1 && !w.Partial && !strings.HasPrefix(strings.TrimSpace(in.Body), "This session is being continued")
}

// answersOnly reports whether the run was asked a question and changed nothing. What
// it says of tests and commands is then its answer, not a claim.
func answersOnly(in *Input, w *model.Work) bool {
	return w.Edits == 0 && questions.MatchString(requestText(in))
}

// polite matches polite words before a request, which do not make it a question.
var polite = regexp.MustCompile(`^(?:\s*(?:please|can you|could you|would you|i want you to|i need you to|hi|hello|hey)[,:!]?\s+)+`)

// requestText returns what was asked for, in plain words.
func requestText(in *Input) string {
	asked := in.Body
	if w := in.Facts.Work; w != nil && w.Turns > 1 {
		asked = w.Asked
	}
	return polite.ReplaceAllString(plainWords(asked), "")
}

// stepQuote returns a command as evidence.
func stepQuote(s model.Step) model.Evidence { return quote(s.Where, s.Text) }

func countedCalls(w *model.Work) string {
	return fmt.Sprintf("%s, %s, 0 edits", counted(w.Calls, "tool call"), counted(w.Commands, "command"))
}

// lastSteps returns the newest command as evidence, if there was one.
func lastSteps(w *model.Work) []model.Evidence {
	if w.Command.Text == "" {
		return nil
	}
	return []model.Evidence{stepQuote(w.Command)}
}
