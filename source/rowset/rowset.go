// Package rowset holds sets of row numbers, one bit a number. A source keeps the set of the
// rows that it has reported, to find the few deleted ones without comparing all rows.
package rowset

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"maps"
	"math/bits"
	"slices"
)

// BucketBits is the base-2 logarithm of the size of a bucket: bucket b holds the numbers n
// with n >> BucketBits == b.
const BucketBits = 12

// Set is a set of row numbers. It takes 512 bytes for each bucket that is not empty. It is
// not safe for concurrent use.
type Set struct{ buckets map[int64]*bucket }

type bucket struct {
	bits  [1 << BucketBits / 64]uint64
	count int
}

// New returns an empty set.
func New() *Set { return &Set{map[int64]*bucket{}} }

// place returns the bucket of a number, the index of the word in the bucket and the bit of the
// number in that word.
func place(n int64) (number int64, word int, bit uint64) {
	within := n & (1<<BucketBits - 1)
	return n >> BucketBits, int(within / 64), 1 << (within % 64)
}

// Add adds a number.
func (s *Set) Add(n int64) {
	number, word, bit := place(n)
	b := s.buckets[number]
	if b == nil {
		b = &bucket{}
		s.buckets[number] = b
	}
	if b.bits[word]&bit == 0 {
		b.bits[word] |= bit
		b.count++
	}
}

// Remove removes a number.
func (s *Set) Remove(n int64) {
	number, word, bit := place(n)
	if b := s.buckets[number]; b != nil && b.bits[word]&bit != 0 {
		b.bits[word] &^= bit
		if b.count--; b.count == 0 {
			delete(s.buckets, number)
		}
	}
}

// Differing returns the buckets whose sizes differ from counted, which maps buckets to sizes. A
// bucket that is missing in counted has size 0.
func (s *Set) Differing(counted map[int64]int) (numbers []int64) {
	for number, count := range counted {
		if b := s.buckets[number]; b == nil || b.count != count {
			numbers = append(numbers, number)
		}
	}
	for number := range s.buckets {
		if _, ok := counted[number]; !ok {
			numbers = append(numbers, number)
		}
	}
	return numbers
}

// SymmetricDifference returns the numbers that are in exactly one of the two sets. It looks at
// the given buckets only; nil: at all.
func (s *Set) SymmetricDifference(other *Set, buckets []int64) (differ []int64) {
	if buckets == nil {
		for number := range s.buckets {
			buckets = append(buckets, number)
		}
		for number := range other.buckets {
			if s.buckets[number] == nil {
				buckets = append(buckets, number)
			}
		}
	}
	for _, number := range buckets {
		var one, two bucket
		if b := s.buckets[number]; b != nil {
			one = *b
		}
		if b := other.buckets[number]; b != nil {
			two = *b
		}
		for word := range one.bits {
			for left := one.bits[word] ^ two.bits[word]; left != 0; left &= left - 1 {
				differ = append(differ, number<<BucketBits+int64(word*64+bits.TrailingZeros64(left)))
			}
		}
	}
	return differ
}

// Has reports whether a number is in the set.
func (s *Set) Has(n int64) bool {
	number, word, bit := place(n)
	b := s.buckets[number]
	return b != nil && b.bits[word]&bit != 0
}

// MarshalBinary encodes the set. It is compressed, because most buckets are full.
func (s *Set) MarshalBinary() ([]byte, error) {
	var raw bytes.Buffer
	w, err := flate.NewWriter(&raw, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	for _, number := range slices.Sorted(maps.Keys(s.buckets)) {
		if err := binary.Write(w, binary.LittleEndian, number); err != nil {
			return nil, err
		}
		if err := binary.Write(w, binary.LittleEndian, s.buckets[number].bits[:]); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return raw.Bytes(), err
}

// UnmarshalBinary replaces the set by the one that MarshalBinary encoded. After an error the
// content of the set is undefined.
func (s *Set) UnmarshalBinary(raw []byte) error {
	r := flate.NewReader(bytes.NewReader(raw))
	s.buckets = map[int64]*bucket{}
	for {
		var number int64
		b := &bucket{}
		if err := binary.Read(r, binary.LittleEndian, &number); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := binary.Read(r, binary.LittleEndian, b.bits[:]); err != nil {
			return err
		}
		for _, word := range b.bits {
			b.count += bits.OnesCount64(word)
		}
		if b.count > 0 {
			s.buckets[number] = b
		}
	}
}
