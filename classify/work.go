package classify

import (
	"fmt"
	"regexp"
	"strings"

	"notdone/model"
)

// workInLog is what a log shows of the task's newest run: its own, or for a task
// that is recorded done that of the newest log attached to it; nil when none
// does. own says that the task is that log.
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

// workOfDoneTask is what a log shows of a run that counts as done, nil when the
// task does not or when nobody can tell what others did for it.
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

// isWholeWork reports whether all that was asked of the agent and all that it did
// about it is in the run that the log shows: nothing was done in a run before,
// or in a conversation that this one goes on with.
func isWholeWork(in *Input, w *model.Work) bool {
	return w.Turns <= 1 && !w.Partial && !strings.HasPrefix(strings.TrimSpace(in.Body), "This session is being continued")
}

// answersOnly reports whether the run was asked for words and changed nothing: what
// it says of tests and commands then is its answer, not a claim.
func answersOnly(in *Input, w *model.Work) bool {
	return w.Edits == 0 && questions.MatchString(requestText(in))
}

// polite are words before a request that make no question of it.
var polite = regexp.MustCompile(`^(?:\s*(?:please|can you|could you|would you|i want you to|i need you to|hi|hello|hey)[,:!]?\s+)+`)

// requestText is what was asked for, in plain words.
func requestText(in *Input) string {
	asked := in.Body
	if w := in.Facts.Work; w != nil && w.Turns > 1 {
		asked = w.Asked
	}
	return polite.ReplaceAllString(plainWords(asked), "")
}

// stepQuote is a command as evidence.
func stepQuote(s model.Step) model.Evidence { return quote(s.Where, s.Text) }

func countedCalls(w *model.Work) string {
	return fmt.Sprintf("%s, %s, 0 edits", counted(w.Calls, "tool call"), counted(w.Commands, "command"))
}

// lastSteps is the newest command, where there was one.
func lastSteps(w *model.Work) []model.Evidence {
	if w.Command.Text == "" {
		return nil
	}
	return []model.Evidence{stepQuote(w.Command)}
}
