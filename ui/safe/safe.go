// Package safe makes hostile text safe for a terminal.
//
// Titles, obstacles, log lines, paths and error messages come from agents and from
// other systems. All of them pass this package before they are written to a terminal,
// to stderr or to a window title.
package safe

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"notdone/model"
)

// maxMarks is the largest number of consecutive combining marks that are kept.
const maxMarks = 3

// Line makes one line of text safe: control characters become visible symbols,
// line breaks and tabs become spaces, colour sequences, bidirectional controls
// and zero-width characters are dropped, invalid UTF-8 is replaced. Only the
// first limit bytes of s are used, and an ellipsis replaces the rest; a limit of 0
// or less means no limit.
func Line(s string, limit int) string {
	rest := ""
	if limit > 0 && len(s) > limit {
		s, rest = model.Truncate(s, limit), "…"
	}
	if isPlainASCII(s) {
		return s + rest
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	writeSafe(&b, s)
	return b.String() + rest
}

// Block makes text of several lines safe, as Line does, but keeps line breaks
// and widens tabs to spaces.
func Block(s string, limit int) string {
	lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i, l := range lines {
		lines[i] = Line(strings.ReplaceAll(l, "\t", "    "), limit)
	}
	return strings.Join(lines, "\n")
}

// Width returns how many cells a line takes, which is safe.
func Width(s string) int {
	if isPlainASCII(s) {
		return len(s)
	}
	return ansi.StringWidth(s)
}

// isPlainASCII reports whether s is printable ASCII, which needs no work.
func isPlainASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] > 0x7e {
			return false
		}
	}
	return true
}

func writeSafe(b *strings.Builder, s string) {
	marks, space := 0, false
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == 0x1b {
			if m := colourLen(s[i:]); m > 0 {
				i += m
				continue
			}
		}
		i += n
		switch {
		case r >= 0x20 && r < 0x7f:
			b.WriteByte(byte(r))
		case r == '\n' || r == '\r' || r == '\t' || r == '\v' || r == '\f' || r == 0x85 || r == 0x2028 || r == 0x2029:
			if !space {
				b.WriteByte(' ')
			}
			space, marks = true, 0
			continue
		case r < 0x20:
			b.WriteRune(0x2400 + r)
		case r == 0x7f:
			b.WriteRune(0x2421)
		case r >= 0x80 && r < 0xa0:
			b.WriteRune('·')
		case r == utf8.RuneError:
			b.WriteRune(utf8.RuneError)
		case Invisible(r):
			continue
		case unicode.Is(unicode.M, r):
			if marks++; marks > maxMarks || b.Len() == 0 {
				continue
			}
			b.WriteRune(r)
			continue
		case unicode.Is(unicode.Zs, r):
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
		marks, space = 0, false
	}
}

// colourLen returns the length of a select-graphic-rendition sequence at the
// start of s, which carries no text and is dropped, or 0.
func colourLen(s string) int {
	if len(s) < 3 || s[1] != '[' {
		return 0
	}
	for i := 2; i < len(s) && i < 40; i++ {
		switch c := s[i]; {
		case c == 'm':
			return i + 1
		case c >= '0' && c <= '9' || c == ';' || c == ':':
		default:
			return 0
		}
	}
	return 0
}

// Invisible reports whether the rune changes how its neighbours are shown, or
// hides text, without being seen itself: bidirectional controls, zero-width
// characters, tags, variation selectors and other format characters.
func Invisible(r rune) bool {
	switch {
	case r < 0xad:
		return false
	case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r):
		return true
	case r == 0x034f, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5, r == 0x3164, r == 0xffa0:
		return true // fillers that are letters by category and blank by shape
	case r >= 0xe0000 && r <= 0xe0fff:
		return true
	case r >= 0xfff0 && r <= 0xfffb:
		return true
	}
	return false
}
