package learn

import (
	"math"

	"notdone/classify/text"
)

// What an example of ours counts when scores are calibrated, beside 1 for a message of
// others; half as much where it is of unfinished work, of which ours have too much, and
// nothing where it was written to be hard.
const (
	plainCalibrates      = 0.1
	unfinishedCalibrates = 0.055
)

// calibrationRidge holds the slope of a calibration at 1 and its shift at 0 where few
// messages speak.
const calibrationRidge = 5

// A slope beyond these is none that scores can be off by.
const leastSlope, mostSlope = 0.5, 2

// calibrate scales and shifts the exponent of a fusion so that its scores are frequencies
// among messages as the field has them: the fusion was fitted to many more that were
// written to be hard. What was heard is of models that never saw the sample. A voice
// with few messages of others keeps its scores.
func calibrate(samples []Sample, heard []text.Heard, f text.Fusion) text.Fusion {
	var z, y, count []float64
	others := 0
	for i := range samples {
		s := &samples[i]
		c := s.calibrates()
		if c == 0 {
			continue
		}
		if s.Source != Own {
			others++
		}
		is := 0.0
		if s.NotDone() {
			is = 1
		}
		z, y, count = append(z, f.Exponent(s.Features.Found, heard[i])), append(y, is), append(count, c)
	}
	if others < minOfVoice {
		return f
	}
	slope, shift := fitLine(z, y, count)
	if !(slope >= leastSlope && slope <= mostSlope) {
		return f // they are too few or too alike to say anything
	}
	return scaled(f, slope, shift)
}

// calibrates returns what a sample counts when scores are calibrated.
func (s *Sample) calibrates() float64 {
	switch {
	case s.Features.Stated:
		return 0
	case s.Source != Own:
		return 1
	case s.Hard != "":
		return 0
	case s.NotDone():
		return unfinishedCalibrates
	}
	return plainCalibrates
}

// fitLine fits the slope and the shift of exponents by logistic regression.
func fitLine(z, y, count []float64) (slope, shift float64) {
	slope = 1
	for range newtonSteps {
		gradSlope, gradShift := -float64(calibrationRidge*(slope-1)), -float64(calibrationRidge*shift)
		a, b, c := float64(calibrationRidge), 0.0, float64(calibrationRidge)
		for i := range z {
			p := 1 / (1 + math.Exp(-(float64(slope*z[i]) + shift)))
			off := float64(count[i] * (y[i] - p))
			gradSlope, gradShift = gradSlope+float64(off*z[i]), gradShift+off
			q := float64(count[i] * p * (1 - p))
			a, b, c = a+float64(float64(q*z[i])*z[i]), b+float64(q*z[i]), c+q
		}
		det := float64(a*c) - float64(b*b)
		slope += (float64(gradSlope*c) - float64(gradShift*b)) / det
		shift += (float64(gradShift*a) - float64(gradSlope*b)) / det
	}
	return slope, shift
}

// scaled returns a fusion whose exponent is another's, times a slope and plus a shift.
func scaled(f text.Fusion, slope, shift float64) text.Fusion {
	times := func(x float64) float64 { return rounded(float64(x * slope)) }
	f.Rules, f.Terms, f.Quiet, f.Vectors, f.Forms = times(f.Rules), times(f.Terms), times(f.Quiet), times(f.Vectors), times(f.Forms)
	f.Bias = rounded(float64(f.Bias*slope) + shift)
	for i := range f.Traits {
		f.Traits[i] = times(f.Traits[i])
	}
	return f
}
