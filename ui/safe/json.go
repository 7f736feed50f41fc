package safe

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// JSON escapes every rune of a JSON text that is not printable, or that
// reorders or hides its neighbours, as \uXXXX. Its input must be valid JSON as
// encoding/json writes it; what it decodes to does not change.
func JSON(text []byte) []byte {
	first := firstNonASCII(text)
	if first < 0 {
		return text
	}
	out := bytes.NewBuffer(make([]byte, 0, len(text)+64))
	out.Write(text[:first])
	for i := first; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			if c == 0x7f {
				out.WriteString(`\u007f`)
			} else {
				out.WriteByte(c)
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		if isPrintable(r) {
			out.Write(text[i : i+n])
		} else {
			writeEscape(out, r)
		}
		i += n
	}
	return out.Bytes()
}

// firstNonASCII returns the index of the first byte that may need an escape, or -1.
func firstNonASCII(text []byte) int {
	for i, c := range text {
		if c >= 0x7f {
			return i
		}
	}
	return -1
}

func isPrintable(r rune) bool {
	return unicode.IsPrint(r) && !Invisible(r)
}

func writeEscape(out *bytes.Buffer, r rune) {
	if r >= 0x10000 {
		r -= 0x10000
		writeCodeUnit(out, 0xd800+(r>>10))
		writeCodeUnit(out, 0xdc00+(r&0x3ff))
		return
	}
	writeCodeUnit(out, r)
}

func writeCodeUnit(out *bytes.Buffer, r rune) {
	const hex = "0123456789abcdef"
	out.WriteString(`\u`)
	for shift := 12; shift >= 0; shift -= 4 {
		out.WriteByte(hex[(r>>shift)&0xf])
	}
}
