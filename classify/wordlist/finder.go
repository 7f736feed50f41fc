package wordlist

import (
	"slices"
	"strings"
)

// finder searches a text for many words in one pass. Each word belongs to a number, and the finder
// reports the numbers whose words occur. The zero finder has no words.
type finder struct {
	slots   [1024]uint8 // by a hash of two bytes: the index in buckets, plus one, of the words that begin so
	buckets [][]numbered
}

// numbered is a word and the number to which it belongs.
type numbered struct {
	word   string
	number int
}

// maxBuckets is the number of buckets that slots can name. Words that come later share the last one.
const maxBuckets = 255

// slot returns the index in slots of words that begin with two bytes.
func slot(a, b byte) int { return (int(a)<<5 ^ int(b)) % len(finder{}.slots) }

// maxNumbers bounds the numbers, because eachIn has a bit for each.
const maxNumbers = 64

// add adds the words of a number. It adds none and returns false if there are none, if one has a
// single byte, so that nearly every text has it, or if the number is too large.
func (f *finder) add(words []string, number int) bool {
	if shortest(words) < 2 || number >= maxNumbers {
		return false
	}
	for _, word := range words {
		at := &f.slots[slot(word[0], word[1])]
		if *at == 0 {
			if len(f.buckets) < maxBuckets {
				f.buckets = append(f.buckets, nil)
			}
			*at = uint8(len(f.buckets))
		}
		f.buckets[*at-1] = append(f.buckets[*at-1], numbered{word, number})
	}
	return true
}

// eachIn calls is once for each number that has a word in the text, in the order of the words in
// the text, until is returns true. It reports whether it did.
func (f *finder) eachIn(text string, is func(number int) bool) bool {
	called := uint64(0)
	for i := 1; i < len(text); i++ {
		at := f.slots[slot(text[i-1], text[i])]
		if at == 0 {
			continue
		}
		rest := text[i-1:]
		if slices.ContainsFunc(f.buckets[at-1], func(w numbered) bool {
			if called>>w.number&1 != 0 || !strings.HasPrefix(rest, w.word) {
				return false
			}
			called |= 1 << w.number
			return is(w.number)
		}) {
			return true
		}
	}
	return false
}
