package text

import (
	"slices"
	"strings"
)

// appendPart appends that less was done than there is: "17 of the 42 are converted",
// "60 % complete", "7 passed, 2 failed".
func (r *reader) appendPart(out []evidence) []evidence {
	if i := r.ends.part; i >= 0 {
		out = append(out, evidence{value: firm, at: i, rule: "has done a part of it", label: LabelFailed, group: groupFailure})
	}
	if i := r.ends.failures; i >= 0 {
		out = append(out, evidence{value: firm, at: i, rule: "counts what failed", label: LabelFailed, group: groupFailure})
	}
	return out
}

// findPart returns the sentence that says so, or -1.
func (r *reader) findPart() int {
	if r.asked.IsWords() {
		return -1
	}
	first := 0
	if n := len(r.sentences); n > impersonalSentences+1 {
		first = n - closing // what a longer message counts before is a part of something else
	}
	for i := first; i < len(r.sentences); i++ {
		if m := &r.remarks[i]; m.aside || m.overcame || m.excused {
			continue
		}
		if s := &r.sentences[i]; s.counts && s.last != '?' && r.countsPart(i) {
			return i
		}
	}
	return -1
}

// countsPart reports whether a sentence reports work and counts less of it than there is.
func (r *reader) countsPart(i int) bool {
	s := &r.sentences[i]
	words := r.scanner.words[s.from:s.to]
	if r.countsFound(words) {
		return false
	}
	if n, all := r.findRatio(i); n < all && (r.remarks[i].weight[groupDone] > 0 || r.saysParticiple(i)) {
		return true
	}
	for k := range words {
		c := r.message[words[k].start]
		if c < '0' || c > '9' || words[k].quoted {
			continue
		}
		n, rest := cutCount(r.message[words[k].start:s.end])
		all, unit := cutWhole(rest)
		if n < 0 || n >= all || isYear(all) && strings.HasPrefix(rest, "/") || k > 0 && r.lexicon.ordinals[words[k-1].id] {
			continue
		}
		unit = strings.TrimLeft(unit, " ")
		if (all != 100 || rest[0] != '/') && hasAnyPrefix(unit, completeWords) || r.remarks[i].weight[groupDone] > 0 && all != 100 {
			return true
		}
	}
	return false
}

// findFailures returns the last or last but one sentence if it counts what failed, "7 passed,
// 2 failed", and does not say that this was so before or is meant to be; -1 when none does.
func (r *reader) findFailures() int {
	if r.asked.IsWords() {
		return -1
	}
	for i := len(r.sentences) - 1; i >= max(0, len(r.sentences)-2); i-- {
		s, m := &r.sentences[i], &r.remarks[i]
		words := r.scanner.words[s.from:s.to]
		if m.overcame || m.aside || s.last == '?' || containsWord(words, r.lexicon.meantToFail) {
			return -1
		}
		for k := 1; k < len(words) && s.counts; k++ {
			w, first := &words[k], k == 1 || words[k-1].afterBreak // "job 7 failed" counts none
			if (r.lexicon.failures[w.id] || first && r.lexicon.failed[w.id]) && !w.afterBreak && !w.quoted && r.countAt(words, k-1) > 0 {
				return i
			}
		}
	}
	return -1
}

// fewCounts is the number of sentences up to which a participle alone says that the work was done. A
// longer message tells of many things.
const fewCounts = 4

// saysParticiple reports whether a sentence of a brief message has a verb in the form of what
// was done, whichever it is, and no negation: "neun der zehn Kapitel sind lektoriert". The
// tables of English have verbs enough but where the agent tells of itself: "I moved 12 of the 14".
func (r *reader) saysParticiple(i int) bool {
	s, forms := &r.sentences[i], r.formsOfLanguage()
	words := r.scanner.words[s.from:s.to]
	if len(r.sentences) > fewCounts {
		return false
	}
	has := func(f form) bool {
		return slices.ContainsFunc(words, func(w word) bool { return forms.find(r.message, &w) == f })
	}
	if has(formNot) {
		return false
	}
	return r.opensWithDeed(words) || has(formEd) && (!r.inEnglish || r.lexicon.self[words[0].id])
}

// opensWithDeed reports whether words begin with a verb in a form of the past and a count of what it was done to:
// "Captioned 212 photographs". Of a search the count is what there is.
func (r *reader) opensWithDeed(words []word) bool {
	if len(words) < tellingWords-1 || words[1].afterBreak || r.countAt(words, 1) < 0 {
		return false
	}
	f := r.formsOfLanguage().find(r.message, &words[0])
	d := deedsOf()[r.spoken.most()]
	first := strings.ToLower(r.message[words[0].start:words[0].end])
	return (f == formEd || f == formDid) && (d == nil || !matchesAny(d.plain, first) && !matchesAny(d.other, first))
}

// countsFound reports whether words begin with a search and how many it found: "Found 3 of 12".
func (r *reader) countsFound(words []word) bool {
	d := deedsOf()[r.spoken.most()]
	return d != nil && len(words) > 1 && r.countAt(words, 1) >= 0 && matchesAny(d.plain, strings.ToLower(r.message[words[0].start:words[0].end]))
}

// cutCount cuts off the number that a text begins with, which may have commas between
// its thousands.
func cutCount(text string) (int, string) {
	end := 0
	for end < len(text) && (text[end] >= '0' && text[end] <= '9' || text[end] == ',' && end+1 < len(text) && text[end+1] >= '0' && text[end+1] <= '9') {
		end++
	}
	n, rest := cutNumber(strings.ReplaceAll(text[:end], ",", ""))
	return n, rest + text[end:]
}

// cutWhole returns what a count is a part of, behind "of", a slash or as a hundred per
// cent, and the text behind it; -1 when it is a part of nothing.
func cutWhole(text string) (int, string) {
	bare := strings.TrimLeft(text, " ")
	if rest, ok := strings.CutPrefix(bare, "%"); ok {
		return 100, rest
	}
	if rest, ok := strings.CutPrefix(bare, "/"); ok {
		all, rest := cutCount(strings.TrimPrefix(rest, " "))
		if strings.HasPrefix(rest, "/") {
			return -1, rest // a date
		}
		return all, rest
	}
	rest, ok := strings.CutPrefix(bare, "of ")
	if !ok {
		return -1, text
	}
	for _, article := range [...]string{"the ", "all ", "our ", "your ", "my "} {
		rest = strings.TrimPrefix(rest, article)
	}
	return cutCount(rest)
}
