package sqlsource

import (
	"context"
	"fmt"
	"hash/maphash"
	"math"

	"notdone/source/sqlitedb"
)

// Sieve tells of most ids that a table does not name them, without a look at its index,
// which lies anywhere in the file. It takes half a megabyte, however many ids there are; the
// more there are, the fewer it tells apart.
type Sieve struct {
	seed maphash.Seed
	bits []uint64
}

const sieveBits = 1 << 22

// NewSieve returns a sieve of no ids.
func NewSieve() *Sieve { return &Sieve{seed: maphash.MakeSeed(), bits: make([]uint64, sieveBits/64)} }

// places returns the two bits of an id.
func (s *Sieve) places(id string) [2]uint64 {
	h := maphash.String(s.seed, id)
	return [2]uint64{h % sieveBits, h >> 32 % sieveBits}
}

// Add adds an id.
func (s *Sieve) Add(id string) {
	for _, at := range s.places(id) {
		s.bits[at/64] |= 1 << (at % 64)
	}
}

// MayHold is false for an id that was not added.
func (s *Sieve) MayHold(id string) bool {
	for _, at := range s.places(id) {
		if s.bits[at/64]>>(at%64)&1 == 0 {
			return false
		}
	}
	return true
}

// sievedMost is how many rows are read for a sieve, which takes about a second.
const sievedMost = 1_000_000

// SieveOf returns a sieve of the texts in two columns by which an index of the table is ordered
// and that have no other values. Where the table has too many rows it may hold any id.
func (s *Store) SieveOf(ctx context.Context, table, a, b string) (*Sieve, error) {
	sieve, after := NewSieve(), [2]any{"", ""}
	query := fmt.Sprintf("SELECT %[2]s, %[3]s FROM %[1]s WHERE (%[2]s, %[3]s) > (?1, ?2) ORDER BY %[2]s, %[3]s LIMIT ?3 + 0", table, a, b)
	for n, more := 0, true; more; {
		if n > sievedMost {
			for i := range sieve.bits {
				sieve.bits[i] = math.MaxUint64
			}
			return sieve, nil
		}
		var read int
		var last [2]any
		err := s.ReadPart(ctx, &s.pace.sieve, markMost, func(ctx context.Context, q sqlitedb.Queryer, most int) error {
			read, last = 0, after
			err := Each(ctx, q, func(r Row) error {
				last = [2]any{r.cells[0], r.cells[1]}
				sieve.Add(Text(last[0]))
				sieve.Add(Text(last[1]))
				read++
				return nil
			}, query, after[0], after[1], most)
			more = read == most
			return err
		})
		if err != nil {
			return nil, err
		}
		n, after = n+read, last
	}
	return sieve, nil
}

// GroupSieve holds the values of a column whose rows have something in common. It is filled part by
// part, in the order of an index that begins with the column and has all that is looked at, so
// that no row is read.
type GroupSieve struct {
	*Sieve
	end, groups string
	after       any // the last value whose rows were looked at
	over        bool
	pace        sqlitedb.Pace
}

// groupPart is how many rows Grow looks at, or a few more: those of one value together.
const groupPart = 20_000

// NewGroupSieve returns a sieve, empty so far, of the values of a column of texts for whose rows an
// aggregate is true.
func NewGroupSieve(table, column, aggregate string) *GroupSieve {
	return &GroupSieve{
		Sieve: NewSieve(), after: "",
		// The value up to which the next rows are looked at, and whether those are the last ones.
		end: fmt.Sprintf(`SELECT coalesce(next, (SELECT max(%[2]s) FROM %[1]s)), next IS NULL FROM (SELECT
			(SELECT %[2]s FROM %[1]s WHERE %[2]s > ?1 ORDER BY %[2]s LIMIT 1 OFFSET ?2 + 0) AS next)`, table, column),
		groups: fmt.Sprintf("SELECT %[2]s FROM %[1]s WHERE %[2]s > ?1 AND %[2]s <= ?2 GROUP BY %[2]s HAVING %[3]s", table, column, aggregate),
	}
}

// IsWhole reports whether all rows were looked at; false of nil.
func (g *GroupSieve) IsWhole() bool { return g != nil && g.over }

// Grow looks at some more rows.
func (g *GroupSieve) Grow(ctx context.Context, s *Store) error {
	var last any
	var over bool
	err := s.ReadPart(ctx, &g.pace, groupPart, func(ctx context.Context, q sqlitedb.Queryer, most int) error {
		err := Each(ctx, q, func(r Row) error {
			last, over = r.Cell(0), Int(r.Cell(1)) != 0
			return nil
		}, g.end, g.after, most)
		if err != nil {
			return err
		}
		return Each(ctx, q, func(r Row) error {
			g.Add(Text(r.Cell(0)))
			return nil
		}, g.groups, g.after, last)
	})
	if err == nil {
		g.after, g.over = last, over
	}
	return err
}
