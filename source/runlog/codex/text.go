package codex

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"notdone/classify/wordlist"
	"notdone/source/runlog"
	"notdone/source/tail"
)

// printed reads what "codex exec" prints for people: a heading with the
// configuration, then sections, each begun by a line of its own. Versions until
// September 2025 write a time before those lines
// (codex-rs/exec/src/event_processor_with_human_output.rs).
type printed struct {
	reader
	section section
	text    sectionText
	head    bool // the configuration is being read
	stamped bool // sections begin with a time
	bare    bool // another program writes a prefix before each line
	counted bool // the newest section is about tokens
}

// section is the subject of a part of the output.
type section uint8

const (
	sectionOther section = iota
	sectionPrompt
	sectionMessage
	sectionCommand // a command, over as many lines as it has
	sectionOutput  // of a command
	sectionPatch   // "apply patch": how it went and which files
	sectionPatched // the same of older versions
	sectionTokens
	sectionEcho // the final message again, as it goes to the standard output
)

// sectionText is the text of a section. Of a long one the middle is left out.
type sectionText struct {
	line   int64 // the first one
	text   []byte
	id     string // the call of a sectionOutput
	failed bool
}

// maxSection bounds a section in bytes.
const maxSection = 2 * runlog.MaxFinal

func (t *sectionText) add(line []byte) {
	t.text = append(append(t.text, line[:min(len(line), maxSection)]...), '\n')
	if len(t.text) > 2*maxSection {
		t.text = append(t.text[:0], runlog.Cut(string(t.text), maxSection)...)
	}
}

func (t *sectionText) String() string {
	return strings.TrimSpace(strings.ToValidUTF8(string(t.text), "\uFFFD"))
}

// Banner begins the output of codex exec. Its configuration follows.
var Banner = []byte("OpenAI Codex v")

// Configured reports whether a line is the first one of the configuration that
// codex exec prints after its banner.
func Configured(line []byte) bool { return bytes.HasPrefix(line, []byte("workdir: ")) }

// NewText returns a reader of what "codex exec" prints for people, from its
// configuration on.
func NewText(o runlog.Options) runlog.Reader {
	p := &printed{reader: *newReader(o)}
	p.events = true
	return p
}

var (
	// outputBegins matches the line before the output of a command.
	outputBegins = wordlist.Pattern(`(?:^|\s)(?:succeeded|exited (-?\d{1,5})) in \d[0-9a-zµ. ]{0,20}:$`)
	// patchEnds matches the line before the result of an edit.
	patchEnds = wordlist.Pattern(`^apply_patch\([^)]*\) exited (-?\d{1,5})\b`)
	// toolEnds matches the line before the result of a tool of an MCP server.
	toolEnds = wordlist.Pattern(`^\S+\(.*\) (success|failed) in \d[0-9a-zµ. ]{0,20}:$`)
	// traceLine matches a line of the program's own log.
	traceLine = wordlist.Pattern(`^\d{4}-\d\d-\d\dT[0-9:.]+Z\s+(?:TRACE|DEBUG|INFO|WARN|ERROR) `)
)

// errorPrefix begins a line about an error of the turn.
var errorPrefix = []byte("ERROR: ")

// Line takes the next line.
func (p *printed) Line(l tail.Line) {
	p.Sum.Lines++
	text := runlog.Clean(l.Text)
	prefix, body := runlog.Unwrap(text)
	p.NoteTime(prefix.At, prefix.Zoned)
	if Configured(body) {
		p.beginSession(l.Number, prefix.Len > 0)
	}
	stamped := !p.bare && prefix.Len > 0 && text[0] == '[' && !prefix.At.IsZero()
	if stamped || p.bare {
		if text, body = body, text[:prefix.Len]; prefix.Error && bytes.HasSuffix(body, errorPrefix) {
			text = slices.Concat(errorPrefix, text)
		}
	}
	e := runlog.Entry{At: prefix.At, Line: l.Number}
	if e.At.IsZero() {
		e.At = p.Sum.Last
	}
	switch {
	case p.head:
		p.readSetting(text, e)
	case traceLine().Match(text):
	case p.stamped && !stamped || !p.readHeading(text, stamped, e):
		p.readContent(text, e)
	}
}

// beginSession begins to read the configuration of a session.
func (p *printed) beginSession(line int64, prefixed bool) {
	p.endSection()
	if p.Started {
		p.next()
	}
	p.section, p.text = sectionOther, sectionText{line: line}
	p.head, p.bare, p.stamped, p.counted = true, prefixed, false, false
}

