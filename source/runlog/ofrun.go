package runlog

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode"

	"notdone/classify/wordlist"
	"notdone/model"
)

// TellsOfRun reports whether a file that lies among others is a log of something that ran, by
// its name and its first bytes, a few kilobytes. A page of prose, a list of words and a table
// of examples, which are text or JSON Lines too, are none, nor is the log of a server.
func TellsOfRun(head []byte, name string, f Format) bool {
	switch f {
	case FormatText:
		return !isOfRequests(head) && !isOfService(head) && (isNamedAsRun(name) || textTellsOfRun(head))
	case FormatJSONL:
		return recordsTellOfRun(head)
	case FormatUnknown, FormatBinary:
	}
	return false
}

// runNames are the words in a name that say what a text is of, and runExtensions the endings
// that do.
var (
	runNames      = lists.Set("run-name")
	runExtensions = []string{".log", ".out", ".err"}
)

// isNamedAsRun reports whether the name of a file, or of the folder that it lies in, says that
// it is a log.
func isNamedAsRun(name string) bool {
	if slices.Contains(runExtensions, strings.ToLower(path.Ext(name))) {
		return true
	}
	words := strings.FieldsFunc(path.Base(path.Dir(name))+" "+path.Base(name), func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.ContainsFunc(words, func(w string) bool { return runNames[strings.ToLower(w)] })
}

var request = wordlist.Pattern(`"(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \S+ HTTP/[0-9.]+" [0-9]{3}\b`)

// isOfRequests reports whether a text is the log of a web server, each line a request.
func isOfRequests(head []byte) bool {
	n, requests := 0, 0
	for line := range bytes.Lines(head) {
		if n++; n > maxHeadLines {
			break
		}
		if request().Match(line) {
			requests++
		}
	}
	return requests > 1 && 10*requests >= 9*(n-1)
}

// maxHeadLines is how many lines are looked at.
const maxHeadLines = 100

// speakers are the words with which an agent's answer begins that a file holds alone.
var speakers = lists.Set("speaker")

// textTellsOfRun looks for a line as programs write it: with a time or a level, of a shell, of a
// process that ended or crashed, or with what an agent was asked. Who begins to speak of
// themselves answers.
func textTellsOfRun(head []byte) bool {
	n := 0
	for raw := range bytes.Lines(head) {
		if n++; n > maxHeadLines {
			break
		}
		if bytes.IndexByte(raw, '\x1b') >= 0 {
			return true
		}
		text := Clean(bytes.TrimRight(raw, "\r\n"))
		at, _, rest := lineStamp(text)
		line := strings.TrimLeft(string(rest), " \t-")
		level := levelPrefix().FindString(line)
		if !at.IsZero() || level != "" && level != line || isShellPrompt(line) || crashKind(line) != "" || isPromptLabel(line) {
			return true
		}
		if first, _, _ := strings.Cut(line, " "); n == 1 && speakers[strings.ToLower(first)] {
			return true
		}
		if _, ended := readExitLine(line); ended && strings.ContainsAny(line, "0123456789") {
			return true
		}
		if p, body := Unwrap(text); len(body) < len(text) && !p.At.IsZero() {
			return true
		}
	}
	return false
}

// fewRecords is up to how many records without a time may be what a run ended with.
const fewRecords = 2

// recordsTellOfRun looks for a record with a type or a role that logs have, or for one that says
// something at a time.
func recordsTellOfRun(head []byte) bool {
	n, ended := 0, false
	for raw := range bytes.Lines(head) {
		if raw = Trim(raw); len(raw) == 0 {
			continue
		}
		if n++; n > maxHeadLines {
			break
		}
		d := Parse(raw)
		r := record{limit: maxCode}
		if d.Kind() == '{' {
			r.readObject(d.Value, 0)
		}
		tells, ends := r.tellsOfRun(), r.endsRun()
		d.Release()
		if tells {
			return true
		}
		ended = ended || ends
	}
	return ended && n <= fewRecords
}

// tellsOfRun reports whether a record is of a run, whatever the others are.
func (r *record) tellsOfRun() bool {
	switch {
	case r.calls > 0, r.results > 0, r.exitCode() != nil, r.is("failed"), len(r.text("level")) > 0:
		return true
	case r.classify() != "":
		return true
	}
	return !r.at.IsZero() && r.saysSomething()
}

// endsRun reports whether a record can be what a run ended with.
func (r *record) endsRun() bool {
	status := r.text("status")
	ended := statusWords[normalizeWord(string(status))] || isOutcomeWord(status) && OutcomeOf(string(status)) != model.OutcomeUnknown
	return ended && r.saysSomething() || r.is("success")
}

func (r *record) saysSomething() bool {
	return r.firstText("message", "msg", "text", "content", "result", "output", "error", "summary", "reason", "obstacle") != ""
}
