package export

import (
	"slices"

	"notdone/model"
	"notdone/source"
)

// textLimit bounds bodies, results and notes in a detail, in bytes.
const textLimit = 1 << 20

type detail struct {
	*record
	Body   *string  `json:"body"`
	Result *string  `json:"result"`
	Tags   []string `json:"tags"`
	Runs   []run    `json:"runs"`
	Events []event  `json:"events"`
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

// Detail returns a task with its texts, runs and events as one line of JSON.
// The bytes are valid until the next call.
func (e *Encoder) Detail(r *model.Row, h *source.History) ([]byte, error) {
	d := detail{
		record: toRecord(r), Body: known(Bound(h.Case.Body, textLimit)), Result: known(Bound(h.Case.Result, textLimit)),
		Tags: list(r.Tags), Runs: []run{}, Events: []event{},
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