// readSetting reads a line of the configuration.
func (p *printed) readSetting(text []byte, e runlog.Entry) {
	key, value, ok := strings.Cut(string(text), ": ")
	value = runlog.Cut(value, runlog.MaxTitle)
	switch {
	case !ok && strings.HasPrefix(key, "-----"):
		p.head = false
		p.beginTurn("", e)
	case key == "workdir":
		p.Sum.Cwd = value
	case key == "model":
		p.Sum.Model = value
	case key == "approval":
		p.policy = value
	case key == "session id":
		p.id = value
		p.UseSession(p.id)
	}
}

// headings are the lines that begin a section and hold nothing else.
var headings = map[string]section{
	"user": sectionPrompt, "User instructions:": sectionPrompt, "codex": sectionMessage, "thinking": sectionOther, "exec": sectionCommand,
	"apply patch": sectionPatch, "file update": sectionOther, "file update:": sectionOther, "turn diff:": sectionOther, "Plan update": sectionOther,
	"plan update": sectionOther, "context compacted": sectionOther, "tokens used": sectionTokens, "tokens used:": sectionTokens,
}

// notices begin lines that are a section of their own.
var notices = runlog.Phrases("codex-notice")

// readHeading reads a line that begins a section and reports whether it is one.
func (p *printed) readHeading(text []byte, stamped bool, e runlog.Entry) bool {
	p.stamped = p.stamped || stamped
	if p.section == sectionPrompt && string(text) == "user" || p.section == sectionEcho {
		return false
	}
	if at, ok := headings[string(text)]; ok {
		p.beginSection(at, e)
		return true
	}
	s := string(text[:min(len(text), 2<<10)])
	switch {
	case p.readResultLine(s, e), p.readNotice(s, e):
	case stamped && strings.HasPrefix(s, "exec "):
		p.beginSection(sectionCommand, e)
		p.text.add([]byte(s[len("exec "):]))
	case bytes.HasPrefix(text, errorPrefix):
		p.beginSection(sectionOther, e)
		message := s[len(errorPrefix):]
		p.addFailure(failure{message: message, reset: runlog.ParseReset(message, e.At, p.timeZone())}, "error", false, e)
	case s == "task interrupted" || s == "turn interrupted" || strings.HasPrefix(s, "task aborted") || strings.HasPrefix(s, "turn aborted"):
		p.beginSection(sectionOther, e)
		p.abortTurn("interrupted", e)
	case strings.HasPrefix(s, "tokens used: "):
		p.beginSection(sectionTokens, e)
		p.readContent([]byte(s[len("tokens used: "):]), e)
	case stamped:
		p.beginSection(sectionOther, e) // another kind of event
	default:
		return false
	}
	return true
}

// readResultLine reads a line before the result of a call and reports whether it is one.
func (p *printed) readResultLine(s string, e runlog.Entry) bool {
	if m := outputBegins().FindStringSubmatchIndex(s); m != nil && (p.section == sectionCommand || s[0] == ' ' || p.stamped) {
		if rest := strings.TrimRight(s[:m[0]], " "); p.section == sectionCommand && !p.stamped && rest != "" {
			p.text.add([]byte(rest))
		}
		p.beginSection(sectionOutput, e)
		p.text.failed = m[2] >= 0 && s[m[2]:m[3]] != "0"
		p.text.id = p.Work.Oldest(runlog.ModeCommand)
		return true
	}
	if m := patchEnds().FindStringSubmatch(s); m != nil {
		p.beginSection(sectionPatched, e)
		p.text.failed = m[1] != "0"
		return true
	}
	if m := toolEnds().FindStringSubmatch(s); m != nil && p.Work.Oldest(runlog.ModeOther) != "" {
		p.beginSection(sectionOther, e)
		p.addToolResult(m[1] == "failed", e)
		return true
	}
	return false
}

// addToolResult adds the result of the oldest call of a tool of an MCP server.
func (p *printed) addToolResult(failed bool, e runlog.Entry) {
	p.addResult(p.Work.Oldest(runlog.ModeOther), output{Result: runlog.Result{Failed: failed}}, e)
}

// readNotice reads a line that is a section of its own and reports whether it is one.
func (p *printed) readNotice(s string, e runlog.Entry) bool {
	for _, n := range notices {
		if strings.HasPrefix(s, n) {
			p.beginSection(sectionOther, e)
			if n == "stream error: " || n == "Reconnecting... " {
				p.addRetry(s, e)
			}
			return true
		}
	}
	if call, ok := strings.CutPrefix(s, "tool "); ok && strings.HasSuffix(s, ")") {
		p.addToolCall(call, e)
		return true
	}
	rest, ok := strings.CutPrefix(s, "mcp: ")
	if !ok {
		return false
	}
	p.beginSection(sectionOther, e)
	failed := strings.HasSuffix(rest, "(failed)")
	if tool, ok := strings.CutSuffix(rest, " started"); ok {
		p.addToolCall(tool, e)
	} else if failed || strings.HasSuffix(rest, "(completed)") {
		p.addToolResult(failed, e)
	}
	return true
}

