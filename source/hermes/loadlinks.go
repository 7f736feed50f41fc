package hermes

import (
	"context"
	"fmt"

	"notdone/model"
	"notdone/source/sqlsource"
)

// childrenMax bounds how many children a listed task carries; those that wait
// are counted whatever their number.
const childrenMax = 100

// children are the dependents of one task.
type children struct {
	links   []model.Link
	waiting []string
	waits   int
}

// links is the right side of a join with the links of which one end has a value.
func (b *board) links(end, value string) string {
	return b.schema.indexes.Join(tabLinks, "l", end, value)
}

// linkSelect writes the selection of the other ends of links.
func (b *board) linkSelect(mine, other string) string {
	return fmt.Sprintf("SELECT j.key, l.%[2]s, %[3]s, t.status, t.completed_at FROM json_each(?) j CROSS JOIN %[1]s LEFT JOIN tasks t ON t.id = l.%[2]s",
		b.links(mine, "j.value"), other, sqlsource.Ends("t.title", titleMax))
}

func (l *loader) readLinks(ctx context.Context) error {
	if !l.b.schema.has(tabLinks) {
		return nil
	}
	l.parents, l.kids = map[int][]model.Link{}, map[int]*children{}
	l.freed = map[int]int64{}
	err := l.each(ctx, func(v []any) {
		if i := l.index(v[0]); i >= 0 {
			l.parents[i] = append(l.parents[i], l.link(v))
			l.freed[i] = max(l.freed[i], number(v[4]))
		}
	}, l.b.linkSelect("child_id", "parent_id"), l.keys)
	if err != nil {
		return err
	}
	return l.each(ctx, func(v []any) {
		i := l.index(v[0])
		if i < 0 {
			return
		}
		k := l.kids[i]
		if k == nil {
			k = &children{}
			l.kids[i] = k
		}
		link := l.link(v)
		if len(k.links) < childrenMax || l.whole {
			k.links = append(k.links, link)
		}
		if link.Recorded == stTodo {
			k.waits++
			if len(k.waiting) < childrenMax {
				k.waiting = append(k.waiting, text(v[1]))
			}
		}
	}, l.b.linkSelect("parent_id", "child_id"), l.keys)
}

// link makes the other end of a dependency from its id, title and status. One
// whose task is gone holds nothing up: Hermes looks only at tasks that exist
// (hermes kanban_db.py, recompute_ready).
func (l *loader) link(v []any) model.Link {
	status := l.env.names.get(text(v[3]))
	return model.Link{
		ID: l.b.prefix + text(v[1]), Title: text(v[2]), Recorded: status,
		Finished: status == stDone || status == stArchived || status == "",
	}
}
