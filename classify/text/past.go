package text

// isOver reports whether a sentence tells in the past tense of what stood in somebody else's
// way and another one reports work: it was out of the way by then.
func (r *reader) isOver(past, then int) bool {
	m, s := &r.remarks[past], &r.sentences[past]
	done := mild
	if m.regret {
		done = firm // an apology for what happened, and what was done about it
	}
	next := &r.remarks[then]
	if m.futile || m.own[groupObstacle] || m.own[groupFailure] || next.weight[groupFailure] >= weak || next.weight[groupDone] < done && (m.regret || !r.tellsDeed(then)) {
		return false
	}
	return containsWord(r.scanner.words[s.from:s.to], r.lexicon.past)
}

// reducePast lowers what phrases say in the past tense of what stood in somebody else's way
// where a later clause of the sentence reports work and none says the contrary: "the disk was
// full; moved the dumps and took a new one".
func (r *reader) reducePast(words []word, counted []weighed) {
	end := int32(0) // of the last phrase against done
	for _, c := range counted {
		if c.group == groupObstacle || c.group == groupFailure {
			end = max(end, c.to)
		}
	}
	if end == 0 || !r.reportsAfter(words, counted, end) {
		return
	}
	for i := range counted {
		c := &counted[i]
		if !c.own && (c.group == groupObstacle || c.group == groupFailure) && containsWord(words[clauseStart(words, c.from):c.to], r.lexicon.past) {
			c.value *= leftOvercomeNext
		}
	}
}

// tellsDeed reports whether a sentence of a brief English message tells of a deed by the forms of its words, whatever
// the deed is: a verb in the past or a participle, and nothing that negates, supposes, waits or
// turns to the contrary, nor a deed that only says where it stands, "I waited", "I asked".
func (r *reader) tellsDeed(i int) bool {
	if !r.inEnglish || len(r.sentences) > fewCounts {
		return false
	}
	s, forms := &r.sentences[i], r.formsOfLanguage()
	told, before := false, formThe
	for k := s.from; k < s.to; k++ {
		w := &r.scanner.words[k]
		f := forms.find(r.message, w)
		if f >= formNot && f < formOnly && f != formThen || r.lexicon.standing[w.id] {
			return false
		}
		told = told || f == formEd && before != formThe // "the proposed text" tells of none
		before = f
	}
	return told && s.last != '?'
}

// reportsAfter reports whether a clause that begins at or behind a word reports work.
func (r *reader) reportsAfter(words []word, counted []weighed, at int32) bool {
	for int(at) < len(words) && !words[at].afterBreak {
		at++
	}
	for _, c := range counted {
		if c.group == groupDone && c.from >= at && int(at) < len(words) && c.value >= mild {
			return true
		}
	}
	for ; int(at) < len(words); at++ {
		if words[at].afterBreak && r.lexicon.deeds[words[at].id] {
			return true
		}
	}
	return false
}

// clauseStart returns the first word of the clause that a word stands in.
func clauseStart(words []word, at int32) int32 {
	for at > 0 && !words[at].afterBreak {
		at--
	}
	return at
}
