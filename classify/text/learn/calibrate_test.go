package learn

import (
	"math"
	"testing"

	"notdone/classify/text"
)

// TestFitLine finds the line that exponents were bent by.
func TestFitLine(t *testing.T) {
	t.Parallel()
	var z, y, count []float64
	for i := range 400 {
		at := float64(i)/50 - 4
		p := 1 / (1 + math.Exp(-(1.5*at - 0.5)))
		z, y, count = append(z, at, at), append(y, 1, 0), append(count, 10*p, 10*(1-p))
	}
	if slope, shift := fitLine(z, y, count); math.Abs(slope-1.5) > 0.05 || math.Abs(shift+0.5) > 0.05 {
		t.Errorf("slope %.3f shift %.3f, want 1.5 and -0.5", slope, shift)
	}
}

// TestCalibrateNeedsMessages keeps a fusion to which few messages of others speak, and counts
// no example that was written to be hard.
func TestCalibrateNeedsMessages(t *testing.T) {
	t.Parallel()
	samples := make([]Sample, minOfVoice+1)
	heard := make([]text.Heard, len(samples))
	of := text.Fusion{Rules: 1, Bias: 2}
	for i := range samples {
		samples[i].Example = &Example{}
		samples[i].Source, samples[i].Label = Own, text.LabelDone
		samples[i].Features.Found.Exponent = float64(i%7) - 3
	}
	if got := calibrate(samples, heard, of); got != of {
		t.Errorf("our own alone move it: %+v", got)
	}
	for i := range samples {
		samples[i].Source = "others"
	}
	if got := calibrate(samples, heard, of); got != of {
		t.Errorf("messages that are all done move it: %+v", got)
	}
	for i := range samples {
		if e := samples[i].Features.Found.Exponent; e > 1 || e > -1 && i%2 == 0 {
			samples[i].Label = text.LabelBlocked
		}
	}
	if got := calibrate(samples, heard, of); got.Bias >= of.Bias {
		t.Errorf("scores that are too high leave the constant at %.2f", got.Bias)
	}
	hard := Sample{Example: &Example{Source: Own, Hard: "negative"}}
	if hard.calibrates() != 0 {
		t.Error("a hard example counts")
	}
}

// TestAtBounds moves scores so that messages which are as often unfinished as their bound says score
// an even chance, in each voice by its own.
func TestAtBounds(t *testing.T) {
	t.Parallel()
	var frequent text.Fusions
	for voice := range frequent {
		frequent[voice].Bias = math.Log(0.5 / (1 - 0.5))
	}
	for voice, f := range atBounds(frequent) {
		z := f.Exponent(text.Found{}, text.Heard{})
		if score := 1 / (1 + math.Exp(-z)); math.Abs(score-(1-bounds[voice])) > 1e-4 {
			t.Errorf("voice %d: every second one unfinished scores %.3f beside a bound of %.2f", voice, score, bounds[voice])
		}
	}
	if bounds[text.VoiceAnswer] <= bounds[text.VoiceReport] {
		t.Error("answers are read as unfinished as readily as reports")
	}
}
