package learn

import (
	"math"

	"notdone/classify/text"
)

// What an example counts when the score of its voice is fitted. About as many of our own are
// of unfinished work as of finished, while of messages in the field about a third are; and
// those with a style were written to be hard: half of them report finished work full of
// obstacles or unfinished work in words that no table has. In the field few are. There are
// many answers in the field and few brief reports.
var counts = [text.NumVoices]struct{ unfinished, hard, inField float64 }{
	text.VoiceReport:  {0.6, 0.3, inField},
	text.VoiceAnswer:  {0.5, 0.2, inField},
	text.VoiceForeign: {0.65, 1, inField}, // all of ours have a style
	text.VoiceBrief:   {1, 0.8, inField},
	text.VoiceLong:    {0.35, 0.5, inField},
}

// count returns what a sample counts when the score is fitted.
func (s *Sample) count() float64 {
	of := &counts[s.Features.Voice]
	if s.Source != Own {
		return of.inField
	}
	count := 1.0
	if s.NotDone() {
		count *= of.unfinished
	}
	if s.Style != "" {
		count *= of.hard
	}
	return count
}

// inField is what a message of others counts beside an example of our own.
const inField = 2.0

// weight returns what a sample counts when terms are fitted.
func (s *Sample) weight() float64 {
	if s.Source != Own {
		return inField
	}
	return 1
}

// Factors of a text.Fusion, those of the traits last. The factors before the
// constant are never negative.
const (
	rulesFactor = iota
	termsFactor
	quietFactor
	vectorsFactor
	formsFactor
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
	FormsPart    = partsOf(func(k int) bool { return k == formsFactor || k == constantFactor })
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

// FitFusions fits the fusion of messages in each voice. Of one there may be too few: then it
// is that of reports.
func FitFusions(samples []Sample, heard []text.Heard, use Parts) (out text.Fusions) {
	for voice := range text.NumVoices {
		var of []Sample
		var by []text.Heard
		for i := range samples {
			if heard[i].Voice == voice {
				of, by = append(of, samples[i]), append(by, heard[i])
			}
		}
		if voice != text.VoiceReport && len(of) < minOfVoice {
			out[voice] = out[text.VoiceReport]
			continue
		}
		if out[voice] = fitFusion(of, by, use, 0); use[rulesFactor] && out[voice].Rules < leastRules[voice] {
			out[voice] = fitFusion(of, by, use, leastRules[voice])
		}
		if voice == text.VoiceReport || voice == text.VoiceAnswer {
			out[voice] = calibrate(of, by, out[voice])
		}
	}
	return atBounds(out)
}

// atBounds returns the fusions moved so that what is as often unfinished as the bound of its voice
// says scores an even chance.
func atBounds(f text.Fusions) text.Fusions {
	for voice := range f {
		f[voice].Bias = rounded(f[voice].Bias - math.Log(bounds[voice]/(1-bounds[voice])))
	}
	return f
}

// bounds are how often the messages of each voice that score alike must be of unfinished work to be read
// so. Where scores are frequencies, F1 is greatest at a bound of half of its own value, as what is missed
// counts no less than what is flagged wrongly. Short reports stay nearer to a half, as plain
// words of finished work lie between, and others at it: brief messages, and answers about the world at large,
// which are full of the words for obstacles. In other languages, where nearly all that was learned from is our own
// and hard, it is higher: words flag more done work there.
var bounds = [text.NumVoices]float64{text.VoiceReport: 0.46, text.VoiceAnswer: 0.5, text.VoiceForeign: 0.55, text.VoiceBrief: 0.5, text.VoiceLong: 0.4}

// minOfVoice is the number of samples in a voice from which it has a fusion.
const minOfVoice = 200

// leastRules is what the rules count at least in each voice. Examples that were written to
// be hard have their words on purpose where they do not hold. In other languages than
// English the tables have less.
var leastRules = [text.NumVoices]float64{text.VoiceReport: 0.9, text.VoiceAnswer: 0.9, text.VoiceForeign: 0.7, text.VoiceBrief: 0.8, text.VoiceLong: 0.8}

// fitFusion fits how the rules and what was learned make the score, by logistic
// regression on what models heard that never saw the sample. Factors of which use
// says no stay 0; that of the rules is fitted where rules is 0.
func fitFusion(samples []Sample, heard []text.Heard, use Parts, rules float64) text.Fusion {
	use[rulesFactor] = use[rulesFactor] && rules == 0
	for { // the factor that is most below 0 and must not be is left out until none is
		beta := logistic(samples, heard, use, rules)
		worst, least := 0, 0.0
		for k, b := range beta {
			if b < least && (k < constantFactor || k >= traitFactor && text.Accuses(k-traitFactor)) {
				worst, least = k, b
			}
		}
		if least < 0 {
			use[worst] = false
			continue
		}
		f := text.Fusion{
			Rules: rounded(beta[rulesFactor]), Terms: rounded(beta[termsFactor]), Quiet: rounded(beta[quietFactor]),
			Vectors: rounded(beta[vectorsFactor]), Forms: rounded(beta[formsFactor]), Bias: rounded(beta[constantFactor]),
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
	x[vectorsFactor], x[formsFactor], x[constantFactor] = of(text.Fusion{Vectors: 1}), of(text.Fusion{Forms: 1}), 1
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
