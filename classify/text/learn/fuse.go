package learn

import (
	"math"
	"runtime"
	"sync"

	"notdone/classify/text"
)

// ownParts is how many parts the examples of one large source without tasks of
// its own are taken apart into.
const ownParts = 5

// fold names the part of the samples that is left out together with a sample:
// its source, or a part of it where the source is the examples of our own.
func fold(s *Sample, i int, own string) string {
	if s.Source == own {
		return own + string(rune('0'+i%ownParts))
	}
	return s.Source
}

// LeftOut returns for every sample what its terms come to when they are fitted
// to the samples of all other folds.
func LeftOut(samples []Sample, own string) []float64 {
	folds := map[string][]int{}
	var names []string
	for i := range samples {
		name := fold(&samples[i], i, own)
		if folds[name] == nil {
			names = append(names, name)
		}
		folds[name] = append(folds[name], i)
	}
	sums := make([]float64, len(samples))
	var wait sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, name := range names {
		wait.Add(1)
		slots <- struct{}{}
		go func() {
			defer func() { <-slots; wait.Done() }()
			var rest []Sample
			for i := range samples {
				if fold(&samples[i], i, own) != name {
					rest = append(rest, samples[i])
				}
			}
			fitted := Terms(rest)
			for _, i := range folds[name] {
				sums[i] = samples[i].Sum(fitted)
			}
		}()
	}
	wait.Wait()
	return sums
}

// Fuse fits how the rules and the terms make the score, by logistic regression
// on sums of terms that were learned without the sample. Neither share is ever
// negative.
func Fuse(samples []Sample, sums []float64) text.Fusion {
	use := [factors]bool{true, true, true, true}
	for {
		beta := logistic(samples, sums, use)
		worst := -1
		for k := range factors - 1 {
			if beta[k] < 0 && (worst < 0 || beta[k] < beta[worst]) {
				worst = k
			}
		}
		if worst < 0 {
			return text.Fusion{Rules: beta[0], Terms: beta[1], Quiet: beta[2], Bias: beta[3]}
		}
		use[worst] = false
	}
}

const (
	factors     = 4 // of a text.Fusion, the bias last
	newtonSteps = 30
	ridge       = 1e-3
)

// logistic fits the factors in use by Newton's method; the others stay 0.
func logistic(samples []Sample, sums []float64, use [factors]bool) [factors]float64 {
	var beta [factors]float64
	pull := classCost(samples)
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
			y, c := 0.0, pull[0]
			if samples[i].NotDone() {
				y, c = 1, pull[1]
			}
			_ = c
			c = 1
			for k := range factors {
				if !use[k] {
					continue
				}
				grad[k] += float64(c * float64((y-p)*x[k]))
				for j := range factors {
					if use[j] {
						hess[k][j] += float64(float64(c*p*(1-p)*x[k]) * x[j])
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

// factors are what the factors of a Fusion are multiplied with.
func (s *Sample) factors(sum float64) [factors]float64 {
	quiet := text.Fusion{Quiet: 1}
	return [factors]float64{s.Features.Rules, sum, quiet.Exponent(0, s.Features.Done, sum), 1}
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
