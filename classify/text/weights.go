package text

import "math"

// Weights are what was learned from examples: how much each term speaks for
// work not done, and how the sum of the terms and the evidence of the rules
// make one score. They are never changed after they were made, so that any
// number of goroutines may read with them.
type Weights struct {
	slots []uint64 // term<<32 | uint32(weight), open-addressed; 0 is free
	mask  uint32
	// hints has a bit for every term, by its lowest bits: most terms of a message
	// were never learned, and are known so without a look at the slots.
	hints [hintBits / 64]uint64
	Fusion
}

// Fusion says how what the rules found and what the terms sum up to make the
// score: 1/(1+e^-z) with
//
//	z = Rules·x + Terms·l·d + Quiet·max(l,0)·q + Bias
//
// where x is the exponent of the rules and l the sum of the terms. q is 1 where
// no work is reported and sinks to 0 as more is: terms against done are heard
// most where the rules are silent. d is 1, but where l is below 0 it sinks as
// the rules have more against done: words cannot talk away an obstacle that is
// named. No factor is negative, so that more evidence of the rules never lowers
// the score and more reported work never raises it.
type Fusion struct{ Rules, Terms, Quiet, Bias float64 }

// Found is what the rules found in a message.
type Found struct {
	Exponent float64 // what they come to, in units of the score's exponent
	Done     float64 // the weight of the work reported
	Against  float64 // the weight of the heaviest evidence against done
}

// fullReport is how much reported work leaves no silence.
const fullReport = 2.0

// talkedAway is what terms for done count beside firm evidence against it.
const talkedAway = 0.3

// Exponent returns z for what the rules found and the sum of the terms.
func (f *Fusion) Exponent(found Found, terms float64) float64 {
	if terms >= 0 {
		quiet := max(0, 1-found.Done/fullReport)
		return f.Rules*found.Exponent + (f.Terms+f.Quiet*quiet)*terms + f.Bias
	}
	heard := max(talkedAway, 1-(1-talkedAway)*found.Against/firm)
	return f.Rules*found.Exponent + f.Terms*terms*heard + f.Bias
}

// RulesAlone reads with the rules and without anything learned.
func RulesAlone() *Weights { return NewWeights(nil, Fusion{Rules: 1}) }

// Learned is the weight of one term.
type Learned struct {
	Term   uint32  // see Features
	Weight float32 // in units of the score's exponent
}

const hintBits = 1 << 18

// NewWeights makes weights of the learned terms, each of which occurs once.
func NewWeights(learned []Learned, f Fusion) *Weights {
	size := 16
	for size < 3*len(learned) {
		size *= 2
	}
	w := &Weights{slots: make([]uint64, size), mask: uint32(size - 1), Fusion: f}
	for _, l := range learned {
		at := l.Term >> 8 & w.mask
		for w.slots[at] != 0 {
			at = (at + 1) & w.mask
		}
		hint := l.Term % hintBits
		w.hints[hint/64] |= 1 << (hint % 64)
		w.slots[at] = uint64(l.Term)<<32 | uint64(math.Float32bits(l.Weight))
	}
	return w
}

// of returns the weight of a term; 0 when nothing was learned of it.
func (w *Weights) of(term uint32) float64 {
	if hint := term % hintBits; w.hints[hint/64]>>(hint%64)&1 == 0 {
		return 0
	}
	for at := term >> 8 & w.mask; ; at = (at + 1) & w.mask {
		slot := w.slots[at]
		if uint32(slot>>32) == term {
			return float64(math.Float32frombits(uint32(slot)))
		}
		if slot == 0 {
			return 0
		}
	}
}
