package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
	"notdone/ui/report"
)

// The key of an action begins what the task's source has in its place.
func TestStandIns(t *testing.T) {
	row := func(actions ...model.Action) *model.Row { return &model.Row{Actions: actions} }
	can := func(name model.ActionName) model.Action { return model.Action{Name: name, Allowed: true} }
	cannot := func(name model.ActionName) model.Action { return model.Action{Name: name, Reason: "no"} }
	for _, c := range []struct {
		row         *model.Row
		asked, want model.ActionName
	}{
		{nil, model.ActionUnblock, model.ActionUnblock},
		{row(), model.ActionUnblock, model.ActionUnblock},
		{row(can(model.ActionUnblock), can(model.ActionResume)), model.ActionUnblock, model.ActionUnblock},
		{row(cannot(model.ActionUnblock), can(model.ActionCancel)), model.ActionUnblock, model.ActionUnblock},
		{row(can(model.ActionResetStep), cannot(model.ActionMessage)), model.ActionUnblock, model.ActionResetStep},
		{row(cannot(model.ActionResetStep), can(model.ActionMessage)), model.ActionUnblock, model.ActionMessage},
		{row(cannot(model.ActionResetStep), cannot(model.ActionMessage)), model.ActionUnblock, model.ActionResetStep},
		{row(cannot(model.ActionRetry)), model.ActionRequeue, model.ActionRetry},
		{row(cannot(model.ActionRequeue), can(model.ActionRevive)), model.ActionRequeue, model.ActionRevive},
		{row(can(model.ActionUnblock)), model.ActionCancel, model.ActionCancel},
	} {
		if got := standIn(c.row, c.asked); got != c.want {
			t.Errorf("%s of %v is %s, not %s", c.asked, c.row, got, c.want)
		}
	}
	m := still(t)
	r := row(can(model.ActionResetStep), cannot(model.ActionMessage), cannot(model.ActionRetry))
	for name, want := range map[model.ActionName]string{model.ActionResetStep: "task.unblock", model.ActionRetry: "task.requeue", model.ActionMessage: "task.message"} {
		if got := m.keys.begins(m.keys.verb(name), r); got != want {
			t.Errorf("%s is begun by %s, not %s", name, got, want)
		}
	}
	r = row(cannot(model.ActionRequeue), can(model.ActionRunNow))
	for name, want := range map[model.ActionName]string{model.ActionRequeue: "", model.ActionRunNow: "task.requeue"} {
		if got := m.keys.begins(m.keys.verb(name), r); got != want {
			t.Errorf("beside one that stands in, %s is begun by %q, not %q", name, got, want)
		}
	}
}

// The button that does nothing is not called as what the plan does.
func TestAPlanThatCancelsHasNoCancelButton(t *testing.T) {
	m := still(t)
	for action, want := range map[model.ActionName]string{model.ActionCancel: "[ Back ]", model.ActionHold: "[ Cancel ]"} {
		said := drawn(m, &board.Planned{Plan: source.Plan{Action: action, Task: model.Ref{ID: "t"}, Was: "queued", Now: "other"}})
		if !strings.Contains(said, want) || want == "[ Back ]" && strings.Contains(said, "[ Cancel ]") {
			t.Errorf("%s lacks %s:\n%s", action, want, said)
		}
	}
}

// drawn is what a plan looks like.
func drawn(m *Model, p *board.Planned) string {
	d := newPlanDialog(p.Action, []subject{{ref: p.Task, title: "a title"}})
	d.take([]report.TaskPlan{{Planned: *p}}, "→")
	m.width, m.height = 90, 40
	page := m.dialogPage()
	d.opened[0] = true
	page.plan(d, m.height)
	return ansi.Strip(strings.Join(append(page.texts(), d.controls(m)...), "\n"))
}

// A plan that changes a file shows it as a diff whose lines tell old from new without
// colours, with what follows; and one that lacks a text is not applied.
func TestPlanOfAFile(t *testing.T) {
	m := still(t)
	p := &board.Planned{Plan: source.Plan{
		Task: model.Ref{Queue: "/q", ID: "t"}, Action: model.ActionResetStep, Was: "failed", Now: "failed", FollowUp: []string{"git", "commit", "-m", "it's done"},
		Changes: []source.Change{{Table: "file", Row: "a/STATUS.md", Diff: "@@ -1,2 +1,2 @@\n ### Step\n-[x] \x1b[2Jone\r\n+[ ] one\r\n"}},
	}}
	got := drawn(m, p)
	for _, want := range []string{
		"file a/STATUS.md", "  @@ -1,2 +1,2 @@", "   ### Step", "  -[x] ", "  +[ ] one", "afterwards, by your own hand:", `git commit -m 'it'\''s done'`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("nothing says %q:\n%s", want, got)
		}
	}
	if strings.Contains(got, "\x1b") {
		t.Errorf("hostile text is drawn: %q", got)
	}
	p.Missing, p.TakesAnswer, p.Changes = "a text is to be given", true, nil
	d := newPlanDialog(model.ActionMessage, []subject{{ref: p.Task}})
	d.take([]report.TaskPlan{{Planned: *p}}, "→")
	m.push(d)
	if why := m.nothingToApply(); !strings.Contains(why, p.Missing) {
		t.Errorf("what lacks a text is refused with %q", why)
	}
	if got := drawn(m, p); !strings.Contains(got, "apply: a text is to be given") || !strings.Contains(got, "answer to the agent") {
		t.Errorf("what lacks a text is drawn as\n%s", got)
	}
	if why := m.cannotRun(); !strings.Contains(why, "after the action") || m.noCommand() != "" {
		t.Errorf("the command afterwards is run: %q, copied: %q", why, m.noCommand())
	}
}
