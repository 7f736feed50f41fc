package pgsource

import (
	"context"
	"fmt"
	"math/bits"
	"strconv"

	"github.com/jackc/pgx/v5"
)

// there is which rows of a table whose IDs grow have been told, a bit each: rows that have
// ended leave no other trace when they are deleted. Its zero value is that of a table with
// other IDs, of which only the number of rows is compared.
type there struct {
	words map[int64]*bucket // nil: the IDs do not grow
}

// bucketBits is the logarithm of how many IDs a bucket has.
const bucketBits = 12

type bucket struct {
	bits  [1 << bucketBits / 64]uint64
	count int
}

// place returns the bucket of an ID and the bit in it.
func (h *there) place(id string) (b *bucket, word int, bit uint64) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil || h.words == nil {
		return nil, 0, 0
	}
	number := n >> bucketBits
	if b = h.words[number]; b == nil {
		b = &bucket{}
		h.words[number] = b
	}
	within := n & (1<<bucketBits - 1)
	return b, int(within / 64), 1 << (within % 64)
}

func (h *there) add(id string) {
	if b, word, bit := h.place(id); b != nil && b.bits[word]&bit == 0 {
		b.bits[word] |= bit
		b.count++
	}
}

func (h *there) remove(id string) {
	if b, word, bit := h.place(id); b != nil && b.bits[word]&bit != 0 {
		b.bits[word] &^= bit
		b.count--
	}
}

// changedMost bounds the buckets whose rows one count looks up.
const changedMost = 64

// compare returns IDs whose rows are there and were not told, or were told and are not
// there. What it does not find it finds the next time.
func (h *there) compare(ctx context.Context, tx pgx.Tx, t *table) (differ []string, err error) {
	rows, err := tx.Query(ctx, fmt.Sprintf("SELECT %s >> %d, count(*) FROM %s t GROUP BY 1", t.Key, bucketBits, t.From))
	if err != nil {
		return nil, err
	}
	var wrong []int64
	counted := map[int64]bool{}
	var number int64
	var count int
	_, err = pgx.ForEachRow(rows, []any{&number, &count}, func() error {
		counted[number] = true
		if b := h.words[number]; b == nil || b.count != count {
			wrong = append(wrong, number)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for number, b := range h.words {
		if b.count > 0 && !counted[number] {
			wrong = append(wrong, number)
		}
	}
	for _, number := range wrong[:min(len(wrong), changedMost)] {
		if differ, err = h.differing(ctx, tx, t, number, differ); err != nil {
			return nil, err
		}
	}
	return differ, nil
}

// differing adds the IDs of a bucket that compare looks for.
func (h *there) differing(ctx context.Context, tx pgx.Tx, t *table, number int64, differ []string) ([]string, error) {
	first := number << bucketBits
	rows, err := tx.Query(ctx, fmt.Sprintf("SELECT %[1]s FROM %[2]s t WHERE %[1]s BETWEEN $1 AND $2", t.Key, t.From), first, first+1<<bucketBits-1)
	if err != nil {
		return nil, err
	}
	var now bucket
	var id int64
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error {
		now.bits[(id-first)/64] |= 1 << ((id - first) % 64)
		return nil
	})
	if err != nil {
		return nil, err
	}
	var was bucket
	if b := h.words[number]; b != nil {
		was = *b
	}
	for word := range now.bits {
		for left := now.bits[word] ^ was.bits[word]; left != 0; left &= left - 1 {
			differ = append(differ, strconv.FormatInt(first+int64(word*64+bits.TrailingZeros64(left)), 10))
		}
	}
	return differ, nil
}
