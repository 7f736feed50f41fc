package learn

import (
	"math"

	"notdone/classify/text"
)

// Of our own examples about as many are of unfinished work as of finished; of
// messages in the field about a third are. This is what one of the former counts
// when the score is fitted, so that it is a probability in the field.
const (
	ownUnfinished     = 0.6
	foreignUnfinished = 0.4 // the same in other languages than English
)

// Examples that have a style were written to be hard: half of them report finished
// work full of obstacles or unfinished work in words that no table has. In the field
// few are. This is what one in English counts when the score is fitted; of other
// languages there are no others.
const (
	ownHard    = 0.2
	hardWeight = 0.5 // the same when terms are fitted
)

// count returns what a sample counts when the score is fitted.
func (s *Sample) count() float64 {
	count := 1.0
	if s.Source != Own {
		count *= inField
	}
	switch {
	case s.Source != Own || !s.NotDone():
	case s.Features.Foreign:
		count *= foreignUnfinished
	default:
		count *= ownUnfinished
	}
	if s.isHardEnglish() {
		count *= ownHard
	}
	return count
}

// inField is what a message of others counts beside an example of our own.
const inField = 2.0

// weight returns what a sample counts when terms are fitted.
func (s *Sample) weight() float64 {
	switch {
	case s.Source != Own:
		return inField
	case s.isHardEnglish():
		return hardWeight
	}
	return 1
}

// isHardEnglish reports whether the sample is an example in English that was written to
// be hard.
func (s *Sample) isHardEnglish() bool {
	return s.Source == Own && s.Style != "" && !s.Features.Foreign
}

// Factors of a text.Fusion, those of the traits last. The factors before the
// constant are never negative.
const (
	rulesFactor = iota
	termsFactor
	quietFactor
	vectorsFactor
	constantFactor
	traitFactor

	factors = traitFactor + text.NumTraits
)

// Parts says which parts of a reading are heard, each as the factors it has.
type Parts [factors]bool

// AllParts are all parts of a reading; the others are some alone.
var (
	AllParts     = partsOf(func(int) bool { return true })
	RulesPart    = partsOf(func(k int) bool { return k == rulesFactor || k == constantFactor })
	TermsPart    = partsOf(func(k int) bool { return k == termsFactor || k == quietFactor || k == constantFactor })
	VectorsPart  = partsOf(func(k int) bool { return k == vectorsFactor || k == constantFactor })
	TraitsPart   = partsOf(func(k int) bool { return k >= constantFactor })
	constantPart = partsOf(func(k int) bool { return k == constantFactor })
)

func partsOf(has func(factor int) bool) (p Parts) {
	for k := range p {
		p[k] = has(k)
	}
	return p
}

// Without returns the parts that are not in other; the constant stays.
func (p Parts) Without(other Parts) Parts {
	for k := range p {
		p[k] = p[k] && (!other[k] || constantPart[k])
	}
	return p
}

// FitFusions fits the fusion of messages in English and that of others, of which there
// may be too few: then it is the same.
func FitFusions(samples []Sample, heard []text.Heard, use Parts) text.Fusions {
	var of [2][]Sample
	var by [2][]text.Heard
	for i := range samples {
		k := 0
		if heard[i].Foreign {
			k = 1
		}
		of[k], by[k] = append(of[k], samples[i]), append(by[k], heard[i])
	}
	out := text.Fusions{English: fitFusion(of[0], by[0], use, 0)}
	if use[rulesFactor] && out.English.Rules < leastRules {
		out.English = fitFusion(of[0], by[0], use, leastRules)
	}
	out.Foreign = out.English
	if len(of[1]) >= minForeign {
		if out.Foreign = fitFusion(of[1], by[1], use, 0); use[rulesFactor] && out.Foreign.Rules < leastForeign {
			out.Foreign = fitFusion(of[1], by[1], use, leastForeign)
		}
	}
	return out
}

// minForeign is the number of samples in other languages from which they have a fusion.
const minForeign = 200

// leastRules is what the rules count at least in English. Examples that were written to
// be hard have their words on purpose where they do not hold.
const (
	leastRules   = 0.9
	leastForeign = 0.8 // the same in other languages, of which the tables have less
)

// fitFusion fits how the rules and what was learned make the score, by logistic
// regression on what models heard that never saw the sample. Factors of which use
// says no stay 0; that of the rules is fitted where rules is 0.
func fitFusion(samples []Sample, heard []text.Heard, use Parts, rules float64) text.Fusion {
	use[rulesFactor] = use[rulesFactor] && rules == 0
	for {
		beta := logistic(samples, heard, use, rules)
		worst, least := 0, 0.0
		for k, b := range beta[:constantFactor] {
			if b < least {
				worst, least = k, b
			}
		}
		if least < 0 {
			use[worst] = false
			continue
		}
		f := text.Fusion{
			Rules: rounded(beta[rulesFactor]), Terms: rounded(beta[termsFactor]), Quiet: rounded(beta[quietFactor]),
			Vectors: rounded(beta[vectorsFactor]), Bias: rounded(beta[constantFactor]),
		}
		for i := range f.Traits {
			f.Traits[i] = rounded(beta[traitFactor+i])
		}
		return f
	}
}

// rounded keeps four decimals, so that the last bits of an exponential function,
// which differ between machines, do not reach the model.
func rounded(x float64) float64 { return math.Round(x*1e4) / 1e4 }

const (
	newtonSteps = 20
	ridge       = 1e-3
	traitRidge  = 8
)

// logistic fits the factors in use by Newton's method; the others stay 0, and that of the
// rules stays what it is.
func logistic(samples []Sample, heard []text.Heard, use Parts, rules float64) [factors]float64 {
	var beta [factors]float64
	beta[rulesFactor] = rules
	rows := make([][factors]float64, len(samples))
	for i := range samples {
		rows[i] = factorsOf(samples[i].Features.Found, heard[i])
	}
	for range newtonSteps {
		var grad [factors]float64
		var hess [factors][factors]float64
		for k := range factors {
			pull := ridge
			if k >= traitFactor {
				pull = traitRidge
			}
			hess[k][k] = pull
			if use[k] {
				grad[k] = -pull * beta[k]
			}
		}
		for i := range samples {
			if samples[i].Features.Stated {
				continue
			}
			x := &rows[i]
			z := 0.0
			for k := range factors {
				z += float64(beta[k] * x[k])
			}
			p := 1 / (1 + math.Exp(-z))
			y, count := 0.0, samples[i].count()
			if samples[i].NotDone() {
				y = 1
			}
			for k := range factors {
				if !use[k] || x[k] == 0 {
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

// factorsOf returns what the factors of a Fusion are multiplied with.
func factorsOf(found text.Found, heard text.Heard) (x [factors]float64) {
	of := func(f text.Fusion) float64 { return f.Exponent(found, heard) }
	heard.Known = 1
	traits := heard.Traits
	heard.Traits = text.Traits{}
	x[rulesFactor], x[termsFactor], x[quietFactor] = found.Exponent, of(text.Fusion{Terms: 1}), of(text.Fusion{Quiet: 1})
	x[vectorsFactor], x[constantFactor] = of(text.Fusion{Vectors: 1}), 1
	copy(x[traitFactor:], traits[:])
	return x
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
