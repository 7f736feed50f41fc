package hermes

import (
	"context"
	"errors"
	"fmt"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
)

// eventsMax bounds how many events one Refresh follows on a board.
const eventsMax = 5000

// Refresh implements source.Source. Changes that made no event are found among
// the running tasks at once and among the other unfinished ones by a sweep: at
// once where nothing else explains a commit, and else after a pause that grows
// with the cost of sweeping, by the next call then, whether anything was
// committed since or not. A finished task that is changed without an event and
// stays finished is not noticed.
func (r *reader) Refresh(ctx context.Context) (source.Delta, error) {
	ctx, leave, err := r.enter(ctx)
	if err != nil {
		return source.Delta{}, err
	}
	defer leave()
	reset := r.configure()
	if r.root {
		reset = r.discover(ctx) || reset
	}
	if reset {
		return source.Delta{Reset: true}, nil
	}
	var d source.Delta
	for _, b := range r.boards {
		some, err := b.refresh(ctx, r.env)
		if ctx.Err() != nil {
			return source.Delta{}, errors.Join(ctx.Err(), err)
		}
		b.lost = nil
		if err != nil {
			b.lost = fmt.Errorf("cannot refresh %s: %w", b.name(), err)
			continue
		}
		if some.Reset {
			return some, nil
		}
		d.Cases = append(d.Cases, some.Cases...)
		d.Removed = append(d.Removed, some.Removed...)
		d.More = d.More || some.More
	}
	return d, r.unreadable()
}

// refresh tells what changed on the board.
func (b *board) refresh(ctx context.Context, env *env) (source.Delta, error) {
	c, err := b.db.Changed(ctx)
	if err != nil {
		return source.Delta{}, err
	}
	b.stale = b.stale || c.Replaced
	if b.stale {
		return b.restart(ctx)
	}
	b.seen.dirty = b.seen.dirty || c.Data
	b.seen.suspect = b.seen.suspect || c.Data
	due := b.seen.suspect && b.seen.complete && !time.Now().Before(b.seen.sweepAt)
	if !b.seen.dirty && !due && len(b.seen.queue) == 0 {
		return source.Delta{}, nil
	}
	var n news
	err = b.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
		n, err = b.news(ctx, q, env, due)
		return err
	})
	if err != nil {
		return source.Delta{}, err
	}
	if n.reset || b.missed {
		b.stale = true
		return b.restart(ctx)
	}
	return b.tell(&n), nil
}

// restart begins again with a board of which nothing read earlier holds.
func (b *board) restart(ctx context.Context) (source.Delta, error) {
	if err := b.start(ctx); err != nil {
		return source.Delta{}, err
	}
	return source.Delta{Reset: true}, nil
}

// news is what one read found; nothing of it is remembered before the read has
// succeeded, because a read can be done over.
type news struct {
	reset  bool
	cursor int64
	more   bool // there are more events
	sweep  *sweep
	queue  []string // what is to be read again, from the board's queue on
	read   int      // how many of them were
	rows   []taskRow
	cases  []model.Case
}

func (b *board) news(ctx context.Context, q sqlitedb.Queryer, env *env, due bool) (n news, err error) {
	var version int64
	if err := q.QueryRowContext(ctx, "PRAGMA schema_version").Scan(&version); err != nil {
		return n, fmt.Errorf("cannot read the schema version: %w", err)
	}
	last, err := b.schema.lastEvent(ctx, q)
	if err != nil {
		return n, err
	}
	// Fewer events than were told: the board was put back to an earlier state,
	// or its newest events were collected, as those of old tasks are.
	if version != b.schema.version || last < b.seen.cursor {
		return news{reset: true}, nil
	}
	known := position{queue: b.seen.queue[:len(b.seen.queue):len(b.seen.queue)], queued: map[string]bool{}}
	for _, id := range known.queue {
		known.queued[id] = true
	}
	touched, err := b.follow(ctx, q, &n)
	if err != nil {
		return n, err
	}
	changed, err := b.lookAtRunning(ctx, q)
	if err != nil {
		return n, err
	}
	// A commit that nothing so far explains was somebody's SQL, and there may be
	// no further commit for long.
	unexplained := b.seen.dirty && len(touched.moved)+len(touched.marked)+len(changed)+len(b.seen.queue) == 0
	if due || unexplained && b.seen.complete && !time.Now().Before(b.seen.urgentAt) {
		if n.sweep, err = b.look(ctx, q); err != nil {
			return n, err
		}
		if n.sweep.deleted {
			return news{reset: true}, nil
		}
		changed = append(changed, n.sweep.changed...)
	}
	ids, err := idsOf(ctx, q, changed)
	if err != nil {
		return n, err
	}
	touched.moved = append(touched.moved, ids...)
	known.enqueue(touched.moved)
	known.enqueue(touched.marked)
	near, err := b.neighbours(ctx, q, touched.moved)
	if err != nil {
		return n, err
	}
	known.enqueue(near)
	n.queue = known.queue
	return n, b.reread(ctx, q, env, &n)
}

// reread loads the beginning of the queue.
func (b *board) reread(ctx context.Context, q sqlitedb.Queryer, env *env, n *news) error {
	n.read = min(len(n.queue), chunk)
	if n.read == 0 {
		return nil
	}
	keys, err := jsonList(n.queue[:n.read])
	if err != nil {
		return err
	}
	l := &loader{b: b, env: env, q: q}
	if err := l.selectTasks(ctx, byIDs, keys); err != nil {
		return err
	}
	n.rows = l.tasks
	n.cases, err = l.finish(ctx)
	return err
}

// byIDs is the condition for tasks in a JSON list of ids.
const byIDs = "WHERE t.id IN (SELECT value FROM json_each(?))"

// tell remembers what was read and hands it out.
func (b *board) tell(n *news) source.Delta {
	p := &b.seen
	p.cursor, p.dirty = n.cursor, n.more
	if n.sweep != nil {
		// What the sweep saw and was not read yet waits in the queue.
		p.open, p.total, p.newest = n.sweep.seen, n.sweep.total, n.sweep.newest
		p.suspect = false
		p.sweepAt, p.urgentAt = time.Now().Add(sweepShare*n.sweep.took), time.Now().Add(n.sweep.took)
	}
	p.note(n.rows)
	there := make(map[string]bool, len(n.rows))
	for i := range n.rows {
		there[n.rows[i].id] = true
	}
	d := source.Delta{Cases: n.cases}
	for _, id := range n.queue[:n.read] {
		if !there[id] {
			d.Removed = append(d.Removed, b.prefix+id)
		}
	}
	p.queue, p.queued = nil, map[string]bool{}
	p.enqueue(n.queue[n.read:])
	d.More = n.more || len(p.queue) > 0
	return d
}
