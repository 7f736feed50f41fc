package sqlsource

import (
	"cmp"
	"fmt"
	"sync"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
)

// Situation is what the possible actions on one task depend on, and the time. A
// list fills it from what it read and a plan from its transaction, so that what
// is listed and what is planned are one decision.
type Situation interface {
	// Decide works an action out. It is pure.
	Decide(r source.Request) Decision
	// Kind is a comparable value: the situations of one kind allow the same actions,
	// and refuse the others in the same words. Nil: this one is like no other.
	Kind() any
	// Size is how many bytes the rows hold that an action on the task writes.
	Size() int64
}

// Decision is what an action does to a task, or why it cannot be done.
type Decision struct {
	Refused string
	Action  model.ActionName // what is done; empty: what was asked for
	Now     string           // the recorded status after it
	Adds    string           // the id of the task that is added, as the database has it; empty: none
	Writes  []sqlitedb.Write // in this order
	Guards  []string         // what must still hold when it is applied
	Effects []string         // what else follows
	Undo    string           // until when it can be undone; empty: it cannot
	Command []string         // the owner's own way, as argv
	// TakesAnswer says that there is a place for an answer, and AgentSees that the
	// agent reads the one that was given.
	TakesAnswer, AgentSees bool
}

// Refuse is a decision that an action cannot be done, with the reason.
func Refuse(format string, args ...any) Decision {
	return Decision{Refused: fmt.Sprintf(format, args...)}
}

// Set is one column and its new value.
func Set(column string, value any) sqlitedb.Value {
	return sqlitedb.Value{Column: column, Value: value}
}

// OrNull is NULL for an empty text.
func OrNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// decide is Decide, for rows that are not too large to be kept as they were.
func decide(r source.Request, n Situation) Decision {
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

// readOnly is the kind of the situations in which nothing can be done, for this reason.
type readOnly string

// Offers returns what an adapter's Actions is: a list of all actions of that name
// for each case that of finds a situation for. Nil finds it in the case's Native.
// Situations of one kind share their list.
// Nothing is allowed on a case that is ReadOnly.
func Offers(names []model.ActionName, of func(c *model.Case) Situation) func(*model.Case, *model.Verdict) []model.Action {
	if of == nil {
		of = func(c *model.Case) Situation { n, _ := c.Native.(Situation); return n }
	}
	var shared sync.Map // by kind: the list
	return func(c *model.Case, _ *model.Verdict) []model.Action {
		n := of(c)
		if n == nil {
			return nil
		}
		kind, decide := n.Kind(), decide
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
		if kind != nil {
			shared.Store(kind, list)
		}
		return list
	}
}
