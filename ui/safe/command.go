package safe

import "strings"

// Command writes an argument vector as one line that a POSIX shell reads as
// exactly those arguments. It is empty where that cannot be shown truthfully:
// an argument that holds anything unprintable would have to be changed first.
func Command(argv []string) string {
	parts := make([]string, len(argv))
	for i, a := range argv {
		if Line(a, 0) != a {
			return ""
		}
		parts[i] = quote(a)
	}
	return strings.Join(parts, " ")
}

// quote writes one argument; plain words are left as they are.
func quote(a string) string {
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
