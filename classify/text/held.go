package text

import "slices"

// appendHeld appends that the work is held up: a report of much that was done is no report of the
// deed when its push, its deployment or its message was turned down, or when it waits for a word.
func (r *reader) appendHeld(out []evidence) []evidence {
	if i := r.ends.held; i >= 0 {
		kind := r.remarks[i].kind[groupObstacle]
		out = append(out, evidence{value: firm, at: i, rule: "says that the work is held up", label: LabelBlocked, group: groupObstacle, kind: kind})
	}
	return out
}

// saysHeld reports whether a sentence says that the work is held up: in a phrase, or of a command
// that was to deliver it.
func (r *reader) saysHeld(i int, hits []hit) bool {
	s := &r.sentences[i]
	words := r.scanner.words[s.from:s.to]
	if len(words) == 0 {
		return false
	}
	guarded := func(from, to int32) bool { // by a phrase that is no part of it
		return slices.ContainsFunc(hits, func(guard hit) bool {
			g := r.groupOf(guard)
			return (g == groupCondition || g == groupOvercome || g == groupHarmless) && (guard.from < from || guard.to > to)
		})
	}
	for _, h := range hits {
		if r.groupOf(h) == groupHeld && !words[h.from].quoted && !guarded(h.from, h.to) && (i >= len(r.sentences)-closing || !r.isOthers(words, hits, h)) {
			return true
		}
	}
	if guarded(0, 0) {
		return false
	}
	if !containsWord(words, r.lexicon.turnedDown) {
		return false
	}
	return containsAny(r.message[words[0].start:words[len(words)-1].end], deliveries)
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
