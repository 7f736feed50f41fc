package hermes

import (
	"context"
	"errors"
	"fmt"
	"time"

	"notdone/source"
	"notdone/source/watch"
)

// eventsMax bounds how many events one Refresh follows on a board.
const eventsMax = 5000

// Refresh implements source.Source. Changes that made no event are found among
// the running tasks at once and among the other unfinished ones by a sweep: at
// once where nothing else explains a commit, and else after a pause that grows
// with the cost of sweeping, by the next call then, whether anything was
// committed since or not. A finished task that is changed without an event and
// stays finished is not noticed.
func (r *reader) Refresh(ctx context.Context, _ watch.Signal) (source.Delta, error) {
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
	p := &b.seen
	b.stale = b.stale || c.Replaced
	if b.stale {
		return b.restart(ctx)
	}
	p.dirty = p.dirty || c.Data
	p.suspect = p.suspect || c.Data
	due := p.sweepDue(time.Now())
	if !p.dirty && !due && len(p.queue) == 0 {
		return source.Delta{}, nil
	}
	if b.missed {
		return b.reset(ctx, errReset)
	}
	if err := b.schema.indexes.Update(ctx); err != nil {
		return source.Delta{}, err
	}
	waiting := len(p.queue)
	more, running, err := b.follow(ctx)
	if err != nil {
		return b.reset(ctx, err)
	}
	changed, looked, err := b.lookAtRunning(ctx, running)
	if err != nil {
		return source.Delta{}, err
	}
	// A commit that nothing so far explains was somebody's SQL, and there may be
	// no further commit for long.
	p.urgent = p.urgent || p.dirty && looked && waiting+len(p.queue)+len(changed) == 0
	var s *sweep
	if due || p.sweepDue(time.Now()) {
		if s, err = b.look(ctx); err != nil {
			return b.reset(ctx, err)
		}
		changed = append(changed, s.changed...)
	}
	if err := b.enqueueRows(ctx, changed); err != nil {
		return source.Delta{}, err
	}
	p.dirty = more || !looked
	if s != nil {
		p.swept(s)
	}
	d, err := b.reread(ctx, env)
	d.More = more || len(p.queue) > 0
	return d, err
}

// errReset says that a refresh found that nothing read earlier can be moved on.
var errReset = errors.New("the board is another one")

// reset begins again where that is what a refresh failed of.
func (b *board) reset(ctx context.Context, err error) (source.Delta, error) {
	if !errors.Is(err, errReset) {
		return source.Delta{}, err
	}
	b.stale = true
	return b.restart(ctx)
}

// restart begins again with a board of which nothing read earlier holds.
func (b *board) restart(ctx context.Context) (source.Delta, error) {
	if err := b.start(ctx); err != nil {
		return source.Delta{}, err
	}
	return source.Delta{Reset: true}, nil
}

// reread reads the beginning of the queue again, in parts. What it read stays in
// the queue until all of it can be told.
func (b *board) reread(ctx context.Context, env *env) (source.Delta, error) {
	var d source.Delta
	todo := b.seen.queue[:min(chunk, len(b.seen.queue))]
	for ids := todo; len(ids) > 0; {
		read := 0
		l, cases, err := b.part(ctx, env, false, len(ids), func(ctx context.Context, l *loader, most int) error {
			read = most
			return l.selectIDs(ctx, ids[:most])
		})
		if err != nil {
			return source.Delta{}, err
		}
		d.Cases = append(d.Cases, cases...)
		b.seen.note(l.tasks)
		there := make(map[string]bool, len(l.tasks))
		for i := range l.tasks {
			there[l.tasks[i].id] = true
		}
		for _, id := range ids[:read] {
			if !there[id] {
				d.Removed = append(d.Removed, b.prefix+id)
			}
		}
		ids = ids[read:]
	}
	b.seen.dequeue(len(todo))
	return d, nil
}
