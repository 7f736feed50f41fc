package text

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// letter is what the scanner needs to know of a letter.
type letter struct {
	is     bool   // a letter, or a mark that belongs to one
	folded string // what appendFolded appends for it
	stem   rune   // how stemOf reads it
	unread bool   // no language has it whose tables there are
}

// letterTable holds the letters of the Latin, Greek and Cyrillic scripts, of which those of
// other languages than English are full; Unicode's own tables take ten times as long.
type letterTable [0x530]letter

var knownLetters = sync.OnceValue(func() *letterTable {
	t := new(letterTable)
	for r := rune(utf8.RuneSelf); int(r) < len(t); r++ {
		if t[r].is = unicode.IsLetter(r) || unicode.IsMark(r); t[r].is {
			t[r].folded = string(appendFolded(make([]byte, 0, utf8.UTFMax), r))
		}
		t[r].stem = stemLetter(r)
	}
	for r := range unreadLetters {
		t[r].unread = true
	}
	return t
})

// stemLetter returns a letter as stems have it: in lower case, without accents.
func stemLetter(r rune) rune {
	r = unicode.ToLower(r)
	if plain, ok := accents[r]; ok {
		r, _ = utf8.DecodeRuneInString(plain)
	}
	return r
}
