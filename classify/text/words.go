package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is one word of a sentence as phrases see it: in lower case, without
// accents, contractions written out ("can't" is two words, can and not), fillers
// left out.
type word struct {
	id         uint16 // in the vocabulary of the phrases; wordOther when no phrase has it
	start, end int
	brk        bool // punctuation other than a blank or a hyphen stands before it
	quoted     bool // it stands between quotation marks
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
}

// scan appends the words of one sentence.
func (w *wordScanner) scan(start, end int) {
	brk := false
	quoteEnd := 0
	for i := start; i < end; {
		c := w.message[i]
		switch {
		case c == ' ' || c == '\n' || c == '\t' || c == '-' || c == '/' || c == '*' || c == '_':
			i++
		case c == '`':
			n := max(codeSpan(w.message[i:end]), 1)
			if n > 1 {
				w.words = append(w.words, word{id: wordCode, start: i, end: i + n, brk: brk, quoted: i < quoteEnd})
				brk = false
			}
			i += n
		case c == '"' || c == '\'' && quoteOpens(w.message, start, i):
			if i >= quoteEnd {
				quoteEnd = quotation(w.message, i, end)
			}
			brk = true
			i++
		case letterOrDigit(c):
			next := w.word(i, end, brk, i < quoteEnd)
			brk = false
			i = next
		case c < utf8.RuneSelf:
			brk = true
			i++
		default:
			r, n := utf8.DecodeRuneInString(w.message[i:end])
			switch {
			case r == '“' || r == '«':
				if i >= quoteEnd {
					quoteEnd = quotation(w.message, i, end)
				}
				brk = true
			case unicode.IsLetter(r):
				next := w.word(i, end, brk, i < quoteEnd)
				brk = false
				i = next
				continue
			case r == '✅' || r == '✓' || r == '✔' || r == '❌' || r == '🚫' || r == '⛔' || r == '⏳':
				w.emit(string(r), i, i+n, brk, false)
			default:
				brk = brk || !invisible(r)
			}
			i += n
		}
	}
}

func letterOrDigit(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// invisible reports whether a rune shows nothing and must not part a word.
func invisible(r rune) bool {
	return r == '\u200b' || r == '\u200c' || r == '\u200d' || r == '\ufeff' || r == '\u00ad' || r == '\u2060' || r == '\ufe0f'
}

// word scans one word and returns where the scan goes on.
func (w *wordScanner) word(start, end int, brk, quoted bool) int {
	buf := w.buf[:0]
	apostrophe, name := false, false
	i := start
	for i < end {
		c := w.message[i]
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			buf = appendByte(buf, c)
			i++
			continue
		case c >= 'A' && c <= 'Z':
			buf = appendByte(buf, c+'a'-'A')
			i++
			continue
		case c == '\'' && i+1 < end && letterOrDigit(w.message[i+1]):
			apostrophe = true
			buf = appendByte(buf, '\'')
			i++
			continue
		case (c == '.' || c == '_' || c == '@' || c == '=' || c == '\\' || c == ':') && i+1 < end && letterOrDigit(w.message[i+1]):
			name = true
			i++
			continue
		case c < utf8.RuneSelf:
		default:
			r, n := utf8.DecodeRuneInString(w.message[i:end])
			if r == '’' && i+n < end && letterOrDigit(w.message[i+n]) {
				apostrophe = true
				buf = appendByte(buf, '\'')
				i += n
				continue
			}
			if unicode.IsLetter(r) || unicode.IsMark(r) {
				buf = appendFolded(buf, r)
				i += n
				continue
			}
			if invisible(r) {
				i += n
				continue
			}
		}
		break
	}
	switch {
	case name || len(buf) > 40:
		w.words = append(w.words, word{id: wordOther, start: start, end: i, brk: brk, quoted: quoted})
	case apostrophe || len(buf) <= 8 && len(buf) >= 4:
		w.contracted(buf, start, i, brk, quoted)
	default:
		w.bytes(buf, start, i, brk, quoted)
	}
	return i
}

// contracted emits the parts of a word that may be a contraction.
func (w *wordScanner) contracted(buf []byte, start, end int, brk, quoted bool) {
	if parts, ok := contractions[string(buf)]; ok {
		w.emit(parts[0], start, end, brk, quoted)
		w.emit(parts[1], start, end, false, quoted)
		return
	}
	for _, e := range endings {
		if base, ok := strings.CutSuffix(string(buf), e[0]); ok && base != "" && strings.Contains(e[0], "'") {
			w.emit(base, start, end, brk, quoted)
			w.emit(e[1], start, end, false, quoted)
			return
		}
	}
	w.bytes(buf, start, end, brk, quoted)
}

func (w *wordScanner) emit(text string, start, end int, brk, quoted bool) {
	if text != "" {
		w.add(w.lexicon.words[text], start, end, brk, quoted)
	}
}

// bytes looks a lower-case word up without copying it.
func (w *wordScanner) bytes(text []byte, start, end int, brk, quoted bool) {
	w.add(w.lexicon.words[string(text)], start, end, brk, quoted)
}

// add appends a word, unless it is a filler.
func (w *wordScanner) add(entry lexeme, start, end int, brk, quoted bool) {
	w.regret = w.regret || entry.regret && !quoted
	if entry.filler {
		return
	}
	w.words = append(w.words, word{id: entry.id, start: start, end: end, brk: brk, quoted: quoted})
}

func appendByte(buf []byte, c byte) []byte {
	if len(buf) < cap(buf) {
		return append(buf, c)
	}
	return buf
}

// appendFolded appends a letter in lower case, without the accents of the
// languages that phrases are written in.
func appendFolded(buf []byte, r rune) []byte {
	r = unicode.ToLower(r)
	switch r {
	case 'á', 'à', 'â', 'ã', 'ä':
		r = 'a'
	case 'é', 'è', 'ê', 'ë':
		r = 'e'
	case 'í', 'ì', 'î', 'ï':
		r = 'i'
	case 'ó', 'ò', 'ô', 'õ', 'ö':
		r = 'o'
	case 'ú', 'ù', 'û', 'ü':
		r = 'u'
	case 'ñ':
		r = 'n'
	case 'ç':
		r = 'c'
	}
	if len(buf)+utf8.RuneLen(r) > cap(buf) || unicode.IsMark(r) {
		return buf
	}
	return utf8.AppendRune(buf, r)
}
