package text

import (
	"fmt"
	"math"
	"path"
	"strings"
	"sync"
	"unicode/utf8"

	"notdone/classify/wordlist"
)

// A pattern is words parted by blanks and matched against the words of one
// sentence:
//
//	word       that word, in lower case and no contraction; accents make no difference;
//	           Chinese and Japanese characters and kana need no blanks around them
//	word*      every word that begins so
//	a|b        either; can_not stands for two words
//	@name      the alternatives of that class in phrases/classes.txt
//	x?         x or nothing (x may be alternatives or a class)
//	..         up to three words; ... up to eight, three characters counting as a word
//	^ $        the beginning, the end of the sentence
//
// All patterns together are one automaton, so that a sentence is walked once
// however many there are. Compiling writes down the places in the patterns and
// the words that lead from each to the next; the states that a walk stands in,
// which are sets of places, are made when a message first leads there.
type lexicon struct {
	known      vocabulary
	characters characters
	letters    *letterTable

	phrases []phrase
	places  []place
	arcs    []arc // of all places, in their order
	states  *states

	markedWords
	tongues
	forms  formTables
	faults []string // rows that cannot match as written, for the tests
}

// markedWords are the lists of words that guards look for, by the id of a word: whether
// it is one of them.
type markedWords struct {
	self, subjects         []bool // say that the agent speaks of itself; as the subject of a clause
	parties                []bool // speak of the agent or of the reader
	ordinals               []bool // stand before a number that is no count
	no, do, not            []bool // an answer "no", the verb and the "not" of an instruction
	subjectless, relatives []bool
	copulas, proofs        []bool
	past                   []bool // verbs of the past tense: what they tell of may be over
	failed, failures       []bool // stand behind a count of what failed, verbs and nouns
	meantToFail            []bool // say that this is nothing new
	leftAsIs               []bool // say in a heading over what was not done that it was not to be
	purposes               []bool // begin a line that names what the list below it is for
	leftCounts             []bool // stand before a count of what was not done
	turnedDown             []bool // say that a command did not do what it was to do
	standing               []bool // verbs of the past that say where it stands and not that it is done
	links, looseLinks      []bool // stand between a part and its whole; those that only stand right behind the part
	articles               []bool // stand before the whole
	longPast, noDeny       []bool // verbs of how it had been; words that negate no deed, "without"
	reflexive              []bool // stand between a negation and a verb in the past
	numbers                []int8 // what a word counts
	deeds                  []bool // say at the beginning of a clause what was done
	general                []int8 // how much a word speaks for an answer about the world at large
}

// place is a point in a pattern: before one of its elements, inside a joined
// alternative, or at its end. The places of a pattern follow each other.
type place struct {
	arcs   uint32 // where its arcs begin; they end where those of the next place begin
	phrase uint16
	is     placeKind
}

type placeKind uint8

const (
	isOptional placeKind = 1 << iota // the next place is reached without a word
	isGap                            // the next place is reached over up to shortGap words
	isGap8                           // the same with longGap words
	isEnd                            // the pattern ends here
	isAtEnd                          // the pattern ends here if the sentence does
)

// arc leads from a place over one word to another place; arcs sort by their word.
type arc uint32

func newArc(word, to uint16) arc { return arc(word)<<16 | arc(to) }
func (a arc) word() uint16       { return uint16(a >> 16) }
func (a arc) to() uint16         { return uint16(a) }

const (
	shortGap = 3
	longGap  = 8

	placesEach, arcsEach = 9, 24 // how many a phrase has about, so that there is room and they need not move
)

// Most messages are English, and the tables of English alone are made in a fraction of the
// time that all of them take. Their phrases stand first in both, in the same order.
var (
	englishLexicon = sync.OnceValue(func() *lexicon { return compile(shippedTables(languages[:1])) })
	theLexicon     = sync.OnceValue(func() *lexicon { return compile(shippedTables(languages)) })
)

