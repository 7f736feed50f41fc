package tui

import (
	"context"
	"testing"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/board"
)

// echo plans what it is asked for.
type echo struct{ Acting }

func (echo) Plan(_ context.Context, _ model.Ref, r source.Request) (board.Planned, error) {
	return board.Planned{Plan: source.Plan{Request: r}}, nil
}

// Plans that were worked out with what is typed no more are not shown.
func TestAnOlderPlanningIsOfNoAccount(t *testing.T) {
	m := still(t)
	m.opt.Act = echo{}
	d := newPlanDialog(model.ActionUnblock, []subject{{ref: model.Ref{Queue: "/q", ID: "t"}}})
	m.push(d)
	d.answer.SetValue("no")
	first := m.replan(d)
	d.answer.SetValue("yes")
	second := m.replan(d)
	late := first()
	send(m, late)
	if !d.waiting() || len(d.plans) > 0 {
		t.Errorf("an older planning ends the wait for the newest: %+v", d.plans)
	}
	send(m, second())
	send(m, late)
	if len(d.plans) != 1 || d.plans[0].Request.Answer != "yes" {
		t.Errorf("shown is %+v", d.plans)
	}
}

func (echo) BeginCommand(context.Context, model.Ref, journal.Command) (func(string) error, error) {
	return func(string) error { return nil }, nil
}

// Who leaves while commands run has the one that runs end, and no other begun.
func TestNoFurtherCommandIsBegun(t *testing.T) {
	m := still(t)
	m.opt.Act = echo{}
	d := &commandDialog{runs: []*commandRun{{argv: []string{"true"}}, {argv: []string{"true"}}}}
	m.push(d)
	d.running = true
	first := d.runNext(m)
	if m.leave(); m.top() != screen(d) {
		t.Fatal("the dialog is closed while a command runs")
	}
	if send(m, first()); d.running || !d.runs[0].ended || !d.runs[1].begun.IsZero() {
		t.Errorf("after the first command: running %v, %+v, %+v", d.running, *d.runs[0], *d.runs[1])
	}
	if m.leave(); m.top() == screen(d) {
		t.Error("the dialog stays")
	}
}

// A key that means something does not shorten the pause after noise.
func TestAPauseIsNotShortened(t *testing.T) {
	m := still(t)
	pauses := paused(m)
	d := newPlanDialog(model.ActionUnblock, []subject{{ref: model.Ref{Queue: "/q", ID: "t"}}})
	m.push(d)
	m.closeGate(noisePause)
	m.closeGate(readPause)
	if want := m.opt.Now().Add(noisePause); !d.gate.due.Equal(want) || d.gate.open || len(*pauses) != 1 || (*pauses)[0].pause != noisePause {
		t.Errorf("it opens at %v, want %v; the pauses are %v", d.gate.due, want, *pauses)
	}
}
