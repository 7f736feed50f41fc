package text

import (
	"strings"
	"unicode/utf8"
)

// Chinese and Japanese are written without blanks between words. There every Han
// character and every kana is a word of its own to the scanner, and what the tables write
// as one word, "無法", stands for its characters one after the other. So no dictionary
// has to find the words of a text, phrases are found wherever they stand, and the learned
// terms are single characters, pairs and threes. The variants of one character (無, 无)
// are the same word, as the list "variant" in phrases/chinese/words.txt says.

// The range of runes that holds the characters, from 々 to the last of the block CJK Unified
// Ideographs. Not all runes in it are characters, see isCharacter.
const (
	firstCharacter = '\u3005'
	lastCharacter  = '\u9fff'
)

// characterRun is how many neighbouring characters count as one word where words are
// counted: in the gaps of patterns and in the reach of guards.
const characterRun = 3

// isCharacter reports whether a rune is a word of its own: a Han character of the main block or
// of extension A, hiragana or katakana, or one of 々, 〆 and 〇. Half-width kana and Han characters
// beyond U+9FFF are none.
func isCharacter(r rune) bool {
	switch {
	case r < firstCharacter || r > lastCharacter:
		return false
	case r >= '\u4e00' || r >= '\u3041' && r <= '\u30ff':
		return r != '・' // it parts words
	}
	return r <= '\u3007' || r >= '\u3400' && r <= '\u4dbf'
}

// characters holds what is known of every character, by its distance from firstCharacter;
// nil where no phrase has one.
type characters []character

type character struct {
	id    uint16 // in the vocabulary; wordOther when no phrase has it
	plain uint16 // the rune that it is a variant of, or itself
}

func newCharacters() characters {
	out := make(characters, lastCharacter-firstCharacter+1)
	for i := range out {
		out[i].plain = uint16(firstCharacter + i)
	}
	for r, plain := range variants {
		if isCharacter(r) {
			out[r-firstCharacter].plain = uint16(plain)
		}
	}
	return out
}

// find returns the character that stands for a rune, of which isCharacter holds, and its variants.
func (c characters) find(r rune) *character {
	return &c[rune(c[r-firstCharacter].plain)-firstCharacter]
}

// addCharacter appends a character as a word. Without a table of characters, as in the lexicon of
// English alone, it only notes the character in strange; the reader then scans the message again
// with the lexicon of all languages. Of each characterRun characters without anything between
// them, the first counts as a word and the others are part of it.
func (w *wordScanner) addCharacter(r rune, start, end int, brk, quoted bool) {
	if n := len(w.words); brk || n == 0 || w.words[n-1].end != start {
		w.run = 0
	}
	if w.strange = true; w.lexicon.characters == nil {
		return
	}
	c := w.lexicon.characters.find(r)
	part := w.run%characterRun != 0
	w.run++
	w.words = append(w.words, word{id: c.id, key: keyCharacter + uint32(c.plain), start: start, end: end, afterBreak: brk, quoted: quoted, part: part})
}

// foldVariants writes each variant of a character as the one that it is a variant of.
func foldVariants(s string) string {
	return strings.Map(func(r rune) rune {
		if plain, ok := variants[r]; ok {
			return plain
		}
		return r
	}, s)
}

// isCharacterAt reports whether a character stands at an offset of the message.
func (r *reader) isCharacterAt(at int) bool {
	c, _ := utf8.DecodeRuneInString(r.message[at:])
	return isCharacter(c)
}

// isCharacter reports whether the word is a character.
func (w *word) isCharacter() bool {
	return w.key >= keyCharacter+firstCharacter && w.key <= keyCharacter+lastCharacter
}

// countWords counts words, characterRun neighbouring characters as one.
func countWords(words []word) int {
	n := 0
	for i := range words {
		if !words[i].part {
			n++
		}
	}
	return n
}

// wordsBefore returns the place n words before a place, characterRun neighbouring
// characters counting as one.
func wordsBefore(words []word, at, n int) int {
	for at > 0 && n > 0 {
		at--
		if !words[at].part {
			n--
		}
	}
	return at
}
