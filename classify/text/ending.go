package text

import (
	"math"
	"strings"

	"notdone/model"
)

// dangling words end no sentence: a message that stops at one was cut off.
var dangling = map[string]bool{
	"the": true, "a": true, "an": true, "and": true, "or": true, "is": true, "are": true, "because": true, "but": true, "my": true,
	"your": true, "their": true, "its": true, "i": true, "we": true, "if": true, "which": true, "than": true,
	"el": true, "la": true, "los": true, "las": true, "y": true, "und": true, "der": true, "die": true, "das": true, "et": true, "le": true, "les": true,
}

// hanging words end a sentence now and then ("what you asked for"), but seldom
// one without a stop after others that have it.
var hanging = map[string]bool{
	"to": true, "of": true, "with": true, "for": true, "in": true, "by": true, "from": true, "that": true, "into": true, "as": true, "at": true, "on": true,
}

// toolMarks begin a call of a tool that was written out as text and never ran.
var toolMarks = []string{
	"<tool_call", "<function_call", "<invoke ", "<function=", "[TOOL_CALL", "```tool_code", "```tool_call", "<|tool_call",
}

// toolKeys are JSON fields by which such a call is known.
var toolKeys = []string{`"tool_call"`, `"tool_calls"`, `"tool_name"`, `"function_call"`, `"tool_code"`, `"tool_input"`}

// ending appends what speaks against done in how the message stops, not in what
// it says.
func (r *reader) ending(done float64, out []evidence) []evidence {
	add := func(value float64, rule string) {
		out = append(out, evidence{value: value, at: len(r.sentences) - 1, rule: rule, label: LabelFailed, group: groupFailure})
	}
	if r.toolCall() {
		add(strong, "writes a call of a tool out as text")
	}
	if r.fenceOpen && done < 3 {
		add(firm, "breaks off inside a code block")
	}
	if r.alone {
		add(mild+0.7, "is the error of a program and nothing else")
	}
	if done < 1 && !r.fenceOpen && r.unclosed() {
		add(firm, "breaks off inside an object or a table")
	}
	if len(r.sentences) == 0 {
		return out
	}
	if ticked, open := r.boxes(); ticked > 0 && open > 0 {
		out = append(out, evidence{value: firm, at: r.openBox(), rule: "has items on its list that are not ticked", label: LabelBlocked, group: groupObstacle})
	}
	s := &r.sentences[len(r.sentences)-1]
	if m := &r.remarks[len(r.remarks)-1]; s.last == '?' && m.weight[groupOffer] == 0 && !r.onlyQuote {
		out = append(out, evidence{value: (mild - 0.2) * math.Max(0, 1-done/2), at: len(r.sentences) - 1, rule: "ends in a question", label: LabelBlocked, group: groupAsk, kind: model.KindDecision})
	}
	if !r.quotedEnd && s.shape == shapeProse {
		last := lastWord(r.message[s.start:s.end])
		switch {
		case s.last == ':':
			add(mild+0.5, "ends in a colon with nothing after it")
		case dangling[last] || hanging[last] && r.unfinished():
			add(mild+0.6, "breaks off in mid-sentence")
		case s.last == ',':
			add(mild, "breaks off in mid-sentence")
		case r.unfinished():
			add(weak+0.3, "breaks off in mid-sentence")
		}
	}
	if r.quotedEnd && !r.onlyQuote && done == 0 && r.trace() {
		add(firm, "ends in an error that nothing answers")
	}
	return out
}

func lastWord(sentence string) string {
	word := sentence[max(0, len(sentence)-12):]
	if at := strings.LastIndexAny(word, " \n\t"); at >= 0 {
		return strings.ToLower(word[at+1:])
	}
	return ""
}

// toolCall reports whether the message begins with a call of a tool, or is one.
func (r *reader) toolCall() bool {
	head := strings.TrimLeft(r.message[:min(len(r.message), 2048)], " \t\r\n")
	for _, mark := range toolMarks {
		if strings.HasPrefix(head, mark) {
			return true
		}
	}
	body := strings.TrimPrefix(strings.TrimPrefix(head, "```json"), "```")
	body = strings.TrimLeft(body, " \t\r\n")
	if !strings.HasPrefix(body, "{") {
		return false
	}
	for _, key := range toolKeys {
		if strings.Contains(body, key) {
			return true
		}
	}
	named := strings.Contains(body, `"name"`) || strings.Contains(body, `"action"`) || strings.Contains(body, `"tool"`) || strings.Contains(body, `"function"`)
	given := strings.Contains(body, `"arguments"`) || strings.Contains(body, `"parameters"`) || strings.Contains(body, `"args"`) || strings.HasPrefix(body[1:], "\n  \"action\"")
	return named && given || strings.Contains(body, `"action"`) && strings.Contains(body, `"thought"`)
}

// trace reports whether the quoted lines at the end tell of an error.
func (r *reader) trace() bool {
	var tail string
	for i := len(r.pieces) - 1; i >= 0 && i > len(r.pieces)-40 && r.pieces[i].shape == shapeQuoted; i-- {
		tail = r.message[r.pieces[i].start:r.pieces[len(r.pieces)-1].end]
	}
	for _, mark := range [...]string{"Traceback (most recent", "Error:", "error:", "fatal:", "panic:", "Exception", "FAILED", "denied"} {
		if strings.Contains(tail, mark) {
			return true
		}
	}
	return false
}
