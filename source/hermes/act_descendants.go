package hermes

import (
	"context"
	"fmt"
	"strings"

	"notdone/source/sqlitedb"
)

// descendantsMax bounds how many tasks one action takes back.
const descendantsMax = 1000

// invalidate takes back everything that was built on a task which is opened
// again (hermes kanban_db.py, invalidate_descendants_for_parent_reopen). One
// that is being worked on is only taken back when its worker is known to be
// gone; Hermes would end it, and we signal nobody.
func (j *job) invalidate(ctx context.Context, tx sqlitedb.Tx, d *draft) error {
	below, err := j.descendants(ctx, tx, d.scene)
	if err != nil {
		return err
	}
	if len(below) > descendantsMax {
		d.refuse("%d tasks depend on it, more than one action takes back: requeue it on Hermes' dashboard", len(below))
		return nil
	}
	var names []string
	for _, c := range below {
		names = append(names, strings.TrimSpace(strings.Join([]string{c.id(), c.status(), c.lock(), c.task.text("worker_pid")}, " ")))
		if c.status() == stRunning {
			if why := c.env.gone(c.worker(), c.now); why != "" {
				d.refuse("%s depends on it and is running: %s", c.id(), why)
				d.command = j.owner("reclaim", c.id())
				return nil
			}
		}
	}
	d.saw("dependents", strings.Join(names, ", "))
	for _, c := range below {
		j.retract(d, c)
	}
	if len(below) > 0 {
		ids := make([]string, len(below))
		for i, c := range below {
			ids[i] = c.id()
		}
		d.guard("the same dependents in the same states")
		d.effect("what was built on it goes back to todo until it is done again: %s", firstOf(ids))
	}
	return nil
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
		d.effect("the run of %s is closed, which cannot be taken back", c.id())
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

// descendants reads those tasks below one, however far, that are taken back
// with it, in the order of their ids. A ring of links may lead back to the task
// itself, which is not its own dependent.
func (j *job) descendants(ctx context.Context, tx sqlitedb.Tx, s *scene) ([]*scene, error) {
	if !s.has(tabLinks, "parent_id") {
		return nil, nil
	}
	var ids []string
	err := scanRows(ctx, tx, 1, func(v []any) { ids = append(ids, text(v[0])) }, `WITH RECURSIVE below(id) AS (
		SELECT child_id FROM task_links WHERE parent_id = ?1
		UNION
		SELECT l.child_id FROM task_links l JOIN below b ON b.id = l.parent_id)
		SELECT t.id FROM below b JOIN tasks t ON t.id = b.id
		WHERE t.status IN ('ready', 'review', 'running', 'done') AND t.id <> ?1 ORDER BY t.id`, s.id())
	if err != nil || len(ids) > descendantsMax {
		return make([]*scene, len(ids)), err
	}
	below := make([]*scene, 0, len(ids))
	for _, id := range ids {
		c, err := look(ctx, tx, s.env, s.columns, s.now, id, 0)
		if err != nil {
			return nil, err
		}
		if c.task != nil {
			below = append(below, c)
		}
	}
	return below, nil
}
