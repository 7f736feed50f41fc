package hermes

import (
	"context"
	"slices"
	"strings"

	"notdone/source/sqlsource"
)

// built is what was built on a finished task and would be taken back with it.
type built struct {
	count int // at least so many; exact up to what one action takes back
	busy  []busy
}

// builtPairs bounds how many pairs of a finished task and one below it are
// followed for all tasks of a read at once. Where that is not enough, each task
// is looked at by itself.
const builtPairs = 20 * chunk

// belowMany writes the query for the tasks below those of a JSON list, each with
// the place of the one that it is below.
func (b *board) belowMany() string {
	return `WITH RECURSIVE below(k, id) AS (
	SELECT j.key, l.child_id FROM json_each(?1) j CROSS JOIN ` + b.links("parent_id", "j.value") + `
	UNION
	SELECT b.k, l.child_id FROM below b CROSS JOIN ` + b.links("parent_id", "b.id") + `
	LIMIT ?2)
	SELECT b.k, b.id, t.status FROM below b LEFT JOIN tasks t ON t.id = b.id`
}

// takenBack are the statuses in which a task is taken back with its parent.
var takenBack = map[string]bool{stReady: true, stReview: true, stRunning: true, stDone: true}

// readBuilt finds what reopening the finished tasks would take back, on boards
// whose Hermes takes back everything.
func (l *loader) readBuilt(ctx context.Context) error {
	var ids []string
	var at []int
	for i := range l.tasks {
		if s := l.tasks[i].status; (s == stDone || s == stArchived) && l.kids[i] != nil {
			ids, at = append(ids, l.tasks[i].id), append(at, i)
		}
	}
	if len(ids) == 0 || !l.b.schema.release.phases {
		return nil
	}
	l.built = map[int]*built{}
	pairs, err := l.readBelow(ctx, ids, at, builtPairs)
	if err != nil || pairs < builtPairs {
		return err
	}
	clear(l.built)
	for k := range ids {
		if _, err := l.readBelow(ctx, ids[k:k+1], at[k:k+1], builtPairs); err != nil {
			return err
		}
	}
	return nil
}

// readBelow follows the links down from tasks, at most so many pairs, and
// returns how many there were.
func (l *loader) readBelow(ctx context.Context, ids []string, at []int, limit int) (pairs int, err error) {
	keys := sqlsource.List(ids)
	running := map[string][]int{}
	err = l.each(ctx, func(v []any) {
		k, id := number(v[0]), text(v[1])
		pairs++
		if k < 0 || k >= int64(len(at)) || id == ids[k] || !takenBack[text(v[2])] {
			return
		}
		b := l.built[at[k]]
		if b == nil {
			b = &built{}
			l.built[at[k]] = b
		}
		b.count++
		if text(v[2]) == stRunning {
			running[id] = append(running[id], at[k])
		}
	}, l.b.belowMany(), keys, limit)
	if err != nil {
		return 0, err
	}
	for id, above := range running {
		s, err := l.env.scene(l.b.schema.columns).look(ctx, l.q, id, 0)
		if err != nil {
			return 0, err
		}
		if s == nil {
			continue
		}
		one := busy{id: id, holder: s.worker()}
		for _, i := range above {
			l.built[i].busy = append(l.built[i].busy, one)
		}
	}
	for _, i := range at {
		if b := l.built[i]; b != nil {
			slices.SortFunc(b.busy, func(x, y busy) int { return strings.Compare(x.id, y.id) })
		}
	}
	return pairs, nil
}

// starts is the board's answer, asked once for each assignee of a read.
func (l *loader) starts(assignee string) bool {
	known, ok := l.known[assignee]
	if !ok {
		if l.known == nil {
			l.known = map[string]bool{}
		}
		known = l.b.starts(assignee)
		l.known[assignee] = known
	}
	return known
}
