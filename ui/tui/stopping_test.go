package tui

import (
	"context"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

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
		{model.StateQueued, []model.Action{yes(hold), yes(stop), no(reclaim)}, hold, true},
		{model.StateQueued, []model.Action{no(hold), yes(stop), no(reclaim)}, stop, true},
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

// planner makes a plan for every action.
type planner struct{ Acting }

func (planner) Plan(_ context.Context, ref model.Ref, q source.Request) (board.Planned, error) {
	return board.Planned{Plan: source.Plan{Task: ref, Action: q.Action, Was: "queued", Now: "scheduled"}}, nil
}

// A task that can be put on hold and cancelled is stopped as the operator chooses.
func TestStoppingIsChosen(t *testing.T) {
	for _, tc := range []struct {
		typed string
		want  model.ActionName
	}{{"", model.ActionHold}, {"can", model.ActionCancel}, {"hold", model.ActionHold}} {
		m := still(t)
		m.whole = snapshot(1)
		m.opt.Act = planner{}
		m.openDetail(&model.Row{Task: model.Task{Queue: "/q", ID: "t"}, Actions: []model.Action{
			{Name: model.ActionReclaim, Reason: "no worker has it"}, {Name: model.ActionCancel, Allowed: true}, {Name: model.ActionHold, Allowed: true},
		}})
		l := newLine(200, m.theme.Ellipsis)
		m.putHints(l, topmost[*detail](m).hints(m))
		if got := ansi.Strip(l.String()); strings.Count(got, "s stop") != 1 || strings.Contains(got, "s cancel") {
			t.Errorf("the details offer %q", got)
		}
		m.proposeStop()
		c, chosen := m.top().(*chooser)
		if !chosen || len(c.all) != 2 {
			t.Fatalf("nothing is to be chosen: %T", m.top())
		}
		c.input.SetValue(tc.typed)
		c.search()
		c.accept(m)
		if d, planned := m.top().(*planDialog); !planned || d.action != tc.want {
			t.Errorf("%q leads to %T, want a plan of %s", tc.typed, m.top(), tc.want)
		}
	}
}

// The key of unblock resumes what is on hold, and the row says that it is.
func TestHeldIsResumed(t *testing.T) {
	m := still(t)
	m.whole = snapshot(1)
	m.opt.Act = planner{}
	r := &model.Row{Task: model.Task{Queue: "/q", ID: "t", Recorded: "scheduled"}, Actions: []model.Action{
		{Name: model.ActionUnblock, Allowed: true}, {Name: model.ActionResume, Allowed: true},
	}}
	r.State, r.RecordedState = model.StateScheduled, model.StateScheduled
	if got := m.stateWord(r); got != "scheduled" {
		t.Errorf("a task without a time is %q", got)
	}
	r.Findings = []model.Finding{{Rule: model.RuleOnHold, Message: "on hold by ann: no worker claims it"}}
	if got := m.stateWord(r); got != "on hold" {
		t.Errorf("a task on hold is %q", got)
	}
	if got := m.page(80).recorded(r); !strings.Contains(got, "scheduled, on hold") {
		t.Errorf("recorded is %q", got)
	}
	m.openDetail(r)
	l := newLine(200, m.theme.Ellipsis)
	m.putHints(l, topmost[*detail](m).hints(m))
	if got := ansi.Strip(l.String()); !strings.Contains(got, "u resume") || strings.Contains(got, "unblock") {
		t.Errorf("the details of a task on hold offer %q", got)
	}
	m.propose(model.ActionUnblock)
	if d, planned := m.top().(*planDialog); !planned || d.action != model.ActionResume {
		t.Errorf("the key of unblock leads to %T", m.top())
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
