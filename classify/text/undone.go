package text

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"notdone/classify/wordlist"
)

// undoneFile holds the deeds of a language that a sentence may say were not done. No phrase can hold them all: what
// is done is as manifold as the work. A sentence says so by its build: a word that negates, a verb such as
// "was" or "have", and a participle, "the fence was not painted", "no invoice has been paid".
const undoneFile = "undone.txt"

// deeds are the words of one language as its undoneFile has them.
type deeds struct {
	deed   []wildcard // participles
	past   []wildcard // verbs in the past that a negation stands right before, "no se pintó"
	plain  []wildcard // those that were not done are no news against the work: "nothing was deleted"
	other  []wildcard // those of which that is not known: checks, states, what somebody else does
	own    []wildcard // verbs in the past of what the agent did, right behind a negation: "no reservé"
	named  bool       // such a verb is the agent's only beside a word for "I"
	rest   []wildcard // words of what is left of the work, of which also a plain deed counts
	verb   []wildcard // verbs such as "have" that are written as other small words
	beside []wildcard // words beside a deed that make it one of these: "no changes were made"
}

// deedsOf returns the deeds of each language, by its place in languages; nil where it has none.
var deedsOf = sync.OnceValue(func() []*deeds {
	out := make([]*deeds, len(languages))
	for i, language := range languages {
		content, err := fs.ReadFile(tableFiles, path.Join("phrases", language, undoneFile))
		if err != nil {
			continue
		}
		words := wordlist.Parse(string(content))
		out[i] = &deeds{
			deed: wildcards(words["deed"]), past: wildcards(words["past"]), plain: wildcards(words["plain"]),
			other: wildcards(words["other"]), beside: wildcards(words["beside"]), verb: wildcards(words["verb"]),
			own: wildcards(words["own"]), named: len(words["named"]) > 0, rest: wildcards(words["rest"]),
		}
	}
	return out
})

// wildcard is a word that may have any letters between its parts.
type wildcard []string

func wildcards(words []string) []wildcard {
	out := make([]wildcard, len(words))
	for i, w := range words {
		out[i] = strings.Split(w, "*")
	}
	return out
}

// matches reports whether a word, in lower case, is one that a wildcard stands for.
func (w wildcard) matches(word string) bool {
	rest, ok := strings.CutPrefix(word, w[0])
	if !ok || len(w) == 1 {
		return ok && rest == ""
	}
	last := len(w) - 1
	for _, part := range w[1:last] {
		at := strings.Index(rest, part)
		if at < 0 {
			return false
		}
		rest = rest[at+len(part):]
	}
	return strings.HasSuffix(rest, w[last])
}

func matchesAny(all []wildcard, word string) bool {
	return slices.ContainsFunc(all, func(w wildcard) bool { return w.matches(word) })
}

// undone is a clause that says that a deed was not done.
type undone struct {
	from, to int32 // its words
	plain    bool  // it is no news against the work
}

// deedReach is how many words may stand between a verb such as "was", or the negation, and the participle.
const deedReach = 3

// findUndone returns the first clause of a sentence that says that a deed was not done.
func (r *reader) findUndone(words []word) (u undone, found bool) {
	language := r.spoken.most()
	if r.spoken[language] == 0 && r.scanner.strange {
		return u, false
	}
	d := deedsOf()[language]
	if d == nil {
		return u, false
	}
	forms := &r.lexicon.forms[language]
	if !forms.negate(words) {
		return u, false
	}
	alone := len(r.sentences) == 1
	for from, to := 0, 0; from < len(words); from = to {
		to = endOfClause(words, from)
		c := clause{reader: r, forms: forms, deeds: d, words: words[from:to]}
		if plain, ok := c.isUndone(); ok && (!found || u.plain && !plain) && (!plain || !alone || to-from < len(words)) {
			u, found = undone{from: int32(from), to: int32(to), plain: plain}, true
		}
	}
	return u, found
}

// endOfClause returns the word behind the clause that begins at a word.
func endOfClause(words []word, from int) int {
	to := from + 1
	for to < len(words) && !words[to].afterBreak {
		to++
	}
	return to
}

