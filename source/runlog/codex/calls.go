package codex

import (
	"slices"
	"strconv"

	"notdone/source/runlog"
)

// maxCalls is how many calls of a turn are known by their ids.
const maxCalls = 256

// called is one tool call of the newest turn.
type called struct {
	id, tool string
	mode     runlog.CallMode
	files    []string // that it changes, where it names them
	process  string   // the session in which its command still runs; empty: it does not
	done     bool     // what came of it is known
}

// calls are the tool calls of a turn, the newest maxCalls.
type calls struct{ all []called }

func newCalls() calls { return calls{} }

func (c *calls) clone() calls { return calls{all: slices.Clone(c.all)} }

// find returns the call with the id; nil: it is not known. It is valid until
// the next one is added.
func (c *calls) find(id string) *called {
	for i := len(c.all) - 1; i >= 0; i-- {
		if c.all[i].id == id {
			return &c.all[i]
		}
	}
	return nil
}

// runs returns the call whose command runs in the session.
func (c *calls) runs(process string) *called {
	for i := len(c.all) - 1; i >= 0 && process != ""; i-- {
		if c.all[i].process == process && !c.all[i].done {
			return &c.all[i]
		}
	}
	return nil
}

func (c *calls) add(n called) {
	if len(c.all) == maxCalls {
		c.all = slices.Delete(c.all, 0, 1)
	}
	c.all = append(c.all, n)
}

// settle ends the commands that the turn leaves running.
func (c *calls) settle(w *runlog.Work, line int64) {
	for i := range c.all {
		if n := &c.all[i]; n.process != "" && !n.done {
			n.done = true
			w.AddResult(n.id, false, "", line)
		}
	}
}

// call takes a tool call. One that is known by its id is not another one.
func (r *reader) call(c runlog.Call, files []span, e runlog.Entry) {
	if c.ID != "" && r.turn.calls.find(c.ID) != nil {
		if r.turn.wait.call == c.ID && c.Mode != runlog.ModeAsk {
			r.turn.wait = waiting{}
		}
		return
	}
	r.alive(e)
	if r.turn.wait.call == "" {
		r.turn.wait = waiting{}
	}
	if c.ID == "" {
		c.ID = "line " + strconv.FormatInt(e.Line, 10)
	}
	n := called{id: c.ID, tool: c.Tool, mode: c.Mode}
	for _, f := range files {
		n.files = append(n.files, text(f, runlog.MaxPrompt))
	}
	r.turn.calls.add(n)
	c.Line, c.At = e.Line, e.At
	r.work.AddCall(c)
	e.Kind, e.Name = runlog.KindToolCall, c.Tool
	if e.Text = c.What(); len(n.files) > 1 {
		e.Text = paths(files)
	}
	r.Add(e, false)
}

// result takes what came of a call. A second one says nothing new.
func (r *reader) result(id string, o output, e runlog.Entry) {
	if r.turn.wait.call == id || r.turn.wait.call == "" {
		r.turn.wait = waiting{}
	}
	n := r.turn.calls.find(id)
	if n == nil || n.done {
		return
	}
	e.Kind, e.Name, e.Text, e.Failed = runlog.KindToolResult, n.tool, o.text, o.failed
	if r.Closed {
		r.note(e)
	} else {
		r.alive(e)
		r.Add(e, false)
	}
	if o.process != "" && !o.exited {
		n.process = o.process
		return
	}
	r.settled(n, o, e)
}

// settled counts a call whose outcome is known.
func (r *reader) settled(n *called, o output, e runlog.Entry) {
	n.done = true
	r.work.AddResult(n.id, o.failed, o.text, e.Line)
	switch c := (runlog.Call{ID: n.id, Tool: n.tool, Mode: n.mode, Line: e.Line, At: e.At}); {
	case o.person:
		r.work.DenyCallByPerson(c)
	case o.denied:
		r.work.DenyCall(c)
	}
	if o.failed {
		return
	}
	for _, f := range n.files {
		if len(r.turn.edited) < maxFiles && !slices.Contains(r.turn.edited, f) {
			r.turn.edited = append(r.turn.edited, f)
		}
	}
	if changed := len(r.turn.edited); changed > 0 {
		r.Run.FilesChanged = &changed
	}
}
