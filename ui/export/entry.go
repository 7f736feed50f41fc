package export

import (
	"time"

	"notdone/source/journal"
	"notdone/ui/report"
)

// entry is an entry of the journal.
type entry struct {
	Entry    string          `json:"entry"`
	At       string          `json:"at"`
	Actor    *string         `json:"actor"`
	Action   string          `json:"action"`
	Queue    string          `json:"queue"`
	ID       string          `json:"id"`
	Title    *string         `json:"title"`
	Was      *string         `json:"was"`
	Now      *string         `json:"now"`
	Outcome  journal.Outcome `json:"outcome"`
	Undo     *string         `json:"undo"` // until when it can be undone
	UndoneBy *string         `json:"undone_by"`
	Undoes   *string         `json:"undoes"`
	Command  []string        `json:"command,omitempty"` // that was run; an action has none
	Ended    *string         `json:"ended,omitempty"`   // how the command did
	Answer   *string         `json:"answer"`
	Reason   *string         `json:"reason"`
}

// Entry returns an entry of the journal as one line of JSON with its line break. The bytes are
// valid until the next call.
func (e *Encoder) Entry(of *journal.Entry) ([]byte, error) { return e.Value(toEntry(of)) }

func toEntry(e *journal.Entry) entry {
	out := entry{
		Entry: e.ID, At: e.At.UTC().Format(time.RFC3339Nano), Actor: Short(e.Request.Actor), Action: report.ActionOf(e),
		Queue: e.Path, ID: e.Task.ID, Title: Short(e.Title), Was: Short(e.Was), Now: Short(e.Now),
		Outcome: e.Outcome, UndoneBy: Short(e.UndoneBy), Undoes: Short(e.Undoes),
		Answer: Short(e.Request.Answer), Reason: Short(e.Request.Reason),
	}
	if e.Outcome == journal.Applied && e.UndoneBy == "" {
		out.Undo = Short(e.Undo)
	}
	if e.Ran != nil {
		out.Command, out.Ended = e.Ran.Argv, Short(e.Ran.How)
	}
	return out
}