// negate reports whether a word is one that negates.
func (t *formTable) negate(words []word) bool {
	for i := range words {
		if f := t.of[words[i].id]; f == formNot || f == formNo {
			return true
		}
	}
	return false
}

// clause is what stands between two marks of punctuation.
type clause struct {
	reader *reader
	forms  *formTable
	deeds  *deeds
	words  []word
}

// form returns the form of a word that is in a list, or a number; no ending tells of those that are asked for.
func (c *clause) form(i int) form {
	w := &c.words[i]
	if f := c.forms.of[w.id]; f != formOther || w.key != keyNumber {
		return f
	}
	return formNumber
}

func (c *clause) isVerb(i int) bool {
	return len(c.deeds.verb) > 0 && matchesAny(c.deeds.verb, c.letters(i))
}

func (c *clause) letters(i int) string {
	return strings.ToLower(c.reader.message[c.words[i].start:c.words[i].end])
}

// isUndone reports whether the clause says that a deed was not done, and whether that is no news
// against the work.
func (c *clause) isUndone() (plain, found bool) {
	negation, verb, last := -1, -1, c.reader.lexicon.verbLast[c.reader.spoken.most()]
	for i := range c.words {
		if c.words[i].quoted {
			return false, false
		}
		id := c.words[i].id
		switch f := c.form(i); {
		case f == formUntil && negation >= 0, f == formWill, f == formMay, f == formMust, f == formCan:
			return false, false
		case (f == formIf || f == formWhich || f == formHow) && negation < 0, c.reader.lexicon.relatives[id]:
			return false, false
		case (f == formNot || f == formNo) && negation < 0 && !c.reader.lexicon.noDeny[id]:
			negation = i
		case f == formIs, f == formWas, f == formHave, c.isVerb(i):
			if c.reader.lexicon.longPast[id] {
				if negation >= 0 && verb >= 0 {
					continue // "it was not sent because the portal had closed"
				}
				return false, false // how it had been
			}
			if verb < 0 || !last && (negation < 0 || !c.parts(negation, i)) {
				verb = i
			}
		}
	}
	if negation < 0 {
		return false, false
	}
	deed := c.findDeed(negation, verb)
	if deed < 0 {
		return false, false
	}
	word := c.letters(deed)
	if matchesAny(c.deeds.plain, word) {
		if verb >= 0 && c.form(verb) == formHave && c.saysSelf() {
			return false, false // "I have not found a room"
		}
		return !c.has(c.deeds.rest, deed), true
	}
	if matchesAny(c.deeds.other, word) {
		return false, false
	}
	return false, !c.has(c.deeds.beside, deed)
}

// saysSelf reports whether the clause has a word for the agent, which is none that is written as a reflexive one.
func (c *clause) saysSelf() bool {
	l := c.reader.lexicon
	return slices.ContainsFunc(c.words, func(w word) bool { return l.self[w.id] && !l.reflexive[w.id] })
}

// has reports whether a word of the clause but one is among some.
func (c *clause) has(words []wildcard, but int) bool {
	for i := range c.words {
		if i != but && matchesAny(words, c.letters(i)) {
			return true
		}
	}
	return false
}

// findDeed returns the word of the deed that is negated, or -1.
func (c *clause) findDeed(negation, verb int) int {
	last := len(c.words) - 1
	if negation == 0 && c.form(0) == formNot && last > 0 && c.form(1) == formThe && c.letters(1) != "a" {
		return -1 // "not the cache that I was told it was"
	}
	if negation < last && c.form(negation+1) == formOnly || verb > negation && c.parts(negation, verb) {
		return -1
	}
	if c.reader.lexicon.verbLast[c.reader.spoken.most()] {
		return c.findLastDeed(negation, verb)
	}
	if at := negation + 1; at <= last && len(c.deeds.past) > 0 {
		for ; at < last && c.reader.lexicon.reflexive[c.words[at].id]; at++ {
		}
		if at > negation+1 && matchesAny(c.deeds.past, c.letters(at)) {
			return at
		}
	}
	if at := negation + 1; at <= last && c.isOwn(negation) && matchesAny(c.deeds.own, c.letters(at)) {
		return at
	}
	if c.reader.lexicon.bareDeeds[c.reader.spoken.most()] {
		return c.findBareDeed(negation)
	}
	if verb < 0 {
		return c.findHeadlineDeed(negation)
	}
	from := max(negation, verb)
	if verb < negation && verb >= 0 && negation-verb > deedReach {
		return -1
	}
	for i := from + 1; i <= min(from+1+deedReach, last); i++ {
		switch c.form(i) {
		case formThe, formOfWord, formTo, formAnd, formOr, formBut, formOnly, formWith, formNumber:
			return -1
		default:
		}
		if matchesAny(c.deeds.deed, c.letters(i)) {
			return i
		}
	}
	return -1
}

