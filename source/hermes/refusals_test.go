package hermes

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

func TestRefusals(t *testing.T) {
	r := actOn(t, fixture(t, tempBoard(t), present, "wal", situations()...), boardNow, "here", gone.alive)
	hermes := func(rest ...string) string {
		return strings.Join(append([]string{"hermes kanban --board default"}, rest...), " ")
	}
	cases := []struct {
		task    string
		action  model.ActionName
		why     string
		command string
	}{
		{"t_ready", model.ActionUnblock, "it is not blocked: it is ready and waits for a worker", ""},
		{"t_look", model.ActionUnblock, "it is not blocked: it waits for a reviewer", ""},
		{"t_child", model.ActionUnblock, "it is not blocked: it waits for t_input", ""},
		{"t_free", model.ActionUnblock, "it is not blocked: the dispatcher's next tick makes it ready", ""},
		{"t_alive", model.ActionUnblock, "it is not blocked: it is running", ""},
		{"t_done", model.ActionUnblock, "it is done and not blocked: requeue it", ""},
		{"t_new", model.ActionUnblock, "it is in triage and was never worked out: Hermes specifies it", hermes("specify t_new")},
		{"t_odd", model.ActionUnblock, `its status "paused" is unknown to this notdone: nothing is done to it`, ""},
		{"t_ready", model.ActionRequeue, "it is already queued: it is ready", ""},
		{"t_child", model.ActionRequeue, "it is already queued: it waits for t_input", ""},
		{"t_alive", model.ActionRequeue, "it is running: reclaim it when its worker is gone", ""},
		{"t_late", model.ActionRequeue, "Hermes requeues it only when its parents are done: t_child first", ""},
		{"t_late", model.ActionBlock, "Hermes requeues it only when its parents are done: t_child first", ""},
		{"t_under", model.ActionRequeue, "t_live depends on it and is running: its worker (pid 1) is alive", hermes("reclaim t_live")},
		{"t_guarded", model.ActionRequeue, "it is done and yet claimed: its worker (pid 1) is alive", hermes("reclaim t_guarded")},
		{"t_alive", model.ActionReclaim, "its worker (pid 1) is alive; Hermes' command ends it and takes the claim back", hermes("reclaim t_alive --reason stuck")},
		{"t_there", model.ActionReclaim, "it is held by there:7, and a worker on another host cannot be seen from here; run Hermes' command there", hermes("reclaim t_there --reason stuck")},
		{"t_starting", model.ActionReclaim, "it was claimed by here:1 and its worker is being started; wait for it", hermes("reclaim t_starting --reason stuck")},
		{"t_heard", model.ActionReclaim, "no worker is on record, yet it sent a heartbeat a moment ago; wait for it", hermes("reclaim t_heard --reason stuck")},
		{"t_ready", model.ActionReclaim, "nobody holds it: it is ready", ""},
		{"t_input", model.ActionBlock, "it is blocked already", ""},
		{"t_child", model.ActionBlock, "Hermes blocks only what is ready or running: it is todo; hold it, or unblock it first", ""},
		{"t_taken", model.ActionBlock, "here:7 holds it: reclaim it first", ""},
		{"t_taken", model.ActionHold, "here:7 holds it: reclaim it first", ""},
		{"t_parked", model.ActionHold, "it is held already: it is scheduled", ""},
		{"t_done", model.ActionHold, "Hermes holds only what is todo, ready or blocked: it is done", ""},
		{"t_alive", model.ActionHold, "notdone signals no process: Hermes' reclaim ends the worker (SIGTERM, then SIGKILL); then hold it here before the dispatcher's next tick starts it again", hermes("reclaim t_alive --reason stuck")},
		{"t_there", model.ActionCancel, "its worker runs under there:7: run Hermes' reclaim on that host; then hold it here before the dispatcher's next tick starts it again", hermes("reclaim t_there --reason stuck")},
		{"t_dead", model.ActionCancel, "it is running and its worker is gone: reclaim it first", ""},
		{"t_ready", model.ActionCancel, "Hermes has no cancel: hold it, or put it away with Hermes' archive", hermes("archive t_ready")},
		{"t_done", model.ActionCancel, "it is done: there is nothing to cancel", ""},
		{"t_ready", model.ActionRevive, "Hermes has no revive", ""},
	}
	for _, c := range cases {
		t.Run(c.task+"/"+string(c.action), func(t *testing.T) {
			p, err := r.Plan(t.Context(), source.Request{Task: c.task, Action: c.action, Reason: "stuck", Actor: "alice"})
			must(t, err)
			if p.Refused != c.why {
				t.Errorf("refused with %q, not %q", p.Refused, c.why)
			}
			if got := strings.Join(p.Command, " "); got != c.command {
				t.Errorf("the owner's command is %q, not %q", got, c.command)
			}
			if err := r.Apply(t.Context(), p, func([]source.Image) error { return nil }); err == nil {
				t.Error("what was refused is applied")
			}
		})
	}
}

