package sqlitedb

import (
	"context"
	"errors"
	"time"
)

// With a rollback journal the owner cannot commit during a read. So a long read is
// done in parts. A part should take turnAim and is interrupted at turnMax. A waiting
// owner commits between two parts, because SQLite blocks new readers while a writer
// waits.
const (
	turnAim = 5 * time.Millisecond
	turnMax = 25 * time.Millisecond
)

// Pace remembers how many rows of one kind can be read in one turn. The zero
// value is ready for use; it belongs to one DB and is used by one goroutine.
type Pace struct {
	rows int
	// Not even one row fits a turn: the next part is not interrupted. The last one
	// that was not took so long.
	whole bool
	last  time.Duration
}

// firstRows is the size of the first part.
const firstRows = 64

// size is how many rows the next part may read.
func (p *Pace) size(most int) int {
	if p.rows == 0 {
		p.rows = firstRows
	}
	return min(p.rows, most)
}

// overran makes the next part smaller than one of n rows that took too long.
func (p *Pace) overran(n int) {
	p.rows, p.whole, p.last = max(n/4, 1), n == 1, 0
}

// took learns from a part of n rows.
func (p *Pace) took(n int, d time.Duration) {
	fit := int64(n) * int64(turnAim) / int64(max(d, 1))
	was := p.last
	p.whole, p.last = p.whole && d > turnMax, d
	switch {
	case p.whole && 2*d < 3*was || p.whole && was == 0:
		p.rows = 2 * n // twice the rows cost hardly more: it is a search that takes long
	case p.whole:
		p.rows = max(n/2, 1)
	case n < p.rows && fit >= int64(n): // it was all there was
	case fit > 2*int64(n):
		p.rows = 2 * n
	default:
		p.rows = max(int(fit), 1)
	}
}

// ReadPart is Read for work that can be done in parts. fn is told how many rows
// it may read, at most most, and reads fewer only when there are no more. With a
// rollback journal the number keeps the transaction short: a transaction that
// takes too long is interrupted, and fn runs again with fewer rows. Where not even
// a single row can be read in time, parts take as long as they need, and are larger
// where that costs little, such as with a search through the whole table.
func (db *DB) ReadPart(ctx context.Context, p *Pace, most int, fn func(ctx context.Context, q Queryer, rows int) error) error {
	return db.exclusive(ctx, func() error {
		defer db.scheduleParking(true)
		return db.withSession(ctx, func(s *session) error {
			if s.mode != ModeRollback {
				return db.readOnce(ctx, s, func(ctx context.Context, q Queryer) error { return fn(ctx, q, most) })
			}
			return db.readTurn(ctx, s, p, most, fn)
		})
	})
}

// readTurn reads one part beside a rollback journal.
func (db *DB) readTurn(ctx context.Context, s *session, p *Pace, most int, fn func(ctx context.Context, q Queryer, rows int) error) error {
	rows := p.size(most)
	began, over := time.Now(), false
	err := db.readOnce(ctx, s, func(all context.Context, q Queryer) error {
		began = time.Now() // it waited for nothing from here on
		if p.whole {
			return fn(all, q, rows)
		}
		ctx, cancel := context.WithTimeout(all, turnMax)
		defer cancel()
		err := fn(ctx, q, rows)
		over = err != nil && all.Err() == nil && ctx.Err() != nil
		return err
	})
	if over {
		p.overran(rows)
		return errTurn
	}
	if err == nil {
		p.took(rows, time.Since(began))
	}
	return err
}

// errTurn says that a part was too large for its turn.
var errTurn = errors.New("a part of a read took too long")
