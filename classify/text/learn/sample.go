package learn

import (
	"slices"

	"notdone/classify/text"
)

// Sample is an example made ready for learning.
type Sample struct {
	*Example
	Features text.Features
	terms    []value // in ascending order
}

// value is one term of a sample and how much it counts.
type value struct {
	term uint32
	by   float64
}

// Prepare takes the features out of examples, which it keeps pointing at.
func Prepare(examples []Example) []Sample {
	samples := make([]Sample, len(examples))
	for i := range examples {
		s := Sample{Example: &examples[i], Features: text.Examine(examples[i].Text)}
		s.terms = make([]value, 0, len(s.Features.Terms))
		for t, by := range s.Features.Terms {
			s.terms = append(s.terms, value{t, by})
		}
		slices.SortFunc(s.terms, func(a, b value) int { return int(int64(a.term) - int64(b.term)) })
		samples[i] = s
	}
	return samples
}

// Own is the source of the examples of our own writing.
const Own = "own"

// Samples prepares all of our own examples and, unless more is empty, the rows of
// that file.
func Samples(own, more string) ([]Sample, error) {
	examples, err := Load(own, Own)
	if err != nil {
		return nil, err
	}
	if more != "" {
		rows, err := Load(more, more)
		if err != nil {
			return nil, err
		}
		examples = append(examples, rows...)
	}
	return Prepare(examples), nil
}

// Teaching returns the samples that a model may be learned from.
func Teaching(samples []Sample) []Sample {
	return slices.DeleteFunc(slices.Clone(samples), func(s Sample) bool { return !s.teaches() })
}
