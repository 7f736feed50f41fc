package text

import "math"

// A term is what a learned weight belongs to: one to three neighbouring words of
// a sentence, as the scanner writes them, or a shape of the message. It is known
// by a hash alone, so that no text stands in the model.

// Zones of a message; a term counts once in every zone it is in.
const (
	zoneAll uint32 = iota + 1
	zoneFirst
	zoneLast
)

// closing is how many sentences are the last zone.
const closing = 2

// Words that stand for the edges of a sentence, by how it ends.
const (
	keyBegin uint32 = iota + 101
	keyStop
	keyAsks
	keyColon
	keyRegret
)

// hashTerm hashes up to three keys in a zone; 0 is never returned.
func hashTerm(zone, a, b, c uint32) uint32 {
	h := uint64(zone)*0x9e3779b97f4a7c15 ^ uint64(a)
	h = (h ^ h>>29) * 0xbf58476d1ce4e5b9
	h = (h ^ uint64(b)) * 0x94d049bb133111eb
	h = (h ^ h>>31 ^ uint64(c)) * 0x9e3779b97f4a7c15
	return max(uint32(h>>32), 1)
}

// eachTerm gives every term of one sentence to use. A sentence whose
// obstacle the rules know to be overcome, supposed or another's has none: what
// is learned of single words would hear it again.
func (r *reader) eachTerm(i int, use func(term uint32)) {
	s := &r.sentences[i]
	if r.remarks[i].excused {
		return
	}
	zone := uint32(0)
	switch {
	case i >= len(r.sentences)-closing:
		zone = zoneLast
	case i == 0:
		zone = zoneFirst
	}
	a, b := uint32(0), keyBegin
	pairs := func(c uint32) {
		use(hashTerm(zoneAll, b, c, 0))
		if a != 0 {
			use(hashTerm(zoneAll, a, b, c))
		}
		if zone != 0 {
			use(hashTerm(zone, b, c, 0))
		}
		a, b = b, c
	}
	for k := s.from; k < s.to; k++ {
		if w := &r.scanner.words[k]; !w.quoted {
			use(hashTerm(zoneAll, w.key, 0, 0))
			if zone != 0 {
				use(hashTerm(zone, w.key, 0, 0))
			}
			pairs(w.key)
		}
	}
	switch s.last {
	case '?':
		pairs(keyAsks)
	case ':':
		pairs(keyColon)
	default:
		pairs(keyStop)
	}
	if r.remarks[i].regret {
		use(hashTerm(zoneAll, keyRegret, 0, 0))
	}
}

// Keys of words that stand for a class, apart from the hashes of all others.
const (
	keyNumber uint32 = iota + 1
	keyCode          // inline code
	keyName          // a path, an address, an identifier, or what is too long for a word

	keyCharacter = 1 << 16 // and the rune: a character that is a word of its own
)

// BoundSum bounds the sum of the terms, so that no wealth of words outweighs what
// the rules read.
func BoundSum(sum float64) float64 { return max(-0.8, min(1.3, sum)) }

// minTerms is the number of terms below which a message is not thought to be
// shorter: the sum over few terms would swing too widely.
const minTerms = 48

// fullTerms is the number of terms above which more of them count by their mean,
// so that a long text of one tone is not thought surer for its length.
const fullTerms = 400

// termNorm returns what the sum over n terms is divided by.
func termNorm(n int) float64 {
	norm := math.Sqrt(float64(min(max(n, minTerms), fullTerms)))
	return norm * max(1, float64(n)/fullTerms)
}

// sumLearned sums the learned weights up: for the message, and in each remark the
// share of its sentence. The sum is divided by the root of the number of terms,
// so that neither length nor repetition alone decides.
func (r *reader) sumLearned(w *Weights) float64 {
	n, sum := 0, 0.0
	for i := range r.sentences {
		share := 0.0
		r.eachTerm(i, func(term uint32) {
			n++
			share += w.weightOf(term)
		})
		r.remarks[i].learned = share
		sum += share
	}
	norm := termNorm(n)
	for i := range r.remarks {
		r.remarks[i].learned /= norm
	}
	return BoundSum(sum / norm)
}

// Features is what weights are learned from in one message.
type Features struct {
	Found  Found              // what the rules found
	Stated bool               // the message states its own end, which no weight changes
	End    Label              // the end it states
	Terms  map[uint32]float64 // how much each term counts
}

// ExtractFeatures returns the features of a message.
func ExtractFeatures(message string) Features {
	r := newReader(message, RulesAlone())
	defer r.release()
	r.readSentences()
	f := Features{Terms: map[uint32]float64{}}
	n := 0
	for i := range r.sentences {
		r.eachTerm(i, func(term uint32) {
			n++
			f.Terms[term]++
		})
	}
	norm := termNorm(n)
	for t := range f.Terms {
		f.Terms[t] /= norm
	}
	stated, ok := r.findStatement()
	f.Stated = ok
	if ok {
		r.clearReport(stated)
	}
	w := r.weighEvidence()
	f.Found = w.found()
	f.End = stated.label
	return f
}
