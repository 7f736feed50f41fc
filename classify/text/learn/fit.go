package learn

import (
	"hash/fnv"
	"maps"
	"math"
	"runtime"
	"slices"
	"strconv"
	"sync"

	"notdone/classify/text"
)

// How the weights of terms are fitted.
const (
	minTasks = 3   // a term of fewer tasks is not learned
	cost     = 1.5 // of a wrong sample against the size of the weights
	passes   = 40
)

// FitTerms fits the weights of terms to samples: a linear machine with squared
// hinge loss, solved by coordinate descent over the samples in their order.
// Nothing in it is drawn by chance, and every product is rounded before it is
// added, so that the same samples give the same bits on every machine.
func FitTerms(samples []Sample) map[uint32]float64 {
	known := commonTerms(samples)
	index := make(map[uint32]int, len(known))
	for i, t := range known {
		index[t] = i
	}
	type row struct {
		at    []int
		by    []float64
		sign  float64
		slack float64
		curve float64
		alpha float64
	}
	pull := classCost(samples)
	rows := make([]row, len(samples))
	for i := range samples {
		s := &samples[i]
		r := row{sign: -1, slack: 0.5 / pull[0]}
		if s.NotDone() {
			r.sign, r.slack = 1, 0.5/pull[1]
		}
		r.curve = r.slack
		for _, v := range s.terms {
			if at, ok := index[v.term]; ok {
				r.at, r.by = append(r.at, at), append(r.by, v.by)
				r.curve += float64(v.by * v.by)
			}
		}
		rows[i] = r
	}
	w := make([]float64, len(known))
	for range passes {
		for i := range rows {
			r := &rows[i]
			dot := 0.0
			for k, at := range r.at {
				dot += float64(w[at] * r.by[k])
			}
			alpha := max(0, r.alpha-(float64(r.sign*dot)-1+float64(r.slack*r.alpha))/r.curve)
			step := float64((alpha - r.alpha) * r.sign)
			r.alpha = alpha
			if step == 0 {
				continue
			}
			for k, at := range r.at {
				w[at] += float64(step * r.by[k])
			}
		}
	}
	fitted := make(map[uint32]float64, len(known))
	for i, t := range known {
		fitted[t] = w[i]
	}
	return fitted
}

// classCost returns the cost of a sample that is done and of one that is not, so that
// both classes weigh the same.
func classCost(samples []Sample) [2]float64 {
	n := [2]float64{1, 1}
	for i := range samples {
		if samples[i].NotDone() {
			n[1]++
		} else {
			n[0]++
		}
	}
	half := (n[0] + n[1]) / 2
	return [2]float64{cost * half / n[0], cost * half / n[1]}
}

// commonTerms returns the terms of at least leastTasks tasks, in ascending order.
func commonTerms(samples []Sample) []uint32 {
	tasks := map[uint32]map[string]bool{}
	for i := range samples {
		for _, v := range samples[i].terms {
			if tasks[v.term] == nil {
				tasks[v.term] = map[string]bool{}
			}
			if len(tasks[v.term]) < minTasks {
				tasks[v.term][samples[i].Task] = true
			}
		}
	}
	maps.DeleteFunc(tasks, func(_ uint32, in map[string]bool) bool { return len(in) < minTasks })
	return slices.Sorted(maps.Keys(tasks))
}

// Sum returns what the fitted terms of a sample come to.
func (s *Sample) Sum(fitted map[uint32]float64) float64 {
	sum := 0.0
	for _, v := range s.terms {
		sum += float64(fitted[v.term] * v.by)
	}
	return text.BoundSum(sum)
}

// Model is what was learned from samples.
type Model struct {
	Fitted map[uint32]float64 // the weight of each term
	Fusion text.Fusion
}

// Train makes a model of samples.
func Train(samples []Sample) *Model {
	return &Model{Fusion: FitFusion(samples, termSums(CrossValidate(samples, BySource, false))), Fitted: FitTerms(samples)}
}

// Marshal writes the model as the file that classify/text embeds.
func (m *Model) Marshal() []byte {
	learned := make([]text.Learned, 0, len(m.Fitted))
	for _, t := range slices.Sorted(maps.Keys(m.Fitted)) {
		learned = append(learned, text.Learned{Term: t, Weight: float32(m.Fitted[t])})
	}
	return text.MarshalWeights(learned, m.Fusion)
}

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

