package journal

import (
	"context"
	"fmt"
	"os"

	"notdone/model"
	"notdone/source"
)

// Command is a program of somebody else's that the operator had run about a task.
// What it did is not known here, and cannot be undone.
type Command struct {
	Argv []string `json:"argv"`
	Dir  string   `json:"dir,omitempty"` // where it was run; empty: where notdone was
	How  string   `json:"how,omitempty"` // how it ended; empty: that is not known
}

// commandRecord is a command and what it was run about. A second one with the same
// ID tells how it ended.
type commandRecord struct {
	Path  string `json:"path"`
	Queue string `json:"queue"`
	Task  string `json:"task"`
	Title string `json:"title,omitempty"`
	Actor string `json:"actor,omitempty"`
	Command
}

func commandOf(e *Entry) *commandRecord {
	return &commandRecord{
		Path: e.Path, Queue: e.Task.Queue, Task: e.Task.ID, Title: e.Title, Actor: e.Request.Actor, Command: *e.Ran,
	}
}

func (c *commandRecord) entry(l *line) *Entry {
	return &Entry{Outcome: Ran, Settled: l.At, Path: c.Path, Ran: &c.Command, Record: source.Record{
		ID: l.ID, At: l.At, Task: model.Ref{Queue: c.Queue, ID: c.Task}, Title: c.Title, Request: source.Request{Actor: c.Actor},
	}}
}

// BeginCommand keeps that a command is run now, and returns its entry. Nothing may
// be run when that fails.
func (j *Journal) BeginCommand(ctx context.Context, task model.Ref, title, actor string, c Command) (*Entry, error) {
	if j == nil || j.readOnly {
		return nil, ErrReadOnly
	}
	e := &Entry{Outcome: Ran, Path: Canonical(task.Queue), Ran: &c, Record: source.Record{
		Task: task, Title: title, Request: source.Request{Actor: actor},
	}}
	err := j.withLock(ctx, func(f *os.File) error {
		e.ID, e.At = j.nextID(), j.now().UTC()
		if err := appendLine(f, line{ID: e.ID, At: e.At, Ran: commandOf(e)}); err != nil {
			return fmt.Errorf("%w: %w", ErrUnwritable, err)
		}
		return j.readNewLines(f)
	})
	return e, err
}

// EndCommand keeps how a command ended.
func (j *Journal) EndCommand(ctx context.Context, e *Entry, how string) error {
	return j.withLock(ctx, func(f *os.File) error {
		ended := commandOf(e)
		ended.How = how
		err := appendLine(f, line{ID: e.ID, At: j.now().UTC(), Ran: ended})
		// A failure to shorten is no failure of the command: the next action tries again.
		_ = j.shorten(f)
		return err
	})
}