// compile builds the lexicon. What is wrong in a row is kept in faults; a test
// keeps them empty.
func compile(t *tables) *lexicon {
	l := &lexicon{known: newVocabulary(), letters: knownLetters(), phrases: t.phrases, faults: t.faults}
	l.places = make([]place, 0, placesEach*len(l.phrases))
	l.arcs = make([]arc, 0, arcsEach*len(l.phrases))
	c := compiler{lexicon: l, classes: t.classes, expanded: map[string][][]uint16{}}
	for w := range fillers {
		l.known.entry(w).filler = true
	}
	for w := range regrets {
		l.known.entry(w).regret = true
	}
	var all starts
	notEnglish := firstWord
	for i := range l.phrases {
		first, start := c.addPattern(i)
		language := path.Dir(l.phrases[i].file)
		if language == languages[english] {
			notEnglish = firstWord + l.known.ids
		}
		all.add(first, start)
	}
	l.places = append(l.places, place{arcs: uint32(len(l.arcs))})
	common := c.enterCommon()
	c.enterCounts()
	c.enterForms(t.forms)
	c.spreadStems()
	if len(l.places) > math.MaxUint16 || len(l.phrases) > math.MaxUint16 {
		l.faults = append(l.faults, fmt.Sprintf("the patterns have %d places, more than can be numbered", len(l.places)))
	}
	l.known.addContractions()
	l.states = newStates(l, all)
	l.tongues = l.newTongues(common, notEnglish)
	l.forms = l.newForms(t.forms)
	l.markedWords = markedWords{
		self: l.markWords("self"), subjects: l.markWords("subject"), parties: l.markWords("party"), ordinals: l.markWords("ordinal"),
		no: l.markWords("answer-no"), do: l.markWords("instruction"), not: l.markWords("not"),
		subjectless: l.markWords("subjectless"), relatives: l.markWords("relative"),
		copulas: l.markWords("copula"), proofs: l.markWords("proof"), past: l.markWords("past"), failed: l.markWords("failed"), failures: l.markWords("failures"), meantToFail: l.markWords("meant-to-fail"), leftAsIs: l.markWords("left-as-is"), purposes: l.markWords("purpose"), leftCounts: l.markWords("left-count"), turnedDown: l.markWords("turned-down"), standing: l.markWords("standing"), links: l.markWords("part-link"), looseLinks: l.markWords("part-link-loose"),
		longPast: l.markWords("long-past"), noDeny: l.markWords("no-deny"), reflexive: l.markWords("reflexive"),
		articles: l.markWords("part-article"), numbers: l.weighWords("number"), deeds: l.markAll(t.classes["did"]), general: l.weighWords("general"),
	}
	return l
}

// markWords returns the words of a list that phrases have, by their ids.
func (l *lexicon) markWords(list string) []bool { return l.markAll(lists[list]) }

// markAll returns those of some words that phrases have, by their ids.
func (l *lexicon) markAll(words []string) []bool {
	out := make([]bool, firstWord+l.known.ids)
	for _, w := range words {
		out[l.idOf(w)] = true
	}
	out[wordOther] = false
	return out
}

// idOf returns the id of a word or a character that phrases or lists have, else wordOther.
func (l *lexicon) idOf(w string) uint16 {
	if r, _ := utf8.DecodeRuneInString(w); isCharacter(r) {
		if l.characters == nil {
			return wordOther
		}
		return l.characters.find(r).id
	}
	folded, _ := spellWord(w)
	return l.known.find(hashOf(folded)).id
}

// compiler writes patterns into a lexicon.
type compiler struct {
	*lexicon
	classes  wordlist.Lists
	expanded map[string][][]uint16 // the classes that were met, as words
	phrase   int
	entered  []enteredWord
	inner    []arc // of the places inside joined alternatives, of which each has one
}

// addPattern writes the places and arcs of one phrase. It returns the first place
// and whether the pattern holds at the beginning of a sentence only.
func (c *compiler) addPattern(i int) (first uint16, start bool) {
	c.phrase, c.inner = i, c.inner[:0]
	pattern, start := strings.CutPrefix(c.phrases[i].pattern, "^ ")
	pattern, end := strings.CutSuffix(pattern, " $")
	at := len(c.places)
	elements := strings.Fields(pattern)
	inside := at + len(elements) + 1 // the places inside alternatives stand behind the end
	for k, element := range elements {
		p := place{arcs: uint32(len(c.arcs)), phrase: uint16(i)}
		switch element {
		case "..":
			p.is = isGap
		case "...":
			p.is = isGap8
		default:
			alternatives, optional := strings.CutSuffix(element, "?")
			if optional {
				p.is = isOptional
			}
			for part := range strings.SplitSeq(alternatives, "|") {
				c.addAlternatives(part, inside, at+k+1)
			}
		}
		c.places = append(c.places, p)
	}
	last := place{arcs: uint32(len(c.arcs)), phrase: uint16(i), is: isEnd}
	if end {
		last.is = isAtEnd
	}
	c.places = append(c.places, last)
	for _, a := range c.inner {
		c.places = append(c.places, place{arcs: uint32(len(c.arcs)), phrase: uint16(i)})
		c.arcs = append(c.arcs, a)
	}
	return uint16(at), start
}

// addAlternatives writes the arcs of one part of an element, a word, joined words or
// a class, from the place that is being written to the place to.
func (c *compiler) addAlternatives(part string, inside, to int) {
	if name, ok := strings.CutPrefix(part, "@"); ok {
		for _, words := range c.expandClass(name) {
			c.addChain(words, inside, to)
		}
		return
	}
	var few [8]uint16
	c.addChain(c.wordIDs(part, few[:0]), inside, to)
}

