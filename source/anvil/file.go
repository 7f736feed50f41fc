package anvil

import (
	"context"
	"encoding/json"
	"os"

	"notdone/source/logsource"
)

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
		f.Err = err
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
			return readWhole(s.Dir, f.Rel, &f.result)
		case roleTelemetry:
			return readWhole(s.Dir, f.Rel, &f.telemetry)
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

// readWhole reads a file that is written at once. Of one that was caught half
// written, what was read before stands.
func readWhole[T any](dir, rel string, into **T) error {
	return logsource.Open(dir, rel, func(d *os.File) error {
		if v := new(T); decode(json.NewDecoder(d), v) == nil {
			*into = v
		}
		return nil
	})
}
