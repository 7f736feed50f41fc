package pgsource

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"notdone/source/rowset"
)

// there is which rows of a table whose IDs grow have been told: rows that have ended leave
// no other trace when they are deleted. Its zero value is that of a table with other IDs, of
// which only the number of rows is compared.
type there struct {
	told *rowset.Set // nil: the IDs do not grow
}

func (h *there) add(id string) {
	if n, err := strconv.ParseInt(id, 10, 64); err == nil && h.told != nil {
		h.told.Add(n)
	}
}

func (h *there) remove(id string) {
	if n, err := strconv.ParseInt(id, 10, 64); err == nil && h.told != nil {
		h.told.Remove(n)
	}
}

// changedMost bounds the buckets whose rows one count looks up.
const changedMost = 64

// compare returns IDs whose rows are there and were not told, or were told and are not
// there. What it does not find it finds the next time.
func (h *there) compare(ctx context.Context, tx pgx.Tx, t *table) (differ []string, err error) {
	rows, err := tx.Query(ctx, fmt.Sprintf("SELECT %s >> %d, count(*) FROM %s t GROUP BY 1", t.Key, rowset.BucketBits, t.From))
	if err != nil {
		return nil, err
	}
	var number int64
	var count int
	counted := map[int64]int{}
	_, err = pgx.ForEachRow(rows, []any{&number, &count}, func() error {
		counted[number] = count
		return nil
	})
	if err != nil {
		return nil, err
	}
	wrong := h.told.Differing(counted)
	wrong = wrong[:min(len(wrong), changedMost)]
	now := rowset.New()
	for _, number := range wrong {
		first := number << rowset.BucketBits
		rows, err := tx.Query(ctx, fmt.Sprintf("SELECT %[1]s FROM %[2]s t WHERE %[1]s BETWEEN $1 AND $2", t.Key, t.From), first, first+1<<rowset.BucketBits-1)
		if err != nil {
			return nil, err
		}
		var id int64
		_, err = pgx.ForEachRow(rows, []any{&id}, func() error {
			now.Add(id)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if len(wrong) == 0 {
		return nil, nil
	}
	for _, n := range h.told.Except(now, wrong) {
		differ = append(differ, strconv.FormatInt(n, 10))
	}
	return differ, nil
}
