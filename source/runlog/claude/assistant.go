package claude

import (
	"bytes"
	"regexp"
	"strings"

	"notdone/model"
	"notdone/source/runlog"
)

// synthetic is the model that Claude Code names for messages that no model
// wrote: errors, and an answer put in when a session is resumed.
const synthetic = "<synthetic>"

// noReason is what is said of a refusal without words.
const noReason = "the model refused to go on and gave no reason"

// maxShown is how much of a result or a call an entry shows, in bytes.
const maxShown = 600

// assistant reads what the agent said and called.
func (r *reader) assistant(rec *record, line int64) {
	m := &rec.message
	if string(m.model) == synthetic || rec.api || len(rec.errorCode) > 0 {
		if text := said(m, r.Limit); rec.api || len(rec.errorCode) > 0 {
			r.failed(rec, text, line)
		}
		return
	}
	if !rec.side {
		r.answers()
		r.started()
		if r.Closed {
			r.turn()
		}
		r.Begin(runlog.Entry{At: rec.at, Line: line})
	}
	r.spend(rec)
	calls := 0
	for i := range m.blocks {
		b := &m.blocks[i]
		switch {
		case bytes.HasSuffix(b.kind, []byte("tool_use")):
			if rec.side {
				r.work.AddCall(callOf(b.id, b.name, b.input, line, rec.at))
				continue
			}
			calls++
			r.say(rec, m, i, line)
			r.call(rec, b, line)
		case bytes.HasSuffix(b.kind, []byte("tool_result")):
			// Tools of the server answer in the same message.
			r.toolResult(rec, b, line)
		}
	}
	if rec.side {
		return
	}
	r.answered = true
	r.api, r.apiWord, r.stopped = model.OutcomeUnknown, "", false
	if calls > 0 {
		return
	}
	r.say(rec, m, len(m.blocks), line)
	r.ended(rec, line)
}

// say takes the texts before the block that have not been taken.
func (r *reader) say(rec *record, m *message, end int, line int64) {
	text := r.texts(m, end)
	if text == "" {
		return
	}
	r.add(runlog.Entry{Kind: runlog.KindSaid, Text: text, At: rec.at, Line: line}, false)
	r.work.CountMessage()
}

// texts returns the texts of the blocks before end and marks them as taken.
func (r *reader) texts(m *message, end int) string {
	text := runlog.Decode(m.text, r.Limit)
	m.text = nil
	for i := range end {
		if b := &m.blocks[i]; string(b.kind) == "text" && len(b.text) > 0 {
			if text != "" {
				text += "\n"
			}
			text += runlog.Decode(b.text, r.Limit)
			b.text = nil
		}
	}
	return runlog.Cut(strings.TrimSpace(text), r.Limit)
}

// said returns the texts of a message.
func said(m *message, limit int) string {
	text := runlog.Decode(m.text, limit)
	for i := range m.blocks {
		if b := &m.blocks[i]; string(b.kind) == "text" {
			text += runlog.Decode(b.text, limit)
		}
	}
	return runlog.Cut(strings.TrimSpace(text), limit)
}

// call takes a tool call.
func (r *reader) call(rec *record, b *block, line int64) {
	c := callOf(b.id, b.name, b.input, line, rec.at)
	e := runlog.Entry{Kind: runlog.KindToolCall, Name: runlog.Cut(c.Tool, runlog.MaxTitle), At: rec.at, Line: line}
	if r.HasListener() {
		e.Text = shown(&c, b.input, r.Sum.Cwd)
	}
	r.add(e, false)
	r.work.AddCall(c)
	if c.Tool == "SendMessage" && leaves(b.input) {
		r.leaves = c.ID
		r.left(rec, line)
	}
	if c.Mode == runlog.ModeAsk {
		r.ask = question{id: c.ID, text: questionOf(b.input), line: line}
		if r.ask.text == "" {
			r.ask.text = c.Tool
		}
	}
}

// leaves reports whether a message to the team agrees to shut down, given as the
// tool's arguments or as an object or a text inside them.
func leaves(input []byte) bool {
	return shutdown.Match(input) && approved.Match(input)
}

var (
	shutdown = regexp.MustCompile(`"type\\?"\s*:\s*\\?"shutdown_(?:response|approved)\\?"`)
	approved = regexp.MustCompile(`"approve\\?"\s*:\s*\\?"?true`)
)

// left ends the run of a member of a team that agreed to shut down: its process
// exits without another word.
func (r *reader) left(rec *record, line int64) {
	r.add(runlog.Entry{Kind: runlog.KindEnd, Name: "shutdown", Outcome: model.OutcomeCompleted, At: rec.at, Line: line}, false)
}

// ended reads why the model stopped, where that ends the turn. A transcript may
// hold null there; the silence after it has to say it then.
func (r *reader) ended(rec *record, line int64) {
	e := runlog.Entry{Kind: runlog.KindEnd, Name: string(rec.message.stop), At: rec.at, Line: line}
	switch e.Name {
	case "end_turn", "stop_sequence":
		if r.human.stream {
			return // the result says whether the run is over
		}
		e.Outcome = model.OutcomeCompleted
	case "refusal":
		e.Outcome, e.Failed = model.OutcomeRefused, true
	case "max_tokens", "model_context_window_exceeded":
		e.Outcome, e.Failed = model.OutcomeBudget, true
	default:
		return
	}
	r.add(e, false)
	r.refused(e.Outcome)
}

// refused keeps why the model refused to go on: what it said last, if anything.
func (r *reader) refused(o model.Outcome) {
	if o != model.OutcomeRefused {
		return
	}
	if r.Sum.Reason = r.Run.Output; r.Sum.Reason == "" {
		r.Sum.Reason = noReason
	}
}

// failed takes an error of the API that ended the turn, unless something
// follows it.
func (r *reader) failed(rec *record, text string, line int64) {
	if rec.side {
		return
	}
	e := runlog.Entry{Kind: runlog.KindError, At: rec.at, Line: line, Failed: true, Text: text}
	e.Name, e.Outcome = r.failure(rec, text)
	r.api, r.apiWord = e.Outcome, e.Name
	r.answered = true
	r.add(e, false)
}