func TestPlansThatCannotBeMade(t *testing.T) {
	r := actOn(t, fixture(t, tempBoard(t), present, "wal", situations()...), boardNow, "here", gone.alive)
	if _, err := r.Plan(t.Context(), source.Request{Task: "t_none", Action: model.ActionUnblock, Actor: "alice"}); !errors.Is(err, source.ErrNotFound) {
		t.Errorf("a task that does not exist: %v", err)
	}
	if p, err := r.Plan(t.Context(), source.Request{Task: "t_input", Action: model.ActionUnblock, Actor: " "}); err != nil || p.Refused == "" {
		t.Error("nobody signs it")
	}
	if err := r.Apply(t.Context(), source.Plan{Task: model.Ref{ID: "t_input"}}, nil); err == nil {
		t.Error("a plan from elsewhere is applied")
	}
}

// TestFilesThatMustNotBeWritten wants a refusal, which says why, and no failure.
func TestFilesThatMustNotBeWritten(t *testing.T) {
	for _, c := range []struct {
		name, do, says string
		mode           os.FileMode
	}{
		{"a trigger", "CREATE TRIGGER spy AFTER INSERT ON task_events BEGIN DELETE FROM task_links; END", "the trigger spy on task_events", 0},
		{"a column that must be filled", "ALTER TABLE task_comments RENAME TO old; CREATE TABLE task_comments (id INTEGER PRIMARY KEY, task_id, author, body, created_at, must TEXT NOT NULL)", "task_comments.must must be filled", 0},
		{"read only", "", "it may only be read", 0o400},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := fixture(t, tempBoard(t), present, "delete", append(situations(), c.do)...)
			if c.mode != 0 {
				must(t, os.Chmod(path, c.mode))
			}
			r := actOn(t, path, boardNow, "here", gone.alive)
			p, err := r.Plan(t.Context(), source.Request{Task: "t_input", Action: model.ActionUnblock, Actor: "alice"})
			must(t, err)
			if !strings.HasPrefix(p.Refused, c.says) || strings.Contains(p.Refused, "\n") || p.Was != "blocked" || p.Native != nil {
				t.Errorf("the plan is %+v", p)
			}
			_, err = r.Plan(t.Context(), source.Request{Task: "t_none", Action: model.ActionUnblock, Actor: "alice"})
			if !errors.Is(err, source.ErrNotFound) {
				t.Errorf("a task that does not exist: %v", err)
			}
			for _, action := range actionsOf(t, r, "t_input") {
				if action.Allowed || action.Reason != p.Refused {
					t.Errorf("%s is listed as %v, %q", action.Name, action.Allowed, action.Reason)
				}
			}
			if c.mode == 0 {
				return
			}
			must(t, os.Chmod(path, 0o600))
			if d, err := r.Refresh(t.Context(), watch.Signal{}); err != nil || !d.Reset {
				t.Errorf("after it may be written: %+v, %v", d, err)
			}
			if all := actionsOf(t, r, "t_input"); !slices.ContainsFunc(all, func(a model.Action) bool { return a.Allowed }) {
				t.Errorf("then nothing is allowed: %+v", all)
			}
		})
	}
}

