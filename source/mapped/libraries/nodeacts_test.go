package libraries

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgxpool"

	"notdone/model"
	"notdone/source"
	"notdone/source/pgsource/pgtest"
)

// nodeQueue is a queue in PostgreSQL of a library of Node.
type nodeQueue struct {
	source.Actor
	row func(id string) map[string]string // by column, each value with its type
	run func(args ...string)              // the library's script
	but []string                          // columns of which two jobs that are alike have other values
}

// newNodeQueue lets the steps make and alike of a script fill a new database.
func newNodeQueue(t *testing.T, system, script, table string, env ...string) *nodeQueue {
	t.Helper()
	url, _ := pgtest.Database(t)
	q := &nodeQueue{run: func(args ...string) {
		t.Helper()
		startNode(t, env, append([]string{script, url}, args...)...)()
	}}
	q.run("make")
	q.run("alike")
	pool, err := pgxpool.New(t.Context(), url)
	must(t, err)
	t.Cleanup(pool.Close)
	q.Actor = openURL(t, system, url).(source.Actor)
	q.row = func(id string) map[string]string { return rowOfPg(t, pool, table, id) }
	return q
}

// titled returns the ids of the jobs with a title.
func (q *nodeQueue) titled(t *testing.T, title string) (ids []string) {
	t.Helper()
	for _, c := range list(t, q) {
		if c.Task.Title == title {
			ids = append(ids, c.Task.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// same lets the library do a step with one job and notdone an action with another one like
// it: they leave the same row, and have changed the same columns.
func (q *nodeQueue) same(t *testing.T, library, notdone string, action model.ActionName, step ...string) {
	t.Helper()
	before := q.row(library)
	q.run(append(step, library)...)
	changed := changes(before, q.row(library))
	before = q.row(notdone)
	act(t, q, action, notdone)
	after := q.row(notdone)
	sameRow(t, q.row(library), after, q.but...)
	if diff := cmp.Diff(changed, changes(before, after)); diff != "" || len(changed) == 0 {
		t.Errorf("%v changes other columns (-library +notdone):\n%s", step, diff)
	}
}

// changes returns the columns that differ.
func changes(before, after map[string]string) (all []string) {
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if before[name] != after[name] {
			all = append(all, name)
		}
	}
	return all
}

// undone does an action and undoes it, which leaves the row as it was.
func (q *nodeQueue) undone(t *testing.T, action model.ActionName, id string) {
	t.Helper()
	before := q.row(id)
	undo(t, q, act(t, q, action, id))
	if diff := cmp.Diff(before, q.row(id)); diff != "" {
		t.Errorf("the undo of %s leaves (-before +after):\n%s", action, diff)
	}
}

// TestGraphileWorkerActs: what is done to a job is what Graphile Worker's own functions do
// to another one like it, and it works the jobs that were sent back.
func TestGraphileWorkerActs(t *testing.T) {
	q := newNodeQueue(t, "graphile-worker", "graphile.mjs", "graphile_worker._private_jobs")
	q.but = []string{"id", "created_at", "updated_at", "run_at"}
	failed, later := q.titled(t, "fold"), q.titled(t, "bind")
	f := follow(t, q)
	want := f.states()

	q.same(t, failed[0], failed[1], model.ActionRequeue, "rerun")
	q.same(t, later[0], later[1], model.ActionRunNow, "hurry")
	q.same(t, later[2], later[3], model.ActionCancel, "fail")
	q.same(t, later[2], later[3], model.ActionRequeue, "rerun") // one that was cancelled is sent back, too
	q.same(t, later[2], later[3], model.ActionCancel, "fail")   // and one that waits is cancelled
	q.same(t, later[2], later[3], model.ActionRequeue, "rerun")
	q.undone(t, model.ActionRequeue, failed[2])
	q.undone(t, model.ActionRunNow, later[4])
	q.undone(t, model.ActionCancel, later[4])
	q.run("complete", later[5])
	q.run("work")
	for _, id := range slices.Concat(failed[:2], later[:4], later[5:]) { // a job that is worked is deleted
		delete(want, id)
	}
	if f.settle(want); !cmp.Equal(want, f.states()) {
		t.Errorf("what is left is another (-want +got):\n%s", cmp.Diff(want, f.states()))
	}
}

// TestPgBossActs is TestGraphileWorkerActs for two releases of pg-boss, which differ in what
// they leave.
func TestPgBossActs(t *testing.T) {
	for _, library := range []string{"pg-boss", "pg-boss-12"} {
		t.Run(library, func(t *testing.T) {
			q := newNodeQueue(t, "pg-boss", "pgboss.mjs", "pgboss.job", "LIBRARY="+library)
			q.but = []string{"id", "created_on", "started_on", "completed_on", "start_after", "keep_until"}
			failed, waiting, later := q.titled(t, "fold"), q.titled(t, "bind"), q.titled(t, "ring")
			f := follow(t, q)
			want := f.states()

			q.same(t, failed[0], failed[1], model.ActionRequeue, "retry", "fold")
			q.same(t, failed[0], failed[1], model.ActionCancel, "cancel", "fold")
			q.same(t, failed[0], failed[1], model.ActionRequeue, "resume", "fold")
			q.same(t, waiting[0], waiting[1], model.ActionCancel, "cancel", "bind")
			q.same(t, waiting[0], waiting[1], model.ActionRequeue, "resume", "bind")
			q.undone(t, model.ActionRequeue, failed[2])
			q.undone(t, model.ActionCancel, waiting[2])
			if library == "pg-boss-12" {
				q.same(t, later[0], later[1], model.ActionRunNow, "hurry", "ring")
				q.undone(t, model.ActionRunNow, later[2])
				waiting = append(waiting, later[:2]...)
			} else if p, err := q.Plan(t.Context(), source.Request{Task: later[0], Action: model.ActionRunNow, Actor: "ann"}); err != nil || p.Refused == "" {
				t.Errorf("a release without update: refused with %q, %v", p.Refused, err)
			}
			q.run("work")
			for _, id := range slices.Concat(failed[:2], waiting) {
				want[id] = model.StateDone
			}
			if f.settle(want); !cmp.Equal(want, f.states()) {
				t.Errorf("what is left is another (-want +got):\n%s", cmp.Diff(want, f.states()))
			}
		})
	}
}
