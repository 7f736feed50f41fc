package text

import (
	"strings"

	"notdone/model"
)

// statedKeys are the names of fields that state how the work ended.
var statedKeys = map[string]bool{
	"status": true, "outcome": true, "state": true, "result": true, "verdict": true, "final_status": true, "task_status": true,
	"completion_status": true, "exit_status": true, "conclusion": true, "decision": true, "estado": true, "resultado": true,
}

// statedValues are the words that such fields hold.
var statedValues = map[string]Label{
	"done": LabelDone, "success": LabelDone, "succeeded": LabelDone, "successful": LabelDone, "complete": LabelDone,
	"completed": LabelDone, "finished": LabelDone, "done_with_concerns": LabelDone, "completado": LabelDone, "exito": LabelDone,

	"blocked": LabelBlocked, "needs_input": LabelBlocked, "needs_human": LabelBlocked, "needs_context": LabelBlocked,
	"needs_approval": LabelBlocked, "needs_permission": LabelBlocked, "awaiting_approval": LabelBlocked, "awaiting_input": LabelBlocked,
	"input_required": LabelBlocked, "waiting": LabelBlocked, "stuck": LabelBlocked, "on_hold": LabelBlocked, "escalated": LabelBlocked,
	"needs_info": LabelBlocked, "needs_clarification": LabelBlocked, "needs_decision": LabelBlocked, "bloqueado": LabelBlocked,

	"failed": LabelFailed, "failure": LabelFailed, "error": LabelFailed, "errored": LabelFailed, "aborted": LabelFailed,
	"timeout": LabelFailed, "timed_out": LabelFailed, "incomplete": LabelFailed, "crashed": LabelFailed, "not_done": LabelFailed,
	"not_complete": LabelFailed, "partial": LabelFailed, "fallido": LabelFailed,

	"refused": LabelRefused, "refuse": LabelRefused, "refusal": LabelRefused, "denied": LabelRefused, "declined": LabelRefused,
}

// statedFlags are fields that hold true or false, and say done when true.
var statedFlags = map[string]bool{"ok": true, "success": true, "completed": true, "done": true, "task_complete": true, "task_completed": true}

// statement is a terminal state that the message states in a field of its own.
type statement struct {
	label      Label
	start, end int // the line that states it
}

// stated looks for a terminal state where contracts put one: in a message that
// is one JSON object, in a code block or front matter of fields, and on the
// first or one of the last lines. The last one found counts.
func (r *reader) stated() (statement, bool) {
	var found statement
	var ok bool
	lines := r.edgeLines()
	for i, line := range lines {
		if s, is := r.statement(line); is {
			if s.label == LabelDone && line.marker && i == 0 && len(lines) > 4 {
				continue // "Done: ..." as an opening is prose
			}
			found, ok = s, true
		}
	}
	return found, ok
}

// setAside takes what the stating line itself says of finished work out of the
// prose, so that the two can be compared.
func (r *reader) setAside(s statement) {
	for i := range r.sentences {
		if r.sentences[i].start < s.end && s.start < r.sentences[i].end {
			r.remarks[i].weight[groupDone], r.remarks[i].weight[groupReport] = 0, 0
		}
	}
}

// outrank puts a stated end above what the prose says, and says so where the
// two contradict each other.
func (r *reader) outrank(s statement, prose Reading) Reading {
	out := Reading{Label: s.label, Score: 0.97, Grade: model.GradeTextOnly, Start: s.start, End: s.end, Quote: r.message[s.start:s.end]}
	out.Rules = []string{"states its own end as " + s.label.String()}
	against := prose.Label != LabelDone
	if s.label == LabelDone {
		out.Score = 0.04
		if against && prose.Score > 0.7 {
			out.Score = 0.35
			out.Rules = append(out.Rules, "its prose says otherwise: "+prose.Rules[0])
		}
		return out
	}
	switch {
	case against:
		out.Kind = prose.Kind
	case prose.Grade != model.GradeCannotTell && prose.Score < 0.1:
		out.Score = 0.9
		out.Rules = append(out.Rules, "its prose says otherwise: "+prose.Rules[0])
	}
	return out
}

// statement reads one line as a field or a marker.
func (r *reader) statement(line edgeLine) (statement, bool) {
	text := r.message[line.start:line.end]
	s := statement{start: line.start, end: line.end}
	bare := strings.TrimLeft(text, " \t-*#>{\"'_,`")
	if tag, ok := strings.CutPrefix(bare, "<"); ok {
		key, rest, ok := strings.Cut(tag, ">")
		value, _, closed := strings.Cut(rest, "</")
		if ok && closed && (statedKeys[strings.ToLower(key)] || key == "promise") {
			s.label, ok = statedValue(value)
			return s, ok
		}
		return s, false
	}
	at := strings.IndexAny(bare, ":=")
	if at < 0 {
		at = len(bare)
	}
	if aside := strings.Index(bare[:at], " ("); aside > 0 {
		at = aside
	}
	name := strings.Trim(bare[:at], " \t*_\"'`.!✅❌🚫⛔")
	value := ""
	if at < len(bare) {
		value = bare[at+1:]
	}
	key := strings.ReplaceAll(strings.ToLower(name), " ", "_")
	if statedKeys[key] {
		label, ok := statedValue(value)
		s.label = label
		return s, ok
	}
	if statedFlags[key] && line.field {
		switch strings.Trim(value, " \t\",}") {
		case "true":
			return s, true
		case "false":
			s.label = LabelFailed
			return s, true
		}
		return s, false
	}
	label, ok := statedValues[key]
	if !ok || !line.marker || name != strings.ToUpper(name) || key == "error" && len(value) > 0 {
		return s, false
	}
	s.label = label
	return s, true
}

// statedValue reads the value of a field: one of the known words, alone or
// before punctuation.
func statedValue(value string) (Label, bool) {
	value = strings.Trim(value, " \t*_\"'`✅❌🚫⛔⚠️")
	if at := strings.IndexAny(value, ".,;:(—–|}\"*`/"); at >= 0 {
		value = value[:at]
	}
	if at := strings.Index(value, " - "); at >= 0 {
		value = value[:at]
	}
	value = strings.ToLower(strings.TrimSpace(strings.Trim(value, "✅❌🚫⛔ ")))
	value = strings.NewReplacer(" ", "_", "-", "_").Replace(value)
	if label, ok := statedValues[value]; ok {
		return label, true
	}
	for _, begin := range [...]string{"waiting_", "awaiting_", "needs_", "blocked_", "pending_approval", "pending_review", "requires_"} {
		if strings.HasPrefix(value, begin) {
			return LabelBlocked, true
		}
	}
	return LabelDone, false
}
