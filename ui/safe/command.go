package safe

import "strings"

// Command returns an argument vector as one line that a POSIX shell splits into exactly
// these arguments. It is empty if an argument contains unprintable characters, because
// such a line could not be shown unchanged.
func Command(argv []string) string {
	parts := make([]string, len(argv))
	for i, a := range argv {
		if Line(a, 0) != a {
			return ""
		}
		parts[i] = quoteArg(a)
	}
	return strings.Join(parts, " ")
}

// quoteArg writes one argument; plain words are left as they are.
func quoteArg(a string) string {
	const plainSigns = "-_./:@%+,"
	bare := a != ""
	for i := 0; i < len(a); i++ {
		c := a[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte(plainSigns, c) >= 0 {
			continue
		}
		bare = false
		break
	}
	if bare {
		return a
	}
	return "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
}
