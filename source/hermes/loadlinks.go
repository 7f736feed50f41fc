package hermes

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"notdone/model"
	"notdone/source/sqlsource"
)

// childrenMax bounds how many children a listed task carries; those that wait
// are counted whatever their number.
const childrenMax = 100

// links is the right side of a join with the links of which one end has a value.
func (b *board) links(end, value string) string {
	return b.schema.indexes.Join(tabLinks, "l", end, value)
}

// readLinks reads the parents and the children of tasks.
func (l *loader) readLinks(ctx context.Context) error {
	known := func(t *item) bool { return t.alone }
	if !l.b.schema.Has(tabLinks) || l.all(known) {
		return nil
	}
	keys := l.keysWithout(known)
	ends := func(mine, other string, row func(t *item, v []any)) error {
		return sqlsource.EachCells(ctx, l.q, func(v []any) { row(l.items[number(v[0])], v) }, fmt.Sprintf("SELECT j.key, l.%[1]s, %[2]s, t.status, t.completed_at FROM json_each(?) j CROSS JOIN %[3]s LEFT JOIN tasks t ON t.id = l.%[1]s",
			other, sqlsource.Ends("t.title", titleMax), l.b.links(mine, "j.value")), keys)
	}
	err := ends("child_id", "parent_id", func(t *item, v []any) {
		t.Facts.Parents = append(t.Facts.Parents, l.link(v))
		t.freed = max(t.freed, number(v[4]))
	})
	if err != nil {
		return err
	}
	return ends("parent_id", "child_id", func(t *item, v []any) {
		link := l.link(v)
		if len(t.Facts.Children) < childrenMax || l.whole {
			t.Facts.Children = append(t.Facts.Children, link)
		}
		if link.Recorded != stTodo {
			return
		}
		if t.waits++; t.waits <= childrenMax {
			t.waiting = append(t.waiting, text(v[1]))
		}
	})
}

// link makes the other end of a dependency from its id, title and status. One
// whose task is gone holds nothing up: Hermes looks only at tasks that exist
// (hermes kanban_db.py, recompute_ready).
func (l *loader) link(v []any) model.Link {
	status := intern(text(v[3]))
	return model.Link{
		ID: l.b.prefix + text(v[1]), Title: text(v[2]), Recorded: status,
		Finished: status == stDone || status == stArchived || status == "",
	}
}

// builtPairs bounds how many pairs of a finished task and one below it are
// followed for all tasks of a read at once. Where that is not enough, each task
// is looked at by itself.
const builtPairs = 20 * chunk

// takenBack are the statuses in which a task is taken back with its parent.
var takenBack = []string{stReady, stReview, stRunning, stDone}

// readBuilt finds what reopening the finished tasks would take back, on boards
// whose Hermes takes back everything.
func (l *loader) readBuilt(ctx context.Context) error {
	var finished []*item
	for _, t := range l.items {
		if (t.status == stDone || t.status == stArchived) && len(t.Facts.Children) > 0 {
			finished = append(finished, t)
		}
	}
	if len(finished) == 0 || !l.b.schema.release.phases {
		return nil
	}
	pairs, err := l.readBelow(ctx, finished)
	for i := 0; i < len(finished) && pairs >= builtPairs && err == nil; i++ {
		_, err = l.readBelow(ctx, finished[i:i+1])
	}
	return err
}

// readBelow follows the links down from tasks, at most so many pairs, and
// returns how many there were.
func (l *loader) readBelow(ctx context.Context, above []*item) (pairs int, err error) {
	ids := make([]string, len(above))
	for i, t := range above {
		ids[i], t.below, t.busy = t.id, 0, nil
	}
	running := map[string][]*item{}
	err = sqlsource.EachCells(ctx, l.q, func(v []any) {
		i, id, status := number(v[0]), text(v[1]), text(v[2])
		pairs++
		if id == ids[i] || !slices.Contains(takenBack, status) {
			return
		}
		above[i].below++
		if status == stRunning {
			running[id] = append(running[id], above[i])
		}
	}, `WITH RECURSIVE below(k, id) AS (
			SELECT j.key, l.child_id FROM json_each(?1) j CROSS JOIN `+l.b.links("parent_id", "j.value")+`
			UNION
			SELECT b.k, l.child_id FROM below b CROSS JOIN `+l.b.links("parent_id", "b.id")+`
			LIMIT ?2)
		SELECT b.k, b.id, t.status FROM below b LEFT JOIN tasks t ON t.id = b.id`, sqlsource.List(ids), builtPairs)
	if err != nil {
		return 0, err
	}
	for _, id := range slices.Sorted(maps.Keys(running)) {
		s, err := l.b.scene(l.b.schema.Tables).sceneOf(ctx, l.q, id, 0)
		if err != nil {
			return 0, err
		}
		if s == nil {
			continue
		}
		holder := s.worker()
		for _, t := range running[id] {
			t.busy = append(t.busy, busy{id: id, holder: holder})
		}
	}
	return pairs, nil
}
