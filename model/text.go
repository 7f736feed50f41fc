package model

import "unicode/utf8"

// Truncate returns the first bytes of a text, at most n of them, and ends between
// two characters where the text has any there.
func Truncate(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for end := n; end >= 0 && n-end < utf8.UTFMax; end-- {
		if utf8.RuneStart(s[end]) {
			return s[:end]
		}
	}
	return s[:n]
}
