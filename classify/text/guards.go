package text

import (
	"slices"
	"strings"
	"sync"

	"notdone/classify/wordlist"
	"notdone/model"
)

// negationReach is how many words a negation reaches over.
const negationReach = 2

// subjectReach is how many words may stand between a subject and what is said of it.
const subjectReach = 6

// briefError is the number of sentences up to which a message can be an error and nothing else,
// whose subjects say nothing of other things: it may well speak to "you".
const briefError = 4

// leftOvercomeNext is the share of an obstacle's weight that counts when one of the next two
// sentences says how it was overcome.
const leftOvercomeNext = 0.35

// weighed is a hit that counts, with what is left of its weight.
type weighed struct {
	hit
	group group
	value float64
	own   bool // it speaks of the agent itself
}

// weighHits weighs the hits of one sentence. A hit inside quotation marks, or
// covered by a harmless phrase, does not count at all.
func (r *reader) weighHits(s *sentence, hits []hit, out []weighed) []weighed {
	words := r.scanner.words[s.from:s.to]
	for _, h := range hits {
		p := &r.lexicon.phrases[h.phrase]
		if !p.group.speaks() || h.to > h.from && words[h.from].quoted {
			continue
		}
		own := r.isFirstPerson(words, hits, h)
		if p.group == groupObstacle && s.last == '?' && r.beginsInOffer(hits, h) {
			continue // "want me to open it for the new key" lacks no key
		}
		if p.group == groupObstacle && (r.answersNo(words, h) || !own && r.forbids(words, h)) {
			continue
		}
		if p.group == groupObstacle && p.kind == model.KindDependency && !own && r.isRelative(words, h) && r.has(hits[slices.Index(hits, h):], groupDone) {
			continue // "those who did not answer have been reminded"
		}
		if p.group == groupAsk && s.last != '?' && words[h.from].afterBreak && r.lexicon.relatives[words[h.from].id] {
			continue // "it renews the old one, which is over" asks nothing
		}
		if p.group == groupAsk && p.kind == model.KindDecision && h.to == h.from+1 && s.last != '?' && r.lexicon.of[h.phrase] != english {
			continue // "можно" alone asks only in a question
		}
		if p.group == groupAsk && s.last != '?' && r.lexicon.of[h.phrase] != english && hasBreak(words, h.from+1, h.to-1) && !r.isCharacterAt(words[h.from].start) {
			continue // its words are of two clauses
		}
		if p.group == groupAsk && r.lexicon.of[h.phrase] != english && strings.HasSuffix(r.wordText(&words[h.from]), "é") {
			continue // "pasé" and "donné" tell of a deed, "pase" and "donne" ask for one
		}
		if p.group == groupDone && h.to == h.from+1 && r.lexicon.of[h.phrase] != english && likeParticiples()[strings.ToLower(r.wordText(&words[h.from]))] {
			continue // "commande" is written as "commandé" but for its accent
		}
		if p.group == groupDone && r.deniesItself(hits, h) {
			continue
		}
		if p.group == groupPromise && r.isTopic(words, h) || r.qualifies(words, h) {
			continue
		}
		left := r.shareLeft(words, hits, h, p.group, own)
		if left > 0 {
			out = append(out, weighed{hit: h, group: p.group, value: left * float64(p.weight), own: own})
		}
	}
	return out
}

// likeParticiples returns the French words that are written as a participle but for the accent at its end.
var likeParticiples = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	content, err := tableFiles.ReadFile("phrases/" + classFile)
	if err != nil {
		return out
	}
	for _, w := range wordlist.Parse(string(content))["fr-fait"] {
		if stem, ok := strings.CutSuffix(w, "é"); ok {
			out[stem+"e"] = true
		}
	}
	return out
})

// deniesItself reports whether a phrase of another language than English, where words may
// stand between an auxiliary and its verb, has a negation in it: "n'a pas été envoyée".
func (r *reader) deniesItself(hits []hit, h hit) bool {
	return r.lexicon.of[h.phrase] != english && slices.ContainsFunc(hits, func(guard hit) bool {
		return r.groupOf(guard) == groupNegation && guard.from > h.from && guard.to < h.to
	})
}

