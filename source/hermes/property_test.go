package hermes

import (
	"context"
	"database/sql"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"notdone/model"
	_ "notdone/model/fixedseed"
	"notdone/source"
)

// fleet is a board in use: its owner's dispatcher and workers, and us. One task
// builds on another, and that on a third.
type fleet struct {
	t      testing.TB
	path   string
	r      *reader
	now    int64
	pids   int
	living map[int]bool
	owner  *dispatcher
	done   []deed
	last   rows
}

// deed is an action that was done, with the tasks as they were before.
type deed struct {
	record source.Record
	before rows
}

var fleetTasks = []string{"t_a", "t_b", "t_c", "t_d"}

func newFleet(t *testing.T, dir string) *fleet {
	t.Helper()
	f := &fleet{t: t, path: filepath.Join(dir, dbName), now: boardNow, pids: 100, living: map[int]bool{}}
	must(t, os.RemoveAll(f.path))
	fixture(t, f.path, present, "delete", card("t_a", stReady), card("t_b", stTodo), card("t_c", stTodo), card("t_d", stReady),
		link("t_a", "t_b"), link("t_b", "t_c"))
	r, err := openReader(context.Background(), f.path, source.Options{
		Now: func() time.Time { return time.Unix(f.now, 0) }, Hosts: []string{"here"},
		Alive: func(pid int, _ time.Time) model.Liveness {
			if f.living[pid] {
				return model.LivenessAlive
			}
			return model.LivenessDead
		},
	})
	must(t, err)
	f.r = r
	f.r.env.here = "here"
	db, err := sql.Open("sqlite", f.path)
	must(t, err)
	db.SetMaxOpenConns(1)
	_, err = db.ExecContext(context.Background(), "PRAGMA synchronous=off")
	must(t, err)
	f.owner = &dispatcher{t: t, db: db, host: "here", alive: func(pid int) bool { return f.living[pid] }}
	f.last = f.look()
	return f
}

func (f *fleet) close() {
	must(f.t, f.r.Close())
	must(f.t, f.owner.db.Close())
}

func (f *fleet) look() rows {
	all := rows{}
	for _, table := range dumped {
		all[table] = map[int64]map[string]any{}
		for _, one := range queryDB(f.t, f.owner.db, "SELECT rowid AS rowid_, * FROM "+table) {
			id := number(one["rowid_"])
			delete(one, "rowid_")
			all[table][id] = one
		}
	}
	return all
}

// work is one step of the owner's: a worker is started, dies, or ends.
func (f *fleet) work(t *rapid.T) {
	f.owner.now = f.now
	id := rapid.SampledFrom(fleetTasks).Draw(t, "task")
	task := rowOf(f.last, id)
	switch pid := int(number(task["worker_pid"])); task["status"] {
	case stReady:
		f.start(id, task)
	case stRunning:
		switch how := rapid.SampledFrom([]string{"dies", "completes", "blocks", "goes on"}).Draw(t, "worker"); how {
		case "dies":
			f.living[pid] = false
		case "completes":
			f.living[pid] = false
			f.owner.event(id, evCompleted, task["current_run_id"], `{"result_len": 2, "summary": "ok"}`)
			f.owner.endRun(id, outCompleted)
			f.owner.exec("UPDATE tasks SET status = 'done', completed_at = ?, block_kind = NULL, block_recurrences = 0, consecutive_failures = 0 WHERE id = ?", f.now, id)
		case "blocks":
			f.living[pid] = false
			f.owner.event(id, evBlocked, task["current_run_id"], `{"reason": "which shelf?", "kind": null, "recurrences": 1, "source_status": "ready"}`)
			f.owner.endRun(id, outBlocked)
			f.owner.exec("UPDATE tasks SET status = 'blocked', block_kind = NULL, block_recurrences = 1 WHERE id = ?", id)
		}
	}
}

// start claims a task that is ready, unless a parent is open.
func (f *fleet) start(id string, task map[string]any) {
	if task["claim_lock"] != nil || len(queryDB(f.t, f.owner.db, `SELECT 1 FROM task_links l JOIN tasks p ON p.id = l.parent_id
		WHERE l.child_id = ? AND p.status NOT IN ('done', 'archived')`, id)) > 0 {
		return
	}
	f.pids++
	f.living[f.pids] = true
	f.owner.exec(`INSERT INTO task_runs (task_id, profile, status, claim_lock, claim_expires, worker_pid, started_at)
		VALUES (?, 'default', 'running', 'here:7', ?, ?, ?)`, id, f.now+900, f.pids, f.now)
	f.owner.exec(`UPDATE tasks SET status = 'running', claim_lock = 'here:7', claim_expires = ?, worker_pid = ?, started_at = ?,
		current_run_id = (SELECT max(id) FROM task_runs) WHERE id = ?`, f.now+900, f.pids, f.now, id)
	run := queryDB(f.t, f.owner.db, "SELECT max(id) AS id FROM task_runs")[0]["id"]
	f.owner.event(id, evClaimed, run, `{"lock": "here:7"}`)
}

