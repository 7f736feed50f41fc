package text

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"sync"
	"time"

	"notdone/classify/escapes"
)

// Correction is what one operator's own examples add to the scores of messages. It
// holds hashes and weights and no text. Any number of goroutines may read with it.
type Correction struct {
	Version  int                `json:"version"`
	Model    string             `json:"model"` // names the weights that it was fitted to
	Made     time.Time          `json:"made"`
	Examples int                `json:"examples"`
	Marks    int                `json:"marks"` // how many of the examples were marks on findings
	Before   Tally              `json:"before"`
	After    Tally              `json:"after"` // as read with corrections that were fitted to others of the examples
	Bias     float64            `json:"bias"`  // added to every message, in units of the score's exponent
	Terms    map[uint32]float64 `json:"terms"` // added where the term occurs, in the same units

	hints [hintWords]uint64 // a bit for every term, by its lowest bits
}

// Tally counts messages by what they are and how they were read.
type Tally struct {
	Caught  int `json:"caught"`  // not done, and read so
	Missed  int `json:"missed"`  // not done, and read as done
	Flagged int `json:"flagged"` // done, and read as not done
	Passed  int `json:"passed"`  // done, and read so
}

// Add counts one message.
func (t *Tally) Add(notDone, readSo bool) {
	switch {
	case notDone && readSo:
		t.Caught++
	case notDone:
		t.Missed++
	case readSo:
		t.Flagged++
	default:
		t.Passed++
	}
}

// Right returns how many messages were read rightly.
func (t *Tally) Right() int { return t.Caught + t.Passed }

// Total returns the number of messages.
func (t *Tally) Total() int { return t.Caught + t.Missed + t.Flagged + t.Passed }

// F1 returns the harmonic mean of the precision and the recall of reading as not done;
// 0 where nothing was caught.
func (t *Tally) F1() float64 {
	if t.Caught == 0 {
		return 0
	}
	return 2 * float64(t.Caught) / float64(2*t.Caught+t.Missed+t.Flagged)
}

// Bounds of a correction.
const (
	// MaxShift is how far a correction moves the exponent of a score at most: an even
	// chance becomes .88 or .12.
	MaxShift = 2.0
	// MaxTaught is how many terms a correction has at most.
	MaxTaught = 200

	hintWords         = 64
	correctionVersion = 1
)

// NewCorrection makes a correction, of at most MaxTaught terms, of the weights that the
// product reads with.
func NewCorrection(bias float64, terms map[uint32]float64) *Correction {
	c := &Correction{Version: correctionVersion, Model: modelName(), Bias: bias, Terms: terms}
	c.index()
	return c
}

func (c *Correction) index() {
	for term := range c.Terms {
		c.hints[term/64%hintWords] |= 1 << (term % 64)
	}
}

// modelName names the weights that the product reads with.
var modelName = sync.OnceValue(func() string {
	h := fnv.New64a()
	_, _ = h.Write(embedded) // a hash never fails
	return fmt.Sprintf("%016x", h.Sum64())
})

// Reasons for which a file is not used as a correction.
var (
	// ErrDamaged says that the file is no correction of this version.
	ErrDamaged = errors.New("it is damaged, or of another version of notdone")
	// ErrOtherModel says that the correction was fitted to other weights.
	ErrOtherModel = errors.New("it was learned with another version of notdone: notdone classify --learn makes it anew")
)

// ParseCorrection reads a correction from the JSON that it is kept as. The error is
// ErrDamaged, or ErrOtherModel with the correction, which must not be read with.
func ParseCorrection(file []byte) (*Correction, error) {
	c := &Correction{}
	if err := json.Unmarshal(file, c); err != nil || c.Version != correctionVersion || len(c.Terms) > MaxTaught {
		return nil, ErrDamaged
	}
	sound := math.Abs(c.Bias) <= MaxShift
	for _, w := range c.Terms {
		sound = sound && math.Abs(w) <= MaxShift
	}
	switch {
	case !sound:
		return nil, ErrDamaged
	case c.Model != modelName():
		return c, ErrOtherModel
	}
	c.index()
	return c, nil
}

// Corrected returns the weights that the product reads with, and a correction of them;
// nil corrects nothing.
func Corrected(c *Correction) *Weights {
	w := *shipped()
	w.correction = c
	return &w
}

// Shift returns what the correction adds to the exponent of a message with these terms;
// one that occurs again counts once.
func (c *Correction) Shift(terms []uint32) float64 {
	h := hearing{Correction: c}
	sum := c.Bias
	for _, term := range terms {
		sum += h.weigh(term)
	}
	return max(-MaxShift, min(MaxShift, sum))
}

// hearing is a correction and the terms of it that were counted in a message.
type hearing struct {
	*Correction
	heard [MaxTaught]uint32
	n     int
}

// weigh returns the weight of a term; 0 if it has none, or was counted before.
func (h *hearing) weigh(term uint32) float64 {
	if h.hints[term/64%hintWords]>>(term%64)&1 == 0 {
		return 0
	}
	weight, ok := h.Terms[term]
	if !ok || slices.Contains(h.heard[:h.n], term) {
		return 0
	}
	h.heard[h.n] = term
	h.n++
	return weight
}

// sumTaught returns what the operator's own examples add to the exponent, and leaves in each
// remark the share of its sentence.
func (r *reader) sumTaught() float64 {
	if r.taught == nil {
		return 0
	}
	h := hearing{Correction: r.taught}
	sum := h.Bias
	for i := range r.sentences {
		share := 0.0
		r.scratch.terms = r.appendTerms(i, r.scratch.terms[:0])
		for _, term := range r.scratch.terms {
			share += h.weigh(term)
		}
		r.remarks[i].taught = share
		sum += share
	}
	return max(-MaxShift, min(MaxShift, sum))
}

// minSaid is the shift from which a reading names it.
const minSaid = 0.05

// SayShift says in words what the operator's own examples added to a reading; empty:
// nothing, or too little to tell of.
func (r *Reading) SayShift() string {
	if math.Abs(r.Shift) < minSaid {
		return ""
	}
	return fmt.Sprintf("your own examples: %+.1f", r.Shift)
}

// Basis is what a correction is fitted to in one message.
type Basis struct {
	Exponent     float64  // of the score as shipped
	ReadsNotDone bool     // as shipped
	Fixed        bool     // no correction changes it: it states its own end, or says nothing
	Terms        []uint32 // in ascending order, without repetition
}

// ReadBasis reads a message, as the answer to what was asked for, for a correction.
func ReadBasis(message string, asked Request) Basis {
	message = escapes.Strip(message)
	reading := ReadFor(message, asked)
	b := Basis{ReadsNotDone: reading.Label != LabelDone, Exponent: math.Log(reading.Score / (1 - reading.Score))}
	r := newReader(message, shipped())
	r.asked = asked
	defer r.release()
	r.readSentences()
	_, stated := r.findStatement()
	b.Fixed = stated || len(r.scanner.words) == 0
	for i := range r.sentences {
		b.Terms = r.appendTerms(i, b.Terms)
	}
	slices.Sort(b.Terms)
	b.Terms = slices.Compact(b.Terms)
	return b
}
