package codex

import "bytes"

// mend completes a line of which only the beginning is known: a string that is
// open is ended, and so is every object and array. Where that is not enough,
// what stood before can be read all the same.
func mend(text []byte) []byte {
	var ends []byte
	out := bytes.Clone(text)
	for i := 0; i < len(out); i++ {
		switch b := out[i]; b {
		case '{', '[':
			ends = append(ends, b+2)
		case '}', ']':
			if len(ends) > 0 {
				ends = ends[:len(ends)-1]
			}
		case '"':
			end := stringEnd(out, i+1)
			if end < 0 {
				out = append(closable(out), '"')
				i = len(out)
				break
			}
			i = end
		}
	}
	for i := len(ends) - 1; i >= 0; i-- {
		out = append(out, ends[i])
	}
	return out
}

// stringEnd returns where the string ends whose text begins at from, or -1.
func stringEnd(text []byte, from int) int {
	for i := from; i < len(text); i++ {
		n := bytes.IndexAny(text[i:], `"\`)
		if n < 0 {
			return -1
		}
		if i += n; text[i] == '"' {
			return i
		}
		i++
	}
	return -1
}

// closable drops an escape sequence that was cut at the end of text.
func closable(text []byte) []byte {
	from := max(len(text)-5, 0)
	at := bytes.LastIndexByte(text[from:], '\\')
	if at < 0 {
		return text
	}
	at += from
	slashes := 0
	for at-slashes >= 0 && text[at-slashes] == '\\' {
		slashes++
	}
	rest := text[at+1:]
	if slashes%2 == 1 && (len(rest) == 0 || rest[0] == 'u' && len(rest) < 5) {
		return text[:at]
	}
	return text
}
