package learn

import (
	"hash/fnv"
	"runtime"
	"strconv"
	"sync"

	"notdone/classify/text"
)

// A Split names the part of the samples that a sample is judged with; the model
// that judges it has seen nothing of that part.
type Split func(s *Sample, i int) string

// parts is how many parts a split by tasks has, and how many the examples of
// our own are taken apart into, which are one source and many tasks.
const parts = 5

// BySource leaves a whole source out: an agent that was never seen.
func BySource(s *Sample, i int) string {
	if s.Source == Own {
		return Own + strconv.Itoa(i%parts)
	}
	return s.Source
}

// ByTask leaves a fifth of the tasks out: new messages of known agents.
func ByTask(s *Sample, _ int) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s.Task)) // a hash never fails
	return strconv.Itoa(int(h.Sum32() % parts))
}

// Judged is what models that never saw a sample make of it.
type Judged struct {
	Sum    float64 // of its terms
	Fusion text.Fusion
}

// Cross judges every sample by a model learned from the parts it is not in, as
// far as those may be learned from. With fuse the Fusion is learned the same
// way, else it stays zero.
func Cross(samples []Sample, split Split, fuse bool) []Judged {
	folds := map[string][]int{}
	var names []string
	for i := range samples {
		name := split(&samples[i], i)
		if folds[name] == nil {
			names = append(names, name)
		}
		folds[name] = append(folds[name], i)
	}
	out := make([]Judged, len(samples))
	var wait sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, name := range names {
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			var rest []Sample
			for i := range samples {
				if split(&samples[i], i) != name && samples[i].teaches() {
					rest = append(rest, samples[i])
				}
			}
			var fusion text.Fusion
			if fuse {
				fusion = Fuse(rest, sums(Cross(rest, BySource, false)))
			}
			fitted := Terms(rest)
			for _, i := range folds[name] {
				out[i] = Judged{Sum: samples[i].Sum(fitted), Fusion: fusion}
			}
		})
	}
	wait.Wait()
	return out
}

func sums(judged []Judged) []float64 {
	out := make([]float64, len(judged))
	for i := range judged {
		out[i] = judged[i].Sum
	}
	return out
}

// teaches reports whether the sample may be learned from.
func (s *Sample) teaches() bool { return s.Shippable || s.Source == Own }

// Exponent is the exponent of the sample's score.
func (j *Judged) Exponent(s *Sample) float64 {
	return j.Fusion.Exponent(s.Features.Found, j.Sum)
}
