package main

import (
	"math"

	"notdone/classify/text"
	"notdone/classify/text/learn"
)

// bySource prints each source with a model that never saw it, and what its rules
// and its terms find alone.
func (r *report) bySource(methods []method) {
	r.printf("\nby source\n")
	for _, source := range r.sources() {
		for _, m := range methods {
			t := r.tally(m, func(s *learn.Sample) bool { return s.Source == source })
			r.printf("%-28s %-22s F1 %.3f  found %-26s flagged %s\n", source, m.name, t.f1(), rate(t.found, t.positives()), rate(t.alarms, t.negatives()))
		}
	}
}

// byLabel prints how often each label is found as not done, and by the shipped
// model as that label.
func (r *report) byLabel(shipped []text.Reading, judged []learn.Judged) {
	r.printf("\nby label\n")
	for _, label := range []text.Label{text.LabelDone, text.LabelBlocked, text.LabelRefused, text.LabelFailed} {
		n, said, exact := 0, 0, 0
		for i := range r.samples {
			if r.samples[i].Label != label {
				continue
			}
			n++
			if r.exponent(i, judged) > 0 {
				said++
			}
			if shipped[i].Label == label {
				exact++
			}
		}
		r.printf("%-10s said not done, source never seen %-28s the very label, shipped %s\n", label, rate(said, n), rate(exact, n))
	}
}

const bins = 10

// calibration prints how often messages of each score are not done.
func (r *report) calibration(name string, judged []learn.Judged) {
	var count, positive [bins]int
	var sum [bins]float64
	high, highRight, found, foundHigh := 0, 0, 0, 0
	for i := range r.samples {
		score := 1 / (1 + math.Exp(-r.exponent(i, judged)))
		bin := min(int(score*bins), bins-1)
		count[bin]++
		sum[bin] += score
		notDone := r.samples[i].NotDone()
		if notDone {
			positive[bin]++
		}
		if score >= 0.9 {
			high++
		}
		if score >= 0.9 && notDone {
			highRight++
		}
		if score > 0.5 && notDone {
			found++
			if score >= 0.9 {
				foundHigh++
			}
		}
	}
	r.printf("\ncalibration, %s\n  score    messages  mean score  not done\n", name)
	off := 0.0
	for b := range bins {
		if count[b] == 0 {
			continue
		}
		mean := sum[b] / float64(count[b])
		off += math.Abs(mean-share(positive[b], count[b])) * share(count[b], len(r.samples))
		r.printf("%.1f-%.1f  %8d  %10.3f  %s\n", float64(b)/bins, float64(b+1)/bins, count[b], mean, rate(positive[b], count[b]))
	}
	r.printf("expected calibration error %.3f\nscored 0.9 and more: not done %s\nof those found, scored 0.9 and more: %s\n", off, rate(highRight, high), rate(foundHigh, found))
}
