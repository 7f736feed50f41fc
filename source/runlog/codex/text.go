package codex

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"notdone/source/runlog"
	"notdone/source/tail"
)

// printed reads what "codex exec" prints for people: a heading with the
// configuration, then sections, each begun by a line of its own. Versions until
// September 2025 write a time before those lines
// (codex-rs/exec/src/event_processor_with_human_output.rs).
type printed struct {
	reader
	part    section
	lines   part     // of the section
	waits   []string // calls whose result has not been printed, in their order
	tools   []string // the same of tools of other servers
	head    bool     // the configuration is being read
	stamped bool     // sections begin with a time
	bare    bool     // what another program puts before each line is to be taken off
	counted bool     // the newest section says what was used
}

// section is what a part of the output is about.
type section uint8

const (
	partOther section = iota
	partUser
	partSaid
	partExec   // a command, over as many lines as it has
	partOutput // of the command that waits[0] is
	partPatch  // "apply patch": how it went and which files
	partPatched
	partTokens
	partEcho // the final message, once more, as it goes to the standard output
)

// part is the text of a section: its first and its last lines.
type part struct {
	line   int64
	first  []byte
	last   []byte
	id     string
	failed bool
}

// maxPart bounds each half of a section.
const maxPart = runlog.MaxFinal

func (p *part) add(line []byte) {
	to := &p.first
	if len(p.first) > maxPart {
		to = &p.last
		if len(p.last) > 2*maxPart {
			p.last = append(p.last[:0], p.last[len(p.last)-maxPart:]...)
		}
	}
	if len(line) > maxPart {
		line = line[:maxPart]
	}
	*to = append(append(*to, line...), '\n')
}

func (p *part) text() string {
	all := append(bytes.Clone(p.first), p.last...)
	return strings.TrimSpace(strings.ToValidUTF8(string(all), "\uFFFD"))
}

// Banner is how the output of codex exec begins. Its configuration follows.
var Banner = []byte("OpenAI Codex v")

// Configured reports whether a line is the first one of the configuration that
// codex exec prints behind its banner.
func Configured(line []byte) bool { return bytes.HasPrefix(line, []byte("workdir: ")) }

// NewText returns a reader of what "codex exec" prints for people, from its
// configuration on.
func NewText(o runlog.Options) runlog.Reader {
	p := &printed{reader: *newReader(o)}
	p.events = true
	return p
}

var (
	// went is how a command's output begins.
	went = regexp.MustCompile(`(?:^|\s)(?:succeeded|exited (-?\d{1,5})) in \d[0-9a-zµ. ]{0,20}:$`)
	// applied is how the result of an edit begins.
	applied = regexp.MustCompile(`^apply_patch\([^)]*\) exited (-?\d{1,5})\b`)
	// answered is how the result of a tool of another server begins.
	answered = regexp.MustCompile(`^\S+\(.*\) (success|failed) in \d[0-9a-zµ. ]{0,20}:$`)
	// traced is a line of the program's own log.
	traced = regexp.MustCompile(`^\d{4}-\d\d-\d\dT[0-9:.]+Z\s+(?:TRACE|DEBUG|INFO|WARN|ERROR) `)
)

// failing begins what says that the turn met an error.
var failing = []byte("ERROR: ")

// Line takes the next line.
func (p *printed) Line(l tail.Line) {
	p.Sum.Lines++
	text := runlog.Clean(l.Text)
	prefix, body := runlog.Unwrap(text)
	p.NoteTime(prefix.At, prefix.Zoned)
	if Configured(body) {
		p.configure(l.Number, prefix.Len > 0)
	}
	stamped := !p.bare && prefix.Len > 0 && text[0] == '[' && !prefix.At.IsZero()
	if stamped || p.bare {
		if text, body = body, text[:prefix.Len]; prefix.Error && bytes.HasSuffix(body, failing) {
			text = append(bytes.Clone(failing), text...)
		}
	}
	at := prefix.At
	if at.IsZero() {
		at = p.Sum.Last
	}
	e := runlog.Entry{At: at, Line: l.Number}
	switch {
	case p.head:
		p.setting(text, e)
	case traced.Match(text):
	case p.stamped && !stamped || !p.heading(text, stamped, e):
		p.content(text, e)
	}
}

// configure begins a session.
func (p *printed) configure(line int64, prefixed bool) {
	p.flush()
	if p.Started {
		p.next()
	}
	p.part, p.waits, p.tools, p.lines = partOther, nil, nil, part{line: line}
	p.head, p.bare, p.stamped, p.counted = true, prefixed, false, false
}

// setting reads a line of the configuration.
func (p *printed) setting(text []byte, e runlog.Entry) {
	key, value, ok := bytes.Cut(text, []byte(": "))
	if !ok {
		if bytes.HasPrefix(text, []byte("-----")) {
			p.head = false
			p.began("", e)
		}
		return
	}
	raw := quoted(value)
	switch string(key) {
	case "workdir":
		keep(&p.Sum.Cwd, raw)
	case "model":
		keep(&p.Sum.Model, raw)
	case "reasoning effort":
		keep(&p.Sum.Effort, raw)
	case "approval":
		p.policy = name(raw)
	case "session id":
		p.own = name(raw)
		p.UseSession(p.own)
	}
}

