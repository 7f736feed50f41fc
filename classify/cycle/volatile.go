package cycle

import (
	"strings"

	"notdone/model"
)

// isVolatile reports whether a folded word changes from one occurrence of the
// same thing to the next: counts, durations, sizes, amounts, moments, hashes
// and generated identifiers.
func isVolatile(s string) bool {
	if s == "" || !strings.ContainsAny(s, "0123456789") {
		return false
	}
	return isDate(s) || isClock(s) || isQuantity(s) || isHex(s) || isGenerated(s)
}

// isQuantity reports whether s is a number with at most a unit: 3, 1.5s, 640ms,
// $30.05, 90/90, 50%, 12mb, 2nd, 3x, 1h30m, +5.
func isQuantity(s string) bool {
	rest := strings.TrimLeft(s, "+-$€£#<>=~")
	if rest == "" || !isDigit(rest[0]) || strings.HasPrefix(s, "#") {
		return false
	}
	for rest != "" {
		n := 0
		for n < len(rest) && (isDigit(rest[n]) || n > 0 && strings.IndexByte(".,/", rest[n]) >= 0) {
			n++
		}
		unit := 0
		for n+unit < len(rest) && !isDigit(rest[n+unit]) {
			unit++
		}
		if n == 0 || !units[rest[n:n+unit]] {
			return false
		}
		rest = rest[n+unit:]
	}
	return true
}

var units = map[string]bool{
	"": true, "%": true, "$": true, "€": true, "£": true, "x": true, "st": true, "nd": true, "rd": true, "th": true,
	"ns": true, "us": true, "µs": true, "μs": true, "ms": true, "s": true, "sec": true, "secs": true, "m": true, "min": true, "mins": true,
	"h": true, "hr": true, "hrs": true, "d": true, "days": true, "w": true, "b": true, "k": true, "kb": true, "kib": true, "mb": true, "mib": true,
	"gb": true, "gib": true, "tb": true, "tib": true, "usd": true, "eur": true,
}

// isHex reports whether s is a hash, a uuid or a similar hexadecimal
// identifier: at least seven digits of which one is decimal, in parts.
func isHex(s string) bool {
	s = strings.TrimPrefix(s, "0x")
	n, decimal := 0, false
	for i := range len(s) {
		c := s[i]
		switch {
		case isDigit(c):
			decimal = true
			n++
		case 'a' <= c && c <= 'f':
			n++
		case c != '-':
			return false
		}
	}
	return n >= 7 && decimal
}

// isGenerated reports whether s looks made up by a machine: a prefix and a
// hash, or long with digits and letters mixed.
func isGenerated(s string) bool {
	if i := strings.LastIndexAny(s, "_-:"); i > 0 && i <= 10 && len(s)-i > 6 && (isHex(s[i+1:]) || mixed(s[i+1:]) >= 3) {
		return true
	}
	return len(s) >= 10 && mixed(s) >= 4
}

// mixed counts the changes between letters and digits in a word of only those;
// it is 0 for any other word.
func mixed(s string) int {
	n := 0
	for i := range len(s) {
		if !isDigit(s[i]) && !isLower(s[i]) {
			return 0
		}
		if i > 0 && isDigit(s[i]) != isDigit(s[i-1]) {
			n++
		}
	}
	return n
}

// maskVolatile replaces the volatile parts inside a path, host or code: long runs of
// digits and hexadecimal ones become "*".
func maskVolatile(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		j, hex := i, true
		for j < len(s) && (isDigit(s[j]) || isLower(s[j])) {
			hex = hex && (isDigit(s[j]) || s[j] <= 'f')
			j++
		}
		part := s[i:j]
		switch {
		case part == "":
			b.WriteByte(s[i])
			j++
		case isDigits(part) && len(part) >= 4 && !isYear(part), hex && isHex(part), len(part) >= 10 && mixed(part) >= 4:
			if !strings.HasSuffix(b.String(), "*") {
				b.WriteByte('*')
			}
		default:
			b.WriteString(part)
		}
		i = j
	}
	return b.String()
}

// keepsCode reports whether a number after this word is a code and not a count.
func keepsCode(s string) bool {
	switch s {
	case "http", "https", "status", "code", "signal", "errno", "returns", "returned", "error", "got", "exit":
		return true
	}
	return false
}

// isCode reports whether s is a short number, as codes are.
func isCode(s string) bool { return len(s) <= 3 && isDigits(s) }

// NormalError returns an error text in the form in which errors are compared:
// case, spacing, numbers and generated identifiers make no difference, codes
// and signals do. It is at most 200 bytes long and printable; empty for a text
// without words.
func NormalError(text string) string {
	var b strings.Builder
	prev := ""
	for _, w := range splitWords(fold(model.Truncate(text, 1<<10))) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		switch {
		case isCode(w.core) && keepsCode(prev):
			b.WriteString(w.core)
		case isVolatile(w.core):
			b.WriteByte('*')
		default:
			b.WriteString(maskVolatile(w.core))
		}
		prev = w.core
	}
	return strings.TrimSpace(model.Truncate(b.String(), 200))
}
