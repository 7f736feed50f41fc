package classify

import (
	_ "embed" // the lists of words
	"strings"
	"unicode"

	"notdone/classify/wordlist"
)

// request is the kind of work that the first words of a task ask for.
type request uint8

const (
	requestUnknown request = iota
	requestAction          // something that takes a tool: to send, to deploy, to restart
	requestChange          // a change of files
)

//go:embed words.txt
var wordFile string

var (
	lists = wordlist.Parse(wordFile)

	changeVerbs, actionVerbs = lists.Set("ask-change"), lists.Set("ask-action") // begin a request
	beforeVerb               = lists.Set("before-verb")
)

// requestOf returns what the task's title asks for, or else its body. A log without
// a prompt is named after its file, which asks for nothing; of a log of several runs
// the newest prompt counts.
func requestOf(in *Input) request {
	if w := in.Facts.Work; w != nil && w.Turns > 1 {
		return readRequest(w.Asked)
	} else if w != nil && in.Body == "" {
		return requestUnknown
	}
	if r := readRequest(in.Task.Title); r != requestUnknown {
		return r
	}
	return readRequest(in.Body)
}

// maxRequest bounds in bytes what is read of a request.
const maxRequest = 200

// readRequest reads the first words of a request, after a label such as
// "fix(login):" or "[backend]", which is a request itself when it is a verb.
func readRequest(s string) request {
	s = strings.TrimSpace(s)
	if len(s) > maxRequest {
		s = s[:maxRequest]
	}
	words := 0
	for field := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '\'' }) {
		word := strings.ToLower(field)
		switch {
		case changeVerbs[word]:
			return requestChange
		case actionVerbs[word]:
			return requestAction
		case beforeVerb[word]:
			continue
		}
		if words++; words > 1 || !labelled(s, field) {
			return requestUnknown
		}
	}
	return requestUnknown
}

// labelled reports whether the word is in a label at the beginning of the text.
func labelled(s, word string) bool {
	at := strings.Index(s, word)
	rest := s[at+len(word):]
	return strings.HasPrefix(s, "[") && strings.HasPrefix(rest, "]") || strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "(")
}
