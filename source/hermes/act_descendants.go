package hermes

import (
	"context"
	"fmt"
	"strings"

	"notdone/source/sqlitedb"
)

// descendantsMax bounds how many tasks one action takes back.
const descendantsMax = 1000

// invalidate takes back what was built on a task that is opened again. Hermes
// takes everything back, however far (hermes kanban_db.py,
// invalidate_descendants_for_parent_reopen); a release without phases only what
// is ready right below it, and older ones nothing.
func (j *job) invalidate(d *draft) {
	below := d.scene.below
	if len(below) == 0 {
		return
	}
	ids := make([]string, len(below))
	for i, c := range below {
		ids[i] = c.id()
		if c.rel.phases {
			j.retract(d, c)
		} else {
			d.change(tabTasks, c.id(), sqlitedb.Values{{Column: "status", Value: stTodo}})
			d.event(c.id(), evStatus, nil, pyObject(pair{"status", stTodo}, pair{"reason", "parent_reopened"}, pair{"parent", d.scene.id()}))
		}
	}
	d.guard("the same dependents in the same states")
	d.effect("what was built on it goes back to todo until it is done again: %s", firstOf(ids))
}

// dependents tells what is taken back, as an operator sees it.
func (s *scene) dependents() string {
	var names []string
	for _, c := range s.below {
		if c != nil {
			names = append(names, strings.TrimSpace(strings.Join([]string{c.id(), c.status(), c.lock(), c.task.text("worker_pid")}, " ")))
		}
	}
	return strings.Join(names, ", ")
}

// retract sends one dependent back to wait.
func (j *job) retract(d *draft, c *scene) {
	resume := stReady
	var run any
	switch c.status() {
	case stReview:
		resume = stReview
	case stRunning:
		resume = c.retry
		run = d.endRun(c, ending{outcome: evReclaimed, status: stTodo, summary: "ancestor " + d.scene.id() + " reopened"})
		d.undo = ""
		d.effect("the run of %s is closed, which cannot be undone", c.id())
	}
	counter := c.first("consecutive_failures", "spawn_failures")
	d.change(tabTasks, c.id(), sqlitedb.Values{
		{Column: "status", Value: stTodo},
		{Column: "completed_at", Value: nil},
		{Column: "claim_lock", Value: nil},
		{Column: "claim_expires", Value: nil},
		{Column: "worker_pid", Value: nil},
		{Column: "current_run_id", Value: nil},
		{Column: counter, Value: int64(0)},
	})
	d.event(c.id(), evInvalidated, run, pyObject(pair{"ancestor", d.scene.id()}, pair{"prior_status", c.status()},
		pair{"new_status", stTodo}, pair{"resume_status", resume}))
	d.event(c.id(), evStatus, run, pyObject(pair{"status", stTodo}, pair{"reason", "ancestor_reopened"}, pair{"parent", d.scene.id()},
		pair{"previous_status", c.status()}, pair{"resume_status", resume}))
	d.note(c.id(), j.req.Actor, fmt.Sprintf("Invalidated: ancestor %s was reopened; retracted from '%s' to 'todo' (will resume via '%s').",
		d.scene.id(), c.status(), resume))
}

// descendants reads those tasks below one that are taken back with it, in the
// order of their ids. A ring of links may lead back to the task itself, which is
// not its own dependent. Of more than one action undoes, only the number is
// read.
func (s *scene) descendants(ctx context.Context, q sqlitedb.Queryer) ([]*scene, error) {
	query := belowAll
	switch {
	case !s.has(tabLinks, "parent_id") || !s.rel.parks:
		return nil, nil
	case !s.rel.phases:
		query = belowReady
	}
	var ids []string
	err := each(ctx, q, func(v []any) { ids = append(ids, text(v[0])) }, query, s.id(), descendantsMax+1)
	if err != nil || len(ids) > descendantsMax {
		return make([]*scene, len(ids)), err
	}
	below := make([]*scene, 0, len(ids))
	for _, id := range ids {
		c, err := look(ctx, q, s.env, s.columns, s.now, id, 0)
		if err != nil {
			return nil, err
		}
		if c.task != nil {
			below = append(below, c)
		}
	}
	return below, nil
}

const (
	belowAll = `WITH RECURSIVE below(id) AS (
		SELECT child_id FROM task_links WHERE parent_id = ?1
		UNION
		SELECT l.child_id FROM task_links l JOIN below b ON b.id = l.parent_id)
		SELECT t.id FROM below b JOIN tasks t ON t.id = b.id
		WHERE t.status IN ('ready', 'review', 'running', 'done') AND t.id <> ?1 ORDER BY t.id LIMIT ?2`
	belowReady = `SELECT t.id FROM task_links l JOIN tasks t ON t.id = l.child_id
		WHERE l.parent_id = ?1 AND t.status = 'ready' AND t.id <> ?1 ORDER BY t.id LIMIT ?2`
)
