package codex

import (
	"bytes"
	"strconv"
	"strings"

	"notdone/classify/wordlist"
	"notdone/source/runlog"
)

// output is the result of a tool call.
type output struct {
	runlog.Result        // its Text is without what Codex writes around it
	process       string // the session in which the command continues
	exited        bool   // the command ended
}

// maxOutput is the number of bytes of a tool's output that are usually read.
const maxOutput = 2 << 10

func (r *reader) readResult(v runlog.Value, id string, e runlog.Entry) {
	c := r.Work.Find(id)
	if c == nil {
		r.addResult(id, output{}, e)
		return
	}
	o := readOutput(v, c.Mode, r.Output(maxOutput))
	if c.Tool != "write_stdin" {
		r.addResult(id, o, e)
		return
	}
	// The result of waiting for a command is the result of that command.
	process := c.Process
	c.Process = ""
	r.addResult(id, output{Result: runlog.Result{Text: o.Text}}, e)
	if c := r.Work.FindProcess(process); c != nil && process != "" && o.exited {
		r.Work.AddResult(c.ID, o.Result, e.Line)
	}
}

// addResult adds the result of a call. A second one is ignored.
func (r *reader) addResult(id string, o output, e runlog.Entry) {
	if r.Waiting.Call == id || r.Waiting.Call == "" {
		r.Waiting = runlog.Question{}
	}
	c := r.Work.Find(id)
	if c == nil {
		return
	}
	r.resume(e)
	e.Name = c.Tool
	if o.process != "" && !o.exited {
		c.Process = o.process
		e.Kind, e.Call, e.Text, e.Failed = runlog.KindToolResult, id, o.Text, o.Failed
		r.Add(e, false)
		return
	}
	edits := c.Mode == runlog.ModeEdit
	r.AddResult(id, o.Result, e)
	if n := r.Work.NumEdited(); edits && n > 0 && !o.Failed {
		r.Run.FilesChanged = &n
	}
}

// readOutput reads the result of a call of the mode, and at most limit bytes of its text.
func readOutput(v runlog.Value, mode runlog.CallMode, limit int) output {
	var o output
	raw := o.readText(v.First("formatted_output", "aggregated_output", "output", "result", "content", "stdout", "stderr"))
	o.readFlags(v)
	if err := v.First("error"); err.Kind() == '"' || err.Get("message").Kind() == '"' {
		o.Failed = true
		raw = err.Text()
		if raw == nil {
			raw = err.Get("message").Text()
		}
	}
	if !o.readEnvelope(raw, limit) {
		o.readPlain(runlog.Decode(raw, limit))
	}
	o.setExit(string(v.Get("exit_code").Scalar()))
	switch v.Get("status").Name() {
	case "failed":
		o.Failed = true
	case "declined":
		o.Failed, o.Denied = true, true
	}
	o.judge(mode)
	o.Unsure = !o.exited && !o.Failed
	return o
}

func (o *output) readFlags(v runlog.Value) {
	o.Failed = o.Failed || string(v.Get("success").Scalar()) == "false" || v.Get("is_error").True() || v.Get("isError").True()
}

// readText returns the text of a result, which may be in an envelope or in blocks.
func (o *output) readText(v runlog.Value) []byte {
	switch v.Kind() {
	case '"':
		return v.Text()
	case '[':
		return v.FirstText()
	}
	o.readFlags(v)
	o.setExit(string(v.Get("metadata", "exit_code").Scalar()))
	if err := v.Get("Err"); err.Kind() == '"' {
		o.Failed = true
		return err.Text()
	}
	if ok := v.Get("Ok"); ok.Kind() == '{' {
		return o.readText(ok)
	}
	if inner := v.First("content", "output", "text"); inner.Kind() != 0 {
		return o.readText(inner)
	}
	return nil
}

