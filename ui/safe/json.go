package safe

import (
	"fmt"
	"slices"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON escapes every rune of a JSON text that is not printable, or that
// reorders or hides its neighbours, as \uXXXX. Its input must be valid JSON as
// encoding/json writes it; what it decodes to does not change.
func JSON(text []byte) []byte {
	// Nearly every text is plain ASCII, of which a look at the bytes tells.
	first := slices.IndexFunc(text, func(b byte) bool { return b >= 0x7f })
	if first < 0 {
		return text
	}
	out := append(make([]byte, 0, len(text)+64), text[:first]...)
	for _, r := range string(text[first:]) {
		high, low := utf16.EncodeRune(r)
		switch {
		case !needsEscape(r):
			out = utf8.AppendRune(out, r)
		case high != unicode.ReplacementChar:
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

// needsEscape reports whether a terminal would not show the rune as it is; what is
// below the delete character encoding/json has escaped.
func needsEscape(r rune) bool {
	return r >= 0x7f && (!unicode.IsPrint(r) || Invisible(r))
}
