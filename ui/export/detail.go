package export

import (
	"slices"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
)

// textLimit bounds bodies, results and notes in a detail, in bytes.
const textLimit = 1 << 20

type detail struct {
	*record
	Body        *string `json:"body"`
	Result      *string `json:"result"`
	Runs        []run   `json:"runs"`
	Events      []event `json:"events"`
	MaxAttempts *int    `json:"max_attempts"`
	// Answer is the operator's answer as the queue keeps it for the agent.
	Answer  *string `json:"answer"`
	Entries []entry `json:"entries"`
}

type run struct {
	ID       string   `json:"id"`
	Attempt  int      `json:"attempt"`
	Worker   *string  `json:"worker"`
	Started  *string  `json:"started"`
	Ended    *string  `json:"ended"`
	Outcome  *string  `json:"outcome"`
	Recorded *string  `json:"recorded"`
	Output   *string  `json:"output"`
	Error    *string  `json:"error"`
	Own      bool     `json:"error_own"` // the error is notdone's own description
	CostUSD  *float64 `json:"cost_usd"`
	Tokens   *int64   `json:"tokens"`
}

type event struct {
	Where *string `json:"where"`
	Name  string  `json:"name"`
	Actor *string `json:"actor"`
	Note  *string `json:"note"`
	At    *string `json:"at"`
}

// Detail returns a task with its texts, runs, events and the journal's entries about it as one line
// of JSON. The bytes are valid until the next call.
func (e *Encoder) Detail(r *model.Row, h *source.History, entries []journal.Entry) ([]byte, error) {
	d := detail{
		record: toRecord(r), Body: known(Bound(h.Case.Body, textLimit)), Result: known(Bound(h.Case.Result, textLimit)),
		Runs: []run{}, Events: []event{}, Answer: known(Bound(h.Case.Answer, textLimit)), Entries: make([]entry, len(entries)),
	}
	if h.Case.MaxAttempts > 0 {
		d.MaxAttempts = &h.Case.MaxAttempts
	}
	for i := range entries {
		d.Entries[i] = toEntry(&entries[i])
	}
	for i := range h.Case.Runs {
		x := &h.Case.Runs[i]
		out := run{
			ID: x.ID, Attempt: x.Attempt, Worker: Short(x.Worker), Started: stamp(x.Started), Ended: stamp(x.Ended),
			Recorded: Short(x.Recorded), Output: known(Bound(x.Output, textLimit)), Error: known(Bound(x.Error, textLimit)), Own: x.ErrorOwn,
			CostUSD: x.CostUSD, Tokens: x.Tokens,
		}
		if !x.Open() {
			out.Outcome = known(x.Outcome.String())
		}
		d.Runs = append(d.Runs, out)
	}
	listed := make(map[model.Event]bool, len(h.Case.Events)) // a source may list a comment among the events too
	for _, x := range slices.Concat(h.Case.Events, h.Comments) {
		if listed[x] {
			continue
		}
		listed[x] = true
		d.Events = append(d.Events, event{
			Where: known(x.Where), Name: Bound(x.Name, shortLimit), Actor: Short(x.Actor), Note: known(Bound(x.Note, textLimit)), At: stamp(x.At),
		})
	}
	return e.Value(d)
}
