package claude

import (
	"bytes"

	"notdone/source/runlog"
)

// Detect reports whether the beginning of a file, a few kilobytes or more, is
// that of a transcript or a result stream. The last line may be cut anywhere;
// an empty head is neither.
func Detect(head []byte) bool {
	var rec record
	return runlog.AnyLine(head, func(line []byte, _ bool) bool {
		// claude -p --output-format json --verbose writes one array.
		c := runlog.NewCursor(bytes.TrimPrefix(line, []byte("[")))
		rec.reset()
		if c.Next() == '{' {
			c.Fields(&rec)
		}
		return rec.ours()
	})
}

// ours reports whether nothing but Claude writes such a record.
func (r *record) ours() bool {
	switch string(r.typ) {
	case "user", "assistant":
		return r.transcript && len(r.session) > 0 || r.stream
	case "system":
		return r.transcript && len(r.session) > 0 || string(r.subtype) == "init" && r.stream
	case "result":
		return len(r.subtype) > 0 && (r.stream || r.hasCost || r.turns >= 0)
	case "queue-operation", "permission-mode", "last-prompt", "ai-title", "custom-title", "mode", "attachment", "pr-link", "agent-name",
		"agent-setting", "progress":
		return r.transcript && len(r.session) > 0
	case "file-history-snapshot":
		return true
	case "summary":
		return len(r.title) > 0 && r.transcript
	}
	return false
}
