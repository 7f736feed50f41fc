package text

import (
	"math/bits"
	"path"
	"slices"
	"unicode/utf8"
)

// Words of one language are written like words of another: "die" and "war" are German and
// English, "once" and "no" English and Spanish. A phrase of a language counts only where
// that language is written, which its commonest words tell: the list common-LANGUAGE in the
// words of its folder. Phrases of a folder without such a list count everywhere, and so do
// the English ones that say something of the work, because people of all languages quote
// English programs.

// tongues are what is known of languages.
type tongues struct {
	common []uint16 // the languages, as bits, in which a word is a common one, by its id
	of     []uint8  // the language of each phrase; noTongue: it counts in all

	dropsSubject [maxTongues + 1]bool // languages in which a sentence without a subject is said of oneself
	verbLast     [maxTongues + 1]bool // in which a participle closes its clause
	bareDeeds    [maxTongues + 1]bool // in which it needs no verb beside it
	notEnglish   uint16               // the lowest id of a word that no English phrase has
}

const (
	english  = 0 // the first of languages
	noTongue = maxTongues

	maxTongues = 16
)

// toldWords is how many words of a message tell its language.
const toldWords = 100

// enterCommon gives each common word an id and returns in which languages it is one.
func (c *compiler) enterCommon() map[uint16]uint16 {
	common := map[uint16]uint16{}
	for i, language := range languages {
		if c.characters == nil && !isLatin(language) {
			continue // no phrase is written in characters
		}
		for _, w := range lists["common-"+language] {
			for _, id := range c.wordIDs(w, nil) {
				common[id] |= 1 << i
			}
		}
	}
	return common
}

// enterCounts enters the words of numbers, those between a part and its whole, and those of
// failures, which phrases need not have.
func (c *compiler) enterCounts() {
	for w := range lists.Pairs("number") {
		c.wordIDs(w, nil)
	}
	for _, list := range [...]string{"part-link", "part-article", "failed", "failures", "meant-to-fail", "left-as-is", "standing", "turned-down", "long-past", "no-deny", "reflexive"} {
		for _, w := range lists[list] {
			c.wordIDs(w, nil)
		}
	}
}

// isLatin reports whether the common words of a language are written in Latin letters, so
// that English words may be words of it.
func isLatin(language string) bool {
	common := lists["common-"+language]
	return len(common) > 0 && common[0][0] < utf8.RuneSelf
}

func (l *lexicon) newTongues(common map[uint16]uint16, notEnglish uint16) tongues {
	t := tongues{notEnglish: notEnglish, common: make([]uint16, firstWord+l.known.ids), of: make([]uint8, len(l.phrases))}
	for id, in := range common {
		t.common[id] = in
	}
	numbers := map[string]uint8{}
	for i, language := range languages {
		numbers[language] = uint8(i)
		if len(lists["common-"+language]) == 0 {
			numbers[language] = noTongue
		}
	}
	mark := func(in *[maxTongues + 1]bool, list string) {
		for _, language := range lists[list] {
			in[numbers[language]] = true
		}
	}
	mark(&t.dropsSubject, "drops-subject")
	mark(&t.verbLast, "verb-last")
	mark(&t.bareDeeds, "bare-deeds")
	for i := range l.phrases {
		t.of[i] = numbers[path.Dir(l.phrases[i].file)]
	}
	return t
}

// spoken is how many common words of each language a text has.
type spoken [maxTongues]uint16

func (t *tongues) count(words []word) (n spoken) {
	for i := range words {
		for in := t.common[words[i].id]; in != 0; in &= in - 1 {
			n[bits.TrailingZeros16(in)]++
		}
	}
	return n
}

// most returns the language that has the most common words; english when none has any.
func (n *spoken) most() uint8 {
	most := uint8(english)
	for i, count := range n {
		if count > n[most] {
			most = uint8(i)
		}
	}
	return most
}

// compare returns how many common words of a language there are more than of any other:
// below 0 when there are fewer.
func (n *spoken) compare(language uint8) int {
	most := 0
	for i, count := range n {
		if uint8(i) != language {
			most = max(most, int(count))
		}
	}
	return int(n[language]) - most
}

// match returns the phrases of a sentence that are in its language.
func (r *reader) match(s *sentence, out []hit) []hit {
	words := r.scanner.words[s.from:s.to]
	hits := r.lexicon.states.match(words, out)
	var here spoken
	counted := false
	kept := hits[:0]
	for _, h := range hits {
		language := r.lexicon.of[h.phrase]
		if language == noTongue || language == english && (r.inEnglish || r.groupOf(h).speaks()) {
			kept = append(kept, h)
			continue
		}
		if r.unread {
			continue
		}
		if !counted {
			here, counted = r.lexicon.count(words), true
		}
		if r.isIn(language, &here, words[h.from:h.to]) {
			kept = append(kept, h)
		}
	}
	return kept
}

// isIn reports whether a phrase of a language counts in a sentence with these common words.
// Where neither they nor those of the message decide, it counts unless the message may be in English
// and all words of the phrase are English ones too.
func (r *reader) isIn(language uint8, here *spoken, phrase []word) bool {
	more := here.compare(language)
	if more == 0 {
		more = r.spoken.compare(language)
	}
	if more != 0 || language == english {
		return more >= 0
	}
	return !r.inEnglish || slices.ContainsFunc(phrase, func(w word) bool { return w.id >= r.lexicon.notEnglish || w.id == wordOther })
}
