package runlog

import (
	"hash/maphash"
	"slices"
	"strconv"
	"strings"
	"time"

	"notdone/model"
)

// Bounds of a Work.
const (
	maxPending = 64  // calls without a result
	maxKnown   = 256 // ids of calls
	maxEdited  = 64  // names of edited files
	maxDenied  = 20  // denials
	maxLoops   = 8   // loops
	maxWhat    = 400 // bytes of a path, a command or arguments
)

// CallMode classifies tool calls by their effect.
type CallMode uint8

// The modes of a call. ModeOther is the zero value: an unknown tool, which may have
// changed something.
const (
	ModeOther   CallMode = iota
	ModeRead             // reads something and changes nothing
	ModeEdit             // edits files
	ModeCommand          // runs a shell command
	ModeAgent            // hands work to another agent
	ModeAsk              // asks the user a question
)

// ToolModes returns the modes of an agent's own tools, from the lists of words.txt that
// begin with its name. Any other tool may change something.
func ToolModes(agent string) map[string]CallMode {
	modes := map[string]CallMode{}
	for i, name := range [...]string{"read", "edit", "command", "agent", "ask"} {
		for _, tool := range lists[agent+"-"+name] {
			modes[tool] = ModeRead + CallMode(i)
		}
	}
	return modes
}

// Call is one tool call.
type Call struct {
	ID   string // the id that the result refers to; empty: only the next result can
	Tool string
	// Args are the arguments as CanonicalArgs writes them, so that equal calls have equal
	// ones; Sum is their hash where Args is cut, else it may be 0.
	Args    string
	Sum     uint64
	Path    string   // the file or the address; may be empty
	More    []string // further files that a ModeEdit edits
	Command string   // the shell command of a ModeCommand
	Mode    CallMode
	Line    int64
	At      time.Time // zero: unknown
	// Process is the id of the process that continues after an intermediate result;
	// empty: there is none.
	Process string
}

// What returns the command, the paths or the arguments of the call; hostile and at most
// maxWhat bytes.
func (c *Call) What() string {
	path := c.Path
	if len(c.More) > 0 {
		path += ", " + strings.Join(c.More, ", ")
	}
	for _, s := range []string{c.Command, path, c.Args} {
		if s = strings.TrimSpace(s); s != "" && s != "{}" {
			return Cut(s, maxWhat)
		}
	}
	return ""
}

// describe returns the tool and What: "Bash go test ./...".
func (c *Call) describe() string { return strings.TrimSpace(c.Tool + " " + c.What()) }

// Result is the result of a tool call.
type Result struct {
	Text   string // the output of the tool; may be cut
	Failed bool
	Unsure bool // whether a command failed is not recorded; Failed is false
	Denied bool // the call failed because it was not permitted
	Person bool // a person denied it
}

// Work collects what the newest run did, tool call by tool call and in bounded memory.
// Calls are counted when they are made, all other facts when the result arrives.
type Work struct {
	Name string // how evidence names the log

	did         model.Work // without what Facts adds
	commandLine int64      // of the result of the newest command
	lastLine    int64      // of the newest result
	pending     []Call
	known       []string // the ids of the newest calls
	failures    []failure
	loops       repetitions
}

func (w *Work) at(line int64) string { return w.Name + ":" + strconv.FormatInt(line, 10) }

// Knows reports whether a call with the id was added, as some logs record calls twice.
func (w *Work) Knows(id string) bool { return id != "" && slices.Contains(w.known, id) }

// AddCall adds a call whose result is still to come.
func (w *Work) AddCall(c Call) {
	c.ID, c.Tool = strings.Clone(Cut(c.ID, MaxTitle)), strings.Clone(Cut(c.Tool, MaxTitle))
	w.did.Calls++
	if c.Mode == ModeAgent {
		w.did.Delegated++
	}
	if c.Sum == 0 {
		c.Sum = maphash.String(seed, c.Args)
	}
	c.Args, c.Path = strings.Clone(Cut(c.Args, maxWhat)), strings.Clone(Cut(c.Path, MaxPrompt))
	c.Command = strings.Clone(Cut(c.Command, MaxPrompt))
	w.pending = appendNewest(w.pending, c, maxPending)
	w.known = appendNewest(w.known, c.ID, maxKnown)
}

// appendNewest appends to a list of at most so many elements. A full list loses its first
// element.
func appendNewest[T any](list []T, t T, most int) []T {
	if len(list) >= most {
		list = append(list[:0], list[len(list)-most+1:]...)
	}
	return append(list, t)
}

// AddResult adds the result of the call with the id. The result of an unknown call counts
// only as a denial.
func (w *Work) AddResult(id string, r Result, line int64) {
	i := w.findPending(id)
	if i < 0 {
		if r.Denied { // the call may be on a damaged line
			w.addDenial(Call{ID: id, Line: line}, r.Person)
		}
		return
	}
	c := w.pending[i]
	w.pending = slices.Delete(w.pending, i, i+1)
	var cmd command
	if c.Mode == ModeCommand {
		cmd = parseCommand(c.Command)
	}
	r.Failed = r.Failed && hadWork(&cmd, r.Text)
	changed := !r.Failed && (c.Mode == ModeEdit || c.Mode == ModeOther || c.Mode == ModeAgent || cmd.mutates)
	w.countResult(&c, &cmd, r, line)
	w.loops.add(&c, !cmd.readOnly, changed, r.Text, line)
	if !r.Failed {
		w.resolveFailures(&c, &cmd)
		return
	}
	f := w.rememberFailure(&c, &cmd, line)
	f.lostEdit, f.denied, f.byPerson = isLostEdit(&c, &cmd, r.Text), r.Denied, r.Denied && r.Person
}

