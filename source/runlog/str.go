package runlog

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// gap replaces the middle of a text that was cut.
const gap = " … "

// Cut shortens s to at most limit bytes. It removes the middle and keeps the beginning
// and the end.
func Cut(s string, limit int) string { return cutValid(strings.ToValidUTF8(s, "\uFFFD"), limit) }

// cutValid is Cut for a text that is valid UTF-8.
func cutValid(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	if limit <= len(gap) {
		return strings.ToValidUTF8(s[:max(limit, 0)], "")
	}
	half := (limit - len(gap)) / 2
	return strings.ToValidUTF8(s[:half], "") + gap + strings.ToValidUTF8(s[len(s)-half:], "")
}

// HasAnyPrefix reports whether the text begins with one of the prefixes.
func HasAnyPrefix(text string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(text, p) })
}

// HasAnyPart reports whether the text contains one of the parts.
func HasAnyPart(text string, parts []string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(text, p) })
}

// Decode decodes a raw JSON string and cuts it to at most limit bytes. Of a much longer
// text it decodes only the beginning and the end.
func Decode(raw []byte, limit int) string {
	if len(raw) > 8*limit {
		head, end := raw[:2*limit], raw[len(raw)-4*limit:]
		if n := bytes.IndexAny(end, " \t"); n >= 0 && n < limit {
			end = end[n:]
		}
		return cutValid(unescape(head)+unescape(end), limit)
	}
	return cutValid(unescape(raw), limit)
}

func unescape(raw []byte) string {
	n := bytes.IndexByte(raw, '\\')
	if n < 0 {
		return strings.ToValidUTF8(string(raw), "\uFFFD")
	}
	out := make([]byte, 0, len(raw))
	for {
		out = append(out, raw[:n]...)
		if raw = raw[n:]; len(raw) < 2 {
			break
		}
		var used int
		out, used = escape(out, raw)
		raw = raw[used:]
		if n = bytes.IndexByte(raw, '\\'); n < 0 {
			out = append(out, raw...)
			break
		}
	}
	return strings.ToValidUTF8(string(out), "\uFFFD")
}

// escape appends the character of the escape sequence at the beginning of raw, and
// returns the length of the sequence.
func escape(out, raw []byte) ([]byte, int) {
	if i := strings.IndexByte("ntrbf", raw[1]); i >= 0 {
		return append(out, "\n\t\r\b\f"[i]), 2
	}
	if raw[1] == 'u' {
		r, ok := hexUnit(raw)
		if !ok {
			return append(out, "\uFFFD"...), 2
		}
		if utf16.IsSurrogate(r) {
			if low, ok := hexUnit(raw[6:]); ok {
				if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
					return utf8.AppendRune(out, both), 12
				}
			}
			r = utf8.RuneError
		}
		return utf8.AppendRune(out, r), 6
	}
	return append(out, raw[1]), 2
}

// hexUnit reads \uXXXX.
func hexUnit(raw []byte) (rune, bool) {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(raw[2:6]), 16, 16)
	return rune(n), err == nil
}
