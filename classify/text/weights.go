package text

import (
	_ "embed" // the model
	"encoding/binary"
	"errors"
	"math"
	"sync"
)

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
	correction *Correction // by an operator's own examples; may be nil
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

// weightOf returns the weight of a term; 0 when nothing was learned of it.
func (w *Weights) weightOf(term uint32) float64 {
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

// The model is a file of fixed layout, everything little endian: the magic
// word, the four factors of the Fusion and the unit of the weights as 64-bit
// floats, the number of terms, the terms in ascending order, and the weight of
// each in units, one signed byte. It has no text of any example in it.

//go:embed model.bin
var embedded []byte

const modelMagic = "notdone1"

var errModel = errors.New("no model of this version")

// shipped are the weights that the product reads with.
var shipped = sync.OnceValue(func() *Weights {
	w, err := ParseWeights(embedded)
	if err != nil {
		return RulesAlone() // a test keeps the embedded file readable
	}
	return w
})

// modelHead is the part of the file before the terms.
type modelHead struct {
	Magic  [8]byte
	Fusion Fusion
	Unit   float64
	Count  uint32
}

// MarshalWeights writes terms, in ascending order, and their fusion as a model
// file. Weights too small for the unit are left out. The same input gives the
// same bytes. It never fails.
func MarshalWeights(learned []Learned, f Fusion) []byte {
	head := modelHead{Magic: [8]byte([]byte(modelMagic)), Fusion: f}
	for _, l := range learned {
		head.Unit = max(head.Unit, math.Abs(float64(l.Weight))/math.MaxInt8)
	}
	var terms []uint32
	var weights []int8
	for _, l := range learned {
		if q := int8(math.Round(float64(l.Weight) / head.Unit)); q != 0 {
			terms, weights = append(terms, l.Term), append(weights, q)
		}
	}
	head.Count = uint32(len(terms))
	var out []byte
	for _, part := range []any{head, terms, weights} {
		out, _ = binary.Append(out, binary.LittleEndian, part) // fails for types without a fixed size only
	}
	return out
}

// ParseWeights reads a model file. The error says that the file is none.
func ParseWeights(file []byte) (*Weights, error) {
	var head modelHead
	if _, err := binary.Decode(file, binary.LittleEndian, &head); err != nil || string(head.Magic[:]) != modelMagic {
		return nil, errModel
	}
	rest := file[binary.Size(head):]
	n := int(head.Count)
	if len(rest) != 5*n || !head.Fusion.isSound() {
		return nil, errModel
	}
	learned := make([]Learned, n)
	before := uint32(0)
	for i := range learned {
		term := binary.LittleEndian.Uint32(rest[4*i:])
		if term <= before {
			return nil, errModel
		}
		before = term
		learned[i] = Learned{Term: term, Weight: float32(float64(int8(rest[4*n+i])) * head.Unit)}
	}
	return NewWeights(learned, head.Fusion), nil
}

// isSound reports whether no factor breaks what a Fusion promises.
func (f *Fusion) isSound() bool {
	return f.Rules >= 0 && f.Terms >= 0 && f.Quiet >= 0 && !math.IsNaN(f.Bias) &&
		!math.IsInf(f.Rules+f.Terms+f.Quiet+f.Bias, 0)
}
