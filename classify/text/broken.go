package text

import "strings"

// aloneBytes is how long a message is at most that can be an error and nothing else.
const aloneBytes = 1500

// errorAlone reports whether the message is what a program printed when it gave
// up: an exception by its name, or an error object of an API.
func (r *reader) errorAlone() bool {
	text := strings.TrimSpace(r.message[:min(len(r.message), aloneBytes+1)])
	if len(text) > aloneBytes || text == "" {
		return false
	}
	first, rest, _ := strings.Cut(text, "\n")
	last := rest[strings.LastIndexByte(rest, '\n')+1:]
	if exceptionName(first) || exceptionName(strings.TrimSpace(last)) {
		return true
	}
	for _, mark := range [...]string{`"type":"error"`, `"type": "error"`, `{"error":`, `{"error" :`, `{"detail":`, `"code":"E`} {
		if strings.Contains(text, mark) {
			return true
		}
	}
	return false
}

// exceptionName reports whether a line begins like "java.io.IOException: x",
// "KeyError: 'a'" or "Error: x".
func exceptionName(line string) bool {
	name, _, ok := strings.Cut(line, ":")
	if !ok || strings.ContainsAny(name, " \t\"'`(") {
		return false
	}
	for _, end := range [...]string{"Error", "Exception", "Fault", "Timeout", "Interrupt"} {
		if strings.HasSuffix(name, end) && len(name) > len(end) {
			return true
		}
	}
	switch name {
	case "Error", "error", "ERROR", "panic", "fatal", "Fatal", "FATAL", "OOMKilled":
		return true
	}
	return false
}

// unclosed reports whether the message is an object or a table that ends in its
// middle.
func (r *reader) unclosed() bool {
	if len(r.message) > wholeLimit {
		return false
	}
	text := strings.TrimSpace(r.message)
	if text == "" {
		return false
	}
	if text[0] == '{' {
		return objectOpen(text)
	}
	at := strings.LastIndexByte(text, '\n')
	last := strings.TrimSpace(text[at+1:])
	if at < 0 || last[0] != '|' || strings.HasSuffix(last, "|") {
		return false
	}
	above := strings.TrimSpace(text[:at])
	above = above[strings.LastIndexByte(above, '\n')+1:]
	return strings.HasPrefix(above, "|") && strings.HasSuffix(above, "|")
}

// objectOpen reports whether the braces of a JSON object are not closed. Text
// after a closed object is no part of it.
func objectOpen(text string) bool {
	depth, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return false
			}
		}
	}
	return true
}

// unfinished reports whether the last sentence has no stop although the others
// have one.
func (r *reader) unfinished() bool {
	n := len(r.sentences)
	s := &r.sentences[n-1]
	if s.to-s.from < 5 || !goesOn(r.message[s.end-1]) {
		return false
	}
	stops := 0
	for i := range r.sentences[:n-1] {
		if o := &r.sentences[i]; o.shape == shapeProse && (o.last == '.' || o.last == '!' || o.last == '?') {
			stops++
		}
	}
	return stops > 0 && 2*stops >= n-1
}

func goesOn(c byte) bool { return lowered[c] != 0 || c == ',' || c == '-' || c == '(' }

// boxes counts the ticked and the open boxes of task lists.
func (r *reader) boxes() (ticked, open int) {
	if len(r.message) > wholeLimit {
		return 0, 0
	}
	open = strings.Count(r.message, "- [ ] ") + strings.Count(r.message, "* [ ] ")
	if open == 0 {
		return 0, 0
	}
	return strings.Count(r.message, "- [x] ") + strings.Count(r.message, "- [X] ") + strings.Count(r.message, "* [x] "), open
}

// openBox returns the sentence of the first open box, or -1.
func (r *reader) openBox() int {
	at := max(strings.Index(r.message, "- [ ] "), strings.Index(r.message, "* [ ] "))
	for i := range r.sentences {
		if r.sentences[i].start > at {
			return i
		}
	}
	return -1
}
