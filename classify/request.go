package classify

import (
	"strings"
	"unicode"
)

// request is the kind of work that the first words of a task ask for.
type request uint8

const (
	requestUnknown request = iota
	requestAction          // something that takes a tool: to send, to deploy, to restart
	requestChange          // a change of files
)

// requestVerbs are the verbs that begin a request for something to be done.
// Verbs that ask as often for mere words, as "write", "create", "update" and
// "check" do, are left out.
var requestVerbs = map[string]request{
	"add": requestChange, "implement": requestChange, "fix": requestChange, "refactor": requestChange, "rename": requestChange,
	"remove": requestChange, "delete": requestChange, "replace": requestChange, "rewrite": requestChange, "migrate": requestChange,
	"convert": requestChange, "extract": requestChange, "introduce": requestChange, "port": requestChange, "bump": requestChange,
	"patch": requestChange, "upgrade": requestChange, "reformat": requestChange, "inline": requestChange,
	"corrige": requestChange, "arregla": requestChange, "añade": requestChange, "agrega": requestChange, "implementa": requestChange,
	"elimina": requestChange, "reemplaza": requestChange, "refactoriza": requestChange, "migra": requestChange, "renombra": requestChange,

	"deploy": requestAction, "install": requestAction, "restart": requestAction, "run": requestAction, "send": requestAction,
	"upload": requestAction, "download": requestAction, "publish": requestAction, "merge": requestAction, "rotate": requestAction,
	"renew": requestAction, "restore": requestAction, "book": requestAction, "cancel": requestAction, "order": requestAction,
	"push": requestAction, "commit": requestAction, "build": requestAction, "sync": requestAction, "backup": requestAction,
	"provision": requestAction, "configure": requestAction, "archive": requestAction, "move": requestAction, "copy": requestAction,
	"despliega": requestAction, "instala": requestAction, "reinicia": requestAction, "ejecuta": requestAction, "envía": requestAction,
	"publica": requestAction, "descarga": requestAction, "sube": requestAction, "reserva": requestAction, "cancela": requestAction,
}

// fillers are words before the verb of a request.
var fillers = map[string]bool{
	"please": true, "can": true, "could": true, "would": true, "you": true, "we": true, "need": true, "to": true, "must": true,
	"should": true, "now": true, "just": true, "then": true, "and": true, "por": true, "favor": true,
}

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
		if r, ok := requestVerbs[word]; ok {
			return r
		}
		if fillers[word] {
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
