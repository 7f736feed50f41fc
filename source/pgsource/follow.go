package pgsource

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"notdone/source"
	"notdone/source/rowset"
	"notdone/source/watch"
)

// follow is how far the changes of a table have been reported. Rows that may change are
// remembered by a hash; rows that have ended are found as those that are no longer
// among them, and by IDs that are greater than any before.
type follow struct {
	known   map[string]int64 // the hashes of the rows that may change, by ID
	newest  string           // the greatest ID, of a table whose IDs grow
	there   there            // which rows were told, of a table whose IDs grow
	total   int64            // rows at the last count, of another
	log     logPlace
	pending []string  // IDs to read and report
	due     time.Time // when the rows may be compared again
	took    cost      // of comparing them
	countAt time.Time // and counted; zero: the listing has not ended yet
	begun   bool      // a listing has begun
}

func newFollow() follow { return follow{known: map[string]int64{}} }

// compareShare and countShare are the pauses after comparing and after counting, as
// multiples of the time that it took: a hundredth of a core, and a five-hundredth.
const (
	compareShare = 100
	countShare   = 500
	leastCompare = 200 * time.Millisecond
	leastCount   = time.Minute
)

// Bounds of one Refresh.
const (
	reportMost = 500  // cases
	newestMost = 5000 // ended rows that are new
)

// begin remembers the rows that may change as they are when a listing begins.
func (f *follow) begin(ctx context.Context, tx pgx.Tx, t *table) (err error) {
	*f = newFollow()
	f.begun = true
	if t.serial() {
		f.there.told = rowset.New()
		if err := tx.QueryRow(ctx, "SELECT coalesce(max("+t.Key+")::text, '') FROM "+t.From+" t").Scan(&f.newest); err != nil {
			return err
		}
	}
	if t.Log != nil {
		return f.log.begin(ctx, tx)
	}
	f.known, err = t.hashes(ctx, tx)
	return err
}

// beginEnded counts the rows when the listing of those that have ended begins.
func (f *follow) beginEnded(ctx context.Context, tx pgx.Tx, t *table) error {
	if t.serial() || t.Log != nil {
		return nil
	}
	return tx.QueryRow(ctx, "SELECT count(*) FROM "+t.From+" t").Scan(&f.total)
}

// hashes returns a hash of each row that may change, by its ID.
func (t *table) hashes(ctx context.Context, tx pgx.Tx) (map[string]int64, error) {
	marks := []string{"''"}
	for _, m := range t.Marks { // a NULL differs from an empty text
		marks = append(marks, "coalesce("+m+", E'\\x01')")
	}
	rows, err := tx.Query(ctx, "SELECT "+t.Key+"::text, hashtextextended("+strings.Join(marks, " || E'\\x02' || ")+", 0) FROM "+t.From+" t WHERE "+t.live())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name, err)
	}
	all := map[string]int64{}
	var id string
	var hash int64
	_, err = pgx.ForEachRow(rows, []any{&id, &hash}, func() error {
		all[id] = hash
		return nil
	})
	return all, err
}

// Refresh reports what has changed since the last call, or since the listing began.
func (s *Source) Refresh(ctx context.Context, _ watch.Signal) (d source.Delta, err error) {
	err = s.read(ctx, func(tx pgx.Tx) error {
		d = source.Delta{}
		for _, t := range s.tables {
			if !t.follow.begun {
				if err := t.follow.begin(ctx, tx, t); err != nil {
					return err
				}
				continue
			}
			if wait := time.Until(t.follow.due); wait > 0 && len(t.follow.pending) == 0 {
				s.pokeIn(wait)
				continue
			}
			reset, err := t.follow.findChanges(ctx, tx, t)
			if err != nil {
				return err
			}
			d.Reset = d.Reset || reset
		}
		return nil
	})
	if err != nil || d.Reset {
		if d.Reset {
			for _, t := range s.tables {
				t.follow = newFollow()
			}
		}
		return source.Delta{Reset: d.Reset}, err
	}
	return s.report(ctx)
}