func (r *reader) groupOf(h hit) group { return r.lexicon.phrases[h.phrase].group }

// beginsInOffer reports whether an obstacle's phrase begins with the words of an offer.
func (r *reader) beginsInOffer(hits []hit, h hit) bool {
	return slices.ContainsFunc(hits, func(o hit) bool { return r.groupOf(o) == groupOffer && o.from <= h.from && h.from < o.to })
}

// isFirstPerson reports whether the hit has "I", "we", "my" or "me" in it or up to two
// words before it, or no subject in a language that leaves these out.
func (r *reader) isFirstPerson(words []word, hits []hit, h hit) bool {
	if containsWord(words[wordsBefore(words, int(h.from), 2):h.to], r.lexicon.self) {
		return true
	}
	if clause := clauseStart(words, h.from); countWords(words[clause:h.from]) > unsaidBefore {
		return false
	}
	return r.lexicon.dropsSubject[r.lexicon.of[h.phrase]] && !slices.ContainsFunc(hits, func(guard hit) bool {
		return r.groupOf(guard) == groupSubject && guard.to <= h.from && !hasBreak(words, guard.to, h.from)
	})
}

// unsaidBefore is how many words stand before what a clause without a subject says of oneself: "todavía
// no pude". Where there are more, they are what it is said of.
const unsaidBefore = 1

// shareLeft returns the share of a hit's weight that its guards leave.
func (r *reader) shareLeft(words []word, hits []hit, h hit, g group, own bool) float64 {
	left := 1.0
	for _, guard := range hits {
		if guard == h {
			continue
		}
		by := &r.lexicon.phrases[guard.phrase]
		share := float64(by.weight)
		switch by.group {
		case groupHarmless:
			if guard.from <= h.from && h.from < guard.to || g.canBeOvercome() && !own && guard.from < h.to && h.to <= guard.to {
				return 0
			}
		case groupNegation:
			if g == groupDone && guard.from > h.from && guard.to < h.to && r.isCharacterAt(words[guard.from].start) {
				return 0 // a gap leapt over the negation, which stands close to the verb
			}
			if g != groupAsk && g != groupOffer && negates(words, guard, h) && !r.beginsClause(words, h) {
				return 0
			}
		case groupCondition:
			if g != groupAsk && g != groupOffer && (guard.from < h.from && (g == groupPromise || !hasBreak(words, guard.to, h.from)) || r.supposesBefore(words, guard, h)) {
				left = min(left, share)
			}
		case groupSubject:
			if g.canBeOvercome() && !own && guard.to <= h.from && countWords(words[guard.to:h.from]) <= subjectReach && !hasBreak(words, guard.to, h.from) && (g != groupFailure || len(r.sentences) > briefError) && !r.isAllSaid(h) {
				left = min(left, share)
			}
		case groupOvercome:
			if g.canBeOvercome() && (guard.from >= h.to || guard.to <= h.from && !own) && !r.isNegated(words, hits, guard) {
				left = min(left, share)
			}
		default:
		}
	}
	return left
}

// isAllSaid reports whether a message says next to nothing but that somebody else did not answer or deliver.
func (r *reader) isAllSaid(h hit) bool {
	return len(r.sentences) <= allSaid && r.lexicon.phrases[h.phrase].kind == model.KindDependency
}

// allSaid is how many sentences such a message has at most.
const allSaid = 2

// supposesBefore reports whether a condition in characters, which stands at the end of its clause,
// supposes what a hit in that clause says.
func (r *reader) supposesBefore(words []word, condition, h hit) bool {
	return condition.from >= h.to && r.isCharacterAt(words[condition.from].start) && !hasBreak(words, h.to, condition.from)
}

// answersNo reports whether a hit begins with the "no" of an answer: "no, the
// function returns nil" lacks no function.
func (r *reader) answersNo(words []word, h hit) bool {
	next := int(h.from) + 1
	return r.lexicon.no[words[h.from].id] && next < int(h.to) && words[next].afterBreak
}

