package learn

import (
	"math"

	"notdone/classify/text"
)

// In our own examples about as many are of unfinished work as of finished; of
// messages in the field about a third are. This is what one of the former counts
// when the score is fitted, so that it is a probability in the field.
const ownUnfinished = 0.5

// Fuse fits how the rules and the terms make the score, by logistic regression
// on sums of terms that were learned without the sample. Neither share is ever
// negative.
func Fuse(samples []Sample, sums []float64) text.Fusion {
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

// factors are what the factors of a Fusion are multiplied with.
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
