package cycle

import (
	_ "embed" // the lists of words
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"notdone/classify/wordlist"
)

//go:embed words.txt
var wordFile string

var lists = wordlist.Parse(wordFile)

// fold returns a text in the form in which words are compared: in NFKC and lower case, with white
// space and controls as plain spaces, quotes and dashes as in ASCII, and without format characters
// and invalid bytes.
func fold(s string) string {
	if plain := []byte(s); !slices.ContainsFunc(plain, isNotASCII) {
		for i, c := range plain {
			plain[i] = byte(foldRune(rune(c)))
		}
		return string(plain)
	}
	s = strings.Map(foldRune, norm.NFKC.String(strings.ToValidUTF8(s, "")))
	// A letter that became lower case can compose with the mark after it.
	return norm.NFKC.String(s)
}

// foldRune returns the folded form of a rune; -1 if it is left out.
func foldRune(r rune) rune {
	switch {
	case 'A' <= r && r <= 'Z':
		return r + 'a' - 'A'
	case ' ' <= r && r <= '~' || isFolded(r):
		return r
	}
	return foldOther(r)
}

// foldOther is foldRune without the shortcuts for frequent runes.
func foldOther(r rune) rune {
	switch {
	case unicode.IsSpace(r), unicode.Is(unicode.Cc, r):
		return ' '
	case !unicode.IsPrint(r): // format characters, private use, unassigned
		return -1
	case unicode.Is(unicode.Pd, r), r == '−':
		return '-'
	case strings.ContainsRune("‘’‚‛′´", r):
		return '\''
	case unicode.Is(unicode.Pi, r), unicode.Is(unicode.Pf, r), r == '„', r == '″':
		return '"'
	}
	// Letters that share a capital, such as the forms of sigma, become one.
	return unicode.ToLower(unicode.ToUpper(r))
}

// isFolded reports whether a rune is one of the frequent runes outside of ASCII that fold to
// themselves: Chinese characters, kana, small Cyrillic letters, small letters with accents.
func isFolded(r rune) bool {
	return '一' <= r && r <= '龥' || 'ぁ' <= r && r <= 'ゖ' || 'ァ' <= r && r <= 'ヺ' || 'а' <= r && r <= 'я' || 'à' <= r && r <= 'þ' && r != '÷'
}

func isNotASCII(c byte) bool { return c >= utf8.RuneSelf }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

const digits = "0123456789"

// isDigits reports whether s is one or more ASCII digits.
func isDigits(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// isAlphanumeric reports whether a word is ASCII letters and digits only.
func isAlphanumeric(s string) bool {
	for i := range len(s) {
		if !isLower(s[i]) && !isDigit(s[i]) {
			return false
		}
	}
	return true
}

// number returns the value of a short run of digits, or -1.
func number(s string) int {
	if !isDigits(s) || len(s) > 9 {
		return -1
	}
	n, _ := strconv.Atoi(s) // at most nine digits always parse
	return n
}

// hash32 returns eight hexadecimal digits of the FNV-1a hash of a text.
func hash32(text string) string {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(text)) // a hash.Hash never returns an error
	return fmt.Sprintf("%08x", sum.Sum32())
}

// word is one word of a folded text and what is known of its place.
type word struct {
	core    string // without the punctuation around it
	bracket bool   // it stood in brackets of its own
	comma   bool   // a comma followed
	drop    bool
}

// splitWords cuts a folded text at spaces.
func splitWords(s string) []word {
	words := make([]word, 0, 8+len(s)/5)
	for raw := range strings.FieldsSeq(s) {
		w := word{core: trimWord(raw), comma: strings.HasSuffix(raw, ",")}
		if strings.IndexByte("([{", raw[0]) >= 0 {
			w.bracket = strings.ContainsAny(raw[1:], ")]}")
		}
		if w.core != "" {
			words = append(words, w)
		}
	}
	return words
}

// trimWord removes the punctuation around a word except for what belongs to it, as in -3, .env,
// /tmp, C++, C# and 5%.
func trimWord(s string) string {
	if isAlphanumeric(s) {
		return s
	}
	for s != "" {
		r, n := utf8.DecodeRuneInString(s)
		if isWordCharacter(r) || startsWord(r, s[n:]) {
			break
		}
		s = s[n:]
	}
	for s != "" {
		r, n := utf8.DecodeLastRuneInString(s)
		if isWordCharacter(r) || endsWord(r, s[:len(s)-n]) {
			break
		}
		s = s[:len(s)-n]
	}
	return s
}

