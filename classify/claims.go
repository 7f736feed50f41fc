package classify

import (
	_ "embed" // the patterns
	"strings"
	"unicode/utf8"

	"notdone/classify/wordlist"
)

// claims is the message of a task in plainWords. Its methods report what the message says
// was done. Each of them searches the whole message, so rules call only those that they need.
type claims string

func claimsOf(in *Input) claims { return claims(finalWords(in)) }

// tests reports whether the message says that tests passed.
func (c claims) tests() bool { return findTestClaim(string(c)) >= 0 }

// acts reports whether the message says that something outside of it was done, such as a push.
func (c claims) acts() bool { return acted().MatchString(string(c)) }

// change reports whether the message says that something was changed.
func (c claims) change() bool { return changed().MatchString(string(c)) }

// needless reports whether the message says that nothing had to change, or tells what others
// changed.
func (c claims) needless() bool { return unchanged().MatchString(string(c)) }

// maxClaims bounds the number of possible claims that are checked in a message.
const maxClaims = 16

// findTestClaim returns the offset at which a text in plainWords says that tests passed; -1 if
// it does not. A statement in quotation marks, or that its sentence denies, is no claim.
func findTestClaim(said string) int {
	for _, at := range testsPass().FindAllStringIndex(said, maxClaims) {
		from, to := sentence(said, at[0])
		if !testsNot().MatchString(said[from:to]) && !quoted(said[from:to], at[0]-from) {
			return at[0]
		}
	}
	return -1
}

// quoted reports whether an offset in a sentence is between quotation marks.
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

// Patterns of what agents say they did and of what they were asked for. They match
// plainWords, unless their comment says otherwise.
var (
	patterns = wordlist.Rows(patternFile)

	// changed matches a statement that something was changed.
	changed = patterns.Pattern("changed")
	// acted matches a statement that something was pushed, deployed, installed or the like.
	acted = patterns.Pattern("acted")
	// unchanged matches a statement that nothing was changed, or about what others did.
	unchanged = patterns.Pattern("unchanged")
	// wanted matches a request to change something in files.
	wanted = patterns.Pattern("wanted")
	// questions matches a request that an answer alone can fulfil.
	questions = patterns.Pattern("questions")
	// testsPass matches a statement that tests were run and pass.
	testsPass = patterns.Pattern("tests-pass")
	// testsNot matches words that deny such a statement in its sentence, or attribute it.
	testsNot = patterns.Pattern("tests-not")
	// trouble matches a statement that something failed.
	trouble = patterns.Pattern("trouble")

	// changedFile matches a statement that a file was changed, with the file's name.
	changedFile = patterns.Pattern("changed-file")
	// wrote matches, in a message as it is, a statement that a file was written; submatch 1
	// is the file's name.
	wrote = patterns.Pattern("wrote")
	// askedFor matches, in a request as it is, an order for a file; submatch 1 is its name.
	askedFor = patterns.Pattern("asked-for")
)
