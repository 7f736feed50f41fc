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
func (a *action) invalidate() {
	below := a.scene.below
	if len(below) == 0 {
		return
	}
	ids := make([]string, len(below))
	for i, c := range below {
		ids[i] = c.id()
		if c.rel.phases {
			a.retract(c)
		} else {
			a.write(tabTasks, c.id(), "status", stTodo)
			a.event(c.id(), evStatus, nil, pyObject("status", stTodo, "reason", "parent_reopened", "parent", a.scene.id()))
		}
	}
	a.guard("the same dependents in the same states")
	a.effect("what was built on it goes back to todo until it is done again: %s", firstOf(ids))
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
func (a *action) retract(c *scene) {
	id, was, resume := a.scene.id(), c.status(), stReady
	var run any
	switch was {
	case stReview:
		resume = stReview
	case stRunning:
		resume = c.retry
		run = a.endRun(c, "status", stTodo, "outcome", evReclaimed, "summary", "ancestor "+id+" reopened", "error", nil, "metadata", nil)
		a.Undo = ""
		a.effect("the run of %s is closed, which cannot be undone", c.id())
	}
	a.write(tabTasks, c.id(), append([]any{
		"status", stTodo, "completed_at", nil, "current_run_id", nil, c.first(tabTasks, "consecutive_failures", "spawn_failures"), 0,
	}, noClaim...)...)
	a.event(c.id(), evInvalidated, run, pyObject("ancestor", id, "prior_status", was, "new_status", stTodo, "resume_status", resume))
	a.event(c.id(), evStatus, run, pyObject("status", stTodo, "reason", "ancestor_reopened", "parent", id,
		"previous_status", was, "resume_status", resume))
	a.note(c.id(), a.req.Actor, fmt.Sprintf("Invalidated: ancestor %s was reopened; retracted from '%s' to 'todo' (will resume via '%s').",
		id, was, resume))
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
		c, err := s.look(ctx, q, id, 0)
		if err != nil {
			return nil, err
		}
		if c != nil {
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
