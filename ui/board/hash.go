package board

import (
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"sync"
	"time"

	"notdone/model"
)

// seed keys all hashes, so that nobody can choose texts whose hashes are equal. Hashes
// of one seed are the same in every process.
var seed = [2]uint64{rand.Uint64(), rand.Uint64() | 1} //nolint:gosec // ChaCha8, seeded by the kernel

var seeding sync.Once

// Seed sets what keys all hashes of this process, before the first board is made. It is false
// when there is another seed already: only the first call counts.
func Seed(raw [16]byte) bool {
	given := [2]uint64{binary.LittleEndian.Uint64(raw[:]), binary.LittleEndian.Uint64(raw[8:]) | 1}
	seeding.Do(func() { seed = given })
	return seed == given
}

// hash is a keyed 64-bit hash of words and texts, which are folded in one after the
// other. It begins as newHash.
type hash uint64

func newHash() hash { return hash(seed[0]) }

func hashText(text string) uint64 { return uint64(newHash().text(text)) }

// word folds in 64 bits: the halves of a product in which every bit counts.
func (h hash) word(w uint64) hash {
	high, low := bits.Mul64(uint64(h)^w, seed[1])
	return hash(high ^ low)
}

// text folds in a text and its length.
func (h hash) text(s string) hash {
	h = h.word(uint64(len(s)))
	for ; len(s) >= 8; s = s[8:] {
		h = h.word(uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56)
	}
	var last uint64
	for i := range len(s) {
		last = last<<8 | uint64(s[i])
	}
	return h.word(last)
}

// sumRow returns a hash of all that a row says. When it was first judged so, and when it
// has to be judged again, is not said.
func sumRow(r *model.Row) uint64 {
	said := *r
	said.FirstJudged, said.Until = time.Time{}, time.Time{}
	if said.Obstacle == nil {
		said.Wish = "" // a row of a board that runs may lack it
	}
	return uint64(newHash().value(reflect.ValueOf(&said).Elem()))
}

var timeType = reflect.TypeFor[time.Time]()

// value folds in an addressable value and everything that it holds.
func (h hash) value(v reflect.Value) hash {
	switch v.Kind() {
	case reflect.String:
		return h.text(v.String())
	case reflect.Bool:
		if v.Bool() {
			return h.word(1)
		}
		return h.word(2)
	case reflect.Float64:
		return h.word(math.Float64bits(v.Float()))
	case reflect.Pointer:
		if v.IsNil() {
			return h.word(0)
		}
		return h.word(1).value(v.Elem())
	case reflect.Slice:
		h = h.word(uint64(v.Len()))
		for i := range v.Len() {
			h = h.value(v.Index(i))
		}
		return h
	case reflect.Struct:
		if v.Type() == timeType {
			at := v.Addr().Interface().(*time.Time) //nolint:forcetypeassert // it is of that type; its address takes no memory
			return h.word(uint64(at.Unix())).word(uint64(at.Nanosecond()))
		}
		for i := range v.NumField() {
			h = h.value(v.Field(i))
		}
		return h
	default:
		if v.CanInt() {
			return h.word(uint64(v.Int()))
		}
		return h.word(v.Uint())
	}
}
