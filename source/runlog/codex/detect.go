package codex

import "notdone/source/runlog"

// kinds are the types by which a line is known to be of Codex. The types of a
// stream are its own; those of a rollout carry something.
var kinds = map[string]bool{
	"thread.started": true, "turn.started": true, "turn.completed": true, "turn.failed": true,
	"item.started": true, "item.updated": true, "item.completed": true,
}

var carriers = map[string]bool{
	"session_meta": true, "turn_context": true, "event_msg": true, "response_item": true, "compacted": true,
}

// Detect reports whether a log that begins with head was written by Codex. The
// first line may be longer than head; a few kilobytes are enough all the same.
func Detect(head []byte) bool {
	var l line
	return runlog.AnyLine(head, func(text []byte, whole bool) bool {
		if text[0] == '{' && !l.read(text) && !whole {
			l.read(mend(text))
		}
		return text[0] == '{' && l.codex()
	})
}

// codex reports whether the line is one that only Codex writes.
func (l *line) codex() bool {
	kind := string(l.types[0])
	switch {
	case kinds[kind]:
		return true
	case carriers[kind]:
		return l.record
	case kind != "":
		return false
	case l.record:
		return string(l.types[1]) == "session_configured" || string(l.types[1]) == "task_started"
	}
	return l.old && l.is[fID] != nil && l.stamp != nil
}