func isWordCharacter(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9'
	}
	return unicode.In(r, unicode.L, unicode.N, unicode.M, unicode.Sc, unicode.Sm)
}

// startsWord reports whether a sign at the beginning of a word belongs to it.
func startsWord(r rune, rest string) bool {
	if rest == "" {
		return r == '<' || r == '>' || r == '='
	}
	switch r {
	case '-', '+', '#':
		return isDigit(rest[0])
	case '.', '@':
		return isLower(rest[0])
	case '/':
		return rest[0] == '_' || rest[0] == '.' || isLower(rest[0]) || isDigit(rest[0])
	case '$', '<', '>', '=':
		return true
	}
	return false
}

// endsWord reports whether a sign at the end of a word belongs to it.
func endsWord(r rune, before string) bool {
	if before == "" {
		return r == '<' || r == '>' || r == '='
	}
	last := before[len(before)-1]
	switch r {
	case '%':
		return isDigit(last)
	case '+':
		return isLower(last) || last == '+'
	case '#':
		return len(before) == 1 && isLower(last)
	case '$', '<', '>', '=':
		return true
	}
	return false
}

// appendToken appends a word in the form in which wishes are compared: hyphens and other
// punctuation in it become blanks, except for the characters that tell names, versions, files and
// amounts apart.
func appendToken(b []byte, core string) []byte {
	if isAlphanumeric(core) {
		return append(b, core...)
	}
	start := len(b)
	for i, r := range core {
		switch {
		case isWordCharacter(r), strings.ContainsRune("./_:@#+=<>%$", r), i == 0:
			b = utf8.AppendRune(b, r)
		case r == '\'', r == ',' && i > 0 && isDigit(core[i-1]) && i+1 < len(core) && isDigit(core[i+1]):
		default:
			if len(b) > start && b[len(b)-1] != ' ' {
				b = append(b, ' ')
			}
		}
	}
	for len(b) > start && b[len(b)-1] == ' ' {
		b = b[:len(b)-1]
	}
	return b
}

// retryWords are the words of a note like "(retry 2 of 3)"; besideRetry are words that
// may stand beside one of them.
var retryWords, besideRetry, replyWords = lists.Set("retry"), lists.Set("retry-beside"), lists.Set("reply")

// maxNote is how many bytes the words of a retry note take at most, with one blank behind each.
const maxNote = 41

// isRetryNote reports whether a folded phrase says only that something is tried
// again.
func isRetryNote(s string) bool {
	core, words, run, num, size := false, 0, false, false, 0
	for w := range strings.FieldsFuncSeq(s, isNoWordRune) {
		if size += len(w) + 1; size > maxNote || !retryWords[w] && !besideRetry[w] && !isDigits(w) {
			return false
		}
		core = core || retryWords[w]
		run, num = run || w == "run", num || isDigits(w)
		words++
	}
	return words > 0 && (core || run && (num || words > 1))
}

func isWordRune(r rune) bool {
	return r >= utf8.RuneSelf || isLower(byte(r)) || isDigit(byte(r))
}

func isNoWordRune(r rune) bool { return !isWordRune(r) }

// dropRetryNotes removes retry notes in brackets, reply and retry prefixes, and
// retry suffixes after a separator, from a folded text.
func dropRetryNotes(s string) string {
	s = dropBracketed(s)
	for {
		head, rest, ok := strings.Cut(s, ":")
		if !ok || !isReply(head) && !isRetryNote(head) {
			break
		}
		s = rest
	}
	for {
		i := strings.LastIndexAny(s, ",;:|")
		if dash := strings.LastIndex(s, " - "); dash >= 0 {
			i = max(i, dash+1)
		}
		if i < 0 || !isRetryNote(s[i+1:]) {
			return s
		}
		s = s[:i]
	}
}

// isReply reports whether a heading is that of an answered or forwarded
// message, such as "re" or "re[2]".
func isReply(head string) bool {
	words := 0
	for w := range strings.FieldsFuncSeq(head, isNoWordRune) {
		if words == 0 && !replyWords[w] || words > 0 && !isDigits(w) {
			return false
		}
		words++
	}
	return words > 0
}

// bracketed matches brackets with no others inside.
var bracketed = wordlist.Pattern(`[(\[{][^()\[\]{}]*[)\]}]`)

// dropBracketed removes every bracketed phrase that is a retry note.
func dropBracketed(s string) string {
	if !strings.ContainsAny(s, "([{") {
		return s
	}
	return bracketed().ReplaceAllStringFunc(s, func(phrase string) string {
		if isRetryNote(phrase[1 : len(phrase)-1]) {
			return " "
		}
		return phrase
	})
}
