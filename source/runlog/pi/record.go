package pi

import (
	"time"

	"notdone/source/runlog"
)

// maxText is the number of bytes of a tool's output that are read.
const maxText = 4 << 10

// Detect reports whether the beginning of a file, a few kilobytes or more, is
// that of a session or a stream of events of pi. The last line may be cut
// anywhere.
func Detect(head []byte) bool { return runlog.AnyRecord(head, isOwn) }

// isOwn reports whether only pi writes such a record.
func isOwn(v runlog.Value) bool {
	has := func(path ...string) bool { return len(v.Get(path...).Text()) > 0 }
	switch string(v.Get("type").Text()) {
	case "session":
		return v.Get("version").Scalar() != nil && has("id") && has("cwd")
	case "message_update":
		return v.Get("assistantMessageEvent").Kind() == '{'
	case "tool_execution_start", "tool_execution_end":
		return has("toolCallId") && has("toolName")
	case "message_end", "turn_end":
		return has("message", "role")
	case "message":
		return v.Get("parentId").Kind() != 0 && has("id") && has("message", "role")
	}
	return false
}

// timeOf returns the time of a record, or of the whole message in it. While a message is
// being written, its time is not that of the record.
func timeOf(v runlog.Value) time.Time {
	if at, _, ok := runlog.ParseStamp(v.Get("timestamp").Text()); ok {
		return at
	}
	if string(v.Get("type").Text()) == "message_update" {
		return time.Time{}
	}
	at, _ := runlog.ParseNumber(v.Get("message", "timestamp").Scalar())
	return at
}
