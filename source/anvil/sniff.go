package anvil

import (
	"bytes"
	"errors"
	"regexp"
	"strconv"
	"time"

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

// sniff looks at the beginning of a file. Beneath Anvil's own folders a path
// says enough; elsewhere the content must.
func sniff(head []byte, s spot, own bool) sniffed {
	var f sniffed
	switch s.role {
	case roleLog:
		f.ours, f.started = sniffLog(head)
	case roleTrace:
		_, f.started = sniffLog(head)
		f.ours = true
	case roleSession:
		f.ours = own || isSession(head)
		f.started, f.updated = millisecondsIn(createdAt, head), millisecondsIn(updatedAt, head)
	case roleResult:
		f.ours = hasKey(head, "command_return_code") || hasKey(head, "exit_class")
	case roleMeta:
		f.ours = hasKey(head, "rc")
	case roleTelemetry:
		f.ours = hasKey(head, "completion_kind") || hasKey(head, "plan_registration_count")
	case roleEval:
		f.ours = own || hasKey(head, "final_outcome") && hasKey(head, "anvil_score")
	case roleEvents:
		f.ours = own || isRunStart(head)
	case roleLife:
		f.ours = true
	case roleNone:
	}
	return f
}

func hasKey(head []byte, key string) bool { return bytes.Contains(head, []byte(`"`+key+`"`)) }

func isSession(head []byte) bool {
	if len(bytes.TrimSpace(head)) == 0 || bytes.TrimSpace(head)[0] != '{' || !hasKey(head, "messages") {
		return false
	}
	return hasKey(head, "mode_state") || hasKey(head, "metadata") && hasKey(head, "session_id") && hasKey(head, "updated_at_ms")
}

// isRunStart reports whether the first line begins a run of a later build.
func isRunStart(head []byte) bool {
	line, _, _ := bytes.Cut(head, []byte{'\n'})
	e := laterLine{}
	return e.read(line) && e.event == "run_start" && e.task != ""
}

// sniffLog looks for Anvil's tracing, its blocks, or the first line of a later
// build. That somebody writes about Anvil is not enough: each stands at the
// beginning of its line.
func sniffLog(head []byte) (ours bool, first time.Time) {
	if tail.LooksBinary(head) {
		return false, time.Time{}
	}
	var strip stripper
	for line := range bytes.SplitSeq(head, []byte{'\n'}) {
		line = strip.strip(line)
		before, t, ok := splitTrace(line)
		if !ok {
			t, ok = jsonTrace(line)
		}
		switch {
		case ok && len(before) == 0:
			return true, t.at
		case bytes.HasPrefix(line, laterRun) && bytes.Contains(line, []byte(" messages=")):
			ours = true
		default:
			if ticks, info := fenceOf(string(line)); ticks > 0 && kindOfFence(info) != blockOther {
				ours = true
			}
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

// readHead reads the beginning of a file; it never blocks.
func readHead(root, rel string) (head []byte, err error) {
	f, err := tail.OpenBeneath(root, rel)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return tail.Head(f, headSize)
}
