package text

import (
	"math"
	"strings"
	"unicode/utf8"
)

// A term is what a learned weight belongs to: one to three neighbouring words of
// a sentence, as the scanner writes them, or their stems. It is known by a hash
// alone, so that no text stands in the model.

// Zones of a message; a term counts once in every zone it is in.
const (
	zoneAll uint32 = iota + 1
	zoneFirst
	zoneLast
	zoneEnd  // the last line, whatever shape it has
	zoneStem // of words by their first letters
)

// closing is how many sentences are the last zone.
const closing = 2

// endBytes is how much of the last line counts as the end, in bytes.
const endBytes = 200

// Words that stand for the edges of a sentence, by how it ends.
const (
	keyBegin uint32 = iota + 101
	keyStop
	keyAsks
	keyColon
	keyRegret
)

// hashTerm hashes up to three keys in a zone; 0 is never returned.
func hashTerm(zone, a, b, c uint32) uint32 {
	h := uint64(zone)*0x9e3779b97f4a7c15 ^ uint64(a)
	h = (h ^ h>>29) * 0xbf58476d1ce4e5b9
	h = (h ^ uint64(b)) * 0x94d049bb133111eb
	h = (h ^ h>>31 ^ uint64(c)) * 0x9e3779b97f4a7c15
	return max(uint32(h>>32), 1)
}

// stemLetters is how many letters of a longer word are its stem.
const stemLetters = 5

// stemOf returns the key of the first letters of a word; its own where it has no more.
func (r *reader) stemOf(w *word) uint32 {
	if w.end-w.start <= stemLetters || w.key <= keyName {
		return w.key
	}
	h := hashBasis
	at := w.start
	for range stemLetters {
		if at == w.end {
			return w.key
		}
		c := r.message[at]
		if low := lowered[c]; low != 0 {
			h = (h ^ uint64(low)) * hashPrime
			at++
			continue
		}
		if c < utf8.RuneSelf {
			return w.key // a contraction, of which the word is one part
		}
		letter, n := utf8.DecodeRuneInString(r.message[at:w.end])
		if int(letter) < len(r.lexicon.letters) {
			letter = r.lexicon.letters[letter].stem
		} else {
			letter = stemLetter(letter)
		}
		h = (h ^ uint64(letter)) * hashPrime
		at += n
	}
	if at == w.end {
		return w.key
	}
	return uint32(h) ^ uint32(h>>32) ^ zoneStem
}

// termWalk lists the terms of one sentence.
type termWalk struct {
	terms      []uint32
	zone       uint32 // zoneAll where no other zone is
	a, b, stem uint32 // the words before, and the stem of the last
}

// add goes on to the next word.
func (t *termWalk) add(key, stem uint32) {
	t.terms = append(t.terms, hashTerm(zoneAll, key, 0, 0))
	if t.zone != zoneAll {
		t.terms = append(t.terms, hashTerm(t.zone, key, 0, 0))
	}
	if stem != key {
		t.terms = append(t.terms, hashTerm(zoneStem, stem, 0, 0))
	}
	if t.stem != t.b || stem != key {
		t.terms = append(t.terms, hashTerm(zoneStem, t.stem, stem, 0))
	}
	t.follow(key)
	t.stem = stem
}

// follow adds the terms of the words before with the next, or with the end.
func (t *termWalk) follow(key uint32) {
	t.terms = append(t.terms, hashTerm(zoneAll, t.b, key, 0))
	if t.a != 0 {
		t.terms = append(t.terms, hashTerm(zoneAll, t.a, t.b, key))
	}
	if t.zone != zoneAll {
		t.terms = append(t.terms, hashTerm(t.zone, t.b, key, 0))
	}
	t.a, t.b = t.b, key
}

// appendTerms appends every term of one sentence. A sentence whose
// obstacle the rules know to be overcome, supposed or another's has none: what
// is learned of single words would hear it again.
func (r *reader) appendTerms(i int, terms []uint32) []uint32 {
	s := &r.sentences[i]
	if r.remarks[i].excused {
		return terms
	}
	t := termWalk{terms: terms, zone: zoneAll, b: keyBegin, stem: keyBegin}
	switch {
	case i >= len(r.sentences)-closing:
		t.zone = zoneLast
	case i == 0:
		t.zone = zoneFirst
	}
	words := r.scanner.words[s.from:s.to]
	quoted := areQuoted(words)
	before := -1
	for k := range words {
		w := &words[k]
		switch {
		case w.quoted && !quoted:
		case w.start == before:
			t.add(w.key, w.key)
		default:
			t.add(w.key, r.stemOf(w))
		}
		before = w.start
	}
	t.follow(r.edgeOf(i))
	if r.remarks[i].regret {
		t.terms = append(t.terms, hashTerm(zoneAll, keyRegret, 0, 0))
	}
	return t.terms
}

