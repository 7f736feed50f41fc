package text

import "math"

// Vectors read a message by what its words are like: words that are used alike have
// similar vectors, so that a sentence is understood whose words no example has.
// Each sentence is the mean of the vectors of its words, bent by a softsign, and
// the message is judged by the greatest, the last, the first and the mean of its
// sentences and by its last line. They are never changed after they were made.
type Vectors struct {
	VectorHead
	slots  []uint32 // the keys of words, open-addressed; 0 is free
	packed []uint64 // the vector of the word in each slot, see pack
	mask   uint32
	keys   []uint32 // of all words, ascending
	of     []WordVector
}

// VectorSize is how many numbers the vector of a word has.
const VectorSize = 8

// The ways in which the sentences of a message are pooled.
const (
	PoolGreatest = iota // the greatest of all sentences
	PoolClosing         // the greatest of the last two
	PoolFirst
	PoolMean
	PoolEnd // the last line

	NumPools
)

// VectorHead is what turns sums of vectors into a sum: the sum is that of Weights[pool][k]
// times the pooled softsign of Bias[k] + Unit[k]·(mean of vectors)[k], and Shift.
type VectorHead struct {
	Shift   float32
	Unit    [VectorSize]float32 // of one step of a vector
	Bias    [VectorSize]float32
	Weights [NumPools][VectorSize]float32
}

// WordVector is the vector of one word, or of the stem of words that have none.
type WordVector [VectorSize]int8

// pack returns the numbers of a vector as the bytes of one, each raised by packShift.
func (of *WordVector) pack() (packed uint64) {
	for k, x := range of {
		packed |= uint64(int(x)+packShift) << (8 * k)
	}
	return packed
}

const packShift = 128

// NewVectors makes vectors of words; keys ascend and have no 0.
func NewVectors(head VectorHead, keys []uint32, of []WordVector) *Vectors {
	size := 16
	for 3*size < 4*len(keys) {
		size *= 2
	}
	v := &Vectors{VectorHead: head, slots: make([]uint32, size), packed: make([]uint64, size), mask: uint32(size - 1), keys: keys, of: of}
	for i, key := range keys {
		at := v.place(key)
		for v.slots[at] != 0 {
			at = (at + 1) & v.mask
		}
		v.slots[at], v.packed[at] = key, of[i].pack()
	}
	return v
}

// place is where the search for a word begins. The keys of characters lie close together and
// are spread; those of other words are hashes, which are read in their order.
func (v *Vectors) place(key uint32) uint32 {
	if key <= keyCharacter+lastCharacter {
		return key * 0x9e3779b1 >> 7 & v.mask
	}
	return key >> 7 & v.mask
}

// find returns the slot of a word; -1 is none.
func (v *Vectors) find(key uint32) int {
	for at := v.place(key); ; at = (at + 1) & v.mask {
		switch v.slots[at] {
		case key:
			return int(at)
		case 0:
			return -1
		}
	}
}

// minWords is the number of words below which a sentence is not thought to be shorter.
const minWords = 4

// Softsign bends x into the range from -1 to 1.
func Softsign(x float32) float32 {
	if x < 0 {
		return x / (1 - x)
	}
	return x / (1 + x)
}

// SentenceShare is what the sum over n words of a sentence is multiplied with.
func SentenceShare(n int) float32 { return float32(1 / math.Sqrt(float64(max(n, minWords)))) }

// wordSum sums the vectors of a sentence up.
type wordSum struct {
	even, odd    uint64 // packed vectors, every other number in 16 bits, that are not yet in sum
	sum          [VectorSize]int32
	words, known int
}

// token is a word to add to a sum.
type token struct {
	key   uint32
	word  int32  // the word whose stem is looked up where the key is not known; -1 is none
	first uint32 // what stands where the search for it begins
}

// addWords adds the words of a sentence between its edges. Vectors lie far apart in
// memory: where each begins to be searched is read before any is needed, so that these
// reads wait side by side.
func (r *reader) addWords(v *Vectors, s *wordSum, words []word, edge uint32) {
	tokens := r.appendTokens(words, edge, r.scratch.tokens[:0])
	for i := range tokens {
		tokens[i].first = v.slots[v.place(tokens[i].key)]
	}
	for i := range tokens {
		t := &tokens[i]
		at := int(v.place(t.key))
		if t.first != t.key {
			at = v.find(t.key)
		}
		if at < 0 && t.word >= 0 {
			at = v.find(r.stemOf(&words[t.word]))
		}
		s.add(v, at)
	}
	r.scratch.tokens = tokens
}

// lanes are every other byte.
const lanes = 0x00ff00ff00ff00ff

// add adds the vector of one word by its slot; -1 is a word that has none.
func (s *wordSum) add(v *Vectors, at int) {
	s.words++
	if at < 0 {
		return
	}
	s.known++
	of := v.packed[at]
	s.even += of & lanes
	s.odd += of >> 8 & lanes
	if s.known%256 == 0 {
		s.unpack() // one more vector may not fit
	}
}

