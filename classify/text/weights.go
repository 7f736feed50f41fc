package text

import (
	_ "embed" // the model
	"encoding/binary"
	"errors"
	"math"
	"sync"
)

// Weights are what was learned from examples: how much each term speaks for
// work not done, what words are like, and how both and the evidence of the rules
// make one score. They are never changed after they were made, so that any
// number of goroutines may read with them.
type Weights struct {
	terms   termTable
	hints   hints    // of the terms, most of which were never learned
	vectors *Vectors // nil is none
	Fusions
	correction *Correction // by an operator's own examples; may be nil
}

// Fusions are the fusions of messages in each voice.
type Fusions [NumVoices]Fusion

// Fusion says how what the rules found and what was learned make the score:
// 1/(1+e^-z) with
//
//	z = Rules·x + Terms·l·d + Quiet·max(l,0)·q + Vectors·v·d + Forms·f·d + Traits·t + Bias
//
// where x is the exponent of the rules (Found.Exponent), l the sum of the terms, v that of the
// vectors, f that of the forms and t the traits of the message. q is 1 where no work is reported and
// sinks to 0 as more is: terms against done are heard most where the rules are
// silent. d is 1, but where l, v or f is below 0 it sinks as the rules have more
// against done: words cannot talk away an obstacle that is named. Where all between
// Rules·x and Bias comes to more than 0, it counts less the fewer of its words the
// vectors know (Heard.Known), and in long messages less where the rules have nothing
// against done (Heard.Alone). No factor but those of traits is negative (Bias is no
// factor), so that more evidence of the rules never lowers the score and more
// reported work never raises it.
type Fusion struct {
	Rules, Terms, Quiet, Vectors, Forms, Bias float64
	Traits                                    Traits
}

// Found is what the rules found in a message.
type Found struct {
	Exponent float64 // what they come to, in units of the score's exponent
	Done     float64 // the weight of the work reported
	Against  float64 // the weight of the heaviest evidence against done
}

// Heard is what the learned weights hear in a message.
type Heard struct {
	Terms, Vectors, Forms float64
	Traits                Traits
	Known                 float64 // the share of the words that the vectors know
	Alone                 float64 // the share of what words say against done that is heard where the rules say nothing
	Voice                 Voice
}

// fullReport is the Found.Done from which on q, the share of Quiet, is 0.
const fullReport = 2.0

// talkedAway is the least d: what learned words for done count beside evidence against it of the
// weight firm (see weightWords) or more.
const talkedAway = 0.1

// Of a message of which the vectors know less than strange, learned weights are not
// heard against done; from familiar on they are fully.
const (
	strange  = 0.35
	familiar = 0.55
)

// Exponent returns z, see Fusion. In it beside is d, and quiet is q.
func (f *Fusion) Exponent(found Found, h Heard) float64 {
	beside := max(talkedAway, 1-(1-talkedAway)*found.Against/firm)
	learned := (f.Terms*min(h.Terms, 0) + f.Vectors*min(h.Vectors, 0) + f.Forms*min(h.Forms, 0)) * beside
	quiet := max(0, 1-found.Done/fullReport)
	learned += (f.Terms+f.Quiet*quiet)*max(h.Terms, 0) + f.Vectors*max(h.Vectors, 0) + f.Forms*max(h.Forms, 0)
	for i, x := range h.Traits {
		learned += f.Traits[i] * x
	}
	if learned > 0 {
		learned *= min(1, h.Alone+(1-h.Alone)*found.Against/mild)
		learned *= max(0, min(1, (h.Known-strange)/(familiar-strange)))
	}
	return f.Rules*found.Exponent + learned + f.Bias
}

// RulesAlone reads with the rules and without anything learned.
func RulesAlone() *Weights { return rulesAlone() }

var rulesAlone = sync.OnceValue(func() *Weights {
	var f Fusions
	for voice := range f {
		f[voice].Rules = 1
	}
	return NewWeights(nil, nil, f)
})

// Learned is the weight of one term.
type Learned struct {
	Term   uint32  // see Features
	Weight float32 // in units of the score's exponent
}

const hintBits = 1 << 19

// hints has a bit for every key of a table, by the lowest bits of the key. Where the bit is 0, the
// key is not in the table, and its slots, which lie far apart in memory, need not be read.
type hints [hintBits / 64]uint64

func (h *hints) add(key uint32) {
	hint := key % hintBits
	h[hint/64] |= 1 << (hint % 64)
}

// count returns 0 where the key is surely not in the table, 1 where it may be.
func (h *hints) count(key uint32) int {
	hint := key % hintBits
	return int(h[hint/64] >> (hint % 64) & 1)
}

// NewWeights makes weights of the learned terms, each of which occurs once, and of
// vectors, which may be nil. The weights of terms are rounded as those in a file are.
func NewWeights(learned []Learned, vectors *Vectors, f Fusions) *Weights {
	terms, weights, unit := roundWeights(learned)
	return newWeights(terms, weights, unit, vectors, f)
}

func newWeights(terms []uint32, weights []int8, unit float64, vectors *Vectors, f Fusions) *Weights {
	w := &Weights{terms: newTermTable(terms, weights, unit), vectors: vectors, Fusions: f}
	for _, term := range terms {
		w.hints.add(term)
	}
	return w
}