// CrossValidate judges every sample by a model learned from the parts it is not in, as
// far as those may be learned from. With fuse the Fusion is learned the same
// way, else it stays zero.
func CrossValidate(samples []Sample, split Split, fuse bool) []Judged {
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
				if split(&samples[i], i) != name && samples[i].isTeachable() {
					rest = append(rest, samples[i])
				}
			}
			var fusion text.Fusion
			if fuse {
				fusion = FitFusion(rest, termSums(CrossValidate(rest, BySource, false)))
			}
			fitted := FitTerms(rest)
			for _, i := range folds[name] {
				out[i] = Judged{Sum: samples[i].Sum(fitted), Fusion: fusion}
			}
		})
	}
	wait.Wait()
	return out
}

func termSums(judged []Judged) []float64 {
	out := make([]float64, len(judged))
	for i := range judged {
		out[i] = judged[i].Sum
	}
	return out
}

// isTeachable reports whether the sample may be learned from.
func (s *Sample) isTeachable() bool { return (s.Shippable || s.Source == Own) && !s.IsHeldOut() }

// Exponent returns the exponent of the sample's score.
func (j *Judged) Exponent(s *Sample) float64 {
	return j.Fusion.Exponent(s.Features.Found, j.Sum)
}

// In our own examples about as many are of unfinished work as of finished; of
// messages in the field about a third are. This is what one of the former counts
// when the score is fitted, so that it is a probability in the field.
const ownUnfinished = 0.5

// FitFusion fits how the rules and the terms make the score, by logistic regression
// on sums of terms that were learned without the sample. Neither share is ever
// negative.
func FitFusion(samples []Sample, sums []float64) text.Fusion {
	use := [factors]bool{true, true, true, true}
	for {
		beta := logistic(samples, sums, use)
		worst, least := 0, 0.0
		for k, b := range beta[:factors-1] {
			if b < least {
				worst, least = k, b
			}
		}
		if least == 0 {
			return text.Fusion{Rules: rounded(beta[0]), Terms: rounded(beta[1]), Quiet: rounded(beta[2]), Bias: rounded(beta[3])}
		}
		use[worst] = false
	}
}

// rounded keeps four decimals, so that the last bits of an exponential function,
// which differ between machines, do not reach the model.
func rounded(x float64) float64 { return math.Round(x*1e4) / 1e4 }

const (
	factors     = 4 // of a text.Fusion, the bias last
	newtonSteps = 30
	ridge       = 1e-3
)

// logistic fits the factors in use by Newton's method; the others stay 0.
func logistic(samples []Sample, sums []float64, use [factors]bool) [factors]float64 {
	var beta [factors]float64
	for range newtonSteps {
		var grad [factors]float64
		var hess [factors][factors]float64
		for k := range factors {
			grad[k], hess[k][k] = -ridge*beta[k], ridge
		}
		for i := range samples {
			if samples[i].Features.Stated {
				continue
			}
			x := samples[i].factors(sums[i])
			z := 0.0
			for k := range factors {
				z += float64(beta[k] * x[k])
			}
			p := 1 / (1 + math.Exp(-z))
			y, count := 0.0, 1.0
			if samples[i].NotDone() {
				y = 1
			}
			if y == 1 && samples[i].Source == Own {
				count = ownUnfinished
			}
			for k := range factors {
				if !use[k] {
					continue
				}
				grad[k] += float64(float64(count*(y-p)) * x[k])
				for j := range factors {
					if use[j] {
						hess[k][j] += float64(float64(count*p*(1-p)*x[k]) * x[j])
					}
				}
			}
		}
		step := solve(hess, grad)
		for k := range factors {
			beta[k] += step[k]
		}
	}
	return beta
}

// factors returns what the factors of a Fusion are multiplied with.
func (s *Sample) factors(sum float64) [factors]float64 {
	terms, quiet := text.Fusion{Terms: 1}, text.Fusion{Quiet: 1}
	found := s.Features.Found
	return [factors]float64{found.Exponent, terms.Exponent(found, sum), quiet.Exponent(found, sum), 1}
}

// solve solves linear equations whose matrix is positive definite.
func solve(a [factors][factors]float64, b [factors]float64) [factors]float64 {
	for k := range factors {
		for j := k + 1; j < factors; j++ {
			by := a[j][k] / a[k][k]
			for m := k; m < factors; m++ {
				a[j][m] -= float64(by * a[k][m])
			}
			b[j] -= float64(by * b[k])
		}
	}
	var x [factors]float64
	for k := factors - 1; k >= 0; k-- {
		x[k] = b[k]
		for m := k + 1; m < factors; m++ {
			x[k] -= float64(a[k][m] * x[m])
		}
		x[k] /= a[k][k]
	}
	return x
}
