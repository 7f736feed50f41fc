package journal

import (
	"context"
	"fmt"
	"os"

	"notdone/model"
	"notdone/source"
)

// Command is another program that the operator had run about a task. What it did is
// not known here and cannot be undone.
type Command struct {
	Argv []string `json:"argv"`
	Dir  string   `json:"dir,omitempty"` // where it was run; empty: where notdone was
	How  string   `json:"how,omitempty"` // how it ended; empty: that is not known
}

// BeginCommand records that a command is started, and returns its entry. The caller
// must not start it when that fails.
func (j *Journal) BeginCommand(ctx context.Context, task model.Ref, title, actor string, c Command) (*Entry, error) {
	if j == nil || j.readOnly {
		return nil, ErrReadOnly
	}
	e := &Entry{Outcome: Ran, Path: Canonical(task.Queue), Ran: &c, Record: source.Record{
		Task: task, Title: title, Request: source.Request{Actor: actor},
	}}
	err := j.withLock(ctx, func(f *os.File) error {
		e.ID, e.At = j.nextID(), j.now().UTC()
		if err := appendLine(f, lineOf(e)); err != nil {
			return fmt.Errorf("%w: %w", ErrUnwritable, err)
		}
		return j.readNewLines(f)
	})
	return e, err
}

// EndCommand records how a command ended.
func (j *Journal) EndCommand(ctx context.Context, e *Entry, how string) error {
	return j.withLock(ctx, func(f *os.File) error {
		c := *e.Ran
		c.How = how
		ended := *e
		ended.At, ended.Ran = j.now().UTC(), &c
		err := appendLine(f, lineOf(&ended))
		// A failure to shorten is no failure of the command: the next action tries again.
		_ = j.shorten(f)
		return err
	})
}
