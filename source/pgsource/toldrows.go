package pgsource

import (
	"context"
	"fmt"
	"hash/maphash"
	"strconv"

	"github.com/jackc/pgx/v5"

	"notdone/source/rowset"
)

// toldRows is which rows of a table have been told: rows that have ended leave no other trace
// when they are deleted.
type toldRows struct {
	numbers *rowset.Set         // of IDs that grow
	others  map[uint64]struct{} // hashes of other ones, which are only counted
}

func newToldRows(t *table) toldRows {
	switch {
	case t.Log != nil, t.Ended == "" && !t.serial():
		return toldRows{} // nothing asks
	case t.serial():
		return toldRows{numbers: rowset.New()}
	}
	return toldRows{others: map[uint64]struct{}{}}
}

var hashSeed = maphash.MakeSeed()

func (h *toldRows) add(id string) {
	if h.others != nil {
		h.others[maphash.String(hashSeed, id)] = struct{}{}
	} else if n, err := strconv.ParseInt(id, 10, 64); err == nil && h.numbers != nil {
		h.numbers.Add(n)
	}
}

func (h *toldRows) remove(id string) {
	if h.others != nil {
		delete(h.others, maphash.String(hashSeed, id))
	} else if n, err := strconv.ParseInt(id, 10, 64); err == nil && h.numbers != nil {
		h.numbers.Remove(n)
	}
}

// has reports whether a row of a table whose IDs grow has been told.
func (h *toldRows) has(id string) bool {
	n, err := strconv.ParseInt(id, 10, 64)
	return err == nil && h.numbers.Has(n)
}

// changedMost bounds the buckets whose rows one sweep looks up.
const changedMost = 64

// compare returns IDs whose rows are there and were not told, or were told and are not
// there; whole is false when there may be more.
func (h *toldRows) compare(ctx context.Context, tx pgx.Tx, t *table) (differ []string, whole bool, err error) {
	rows, err := tx.Query(ctx, fmt.Sprintf("SELECT %s >> %d, count(*) FROM %s t GROUP BY 1", t.Key, rowset.BucketBits, t.From))
	if err != nil {
		return nil, false, err
	}
	var number int64
	var count int
	counted := map[int64]int{}
	_, err = pgx.ForEachRow(rows, []any{&number, &count}, func() error {
		counted[number] = count
		return nil
	})
	if err != nil {
		return nil, false, err
	}
	wrong := h.numbers.Differing(counted)
	if len(wrong) == 0 {
		return nil, true, nil
	}
	whole = len(wrong) <= changedMost
	wrong = wrong[:min(len(wrong), changedMost)]
	now := rowset.New()
	for _, number := range wrong {
		first := number << rowset.BucketBits
		rows, err := tx.Query(ctx, fmt.Sprintf("SELECT %[1]s FROM %[2]s t WHERE %[1]s BETWEEN $1 AND $2", t.Key, t.From), first, first+1<<rowset.BucketBits-1)
		if err != nil {
			return nil, false, err
		}
		var id int64
		_, err = pgx.ForEachRow(rows, []any{&id}, func() error {
			now.Add(id)
			return nil
		})
		if err != nil {
			return nil, false, err
		}
	}
	for _, n := range h.numbers.SymmetricDifference(now, wrong) {
		differ = append(differ, strconv.FormatInt(n, 10))
	}
	return differ, whole, nil
}