// edgeOf returns the word that stands for how a sentence ends. A colon ends it only
// where nothing stands behind it.
func (r *reader) edgeOf(i int) uint32 {
	switch r.sentences[i].last {
	case '?':
		return keyAsks
	case ':':
		if i < len(r.sentences)-1 || !r.quotedEnd {
			return keyColon
		}
	}
	return keyStop
}

// areQuoted reports whether most words stand between quotation marks, as in an object:
// then they are the agent's own.
func areQuoted(words []word) bool {
	quoted := 0
	for i := range words {
		if words[i].quoted {
			quoted++
		}
	}
	return 2*quoted > len(words)
}

// readEnd returns the words of the last line, whatever shape it has.
func (r *reader) readEnd() []word {
	line := strings.TrimRight(r.message[max(0, len(r.message)-wholeLimit):], " \t\r\n`")
	line = r.message[:max(0, len(r.message)-wholeLimit)+len(line)]
	from := runeStart(line, max(0, len(line)-endBytes))
	from += strings.LastIndexByte(line[from:], '\n') + 1
	scanner := wordScanner{message: r.message, lexicon: r.lexicon, words: r.scratch.end[:0]}
	if from < len(line) {
		scanner.scan(from, len(line))
	}
	r.scratch.end = scanner.words
	return scanner.words
}

// appendEndTerms appends every term of the last line.
func appendEndTerms(end []word, terms []uint32) []uint32 {
	a, b := uint32(0), keyBegin
	add := func(key uint32) {
		terms = append(terms, hashTerm(zoneEnd, key, 0, 0), hashTerm(zoneEnd, b, key, 0))
		if a != 0 {
			terms = append(terms, hashTerm(zoneEnd, a, b, key))
		}
		a, b = b, key
	}
	for i := range end {
		add(end[i].key)
	}
	add(keyStop)
	return terms
}

// Keys of words that stand for a class, apart from the hashes of all others.
const (
	keyNumber uint32 = iota + 1
	keyCode          // inline code
	keyName          // a path, an address, an identifier, or what is too long for a word

	keyCharacter = 1 << 16 // and the rune: a character that is a word of its own
)

// BoundSum bounds the sum of the terms, so that no wealth of words outweighs what
// the rules read.
func BoundSum(sum float64) float64 { return max(-1.5, min(1.5, sum)) }

// minTerms is the number of terms below which a message is not thought to be
// shorter: the sum over few terms would swing too widely.
const minTerms = 100

// fullTerms is the number of terms above which more of them count by their mean,
// so that a long text of one tone is not thought surer for its length.
const fullTerms = 900

// termNorm returns what the sum over n terms is divided by.
func termNorm(n int) float64 {
	norm := math.Sqrt(float64(min(max(n, minTerms), fullTerms)))
	return norm * max(1, float64(n)/fullTerms)
}

// hear returns what the weights hear in the message; in each remark they leave what
// they hear in its sentence.
func (r *reader) hear(w *Weights) Heard {
	end := r.readEnd()
	h := Heard{Terms: r.sumTerms(w, end), Forms: r.sumForms(w), Voice: r.findVoice()}
	h.Traits, h.Alone = r.findTraits(h.Voice), r.shareAlone(h.Voice)
	if h.Vectors, h.Known = r.sumVectors(w.vectors, end); r.unread {
		h.Known = 0
	}
	if r.isDoubtful() {
		h = h.Doubted()
	}
	return h
}

// Doubted returns what is heard where words are heard less against done.
func (h Heard) Doubted() Heard {
	h.Terms, h.Vectors = min(h.Terms, leftOfWords*h.Terms), min(h.Vectors, leftOfWords*h.Vectors)
	h.Forms = min(h.Forms, leftOfWords*h.Forms)
	return h
}

// longText is the number of words from which a text is a document or a log, in which
// words are found for anything.
const longText = 1500

// fewWords is the number of words below which words alone tell nothing.
const fewWords = 3

// isDoubtful reports whether the words of the message tell little against done: they are
// what was asked for, or few, or only introduce the answer.
func (r *reader) isDoubtful() bool {
	return r.asked.IsWords() || len(r.scanner.words) < fewWords || r.introduces()
}

