package sqlsource

import (
	"cmp"
	"fmt"
	"sync"
	"sync/atomic"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
)

// Situation is everything on which the actions of one task depend. A list fills it from
// the case and a plan from its transaction, so both come to the same decision.
type Situation interface {
	// Decide returns what an action does, or why it cannot be done. It is pure.
	Decide(r source.Request) Decision
	// Kind returns a comparable value. Situations with equal kinds allow the same
	// actions and refuse the others with the same reasons. Nil: no other is equal.
	Kind() any
	// Size returns the number of bytes in the rows that an action on the task writes.
	Size() int64
}

// Decision is what an action does to a task, or why it cannot be done.
type Decision struct {
	Refused string
	Missing string           // what must be given before it can be done; empty: nothing
	Action  model.ActionName // the action that is done; empty: the requested one
	Now     string           // the recorded status after it
	Adds    string           // the id of the task that is added, as the database has it; empty: none
	Writes  []sqlitedb.Write // in this order
	Guards  []string         // conditions that must still hold when it is applied
	Effects []string         // consequences beside the writes
	Notices []string         // those of the Effects that are told even where the plan is not shown
	Undo    string           // until when it can be undone; empty: it cannot
	Command []string         // the owner's own command, as argv
	// TakesAnswer says that the owner stores an answer to the agent, and AgentSees that
	// the agent reads the given answer.
	TakesAnswer, AgentSees bool
}

// Refuse returns the decision that an action cannot be done, with the reason.
func Refuse(format string, args ...any) Decision {
	return Decision{Refused: fmt.Sprintf(format, args...)}
}

// Refuse makes the decision one that the action cannot be done. The sentence says why.
func (d *Decision) Refuse(format string, args ...any) { d.Refused = fmt.Sprintf(format, args...) }

// Guard adds a condition that must still hold when the decision is applied.
func (d *Decision) Guard(format string, args ...any) {
	d.Guards = append(d.Guards, fmt.Sprintf(format, args...))
}

// Effect adds a consequence beside the writes.
func (d *Decision) Effect(format string, args ...any) {
	d.Effects = append(d.Effects, fmt.Sprintf(format, args...))
}

// Notice adds a consequence that is told even where the plan is not shown.
func (d *Decision) Notice(format string, args ...any) {
	d.Effect(format, args...)
	d.Notices = append(d.Notices, d.Effects[len(d.Effects)-1])
}

// Set returns a column and its new value.
func Set(column string, value any) sqlitedb.Value {
	return sqlitedb.Value{Column: column, Value: value}
}

// OrNull returns the text, or nil for an empty one.
func OrNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// Decide returns the decision of a situation, and refuses rows that are too large for the journal.
func Decide(r source.Request, n Situation) Decision {
	if size := n.Size(); size > Huge {
		return Refuse("its rows hold %d MiB, too much to keep what they were before", size>>20)
	}
	d := n.Decide(r)
	if d.Refused != "" {
		return Decision{Refused: d.Refused, Action: d.Action, Command: d.Command}
	}
	d.Action = cmp.Or(d.Action, r.Action)
	return d
}

// Complete reports whether the decision can be carried out as it is.
func (d *Decision) Complete() bool { return d.Refused == "" && d.Missing == "" }

// readOnly is the Kind of cases on which nothing can be done, and the reason.
type readOnly string

// maxKinds bounds the kinds whose lists are kept: a kind may hold what a foreign row says.
const maxKinds = 1_000

// Offers returns an adapter's Actions: a function that lists the named actions of a case
// and says which are allowed. of returns the situation of a case; a nil of takes it from
// the case's Native. Situations of one Kind share a list. On a case that is ReadOnly
// nothing is allowed.
func Offers(names []model.ActionName, of func(c *model.Case) Situation) func(*model.Case, *model.Verdict) []model.Action {
	if of == nil {
		of = func(c *model.Case) Situation { n, _ := c.Native.(Situation); return n }
	}
	var shared sync.Map // by kind: the list
	var kinds atomic.Int32
	return func(c *model.Case, _ *model.Verdict) []model.Action {
		n := of(c)
		if n == nil {
			return nil
		}
		kind, decide := n.Kind(), Decide
		switch {
		case c.ReadOnly != "":
			kind = readOnly(c.ReadOnly)
			decide = func(source.Request, Situation) Decision { return Refuse("%s", c.ReadOnly) }
		case n.Size() > Huge:
			kind = nil
		}
		if kind != nil {
			if list, ok := shared.Load(kind); ok {
				return list.([]model.Action)
			}
		}
		list := make([]model.Action, len(names))
		for i, name := range names {
			d := decide(source.Request{Action: name, Actor: "somebody", Reason: "a reason"}, n)
			list[i] = model.Action{Name: name, Allowed: d.Refused == "", Reason: d.Refused}
		}
		if kind != nil && kinds.Add(1) <= maxKinds {
			shared.Store(kind, list)
		}
		return list
	}
}
