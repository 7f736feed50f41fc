package claude

import (
	"strings"

	"notdone/model"
	"notdone/source/runlog"
)

// maxResult is the number of bytes of a tool's output that are read.
const maxResult = 4 << 10

// interruption begins the text that Claude Code writes in the user's place when the user
// presses Escape.
const interruption = "[Request interrupted by user"

// localCommands are commands of the terminal interface that no agent sees.
var localCommands = runlog.WordSet("claude-local")

// readUser reads what stands in the user's place: results of tools, a prompt, an
// interruption.
func (r *reader) readUser(rec *record) {
	content := rec.message.Get("content")
	for _, b := range content.All() {
		if strings.HasSuffix(string(b.Get("type").Text()), "tool_result") {
			r.addResult(rec, b)
		}
	}
	if rec.side {
		return
	}
	for _, b := range content.All() {
		if string(b.Get("type").Text()) == "text" {
			r.readUserText(rec, b.Get("text"))
		}
	}
	r.readUserText(rec, content)
}

func (r *reader) addResult(rec *record, b runlog.Value) {
	content := b.Get("content")
	raw := content.Text()
	if raw == nil {
		raw = content.FirstText()
	}
	// The result of a tool of the server is an object, which may be an error.
	o := runlog.Result{Text: runlog.Decode(raw, maxResult), Failed: b.Get("is_error").True() || content.Get("error_code").Kind() != 0}
	if o.Failed {
		o.Denied, o.Person = readDenial(o.Text)
	}
	id := b.Get("tool_use_id").Decode(runlog.MaxTitle)
	r.Work.AddResult(id, o, rec.line)
	if rec.side {
		return
	}
	r.turn.answered = true
	if r.Waiting.Call == id {
		r.Waiting = runlog.Question{}
	}
	e := rec.entry(runlog.KindToolResult)
	e.Call = id
	if e.Failed = o.Failed; r.HasListener() {
		e.Text = runlog.Cut(strings.TrimSpace(runlog.Decode(raw, max(maxResult, r.Output(0)))), r.Output(maxShown))
	}
	r.add(e, false)
	switch {
	case id == r.turn.leaves && id != "" && !o.Failed:
		r.Work.DropPending()
		r.add(rec.end("shutdown", model.OutcomeCompleted), false)
	case rec.Get("toolEndsTurn").True() && !o.Failed:
		r.add(rec.end("tool_ends_turn", model.OutcomeCompleted), false)
	}
}

// readUserText reads a text that the user wrote, or that stands in the user's place.
func (r *reader) readUserText(rec *record, v runlog.Value) {
	text := strings.TrimSpace(v.Decode(r.Limit))
	if strings.HasPrefix(text, interruption) {
		e := rec.end("interrupted", model.OutcomeCancelled)
		e.Failed, r.turn.stopped, r.Waiting = true, true, runlog.Question{}
		r.Work.DropPending()
		r.add(e, false)
		return
	}
	if text == "" || rec.isMeta() {
		return
	}
	e := rec.entry(runlog.KindPrompt)
	if e.Text = text; strings.HasPrefix(text, "<command-") {
		if name := tagged(text, "command-name"); name != "" {
			e.Text = strings.TrimSpace(name + " " + tagged(text, "command-args"))
			r.command = e
			r.local = r.local || localCommands[name]
		}
		return
	}
	for _, w := range runlog.Phrases("claude-no-prompt") {
		if strings.HasPrefix(text, w) {
			if strings.HasPrefix(w, "<local-command-") {
				r.command, r.local = runlog.Entry{}, true
			}
			return
		}
	}
	if origin := rec.Get("origin", "kind").Text(); len(origin) == 0 || string(origin) == "human" {
		r.addPrompt(e)
	}
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

// usePendingCommand adds a slash command as a prompt when it has an effect other than the
// output of a local command.
func (r *reader) usePendingCommand() {
	if e := r.command; e.Text != "" {
		r.command = runlog.Entry{}
		r.addPrompt(e)
	}
}

// addPrompt adds a prompt. It begins a run unless the newest run goes on.
func (r *reader) addPrompt(e runlog.Entry) {
	silent := !e.At.IsZero() && !r.spoke.IsZero() && e.At.Sub(r.spoke) > maxSilence
	if r.Sum.Terminal || r.turn.answered && (r.Sum.LastKind == runlog.KindSaid || silent) {
		r.next()
	}
	r.Waiting, r.turn.answered = runlog.Question{}, false
	r.human.prompts++
	r.AddPrompt(e.Text, true, e)
}
