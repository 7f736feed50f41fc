package text

import (
	"strings"
	"unicode/utf8"
)

// lexeme is what is known of one written word.
type lexeme struct {
	id     uint16
	filler bool
	regret bool
	// parts is which of the contractions it is, from 1, when it stands for two
	// words without a telling apostrophe; 0 for all others.
	parts uint8
}

// vocabulary finds a word by the hash of its letters, which the scanner works out
// as it reads them, so that no word is copied to be looked up. The letters are
// not compared: with 64 bits two words share a hash once in ten million phrases.
type vocabulary struct {
	entries  []vocabularyEntry
	mask     uint64
	used     int
	ids      uint16      // how many words have an id
	contents [][2]uint64 // the hashes of the two words of each contraction; 0 is none

	stems     map[uint64]uint16 // the ids of the beginnings of words that phrases have, by their hash
	stemHeads [1 << 10]uint32   // one bit for each triple of letters that such a beginning begins with
}

// vocabularyEntry is a word by its hash; hash 0 is a free place.
type vocabularyEntry struct {
	hash uint64
	lexeme
}

func newVocabulary() vocabulary {
	const size = 1 << 13
	return vocabulary{entries: make([]vocabularyEntry, size), mask: size - 1, stems: map[uint64]uint16{}}
}

// entry returns what is known of a word, to be written to before the next call.
func (v *vocabulary) entry(w string) *lexeme {
	if 2*v.used >= len(v.entries) {
		v.grow()
	}
	hash := hashOf(w)
	at := v.place(hash)
	if at.hash == 0 {
		at.hash = hash
		v.used++
	}
	return &at.lexeme
}

func (v *vocabulary) grow() {
	entries := v.entries
	size := 2 * len(entries)
	v.entries, v.mask = make([]vocabularyEntry, size), uint64(size-1)
	for _, e := range entries {
		if e.hash != 0 {
			*v.place(e.hash) = e
		}
	}
}

// addContractions enters the contractions, which stand for nothing but their parts.
func (v *vocabulary) addContractions() {
	for _, row := range contractions {
		w, parts, _ := strings.Cut(row, "=")
		first, second, two := strings.Cut(parts, "_")
		pair := [2]uint64{hashOf(first)}
		if two {
			pair[1] = hashOf(second)
		}
		v.contents = append(v.contents, pair)
		*v.entry(w) = lexeme{parts: uint8(len(v.contents))}
	}
}

// place returns where the word with that hash is, or would be.
func (v *vocabulary) place(hash uint64) *vocabularyEntry {
	for at := spread(hash) & v.mask; ; at = (at + 1) & v.mask {
		if e := &v.entries[at]; e.hash == hash || e.hash == 0 {
			return e
		}
	}
}

// find returns what is known of the word with that hash; a zero lexeme when
// nothing is.
func (v *vocabulary) find(hash uint64) lexeme { return v.place(hash).lexeme }

// minStem is the length in bytes of the shortest beginning that can stand for all words with it.
const minStem = 3

// stem returns the id of a beginning of words, of which the other spelling may be empty.
func (v *vocabulary) stem(letters, other string) uint16 {
	id := v.stems[hashOf(letters)]
	if id == wordOther {
		id = firstWord + v.ids
		v.ids++
	}
	for _, spelling := range [...]string{letters, other} {
		if spelling != "" {
			v.stems[hashOf(spelling)] = id
			head := stemHead(spelling)
			v.stemHeads[head>>5] |= 1 << (head & 31)
		}
	}
	return id
}

func stemHead[T string | []byte](letters T) uint16 {
	return uint16(letters[0]&31)<<10 | uint16(letters[1]&31)<<5 | uint16(letters[2]&31)
}

// findStem returns the id of the longest beginning of a word that is known; wordOther
// when none is. Capital ASCII letters count as small ones.
func findStem[T string | []byte](v *vocabulary, letters T) uint16 {
	if len(letters) < minStem {
		return wordOther
	}
	head := stemHead(letters)
	if v.stemHeads[head>>5]&(1<<(head&31)) == 0 {
		return wordOther
	}
	found, hash := wordOther, hashBasis
	for i := range len(letters) {
		c := letters[i]
		if low := lowered[c]; low != 0 {
			c = low
		}
		hash = (hash ^ uint64(c)) * hashPrime
		if i+1 >= minStem && (i+1 == len(letters) || utf8.RuneStart(letters[i+1])) {
			if id, ok := v.stems[hash]; ok {
				found = id
			}
		}
	}
	return found
}

// eachStem gives the ids of all known beginnings of a word, or of another beginning, to
// use.
func (v *vocabulary) eachStem(letters string, use func(id uint16)) {
	hash := hashBasis
	for i := range len(letters) {
		hash = (hash ^ uint64(letters[i])) * hashPrime
		if id, ok := v.stems[hash]; ok {
			use(id)
		}
	}
}

func spread(key uint64) uint64 {
	key *= 0x9e3779b97f4a7c15
	return key ^ key>>29
}

// The hash of a word is FNV-1a over its letters as phrases write them.
const (
	hashBasis uint64 = 14695981039346656037
	hashPrime uint64 = 1099511628211
)

func hashOf(w string) uint64 {
	h := hashBasis
	for i := range len(w) {
		h = (h ^ uint64(w[i])) * hashPrime
	}
	return h
}

func hashBytes(w []byte) uint64 {
	h := hashBasis
	for _, c := range w {
		h = (h ^ uint64(c)) * hashPrime
	}
	return h
}

// lowered holds for each ASCII letter or digit its lower case, for others 0.
var lowered = func() (t [256]byte) {
	for c := range t {
		switch b := byte(c); {
		case b >= 'a' && b <= 'z' || b >= '0' && b <= '9':
			t[c] = b
		case b >= 'A' && b <= 'Z':
			t[c] = b + 'a' - 'A'
		}
	}
	return t
}()
