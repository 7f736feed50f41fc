package main

import (
	"fmt"
	"math"
)

// tally counts what was found against what is so; positive is not done.
type tally struct{ found, alarms, missed, right int }

func (t *tally) add(notDone, said bool) {
	switch {
	case notDone && said:
		t.found++
	case notDone:
		t.missed++
	case said:
		t.alarms++
	default:
		t.right++
	}
}

func (t *tally) positives() int { return t.found + t.missed }
func (t *tally) negatives() int { return t.alarms + t.right }

func (t *tally) precision() float64 { return share(t.found, t.found+t.alarms) }
func (t *tally) recall() float64    { return share(t.found, t.positives()) }
func (t *tally) flagged() float64   { return share(t.alarms, t.negatives()) }

func (t *tally) f1() float64 { return share(2*t.found, 2*t.found+t.alarms+t.missed) }

// balanced is the mean of the shares of both classes that are judged rightly.
func (t *tally) balanced() float64 { return (t.recall() + 1 - t.flagged()) / 2 }

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

// wilson is the interval in which a share lies with 95 % confidence.
func wilson(n, of int) (low, high float64) {
	if of == 0 {
		return 0, 1
	}
	const z = 1.959964
	p, count := float64(n)/float64(of), float64(of)
	middle := p + z*z/(2*count)
	width := z * math.Sqrt(p*(1-p)/count+z*z/(4*count*count))
	return max(0, (middle-width)/(1+z*z/count)), min(1, (middle+width)/(1+z*z/count))
}

// rate writes a share with its interval and counts, or a dash where there is
// nothing to count.
func rate(n, of int) string {
	if of == 0 {
		return "-"
	}
	low, high := wilson(n, of)
	return fmt.Sprintf("%.3f [%.2f-%.2f] %d/%d", share(n, of), low, high, n, of)
}
