package report

import (
	"slices"
	"strings"

	"notdone/model"
)

// Step is one moment of a history, or a sequence of moments that is repeated without a gap.
type Step struct {
	At     int // the index of the first moment
	Period int // the number of moments in the sequence
	Times  int // the number of repetitions; at least 1
}

// maxPeriod is the length of the longest repeated sequence that Steps detects: a call and
// its result are 2 moments, a claim, a run and a block are 4.
const maxPeriod = 6

// Steps folds repeated sequences of a history into one step each. Moments whose texts differ
// only in numbers count as equal: "run 3 began" and "run 4 began".
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

// repetitions returns how often the sequence of the first period keys is repeated at the
// beginning of keys; at least 1. keys has at least one element.
func repetitions(keys []string, period int) int {
	n := period
	for n < len(keys) && keys[n] == keys[n-period] {
		n++
	}
	return max(n/period, 1)
}

// withoutNumbers replaces each run of digits by one 0.
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

// Cycle finds the cycle of blocks and releases in a history, the newest moment first. It
// returns the indexes of the newest and the oldest block, and the number of blocks; a block
// counts only if the block before it was released. Fewer than 2 rounds are no cycle.
//
// A system may record a block as an event and as the outcome of a run. So the blocks of runs
// count only in a history without events of blocks.
func Cycle(all []Moment) (newest, oldest, rounds int) {
	released := true
	byRun := !slices.ContainsFunc(all, func(m Moment) bool { return isBlock(m.Kind) && m.rank != rankEnded })
	for i := range all {
		switch m := &all[i]; {
		case isBlock(m.Kind) && released && byRun == (m.rank == rankEnded):
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