// actionsOf lists what may be done to a task.
func actionsOf(t *testing.T, s source.Source, id string) []model.Action {
	t.Helper()
	cases, err := s.Get(t.Context(), []string{id})
	must(t, err)
	return Adapter().Actions(&cases[0], &model.Verdict{})
}

// TestLostRaces changes a board between plan and apply.
func TestLostRaces(t *testing.T) {
	cases := []struct {
		name     string
		req      source.Request
		meantime string
		was, now string
	}{
		{
			"unblocked by somebody else",
			source.Request{Task: "t_input", Action: model.ActionUnblock, Answer: "the left one"},
			"UPDATE tasks SET status = 'ready' WHERE id = 't_input'", "blocked", "ready",
		},
		{
			"another block",
			source.Request{Task: "t_input", Action: model.ActionUnblock, Answer: "the left one"},
			event("t_input", evBlocked, `{"reason": "which door?"}`), "newest block, release or claim event 1 (blocked)", "event 17 (blocked)",
		},
		{
			"claimed",
			source.Request{Task: "t_ready", Action: model.ActionHold},
			"UPDATE tasks SET status = 'running', claim_lock = 'here:7' WHERE id = 't_ready'", "ready", "running",
		},
		{
			"a parent was opened",
			source.Request{Task: "t_dead", Action: model.ActionReclaim},
			link("t_child", "t_dead"), "no unfinished parents", "unfinished parents t_child",
		},
		{
			"a dependent was started",
			source.Request{Task: "t_base", Action: model.ActionRequeue},
			"UPDATE tasks SET status = 'running', claim_lock = 'there:1', worker_pid = 4 WHERE id = 't_more'",
			"dependents t_built done, t_checked review, t_more ready", "t_more running there:1 4",
		},
		{
			"deleted",
			source.Request{Task: "t_ready", Action: model.ActionBlock},
			"DELETE FROM tasks WHERE id = 't_ready'", "ready", "deleted",
		},
		{
			"the claim was renewed",
			source.Request{Task: "t_left", Action: model.ActionReclaim},
			"UPDATE tasks SET claim_expires = claim_expires + 900 WHERE id = 't_left'", "end of the claim 1773493200", "1773494100",
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			path := fixture(t, tempBoard(t), present, "delete", situations()...)
			r := actOn(t, path, boardNow, "here", gone.alive)
			c.req.Actor = "alice"
			p := plan(t, r, c.req)
			statements(t, path, c.meantime)
			before := dump(t, path)
			_, err := done(t, r, p)
			var changed *source.Changed
			if !errors.As(err, &changed) || !errors.Is(err, source.ErrChanged) {
				t.Fatalf("not told as changed: %v", err)
			}
			plain := strings.NewReplacer(`"`, "")
			if !strings.HasSuffix(plain.Replace(changed.Was), c.was) || !strings.HasSuffix(plain.Replace(changed.Now), c.now) {
				t.Errorf("was %q, now %q", changed.Was, changed.Now)
			}
			if diff := cmp.Diff(before, dump(t, path)); diff != "" {
				t.Errorf("something was written:\n%s", diff)
			}
		})
	}
}

// TestAPlanEndsWhereItSaid changes what a plan is to do behind its back.
func TestAPlanEndsWhereItSaid(t *testing.T) {
	path := fixture(t, tempBoard(t), present, "wal", situations()...)
	r := actOn(t, path, boardNow, "here", gone.alive)
	p := plan(t, r, source.Request{Task: "t_again", Action: model.ActionBlock, Reason: "why", Actor: "alice"})
	p.Request.Obstacle.Kind = model.KindDecision // by which it is the second block in a row
	if _, err := done(t, r, p); !errors.Is(err, source.ErrChanged) {
		t.Errorf("it was to be blocked and goes to triage: %v", err)
	}
}

