package anvil

import (
	"bytes"
	"regexp"
	"strconv"
	"time"

	"notdone/source/runlog"
	"notdone/source/tail"
)

// headSize is how much of a file tells whether it is one of Anvil's.
const headSize = 16 << 10

// sniffed is what the beginning of a file tells.
type sniffed struct {
	ours    bool
	started time.Time // the first time in it
	updated time.Time // of a session file
}

var (
	createdAt = regexp.MustCompile(`"created_at_ms"\s*:\s*(\d{12,14})`)
	updatedAt = regexp.MustCompile(`"updated_at_ms"\s*:\s*(\d{12,14})`)
)

// sniff looks at the beginning of a file. Beneath Anvil's own folder a path says
// enough; elsewhere the content must.
func sniff(head []byte, s spot) sniffed {
	f := sniffed{ours: true}
	switch s.role {
	case roleLog:
		f.ours, f.started = sniffLog(head)
	case roleTrace:
		_, f.started = sniffLog(head)
	case roleSession:
		f.started, f.updated = millisecondsIn(createdAt, head), millisecondsIn(updatedAt, head)
	case roleResult:
		f.ours = hasKey(head, "command_return_code") || hasKey(head, "exit_class")
	case roleTelemetry:
		f.ours = hasKey(head, "completion_kind") || hasKey(head, "plan_registration_count")
	case roleNone:
		f.ours = false
	}
	return f
}

func hasKey(head []byte, key string) bool { return bytes.Contains(head, []byte(`"`+key+`"`)) }

// sniffLog looks for Anvil's tracing or its blocks. That somebody writes about
// Anvil is not enough: each stands at the beginning of its line.
func sniffLog(head []byte) (ours bool, first time.Time) {
	if tail.LooksBinary(head) {
		return false, time.Time{}
	}
	for line := range bytes.SplitSeq(head, []byte{'\n'}) {
		line = runlog.Clean(line)
		before, t, ok := splitTrace(line)
		if !ok {
			t, ok = jsonTrace(line)
		}
		if ok && len(before) == 0 {
			return true, t.at
		}
		if ticks, info := fenceOf(string(line)); ticks > 0 && kindOfFence(info) != blockOther {
			ours = true
		}
	}
	return ours, first
}

func millisecondsIn(key *regexp.Regexp, head []byte) time.Time {
	m := key.FindSubmatch(head)
	if m == nil {
		return time.Time{}
	}
	n, err := strconv.ParseInt(string(m[1]), 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.UnixMilli(n).UTC()
}
