package text

import "strings"

// quoteOpens reports whether the apostrophe at i opens a quotation.
func quoteOpens(message string, start, i int) bool {
	return (i == start || message[i-1] == ' ' || message[i-1] == '(' || message[i-1] == '\n') && i+1 < len(message) && letterOrDigit(message[i+1])
}

// quotation returns the offset of the mark that closes the one at i, or i when
// none closes it in the same sentence.
func quotation(message string, i, end int) int {
	rest := message[i+1 : min(end, i+300)]
	var mark string
	switch message[i] {
	case '"':
		mark = `"`
	case '\'':
		at := strings.Index(rest, "'")
		for at >= 0 && at+1 < len(rest) && letterOrDigit(rest[at+1]) {
			more := strings.Index(rest[at+1:], "'")
			if more < 0 {
				return i
			}
			at += 1 + more
		}
		return i + 1 + max(at, -1)
	default:
		mark = "”"
		if strings.HasPrefix(message[i:], "«") {
			mark = "»"
		}
	}
	if at := strings.Index(rest, mark); at >= 0 {
		return i + 1 + at
	}
	return i
}
