package cycle

import (
	"hash/fnv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold brings a text to the form in which words are compared: compatibility
// composed, without regard to case, white space and controls as plain spaces,
// format characters and invalid bytes gone, quotes and dashes as in ASCII.
func fold(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return foldUnicode(s)
		}
	}
	return foldASCII(s)
}

func foldASCII(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := range len(s) {
		c := s[i]
		switch {
		case c < ' ' || c == 0x7f:
			c = ' '
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		}
		b.WriteByte(c)
	}
	return b.String()
}

func foldUnicode(s string) string {
	s = norm.NFKC.String(strings.ToValidUTF8(s, ""))
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		switch {
		case unicode.IsSpace(r), unicode.Is(unicode.Cc, r):
			b.WriteByte(' ')
		case !unicode.IsPrint(r): // format characters, private use, unassigned
		case unicode.Is(unicode.Pd, r), r == '−':
			b.WriteByte('-')
		case strings.ContainsRune("‘’‚‛′´", r):
			b.WriteByte('\'')
		case unicode.Is(unicode.Pi, r), unicode.Is(unicode.Pf, r), r == '„', r == '″':
			b.WriteByte('"')
		default:
			// Upper then lower makes one of letters that share a capital.
			b.WriteRune(unicode.ToLower(unicode.ToUpper(r)))
		}
	}
	// A lower-case form can compose anew with what follows it.
	return norm.NFKC.String(b.String())
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

// isDigits reports whether s is one or more ASCII digits.
func isDigits(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// number returns the value of a short run of digits, or -1.
func number(s string) int {
	if !isDigits(s) || len(s) > 9 {
		return -1
	}
	n := 0
	for i := range len(s) {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

// hash32 returns the FNV-1a hash of a text.
func hash32[T string | []byte](text T) uint32 {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(text)) // a hash.Hash never returns an error
	return sum.Sum32()
}
