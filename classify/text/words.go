package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is one word of a sentence as phrases see it: in lower case, without
// accents, contractions written out ("can't" is two words, can and not), fillers
// left out.
type word struct {
	id         uint16 // in the vocabulary of the phrases; wordOther when no phrase has it
	afterBreak bool   // punctuation other than a blank or a hyphen stands before it
	part       bool   // a character that counts for no word of its own, see characterRun
	quoted     bool   // it stands between quotation marks
	key        uint32 // of the letters, for the learned weights
	start, end int
}

// Ids that stand for a class of words.
const (
	wordOther uint16 = iota // no phrase has it
	wordCode                // inline code
	firstWord               // the first id of a word that a phrase has
)

// wordScanner takes sentences apart into words.
type wordScanner struct {
	message string
	lexicon *lexicon
	words   []word
	buf     [48]byte
	regret  bool // a regret was seen since it was last cleared
	strange bool // letters other than Latin ones were seen
	unread  int  // how many letters were seen that no language has whose tables there are
	run     int  // how many characters stand before this place without anything between
}

// maxWord is the length in bytes of the longest word that is looked up.
const maxWord = 40

// scan appends the words of one sentence.
func (w *wordScanner) scan(start, end int) {
	brk := false
	quoteEnd := 0
	structured := isStructured(w.message[start:end])
	for i := start; i < end; {
		c := w.message[i]
		switch {
		case lowered[c] != 0:
			i = w.scanWord(i, end, brk, i < quoteEnd)
			brk = false
		case c == ' ' || c == '\n' || c == '\t' || c == '-' || c == '/' || c == '*' || c == '_':
			i++
		case c == '`':
			n := max(codeSpanLength(w.message[i:end]), 1)
			if strings.HasPrefix(w.message[i:end], "```") {
				n = 3 // a fence that was opened and closed in one line: its words are all there is
			} else if n > 1 {
				w.words = append(w.words, word{id: wordCode, key: keyCode, start: i, end: i + n, afterBreak: brk, quoted: i < quoteEnd})
				brk = false
			}
			i += n
		case c == '"' || c == '\'' && opensQuotation(w.message, start, i):
			if i >= quoteEnd {
				quoteEnd = findQuotationEnd(w.message, i, end)
				if structured && isValue(w.message, start, i, quoteEnd) {
					quoteEnd = i
				}
			}
			brk = true
			i++
		case c < utf8.RuneSelf:
			brk = true
			i++
		default:
			r, n := utf8.DecodeRuneInString(w.message[i:end])
			switch {
			case isCharacter(r):
				w.addCharacter(r, i, i+n, brk, i < quoteEnd)
				brk = false
			case r == '“' || r == '«' || r == '„' || r == '「' || r == '『':
				if i >= quoteEnd {
					quoteEnd = findQuotationEnd(w.message, i, end)
				}
				brk = true
			case unicode.IsLetter(r):
				w.strange = w.strange || c >= firstForeign
				i = w.scanSpelled(i, end, brk, i < quoteEnd)
				brk = false
				continue
			case r == '✅' || r == '✓' || r == '✔' || r == '❌' || r == '✘' || r == '✗' || r == '✖' || r == '🚫' || r == '⛔' || r == '⏳':
				w.addWord(hashOf(w.message[i:i+n]), i, i+n, brk, false)
			default:
				brk = brk || !isInvisible(r)
			}
			i += n
		}
	}
}

// isStructured reports whether a sentence begins like an object, a list, a call or a
// field of one word. The strings in it are no quotations.
func isStructured(sentence string) bool {
	if strings.IndexByte("{[\"", sentence[0]) >= 0 {
		return true
	}
	n := nameLength(sentence)
	return n > 0 && n < len(sentence) && strings.IndexByte("(=:", sentence[n]) >= 0
}

// isValue reports whether the string from one mark to the other is a value and no key:
// behind a colon or an equals sign, or also behind a bracket or a comma where no
// quotation can begin the sentence.
func isValue(message string, start, from, to int) bool {
	before := strings.TrimRight(message[max(start, from-2):from], " ")
	if before == "" || strings.HasPrefix(strings.TrimLeft(message[min(to+1, len(message)):min(to+3, len(message))], " "), ":") {
		return false
	}
	c := before[len(before)-1]
	return c == ':' || c == '=' || message[start] != '"' && strings.IndexByte("([,", c) >= 0
}

func isLetterOrDigit(c byte) bool { return lowered[c] != 0 }

// scanWord scans one word that begins with an ASCII letter or digit and returns
// where the scan goes on. A word of nothing else is hashed as it is read; one
// with an apostrophe, a dot or another letter is left to spelled.
func (w *wordScanner) scanWord(start, end int, brk, quoted bool) int {
	h := hashBasis
	i := start
	for i < end {
		c := lowered[w.message[i]]
		if c == 0 {
			break
		}
		h = (h ^ uint64(c)) * hashPrime
		i++
	}
	if i < end {
		c := w.message[i]
		if c >= utf8.RuneSelf || joinsWord(c) && i+1 < end && lowered[w.message[i+1]] != 0 {
			return w.scanSpelled(start, end, brk, quoted)
		}
	}
	if i-start > maxWord {
		w.words = append(w.words, word{key: keyName, start: start, end: i, afterBreak: brk, quoted: quoted})
		return i
	}
	n := len(w.words)
	w.addWord(h, start, i, brk, quoted)
	if len(w.words) > n && w.words[n].id == wordOther {
		w.words[n].id = findStem(&w.lexicon.known, w.message[start:i])
	}
	return i
}

// addWord looks a word up by its hash and appends it, or its two parts when it is a
// contraction, or nothing when it is a filler.
func (w *wordScanner) addWord(hash uint64, start, end int, brk, quoted bool) {
	entry := w.lexicon.known.find(hash)
	if entry.parts != 0 {
		parts := w.lexicon.known.contents[entry.parts-1]
		w.addWord(parts[0], start, end, brk, quoted)
		if parts[1] != 0 {
			w.addWord(parts[1], start, end, false, quoted)
		}
		return
	}
	w.regret = w.regret || entry.regret && !quoted
	if entry.filler {
		return
	}
	key := uint32(hash) ^ uint32(hash>>32)
	if entry.id == wordOther {
		if c := w.message[start]; c >= '0' && c <= '9' {
			key = keyNumber
		}
	}
	n := len(w.words)
	if n == cap(w.words) {
		w.words = slices.Grow(w.words, 1)
	}
	w.words = w.words[:n+1]
	to := &w.words[n] // written field by field: a whole word would be put together elsewhere and copied
	to.id, to.key, to.start, to.end = entry.id, key, start, end
	to.afterBreak, to.quoted, to.part = brk, quoted, false
}