// findBareDeed is findDeed where a participle needs no verb beside it and stands right behind the word "not",
// but for "was": "не был подписан".
func (c *clause) findBareDeed(negation int) int {
	for i := negation; i < len(c.words)-1; i++ {
		if c.form(i) != formNot {
			continue
		}
		if at := i + 1; c.form(at) == formWas && at+1 < len(c.words) {
			i = at
		}
		if matchesAny(c.deeds.deed, c.letters(i+1)) {
			return i + 1
		}
	}
	return -1
}

// parts reports whether a word between two others begins another part of the clause.
func (c *clause) parts(from, to int) bool {
	for i := from + 1; i < to; i++ {
		if f := c.form(i); (f == formTo || f == formAnd || f == formBut) && !c.isVerb(i) {
			return true
		}
	}
	return false
}

// isOwn reports whether a negation stands in what the agent says of itself, and that is no consequence, "so I
// didn't buy it", which may be as it was asked for.
func (c *clause) isOwn(negation int) bool {
	self := !c.deeds.named
	for i := range negation {
		if c.form(i) == formThen {
			return false
		}
		self = self || c.reader.lexicon.self[c.words[i].id]
	}
	return self
}

// headlineWords is how many words a clause has at most that leaves its verb out.
const headlineWords = 5

// findHeadlineDeed is findDeed where the verb is left out and the participle closes a brief clause: "Bestellung nicht gesendet". English
// rows have such words already.
func (c *clause) findHeadlineDeed(negation int) int {
	last := len(c.words) - 1
	if negation == 0 || c.reader.inEnglish || negation+1 != last || last >= headlineWords || c.form(negation) != formNot || !matchesAny(c.deeds.deed, c.letters(last)) {
		return -1
	}
	return last
}

// findLastDeed is findDeed where the participle closes the clause, or opens it: "es wurde kein Tisch
// reserviert", "geprüft ist bisher kein einziger".
func (c *clause) findLastDeed(negation, verb int) int {
	if verb < 0 {
		return c.findHeadlineDeed(negation)
	}
	last := len(c.words) - 1
	for i := last; i > max(negation, verb) && i >= last-1; i-- {
		if matchesAny(c.deeds.deed, c.letters(i)) {
			return i
		}
	}
	if verb == 1 && matchesAny(c.deeds.deed, c.letters(0)) {
		return 0
	}
	return -1
}

// hearUndone takes in that a clause of a sentence says that a deed was not done: what phrases make of
// its words is not said. It returns the hits that count still.
func (r *reader) hearUndone(i int, u undone, hits []hit, counted []weighed) []weighed {
	m, s := &r.remarks[i], &r.sentences[i]
	words := r.scanner.words[s.from:s.to]
	inside := func(h hit) bool { return h.from >= u.from && h.to <= u.to }
	counted = slices.DeleteFunc(counted, func(c weighed) bool {
		return inside(c.hit) && (c.group == groupDone || c.group == groupReport || u.plain && c.group.canBeOvercome())
	})
	if u.plain {
		m.excused = true
		return counted
	}
	if r.isFinding(words, counted, u.from) {
		return counted
	}
	m.overcame = m.overcame && slices.ContainsFunc(hits, func(h hit) bool { return r.groupOf(h) == groupOvercome && !inside(h) })
	m.undone = s.shape != shapeRow && !m.aside && !m.overcame && s.last != '?' && !r.isGuarded(hits, u.from, u.to) && !r.reportsAfter(words, counted, u.to)
	return counted
}

