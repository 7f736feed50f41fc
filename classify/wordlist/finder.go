package wordlist

import (
	"slices"
	"strings"
)

// finder looks for many texts in one pass over another one. The zero finder has none.
type finder struct {
	slots [1024]uint8 // by the first two bytes: where their texts are in alike, plus one
	alike [][]sought
}

// sought is a text that is looked for, and what has it.
type sought struct {
	text string
	by   int
}

// mostAlike is how many beginnings are told apart; others share a place.
const mostAlike = 255

func slot(a, b byte) int { return (int(a)<<5 ^ int(b)) % len(finder{}.slots) }

// add has the finder look for texts by which something with a number is found. It does
// nothing, and is false, without a text, or where one is so short that nearly everything has it.
func (f *finder) add(texts []string, by int) bool {
	if shortest(texts) < 2 || by >= mostFound {
		return false
	}
	for _, text := range texts {
		at := &f.slots[slot(text[0], text[1])]
		if *at == 0 {
			if len(f.alike) < mostAlike {
				f.alike = append(f.alike, nil)
			}
			*at = uint8(len(f.alike))
		}
		f.alike[*at-1] = append(f.alike[*at-1], sought{text, by})
	}
	return true
}

// mostFound bounds the numbers of what is found.
const mostFound = 64

// eachIn calls is, once each, for what has a text that is in another one, until that is true,
// and returns whether it was.
func (f *finder) eachIn(text string, is func(by int) bool) bool {
	asked := uint64(0)
	for i := 1; i < len(text); i++ {
		at := f.slots[slot(text[i-1], text[i])]
		if at == 0 {
			continue
		}
		rest := text[i-1:]
		if slices.ContainsFunc(f.alike[at-1], func(s sought) bool {
			if asked>>s.by&1 != 0 || !strings.HasPrefix(rest, s.text) {
				return false
			}
			asked |= 1 << s.by
			return is(s.by)
		}) {
			return true
		}
	}
	return false
}
