package classify

import (
	_ "embed" // the patterns
	"strings"
	"unicode/utf8"

	"notdone/classify/wordlist"
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

//go:embed patterns.txt
var patternFile string

// What agents say they did, and what they were asked for, in lower case.
var (
	patterns = wordlist.Rows(patternFile)

	// changed is the claim that something was changed.
	changed = patterns.Pattern("changed")
	// acted is the claim of something that words cannot be.
	acted = patterns.Pattern("acted")
	// unchanged are words by which an agent says that it changed nothing, or
	// speaks of what others did.
	unchanged = patterns.Pattern("unchanged")
	// wanted is a request to change something that lies in files.
	wanted = patterns.Pattern("wanted")
	// questions is a request that words alone can answer.
	questions = patterns.Pattern("questions")
	// testsPass is the claim that tests were run and pass.
	testsPass = patterns.Pattern("tests-pass")
	// testsNot are words that take such a claim back, or attribute it.
	testsNot = patterns.Pattern("tests-not")
	// trouble is what an agent says that knows of a failure.
	trouble = patterns.Pattern("trouble")

	// changedFile is the claim that a file was changed, with its name.
	changedFile = patterns.Pattern("changed-file")
	// wrote is the claim that a file was written, with its name.
	wrote = patterns.Pattern("wrote")
	// askedFor is a request for a file, with its name.
	askedFor = patterns.Pattern("asked-for")
)
