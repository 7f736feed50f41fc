package queue

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"notdone/model"
	_ "notdone/model/fixedseed"
	"notdone/source"
	"notdone/source/journal"
	"notdone/source/queue/client"
	"notdone/source/sqlsource"
)

// world is a queue that clients and operators do things to.
type world struct {
	t       *testing.T
	db      *sql.DB
	d       *desk
	alive   model.Liveness
	workers int
	history []string
	tries   map[string]int64
}

var worldTasks = []string{"a", "b", "c"}

// client is one step of a worker or of somebody with the client's SQL.
func (w *world) client(r *rapid.T) string {
	id := rapid.SampledFrom(worldTasks).Draw(r, "id")
	var holder sql.NullString
	err := w.db.QueryRowContext(w.t.Context(), `SELECT claimed_by FROM tasks WHERE id = ?`, id).Scan(&holder)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		r.Fatal(err)
	}
	worker := holder.String
	step := rapid.SampledFrom([]string{
		"add", "claim", "claim", "claim", "finish", "block", "fail", "retry", "heartbeat", "expire", "lapse", "comment", "unblock", "requeue", "cancel", "edit",
	}).Draw(r, "step")
	nothing := []any{nil, nil, nil, nil, nil, nil}
	call := func(block string, args ...any) { do(w.t, w.db, block, args...) }
	switch step {
	case "add":
		call("add", id, "title", "body", 0, nil, rapid.SampledFrom([]any{nil, 2}).Draw(r, "most"), nil, "ann")
	case "claim":
		w.workers++
		before := rows(w.t, w.db, `SELECT id FROM tasks WHERE state IN ('blocked', 'cancelled', 'done', 'failed') OR state = 'scheduled' AND run_at IS NULL`)
		call("claim", fmt.Sprint("w", w.workers), minute, here, 42, nil)
		for _, got := range rows(w.t, w.db, `SELECT id FROM tasks WHERE claimed_by = ?`, fmt.Sprint("w", w.workers)) {
			if slices.Contains(before, got) {
				r.Fatalf("%s was claimed although it does not wait", got)
			}
		}
	case "finish":
		outcome := rapid.SampledFrom([]any{nil, "done", "blocked", "refused", "failed"}).Draw(r, "outcome")
		call("finish", append([]any{id, worker, outcome, "said"}, nothing...)...)
	case "block":
		call("block", append([]any{id, worker, "access", "no access"}, append(nothing, "said")...)...)
	case "fail":
		call("fail", append([]any{id, worker, "crashed", "exit 1"}, append(nothing, nil)...)...)
	case "retry":
		call("retry", append([]any{id, worker, "crashed", "exit 1"}, append(nothing, nil, 0)...)...)
	case "heartbeat":
		call("heartbeat", id, worker, minute)
	case "expire":
		call("expire")
	case "lapse":
		execSQL(w.t, w.db, `UPDATE tasks SET lease_expires_at = 1 WHERE id = ? AND state = 'active'`, id)
	case "comment":
		call("comment", id, "bob", "hm")
	case "unblock":
		call("unblock", id, "bob", "an answer", nil)
	case "requeue":
		call("requeue", id, "bob", nil)
	case "cancel":
		call("cancel", id, "bob", nil)
	case "edit":
		execSQL(w.t, w.db, `UPDATE tasks SET priority = priority + 1 WHERE id = ?`, id)
	}
	return step + " " + id
}

// operator does one action, in whose middle a client may do something.
func (w *world) operator(r *rapid.T) string {
	w.alive = rapid.SampledFrom([]model.Liveness{model.LivenessUnknown, model.LivenessAlive, model.LivenessDead}).Draw(r, "worker")
	request := source.Request{
		Task: rapid.SampledFrom(worldTasks).Draw(r, "id"), Action: rapid.SampledFrom(offered()).Draw(r, "action"),
		Actor: "ann", Reason: rapid.SampledFrom([]string{"", "because"}).Draw(r, "reason"),
	}
	p, err := w.d.a.Plan(w.t.Context(), request)
	if errors.Is(err, source.ErrNotFound) || p.Refused != "" {
		return "refused: " + p.Refused
	}
	if err != nil {
		r.Fatal(err)
	}
	if p.Missing != "" {
		return "waits: " + p.Missing
	}
	return w.apply(r, p, "")
}

// undo takes back something that is in the journal.
func (w *world) undo(r *rapid.T) string {
	all, err := w.d.j.Entries(w.t.Context())
	if err != nil {
		r.Fatal(err)
	}
	if len(all) == 0 {
		return "nothing to undo"
	}
	e := all[rapid.IntRange(0, min(3, len(all)-1)).Draw(r, "entry")]
	p, err := w.d.a.PlanUndo(w.t.Context(), e.Record, "ann")
	if err != nil {
		r.Fatal(err)
	}
	if p.Refused != "" {
		return "no undo: " + p.Refused
	}
	said := w.apply(r, p, e.ID)
	if strings.HasPrefix(said, "did") {
		w.restored(r, e)
	}
	return said
}