// introduces reports whether the message ends in what its words stand before, code, a
// text, the output of a program that did not crash, boxes for the reader to tick, or is a
// long text.
func (r *reader) introduces() bool {
	if containsAny(lastLine(r.message[max(0, len(r.message)-endBytes):]), openBoxes) {
		return true
	}
	return r.quotedEnd && !r.onlyQuote && !r.crashes() || len(r.scanner.words) > longText
}

// lastLine returns the last line of a text with what blanks follow it.
func lastLine(text string) string {
	return text[strings.LastIndexByte(strings.TrimRight(text, " \t\r\n"), '\n')+1:]
}

// leftOfWords is what is left of what weights hear against done where words are what was
// asked for, which may tell of anything, or where they only introduce the answer.
const leftOfWords = 0.35

// sumTerms sums the learned weights of terms up: for the message, and in each remark
// the share of its sentence. The sum is divided by the root of the number of terms,
// so that neither length nor repetition alone decides.
func (r *reader) sumTerms(w *Weights, end []word) float64 {
	n, sum := 0, 0.0
	terms := r.scratch.terms
	for i := range r.sentences {
		terms = r.appendTerms(i, terms[:0])
		n += len(terms)
		share := w.addWeights(0, terms)
		r.remarks[i].learned = share
		sum += share
	}
	terms = appendEndTerms(end, terms[:0])
	n += len(terms)
	sum = w.addWeights(sum, terms)
	r.scratch.terms = terms
	norm := termNorm(n)
	for i := range r.remarks {
		r.remarks[i].learned /= norm
	}
	return BoundSum(sum / norm)
}

// Features is what weights are learned from in one message.
type Features struct {
	Found     Found              // what the rules found
	Stated    bool               // the message states its own end, which no weight changes
	End       Label              // the end it states
	Terms     map[uint32]float64 // how much each term counts
	Forms     map[uint32]float64 // how much each term of forms does
	Traits    Traits
	Voice     Voice
	Alone     float64          // see Heard.Alone
	Doubted   bool             // its words count less against done, see Heard.Doubted
	Sentences []SentenceTokens // that vectors are heard in
	LastLine  []Token
}

// SentenceTokens are the words of one sentence with its edges.
type SentenceTokens struct {
	Tokens         []Token
	First, Closing bool // it is the first, or one of the last two, of the message
}

// Token is a word as vectors know it: by its own key, or by that of its stem where they
// do not know the word; Stem is Key where no stem is looked up.
type Token struct{ Key, Stem uint32 }

// ExtractFeatures returns the features of a message.
func ExtractFeatures(message string) Features {
	r := newReader(message, RulesAlone())
	defer r.release()
	r.readSentences()
	f := Features{Voice: r.findVoice()}
	f.Traits, f.Alone = r.findTraits(f.Voice), r.shareAlone(f.Voice)
	var terms, forms []uint32
	for i := range r.sentences {
		terms = r.appendTerms(i, terms)
		if s := &r.sentences[i]; !r.remarks[i].excused {
			tokens := r.listTokens(r.scanner.words[s.from:s.to], r.edgeOf(i))
			f.Sentences = append(f.Sentences, SentenceTokens{Tokens: tokens, First: i == 0, Closing: i >= len(r.sentences)-closing})
		}
	}
	r.eachForms(nil, func(_ int, of []uint32) { forms = append(forms, of...) })
	f.Forms = countTerms(forms)
	f.Doubted = r.isDoubtful()
	end := r.readEnd()
	terms = appendEndTerms(end, terms)
	f.Terms = countTerms(terms)
	f.LastLine = r.listTokens(end, keyStop)
	stated, ok := r.findStatement()
	f.Stated = ok
	if ok {
		r.clearReport(stated)
	}
	w := r.weighEvidence()
	f.Found = w.found()
	f.End = stated.label
	return f
}

// countTerms returns how much each of the terms of a message counts.
func countTerms(terms []uint32) map[uint32]float64 {
	by := map[uint32]float64{}
	for _, t := range terms {
		by[t]++
	}
	norm := termNorm(len(terms))
	for t := range by {
		by[t] /= norm
	}
	return by
}

// listTokens returns the tokens of words between the edges of a sentence.
func (r *reader) listTokens(words []word, edge uint32) []Token {
	var out []Token
	for _, t := range r.appendTokens(words, edge, nil) {
		token := Token{Key: t.key, Stem: t.key}
		if t.word >= 0 {
			token.Stem = r.stemOf(&words[t.word])
		}
		out = append(out, token)
	}
	return out
}

// KeyOfWord returns the key of a word of plain lower-case letters.
func KeyOfWord(w string) uint32 {
	h := hashOf(w)
	return uint32(h) ^ uint32(h>>32)
}
