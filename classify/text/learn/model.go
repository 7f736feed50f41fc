package learn

import (
	"hash/fnv"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"sync"

	"notdone/classify/text"
)

// Model is what was learned from samples.
type Model struct {
	Fitted  map[uint32]float64 // the weight of each term
	Forms   map[uint32]float64 // of each term of forms
	Vectors *text.Vectors      // nil where no language was given
	Fusions text.Fusions
}

// Train makes a model of samples, with vectors where the language is not nil.
func Train(samples []Sample, language *Language) *Model {
	m := fitModel(samples, language)
	m.Fusions = FitFusions(samples, hearUnseen(samples, inFifths(ByStyle), language), AllParts)
	return m
}

// fitModel fits all but the fusion.
func fitModel(samples []Sample, language *Language) *Model {
	m := &Model{Fitted: FitTerms(samples), Forms: FitForms(samples)}
	if language != nil {
		m.Vectors = FitVectors(samples, language)
	}
	return m
}

// Hear returns what the model hears in a sample.
func (m *Model) Hear(s *Sample) text.Heard {
	h := text.Heard{Terms: s.Sum(m.Fitted), Forms: s.SumForms(m.Forms), Traits: s.Features.Traits, Known: 1, Alone: s.Features.Alone, Voice: s.Features.Voice}
	if m.Vectors != nil {
		h.Vectors = m.Vectors.Hear(&s.Features)
	}
	if s.Features.Doubted {
		h = h.Doubted()
	}
	return h
}

// Marshal writes the model as the file that classify/text embeds.
func (m *Model) Marshal() []byte {
	all := maps.Clone(m.Forms)
	maps.Copy(all, m.Fitted)
	learned := make([]text.Learned, 0, len(all))
	for _, t := range slices.Sorted(maps.Keys(all)) {
		learned = append(learned, text.Learned{Term: t, Weight: float32(all[t])})
	}
	return text.MarshalWeights(learned, m.Vectors, m.Fusions)
}

// A Split names the part of the samples that a sample is judged with; the model
// that judges it has seen nothing of that part.
type Split func(s *Sample, i int) string

// parts is how many parts a split by tasks has, and how many the examples of
// our own are taken apart into.
const parts = 5

// ByStyle leaves a whole source out, an agent that was never seen; of our own examples,
// which are one source, a fifth of the styles.
func ByStyle(s *Sample, i int) string {
	switch {
	case s.Source != Own:
		return s.Source
	case s.Style == "":
		return Own + strconv.Itoa(i%parts)
	}
	return Own + strconv.Itoa(int(hashName(s.Style)%parts))
}

// ByTask leaves a fifth of the tasks out: new messages of known agents.
func ByTask(s *Sample, _ int) string { return strconv.Itoa(int(hashName(s.Task) % parts)) }

// inFifths joins the parts of a split to five.
func inFifths(split Split) Split {
	return func(s *Sample, i int) string { return strconv.Itoa(int(hashName(split(s, i)) % parts)) }
}

func hashName(name string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(name)) // a hash never fails
	return h.Sum32()
}

// Judged is what models that never saw a sample make of it.
type Judged struct {
	Heard  text.Heard
	Fusion text.Fusion
}

// Exponent returns the exponent of the sample's score.
func (j *Judged) Exponent(s *Sample) float64 { return j.Fusion.Exponent(s.Features.Found, j.Heard) }

// CrossValidate judges every sample by a model learned from the parts it is not in, as
// far as those may be learned from.
func CrossValidate(samples []Sample, split Split, language *Language) []Judged {
	heard := hearUnseen(samples, split, language)
	return Fuse(samples, heard, split, AllParts)
}

// Fuse judges samples of which models heard what they never saw, each by a fusion
// that was fitted to the parts it is not in.
func Fuse(samples []Sample, heard []text.Heard, split Split, use Parts) []Judged {
	out := make([]Judged, len(samples))
	eachPart(samples, split, func(in, rest []int) {
		var learned []Sample
		var by []text.Heard
		for _, i := range rest {
			learned, by = append(learned, samples[i]), append(by, heard[i])
		}
		fusions := FitFusions(learned, by, use)
		for _, i := range in {
			out[i] = Judged{heard[i], fusions[heard[i].Voice]}
		}
	})
	return out
}

// hearUnseen returns what models hear in samples of parts that they never saw.
func hearUnseen(samples []Sample, split Split, language *Language) []text.Heard {
	out := make([]text.Heard, len(samples))
	eachPart(samples, split, func(in, rest []int) {
		learned := make([]Sample, len(rest))
		for k, i := range rest {
			learned[k] = samples[i]
		}
		model := fitModel(learned, language)
		for _, i := range in {
			out[i] = model.Hear(&samples[i])
		}
	})
	return out
}

// eachPart calls do for each part of a split with the samples in it and with those of
// all other parts that may be learned from, several parts at a time.
func eachPart(samples []Sample, split Split, do func(in, rest []int)) {
	var names []string
	of := make([]string, len(samples))
	for i := range samples {
		of[i] = split(&samples[i], i)
		if !slices.Contains(names, of[i]) {
			names = append(names, of[i])
		}
	}
	var wait sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, name := range names {
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			var in, rest []int
			for i := range samples {
				if of[i] == name {
					in = append(in, i)
				} else if samples[i].isTeachable() {
					rest = append(rest, i)
				}
			}
			do(in, rest)
		})
	}
	wait.Wait()
}

// isTeachable reports whether the sample may be learned from.
func (s *Sample) isTeachable() bool { return (s.Shippable || s.Source == Own) && !s.IsHeldOut() }