func (w *world) apply(r *rapid.T, p source.Plan, undoes string) string {
	before := w.task(r, p.Task.ID)
	if rapid.IntRange(0, 3).Draw(r, "race") == 0 {
		w.client(r)
		before = w.task(r, p.Task.ID)
	}
	done, err := w.d.j.Do(w.t.Context(), w.d.a, p, "", undoes)
	switch {
	case errors.Is(err, source.ErrChanged), errors.Is(err, journal.ErrUndone):
		if !maps.EqualFunc(before, w.task(r, p.Task.ID), source.EqualValues) {
			r.Fatalf("%s was overtaken and wrote", p.Action)
		}
		return err.Error()
	case err != nil:
		r.Fatal(err)
	}
	after := w.task(r, p.Task.ID)
	if sqlsource.Text(after["state"]) != p.Now {
		r.Fatalf("%s: planned %s, is %v", p.Action, p.Now, after["state"])
	}
	if !slices.ContainsFunc(done.Images, func(i source.Image) bool { return i.Table == "events" && i.Before == nil }) {
		r.Fatalf("no event: %+v", done.Images)
	}
	return fmt.Sprintf("did %s: %s -> %s", p.Action, p.Was, p.Now)
}

func (w *world) task(r *rapid.T, id string) map[string]any {
	now, err := w.d.a.Current(w.t.Context(), []source.Image{{Table: "tasks", Key: map[string]any{"id": id}}})
	if err != nil {
		r.Fatal(err)
	}
	return now[0].After
}

// restored checks that a task is as it was before an action, but for when.
func (w *world) restored(r *rapid.T, e journal.Entry) {
	now := w.task(r, e.Task.ID)
	for _, image := range e.Images {
		if image.Table != "tasks" || image.Key["id"] != e.Task.ID {
			continue
		}
		for column, was := range image.Before {
			if column != "updated_at" && !source.EqualValues(was, now[column]) {
				r.Fatalf("undone, and %s is %v and not %v", column, now[column], was)
			}
		}
	}
}

// check is what holds whatever anybody does.
func (w *world) check(r *rapid.T, after string) {
	history := rows(w.t, w.db, `SELECT * FROM events ORDER BY id`)
	if len(history) < len(w.history) || !slices.Equal(w.history, history[:len(w.history)]) {
		r.Fatalf("%s: the history was not only added to", after)
	}
	w.history = history
	for what, query := range map[string]string{
		"a state without its event": `SELECT id FROM tasks t WHERE state IS NOT (SELECT to_state FROM events e WHERE e.task_id = t.id AND kind <> 'commented' ORDER BY e.id DESC LIMIT 1)`,
		"a gap in the history": `SELECT id FROM (SELECT *, lag(to_state) OVER (PARTITION BY task_id ORDER BY id) AS was FROM events
			WHERE kind <> 'commented') WHERE from_state IS NOT was`,
		"a signature that stays":           `SELECT id FROM tasks WHERE changed_by IS NOT NULL OR change_note IS NOT NULL`,
		"a claim of what is not active":    `SELECT id FROM tasks WHERE (claimed_by IS NULL OR lease_expires_at IS NULL) <> (state <> 'active')`,
		"an end that is none":              `SELECT id FROM tasks WHERE (finished_at IS NULL) = (state IN ('done', 'failed', 'cancelled'))`,
		"an obstacle of what is not block": `SELECT id FROM tasks WHERE obstacle IS NOT NULL AND state NOT IN ('blocked', 'cancelled')`,
		"two open runs of a task":          `SELECT task_id FROM runs WHERE ended_at IS NULL GROUP BY task_id HAVING count(*) > 1`,
		"an open run of nobody":            `SELECT r.id FROM runs r JOIN tasks t ON t.id = task_id WHERE ended_at IS NULL AND state NOT IN ('active', 'cancelled')`,
		"an active task without a run":     `SELECT id FROM tasks t WHERE state = 'active' AND NOT EXISTS (SELECT 1 FROM runs WHERE task_id = t.id AND ended_at IS NULL)`,
	} {
		if got := rows(w.t, w.db, query); len(got) > 0 {
			r.Fatalf("%s left %s: %v", after, what, got)
		}
	}
	for _, id := range worldTasks {
		if n := sqlsource.Int(w.task(r, id)["attempts"]); n < w.tries[id] {
			r.Fatalf("%s took attempts of %s back", after, id)
		} else {
			w.tries[id] = n
		}
	}
}

func TestAnythingInAnyOrder(t *testing.T) {
	most := 25
	if testing.Short() {
		most = 10
	}
	rapid.Check(t, func(r *rapid.T) {
		dir := t.TempDir()
		path := filepath.Join(dir, "queue.db")
		if err := client.Init(t.Context(), path); err != nil {
			r.Fatal(err)
		}
		db, err := dialClient(path)
		if err != nil {
			r.Fatal(err)
		}
		defer db.Close()
		execSQL(t, db, "PRAGMA synchronous = off")
		w := &world{t: t, db: db, tries: map[string]int64{}}
		s, err := Adapter().Open(t.Context(), path, source.Options{
			Now: time.Now, Hosts: []string{here}, Alive: func(int, time.Time) model.Liveness { return w.alive },
		})
		if err != nil {
			r.Fatal(err)
		}
		j, err := journal.Open(filepath.Join(dir, "journal.jsonl"))
		if err != nil {
			r.Fatal(err)
		}
		w.d = &desk{a: s.(source.Actor), j: j}
		defer w.d.close()
		for _, id := range worldTasks[:2] {
			do(t, db, "add", id, "title", "body", 0, nil, 3, nil, "ann")
		}
		var steps []string
		for range rapid.IntRange(3, most).Draw(r, "steps") {
			step := rapid.SampledFrom([]func(*rapid.T) string{w.client, w.client, w.operator, w.operator, w.undo}).Draw(r, "who")(r)
			steps = append(steps, step)
			w.check(r, strings.Join(steps, "\n"))
		}
	})
}
