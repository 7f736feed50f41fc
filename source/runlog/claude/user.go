package claude

import (
	"bytes"
	"strings"

	"notdone/model"
	"notdone/source/runlog"
)

// maxResult is how much of what a tool answered is looked at, in bytes.
const maxResult = 4 << 10

// interrupted is how Claude Code writes that the user pressed Escape: as if the
// user had said it.
var interrupted = []byte("[Request interrupted by user")

// wrapped begin texts in the user's place that nobody wrote as a prompt: output
// of commands, notices, context.
var wrapped = []string{
	"<local-command-", "<bash-", "<system-reminder>", "<task-notification>", "<user-prompt-submit-hook>", "<ide_",
	"<teammate-message", "Caveat: The messages below were generated",
}

// locals are commands that the terminal carries out by itself: no agent hears of
// them.
var locals = map[string]bool{
	"/clear": true, "/config": true, "/cost": true, "/exit": true, "/help": true, "/ide": true, "/login": true, "/logout": true, "/mcp": true,
	"/memory": true, "/model": true, "/permissions": true, "/quit": true, "/resume": true, "/status": true, "/usage": true,
}

// user reads what stands in the user's place: results of tools, a prompt, an
// interruption.
func (r *reader) user(rec *record, line int64) {
	for i := range rec.message.blocks {
		if b := &rec.message.blocks[i]; bytes.HasSuffix(b.kind, []byte("tool_result")) {
			r.toolResult(rec, b, line)
		}
	}
	if rec.side {
		return
	}
	for i := range rec.message.blocks {
		if b := &rec.message.blocks[i]; string(b.kind) == "text" {
			r.asked(rec, b.text, line)
		}
	}
	r.asked(rec, rec.message.text, line)
}

// toolResult takes what came of a call.
func (r *reader) toolResult(rec *record, b *block, line int64) {
	text := runlog.Decode(b.text, maxResult)
	id := ident(b.id)
	r.work.AddResult(id, b.failed, text, line)
	if no, person := denied(text); b.failed && no {
		call := runlog.Call{ID: id, Line: line, At: rec.at}
		if person {
			r.work.DenyCallByPerson(call)
		} else {
			r.work.DenyCall(call)
		}
	}
	if rec.side {
		return
	}
	r.answered = true
	if r.ask.id == id {
		r.ask = question{}
	}
	e := runlog.Entry{Kind: runlog.KindToolResult, At: rec.at, Line: line, Failed: b.failed}
	if r.HasListener() {
		e.Text = runlog.Cut(strings.TrimSpace(text), maxShown)
	}
	r.add(e, false)
	switch {
	case id == r.leaves && id != "" && !b.failed:
		r.work.DropPending()
		r.left(rec, line)
	case rec.ends && !b.failed:
		r.add(runlog.Entry{Kind: runlog.KindEnd, Name: "tool_ends_turn", Outcome: model.OutcomeCompleted, At: rec.at, Line: line}, false)
	}
}

// asked takes a text that the user said, or that stands where he would.
func (r *reader) asked(rec *record, raw []byte, line int64) {
	if len(raw) == 0 {
		return
	}
	e := runlog.Entry{Kind: runlog.KindPrompt, At: rec.at, Line: line}
	if bytes.HasPrefix(raw, interrupted) {
		e.Kind, e.Name, e.Outcome, e.Failed = runlog.KindEnd, "interrupted", model.OutcomeCancelled, true
		r.stopped, r.ask = true, question{}
		r.work.DropPending()
		r.add(e, false)
		return
	}
	if rec.meta {
		return
	}
	if e.Text = strings.TrimSpace(runlog.Decode(raw, r.Limit)); e.Text == "" {
		return
	}
	if strings.HasPrefix(e.Text, "<command-") {
		if name := tagged(e.Text, "command-name"); name != "" {
			e.Text = strings.TrimSpace(name + " " + tagged(e.Text, "command-args"))
			r.command = e
			r.local = r.local || locals[name]
		}
		return
	}
	for _, w := range wrapped {
		if strings.HasPrefix(e.Text, w) {
			if strings.HasPrefix(w, "<local-command-") {
				r.command, r.local = runlog.Entry{}, true
			}
			return
		}
	}
	if len(rec.origin) > 0 && string(rec.origin) != "human" {
		return
	}
	r.prompt(e)
}

// tagged returns what stands in the tag of the name.
func tagged(text, name string) string {
	_, text, _ = strings.Cut(text, "<"+name+">")
	text, _, ok := strings.Cut(text, "</"+name+">")
	if !ok {
		return ""
	}
	return strings.TrimSpace(text)
}

// started takes a slash command as the prompt, once something came of it that
// is not the output of a command of the terminal's own.
func (r *reader) started() {
	if e := r.command; e.Text != "" {
		r.command = runlog.Entry{}
		r.prompt(e)
	}
}

// prompt takes what somebody asked for. It begins a run unless it was put into
// one that is under way.
func (r *reader) prompt(e runlog.Entry) {
	silent := !e.At.IsZero() && !r.spoke.IsZero() && e.At.Sub(r.spoke) > resumed
	if r.Sum.Terminal || r.answered && (r.Sum.LastKind == runlog.KindSaid || silent) {
		r.turn()
	}
	r.ask, r.answered = question{}, false
	r.human.prompts++
	r.add(e, false)
	r.NotePrompt(e.Text, true)
}
