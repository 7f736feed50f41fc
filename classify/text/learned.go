package text

import "math"

// Heard bounds the sum of the terms, so that no wealth of words outweighs what
// the rules read.
func Heard(sum float64) float64 { return max(-0.8, min(1.3, sum)) }

// leastTerms is the number of terms below which a message is not thought to be
// shorter: the sum over few terms would swing too widely.
const leastTerms = 48

// fullTerms is the number of terms above which more of them count by their mean,
// so that a long text of one tone is not thought surer for its length.
const fullTerms = 400

// spreadOver is what the sum over n terms is divided by.
func spreadOver(n int) float64 {
	norm := math.Sqrt(float64(min(max(n, leastTerms), fullTerms)))
	return norm * max(1, float64(n)/fullTerms)
}

// learned sums the learned weights up: for the message, and in each remark the
// share of its sentence. The sum is divided by the root of the number of terms,
// so that neither length nor repetition alone decides.
func (r *reader) learned(w *Weights) float64 {
	n, sum := 0, 0.0
	for i := range r.sentences {
		share := 0.0
		r.sentenceTerms(i, func(term uint32) {
			n++
			share += w.of(term)
		})
		r.remarks[i].learned = share
		sum += share
	}
	norm := spreadOver(n)
	for i := range r.remarks {
		r.remarks[i].learned /= norm
	}
	return Heard(sum / norm)
}

// Features is what weights are learned from in one message.
type Features struct {
	Found  Found              // what the rules found
	Stated bool               // the message states its own end, which no weight changes
	End    Label              // the end it states
	Terms  map[uint32]float64 // how much each term counts
}

// Examine returns the features of a message.
func Examine(message string) Features {
	r := newReader(message, RulesAlone())
	defer r.release()
	r.take()
	f := Features{Terms: map[uint32]float64{}}
	n := 0
	for i := range r.sentences {
		r.sentenceTerms(i, func(term uint32) {
			n++
			f.Terms[term]++
		})
	}
	norm := spreadOver(n)
	for t := range f.Terms {
		f.Terms[t] /= norm
	}
	stated, ok := r.stated()
	f.Stated = ok
	if ok {
		r.setAside(stated)
	}
	w := r.weighing()
	f.Found = w.found()
	f.End = stated.label
	return f
}
