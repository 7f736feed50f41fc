package classify

import (
	"strings"
	"unicode/utf8"
)

// claim is what a message claims that takes more than words to do.
type claim struct {
	tests    bool // tests that passed
	acts     bool // something that reached beyond a text
	change   bool // something that was changed
	needless bool // it says too that nothing had to change, or what others did
}

// claimsOf returns what the message claims. Rules ask for it only where the
// structure shows that something is missing.
func claimsOf(in *Input) claim {
	said := finalWords(in)
	c := claim{change: changed().MatchString(said), acts: acted().MatchString(said), needless: unchanged().MatchString(said)}
	c.tests = claimsTests(said) >= 0
	return c
}

// maxClaims bounds how many sentences about tests are looked at.
const maxClaims = 16

// claimsTests returns where a text, in plain words, claims that tests pass; -1 when
// it does not. What is quoted or denied in the same sentence is no claim.
func claimsTests(said string) int {
	for _, at := range testsPass().FindAllStringIndex(said, maxClaims) {
		from, to := sentence(said, at[0])
		if !testsNot().MatchString(said[from:to]) && !quoted(said[from:to], at[0]-from) {
			return at[0]
		}
	}
	return -1
}

// quoted reports whether a position of a sentence is between quotation marks.
func quoted(sentence string, at int) bool {
	for _, marks := range []string{"\"\"", "``", "“”", "„“", "«»"} {
		_, size := utf8.DecodeRuneInString(marks)
		open, shut := marks[:size], marks[size:]
		before := strings.Count(sentence[:at], open)
		if open != shut {
			before -= strings.Count(sentence[:at], shut)
		}
		if (before%2 == 1 || open != shut && before > 0) && strings.Contains(sentence[at:], shut) {
			return true
		}
	}
	return false
}
