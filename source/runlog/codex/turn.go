package codex

import (
	"hash/maphash"
	"slices"
	"strings"
	"time"

	"notdone/model"
	"notdone/source/runlog"
)

// turn is the state of the newest turn that the Tracker does not keep.
type turn struct {
	id       string
	explicit bool            // a record says that it began
	active   bool            // the agent said or did something
	planMode bool            // it makes a plan and does not carry it out
	before   int64           // the tokens that the session had used when it began
	echoes   []echo          // messages that were read once
	plan     runlog.Question // the plan that it proposed
}

// echo is a message of which one of two records was read: a rollout holds messages as an
// event and as an item, in either order.
type echo struct {
	sum  uint64
	from channel
}

// channel is the kind of record that holds a message.
type channel uint8

const (
	fromEvent channel = iota
	fromItem
	fromEnd
)

const maxEchoes = 16

var seed = maphash.MakeSeed()

// next ends the newest turn.
func (r *reader) next() {
	r.NextRun()
	r.turn = turn{planMode: r.turn.planMode}
}

// open begins a turn with e, unless one has begun.
func (r *reader) open(e runlog.Entry) {
	if !r.Started {
		r.turn.before = r.spent + r.tokens
	}
	r.Begin(e)
}

// beginTurn reads a record that says that a turn begins. Its prompt may precede that
// record or follow it.
func (r *reader) beginTurn(id string, e runlog.Entry) {
	if r.turn.explicit && !r.Closed && id != "" && id == r.turn.id {
		return
	}
	if r.Started && (r.Closed || r.turn.explicit || r.turn.active) {
		r.next()
	}
	r.turn.id, r.turn.explicit = id, true
	r.open(e)
}

// addPrompt adds a prompt. While a turn runs it belongs to that turn; the first versions
// wrote no other record of a new turn.
func (r *reader) addPrompt(text string, e runlog.Entry) {
	if text == "" {
		return
	}
	if r.Started && (r.Closed || !r.turn.explicit && r.turn.active) {
		r.next()
	}
	r.open(e)
	r.Waiting = runlog.Question{}
	r.AddPrompt(text, true, e)
}

// resume notes that the turn goes on: an error before was not its end.
func (r *reader) resume(e runlog.Entry) {
	if r.Closed {
		r.next()
	}
	r.open(e)
	r.turn.active = true
	if r.Run.Error != "" || r.Sum.Terminal {
		r.Run.Error, r.Run.Recorded, r.Run.Outcome, r.Run.Ended = "", "", model.OutcomeUnknown, time.Time{}
		r.Sum.ErrorLine, r.Resumes = 0, time.Time{}
	}
}

func (r *reader) addMessage(text string, from channel, e runlog.Entry) {
	if text == "" || r.turn.isEcho(text, from) {
		return
	}
	r.resume(e)
	r.Waiting = runlog.Question{}
	r.AddMessage(text, e)
}

// isEcho reports whether the other record of the text was read before.
func (t *turn) isEcho(text string, from channel) bool {
	sum := maphash.String(seed, text)
	for i, e := range slices.Backward(t.echoes) {
		if e.sum == sum && e.from != from {
			t.echoes = slices.Delete(t.echoes, i, i+1)
			return true
		}
	}
	t.echoes = append(t.echoes[max(len(t.echoes)-maxEchoes+1, 0):], echo{sum, from})
	return false
}

// countTokens takes the number of tokens that the session has used. If it is smaller
// than before, Codex counts from zero again.
func (r *reader) countTokens(total int64) {
	if total <= 0 {
		return
	}
	if total < r.tokens {
		r.spent += r.tokens
	}
	r.tokens = total
	if n := r.spent + total - r.turn.before; r.Started && n > 0 {
		r.Run.Tokens = &n
	}
}

// completeTurn ends the turn without an error. An error before it with nothing in between
// stays the outcome.
func (r *reader) completeTurn(word, last string, e runlog.Entry) {
	failed := r.Sum.Terminal && r.Sum.Outcome != model.OutcomeCompleted
	if !failed {
		if last != "" && last != r.Run.Output {
			r.addMessage(last, fromEnd, e)
		}
		r.open(e)
		r.Run.Error, r.Sum.ErrorLine = "", 0
	}
	r.endCalls(e)
	if !failed {
		r.Waiting = r.turn.plan
	}
	e.Kind, e.Name, e.Outcome = runlog.KindEnd, word, model.OutcomeCompleted
	r.Add(e, true)
}

// endCalls ends the calls and the questions of the turn. The commands that it leaves
// running have not failed.
func (r *reader) endCalls(e runlog.Entry) {
	r.open(e)
	for c := r.Work.FindProcess(""); c != nil; c = r.Work.FindProcess("") {
		r.Work.AddResult(c.ID, runlog.Result{}, e.Line)
	}
	r.Work.DropPending()
	r.Waiting = runlog.Question{}
}

// abortTurn ends the turn because it was stopped
// (codex-rs/protocol/src/protocol.rs, TurnAbortReason).
func (r *reader) abortTurn(reason string, e runlog.Entry) {
	r.endCalls(e)
	e.Kind, e.Name, e.Text, e.Failed, e.Outcome = runlog.KindEnd, "turn_aborted", reason, true, model.OutcomeCancelled
	if strings.Contains(reason, "budget") {
		e.Name, e.Outcome = reason, model.OutcomeBudget
	}
	r.Add(e, true)
}