// instructionAfter is the greatest number of words that name a part before an instruction, as in
// "parser: do not accept tabs".
const instructionAfter = 4

// forbids reports whether a hit stands in an instruction, "do not return early", which names no
// obstacle. "do not have the key" is none: verbs of having and knowing also stand where a brief
// message leaves out "I".
func (r *reader) forbids(words []word, h hit) bool {
	at := 0
	for i := 1; i <= min(instructionAfter, len(words)-1); i++ {
		if words[i].afterBreak && r.lexicon.do[words[i].id] {
			at = i
			break
		}
	}
	if at+2 >= len(words) || !r.lexicon.do[words[at].id] || !r.lexicon.not[words[at+1].id] || int(h.from) > at+1 {
		return false
	}
	return !r.lexicon.subjectless[words[at+2].id]
}

// isTopic reports whether the first word of a sentence, which alone would announce
// work, is what the sentence is about: "Writing is off", "Training runs are slow".
func (r *reader) isTopic(words []word, h hit) bool {
	if h.from != 0 || h.to != 1 {
		return false
	}
	copula := func(i int) bool { return i < len(words) && r.lexicon.copulas[words[i].id] }
	return copula(1) || copula(2) && !r.lexicon.relatives[words[1].id]
}

// qualifies reports whether the first word of a sentence, which alone would tell of an
// error, only says which thing the sentence is about: "Error rate: 0.2 %", "Blocked
// users: 12". An error is told of by the word with punctuation, a number, or words that
// say where and how it happened: "Error: no space", "Error 503", "Error reading x".
func (r *reader) qualifies(words []word, h hit) bool {
	if h.from != 0 || h.to != 1 || len(words) == 1 || !hasWord(qualifiers, r.wordText(&words[0])) {
		return false
	}
	if between := r.message[words[0].end:words[1].start]; between != "-" && strings.TrimSpace(between) != "" {
		return false
	}
	next := r.wordText(&words[1])
	activity := strings.EqualFold(next[max(0, len(next)-len("ing")):], "ing") && (len(words) == 2 || !r.lexicon.copulas[words[2].id])
	return !activity && !hasWord(errorParts, next) && !strings.ContainsAny(next, "0123456789")
}

func (r *reader) wordText(w *word) string { return r.message[w.start:w.end] }

// hasWord reports whether a set of words of small ASCII letters has a word, in whatever case
// it is written.
func hasWord(set map[string]bool, word string) bool {
	var small [maxWord]byte
	if len(word) > len(small) {
		return false
	}
	for i := range len(word) {
		small[i] = lowered[word[i]] // 0 is in no word of the set
	}
	return set[string(small[:len(word)])]
}

// beginsClause reports whether a hit starts a clause of its own: one about the agent,
// before which other words stand, as in "without the code I can't".
func (r *reader) beginsClause(words []word, h hit) bool {
	return h.from > 0 && h.to > h.from && r.lexicon.subjects[words[h.from].id]
}

// hasBreak reports whether punctuation stands before any of the words from..to.
func hasBreak(words []word, from, to int32) bool {
	for i := from; i <= to && int(i) < len(words); i++ {
		if words[i].afterBreak {
			return true
		}
	}
	return false
}

// negates reports whether a negation stands at most negationReach words before a hit, in its clause.
func negates(words []word, negation, h hit) bool {
	return negation.to <= h.from && countWords(words[negation.to:h.from]) <= negationReach && !hasBreak(words, negation.to, h.from)
}

// isNegated reports whether a negation stands close before a hit.
func (r *reader) isNegated(words []word, hits []hit, h hit) bool {
	return slices.ContainsFunc(hits, func(guard hit) bool { return r.groupOf(guard) == groupNegation && negates(words, guard, h) })
}

// saysOvercome reports whether the hits of a sentence say that something that
// stood in the way before it no longer does.
func (r *reader) saysOvercome(words []word, hits []hit) bool {
	return slices.ContainsFunc(hits, func(h hit) bool { return r.groupOf(h) == groupOvercome && !r.isNegated(words, hits, h) })
}
