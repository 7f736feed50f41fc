// Package escapes takes the escape sequences of terminals out of texts that are read for
// their words: programs colour what they print, and a colour inside a word hides it.
package escapes

import (
	"slices"
	"strings"

	"notdone/classify/wordlist"
)

// sequence matches colours and other controls, titles and links, which end on their line: one
// that does not end is text.
var sequence = wordlist.Pattern(`\x1b(?:\[[0-?]{0,64}[ -/]{0,4}[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)|[()*+][0-9A-Z]|[=>78cDEHM])`)

// Strip returns a text without escape sequences.
func Strip(s string) string {
	if strings.IndexByte(s, 0x1b) < 0 {
		return s
	}
	return sequence().ReplaceAllLiteralString(s, "")
}

// Map is a text without escape sequences, and where its bytes stand in the text that had them.
type Map struct {
	Text string
	cuts []cut
}

// cut is a place at which something was taken out.
type cut struct {
	at    int // offset in the text without sequences
	taken int // bytes before it, this cut's own with them
}

// Without returns the text without its escape sequences. It reports false where there are
// none.
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

// Start returns where a byte of Text that begins something stands in the text that had the
// sequences: behind those before it.
func (m *Map) Start(at int) int { return at + m.taken(at+1) }

// End returns where something that ends before a byte of Text ends: before the sequences that
// follow.
func (m *Map) End(at int) int { return at + m.taken(at) }

// taken returns how many bytes were taken out before a place of Text, those at it left out.
func (m *Map) taken(before int) int {
	i, _ := slices.BinarySearchFunc(m.cuts, before, func(c cut, at int) int { return c.at - at })
	if i == 0 {
		return 0
	}
	return m.cuts[i-1].taken
}
