package pi

import (
	"bytes"

	"notdone/source/runlog"
)

// Detect reports whether the beginning of a file, a few kilobytes or more, is
// that of a session or a stream of events of pi. The last line may be cut
// anywhere.
func Detect(head []byte) bool {
	head = bytes.TrimPrefix(head, bom)
	var rec record
	for n := 0; len(head) > 0 && n < 16; n++ {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		head = rest
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] != '{' {
			continue
		}
		rec.reset()
		c := runlog.NewCursor(line)
		if rec.read(&c); rec.ours() {
			return true
		}
	}
	return false
}

// ours reports whether nothing but pi writes such a record.
func (r *record) ours() bool {
	switch string(r.typ) {
	case "session":
		return r.version && len(r.id) > 0 && len(r.cwd) > 0
	case "message_update":
		return r.streamed
	case "tool_execution_start", "tool_execution_end":
		return len(r.call.id) > 0 && len(r.call.name) > 0
	case "message_end", "turn_end":
		return r.hasMessage && len(r.message.role) > 0
	case "message":
		return r.parent && len(r.id) > 0 && len(r.message.role) > 0
	}
	return false
}
