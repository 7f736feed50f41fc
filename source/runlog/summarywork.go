package runlog

import (
	"fmt"

	"notdone/model"
)

// Work is what the newest run did, as rules look at it; name is that of the log in
// evidence.
func (s *Summary) Work(name string) *model.Work {
	at := func(line int64) string { return fmt.Sprintf("%s:%d", name, line) }
	a := &s.Activity
	w := &model.Work{
		Turns: s.NumRuns, Asked: s.Asked,
		Messages: a.Messages, Calls: a.Calls, Edits: a.Edits, Mutations: a.Mutations, Commands: a.Commands, Tests: a.Tests,
		Scripts: a.Scripts, Delegated: a.Delegated, Edited: a.Edited, CommandReadOnly: a.LastCommandReadOnly,
		CommandLast: a.LastCommandLine == a.LastLine && s.Pending == "", Recovered: s.Recovered, Resumes: s.Resumes,
		LostEdits: a.LostEdits, Written: a.Written, Settled: a.Settled,
	}
	if a.LostEdits > 0 {
		w.LostEdit = model.Step{Text: a.LostEdit, Where: at(a.LostEditLine), Failed: true}
	}
	if n := len(s.Runs); n > 0 && s.Runs[n-1].Messages != nil {
		r := &s.Runs[n-1]
		w.Messages = max(w.Messages, *r.Messages)
		w.Partial = r.ToolCalls == nil
	}
	if a.LastCommand != "" {
		w.Command = model.Step{Text: a.LastCommand, Where: at(a.LastCommandLine), Failed: a.LastCommandFailed}
	}
	if a.LastTest != "" {
		w.Test = model.Step{Text: a.LastTest, Where: at(a.LastTestLine), Failed: a.LastTestFailed}
	}
	if s.Waiting != "" {
		w.Waiting = model.Evidence{Where: at(s.WaitingLine), Quote: s.Waiting}
	}
	if a.Left != "" {
		w.Left = model.Evidence{Where: at(a.LeftLine), Quote: a.Left}
	}
	if s.Pending != "" {
		w.Pending = model.Evidence{Where: at(s.PendingLine), Quote: s.Pending}
	}
	for _, d := range s.Denied {
		w.Denied = append(w.Denied, model.Denial{
			Tool: d.Tool, What: d.What, Where: at(d.Line), At: d.At, ReadOnly: d.Mode == ModeRead, Proves: d.Proves, Asks: d.Mode == ModeAsk, Person: d.Person,
		})
	}
	for i := range s.Loops {
		l := &s.Loops[i]
		w.Loops = append(w.Loops, model.ToolLoop{
			Tool: l.Tool, Args: l.Args, Result: l.Result, Count: l.Count, First: l.First, Last: l.Last,
			From: at(l.FirstLine), To: at(l.LastLine), Ended: l.Ended,
		})
	}
	return w
}
