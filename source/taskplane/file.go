package taskplane

import (
	"context"
	"fmt"
	"io"
	"os"

	"notdone/source/logsource"
)

// file is one file that tells about a batch or a task.
type file struct {
	logsource.File
	logsource.Follower[*eventLog] // of a file of lines
	spot
	data any // what the file said when it was last whole; a pointer, by its role
}

// Bounds of a file that is read at once: of JSON, which is worth nothing without its
// end, and of text, which is cut.
const (
	maxJSON = 8 << 20
	maxText = 1 << 20
)

// dataOf returns what a file says; nil when there is no such file, or it says nothing yet.
func dataOf[T any](f *file) *T {
	if f == nil {
		return nil
	}
	v, _ := f.data.(*T)
	return v
}

// update reads what is new of a file.
func (s *plane) update(ctx context.Context, f *file) error {
	return f.Update(ctx, func(ctx context.Context) error {
		switch f.role {
		case roleEvents, roleLog:
			return f.Follow(ctx, s.Dir, f.Rel, func() (*eventLog, bool, error) { return newEventLog(f.Rel), true, nil })
		case roleNone, roleDone:
			return nil
		default:
			return s.readWhole(f)
		}
	})
}

// readWhole reads a file that is written at once. What it said before stands when it
// is caught half written.
func (s *plane) readWhole(f *file) error {
	return logsource.Open(s.Dir, f.Rel, func(d *os.File) error {
		limit := int64(maxJSON)
		if f.role >= roleStatus && f.role != roleReviewer {
			limit = maxText
		}
		raw, err := io.ReadAll(io.LimitReader(d, limit+1))
		if err != nil {
			return err
		}
		if int64(len(raw)) > limit {
			if limit == maxJSON {
				return fmt.Errorf("it is larger than %d MiB", maxJSON>>20)
			}
			raw = raw[:limit]
		}
		now := parsers[f.role](raw)
		if was, ok := f.data.(*statusDoc); ok && torn(was, now) {
			return nil
		}
		if now != nil {
			f.data = now
		}
		return nil
	})
}

// torn reports whether a STATUS.md was caught while it was being written, which is not
// done at once: sections are gone that it had.
func torn(was *statusDoc, now any) bool {
	is, ok := now.(*statusDoc)
	return ok && was.Whole && !is.Whole
}
