package infer

import (
	"cmp"
	"slices"
	"strconv"

	"notdone/model"
	"notdone/source/mapped"
)

// readCodes concludes what numbers mean from what their rows have: an end, an error, a
// beginning. Among numbers whose rows look alike the usual order decides, and is asked
// about: waiting first, and of the ends success, failure, cancellation.
func (x *lexicon) readCodes(codes []string) {
	codes = slices.Clone(codes)
	slices.SortFunc(codes, func(a, b string) int { return cmp.Compare(number(a), number(b)) })
	var ended, failed, waiting []string
	for _, code := range codes {
		f := x.facts[code]
		switch {
		case f == nil:
		case f.most(f.errors) && (f.most(f.ended) || !f.most(f.begun) || f.most(f.spent)):
			failed = append(failed, code)
		case f.most(f.ended):
			ended = append(ended, code)
		case f.most(f.begun):
			x.add(code, model.StateActive, 0.85, "its rows have begun and have not ended")
		default:
			waiting = append(waiting, code)
		}
	}
	for _, code := range failed {
		x.add(code, model.StateFailed, 0.9, "its rows have an error")
	}
	x.readEnds(ended, len(failed) > 0)
	x.readWaiting(waiting, len(ended)+len(failed) > 0)
}

// readEnds orders the numbers of rows that have ended without an error.
func (x *lexicon) readEnds(codes []string, failuresKnown bool) {
	order := []model.State{model.StateDone, model.StateFailed, model.StateCancelled}
	if failuresKnown {
		order = []model.State{model.StateDone, model.StateCancelled}
	}
	codes = x.readNeverBegun(codes)
	if len(codes) == 1 {
		x.add(codes[0], model.StateDone, 0.8, "its rows have ended without an error")
		return
	}
	for i, code := range codes {
		state := order[min(i, len(order)-1)]
		switch {
		case x.facts[code].most(x.facts[code].spent):
			x.ask(code, model.StateFailed, "its rows have ended, and their attempts are used up")
		case i == 0:
			x.add(code, state, 0.7, "its rows have ended, and it is the first number of those")
		default:
			x.ask(code, state, "its rows have ended, and the numbers are in the usual order")
		}
	}
}

// readNeverBegun takes a number whose rows have ended and never begun for that of what was
// cancelled, where those of others have begun. It returns the other numbers.
func (x *lexicon) readNeverBegun(codes []string) (others []string) {
	begun := slices.ContainsFunc(codes, func(code string) bool { return x.facts[code].most(x.facts[code].started) })
	for _, code := range codes {
		if begun && x.facts[code].started == 0 {
			x.add(code, model.StateCancelled, 0.7, "its rows have ended and had not begun")
		} else {
			others = append(others, code)
		}
	}
	return others
}

// readWaiting orders the numbers of rows that have neither begun nor ended.
func (x *lexicon) readWaiting(codes []string, endsKnown bool) {
	if !endsKnown && len(codes) > 1 {
		x.readOrder(codes)
		return
	}
	if last := x.wordsOf(model.StateFailed); len(codes) > 1 && x.onlyFailuresEnd() && len(last) == 1 && number(last[0]) > number(codes[len(codes)-1]) {
		x.readBeforeFailure(codes, number(last[0]))
		return
	}
	for i, code := range codes {
		f := x.facts[code]
		switch {
		case f.most(f.waits) && len(codes) > 1:
			x.add(code, model.StateBlocked, 0.8, "its rows wait for others")
		case i == 0 || x.view.status != nil && x.view.isDefault(code):
			x.add(code, model.StateQueued, 0.8, "its rows have not begun")
		default:
			x.ask(code, model.StateQueued, "its rows have not begun")
		}
	}
}

// readOrder guesses numbers of which the table keeps no times, by the usual order. A gap
// between the numbers divides those before an end from the ends.
func (x *lexicon) readOrder(codes []string) {
	order := []model.State{model.StateQueued, model.StateActive, model.StateDone, model.StateFailed, model.StateCancelled}
	if len(x.wordsOf(model.StateActive)) > 0 {
		order = slices.Delete(order, 1, 2) // the times have told which number that is
	}
	gap := 1 + slices.IndexFunc(codes[1:], func(code string) bool { return number(code) > number(codes[slices.Index(codes, code)-1])+1 })
	if gap > 2 {
		order = append(slices.Repeat([]model.State{model.StateQueued}, gap-2), order...)
	}
	for i, code := range codes {
		f := x.facts[code]
		state := order[min(i, len(order)-1)]
		if f.most(f.worker) && !f.most(f.errors) && i > 0 && i == len(codes)-1 && len(codes) == 2 {
			state = model.StateActive
		}
		x.ask(code, state, "the numbers are in the usual order, and no time tells more")
	}
}

// isDefault reports whether a word is the default of the status.
func (v *view) isDefault(word string) bool {
	return v.status.path == "" && trimDefault(v.Columns[v.status.column].Default) == word
}

func number(code string) int {
	n, _ := strconv.Atoi(code) // allNumbers has seen that it is one
	return n
}

// onlyFailuresEnd reports whether the table keeps no time of a success: an end is unknown
// then, or is that of failures.
func (x *lexicon) onlyFailuresEnd() bool {
	end := x.view.roles[mapped.RoleFinished].field
	return len(x.wordsOf(model.StateDone)) == 0 &&
		(end == nil || roleWeight("failed", end.name, x.view.words, true) > 0)
}

// readBeforeFailure guesses the numbers below that of failures, by the usual order: waiting,
// work, success, failure.
func (x *lexicon) readBeforeFailure(codes []string, failed int) {
	for i, code := range codes {
		state := model.StateActive
		switch {
		case i == 0:
			state = model.StateQueued
		case number(code) == failed-1:
			state = model.StateDone
		}
		x.ask(code, state, "the numbers are in the usual order, and only failures have a time")
	}
}