// quoted writes a text as it would stand in a JSON string, as far as escapes go.
func quoted(text []byte) span { return bytes.ReplaceAll(text, []byte(`\`), []byte(`\\`)) }

// headings are the lines that begin a section and hold nothing else.
var headings = map[string]section{
	"user": partUser, "User instructions:": partUser, "codex": partSaid, "thinking": partOther, "exec": partExec, "apply patch": partPatch,
	"file update": partOther, "file update:": partOther, "turn diff:": partOther, "Plan update": partOther, "plan update": partOther,
	"context compacted": partOther, "tokens used": partTokens, "tokens used:": partTokens,
}

// notices begin lines that say something by themselves.
var notices = []string{
	"warning: ", "deprecated: ", "mcp startup: ", "hook: ", "background: ", "collab: ", "collab ", "codex session ", "diff --git ",
	"viewed image ", "stream error: ", "Reconnecting... ",
}

// heading reads a line that begins a section and reports whether it is one.
func (p *printed) heading(text []byte, stamped bool, e runlog.Entry) bool {
	if stamped {
		p.stamped = true
	}
	if p.part == partUser && string(text) == "user" || p.part == partEcho {
		return false
	}
	if at, ok := headings[string(text)]; ok {
		p.enter(at, e)
		return true
	}
	s := string(text[:min(len(text), 2<<10)])
	switch {
	case p.result(s, e), p.notice(s, e):
		return true
	case stamped && strings.HasPrefix(s, "exec "):
		p.enter(partExec, e)
		p.lines.add([]byte(s[len("exec "):]))
		return true
	case bytes.HasPrefix(text, failing):
		p.enter(partOther, e)
		p.addFailure(&line{is: [numFields]span{fErr: quoted([]byte(s[len(failing):]))}}, "error", false, e)
		return true
	case s == "task interrupted" || s == "turn interrupted" || strings.HasPrefix(s, "task aborted") || strings.HasPrefix(s, "turn aborted"):
		p.enter(partOther, e)
		p.aborted("interrupted", e)
		return true
	case strings.HasPrefix(s, "tokens used: "):
		p.enter(partTokens, e)
		p.content([]byte(s[len("tokens used: "):]), e)
		return true
	case stamped:
		p.enter(partOther, e) // another kind of event
		return true
	}
	return false
}

// result reads a line behind which stands what came of a call.
func (p *printed) result(s string, e runlog.Entry) bool {
	if m := went.FindStringSubmatchIndex(s); m != nil && (p.part == partExec || s[0] == ' ' || p.stamped) {
		if rest := strings.TrimRight(s[:m[0]], " "); p.part == partExec && !p.stamped && rest != "" {
			p.lines.add([]byte(rest))
		}
		p.enter(partOutput, e)
		p.lines.failed = m[2] >= 0 && s[m[2]:m[3]] != "0"
		if len(p.waits) > 0 {
			p.lines.id, p.waits = p.waits[0], p.waits[1:]
		}
		return true
	}
	if m := applied.FindStringSubmatch(s); m != nil {
		p.enter(partPatched, e)
		p.lines.failed = m[1] != "0"
		return true
	}
	if m := answered.FindStringSubmatch(s); m != nil && len(p.tools) > 0 {
		p.enter(partOther, e)
		p.answer(m[1] == "failed", e)
		return true
	}
	return false
}

// answer takes what came of the oldest call of a tool of another server.
func (p *printed) answer(failed bool, e runlog.Entry) {
	id := p.tools[0]
	p.tools = p.tools[1:]
	p.reader.result(id, output{failed: failed}, e)
}

// notice reads a line that says something by itself.
func (p *printed) notice(s string, e runlog.Entry) bool {
	for _, n := range notices {
		if strings.HasPrefix(s, n) {
			p.enter(partOther, e)
			if n == "stream error: " || n == "Reconnecting... " {
				p.addRetry(s, e)
			}
			return true
		}
	}
	if call, ok := strings.CutPrefix(s, "tool "); ok && strings.HasSuffix(s, ")") {
		p.remote(call, e)
		return true
	}
	rest, ok := strings.CutPrefix(s, "mcp: ")
	if !ok {
		return false
	}
	p.enter(partOther, e)
	if tool, ok := strings.CutSuffix(rest, " started"); ok {
		p.remote(tool, e)
	} else if strings.HasSuffix(rest, "(completed)") || strings.HasSuffix(rest, "(failed)") {
		if len(p.tools) > 0 {
			p.answer(strings.HasSuffix(rest, "(failed)"), e)
		}
	}
	return true
}

// remote takes a call of a tool of another server.
func (p *printed) remote(call string, e runlog.Entry) {
	p.enter(partOther, e)
	tool, args, _ := strings.Cut(call, "(")
	id := "tool, line " + strconv.FormatInt(e.Line, 10)
	if len(p.tools) == maxCalls {
		p.tools = p.tools[1:]
	}
	p.tools = append(p.tools, id)
	p.call(runlog.Call{ID: id, Tool: runlog.Cut(strings.TrimSpace(tool), runlog.MaxTitle), Args: strings.TrimSuffix(args, ")")}, nil, e)
}
