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

// plain are the characters that no shell interprets.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@%+,"

// quoteArg writes one argument; plain words are left as they are.
func quoteArg(a string) string {
	if a != "" && strings.Trim(a, plain) == "" {
		return a
	}
	return "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
}
