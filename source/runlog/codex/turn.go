package codex

import (
	"hash/maphash"
	"slices"
	"strings"
	"time"

	"notdone/model"
	"notdone/source/runlog"
)

// turn is what is known of the newest turn apart from what the Tracker keeps.
type turn struct {
	id       string
	explicit bool // a record says that it began
	active   bool // the agent said or did something
	plans    bool // it is to make a plan, not to carry one out
	before   int64
	calls    calls
	echoes   []echo
	edited   []string // files that were changed
	wait     waiting
	plan     waiting // the plan that it proposed
	resumes  time.Time
}

// waiting is what a person has to answer before the turn goes on.
type waiting struct {
	call string // the tool call that asks; empty: whatever comes next answers it
	text string
	line int64
}

// Messages stand in a rollout twice, as an event and as an item, in either
// order. An echo is one of which only one was seen yet.
type echo struct {
	sum  uint64
	from channel
}

type channel uint8

const (
	fromEvent channel = iota
	fromItem
	fromEnd
)

const maxEchoes = 16

var seed = maphash.MakeSeed()

func newTurn() turn { return turn{calls: newCalls()} }

func (t *turn) clone() turn {
	c := *t
	c.calls, c.echoes, c.edited = t.calls.clone(), slices.Clone(t.echoes), slices.Clone(t.edited)
	return c
}

// next leaves the newest turn behind.
func (r *reader) next() {
	r.NextRun()
	r.work.BeginRun()
	r.work.DropPending()
	plans := r.turn.plans
	r.turn = newTurn()
	r.turn.plans = plans
}

// open makes sure that there is a turn, which begins with e if it is new.
func (r *reader) open(e runlog.Entry) {
	if !r.Started {
		r.turn.before = r.spent + r.tokens
	}
	r.Begin(e)
}

// began takes a record that says that a turn begins. What was asked of it may
// stand before that record or after it.
func (r *reader) began(id string, e runlog.Entry) {
	if r.turn.explicit && !r.Closed && id != "" && id == r.turn.id {
		return
	}
	if r.Started && (r.Closed || r.turn.explicit || r.turn.active) {
		r.next()
	}
	r.turn.id, r.turn.explicit = id, true
	r.open(e)
}

// asked takes what a person or a program asked for. While a turn goes on it is
// a word in between; the first versions wrote no other record of a new turn.
func (r *reader) asked(text string, sure bool, e runlog.Entry) {
	if text == "" {
		return
	}
	if r.Started && (r.Closed || !r.turn.explicit && r.turn.active) {
		r.next()
	}
	r.open(e)
	r.turn.wait = waiting{}
	e.Kind, e.Text = runlog.KindPrompt, text
	r.Add(e, false)
	r.NotePrompt(text, sure)
}

// alive takes a sign that the turn goes on: an error that was seen was not its
// end.
func (r *reader) alive(e runlog.Entry) {
	if r.Closed {
		r.next()
	}
	r.open(e)
	r.turn.active = true
	if r.Run.Error != "" || r.Sum.Terminal {
		r.Run.Error, r.Run.Recorded, r.Run.Outcome, r.Run.Ended = "", "", model.OutcomeUnknown, time.Time{}
		r.Sum.ErrorLine = 0
		r.turn.resumes = time.Time{}
	}
}

// say takes what the agent said.
func (r *reader) say(text string, from channel, e runlog.Entry) {
	if text == "" || r.turn.echoed(text, from) {
		return
	}
	r.alive(e)
	r.turn.wait = waiting{}
	r.work.CountMessage()
	e.Kind, e.Text = runlog.KindSaid, text
	r.Add(e, false)
}

// echoed reports whether the text was seen already where it is written too.
func (t *turn) echoed(text string, from channel) bool {
	sum := maphash.String(seed, text)
	for i := len(t.echoes) - 1; i >= 0; i-- {
		if t.echoes[i].sum == sum && t.echoes[i].from != from {
			t.echoes = slices.Delete(t.echoes, i, i+1)
			return true
		}
	}
	if len(t.echoes) == maxEchoes {
		t.echoes = slices.Delete(t.echoes, 0, 1)
	}
	t.echoes = append(t.echoes, echo{sum, from})
	return false
}

// counted takes the number of tokens that the session has used. It grows; where
// it does not, counting began anew.
func (r *reader) counted(total int64) {
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

// completed takes a record that says that the turn is over and names no error.
// After an error with nothing behind it, it is only where that error ended.
func (r *reader) completed(word, last string, e runlog.Entry) {
	failed := r.Sum.Terminal && r.Sum.Outcome != model.OutcomeCompleted
	if !failed {
		if last != "" && last != r.Run.Output {
			r.say(last, fromEnd, e)
		}
		r.open(e)
		r.Run.Error, r.Sum.ErrorLine = "", 0
	}
	r.over(e)
	if !failed {
		r.turn.wait = r.turn.plan
	}
	e.Kind, e.Name, e.Outcome = runlog.KindEnd, word, model.OutcomeCompleted
	r.Add(e, true)
}

// over ends whatever the turn has under way.
func (r *reader) over(e runlog.Entry) {
	r.open(e)
	r.turn.calls.settle(&r.work, e.Line)
	r.work.DropPending()
	r.turn.wait = waiting{}
}

// aborted takes a record that says that the turn was stopped, and why
// (codex-rs/protocol/src/protocol.rs, TurnAbortReason).
func (r *reader) aborted(reason string, e runlog.Entry) {
	r.over(e)
	e.Kind, e.Name, e.Text, e.Failed, e.Outcome = runlog.KindEnd, "turn_aborted", reason, true, model.OutcomeCancelled
	if strings.Contains(reason, "budget") {
		e.Name, e.Outcome = reason, model.OutcomeBudget
	}
	r.Add(e, true)
}
