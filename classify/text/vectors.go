package text

import "math"

// Vectors read a message by what its words are like: words that are used alike have
// similar vectors, so that a sentence is understood whose words no example has.
// Each sentence is the mean of the vectors of its words, bent by a softsign, and
// the message is judged by the greatest, the last, the first and the mean of its
// sentences and by its last line. They are never changed after they were made.
type Vectors struct {
	VectorHead
	slots []vectorSlot // open-addressed; key 0 is free
	mask  uint32
	keys  []uint32 // of all words, ascending
	of    []WordVector
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

type vectorSlot struct {
	key uint32
	of  WordVector
}

// NewVectors makes vectors of words; keys ascend and have no 0.
func NewVectors(head VectorHead, keys []uint32, of []WordVector) *Vectors {
	size := 16
	for 3*size < 4*len(keys) {
		size *= 2
	}
	v := &Vectors{VectorHead: head, slots: make([]vectorSlot, size), mask: uint32(size - 1), keys: keys, of: of}
	for i, key := range keys {
		at := v.place(key)
		for v.slots[at].key != 0 {
			at = (at + 1) & v.mask
		}
		v.slots[at] = vectorSlot{key, of[i]}
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

// find returns the vector of a word; nil is none.
func (v *Vectors) find(key uint32) *WordVector {
	for at := v.place(key); ; at = (at + 1) & v.mask {
		switch s := &v.slots[at]; s.key {
		case key:
			return &s.of
		case 0:
			return nil
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
	sum          [VectorSize]int32
	words, known int
}

// token is a word to add to a sum, with the place at which the search for it begins.
type token struct {
	key   uint32
	w     *word // nil where no stem of the word is looked up
	first vectorSlot
}

// addWords adds the words of a sentence between its edges. Vectors lie far apart in
// memory: where each begins to be searched is read before any is needed, so that these
// reads wait side by side.
func (r *reader) addWords(v *Vectors, s *wordSum, words []word, edge uint32) {
	tokens := r.scratch.tokens[:0]
	r.eachToken(words, edge, func(key uint32, w *word) {
		tokens = append(tokens, token{key, w, v.slots[key>>7&v.mask]})
	})
	for i := range tokens {
		t := &tokens[i]
		of := &t.first.of
		if t.first.key != t.key {
			of = v.find(t.key)
		}
		if of == nil && t.w != nil {
			of = v.find(r.stemOf(t.w))
		}
		s.add(of)
	}
	r.scratch.tokens = tokens
}

// add adds the vector of one word; nil is a word that has none.
func (s *wordSum) add(of *WordVector) {
	s.words++
	if of == nil {
		return
	}
	s.known++
	for k, x := range of {
		s.sum[k] += int32(x)
	}
}

// eachToken gives the words of a sentence to use, with the edges of the sentence; of
// characters that are words each, and each two that follow each other. w is nil
// where no stem of the word is looked up.
func (r *reader) eachToken(words []word, edge uint32, use func(key uint32, w *word)) {
	use(keyBegin, nil)
	quoted := areQuoted(words)
	before := -1
	for i := range words {
		w := &words[i]
		switch {
		case w.quoted && !quoted:
		case w.start == before:
			use(w.key, nil)
		case w.isCharacter():
			use(w.key, nil)
			if i > 0 && words[i-1].end == w.start && words[i-1].isCharacter() {
				use(hashTerm(0, words[i-1].key, w.key, 0), nil)
			}
		default:
			use(w.key, w)
		}
		before = w.start
	}
	use(edge, nil)
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
	of := v.find(t.Key)
	if of == nil {
		of = v.find(t.Stem)
	}
	s.add(of)
}

// bend returns the bent mean of the words of a sentence.
func (v *Vectors) bend(s *wordSum) (h [VectorSize]float32) {
	share := SentenceShare(s.words)
	for k, x := range s.sum {
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
