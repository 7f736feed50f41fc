package anvil

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strconv"
	"time"

	"notdone/source/logsource"
	"notdone/source/runlog"
	"notdone/source/tail"
)

// headSize is how much of a file tells whether it is one of Anvil's.
const headSize = 16 << 10

// file is one file that may tell about a session. Of what it says only what its
// reader keeps is kept.
type file struct {
	logsource.File
	logsource.Follower[*logReader] // of a log
	spot                           spot
	run                            *run // that it belongs to; nil: none

	head logsource.Stamp // as it was when its beginning was looked at
	sniffed

	session   *sessionFacts
	result    *resultFacts
	telemetry *telemetryFacts
}

// sniff finds out whether the file is one of Anvil's, and when it began, and
// reports whether that is new. The first bytes of a log may not have told yet.
func (f *file) sniff(dir string) (news bool) {
	known := f.head != logsource.Stamp{}
	same := known && f.head.Inode == f.At.Inode
	if same && f.head.Size >= headSize && f.spot.role != roleSession {
		return false
	}
	head, err := logsource.Head(dir, f.Rel, headSize)
	if err != nil {
		return false
	}
	was := f.sniffed
	f.sniffed = sniff(head, f.spot)
	f.ours = f.ours || same && was.ours // a file half written over is still the same one
	f.head = f.At
	return was != f.sniffed
}

// update reads what is new in the file.
func (s *sessions) update(ctx context.Context, f *file) error {
	return f.Update(ctx, func(ctx context.Context) error {
		switch f.spot.role {
		case roleLog, roleTrace:
			return f.Follow(ctx, s.Dir, f.Rel, func() (*logReader, bool, error) { return newLogReader(f.Rel), true, nil })
		case roleSession:
			facts, err := s.readSession(f, 0)
			if facts != nil {
				f.session = facts
			}
			return err
		case roleResult:
			return logsource.ReadJSON(s.Dir, f.Rel, &f.result)
		case roleTelemetry:
			return logsource.ReadJSON(s.Dir, f.Rel, &f.telemetry)
		case roleNone:
		}
		return nil
	})
}

// readSession reads a session file; nil when it was caught half written.
func (s *sessions) readSession(f *file, whole int) (facts *sessionFacts, err error) {
	err = logsource.Open(s.Dir, f.Rel, func(d *os.File) error {
		facts, _ = readSession(d, f.Rel, whole) // what was read before stands
		return nil
	})
	return facts, err
}

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