// unpack takes what is packed into the sum.
func (s *wordSum) unpack() {
	for k := 0; k < VectorSize; k += 2 {
		s.sum[k] += int32(s.even >> (8 * k) & math.MaxUint16)
		s.sum[k+1] += int32(s.odd >> (8 * k) & math.MaxUint16)
	}
	s.even, s.odd = 0, 0
}

// appendTokens appends the words of a sentence with its edges; of
// characters that are words each, and each two that follow each other.
func (r *reader) appendTokens(words []word, edge uint32, out []token) []token {
	out = append(out, token{key: keyBegin, word: -1})
	quoted := areQuoted(words)
	before := -1
	for i := range words {
		w := &words[i]
		switch {
		case w.quoted && !quoted:
		case w.start == before:
			out = append(out, token{key: w.key, word: -1})
		case w.isCharacter():
			out = append(out, token{key: w.key, word: -1})
			if i > 0 && words[i-1].end == w.start && words[i-1].isCharacter() {
				out = append(out, token{key: hashTerm(0, words[i-1].key, w.key, 0), word: -1})
			}
		default:
			out = append(out, token{key: w.key, word: int32(i)})
		}
		before = w.start
	}
	return append(out, token{key: edge, word: -1})
}

// pooling pools the sentences of a message one after the other.
type pooling struct {
	*Vectors
	pools        [NumPools][VectorSize]float32
	read, closed int // how many sentences were pooled, and how many of those that close
}

// raise takes a sentence into the pool of a maximum.
func (p *pooling) raise(pool int, h *[VectorSize]float32, first bool) {
	for k, x := range h {
		if first || x > p.pools[pool][k] {
			p.pools[pool][k] = x
		}
	}
}

// add pools the next sentence and returns what it alone comes to.
func (p *pooling) add(words *wordSum, first, closing bool) float64 {
	h := p.bend(words)
	p.raise(PoolGreatest, &h, p.read == 0)
	for k, x := range h {
		p.pools[PoolMean][k] += x
	}
	if p.read++; first {
		p.pools[PoolFirst] = h
	}
	if closing {
		p.raise(PoolClosing, &h, p.closed == 0)
		p.closed++
	}
	return p.judge(PoolGreatest, &h)
}

// end pools the last line and returns what the message comes to.
func (p *pooling) end(words *wordSum) float64 {
	p.pools[PoolEnd] = p.bend(words)
	for k := range p.pools[PoolMean] {
		p.pools[PoolMean][k] /= float32(max(p.read, 1))
	}
	sum := float64(p.Shift)
	for pool := range p.pools {
		sum += p.judge(pool, &p.pools[pool])
	}
	return max(-maxVectors, min(maxVectors, sum))
}

// maxVectors bounds what the vectors make of a message.
const maxVectors = 2.5

// sumVectors returns what the vectors make of the message, and the share of its words
// that they know; in each remark what they make of its sentence.
func (r *reader) sumVectors(v *Vectors, end []word) (sum, known float64) {
	if v == nil {
		return 0, 1
	}
	p := pooling{Vectors: v}
	words, ours := 0, 0
	for i := range r.sentences {
		if r.remarks[i].excused {
			continue
		}
		s := &r.sentences[i]
		var sum wordSum
		r.addWords(v, &sum, r.scanner.words[s.from:s.to], r.edgeOf(i))
		words, ours = words+sum.words, ours+sum.known
		r.remarks[i].likeness = p.add(&sum, i == 0, i >= len(r.sentences)-closing)
	}
	var last wordSum
	r.addWords(v, &last, end, keyStop)
	return p.end(&last), float64(ours) / float64(max(words, 1))
}

// Hear returns what the vectors make of a message of which the features are known.
func (v *Vectors) Hear(f *Features) float64 {
	p := pooling{Vectors: v}
	sum := func(tokens []Token) *wordSum {
		var out wordSum
		for _, t := range tokens {
			v.addToken(&out, t)
		}
		return &out
	}
	for i := range f.Sentences {
		p.add(sum(f.Sentences[i].Tokens), f.Sentences[i].First, f.Sentences[i].Closing)
	}
	return p.end(sum(f.LastLine))
}

// addToken adds the vector of a token.
func (v *Vectors) addToken(s *wordSum, t Token) {
	at := v.find(t.Key)
	if at < 0 {
		at = v.find(t.Stem)
	}
	s.add(v, at)
}

// bend returns the bent mean of the words of a sentence.
func (v *Vectors) bend(s *wordSum) (h [VectorSize]float32) {
	share := SentenceShare(s.words)
	s.unpack()
	for k, x := range s.sum {
		x -= packShift * int32(s.known)
		h[k] = Softsign(v.Bias[k] + v.Unit[k]*float32(x)*share)
	}
	return h
}

// judge returns what a pool comes to.
func (v *Vectors) judge(pool int, h *[VectorSize]float32) float64 {
	sum := float32(0)
	for k, x := range h {
		sum += v.Weights[pool][k] * x
	}
	return float64(sum)
}
