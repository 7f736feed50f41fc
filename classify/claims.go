package classify

import (
	_ "embed" // the patterns
	"strings"
	"unicode/utf8"

	"notdone/classify/wordlist"
)

// claims is what a message says, in plain words, of which the methods tell what it claims
// that takes more than words to do. Rules ask only for what they need: each method
// searches the whole message.
type claims string

func claimsOf(in *Input) claims { return claims(finalWords(in)) }

// tests reports a claim that tests passed.
func (c claims) tests() bool { return claimsTests(string(c)) >= 0 }

// acts reports a claim of something that reached beyond a text.
func (c claims) acts() bool { return acted().MatchString(string(c)) }

// change reports a claim that something was changed.
func (c claims) change() bool { return changed().MatchString(string(c)) }

// needless reports whether it says too that nothing had to change, or what others did.
func (c claims) needless() bool { return unchanged().MatchString(string(c)) }

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