// addToolCall adds a call of a tool of an MCP server.
func (p *printed) addToolCall(call string, e runlog.Entry) {
	p.beginSection(sectionOther, e)
	tool, args, _ := strings.Cut(call, "(")
	id := "tool, line " + strconv.FormatInt(e.Line, 10)
	p.addCall(runlog.Call{ID: id, Tool: runlog.Cut(strings.TrimSpace(tool), runlog.MaxTitle), Args: strings.TrimSuffix(args, ")")}, e)
}

// Peek returns a reader that has read an unfinished line too.
func (p *printed) Peek(l tail.Line) runlog.Reader {
	c := p.copyText()
	c.Line(l)
	return c
}

func (p *printed) copyText() *printed {
	c := *p
	c.reader = p.clone()
	c.text.text = slices.Clone(p.text.text)
	return &c
}

// Summary returns the summary as if the log ended here.
func (p *printed) Summary() runlog.Summary {
	c := p.copyText()
	c.endSection()
	if c.stamped && c.counted && c.Sum.LastKind == runlog.KindSaid && !c.Sum.Terminal {
		c.completeTurn("tokens used", "", runlog.Entry{At: c.Sum.Last, Line: c.text.line})
	}
	return c.reader.Summary()
}

func (p *printed) beginSection(s section, e runlog.Entry) {
	p.endSection()
	p.counted = false
	p.section, p.text = s, sectionText{line: e.Line, text: p.text.text[:0]}
}

// readContent reads a line of the section.
func (p *printed) readContent(text []byte, e runlog.Entry) {
	if p.section != sectionTokens {
		p.text.add(text)
		return
	}
	n, err := strconv.ParseInt(strings.NewReplacer(",", "", ".", "", " ", "").Replace(string(text)), 10, 64)
	if err != nil {
		return
	}
	// Newer versions print the number of tokens at the end only, older ones after every
	// answer of the model.
	p.countTokens(n)
	if p.counted = true; !p.stamped {
		p.completeTurn("tokens used", "", e)
		p.section, p.text = sectionEcho, sectionText{line: e.Line}
	}
}

func (p *printed) endSection() {
	e := runlog.Entry{At: p.Sum.Last, Line: p.text.line}
	switch p.section {
	case sectionPrompt:
		p.addPrompt(withoutContext(p.text.String()), e)
	case sectionMessage:
		p.addMessage(runlog.Cut(p.text.String(), p.Limit), fromEvent, e)
	case sectionCommand:
		p.addCommand(e)
	case sectionOutput:
		o := output{Result: runlog.Result{Text: runlog.Cut(p.text.String(), p.Output(maxOutput)), Failed: p.text.failed}, exited: true}
		o.judge(runlog.ModeCommand)
		p.addResult(p.text.id, o, e)
	case sectionPatch, sectionPatched:
		p.addEdit(e)
	case sectionEcho:
		// The final message goes to the standard output too, which may be all of the
		// output that was kept.
		if p.Run.Output == "" {
			p.Run.Output = runlog.Cut(p.text.String(), p.Limit)
			p.Sum.FinalLine = p.text.line
		}
	case sectionOther, sectionTokens:
	}
	p.section = sectionOther
}

// addCommand adds the command of the section: the command line, " in " and the folder.
func (p *printed) addCommand(e runlog.Entry) {
	text := p.text.String()
	if at := strings.LastIndex(text, " in "); at > 0 {
		text = text[:at]
	}
	if text == "" {
		return
	}
	c := commandCall("exec, line "+strconv.FormatInt(e.Line, 10), "exec", []string{text})
	p.addCall(c, e)
}

func (p *printed) addEdit(e runlog.Entry) {
	text, failed := p.text.String(), p.text.failed
	var files []string
	for file := range strings.Lines(text) {
		file = strings.TrimSpace(file)
		if word, ok := strings.CutPrefix(file, "patch: "); ok {
			failed = word != "completed"
			continue
		}
		if file == "" || strings.HasPrefix(file, "diff --git") {
			break
		}
		if p.section == sectionPatched {
			if len(file) < 3 || file[1] != ' ' || !strings.ContainsRune("AMD", rune(file[0])) {
				continue
			}
			file = file[2:]
		}
		if len(files) < maxFiles {
			files = append(files, file)
		}
	}
	c := patchCall("patch, line "+strconv.FormatInt(e.Line, 10), files)
	p.addCall(c, e)
	o := output{Result: runlog.Result{Failed: failed}, exited: true}
	if failed {
		o.Text = runlog.Cut(text, p.Output(maxOutput))
		o.judge(runlog.ModeEdit)
	}
	p.addResult(c.ID, o, e)
}
