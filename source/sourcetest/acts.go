package sourcetest

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
)

// actor begins a trial of a source that can act; nil where it cannot.
func actor(t *testing.T, h *Harness) (*trial, source.Actor) {
	t.Helper()
	tr := begin(t, h, 30)
	a, ok := tr.Source.(source.Actor)
	if !ok && h.Adapter.Actions != nil {
		t.Fatal("actions are offered and the source is no Actor")
	}
	return tr, a
}

// plan is a plan that may be refused. An answer is given to what needs one.
func plan(t *testing.T, a source.Actor, id string, action model.ActionName) source.Plan {
	t.Helper()
	r := request(id, action)
	p, err := a.Plan(t.Context(), r)
	if err == nil && p.Missing != "" {
		if !p.TakesAnswer || p.Refused != "" || p.Native != nil || len(p.Changes) > 0 {
			t.Errorf("%s of %s: what waits for an answer is %+v", action, id, p)
		}
		r.Answer = "use the other key"
		p, err = a.Plan(t.Context(), r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// listedIsPlanned: what a list allows is planned, and what it does not allow is
// refused in the same words.
func listedIsPlanned(t *testing.T, h *Harness) {
	tr, a := actor(t, h)
	if a == nil {
		return
	}
	allowed := map[model.ActionName]bool{}
	for _, c := range List(t, tr.Source, 100) {
		for _, offer := range actionsOf(h, &c) {
			p := plan(t, a, c.Task.ID, offer.Name)
			allowed[offer.Name] = allowed[offer.Name] || offer.Allowed
			switch {
			case offer.Allowed != (offer.Reason == ""):
				t.Errorf("%s: %+v", c.Task.ID, offer)
			case p.Refused != offer.Reason:
				t.Errorf("%s (%s): %s is listed as %q and planned as %q", c.Task.ID, c.Task.Recorded, offer.Name, offer.Reason, p.Refused)
			case p.Was != c.Task.Recorded:
				t.Errorf("%s: %s of what was %q is planned from %q", c.Task.ID, offer.Name, c.Task.Recorded, p.Was)
			}
			if p.Refused != "" && (len(p.Changes) > 0 || p.Native != nil || p.Now != "" || strings.Contains(p.Refused, "\n")) {
				t.Errorf("%s: a refusal holds more than its sentence: %+v", c.Task.ID, p)
			}
		}
	}
	if len(allowed) == 0 && tr.owner.Move != nil {
		t.Error("no action is offered for any task")
	}
	for _, id := range unknown {
		if _, err := a.Plan(t.Context(), request(id, model.ActionRequeue)); !errors.Is(err, source.ErrNotFound) {
			t.Errorf("a plan for %q: %v", id, err)
		}
	}
	if p := plan(t, a, tr.known(), "dance"); p.Refused == "" {
		t.Error("an unknown action is planned")
	}
}

var errStop = errors.New("the journal cannot be written")

// actionsAreUndone: an action leaves what its plan said and its images tell, an
// undo takes it back, and neither is done when the journal fails.
func actionsAreUndone(t *testing.T, h *Harness) {
	tr, a := actor(t, h)
	if a == nil {
		return
	}
	for _, c := range List(t, tr.Source, 100) {
		for _, offer := range actionsOf(h, &c) {
			now := get(t, tr.Source, c.Task.ID)
			p := plan(t, a, c.Task.ID, offer.Name)
			if p.Refused != "" || p.Undo == "" {
				continue
			}
			if err := a.Apply(t.Context(), p, func([]source.Image) error { return errStop }); !errors.Is(err, errStop) {
				t.Fatalf("%s of %s without a journal: %v", offer.Name, c.Task.ID, err)
			}
			if diff := cmp.Diff(textOf(now), textOf(get(t, tr.Source, c.Task.ID))); diff != "" {
				t.Fatalf("%s of %s was rolled back and left:\n%s", offer.Name, c.Task.ID, diff)
			}
			tr.applyAndUndo(a, &p, now)
		}
	}
}

// applyAndUndo does a plan for a task and takes it back.
func (tr *trial) applyAndUndo(a source.Actor, p *source.Plan, was *model.Case) {
	t, what := tr.t, string(p.Action)+" of "+p.Task.ID+" ("+was.Task.Recorded+")"
	t.Helper()
	record := Apply(t, a, p)
	record.At = tr.h.Options.Now()
	if done := get(t, a, p.Task.ID); done.Task.Recorded != p.Now || len(p.Changes) == 0 {
		t.Errorf("%s: planned to be %q and is %q; %d changes", what, p.Now, done.Task.Recorded, len(p.Changes))
	}
	now, err := a.Current(t.Context(), record.Images)
	if err != nil {
		t.Fatal(err)
	}
	for i := range record.Images {
		if diff := cmp.Diff(record.Images[i].After, now[i].After); diff != "" {
			t.Errorf("%s: %s is not as its image (-image +row):\n%s", what, record.Images[i].Table, diff)
		}
	}
	undo, err := a.PlanUndo(t.Context(), record, "bob")
	if err != nil || undo.Refused != "" {
		t.Fatalf("%s: its undo is refused: %q, %v", what, undo.Refused, err)
	}
	Apply(t, a, &undo)
	back := get(t, a, p.Task.ID)
	if back.Task.Recorded != undo.Now {
		t.Errorf("%s: undone it is %q, planned was %q", what, back.Task.Recorded, undo.Now)
	}
	if undo.Now == p.Was && (back.Result != was.Result || !back.Task.Finished.Equal(was.Task.Finished) ||
		back.Facts.ObstacleText != was.Facts.ObstacleText || !reflect.DeepEqual(back.Task.DependsOn, was.Task.DependsOn)) {
		t.Errorf("%s: the undo does not restore it:\n%s", what, cmp.Diff(textOf(was), textOf(back)))
	}
	if again, err := a.PlanUndo(t.Context(), record, "bob"); err != nil || again.Refused == "" {
		t.Errorf("%s: it can be undone twice: %v", what, err)
	}
}

// Apply does a plan and returns the record that a journal keeps of it.
func Apply(t testing.TB, a source.Actor, p *source.Plan) source.Record {
	t.Helper()
	var images []source.Image
	if err := a.Apply(t.Context(), *p, func(rows []source.Image) error { images = rows; return nil }); err != nil {
		t.Fatalf("%s of %s: %v", p.Action, p.Task.ID, err)
	}
	r := p.Request
	r.Action = p.Action
	return source.Record{Request: r, Task: p.Task, Was: p.Was, Now: p.Now, Adds: p.Adds, Undo: p.Undo, Images: images}
}

// plansDoNotOutlive: a plan for a task that has changed since is not applied, and
// neither is one that this source has not made.
func plansDoNotOutlive(t *testing.T, h *Harness) {
	tr, a := actor(t, h)
	if a == nil {
		return
	}
	var plans []source.Plan
	cases := List(t, tr.Source, 100)
	for i := range cases {
		for _, offer := range actionsOf(h, &cases[i]) {
			if p := plan(t, a, cases[i].Task.ID, offer.Name); p.Refused == "" {
				plans = append(plans, p)
			}
		}
	}
	if tr.owner.Move == nil && len(plans) > 0 {
		t.Fatal("there are plans, and the owner cannot move a task")
	}
	for i := range cases {
		if tr.owner.Move != nil {
			tr.owner.Move(cases[i].Task.ID)
		}
	}
	moved := tr.anew()
	for _, p := range plans {
		err := a.Apply(t.Context(), p, func([]source.Image) error {
			t.Errorf("%s of %s is written although the task was moved", p.Action, p.Task.ID)
			return errStop
		})
		var changed *source.Changed
		if !errors.As(err, &changed) || !errors.Is(err, source.ErrChanged) || changed.Was == changed.Now {
			t.Errorf("%s of %s, which was moved: %v", p.Action, p.Task.ID, err)
		}
	}
	r := request(tr.known(), model.ActionRequeue)
	foreign := source.Plan{Task: model.Ref{Queue: tr.path, ID: r.Task}, Action: r.Action, Request: r}
	if err := a.Apply(t.Context(), foreign, func([]source.Image) error { return nil }); err == nil {
		t.Error("a plan that nobody made is applied")
	}
	if diff := cmp.Diff(moved, tr.anew()); diff != "" {
		t.Errorf("something was written (-before +after):\n%s", diff)
	}
}
