package text

// lexeme is what is known of one written word.
type lexeme struct {
	id     uint16
	filler bool
	regret bool
	// parts are the two words that a contraction without a telling apostrophe
	// stands for; nil for all others.
	parts *[2]string
}

// vocabulary finds a word by the hash of its letters, which the scanner works out
// as it reads them, so that no word is copied to be looked up. The letters are
// not compared: with 64 bits two words share a hash once in ten million phrases.
type vocabulary struct {
	keys    []uint64 // 0 is a free place
	lexemes []lexeme
	mask    uint64
}

// newVocabulary indexes the words of the phrases and the contractions.
func newVocabulary(words map[string]lexeme) vocabulary {
	size := 1 << 8
	for size < 4*(len(words)+len(contractions)) {
		size *= 2
	}
	v := vocabulary{keys: make([]uint64, size), lexemes: make([]lexeme, size), mask: uint64(size - 1)}
	for w, entry := range words {
		v.put(hashOf(w), entry)
	}
	for w, parts := range contractions {
		v.put(hashOf(w), lexeme{parts: &parts})
	}
	return v
}

func (v *vocabulary) put(hash uint64, entry lexeme) {
	at := spread(hash) & v.mask
	for v.keys[at] != 0 && v.keys[at] != hash {
		at = (at + 1) & v.mask
	}
	v.keys[at], v.lexemes[at] = hash, entry
}

// find returns what is known of the word with that hash; a zero lexeme when
// nothing is.
func (v *vocabulary) find(hash uint64) lexeme {
	for at := spread(hash) & v.mask; ; at = (at + 1) & v.mask {
		switch v.keys[at] {
		case hash:
			return v.lexemes[at]
		case 0:
			return lexeme{}
		}
	}
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
