package anvil

import (
	"fmt"
	"strings"

	"notdone/classify"
	"notdone/classify/text"
	"notdone/model"
)

// Words for what a session recorded where Anvil has none of its own.
const (
	ended   = "session completed" // the process reached its end
	failure = "anvil error"       // the program said that it failed
	stopped = "stopped"           // in the middle of something
)

// States of the last snapshot in a session file.
const (
	stateDone        = "Done"
	stateError       = "Error"
	stateInterrupted = "Interrupted"
	stateApproval    = "AwaitingApproval"
)

// state maps what a session recorded to the state that it stands for. What the
// process reports by its exit code is what it claims: a plan that is only partly
// done and an exit code of 0 stand for done.
func state(recorded string) model.State {
	kind, exit, two := strings.Cut(recorded, ", ")
	switch {
	case recorded == "":
		return model.StateActive
	case recorded == stopped:
		return model.StateUnknown
	case kind == kindBlocked, kind == stateApproval:
		return model.StateBlocked
	case kind == stateError, kind == stateInterrupted:
		return model.StateFailed
	case two && failedWord(exit):
		return model.StateFailed
	case two, kind == kindPartial, kind == kindExhausted, kind == ended, complete(kind), !failedWord(kind):
		return model.StateDone
	}
	return model.StateFailed
}

// failedWord reports whether a word for how a process ended is not one of
// success.
func failedWord(word string) bool {
	switch strings.ToLower(word) {
	case "exit 0", "done", "completed", "complete", "success", "ok", "runner_zero_exit":
		return false
	}
	return true
}

// stuck is the sentence of the last message that says what is in the way; empty
// when it says nothing of the kind, or was said before anything failed.
func (rec *record) stuck() string {
	if rec.log == rec.trace && rec.log.told().line < rec.trace.failures.line {
		return ""
	}
	r := text.Read(rec.said)
	if r.Label != text.LabelBlocked && r.Label != text.LabelRefused && r.Label != text.LabelFailed {
		return ""
	}
	return strings.TrimSpace(r.Quote)
}

// openText says which items of the plan are still open.
func (rec *record) openText() string {
	left := max(rec.items-rec.finished, len(rec.open))
	if len(rec.open) == 0 {
		return rec.progress()
	}
	what, how := "plan item "+rec.open[0].path(), " is still open"
	if rec.final.set() {
		how = " was never retired although the agent declared itself finished"
	}
	if left > 1 {
		what += fmt.Sprintf(" and %d more", left-1)
		how = strings.Replace(strings.Replace(how, "is", "are", 1), "was", "were", 1)
	}
	return what + how
}

// progress says how much of the plan is finished.
func (rec *record) progress() string {
	if rec.items < 0 {
		return "the plan is not finished"
	}
	return fmt.Sprintf("%d of %d plan items are finished", rec.finished, rec.items)
}

// itemFailed says which item the runtime gave up.
func (rec *record) itemFailed() string {
	f := &rec.trace.failures
	if !f.set() {
		return "a plan item is blocked"
	}
	return fmt.Sprintf("plan item %s failed%s: %s", rec.trace.itemNo, classify.Times(f.n), f.quote)
}
