package text

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// scanSpelled scans one word that has more in it than ASCII letters and digits, and
// returns where the scan goes on.
func (w *wordScanner) scanSpelled(start, end int, brk, quoted bool) int {
	buf := w.buf[:0]
	apostrophe, name, foreign := false, false, false
	i := start
	for i < end {
		c := w.message[i]
		if low := lowered[c]; low != 0 {
			buf = appendByte(buf, low)
			i++
			continue
		}
		if c < utf8.RuneSelf {
			if i+1 >= end || lowered[w.message[i+1]] == 0 || !joinsWord(c) {
				break
			}
			if c == '\'' {
				apostrophe = true
				buf = appendByte(buf, c)
			} else {
				name = true
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(w.message[i:end])
		switch {
		case int(r) < len(w.lexicon.letters) && w.lexicon.letters[r].is:
			foreign = foreign || r >= firstLookAlike
			if w.lexicon.letters[r].unread {
				w.unread++
			}
			if folded := w.lexicon.letters[r].folded; len(buf)+len(folded) <= cap(buf) {
				buf = append(buf, folded...)
			}
		case r == '’' && i+n < end && lowered[w.message[i+n]] != 0:
			apostrophe = true
			buf = appendByte(buf, '\'')
		case unicode.IsLetter(r) || unicode.IsMark(r):
			if isCharacter(r) {
				n = 0 // a word of its own
				break
			}
			foreign = foreign || r >= firstLookAlike
			buf = appendFolded(buf, r)
		case !isInvisible(r):
			n = 0
		}
		if n == 0 {
			break
		}
		i += n
	}
	if foreign {
		buf = toLatin(buf)
	}
	switch {
	case name || len(buf) > maxWord:
		w.words = append(w.words, word{key: keyName, start: start, end: i, afterBreak: brk, quoted: quoted})
	case apostrophe:
		w.addContracted(buf, start, i, brk, quoted)
	default:
		w.addLetters(buf, start, i, brk, quoted)
	}
	return i
}

// addLetters adds a word by its letters.
func (w *wordScanner) addLetters(letters []byte, start, end int, brk, quoted bool) {
	n := len(w.words)
	w.addWord(hashBytes(letters), start, end, brk, quoted)
	if len(w.words) > n && w.words[n].id == wordOther {
		w.words[n].id = findStem(&w.lexicon.known, letters)
	}
}

// joinsWord reports whether a byte between letters or digits parts no word.
func joinsWord(c byte) bool {
	switch c {
	case '\'', '.', '_', '@', '=', '\\', ':':
		return true
	}
	return false
}

// addContracted adds the parts of a word with an apostrophe.
func (w *wordScanner) addContracted(buf []byte, start, end int, brk, quoted bool) {
	if w.lexicon.known.find(hashBytes(buf)).parts == 0 {
		for _, row := range endings {
			ending, stands, _ := strings.Cut(row, "=")
			base, ok := bytes.CutSuffix(buf, []byte(ending))
			if !ok || len(base) == 0 {
				continue
			}
			w.addWord(hashBytes(base), start, end, brk, quoted)
			if stands != "" {
				w.addWord(hashOf(stands), start, end, false, quoted)
			}
			return
		}
	}
	if at := bytes.IndexByte(buf, '\''); at > 0 && at+1 < len(buf) {
		if whole, ok := elided[string(buf[:at])]; ok {
			if whole != "" {
				w.addWord(hashOf(whole), start, end, brk, quoted)
				brk = false
			}
			buf = buf[at+1:]
		}
	}
	w.addLetters(buf, start, end, brk, quoted)
}

func appendByte(buf []byte, c byte) []byte {
	if len(buf) < cap(buf) {
		return append(buf, c)
	}
	return buf
}

// appendFolded appends a letter in lower case, without the accents of the
// languages that phrases are written in, and a full-width one as the plain one.
func appendFolded(buf []byte, r rune) []byte {
	r = unicode.ToLower(r)
	if plain, ok := accents[r]; ok {
		for i := range len(plain) {
			buf = appendByte(buf, plain[i])
		}
		return buf
	}
	if r >= 'ａ' && r <= 'ｚ' {
		r -= 'ａ' - 'a'
	}
	if len(buf)+utf8.RuneLen(r) > cap(buf) || unicode.IsMark(r) {
		return buf
	}
	return utf8.AppendRune(buf, r)
}

// spellWord returns how a word of a table is written without accents: as the scanner
// folds it, and in the other way where a mark can be written out: "für" is "fur" and
// "fuer". The second is empty where there is none.
func spellWord(w string) (folded, other string) {
	if isASCII(w) {
		return w, ""
	}
	var short, long [maxWord]byte
	plain, written := short[:0], long[:0]
	differs := false
	for _, r := range w {
		plain = appendFolded(plain, r)
		letters, ok := writtenOut[r]
		differs = differs || ok
		for i := range len(letters) {
			written = appendByte(written, letters[i])
		}
		if !ok {
			written = appendFolded(written, r)
		}
	}
	if differs {
		other = string(written)
	}
	return string(plain), other
}

func isASCII(w string) bool {
	return strings.IndexFunc(w, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// spellings returns the words of a list in every spelling without accents.
func spellings(list string) map[string]bool {
	out := map[string]bool{}
	for _, w := range lists[list] {
		folded, other := spellWord(w)
		out[folded] = true
		if other != "" {
			out[other] = true
		}
	}
	return out
}

// firstLookAlike is the lowest rune that a word is unmasked for.
const firstLookAlike = 'ɑ'

// toLatin writes a word of Latin letters and look-alikes in Latin letters alone.
// A word that has no Latin letter, or another foreign one, is what it looks like.
func toLatin(buf []byte) []byte {
	if !slices.ContainsFunc(buf, func(c byte) bool { return c >= 'a' && c <= 'z' }) {
		return buf
	}
	for rest := buf; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		if _, ok := lookAlikes[r]; r >= utf8.RuneSelf && !ok {
			return buf
		}
		rest = rest[n:]
	}
	out := buf[:0]
	for rest := string(buf); rest != ""; {
		r, n := utf8.DecodeRuneInString(rest)
		if plain, ok := lookAlikes[r]; ok {
			r = plain
		}
		out = append(out, byte(r))
		rest = rest[n:]
	}
	return out
}

// isInvisible reports whether a rune shows nothing and must not part a word.
func isInvisible(r rune) bool {
	return r == '\u200b' || r == '\u200c' || r == '\u200d' || r == '\ufeff' || r == '\u00ad' || r == '\u2060' || r == '\ufe0f'
}
