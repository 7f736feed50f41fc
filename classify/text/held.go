package text

import "slices"

// appendHeld appends that the work is held up, or that a part of it remains: a report of much that was
// done is no report of the deed when its push, its deployment or its message was turned down, or when
// it waits for a word.
func (r *reader) appendHeld(out []evidence) []evidence {
	i := r.ends.held
	if i < 0 {
		return out
	}
	e := evidence{value: firm, at: i, rule: "says that the work is held up", label: LabelBlocked, group: groupObstacle, kind: r.remarks[i].kind[groupObstacle]}
	if r.remarks[i].remains {
		e.rule, e.label, e.group = groups[groupRemains].says, LabelFailed, groupFailure
	}
	return append(out, e)
}

// saysHeld reports whether a sentence says that the work is held up: in a phrase, or of a command
// that was to deliver it.
func (r *reader) saysHeld(i int, hits []hit) bool {
	s := &r.sentences[i]
	words := r.scanner.words[s.from:s.to]
	if len(words) == 0 {
		return false
	}
	for _, h := range hits {
		if r.groupOf(h) == groupHeld && !words[h.from].quoted && !r.isGuarded(hits, h.from, h.to) && !r.isRelative(words, h) && (i >= len(r.sentences)-closing || !r.isOthers(words, hits, h)) {
			return true
		}
	}
	if r.isGuarded(hits, 0, 0) {
		return false
	}
	if !containsWord(words, r.lexicon.turnedDown) {
		return false
	}
	return containsAny(r.message[words[0].start:words[len(words)-1].end], deliveries)
}

// saysRemains reports whether a sentence says that a part of the work remains to be done.
func (r *reader) saysRemains(words []word, hits []hit) bool {
	return slices.ContainsFunc(hits, func(h hit) bool {
		return r.groupOf(h) == groupRemains && !words[h.from].quoted && !r.isGuarded(hits, h.from, h.to)
	})
}

// isGuarded reports whether a phrase that is no part of a stretch of words takes what it says away.
func (r *reader) isGuarded(hits []hit, from, to int32) bool {
	return slices.ContainsFunc(hits, func(guard hit) bool {
		g := r.groupOf(guard)
		return (g == groupCondition || g == groupOvercome || g == groupHarmless) && (guard.from < from || guard.to > to)
	})
}

// isRelative reports whether a hit stands in a clause that tells which thing is meant: "the letters that were
// not delivered".
func (r *reader) isRelative(words []word, h hit) bool {
	return h.from > 0 && !words[h.from].afterBreak && (r.lexicon.relatives[words[h.from-1].id] || r.formsOfLanguage().find(r.message, &words[h.from-1]) == formWhich)
}

// isOthers reports whether what a hit says is said of somebody or something else.
func (r *reader) isOthers(words []word, hits []hit, h hit) bool {
	return !r.isFirstPerson(words, hits, h) && slices.ContainsFunc(hits, func(guard hit) bool {
		return r.groupOf(guard) == groupSubject && guard.to <= h.from
	})
}

// findHeld returns the last sentence that says so and that none of the next two takes back, or -1.
// A message of a commit tells of what held the work up before its change.
func (r *reader) findHeld() int {
	if r.asked.IsWords() || isCommitHeader(r.message) {
		return -1
	}
	for i := len(r.remarks) - 1; i >= 0; i-- {
		if !r.remarks[i].held || r.sentences[i].last == '?' {
			continue
		}
		over := false
		for k := i + 1; k <= min(i+2, len(r.remarks)-1); k++ {
			over = over || r.remarks[k].overcame || r.isOver(i, k)
		}
		if !over {
			return i
		}
	}
	return -1
}
