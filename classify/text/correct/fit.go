package correct

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"notdone/classify/text"
)

// How a correction is fitted. On collections of labelled messages other values around
// these make little difference.
const (
	maxExponent = 3.0 // no score is taken to be surer than this
	minSamples  = 3   // a term of fewer samples is not learned
	termPenalty = 6.0 // on half the square of a weight
	biasPenalty = 4.0
	maxBias     = text.MaxShift / 2 // words must tell the rest
	passes      = 30
	// minPassed is the number of samples that read as done below which no bias raises
	// scores: marks alone tell nothing of messages that nobody was shown.
	minPassed = 5
)

// fit fits a bias and the weights of the terms that tell most.
func fit(samples []sample) *text.Correction {
	m := machine{}
	passed := 0
	for i := range samples {
		s := &samples[i]
		if s.Fixed {
			continue
		}
		if !s.ReadsNotDone {
			passed++
		}
		m.samples = append(m.samples, s)
		m.exponents = append(m.exponents, max(-maxExponent, min(maxExponent, s.Exponent)))
	}
	bias := feature{penalty: biasPenalty, least: -maxBias, most: maxBias, in: make([]int, len(m.samples))}
	for i := range bias.in {
		bias.in[i] = i
	}
	if passed < minPassed {
		bias.most = 0
	}
	m.balance()
	for range passes {
		m.step(&bias)
	}
	features := m.chooseTerms()
	for range passes {
		m.step(&bias)
		for i := range features {
			m.step(&features[i])
		}
	}
	terms := make(map[uint32]float64, len(features))
	for i := range features {
		terms[features[i].term] = features[i].weight
	}
	return text.NewCorrection(bias.weight, terms)
}

// machine is what is being fitted, and the exponents that come of it so far.
type machine struct {
	samples   []*sample
	exponents []float64
	pull      [2]float64 // how much a sample that is done counts, and one that is not
}

// balance lets the samples that are done and those that are not count the same in all: how
// many of each an operator labels says nothing of how many there are.
func (m *machine) balance() {
	ofEach := [2]float64{}
	for _, s := range m.samples {
		ofEach[s.label()]++
	}
	half := float64(len(m.samples)) / 2
	m.pull = [2]float64{half / max(ofEach[0], 1), half / max(ofEach[1], 1)}
}

// feature is a term, or what all samples have in common.
type feature struct {
	term    uint32
	in      []int // samples
	weight  float64
	least   float64 // bounds the weight, as most does
	most    float64
	penalty float64
}

// sums returns by how much the samples of a feature are not done more than was thought,
// and the spread that this has by chance.
func (m *machine) sums(in []int) (missed, spread float64) {
	for _, i := range in {
		p := 1 / (1 + math.Exp(-m.exponents[i]))
		label := m.samples[i].label()
		missed += float64(m.pull[label] * (float64(label) - p))
		spread += float64(m.pull[label] * p * (1 - p))
	}
	return missed, spread
}

// step moves one weight by Newton's method.
func (m *machine) step(f *feature) {
	missed, spread := m.sums(f.in)
	was := f.weight
	f.weight += (missed - float64(f.penalty*was)) / (spread + f.penalty)
	f.weight = max(f.least, min(f.most, f.weight))
	for _, i := range f.in {
		m.exponents[i] += f.weight - was
	}
}

// chooseTerms returns the terms that tell most of what the scores miss.
func (m *machine) chooseTerms() []feature {
	in := map[uint32][]int{}
	for i, s := range m.samples {
		for _, t := range s.Terms {
			in[t] = append(in[t], i)
		}
	}
	maps.DeleteFunc(in, func(_ uint32, in []int) bool { return len(in) < minSamples })
	terms := slices.Sorted(maps.Keys(in))
	tells := make(map[uint32]float64, len(terms))
	for _, t := range terms {
		missed, spread := m.sums(in[t])
		tells[t] = math.Abs(missed) / math.Sqrt(1+spread)
	}
	slices.SortStableFunc(terms, func(a, b uint32) int { return cmp.Compare(tells[b], tells[a]) })
	var features []feature
	for _, t := range terms[:min(len(terms), text.MaxTaught)] {
		features = append(features, feature{term: t, in: in[t], penalty: termPenalty, least: -text.MaxShift, most: text.MaxShift})
	}
	return features
}
