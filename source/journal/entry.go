package journal

import (
	"errors"
	"path/filepath"
	"time"

	"notdone/source"
)

// Outcome says what became of an action.
type Outcome string

// The outcomes. An action is pending from its intent to its confirmation; when
// that was interrupted it stays pending until it is settled.
const (
	Pending    Outcome = "pending"
	Applied    Outcome = "applied"
	NotApplied Outcome = "not-applied"
	Unknown    Outcome = "unknown" // the rows have moved on and do not tell any more
)

// Entry is one action as the journal tells it.
type Entry struct {
	source.Record
	Outcome  Outcome
	UndoneBy string    // the ID of the record that took it back; empty while none did
	Settled  time.Time // when the outcome was written; zero while it is pending
	// Path is the queue's absolute path without symbolic links, as it was when
	// the action was done.
	Path string
}

// Of reports whether the entry is about the queue at this path, however the
// path is written.
func (e *Entry) Of(queue string) bool { return e.Path == canonical(queue) }

// Near reports whether the entry is about a queue inside the folder at this
// path, or about a folder that holds the file at this path, and not about the
// path itself.
func (e *Entry) Near(queue string) bool {
	path := canonical(queue)
	return within(e.Path, path) || within(path, e.Path)
}

// within reports whether path is somewhere below folder.
func within(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && rel != "." && filepath.IsLocal(rel)
}

// canonical is the path by which entries know a queue.
func canonical(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real
	}
	return abs
}

// The errors of a journal. Each prints as one line with the file's path.
var (
	// ErrReadOnly says that nothing may be done because nothing may be written.
	ErrReadOnly = errors.New("nothing is done in read-only mode")
	// ErrUnwritable says that the journal cannot be written, so nothing was done.
	ErrUnwritable = errors.New("the journal cannot be written, so nothing was done")
	// ErrLocked says that another notdone did not finish what it is doing.
	ErrLocked = errors.New("another notdone is still acting and holds the journal")
	// ErrRefused says that the plan itself was refused.
	ErrRefused = errors.New("refused")
	// ErrNotDone says that a commit failed in a way which told nothing, and that
	// the rows are as they were.
	ErrNotDone = errors.New("its rows say that it was not")
	// ErrUndone says that what should be undone was undone before, or never done.
	ErrUndone = errors.New("there is nothing left to undo")
)
