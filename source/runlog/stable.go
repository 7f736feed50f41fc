package runlog

import (
	"bytes"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// hashStable returns a hash of a text without parts that differ between equal results:
// times, durations, process ids, addresses, names of temporary files and colours.
func hashStable(text string) uint64 {
	if strings.IndexByte(text, 0x1b) >= 0 {
		text = ansi.Strip(text)
	}
	var h maphash.Hash
	h.SetSeed(seed)
	var last string
	for i := 0; i < len(text); {
		c := text[i]
		if !isWordByte(c) {
			if c > ' ' {
				_ = h.WriteByte(c) // never fails, as hash.Hash promises
			}
			i++
			continue
		}
		end, digits := i, 0
		for end < len(text) && isWordByte(text[end]) {
			if text[end] >= '0' && text[end] <= '9' {
				digits++
			}
			end++
		}
		wordEnd := end
		for wordEnd > i && (text[wordEnd-1] == '.' || text[wordEnd-1] == ':' || text[wordEnd-1] == '-') {
			wordEnd--
		}
		word := text[i:wordEnd]
		raw := word
		if digits > 0 && (isVolatile(word, last) || isNumber(word) && isTimeUnit(nextWord(text[end:]))) {
			word = "~"
		}
		_ = h.WriteByte(0)
		_, _ = h.WriteString(word)
		i, last = end, raw
	}
	return h.Sum64()
}

// isNumber reports whether the word is a number and nothing else.
func isNumber(word string) bool { return strings.Trim(word, "0123456789.") == "" }

// nextWord returns the word that text begins with, after spaces.
func nextWord(text string) string {
	text = strings.TrimLeft(text, " ")
	n := 0
	for n < len(text) && n < 16 && isWordByte(text[n]) {
		n++
	}
	return strings.TrimRight(text[:n], ".:-")
}

func isWordByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80 || c == '.' || c == ':' || c == '-' || c == '_' || c == '/' || c == '+'
}

// isVolatile reports whether a word with a digit in it is one of those that
// differ each time; last is the word before it.
func isVolatile(word, last string) bool {
	switch {
	case strings.HasPrefix(word, "0x") && len(word) > 4, strings.HasPrefix(word, "/tmp/"), strings.HasPrefix(word, "/var/folders/"):
		return true
	case strings.EqualFold(last, "pid"), strings.EqualFold(last, "process"), strings.EqualFold(last, "in"), strings.EqualFold(last, "took"), strings.EqualFold(last, "seed"):
		return word[0] >= '0' && word[0] <= '9'
	case strings.Contains(word, "/"):
		return false
	}
	var digits, letters, hex, marks int
	for i := range len(word) {
		switch c := word[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F':
			letters++
			hex++
		case c == ':' || c == '-' || c == '.' || c == '+':
			marks++
		default:
			letters++
		}
	}
	switch {
	case word[0] >= '0' && word[0] <= '9' && strings.Count(word, ":") > 0 && letters <= 2:
		return true // a clock, with or without a date
	case letters == 0 && strings.Count(word, "-") == 2 && digits == 8:
		return true // a date
	case letters == hex && digits+hex >= 7 && (hex > 0 || digits >= 10) && marks != 1:
		return true // a hash, an id, seconds since 1970
	}
	return isDuration(word)
}

// isDuration reports whether a word is like 12ms, 0.3s or 1m30s.
func isDuration(word string) bool {
	if word[0] < '0' || word[0] > '9' {
		return false
	}
	for word != "" {
		n := 0
		for n < len(word) && (word[n] >= '0' && word[n] <= '9' || word[n] == '.') {
			n++
		}
		u := n
		for u < len(word) && (word[u] < '0' || word[u] > '9') {
			u++
		}
		if n == 0 || !isTimeUnit(word[n:u]) {
			return false
		}
		word = word[u:]
	}
	return true
}

func isTimeUnit(s string) bool {
	switch s {
	case "s", "ms", "us", "µs", "ns", "m", "h", "sec", "secs", "second", "seconds", "min", "mins", "minutes", "milliseconds":
		return true
	}
	return false
}

// seed makes the hashes of one process comparable with each other.
var seed = maphash.MakeSeed()

// ignoredArgs are the arguments that say how a call is made and not what it does.
var ignoredArgs = map[string]bool{
	"timeout": true, "timeout_ms": true, "timeoutMs": true, "description": true, "yield_time_ms": true,
	"max_output_tokens": true, "justification": true, "run_in_background": true,
}

// CanonicalArgs writes the arguments of a call so that equal arguments are equal texts:
// the keys of an object are sorted, and arguments that vary without a meaning, such as
// timeouts and descriptions, are left out. It returns at most maxWhat bytes of the text,
// and the hash of all of it. Any other value is returned as it is written.
func CanonicalArgs(raw []byte) (args string, sum uint64) {
	d := Parse(raw)
	defer d.Release()
	type member struct {
		key   []byte
		value Value
	}
	var members []member
	for key, m := range d.All() {
		if !ignoredArgs[string(key)] {
			members = append(members, member{key, m})
		}
	}
	if d.Kind() != '{' || members == nil || d.bad {
		raw = bytes.TrimSpace(raw)
		return Decode(raw, maxWhat), maphash.Bytes(seed, raw)
	}
	slices.SortStableFunc(members, func(a, b member) int { return bytes.Compare(a.key, b.key) })
	var text strings.Builder
	var h maphash.Hash
	h.SetSeed(seed)
	for i, m := range members {
		for _, part := range [][]byte{m.key, m.value.Raw()} {
			_, _ = h.Write(part) // never fails, as hash.Hash promises
			_ = h.WriteByte(0)
		}
		if text.Len() > 2*maxWhat {
			continue
		}
		text.WriteByte("{,"[min(i, 1)])
		text.WriteString(`"` + Cut(string(m.key), maxWhat) + `":`)
		text.WriteString(Decode(m.value.Raw(), maxWhat))
	}
	text.WriteByte('}')
	return Cut(text.String(), maxWhat), h.Sum64()
}