// readEnvelope reads what versions until 2025 wrote around the output of a command, and reports
// whether raw is that: {"output":"...","metadata":{"exit_code":1,"duration_seconds":0.1}}
// (codex-rs/core/src/tools/mod.rs). Programs that copy logs may add white space or sort the keys.
func (o *output) readEnvelope(raw []byte, limit int) bool {
	if !envelope().Match(raw) {
		return false
	}
	d := runlog.Parse([]byte(runlog.Decode(raw[:min(len(raw), maxArgs)], maxArgs)))
	defer d.Release()
	o.Text = strings.TrimSpace(d.Get("output").Decode(limit))
	if code := d.Get("metadata", "exit_code").Scalar(); code != nil {
		o.setExit(string(code))
		return true
	}
	const tail = 256 // of a long envelope: the code is behind the output
	if _, after, ok := bytes.Cut(raw[max(len(raw)-tail, 0):], []byte(`\"exit_code\":`)); ok {
		o.setExit(strings.TrimLeft(string(after), " "))
	}
	return true
}

// envelope matches the beginning of an envelope inside a JSON string.
var envelope = wordlist.Pattern(`^\{(?:\s|\\[nt])*\\"(?:output\\":|metadata\\":(?:\s|\\[nt])*\{[^{}]{0,200}\},(?:\s|\\[nt])*\\"output\\":)`)

// readPlain reads the output of a tool, and the lines that Codex writes before the output
// of a command: "Exit code: 1", "Process exited with code 1", "Process running with
// session ID 7", "Output:" (codex-rs/core/src/tools).
func (o *output) readPlain(text string) {
	rest := text
	for range 8 {
		head, after, more := strings.Cut(rest, "\n")
		head = strings.TrimSpace(head)
		key := strings.TrimRight(head, "0123456789-")
		if session, ok := strings.CutPrefix(head, "Process running with session ID "); ok {
			o.process = runlog.Cut(session, runlog.MaxTitle)
		} else if key == "Exit code: " || key == "Process exited with code " {
			o.setExit(head[len(key):])
		} else if head == "Output:" {
			text = after
			break
		} else if !runlog.HasAnyPrefix(head, outputHeaders) {
			break
		}
		if !more {
			text = ""
			break
		}
		rest = after
	}
	o.Text = strings.TrimSpace(text)
}

// setExit sets the exit code that a text begins with.
func (o *output) setExit(text string) {
	end := 0
	for end < len(text) && (text[end] == '-' || text[end] >= '0' && text[end] <= '9') {
		end++
	}
	if code, err := strconv.Atoi(text[:end]); err == nil {
		o.exited, o.Failed = true, code != 0
	}
}

// Beginnings and parts of outputs; phrases.txt says what they mean.
var (
	outputHeaders, denials, refusals = runlog.Phrases("codex-output-header"), runlog.Phrases("codex-denial"), runlog.Phrases("codex-refusal")
	sandboxErrors, readerErrors      = runlog.Phrases("codex-sandbox"), runlog.Phrases("codex-reader")
)

// judge decides by the output whether the call failed, where nothing else says so, and
// whether it was denied.
func (o *output) judge(mode runlog.CallMode) {
	lower := strings.ToLower(o.Text[:min(len(o.Text), 80)])
	if !o.exited && runlog.HasAnyPrefix(lower, denials) {
		// A denial by the user's settings is not one by a person.
		_, after, ok := strings.Cut(lower, "by user")
		o.Failed, o.Denied, o.Person = true, true, (ok || strings.HasPrefix(lower, "user denied")) && !strings.Contains(after, "settings")
	}
	o.Failed = o.Failed || !o.exited && runlog.HasAnyPrefix(lower, refusals)
	if !o.Failed || o.Denied || mode != runlog.ModeCommand && mode != runlog.ModeEdit {
		return
	}
	for line := range strings.Lines(o.Text) {
		o.Denied = o.Denied || runlog.HasAnyPart(line, sandboxErrors) && !runlog.HasAnyPrefix(line, readerErrors)
	}
}
