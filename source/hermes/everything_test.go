package hermes

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/classify/cycle"
	"notdone/model"
	"notdone/source"
)

var allActions = []model.ActionName{
	model.ActionUnblock, model.ActionRequeue, model.ActionReclaim, model.ActionBlock, model.ActionHold, model.ActionCancel,
}

// arena is a board to act on, again and again from its first state.
type arena struct {
	t     *testing.T
	path  string // of the board as it is at first
	now   int64
	host  string
	alive func(int, time.Time) model.Liveness
	every int // which of the actions are done: each, or each so many
}

// fresh is a copy of the board.
func (a *arena) fresh(t *testing.T) string {
	t.Helper()
	raw, err := os.ReadFile(a.path)
	must(t, err)
	path := tempBoard(t)
	must(t, os.WriteFile(path, raw, 0o600))
	return path
}

// TestEveryActionOnEveryTask does on copies of a board whatever is not refused:
// nothing else is written than what the plan said, and after the undo and a tick
// of the dispatcher the task stands where the undo put it.
func TestEveryActionOnEveryTask(t *testing.T) {
	t.Run("our own board", func(t *testing.T) {
		path := fixture(t, tempBoard(t), present, "delete", situations()...)
		everything(t, &arena{t, path, boardNow, "here", gone.alive, 1}, 60)
	})
	for _, l := range []layout{phaseless, untyped, older} {
		t.Run("our own board "+l.name, func(t *testing.T) {
			path := fixture(t, tempBoard(t), l, "delete", knownTo(l, situations())...)
			everything(t, &arena{t, path, boardNow, "here", gone.alive, 4}, 15)
		})
	}
	t.Run("Hermes' own board", func(t *testing.T) {
		everything(t, &arena{t, hermesBoard(t, "wal"), hermesClock, "hermes-host", func(int, time.Time) model.Liveness { return model.LivenessDead }, 1}, 140)
	})
}

func everything(t *testing.T, a *arena, least int) {
	t.Helper()
	planned := a.fresh(t)
	r := actOn(t, planned, a.now, a.host, a.alive)
	before := dump(t, planned)
	did := 0
	for n, id := range listIDs(t, r, 100) {
		if testing.Short() && n%4 != 0 {
			continue
		}
		cases, err := r.Get(t.Context(), []string{id})
		must(t, err)
		offered := Adapter().Actions(&cases[0], &model.Verdict{})
		for i, name := range allActions {
			req := source.Request{Task: id, Action: name, Actor: "alice", Answer: "the left one", Reason: "it must wait"}
			p, err := r.Plan(t.Context(), req)
			must(t, err)
			checkOffer(t, id, &offered[i], &p)
			if p.Refused == "" {
				did++
				if testing.Short() && did%8 != 0 || did%a.every != 0 {
					continue
				}
				t.Run(id+"/"+string(name), func(t *testing.T) { a.one(t, req, before) })
			}
		}
	}
	if diff := cmp.Diff(before, dump(t, planned)); diff != "" {
		t.Errorf("planning wrote something:\n%s", diff)
	}
	if did < least && !testing.Short() {
		t.Errorf("only %d actions were done", did)
	}
}

// checkOffer holds what a list offers against what is planned: both are the same
// decision, in the same words.
func checkOffer(t *testing.T, id string, offer *model.Action, p *source.Plan) {
	t.Helper()
	if offer.Allowed != (offer.Reason == "") {
		t.Errorf("%s: %+v", id, offer)
	}
	if offer.Reason != p.Refused {
		t.Errorf("%s: %s is listed as %q and planned as %q", id, offer.Name, offer.Reason, p.Refused)
	}
	if p.Refused != "" && (len(p.Changes) > 0 || p.Native != nil || p.Now != "" || strings.Contains(p.Refused, "\n")) {
		t.Errorf("%s: the refusal of %s holds more than its sentence: %+v", id, p.Action, p)
	}
}

