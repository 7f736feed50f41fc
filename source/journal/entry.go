package journal

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"notdone/source"
)

// Outcome says whether an action took place.
type Outcome string

// The outcomes. An action is pending from its intent until its outcome is
// recorded. An interrupted action stays pending until Settle.
const (
	Pending    Outcome = "pending"
	Applied    Outcome = "applied"
	NotApplied Outcome = "not-applied"
	Ran        Outcome = "ran"     // a command was run: what it did is not known
	Unknown    Outcome = "unknown" // the rows have changed since and do not show it
)

// Entry is one action in the journal.
type Entry struct {
	source.Record
	Outcome  Outcome
	UndoneBy string    // the ID of the record that undid it; empty when it is not undone
	Settled  time.Time // when the outcome was recorded; zero while it is pending
	// Path is the queue's absolute path without symbolic links at the time of the
	// action.
	Path string
	// Ran is the command that was run, of an entry that is no action of notdone's
	// own; nil for an action.
	Ran *Command
}

// Of reports whether the entry belongs to the queue at this path. The path may be
// relative or lead through symbolic links.
func (e *Entry) Of(queue string) bool { return e.Path == Canonical(queue) }

// Stands reports whether an entry is an action that was applied and not undone since. An undo is
// no such action.
func (e *Entry) Stands() bool { return e.Outcome == Applied && e.UndoneBy == "" && e.Undoes == "" }

// Near reports whether the entry belongs to a queue inside the folder at this
// path, or to a folder that contains the file at this path. It is false for an
// entry of the path itself.
func (e *Entry) Near(queue string) bool {
	path := Canonical(queue)
	return within(e.Path, path) || within(path, e.Path)
}

// within reports whether path is somewhere below folder.
func within(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && rel != "." && filepath.IsLocal(rel)
}

// Canonical returns the form of a path in which entries store it.
func Canonical(path string) string {
	path = source.Absolute(path)
	if real, err := filepath.EvalSymlinks(path); err == nil && !source.OnServer(path) {
		return real
	}
	return path
}

// The errors of a journal. Each prints as one line with the file's path.
var (
	// ErrReadOnly says that no action is allowed in read-only mode.
	ErrReadOnly = errors.New("nothing is done in read-only mode")
	// ErrUnwritable says that the journal cannot be written, so nothing was done.
	ErrUnwritable = errors.New("the journal cannot be written, so nothing was done")
	// ErrLocked says that another notdone process held the journal's lock until the
	// timeout.
	ErrLocked = errors.New("another notdone is still acting and holds the journal")
	// ErrRefused says that the plan itself was refused.
	ErrRefused = errors.New("refused")
	// ErrNotDone says that a commit was in doubt, and that the rows show that it did
	// not take place.
	ErrNotDone = errors.New("nothing was written")
	// ErrUndone says that the action is already undone, or never took place.
	ErrUndone = errors.New("there is nothing left to undo")
	// ErrForgotten is the ErrUndone of an action that was dropped from the journal to shorten it.
	ErrForgotten = fmt.Errorf("the journal no longer holds it, so %w", ErrUndone)
)
