package transcript

import (
	"time"

	"notdone/source"
	"notdone/source/runlog"
)

// window is how far back the folder of an agent's own logs is read, unless the
// operator says otherwise.
const window = 48 * time.Hour

// windowStart returns when a file in the folder must have been written last to be read,
// in nanoseconds since 1970; 0: whenever. Only folders in which agents keep what
// they did hold thousands of sessions that nobody asks for.
func windowStart(dir string, o source.Options) int64 {
	switch {
	case agentOfFolder(dir) == "":
		return 0
	case !o.Since.IsZero():
		return o.Since.UnixNano()
	}
	return o.Now().Add(-window).UnixNano()
}

// isTooOld reports whether a file is older than what is read. One that was asked
// for by name is never, nor one that belongs to a task elsewhere.
func (l *Logs) isTooOld(f *file) bool {
	return l.cutoff != 0 && f.At.Mtime < l.cutoff && !f.named && !f.Read && f.task == nil
}

// How long the log of an agent that is known may be silent in the middle of
// something: a tool may run for a while, a model may think for a while.
const (
	quietCall  = 30 * time.Minute
	quietModel = 10 * time.Minute
)

// quietLimit returns how long the log may be silent before it is taken for over.
func quietLimit(s *runlog.Summary) time.Duration {
	switch {
	case s.Kind == "":
	case s.Work.Pending.Quote != "":
		return quietCall
	case s.LastKind == runlog.KindPrompt || s.LastKind == runlog.KindToolResult || s.LastKind == runlog.KindToolCall:
		return quietModel
	}
	return runlog.Quiet
}

// isOpen reports whether a log is still being written: it has no terminal
// record, waits for nobody and its newest sign of life is recent. Where that is
// the file's own time alone, one after a moment that was asked about says that
// nothing is known of a silence.
func isOpen(s *runlog.Summary, beat, now time.Time) bool {
	if s.Terminal || s.Work.Waiting.Quote != "" || beat.IsZero() {
		return false
	}
	return now.Sub(beat).Abs() < quietLimit(s) || s.Kind != "" && !s.Stamped && beat.After(now)
}

// heartbeat returns the newest sign of life of a log and of its subagents'.
func (l *Logs) heartbeat(f *file, s *runlog.Summary) time.Time {
	beat := s.Heartbeat(f.Written(), f.Grew)
	for _, sub := range l.subs[f.session] {
		if sub.isLog() && sub != f {
			theirs := sub.View.Summary()
			if at := theirs.Heartbeat(sub.Written(), sub.Grew); at.After(beat) {
				beat = at
			}
		}
	}
	return beat
}
