package pgsource

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"notdone/source"
)

// Queue is what a format has found in a database.
type Queue struct {
	Adapter source.Adapter // of its kind
	Listen  []string       // the channels on which the queue notifies
	Facts   []source.Fact
	Tables  []Table
	Version string // another one for each way to read the tables
	LeftOut string // what of the database is not read; empty: all that looks like a queue is
}

// JoinQueues returns what several formats have found in one database as one. A table whose
// IDs have no group comes last.
func JoinQueues(all ...*Queue) *Queue {
	if len(all) == 1 {
		return all[0]
	}
	q, adapters := &Queue{}, make([]source.Adapter, len(all))
	for i, one := range all {
		adapters[i] = one.Adapter
		q.Listen, q.Facts, q.Tables = append(q.Listen, one.Listen...), append(q.Facts, one.Facts...), append(q.Tables, one.Tables...)
		q.Version += one.Version + " "
		q.LeftOut = cmp.Or(q.LeftOut, one.LeftOut)
	}
	q.Adapter = source.Joined(adapters...)
	slices.SortStableFunc(q.Tables, func(a, b Table) int { return cmp.Compare(b.Shape().Group, a.Shape().Group) })
	return q
}

// Counting is a Table whose rows can be counted by what is recorded, where that alone does
// not decide; see source.Counter.
type Counting interface {
	// CountStatuses moves the rows that stand for something else to a status that does. It
	// reports whether it could.
	CountStatuses(ctx context.Context, tx pgx.Tx, counts map[string]int) (bool, error)
}

// Start finds the tables of a format in a database; shown is the database's name without a
// password, and clock is the server's. The error wraps source.ErrUndetected when they are
// not there.
type Start func(ctx context.Context, tx pgx.Tx, columns Columns, shown string, clock *Clock) (*Queue, error)

// Both returns a Start that finds what the first one finds and what is beside it, or what
// another one finds alone.
func Both(first, beside, alone Start) Start {
	return func(ctx context.Context, tx pgx.Tx, columns Columns, shown string, clock *Clock) (*Queue, error) {
		q, err := first(ctx, tx, columns, shown, clock)
		if errors.Is(err, source.ErrUndetected) {
			return alone(ctx, tx, columns, shown, clock)
		}
		if err != nil {
			return nil, err
		}
		switch other, err := beside(ctx, tx, columns, shown, clock); {
		case errors.Is(err, source.ErrUndetected):
			return q, nil
		case err != nil:
			return nil, err
		default:
			return JoinQueues(q, other), nil
		}
	}
}