// TestTheClaimOfThePresentRunCounts asks for a worker as one that began with its
// run: an older process of that number is another.
func TestTheClaimOfThePresentRunCounts(t *testing.T) {
	path := fixture(t, tempBoard(t), present, "wal", append(situations(),
		"UPDATE tasks SET started_at = 5 WHERE id = 't_dead'", "UPDATE tasks SET worker_pid = 3000000000 WHERE id = 't_second'")...)
	var since []time.Time
	r := actOn(t, path, boardNow, "here", func(pid int, at time.Time) model.Liveness {
		if pid == 99 {
			since = append(since, at)
		}
		return model.LivenessDead
	})
	plan(t, r, source.Request{Task: "t_dead", Action: model.ActionReclaim, Actor: "alice"})
	for _, at := range since {
		if want := noon.Add(crashGrace - 2*time.Hour); !at.Equal(want) {
			t.Errorf("a worker since %v, not %v", at, want)
		}
	}
	if len(since) == 0 {
		t.Error("nobody asked for the worker")
	}
	p, err := r.Plan(t.Context(), source.Request{Task: "t_second", Action: model.ActionReclaim, Actor: "alice"})
	must(t, err)
	if !strings.HasPrefix(p.Refused, "whether its worker (pid 3000000000) is alive cannot be told") {
		t.Errorf("a pid that no process can have: %+v", p)
	}
}

// TestWorkerComesBack lets a worker be seen alive between plan and apply.
func TestWorkerComesBack(t *testing.T) {
	path := fixture(t, tempBoard(t), present, "wal", situations()...)
	alive := false
	r := actOn(t, path, boardNow, "here", func(int, time.Time) model.Liveness {
		if alive {
			return model.LivenessAlive
		}
		return model.LivenessDead
	})
	p := plan(t, r, source.Request{Task: "t_dead", Action: model.ActionReclaim, Actor: "alice"})
	alive = true
	before := dump(t, path)
	if _, err := done(t, r, p); !errors.Is(err, source.ErrChanged) {
		t.Errorf("a claim is taken from a worker that lives: %v", err)
	}
	if diff := cmp.Diff(before, dump(t, path)); diff != "" {
		t.Errorf("something was written:\n%s", diff)
	}
}

func TestAnIntentThatCannotBeKeptWritesNothing(t *testing.T) {
	path := fixture(t, tempBoard(t), present, "delete", situations()...)
	r := actOn(t, path, boardNow, "here", gone.alive)
	before := dump(t, path)
	full := errors.New("the journal is full")
	p := plan(t, r, source.Request{Task: "t_base", Action: model.ActionRequeue, Actor: "alice"})
	if err := r.Apply(t.Context(), p, func([]source.Image) error { return full }); err != full { //nolint:errorlint // it comes back as it is
		t.Errorf("the error is %v", err)
	}
	if diff := cmp.Diff(before, dump(t, path)); diff != "" {
		t.Errorf("something was written:\n%s", diff)
	}
}

