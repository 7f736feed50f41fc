package sqlitedb

import (
	"context"
	"errors"
	"time"
)

// With a rollback journal the owner cannot commit during a read. So a long read is
// split into transactions: each should take turnAim and is interrupted at turnMax. A
// waiting owner commits between two of them, because SQLite blocks new readers while
// a writer waits.
const (
	turnAim = 5 * time.Millisecond
	turnMax = 25 * time.Millisecond
)

// firstRows is the number of rows of the first transaction.
const firstRows = 64

// Pace is the number of rows of one kind that a transaction reads, adapted to the
// time that the last ones took. The zero value is ready for use. A Pace belongs to
// one DB and one goroutine.
type Pace struct {
	rows int
	// unlimited says that not even one row could be read within turnMax: transactions
	// are not interrupted. last is the time that the last such transaction took.
	unlimited bool
	last      time.Duration
}

// next returns the number of rows of the next transaction.
func (p *Pace) next(most int) int {
	if p.rows == 0 {
		p.rows = firstRows
	}
	return min(p.rows, most)
}

// overran records that a transaction of n rows was interrupted.
func (p *Pace) overran(n int) {
	p.rows, p.unlimited, p.last = max(n/4, 1), n == 1, 0
}

// took records that a transaction of n rows took the time d.
func (p *Pace) took(n int, d time.Duration) {
	fit := int64(n) * int64(turnAim) / int64(max(d, 1))
	before := p.last
	p.unlimited, p.last = p.unlimited && d > turnMax, d
	switch {
	case p.unlimited && (before == 0 || 2*d < 3*before):
		p.rows = 2 * n // the time does not depend on the rows: each query scans a table
	case p.unlimited:
		p.rows = max(n/2, 1)
	case n < p.rows && fit >= int64(n):
		// There were no more rows to read, which says nothing about longer parts.
	case fit > 2*int64(n):
		p.rows = 2 * n
	default:
		p.rows = max(int(fit), 1)
	}
}

// ReadPart is Read for work that can be split. fn is told the number of rows that it
// may read, which is at most most, and reads fewer only when there are no more. With
// a rollback journal a transaction that takes too long is interrupted, and fn runs
// again with fewer rows.
func (db *DB) ReadPart(ctx context.Context, p *Pace, most int, fn func(ctx context.Context, q Queryer, rows int) error) error {
	return db.exclusive(ctx, func(ctx context.Context) error {
		defer db.scheduleParking(true)
		return db.withSession(ctx, func(s *session) error {
			if s.mode != ModeRollback {
				return db.readOnce(ctx, s, func(ctx context.Context, q Queryer) error { return fn(ctx, q, most) })
			}
			return db.readTurn(ctx, s, p, p.next(most), fn)
		})
	})
}

// readTurn reads up to rows rows beside a rollback journal. It returns errTurn when
// the transaction was interrupted.
func (db *DB) readTurn(ctx context.Context, s *session, p *Pace, rows int, fn func(ctx context.Context, q Queryer, rows int) error) error {
	var began time.Time
	interrupted := false
	err := db.readOnce(ctx, s, func(all context.Context, q Queryer) error {
		began = time.Now() // the wait for the lock does not count
		if p.unlimited {
			return fn(all, q, rows)
		}
		ctx, cancel := context.WithTimeout(all, turnMax)
		defer cancel()
		err := fn(ctx, q, rows)
		interrupted = err != nil && all.Err() == nil && ctx.Err() != nil
		return err
	})
	switch {
	case interrupted:
		p.overran(rows)
		return errTurn
	case err == nil:
		p.took(rows, time.Since(began))
	}
	return err
}

// errTurn says that a transaction was interrupted because it took too long.
var errTurn = errors.New("a part of a read took too long")
