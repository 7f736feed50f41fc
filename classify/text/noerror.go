package text

import (
	"strings"
	"unicode"

	"notdone/classify/wordlist"
)

// objectBytes is how long an object is at most of which fields are left out.
const objectBytes = 64 << 10

// noErrorBytes is how long a message is at most that is nothing but a field, "Error: none".
const noErrorBytes = 64

// noErrorField matches a field of an object that has room for an error and holds none.
var noErrorField = wordlist.Pattern(`(?i)["'](?:is_?)?(?:err|errors?|error_?(?:message|code|type)|exceptions?|fail(?:ed|ures?|ure_?reason)?|fault|stderr|traceback|warnings?)["']\s*:\s*(?:null|none|nil|false|0|""|''|\[\s*\]|\{\s*\})\s*(?:,|(?:[}\]]))`)

// noErrorLine matches a message that says that there is no error and nothing else.
var noErrorLine = wordlist.Pattern(`(?i)^\s*(?:errors?|exceptions?|failures?|warnings?)\s*[:=]\s*(?:none|null|nil|no|0)\s*\.?\s*$`)

// withoutNoErrors returns an object with blanks in the place of its fields for errors that hold none, so that
// everything else stays where it is; false when it has no such field.
func withoutNoErrors(message string) (string, bool) {
	start := len(message) - len(strings.TrimLeft(message, " \t\r\n"))
	if len(message) > objectBytes || start == len(message) || message[start] != '{' && message[start] != '[' {
		return message, false
	}
	found := noErrorField().FindAllStringIndex(message, -1)
	if found == nil {
		return message, false
	}
	out := []byte(message)
	for _, at := range found {
		for i := at[0]; i < at[1]-1; i++ { // what closes the object stays
			out[i] = ' '
		}
		if out[at[1]-1] == ',' {
			out[at[1]-1] = ' '
		}
	}
	return string(out), true
}

// saysNoError reports whether a message says that there is no error and nothing else.
func saysNoError(message string) bool {
	if len(message) > noErrorBytes {
		return false
	}
	return noErrorLine().MatchString(message)
}

// readNoErrors reads an object of which fields were left out.
func (w *Weights) readNoErrors(message, without string, asked Request) Reading {
	if !strings.ContainsFunc(without, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }) {
		return makeSilent(saysSign)
	}
	r := w.ReadFor(without, asked)
	if r.End > r.Start {
		r.Quote = message[r.Start:r.End]
	}
	return r
}
