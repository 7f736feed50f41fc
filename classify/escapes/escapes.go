// Package escapes removes the escape sequences of terminals from texts before their words are
// read, because programs colour what they print and a sequence inside a word hides the word, and
// reads the escapes of strings in JSON.
// What is shown on a terminal goes through ui/safe instead.
package escapes

import (
	"encoding/json"
	"slices"
	"strings"

	"notdone/classify/wordlist"
)

// sequence matches colours and other controls, titles and links. A title or link that does not
// end on its line is text.
var sequence = wordlist.Pattern(`\x1b(?:\[[0-?]{0,64}[ -/]{0,4}[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)|[()*+][0-9A-Z]|[=>78cDEHM])`)

// Strip returns a text without escape sequences.
func Strip(s string) string {
	if strings.IndexByte(s, 0x1b) < 0 {
		return s
	}
	return sequence().ReplaceAllLiteralString(s, "")
}

// Map is a text without escape sequences. It maps offsets in it to offsets in the original text.
type Map struct {
	Text string
	cuts []cut
}

// cut is the place of a removed sequence.
type cut struct {
	at    int // its offset in Text
	taken int // how many bytes were removed so far, with this sequence
}

// Without returns the map of a text; false if the text has no escape sequence.
func Without(s string) (Map, bool) {
	if strings.IndexByte(s, 0x1b) < 0 {
		return Map{}, false
	}
	var m Map
	var b strings.Builder
	from, taken := 0, 0
	for _, found := range sequence().FindAllStringIndex(s, -1) {
		b.WriteString(s[from:found[0]])
		taken += found[1] - found[0]
		m.cuts = append(m.cuts, cut{b.Len(), taken})
		from = found[1]
	}
	b.WriteString(s[from:])
	m.Text = b.String()
	return m, len(m.cuts) > 0
}

// Start returns the offset in the original text of the byte of Text at which a word begins: behind
// the sequences that stand before it.
func (m *Map) Start(at int) int { return at + m.taken(at+1) }

// End returns the offset in the original text at which a word ends that ends at this offset of
// Text: before the sequences that follow it.
func (m *Map) End(at int) int { return at + m.taken(at) }

// taken returns how many bytes were removed before an offset of Text, without those at it.
func (m *Map) taken(before int) int {
	i, _ := slices.BinarySearchFunc(m.cuts, before, func(c cut, at int) int { return c.at - at })
	if i == 0 {
		return 0
	}
	return m.cuts[i-1].taken
}

// InString returns the map of what stands between the quotation marks of a string in JSON, with its
// escapes read. What is no escape stays as it is.
func InString(s string) Map {
	var m Map
	b := make([]byte, 0, len(s))
	taken := 0
	for i := 0; i < len(s); {
		n := 1
		if s[i] == '\\' {
			n = escapeLength(s[i:])
		}
		var said string
		if n == 1 || json.Unmarshal([]byte(`"`+s[i:i+n]+`"`), &said) != nil {
			b = append(b, s[i:i+n]...)
		} else {
			taken += n - len(said)
			m.cuts = append(m.cuts, cut{len(b), taken})
			b = append(b, said...)
		}
		i += n
	}
	m.Text = string(b)
	return m
}

// escapeLength returns the length of the escape that a text begins with, of two halves of a character
// together; 1 for a text that is too short for one.
func escapeLength(s string) int {
	switch {
	case len(s) >= 12 && s[1] == 'u' && s[6] == '\\' && s[7] == 'u' && (s[2] == 'd' || s[2] == 'D'):
		return 12
	case len(s) >= 6 && s[1] == 'u':
		return 6
	case len(s) >= 2 && s[1] != 'u':
		return 2
	}
	return 1
}
