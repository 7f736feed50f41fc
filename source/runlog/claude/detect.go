package claude

import (
	"bytes"

	"notdone/source/runlog"
)

// Detect reports whether the beginning of a file, a few kilobytes or more, is
// that of a transcript or a result stream. The last line may be cut anywhere;
// an empty head is neither.
func Detect(head []byte) bool {
	head = bytes.TrimPrefix(head, bom)
	var rec record
	for n := 0; len(head) > 0 && n < 32; n++ {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		head = rest
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] != '{' && line[0] != '[' {
			continue
		}
		if line[0] == '[' {
			// claude -p --output-format json --verbose writes one array.
			line = bytes.TrimSpace(line[1:])
		}
		rec.reset()
		c := runlog.NewCursor(line)
		rec.read(&c)
		if rec.ours() {
			return true
		}
	}
	return false
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
