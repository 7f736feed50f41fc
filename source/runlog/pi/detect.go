package pi

import (
	"notdone/source/runlog"
)

// Detect reports whether the beginning of a file, a few kilobytes or more, is
// that of a session or a stream of events of pi. The last line may be cut
// anywhere.
func Detect(head []byte) bool {
	var rec record
	return runlog.AnyLine(head, func(line []byte, _ bool) bool {
		rec.reset()
		c := runlog.NewCursor(line)
		if c.Next() == '{' {
			c.Fields(&rec)
		}
		return rec.ours()
	})
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