// roundWeights returns the weights as whole numbers of one unit, without the terms of those
// that are too small for it.
func roundWeights(learned []Learned) (terms []uint32, weights []int8, unit float64) {
	for _, l := range learned {
		unit = max(unit, math.Abs(float64(l.Weight))/math.MaxInt8)
	}
	if unit == 0 {
		return nil, nil, 0
	}
	for _, l := range learned {
		if q := int8(math.Round(float64(l.Weight) / unit)); q != 0 {
			terms, weights = append(terms, l.Term), append(weights, q)
		}
	}
	return terms, weights, unit
}

// addWeights adds the weights of terms to a sum, one after the other. Those that were
// never learned are dropped from the list first, so that the others, which lie far
// apart in memory, are looked up side by side. The list is overwritten.
func (w *Weights) addWeights(sum float64, terms []uint32) float64 {
	known := 0
	for _, term := range terms {
		terms[known] = term
		known += w.hints.count(term)
	}
	return w.terms.addWeights(sum, terms[:known])
}

// The model is a file of fixed layout, everything little endian: the magic
// word, the Fusions and the unit of the weights as 64-bit floats, the number of
// terms and of words, the head of the vectors, the terms in ascending order, the
// weight of each in units, one signed byte, the keys of the words in ascending
// order and the vector of each. It has no text of any example in it.

//go:embed model.bin
var embedded []byte

const modelMagic = "notdone5"

// maxUnit is more than the unit of any weights that were learned: with it a weight comes to 127.
const maxUnit = 1

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
	Magic   [8]byte
	Fusions Fusions
	Unit    float64
	Terms   uint32
	Words   uint32
	Vectors VectorHead
}

// MarshalWeights writes terms, in ascending order, vectors, which may be nil, and
// their fusions as a model file. Weights too small for the unit are left out. The
// same input gives the same bytes. It never fails.
func MarshalWeights(learned []Learned, vectors *Vectors, f Fusions) []byte {
	terms, weights, unit := roundWeights(learned)
	head := modelHead{Magic: [8]byte([]byte(modelMagic)), Fusions: f, Unit: unit, Terms: uint32(len(terms))}
	parts := []any{&head, terms, weights}
	if vectors != nil {
		head.Words, head.Vectors = uint32(len(vectors.keys)), vectors.VectorHead
		parts = append(parts, vectors.keys, vectors.of)
	}
	var out []byte
	for _, part := range parts {
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
	const perTerm, perWord = 5, 4 + VectorSize
	n, words := int(head.Terms), int(head.Words)
	if len(rest) != perTerm*n+perWord*words || !head.isSound() {
		return nil, errModel
	}
	terms, ok := parseKeys(rest, n)
	if !ok {
		return nil, errModel
	}
	weights := make([]int8, n)
	for i := range weights {
		weights[i] = int8(rest[4*n+i])
	}
	rest = rest[perTerm*n:]
	keys, ok := parseKeys(rest, words)
	if !ok {
		return nil, errModel
	}
	var vectors *Vectors
	if words > 0 {
		of := make([]WordVector, words)
		for i, b := range rest[4*words:] {
			of[i/VectorSize][i%VectorSize] = int8(b)
		}
		vectors = NewVectors(head.Vectors, keys, of)
	}
	return newWeights(terms, weights, head.Unit, vectors, head.Fusions), nil
}

// parseKeys reads n keys that ascend from 1; ok is false where they do not.
func parseKeys(file []byte, n int) (keys []uint32, ok bool) {
	keys = make([]uint32, n)
	before := uint32(0)
	for i := range keys {
		keys[i] = binary.LittleEndian.Uint32(file[4*i:])
		if keys[i] <= before {
			return nil, false
		}
		before = keys[i]
	}
	return keys, true
}

// isSound reports whether all numbers are finite and no factor breaks what a Fusion promises.
func (h *modelHead) isSound() bool {
	for voice := range h.Fusions {
		if !h.Fusions[voice].isSound() {
			return false
		}
	}
	return h.Unit >= 0 && h.Unit <= maxUnit && h.Vectors.isSound()
}

// isSound reports whether no factor breaks what a Fusion promises.
func (f *Fusion) isSound() bool {
	sum := f.Rules + f.Terms + f.Quiet + f.Vectors + f.Forms + f.Bias
	for _, x := range f.Traits {
		sum += math.Abs(x)
	}
	return f.Rules >= 0 && f.Terms >= 0 && f.Quiet >= 0 && f.Vectors >= 0 && f.Forms >= 0 && !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

// isSound reports whether all of its numbers are finite: a sum of absolute values is so only then.
func (h *VectorHead) isSound() bool {
	sum := h.Shift
	for k := range VectorSize {
		sum += max(h.Unit[k], -h.Unit[k]) + max(h.Bias[k], -h.Bias[k])
		for pool := range h.Weights {
			sum += max(h.Weights[pool][k], -h.Weights[pool][k])
		}
	}
	return !math.IsNaN(float64(sum)) && !math.IsInf(float64(sum), 0)
}

// WordVectors returns the vectors that the weights read with; nil is none.
func (w *Weights) WordVectors() *Vectors { return w.vectors }
