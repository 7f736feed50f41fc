package report

import (
	"strings"

	"notdone/model"
)

// Step is one moment of a history, or a sequence of moments that comes several times in a
// row.
type Step struct {
	At     int // the index of the first moment
	Period int // how many moments are in the sequence
	Times  int // how often it comes; at least 1
}

// maxPeriod is the length of the longest sequence that is found to be repeated: a call and
// its result are 2, a claim, a run and a block are 4.
const maxPeriod = 6

// Steps folds equal moments of a history. Moments that differ in numbers alone are equal,
// as those of run 3 and run 4 are.
func Steps(all []Moment) []Step {
	keys := make([]string, len(all))
	for i := range all {
		keys[i] = withoutNumbers(all[i].Text) + "\x00" + withoutNumbers(all[i].Quote)
	}
	var steps []Step
	for i := 0; i < len(keys); {
		best := Step{At: i, Period: 1, Times: 1}
		for period := 1; period <= maxPeriod; period++ {
			times := repetitions(keys[i:], period)
			if times > 1 && period*times > max(best.Period*best.Times, 2) {
				best = Step{i, period, times}
			}
		}
		steps = append(steps, best)
		i += best.Period * best.Times
	}
	return steps
}

// repetitions returns how often the first keys come in a row.
func repetitions(keys []string, period int) int {
	n := period
	for n < len(keys) && keys[n] == keys[n-period] {
		n++
	}
	return max(n/period, 1)
}

func withoutNumbers(text string) string {
	if !strings.ContainsAny(text, "0123456789") {
		return text
	}
	digit := false
	return strings.Map(func(r rune) rune {
		was := digit
		switch digit = r >= '0' && r <= '9'; {
		case digit && was:
			return -1
		case digit:
			return '0'
		}
		return r
	}, text)
}

// Cycle returns the moments, newest first, between which a task went round: the newest and
// the oldest block, and how many blocks there are, each after a release of the one before.
// Fewer than two are no cycle.
func Cycle(all []Moment) (newest, oldest, rounds int) {
	released, byRun := true, true
	for i := range all {
		byRun = byRun && (!isBlock(all[i].Kind) || all[i].seq >= 1<<30)
	}
	for i := range all {
		switch m := &all[i]; {
		case isBlock(m.Kind) && released && byRun == (m.seq == 1<<30):
			if rounds == 0 {
				newest = i
			}
			oldest, released = i, false
			rounds++
		case m.Kind == model.EventUnblocked || m.Kind == model.EventRequeued || m.Kind == model.EventReleased || m.Kind == model.EventClaimed:
			released = true
		}
	}
	return newest, oldest, rounds
}

func isBlock(kind model.EventKind) bool {
	return kind == model.EventBlocked || kind == model.EventBlockLoop
}