// tick is one of the dispatcher's. What somebody blocked stays blocked.
func (f *fleet) tick(t *rapid.T) {
	f.owner.now = f.now
	var stuck []string
	for _, id := range fleetTasks {
		if statusIn(f.last, id) == stBlocked && f.owner.sticky(id) {
			stuck = append(stuck, id)
		}
	}
	f.owner.release()
	f.owner.recompute()
	after := f.look()
	for _, id := range stuck {
		if now := statusIn(after, id); now != stBlocked {
			t.Fatalf("%s was blocked and is %s", id, now)
		}
	}
}

// act does whatever is not refused to a random task. A worker that lives keeps
// what it holds.
func (f *fleet) act(t *rapid.T) {
	req := source.Request{
		Task: rapid.SampledFrom(fleetTasks).Draw(t, "task"), Action: rapid.SampledFrom(allActions).Draw(t, "action"), Actor: "alice",
		Reason: rapid.SampledFrom([]string{"", "which shelf?"}).Draw(t, "reason"), Answer: rapid.SampledFrom([]string{"", "the left one"}).Draw(t, "answer"),
	}
	p, err := f.r.Plan(context.Background(), req)
	must(f.t, err)
	if p.Refused != "" {
		return
	}
	rec, err := done(f.t, f.r, p)
	must(f.t, err)
	for _, image := range rec.Images {
		if image.Table == tabTasks && f.living[int(number(image.Before["worker_pid"]))] {
			t.Fatalf("%s took %v from a worker that lives", req.Action, image.Key["id"])
		}
	}
	f.done = append(f.done, deed{rec, f.last})
}

// undo takes back any deed that can be, and checks that all is as it was.
func (f *fleet) undo(t *rapid.T) {
	if len(f.done) == 0 {
		return
	}
	d := f.done[rapid.IntRange(0, len(f.done)-1).Draw(t, "deed")]
	p, err := f.r.PlanUndo(context.Background(), d.record, "bob")
	must(f.t, err)
	if p.Refused != "" {
		return
	}
	if err := f.r.Apply(context.Background(), p, func([]source.Image) error { return nil }); err != nil {
		t.Fatalf("the undo failed: %v", err)
	}
	after := f.look()
	for _, image := range d.record.Images {
		if image.Table != tabTasks {
			continue
		}
		id := text(image.Key["id"])
		was, now := rowOf(d.before, id), rowOf(after, id)
		for _, column := range lasting {
			freed := column == "status" && was[column] == stTodo && now[column] == stReady
			if !freed && !source.EqualValues(was[column], now[column]) {
				t.Fatalf("%s: %s was %v and is %v after the undo of %s", id, column, was[column], now[column], d.record.Request.Action)
			}
		}
	}
}

// check holds what must always be so.
func (f *fleet) check(t *rapid.T) {
	now := f.look()
	for _, table := range []string{tabEvents, tabComments} {
		for id, was := range f.last[table] {
			if one, there := now[table][id]; !there || !slices.Equal(slices.Sorted(maps.Keys(one)), slices.Sorted(maps.Keys(was))) || !source.EqualValues(one["payload"], was["payload"]) ||
				!source.EqualValues(one["kind"], was["kind"]) || !source.EqualValues(one["body"], was["body"]) {
				t.Fatalf("%s %d was changed", table, id)
			}
		}
	}
	open := map[string]int64{}
	for id, run := range now[tabRuns] {
		if run["ended_at"] == nil {
			if open[text(run["task_id"])] != 0 {
				t.Fatalf("%s has two open runs", run["task_id"])
			}
			open[text(run["task_id"])] = id
		}
	}
	for _, task := range now[tabTasks] {
		id := text(task["id"])
		running := task["status"] == stRunning
		if running != (task["claim_lock"] != nil) || number(task["current_run_id"]) != open[id] || running != (open[id] != 0) {
			t.Fatalf("%s is %s with the claim %v and the run %v, open is %d", id, task["status"], task["claim_lock"], task["current_run_id"], open[id])
		}
		if number(task["consecutive_failures"]) < 0 || number(task["block_recurrences"]) < 0 {
			t.Fatalf("%s counts below nothing", id)
		}
	}
	f.last = now
}

// TestAnyOrder lets an owner, its workers and us act in any order.
func TestAnyOrder(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		f := newFleet(t, dir)
		defer f.close()
		steps := []func(*rapid.T){f.work, f.work, f.tick, f.act, f.act, f.undo}
		for range rapid.IntRange(5, 15).Draw(rt, "steps") {
			f.now += int64(rapid.IntRange(1, 400).Draw(rt, "seconds"))
			steps[rapid.IntRange(0, len(steps)-1).Draw(rt, "step")](rt)
			f.check(rt)
		}
	})
}