// isFinding reports whether a clause stands behind a colon and what is reported as done before it: "the audit
// is finished: two doors are not locked".
func (r *reader) isFinding(words []word, counted []weighed, clause int32) bool {
	if clause == 0 || r.message[words[clause-1].end] != ':' {
		return false
	}
	return slices.ContainsFunc(counted, func(c weighed) bool { return c.group == groupDone && c.to <= clause })
}

// findUndoneDeed returns the sentence that says that the deed of the message was not done, or -1. What stands in
// the middle of a long report may be any deed.
func (r *reader) findUndoneDeed() int {
	if r.asked.IsWords() || isCommitHeader(r.message) || isChangeLine(r.message) {
		return -1
	}
	last := len(r.remarks) - 1
	for i := range r.remarks {
		if !r.remarks[i].undone || last >= fewSentences && i > 1 && i < last-1 {
			continue
		}
		over := false
		for k := i + 1; k <= min(i+2, last); k++ {
			m := &r.remarks[k]
			over = over || m.overcame && (!m.excused || m.weight[groupDone] > 0) || m.weight[groupDone] >= mild && r.isOver(i, k)
		}
		if !over {
			return i
		}
	}
	return -1
}

// appendUndone appends that the deed was not done.
func (r *reader) appendUndone(out []evidence) []evidence {
	i := r.ends.undone
	if i < 0 {
		return out
	}
	return append(out, evidence{value: firm, at: i, rule: "says that the deed was not done", label: LabelBlocked, group: groupObstacle, kind: r.remarks[i].kind[groupObstacle]})
}

// reportsOwnDeed reports whether a sentence begins in a verb in the past that the agent says of itself in a language that
// leaves out the word for "I", "podé el seto", and nothing negates it.
func (r *reader) reportsOwnDeed(words []word) bool {
	language := r.spoken.most()
	d := deedsOf()[language]
	if language == english || d == nil || len(d.own) == 0 || len(words) == 0 || r.spoken[language] == 0 {
		return false
	}
	tells := func(w *word) bool {
		letters := strings.ToLower(r.wordText(w))
		return len(letters) >= leastOwn && matchesAny(d.own, letters) && !matchesAny(d.plain, letters) && !matchesAny(d.other, letters)
	}
	if !d.named {
		return tells(&words[0]) && !r.lexicon.forms[language].negate(words)
	}
	for i := 1; i < len(words); i++ {
		if r.lexicon.subjects[words[i-1].id] && tells(&words[i]) {
			return true // "я открыл"
		}
	}
	return false
}

// leastOwn is how many bytes such a verb has at least.
const leastOwn = 5

// reportsDeed reports whether a sentence of another language than English tells of a deed by its build, whatever the
// deed is: a verb such as "have" and a participle, and nothing that negates, supposes or waits.
func (r *reader) reportsDeed(i int) bool {
	s, language := &r.sentences[i], r.spoken.most()
	d, words := deedsOf()[language], r.scanner.words[s.from:s.to]
	if language == english || d == nil || r.spoken[language] == 0 || s.last == '?' {
		return false
	}
	for from, to := 0, 0; from < len(words); from = to {
		to = endOfClause(words, from)
		c := clause{reader: r, forms: &r.lexicon.forms[language], deeds: d, words: words[from:to]}
		if c.isDone() {
			return true
		}
	}
	return false
}

// isDone reports whether the clause says that a deed was done.
func (c *clause) isDone() bool {
	verb, last := -1, c.reader.lexicon.verbLast[c.reader.spoken.most()]
	for i := range c.words {
		switch f := c.form(i); {
		case f == formNot, f == formNo, f == formUntil, f == formWill, f == formMay, f == formMust, f == formCan, f == formIf, f == formHow, c.words[i].quoted:
			return false
		case (f == formIs || f == formWas || f == formHave || c.isVerb(i)) && (verb < 0 || !last):
			verb = i
		}
	}
	if verb < 0 || c.reader.lexicon.bareDeeds[c.reader.spoken.most()] {
		return false
	}
	deed := c.findDeed(verb, verb)
	if deed < 0 {
		return false
	}
	word := c.letters(deed)
	return !matchesAny(c.deeds.plain, word) && !matchesAny(c.deeds.other, word)
}
