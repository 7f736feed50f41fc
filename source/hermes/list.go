package hermes

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"notdone/model"
	"notdone/source"
)

// pass is one part of a listing: the tasks of one status.
type pass struct {
	status string
	newest bool // from the newest arrival on
}

// passes are the statuses in the order in which tasks are listed. Each is read
// along its index in the order of arrival, finished ones from the newest
// arrival on: completed_at has no index, and sorting a million is no first page.
var passes = []pass{
	{status: stRunning},
	{status: stBlocked},
	{status: stReview},
	{status: stTriage},
	{status: stReady},
	{status: stTodo},
	{status: stScheduled},
	{}, // every status that is not named here
	{status: stDone, newest: true},
	{status: stArchived, newest: true},
}

// openPasses is how many passes come before the finished tasks.
const openPasses = 8

// cursor is a place in a listing: after the row rowid of the pass, on the first
// board whose key is not less than key.
type cursor struct {
	pass   int
	key    string
	status string // in the pass of unknown statuses: the one being listed
	rowid  int64
	fresh  bool // no row of this pass and board was listed yet
}

func (c cursor) String() string {
	fresh := 0
	if c.fresh {
		fresh = 1
	}
	return fmt.Sprintf("%d,%d,%d,%s,%s", c.pass, fresh, c.rowid, c.key, c.status)
}

func parseCursor(s source.Cursor) (cursor, error) {
	if s == "" {
		return cursor{fresh: true}, nil
	}
	parts := strings.SplitN(string(s), ",", 5)
	if len(parts) != 5 {
		return cursor{}, fmt.Errorf("%q is no position in this listing", s)
	}
	pass, err1 := strconv.Atoi(parts[0])
	rowid, err2 := strconv.ParseInt(parts[2], 10, 64)
	if err := errors.Join(err1, err2); err != nil || pass < 0 || pass > len(passes) {
		return cursor{}, fmt.Errorf("%q is no position in this listing", s)
	}
	return cursor{pass: pass, fresh: parts[1] == "1", rowid: rowid, key: parts[3], status: parts[4]}, nil
}

// List implements source.Source.
func (r *reader) List(ctx context.Context, q source.Query) (source.Page, error) {
	ctx, leave, err := r.enter(ctx)
	if err != nil {
		return source.Page{}, err
	}
	defer leave()
	at, err := parseCursor(q.After)
	if err != nil {
		return source.Page{}, err
	}
	if q.After == "" {
		for _, b := range r.boards {
			b.lost = nil
			b.lookForLogs()
		}
	}
	limit := max(q.Limit, 1)
	var cases []model.Case
	for at.pass < len(passes) && len(cases) < limit {
		b := r.boardAt(&at)
		if b == nil {
			continue
		}
		next, some, err := b.list(ctx, r.env, at, min(limit-len(cases), chunk), !r.root)
		if err != nil {
			if ctx.Err() != nil || !r.root {
				return source.Page{}, fmt.Errorf("cannot list %s: %w", b.name(), err)
			}
			b.missed = true
			b.lost = fmt.Errorf("cannot list %s: %w", b.name(), err)
			continue
		}
		if at = next; len(cases) == 0 {
			cases = some // the usual case: one read fills the page
		} else {
			cases = append(cases, some...)
		}
	}
	if err := r.unreadable(); err != nil {
		return source.Page{}, err
	}
	page := source.Page{Cases: cases}
	if at.pass < len(passes) {
		page.Next = source.Cursor(at.String())
	}
	return page, nil
}

// boardAt returns the board on which the listing continues. When the pass has
// none left that can be read, it moves on to the next pass and returns nil.
func (r *reader) boardAt(at *cursor) *board {
	for _, b := range r.boards {
		if b.key() < at.key || b.lost != nil {
			continue
		}
		if b.key() != at.key {
			*at = cursor{pass: at.pass, key: b.key(), fresh: true}
		}
		return b
	}
	*at = cursor{pass: at.pass + 1, fresh: true}
	return nil
}

// list reads on from a place, at most want tasks, and returns where to go on.
// Alone, a board goes through all passes in one read; beside others it stops at
// the end of its pass.
func (b *board) list(ctx context.Context, env *env, at cursor, want int, alone bool) (cursor, []model.Case, error) {
	if b.stale {
		if err := b.start(ctx); err != nil {
			return at, nil, err
		}
	}
	var next cursor
	l, cases, err := b.part(ctx, env, false, want, func(ctx context.Context, l *loader, most int) (err error) {
		next, err = l.walk(ctx, at, most, alone)
		return err
	})
	if err != nil {
		return at, nil, err
	}
	b.seen.note(l.tasks)
	if next.pass >= openPasses {
		b.seen.complete = true
	}
	if !alone && next.pass != at.pass {
		next = cursor{pass: at.pass, key: b.key() + "\x00", fresh: true}
	}
	return next, cases, nil
}

// walk selects tasks until there are enough or, beside other boards, the pass
// is over.
func (l *loader) walk(ctx context.Context, at cursor, want int, alone bool) (cursor, error) {
	if !l.b.schema.status {
		return l.walkUnsorted(ctx, at, want)
	}
	for at.pass < len(passes) {
		status := passes[at.pass].status
		if status == "" {
			unknown, err := l.b.schema.unknown(ctx, l.q, at.status)
			if err != nil {
				return at, err
			}
			if status = unknown; status != at.status {
				at = cursor{pass: at.pass, key: at.key, status: status, fresh: true}
			}
		}
		had := l.scanned
		if status != "" {
			if err := l.step(ctx, &at, status, want-had); err != nil {
				return at, err
			}
			if l.scanned == want {
				return at, nil
			}
		}
		if passes[at.pass].status == "" && status != "" {
			at = cursor{pass: at.pass, key: at.key, status: status + "\x00", fresh: true}
			continue
		}
		at = cursor{pass: at.pass + 1, key: at.key, fresh: true}
		if !alone {
			break
		}
	}
	return at, nil
}

// walkUnsorted selects tasks of any status in the order of arrival, on a board
// that has no index of statuses. The first pass finds all of them.
func (l *loader) walkUnsorted(ctx context.Context, at cursor, want int) (cursor, error) {
	if at.pass == 0 {
		if at.fresh {
			at.rowid, at.fresh = math.MinInt64, false
		}
		err := l.selectTasks(ctx, "WHERE t.rowid > ? ORDER BY t.rowid LIMIT ?", at.rowid, want)
		if err != nil || l.scanned == want {
			at.rowid = l.last
			return at, err
		}
	}
	return cursor{pass: len(passes), key: at.key, fresh: true}, nil
}

// step selects one window of one status.
func (l *loader) step(ctx context.Context, at *cursor, status string, want int) error {
	from, order := int64(math.MinInt64), ">"
	suffix := "ORDER BY t.rowid LIMIT ?"
	if passes[at.pass].newest {
		from, order, suffix = math.MaxInt64, "<", "ORDER BY t.rowid DESC LIMIT ?"
	}
	if !at.fresh {
		from = at.rowid
	}
	had := l.scanned
	if err := l.selectTasks(ctx, "WHERE t.status = ? AND t.rowid "+order+" ? "+suffix, status, from, want); err != nil {
		return err
	}
	if l.scanned > had {
		at.rowid, at.fresh = l.last, false
	}
	return nil
}
