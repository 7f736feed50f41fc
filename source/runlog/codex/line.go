package codex

import (
	"strings"

	"notdone/source/runlog"
)

// line is one line of a log. Its values are valid until the next line is read.
type line struct {
	runlog.Value
	kind string // its type
	// body is the payload of a rollout's line, the event or the item of a stream, or the
	// line itself.
	body    runlog.Value
	what    string // the type of the body
	carries bool   // the body is a payload or an event
}

func newLine(v runlog.Value) line {
	l := line{Value: v, body: v, kind: typeOf(v)}
	for _, key := range []string{"payload", "msg", "item"} {
		if body := v.Get(key); body.Kind() == '{' {
			l.body, l.carries = body, key != "item"
			break
		}
	}
	l.what = typeOf(l.body)
	return l
}

func typeOf(v runlog.Value) string { return v.Get("type").Name() }

// Detect reports whether a log that begins with head was written by Codex. The
// first line may be longer than head; a few kilobytes are enough all the same.
func Detect(head []byte) bool {
	return runlog.AnyRecord(head, func(v runlog.Value) bool {
		l := newLine(v)
		switch l.kind {
		case "thread.started", "turn.started", "turn.completed", "turn.failed", "item.started", "item.updated", "item.completed":
			return true
		case "session_meta", "turn_context", "event_msg", "response_item", "compacted":
			return l.carries
		case "":
			if l.carries {
				return l.what == "session_configured" || l.what == "task_started"
			}
			return l.isFirst() && l.Get("id").Kind() == '"' && l.Get("timestamp").Kind() == '"'
		}
		return false
	})
}

// isFirst reports whether the line begins a rollout of the first versions.
func (l *line) isFirst() bool {
	return l.Get("instructions").Kind() != 0 || l.Get("record_type").Kind() != 0
}

// message returns the text of a message: a string or blocks.
func (r *reader) message(v runlog.Value) string {
	if text := v.First("text", "message"); text.Kind() == '"' {
		return strings.TrimSpace(text.Decode(r.Limit))
	}
	return v.Get("content").Prose(r.Limit)
}

// questions returns the questions that a tool call or an event asks.
func questions(v runlog.Value) string {
	var all []string
	for _, q := range v.Get("questions").All() {
		if text := strings.TrimSpace(q.Get("question").Decode(runlog.MaxPrompt)); text != "" {
			all = append(all, text)
		}
	}
	return strings.Join(all, "\n")
}

// words returns the words of a command: an array, or one string.
func words(v runlog.Value) (argv []string) {
	if v.Kind() == '"' {
		return []string{v.Decode(maxArgs)}
	}
	for _, word := range v.All() {
		argv = append(argv, word.Decode(maxArgs))
	}
	return argv
}

// maxFiles is the largest number of files of one edit.
const maxFiles = 64

// changedFiles returns the names of the files in the changes of an edit: the keys of an
// object, or the paths of an array.
func changedFiles(v runlog.Value) (files []string) {
	for key, change := range v.All() {
		name := runlog.Decode(key, runlog.MaxPrompt)
		if v.Kind() == '[' {
			name = change.Get("path").Decode(runlog.MaxPrompt)
		}
		if name != "" && len(files) < maxFiles {
			files = append(files, name)
		}
	}
	return files
}

// tokensOf returns the tokens that the session has used so far; 0: the line does not say.
func tokensOf(v runlog.Value) int64 {
	for _, usage := range []runlog.Value{v.Get("info", "total_token_usage"), v.Get("usage")} {
		if total := usage.Get("total_tokens").Count(); total > 0 {
			return total
		}
		if sum := usage.Get("input_tokens").Count() + usage.Get("output_tokens").Count(); sum > 0 {
			return sum
		}
	}
	return 0
}