// one does an action on a fresh copy, takes it back if it can be, and lets the
// dispatcher run.
func (a *arena) one(t *testing.T, req source.Request, before rows) {
	t.Helper()
	path := a.fresh(t)
	r := actOn(t, path, a.now, a.host, a.alive)
	was := standingOf(t, r, req.Task)
	rec, err := done(t, r, plan(t, r, req))
	must(t, err)
	after := dump(t, path)
	onlyImages(t, before, after, rec.Images)
	onlyAppended(t, before, after)
	if rec.Undo == "" {
		u, err := r.PlanUndo(t.Context(), rec, "bob")
		if err != nil || u.Refused == "" {
			t.Errorf("what cannot be undone is undone: %v", err)
		}
		return
	}
	u := undo(t, r, rec)
	undone := dump(t, path)
	onlyAppended(t, after, undone)
	restored(t, before, undone, rec.Images, u.Now)
	if now := standingOf(t, r, req.Task); was != "" && was != now {
		t.Errorf("it stood %s before, and after the undo %s", was, now)
	}
	must(t, r.Close())
	ticked(t, path, a.now+60, a.host, func(pid int) bool { return a.alive(pid, time.Time{}) != model.LivenessDead })
	later := dump(t, path)
	for _, image := range rec.Images {
		if image.Table != tabTasks {
			continue
		}
		id := text(image.Key["id"])
		if now, then := statusIn(later, id), statusIn(undone, id); now != then {
			t.Errorf("%s was put to %s, and one tick later it is %s", id, then, now)
		}
	}
}

// standingOf says since when a task that was worked on is blocked, and how often it was
// blocked again; empty for any other task.
func standingOf(t *testing.T, r *reader, id string) string {
	t.Helper()
	cases, err := r.Get(t.Context(), []string{id})
	must(t, err)
	c := &cases[0]
	if c.Task.Recorded != stBlocked || len(c.Runs) == 0 {
		return ""
	}
	return fmt.Sprint(c.Entered(model.StateBlocked), cycle.BlockUnblock(c.Events, 0, r.now()).Count)
}

// onlyImages checks that the rows that differ are the images, and as they say.
func onlyImages(t *testing.T, before, after rows, images []source.Image) {
	t.Helper()
	told := map[string]bool{}
	for _, image := range images {
		told[image.Table+" "+text(image.Key["id"])] = true
	}
	for _, line := range difference(before, after) {
		name := strings.Join(strings.Fields(strings.TrimPrefix(line, "+ "))[:2], " ")
		if !told[name] {
			t.Errorf("the plan does not tell of %s", line)
		}
	}
}

// onlyAppended checks that no event and no comment was changed or lost.
func onlyAppended(t *testing.T, before, after rows) {
	t.Helper()
	for _, table := range []string{tabEvents, tabComments} {
		for id, was := range before[table] {
			if diff := cmp.Diff(was, after[table][id]); diff != "" {
				t.Errorf("%s %d was changed:\n%s", table, id, diff)
			}
		}
	}
}

// restored checks that the lasting columns are as they were. Only a task that
// waited for nobody is put where the dispatcher would have put it.
func restored(t *testing.T, before, undone rows, images []source.Image, put string) {
	t.Helper()
	for _, image := range images {
		if image.Table != tabTasks {
			continue
		}
		id := text(image.Key["id"])
		was, now := rowOf(before, id), rowOf(undone, id)
		for _, column := range lasting {
			if column == "status" && was[column] == stTodo && put == stReady {
				continue
			}
			if !source.EqualValues(was[column], now[column]) {
				t.Errorf("%s: %s was %v and is %v after the undo", id, column, was[column], now[column])
			}
		}
	}
}

func rowOf(all rows, id string) map[string]any {
	for _, one := range all[tabTasks] {
		if text(one["id"]) == id {
			return one
		}
	}
	return nil
}

func statusIn(all rows, id string) string { return text(rowOf(all, id)["status"]) }

func TestOffersAreShared(t *testing.T) {
	offer := Adapter().Actions
	clock := func() time.Time { return noon }
	c := &model.Case{Native: &record{status: stBlocked, limits: limitsFrom(nil), clock: clock}}
	if first, second := offer(c, nil), offer(c, nil); &first[0] != &second[0] || len(first) != len(allActions) {
		t.Error("every task is given a list of its own")
	}
	if offer(&model.Case{}, nil) != nil {
		t.Error("a task of another system is offered something")
	}
	for i, a := range offer(&model.Case{Native: &record{status: "paused", limits: limitsFrom(nil), clock: clock}}, nil) {
		if a.Name != allActions[i] || a.Allowed {
			t.Errorf("a task of an unknown status is offered %v", a)
		}
	}
}
