package tui

import (
	"context"
	"strings"
	"testing"

	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
)

func TestStoppingIsTheMildestThatIsAllowed(t *testing.T) {
	yes := func(n model.ActionName) model.Action { return model.Action{Name: n, Allowed: true} }
	no := func(n model.ActionName) model.Action { return model.Action{Name: n, Reason: "no"} }
	const reclaim, stop, hold = model.ActionReclaim, model.ActionCancel, model.ActionHold
	for _, tc := range []struct {
		state   model.State
		actions []model.Action
		want    model.ActionName
		allowed bool
	}{
		{model.StateActive, []model.Action{yes(hold), yes(stop), yes(reclaim)}, reclaim, true},
		{model.StateQueued, []model.Action{yes(hold), yes(stop), no(reclaim)}, stop, true},
		{model.StateQueued, []model.Action{yes(hold), no(stop)}, hold, true},
		{model.StateDone, []model.Action{no(hold), no(reclaim)}, reclaim, false},
		{model.StateActive, []model.Action{no(reclaim), no(stop)}, stop, false},
		{model.StateActive, nil, stop, false},
	} {
		r := model.Row{Actions: tc.actions}
		r.State = tc.state
		if got, allowed := chooseStop(&r); got != tc.want || allowed != tc.allowed {
			t.Errorf("%v, %+v: %s, %v; want %s, %v", tc.state, tc.actions, got, allowed, tc.want, tc.allowed)
		}
	}
}

// The key of what a task does not allow is faint, and still opens the plan that
// says why.
func TestWhatATaskDoesNotAllow(t *testing.T) {
	m := still(t)
	m.whole = snapshot(1)
	row := &model.Row{Task: model.Task{Queue: "/q", ID: "t"}, Actions: []model.Action{
		{Name: model.ActionUnblock, Allowed: true}, {Name: model.ActionRequeue, Reason: "it runs"},
	}}
	m.openDetail(row)
	for name, want := range map[model.ActionName]bool{model.ActionUnblock: true, model.ActionRequeue: false, model.ActionBlock: false, "": true} {
		if got := m.allows(name); got != want {
			t.Errorf("%q is allowed: %v", name, got)
		}
	}
	m.opt.Act = echo{}
	l := newLine(80, m.theme.Ellipsis)
	m.putHints(l, hints{"task.unblock", "task.requeue=once more"})
	for _, want := range []string{m.theme.Key.Paint("u"), " unblock", m.theme.Faint.Paint("r"), " once more"} {
		if !strings.Contains(l.String(), want) {
			t.Errorf("the footer has no %q: %q", want, l.String())
		}
	}
	row.Actions = nil // nothing is known
	if !m.allows(model.ActionBlock) {
		t.Error("what is not known is taken for a no")
	}
}

// refuser refuses every action, with a command of the owner's or without.
type refuser struct {
	Acting
	command []string
}

func (r *refuser) Plan(_ context.Context, ref model.Ref, q source.Request) (board.Planned, error) {
	return board.Planned{Plan: source.Plan{Task: ref, Action: q.Action, Refused: "it is done", Command: r.command}}, nil
}

// What is known to be impossible is said in the footer; its plan opens only to show how
// else it is done.
func TestWhatIsImpossibleIsSaidWithoutADialog(t *testing.T) {
	for _, command := range [][]string{nil, {"hermes", "requeue"}} {
		m := still(t)
		m.whole = snapshot(1)
		m.opt.Act = &refuser{command: command}
		m.openDetail(&model.Row{Task: model.Task{Queue: "/q", ID: "t"}, Actions: []model.Action{{Name: model.ActionUnblock, Reason: "it is done"}}})
		from := m.top()
		send(m, m.propose(model.ActionUnblock)())
		if _, shown := m.top().(*planDialog); shown != (command != nil) || !shown && (m.top() != from || m.notice != "cannot unblock t: it is done") {
			t.Errorf("with the command %v a plan is shown: %v, told is %q", command, shown, m.notice)
		}
	}
}