// TestUndoIsRefused lets something happen after an action.
func TestUndoIsRefused(t *testing.T) {
	unblock := source.Request{Task: "t_input", Action: model.ActionUnblock}
	requeue := source.Request{Task: "t_base", Action: model.ActionRequeue}
	cases := []struct {
		name     string
		req      source.Request
		meantime string
		why      string
	}{
		{"an event", unblock, event("t_input", evPromotedManual, ""), "too late: t_input has a newer event: promoted_manual"},
		{"a comment", unblock, event("t_input", evCommented, ""), "too late: t_input has a newer event: commented"},
		{"a claim", unblock, "UPDATE tasks SET claim_lock = 'here:7' WHERE id = 't_input'", "too late: claim_lock of t_input was nothing, now here:7"},
		{"another status", unblock, "UPDATE tasks SET status = 'done' WHERE id = 't_input'", "too late: status of t_input was ready, now done"},
		{"a run", unblock, "INSERT INTO task_runs (task_id, status, started_at, ended_at) VALUES ('t_input', 'done', 1773489700, 1773489700)", "too late: t_input was started again"},
		{"a dependent's event", requeue, event("t_more", evEdited, ""), "too late: t_more has a newer event: edited"},
		{"a dependent is gone", requeue, "DELETE FROM tasks WHERE id = 't_more'", "too late: t_more is gone"},
		{"the dispatcher only passed it over", unblock, event("t_input", evRespawnGuarded, `{"reason": "recent_success"}`), ""},
		{"nothing", requeue, "SELECT 1", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			path := fixture(t, tempBoard(t), present, "wal", situations()...)
			r := actOn(t, path, boardNow, "here", gone.alive)
			c.req.Actor = "alice"
			rec := act(t, r, c.req)
			p, err := r.PlanUndo(t.Context(), rec, "bob")
			must(t, err)
			if p.Refused != "" {
				t.Fatalf("refused before anything happened: %s", p.Refused)
			}
			statements(t, path, c.meantime)
			again, err := r.PlanUndo(t.Context(), rec, "bob")
			must(t, err)
			if again.Refused != c.why {
				t.Errorf("refused with %q, not %q", again.Refused, c.why)
			}
			err = r.Apply(t.Context(), p, func([]source.Image) error { return nil })
			if (err != nil) != (c.why != "") || err != nil && !errors.Is(err, source.ErrChanged) {
				t.Errorf("the earlier plan: %v", err)
			}
		})
	}
}

func TestWhatCannotBeUndone(t *testing.T) {
	path := fixture(t, tempBoard(t), present, "wal", situations()...)
	r := actOn(t, path, boardNow, "here", gone.alive)
	reclaimed := act(t, r, source.Request{Task: "t_dead", Action: model.ActionReclaim, Actor: "alice"})
	blocked := act(t, r, source.Request{Task: "t_left", Action: model.ActionBlock, Reason: "why", Actor: "alice"})
	twice := act(t, r, source.Request{Task: "t_input", Action: model.ActionUnblock, Actor: "alice"})
	twice.Undoes = "0"
	empty := twice
	empty.Undoes, empty.Images = "", nil
	for why, rec := range map[string]source.Record{
		"a reclaim cannot be undone: the claim cannot be given back to a worker that is gone": reclaimed,
		"it cannot be undone: a run was closed by it, and a run cannot be opened again":       blocked,
		"it was itself an undo: do the action again instead":                                  twice,
		"the record does not tell what was changed":                                           empty,
	} {
		p, err := r.PlanUndo(t.Context(), rec, "bob")
		must(t, err)
		if p.Refused != why {
			t.Errorf("refused with %q, not %q", p.Refused, why)
		}
	}
}

