package sqlsource

import (
	"cmp"
	"slices"

	"notdone/model"
	"notdone/source"
)

// Asked is what a plan is made for, and is its Native: an action on a task, or the undo of one,
// and the task as it was seen.
type Asked struct {
	Request source.Request
	Undo    *source.Record // the record to undo; nil for an action
	Seen    Seen
}

// Shower says which columns of the rows that an action writes a plan shows. The journal keeps
// those of the tables of which the empty column is shown.
type Shower interface {
	Shown(table, column string) bool
}

// PlanOf returns the plan of a decision on a task of a queue, which shows the rows that it would
// write. Of a decision that is refused the Shower may be nil.
func (a *Asked) PlanOf(queue string, d *Decision, actor Shower, images []source.Image) source.Plan {
	p := source.Plan{
		Task: model.Ref{Queue: queue, ID: a.Request.Task}, Action: cmp.Or(d.Action, a.Request.Action), Refused: d.Refused,
		Was: a.Seen.Status, Command: d.Command, Request: a.Request,
	}
	if d.Refused != "" {
		return p
	}
	p.Now, p.Guards, p.Effects, p.Notices, p.Undo = d.Now, d.Guards, d.Effects, d.Notices, d.Undo
	p.TakesAnswer, p.AgentSees = d.TakesAnswer, d.AgentSees
	if p.Missing = d.Missing; p.Missing != "" {
		return p
	}
	p.Changes = slices.DeleteFunc(source.Changes(Kept(actor, images)), func(c source.Change) bool { return !actor.Shown(c.Table, c.Column) })
	as := *a
	p.Native = &as
	return p
}

// Kept returns the images that the journal keeps.
func Kept(actor Shower, images []source.Image) []source.Image {
	return slices.DeleteFunc(slices.Clone(images), func(i source.Image) bool { return !actor.Shown(i.Table, "") })
}
