package text

import (
	"bytes"
	_ "embed" // the model
	"encoding/binary"
	"errors"
	"math"
	"sync"
)

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
	unit, count := 0.0, uint32(0)
	for _, l := range learned {
		unit = max(unit, math.Abs(float64(l.Weight))/math.MaxInt8)
	}
	var terms, weights bytes.Buffer
	for _, l := range learned {
		if q := int8(math.Round(float64(l.Weight) / unit)); q != 0 {
			terms.Write(binary.LittleEndian.AppendUint32(nil, l.Term))
			weights.WriteByte(byte(q))
			count++
		}
	}
	out := append(make([]byte, 0, 64+terms.Len()+weights.Len()), modelMagic...)
	for _, v := range [...]float64{f.Rules, f.Terms, f.Quiet, f.Bias, unit} {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
	}
	out = binary.LittleEndian.AppendUint32(out, count)
	return append(append(out, terms.Bytes()...), weights.Bytes()...)
}

// ParseWeights reads a model file. The error says that the file is none.
func ParseWeights(file []byte) (*Weights, error) {
	var head modelHead
	if _, err := binary.Decode(file, binary.LittleEndian, &head); err != nil || string(head.Magic[:]) != modelMagic {
		return nil, errModel
	}
	rest := file[binary.Size(head):]
	n := int(head.Count)
	if len(rest) != 5*n || !head.Fusion.sound() {
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

// sound reports whether no factor breaks what a Fusion promises.
func (f *Fusion) sound() bool {
	return f.Rules >= 0 && f.Terms >= 0 && f.Quiet >= 0 && !math.IsNaN(f.Bias) &&
		!math.IsInf(f.Rules+f.Terms+f.Quiet+f.Bias, 0)
}