// findChanges compares the rows with what is remembered of them, unless changes that were
// found wait to be reported, and reports whether all has to be listed again.
func (f *follow) findChanges(ctx context.Context, tx pgx.Tx, t *table) (reset bool, err error) {
	began := time.Now()
	if len(f.pending) > 0 {
		return false, nil
	}
	if t.Log != nil {
		f.pending, reset, err = f.log.since(ctx, tx, t.Log)
		f.due = time.Now().Add(max(compareShare*f.took.add(time.Since(began)), leastCompare))
		return reset, err
	}
	now, err := t.hashes(ctx, tx)
	if err != nil {
		return false, err
	}
	for id, hash := range now {
		was, ok := f.known[id]
		if !ok || was != hash {
			f.pending = append(f.pending, id)
		}
		if !ok {
			f.total++
		}
	}
	for id := range f.known {
		if _, ok := now[id]; !ok {
			f.pending = append(f.pending, id)
		}
	}
	if err := f.findNewest(ctx, tx, t); err != nil {
		return false, err
	}
	if reset, err = f.countRows(ctx, tx, t); err != nil {
		return false, err
	}
	f.pending = sortedIDs(f.pending)
	f.known = now
	f.due = time.Now().Add(max(compareShare*f.took.add(time.Since(began)), leastCompare))
	return reset, nil
}

// findNewest adds the rows that have begun and ended since the last look.
func (f *follow) findNewest(ctx context.Context, tx pgx.Tx, t *table) error {
	if !t.serial() {
		return nil
	}
	where, args := "", []any{newestMost}
	if f.newest != "" {
		where, args = "WHERE "+t.Key+" > $2::text::"+t.Type, append(args, f.newest)
	}
	rows, err := tx.Query(ctx, "SELECT "+t.Key+"::text FROM "+t.From+" t "+where+" ORDER BY "+t.Key+" LIMIT $1", args...)
	if err != nil {
		return err
	}
	var id string
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error {
		f.pending, f.newest = append(f.pending, id), id
		return nil
	})
	return err
}

// countRows counts the rows now and then. Where the IDs do not grow, a number that is
// another than that of the rows that were told has all listed again.
func (f *follow) countRows(ctx context.Context, tx pgx.Tx, t *table) (reset bool, err error) {
	began := time.Now()
	if f.countAt.IsZero() || began.Before(f.countAt) || t.Ended == "" {
		return false, nil
	}
	if t.serial() {
		differ, err := f.there.compare(ctx, tx, t)
		f.pending = append(f.pending, differ...)
		f.countAt = time.Now().Add(max(countShare*time.Since(began), leastCount))
		return false, err
	}
	var total int64
	if err := tx.QueryRow(ctx, "SELECT count(*) FROM "+t.From+" t").Scan(&total); err != nil {
		return false, err
	}
	f.countAt = time.Now().Add(max(countShare*time.Since(began), leastCount))
	return total != f.total && len(f.pending) == 0, nil
}

// report reads the tasks that have changed, some in each call.
func (s *Source) report(ctx context.Context) (d source.Delta, err error) {
	told := make([][]string, len(s.tables))
	there := make([]map[string]bool, len(s.tables))
	err = s.read(ctx, func(tx pgx.Tx) error {
		d = source.Delta{}
		for i, t := range s.tables {
			told[i], there[i] = t.follow.pending[:min(len(t.follow.pending), reportMost)], map[string]bool{}
			cases, err := t.load(ctx, tx, false, told[i])
			if err != nil {
				return err
			}
			for j := range cases {
				there[i][strings.TrimPrefix(cases[j].Task.ID, t.prefix())] = true
			}
			d.Cases = append(d.Cases, cases...)
		}
		return nil
	})
	if err != nil {
		return source.Delta{}, err
	}
	for i, t := range s.tables {
		f := &t.follow
		for _, id := range told[i] {
			if there[i][id] {
				f.there.add(id)
				continue
			}
			f.there.remove(id)
			f.total--
			d.Removed = append(d.Removed, t.prefix()+id)
		}
		f.pending = slices.Clone(f.pending[len(told[i]):])
		d.More = d.More || len(f.pending) > 0
	}
	return d, nil
}
