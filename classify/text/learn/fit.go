package learn

import (
	"maps"
	"math"
	"slices"

	"notdone/classify/text"
)

// How the weights of terms are fitted.
const (
	minTasks     = 4   // a term of fewer tasks is not learned
	minFormTasks = 16  // one of forms
	cost         = 1.5 // of a wrong sample against the size of the weights
	formCost     = 0.3 // the same where forms are fitted, which are few
	passes       = 40
)

// FitTerms fits the weights of the terms of words to samples.
func FitTerms(samples []Sample) map[uint32]float64 {
	return fitValues(samples, minTasks, cost, func(s *Sample) []value { return s.learned().terms })
}

// FitForms fits the weights of the terms of forms to samples.
func FitForms(samples []Sample) map[uint32]float64 {
	return fitValues(samples, minFormTasks, formCost, func(s *Sample) []value { return s.forms })
}

// fitValues fits the weights of some terms of samples, those of at least so many tasks: a linear machine with squared
// hinge loss, solved by coordinate descent over the samples in their order.
// Nothing in it is drawn by chance, and every product is rounded before it is
// added, so that the same samples give the same bits on every machine.
func fitValues(samples []Sample, tasks int, cost float64, of func(*Sample) []value) map[uint32]float64 {
	known := commonTerms(samples, tasks, of)
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
	pull := classCost(samples, cost)
	rarity := rarityOf(samples, index, of)
	rows := make([]row, len(samples))
	for i := range samples {
		s := &samples[i]
		r := row{sign: -1, slack: 0.5 / pull[0]}
		if s.NotDone() {
			r.sign, r.slack = 1, 0.5/pull[1]
		}
		r.slack /= s.weight()
		r.curve = r.slack
		for _, v := range of(s) {
			if at, ok := index[v.term]; ok {
				by := float64(v.by * rarity[at])
				r.at, r.by = append(r.at, at), append(r.by, by)
				r.curve += float64(by * by)
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
		fitted[t] = float64(w[i] * rarity[i])
	}
	return fitted
}

// rarityUnit is what a term counts for each power of e by which it is rarer than one that
// every sample has.
const rarityUnit = 0.2

// rarityOf returns how much each of the numbered terms counts for being rare: what is in
// every message tells little, however often it is there.
func rarityOf(samples []Sample, index map[uint32]int, of func(*Sample) []value) []float64 {
	in := make([]float64, len(index))
	for i := range samples {
		for _, v := range of(&samples[i]) {
			if at, ok := index[v.term]; ok {
				in[at]++
			}
		}
	}
	for at, n := range in {
		in[at] = rounded(math.Log(float64(len(samples)+1)/n)) * rarityUnit
	}
	return in
}

// classCost returns the cost of a sample that is done and of one that is not, so that
// both classes weigh the same.
func classCost(samples []Sample, cost float64) [2]float64 {
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

// commonTerms returns the terms of at least so many tasks, in ascending order.
func commonTerms(samples []Sample, least int, of func(*Sample) []value) []uint32 {
	tasks := map[uint32]map[string]bool{}
	for i := range samples {
		for _, v := range of(&samples[i]) {
			if tasks[v.term] == nil {
				tasks[v.term] = map[string]bool{}
			}
			if len(tasks[v.term]) < least {
				tasks[v.term][samples[i].Task] = true
			}
		}
	}
	maps.DeleteFunc(tasks, func(_ uint32, in map[string]bool) bool { return len(in) < least })
	return slices.Sorted(maps.Keys(tasks))
}

// Sum returns what the fitted terms of the words of a sample come to.
func (s *Sample) Sum(fitted map[uint32]float64) float64 { return sumValues(s.terms, fitted) }

// SumForms returns what the fitted terms of its forms come to.
func (s *Sample) SumForms(fitted map[uint32]float64) float64 { return sumValues(s.forms, fitted) }

func sumValues(values []value, fitted map[uint32]float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += float64(fitted[v.term] * v.by)
	}
	return text.BoundSum(sum)
}