// addChain writes the arcs of joined words, with a place inside after each but the last.
func (c *compiler) addChain(words []uint16, inside, to int) {
	for k, w := range words {
		next := to
		if k < len(words)-1 {
			next = inside + len(c.inner)
			if k > 0 {
				next++
			}
		}
		if k == 0 {
			c.arcs = append(c.arcs, newArc(w, uint16(next)))
		} else {
			c.inner = append(c.inner, newArc(w, uint16(next)))
		}
	}
}

// expandClass returns the alternatives of a class, each as its words.
func (c *compiler) expandClass(name string) [][]uint16 {
	if out, ok := c.expanded[name]; ok {
		return out
	}
	alternatives, ok := c.classes[name]
	if !ok {
		c.addFault("names the unknown class %q", name)
	}
	c.expanded[name] = nil // a class that names itself ends here
	var out [][]uint16
	for _, part := range alternatives {
		if other, ok := strings.CutPrefix(part, "@"); ok {
			out = append(out, c.expandClass(other)...)
		} else {
			out = append(out, c.wordIDs(part, nil))
		}
	}
	c.expanded[name] = out
	return out
}

// wordIDs appends the ids of joined words.
func (c *compiler) wordIDs(joined string, out []uint16) []uint16 {
	for w := range strings.SplitSeq(joined, "_") {
		rest := w
		for at := strings.IndexFunc(rest, isCharacter); at >= 0; at = strings.IndexFunc(rest, isCharacter) {
			if at > 0 {
				out = append(out, c.wordID(rest[:at]))
			}
			r, n := utf8.DecodeRuneInString(rest[at:])
			out = append(out, c.characterID(r))
			rest = rest[at+n:]
		}
		if rest != "" || w == "" {
			out = append(out, c.wordID(rest))
		}
	}
	return out
}

func (c *compiler) characterID(r rune) uint16 {
	if c.characters == nil {
		c.characters = newCharacters()
	}
	known := c.characters.find(r)
	if known.id == wordOther {
		known.id = c.newID()
	}
	return known.id
}

func (c *compiler) newID() uint16 {
	c.known.ids++
	return firstWord + c.known.ids - 1
}

func (c *compiler) wordID(w string) uint16 {
	if w == "<code>" {
		return wordCode
	}
	stem, isStem := strings.CutSuffix(w, "*")
	folded, other := spellWord(stem)
	if isStem {
		if len(folded) < minStem {
			c.addFault("has the beginning %q, which is too short", w)
			return wordOther
		}
		known := c.known.ids
		id := c.known.stem(folded, other)
		if c.known.ids > known {
			c.entered = append(c.entered, enteredWord{folded, id})
		}
		return id
	}
	e := c.known.entry(folded)
	if e.filler {
		c.addFault("has the word %q, which is a filler and never seen", w)
	}
	id := e.id
	if id == wordOther {
		if w == "" || strings.ContainsAny(w, "^$.'-*") {
			c.addFault("has the word %q, which cannot be one", w)
			return wordOther
		}
		id = c.newID()
		e.id = id
		c.entered = append(c.entered, enteredWord{folded, id})
	}
	if other != "" {
		c.known.entry(other).id = id
	}
	return id
}

// enteredWord is a word, or a beginning of words, that has an id.
type enteredWord struct {
	letters string
	id      uint16
}

// spreadStems adds to each arc over a beginning of words one for each word that begins so
// and has an id of its own.
func (c *compiler) spreadStems() {
	more := map[uint16][]uint16{}
	for _, w := range c.entered {
		c.known.eachStem(w.letters, func(stem uint16) {
			if stem != w.id {
				more[stem] = append(more[stem], w.id)
			}
		})
	}
	if len(more) == 0 {
		return
	}
	arcs := make([]arc, 0, len(c.arcs)+len(c.arcs)/4)
	for i := range c.places[:len(c.places)-1] {
		from := len(arcs)
		for _, a := range c.arcs[c.places[i].arcs:c.places[i+1].arcs] {
			arcs = append(arcs, a)
			for _, id := range more[a.word()] {
				arcs = append(arcs, newArc(id, a.to()))
			}
		}
		c.places[i].arcs = uint32(from)
	}
	c.places[len(c.places)-1].arcs = uint32(len(arcs))
	c.arcs = arcs
}

func (c *compiler) addFault(format string, args ...any) {
	p := &c.phrases[c.phrase]
	c.faults = append(c.faults, fmt.Sprintf("%s:%d: the pattern %q ", p.file, p.line, p.pattern)+fmt.Sprintf(format, args...))
}