// findPending returns the index in pending of the call with the id, or -1.
func (w *Work) findPending(id string) int {
	for i, c := range slices.Backward(w.pending) {
		if c.ID == id {
			return i
		}
	}
	return -1
}

// Find returns the call with the id that has no result; nil: there is none. It is valid
// until the next call or result.
func (w *Work) Find(id string) *Call {
	if i := w.findPending(id); i >= 0 {
		return &w.pending[i]
	}
	return nil
}

// FindProcess returns a call that runs as the process, or as any process if it is empty;
// nil: there is none.
func (w *Work) FindProcess(process string) *Call {
	for i := range w.pending {
		if c := &w.pending[i]; c.Process != "" && (process == "" || c.Process == process) {
			return c
		}
	}
	return nil
}

// Oldest returns the id of the oldest call of the mode without a result; empty: there is
// none.
func (w *Work) Oldest(mode CallMode) string {
	for i := range w.pending {
		if w.pending[i].Mode == mode {
			return w.pending[i].ID
		}
	}
	return ""
}

// NumEdited returns the number of files that were edited by name; bounded.
func (w *Work) NumEdited() int { return len(w.did.Edited) }

func (w *Work) countResult(c *Call, cmd *command, r Result, line int64) {
	did := &w.did
	w.lastLine = max(w.lastLine, line)
	switch {
	case r.Failed:
	case HasAnyPrefix(r.Text, backgroundNotes):
		did.Left = model.Evidence{Where: w.at(line), Quote: c.describe()}
	case backgroundReaders[c.Tool]:
		did.Left = model.Evidence{}
	}
	switch c.Mode {
	case ModeEdit:
		if !r.Failed {
			did.Edits++
			did.Settled = false
			w.addEdited(c.Path)
			w.addEdited(c.More...)
		}
	case ModeOther:
		if !r.Failed {
			did.Mutations++
		}
		if runsPrograms(c.Tool) {
			did.Scripts++
		}
	case ModeCommand:
		w.countCommand(c, cmd, r, line)
	case ModeRead, ModeAgent, ModeAsk:
	}
}

// backgroundNotes begin the results of calls whose work continues in the background.
var backgroundNotes = phrases["background"]

// backgroundReaders are tools that read the output of background work or stop it.
var backgroundReaders = lists.Set("background-reader")

func (w *Work) countCommand(c *Call, cmd *command, r Result, line int64) {
	did := &w.did
	did.Commands++
	if !r.Failed && cmd.mutates {
		did.Mutations++
		w.addEdited(cmd.writes...)
		if cmd.writesLasting() {
			did.Written++
		}
	}
	did.Command = model.Step{Text: Cut(c.Command, maxWhat), Where: w.at(line), Failed: r.Failed}
	did.CommandReadOnly, w.commandLine = cmd.readOnly, line
	if !r.Failed && cmd.commits {
		did.Settled = true
	}
	if cmd.unknownEffect || !cmd.readOnly && !cmd.tests && readReport(r.Text) != reportNone {
		did.Scripts++
	}
	if cmd.tests {
		did.Tests++
		did.Test = did.Command
		did.Test.Failed = testsFailed(cmd, &r)
		did.Settled = !did.Test.Failed
	}
}

// runsPrograms reports whether an unknown tool may run programs, judging by its name.
func runsPrograms(tool string) bool {
	return HasAnyPart(strings.ToLower(tool), lists["running"])
}

// addEdited adds the names of edited files.
func (w *Work) addEdited(paths ...string) {
	for _, path := range paths {
		if path != "" && len(w.did.Edited) < maxEdited && !slices.Contains(w.did.Edited, path) {
			w.did.Edited = append(w.did.Edited, path)
		}
	}
}

// BeginRun begins a new run. It resets the facts, but keeps the counts of repeated calls.
func (w *Work) BeginRun() {
	loops := w.loops
	loops.ended = nil
	*w = Work{Name: w.Name, loops: loops}
}

// DropPending drops the calls without a result, because their run has ended.
func (w *Work) DropPending() { w.pending = nil }

// Clone returns an independent copy.
func (w *Work) Clone() Work {
	c := *w
	c.did.Edited = slices.Clone(w.did.Edited)
	c.pending, c.known, c.failures = slices.Clone(w.pending), slices.Clone(w.known), slices.Clone(w.failures)
	c.loops = w.loops.clone()
	return c
}

// Facts returns what the newest run did. The caller may change its slices.
func (w *Work) Facts() model.Work {
	f := w.did
	f.Edited = slices.Clone(f.Edited)
	f.Denied, f.Loops = w.denied(), w.loops.list(w.at)
	for i := range w.failures {
		if lost := &w.failures[i]; lost.lostEdit && !lost.denied {
			f.LostEdits++
			f.LostEdit = model.Step{Text: lost.call.describe(), Where: w.at(lost.line), Failed: true}
		}
	}
	if n := len(w.pending); n > 0 {
		c := &w.pending[n-1]
		f.Pending = model.Evidence{Where: w.at(c.Line), Quote: c.describe()}
	}
	f.CommandLast = w.commandLine == w.lastLine && len(w.pending) == 0
	return f
}