func TestOwnersCommand(t *testing.T) {
	dir := t.TempDir()
	places := map[string]string{
		filepath.Join(dir, dbName):                                      "hermes kanban --board default",
		filepath.Join(dir, kanbanFolder, boardsFolder, "alpha", dbName): "hermes kanban --board alpha",
		filepath.Join(dir, "copy.db"):                                   "env HERMES_KANBAN_DB=" + filepath.Join(dir, "copy.db") + " hermes kanban",
	}
	for path, want := range places {
		fixture(t, path, present, "delete", situations()...)
		r := actOn(t, path, boardNow, "here", gone.alive)
		p := plan(t, r, source.Request{Task: "t_input", Action: model.ActionUnblock, Answer: "the left one", Actor: "alice"})
		argv := append(strings.Fields(want), "unblock", "t_input", "--reason", "the left one")
		if diff := cmp.Diff(argv, p.Command); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	b := &board{slug: "alpha"}
	if got := b.owner("reclaim", "t_1", reasonFlag, "-v"); !slices.Equal(got[4:], []string{"reclaim", "t_1", "--reason=-v"}) {
		t.Errorf("a reason like a flag: %q", got)
	}
	if got := b.owner("block", "t_1", "", "--help"); !slices.Equal(got[4:], []string{"block", "t_1"}) {
		t.Errorf("a reason like a flag: %q", got)
	}
	if got := b.owner("block", "--help", "", ""); got != nil {
		t.Errorf("an id like a flag: %q", got)
	}
}

func TestCurrent(t *testing.T) {
	root := t.TempDir()
	fixture(t, filepath.Join(root, dbName), present, "wal", situations()...)
	fixture(t, filepath.Join(root, kanbanFolder, boardsFolder, "alpha", dbName), present, "delete", situations()...)
	r := actOn(t, root, boardNow, "here", gone.alive)
	for _, id := range []string{"default/t_input", "alpha/t_base"} {
		req := source.Request{Task: id, Action: model.ActionUnblock, Actor: "alice"}
		if strings.HasSuffix(id, "t_base") {
			req.Action = model.ActionRequeue
		}
		var images []source.Image
		p := plan(t, r, req)
		must(t, r.Apply(context.Background(), p, func(i []source.Image) error {
			images = i
			return nil
		}))
		now, err := r.Current(t.Context(), images)
		must(t, err)
		for i, image := range images {
			if image.Table != now[i].Table || !cmp.Equal(image.Key, now[i].Key) || !cmp.Equal(image.After, now[i].After) {
				t.Errorf("%s %v is %v", image.Table, image.Key, now[i].After)
			}
		}
		rec, err := r.PlanUndo(t.Context(), source.Record{Request: p.Request, Task: p.Task, Undo: p.Undo, Images: images}, "bob")
		must(t, err)
		must(t, r.Apply(t.Context(), rec, func([]source.Image) error { return nil }))
	}
	gone := []source.Image{{Table: "beta/tasks", Key: map[string]any{"id": "t_1"}, Before: map[string]any{"id": "t_1"}}}
	if now, err := r.Current(t.Context(), gone); err != nil || len(now) != 1 || now[0].Table != "beta/tasks" || now[0].After != nil {
		t.Errorf("a row of a board that is gone: %+v, %v", now, err)
	}
	unread := filepath.Join(root, kanbanFolder, boardsFolder, "gamma", dbName)
	must(t, os.MkdirAll(filepath.Dir(unread), 0o700))
	must(t, os.WriteFile(unread, []byte("no database"), 0o600))
	if _, err := r.Current(t.Context(), []source.Image{{Table: "gamma/tasks", Key: map[string]any{"id": "t_1"}}}); err == nil {
		t.Error("a board that is not open is read")
	}
}

// TestAHostThatIsNamedIsForJudgingOnly opens a board as if this were the host of
// its workers: their pids mean nothing here.
func TestAHostThatIsNamedIsForJudgingOnly(t *testing.T) {
	path := fixture(t, tempBoard(t), present, "wal", situations()...)
	src, err := open(t.Context(), path, source.Options{
		Now: func() time.Time { return noon }, Hosts: []string{"here"}, Alive: func(int, time.Time) model.Liveness { return model.LivenessDead },
	})
	must(t, err)
	t.Cleanup(func() { must(t, src.Close()) })
	p, err := src.(source.Actor).Plan(t.Context(), source.Request{Task: "t_dead", Action: model.ActionReclaim, Actor: "alice"})
	must(t, err)
	if !strings.HasPrefix(p.Refused, "it is held by here:7, and a worker on another host cannot be seen from here") {
		t.Errorf("a claim of another host is taken: %+v", p)
	}
}
