package runlog

import (
	"hash/maphash"
	"slices"
	"strings"
	"time"
)

// Bounds of what is remembered of an agent's work.
const (
	maxPending = 64  // calls whose result has not come
	maxEdited  = 64  // files that were changed, by name
	maxDenied  = 20  // denials that are shown
	maxLoops   = 8   // loops that are shown
	maxWhat    = 400 // bytes of a path, a command or arguments
)

// CallMode is what a tool call does to the world.
type CallMode uint8

// The modes of a call. ModeOther is the zero value: a tool of which nothing is
// known, which may have changed something.
const (
	ModeOther   CallMode = iota
	ModeRead             // looks at something, changes nothing
	ModeEdit             // changes one file
	ModeCommand          // runs a command of a shell
	ModeAgent            // hands work to another agent
	ModeAsk              // asks the person in front of it
)

var modeNames = [...]string{"other", "read", "edit", "command", "agent", "ask"}

// String returns the mode in words.
func (m CallMode) String() string {
	if int(m) < len(modeNames) {
		return modeNames[m]
	}
	return "invalid"
}

// Call is one tool call.
type Call struct {
	ID   string // by which its result names it
	Tool string
	// Args are the arguments as Canon writes them, so that equal calls have equal
	// ones; Sum is their hash where Args is cut, else it may be 0.
	Args    string
	Sum     uint64
	Path    string // the file or the address it is about; may be empty
	Command string // of a ModeCommand
	Mode    CallMode
	Line    int64
	At      time.Time // zero: unknown
}

// What is what the call is about, in a few words: its command, its path or its
// arguments. Hostile and at most maxWhat bytes.
func (c *Call) What() string {
	for _, s := range []string{c.Command, c.Path, c.Args} {
		if s = strings.TrimSpace(s); s != "" && s != "{}" {
			return Cut(s, maxWhat)
		}
	}
	return ""
}

// describe is the call as a person would name it: "Bash go test ./...".
func (c *Call) describe() string { return strings.TrimSpace(c.Tool + " " + c.What()) }

// Activity is what an agent did in one run, as far as the log shows it. Calls
// are counted when they are made, everything else when its result has come.
type Activity struct {
	Messages  int // texts that the agent said
	Calls     int // tool calls, of subagents too
	Reads     int
	Edits     int // that succeeded
	Commands  int // tests among them
	Tests     int // commands that run tests
	Mutations int // commands and unknown tools that succeeded and may have changed something
	Delegated int // calls that hand work to another agent, whose own log shows what that did
	Failed    int // results that say that the call failed, commands among them

	// LostEdits are changes of files that failed without anything behind them that
	// can have made them good: another change, or a command that may write files.
	// Those that were not permitted are told of as denials instead.
	LostEdits    int
	LostEdit     string // the newest of them, in words
	LostEditLine int64
	Written      int // commands that succeeded and write files, other than temporary ones, by their words

	Edited              []string // the files, in order, the first maxEdited; commands' own are those they redirect to
	LastCommand         string
	LastCommandFailed   bool
	LastCommandReadOnly bool  // it only looks at something
	LastCommandLine     int64 // of its result
	LastLine            int64 // of the newest result of all
	// Scripts are commands and unknown tools of which their words do not tell what
	// they run: they may be tests. So is a command that printed how tests went, as
	// a commit does with a hook behind it.
	Scripts        int
	LastTest       string
	LastTestFailed bool // its result says so, whatever its exit code
	LastTestLine   int64
}

// Work adds up what an agent does, call by call, in bounded memory: what it
// did in the newest run, what it was denied, and what it does again and again.
// The zero value is ready for use. It is a value; Clone makes another.
type Work struct {
	activity  Activity
	pending   []Call
	failures  []failure
	recovered int // denials that were made good
	loops     repetitions
}

// CountMessage counts a text that the agent said.
func (w *Work) CountMessage() { w.activity.Messages++ }

// CountHiddenCalls counts calls of which the log tells the number alone.
func (w *Work) CountHiddenCalls(calls int) { w.activity.Calls += calls }

// AddCall takes a call that is made.
func (w *Work) AddCall(c Call) {
	w.activity.Calls++
	if c.Mode == ModeAgent {
		w.activity.Delegated++
	}
	c.ID, c.Tool = strings.Clone(Cut(c.ID, MaxTitle)), strings.Clone(Cut(c.Tool, MaxTitle))
	if c.Sum == 0 {
		c.Sum = maphash.String(seed, c.Args)
	}
	c.Args, c.Path = strings.Clone(Cut(c.Args, maxWhat)), strings.Clone(Cut(c.Path, MaxPrompt))
	c.Command = strings.Clone(Cut(c.Command, MaxPrompt))
	if len(w.pending) == maxPending {
		w.pending = append(w.pending[:0], w.pending[1:]...)
	}
	w.pending = append(w.pending, c)
}

// AddResult takes what came of the call with the id; text, which may be cut, is
// what the tool answered. A result whose call is not known is left out.
func (w *Work) AddResult(id string, failed bool, text string, line int64) {
	i := w.findPending(id)
	if i < 0 {
		return
	}
	c := w.pending[i]
	w.pending = slices.Delete(w.pending, i, i+1)
	var cmd command
	if c.Mode == ModeCommand {
		cmd = parseCommand(c.Command)
	}
	failed = failed && hadWork(&cmd, text)
	changed := !failed && (c.Mode == ModeEdit || c.Mode == ModeOther || c.Mode == ModeAgent || cmd.mutates)
	w.countResult(&c, &cmd, failed, text, line)
	w.loops.add(&c, !cmd.readOnly, changed, text, line)
	if failed {
		w.rememberFailure(&c, &cmd, line)
		w.failures[len(w.failures)-1].lostEdit = isLostEdit(&c, &cmd, text)
	} else {
		w.resolveFailures(&c, &cmd)
	}
}

// findPending returns where in pending the call is, or -1.
func (w *Work) findPending(id string) int {
	for i := len(w.pending) - 1; i >= 0; i-- {
		if w.pending[i].ID == id {
			return i
		}
	}
	return -1
}

func (w *Work) countResult(c *Call, cmd *command, failed bool, text string, line int64) {
	a := &w.activity
	a.LastLine = max(a.LastLine, line)
	if failed {
		a.Failed++
	}
	switch c.Mode {
	case ModeRead:
		a.Reads++
	case ModeEdit:
		if !failed {
			a.Edits++
			a.addEdited(c.Path)
		}
	case ModeOther:
		if !failed {
			a.Mutations++
		}
		if runsPrograms(c.Tool) {
			a.Scripts++
		}
	case ModeCommand:
		w.countCommand(c, cmd, failed, text, line)
	case ModeAgent, ModeAsk:
	}
}

func (w *Work) countCommand(c *Call, cmd *command, failed bool, text string, line int64) {
	a := &w.activity
	a.Commands++
	if !failed && cmd.mutates {
		a.Mutations++
		for _, path := range cmd.writes {
			a.addEdited(path)
		}
		if cmd.writesLasting() {
			a.Written++
		}
	}
	a.LastCommand, a.LastCommandFailed, a.LastCommandLine = Cut(c.Command, maxWhat), failed, line
	a.LastCommandReadOnly = cmd.readOnly
	if cmd.unknownEffect || !cmd.readOnly && !cmd.tests && readReport(text) != reportNone {
		a.Scripts++
	}
	if cmd.tests {
		a.Tests++
		a.LastTest, a.LastTestFailed, a.LastTestLine = a.LastCommand, testsFailed(cmd, failed, text), line
	}
}

// runningWords are parts of the names of tools that run something.
var runningWords = []string{"exec", "run", "test", "shell", "bash", "command", "terminal", "script", "process", "eval", "build", "check", "code"}

// runsPrograms reports whether a tool of which nothing is known may run something, by
// its name.
func runsPrograms(tool string) bool {
	tool = strings.ToLower(tool)
	return slices.ContainsFunc(runningWords, func(part string) bool { return strings.Contains(tool, part) })
}

// addEdited notes a file that was changed.
func (a *Activity) addEdited(path string) {
	if path != "" && len(a.Edited) < maxEdited && !slices.Contains(a.Edited, path) {
		a.Edited = append(a.Edited, path)
	}
}

// BeginRun begins a new run: what was done and denied counts from nothing, while
// calls that are under way and repetitions go on.
func (w *Work) BeginRun() {
	w.activity, w.failures, w.recovered = Activity{}, nil, 0
	w.loops.ended = nil
}

// Activity is what was done in the newest run. Its slice is the caller's.
func (w *Work) Activity() Activity {
	a := w.activity
	a.Edited = slices.Clone(a.Edited)
	for i := range w.failures {
		if f := &w.failures[i]; f.lostEdit && !f.denied {
			a.LostEdits++
			a.LostEdit, a.LostEditLine = f.call.describe(), f.line
		}
	}
	return a
}

// Pending returns the newest call whose result has not come; false: there is none.
func (w *Work) Pending() (Call, bool) {
	if len(w.pending) == 0 {
		return Call{}, false
	}
	return w.pending[len(w.pending)-1], true
}

// DropPending forgets the calls without a result: the run that made them is over.
func (w *Work) DropPending() { w.pending = nil }

// Clone returns a Work that goes on by itself.
func (w *Work) Clone() Work {
	c := *w
	c.activity.Edited = slices.Clone(w.activity.Edited)
	c.pending, c.failures = slices.Clone(w.pending), slices.Clone(w.failures)
	c.loops = w.loops.clone()
	return c
}

// FillSummary writes what is known into a summary.
func (w *Work) FillSummary(s *Summary) {
	s.Activity, s.Loops, s.Denied, s.Recovered = w.Activity(), w.Loops(), w.Denied(), w.recovered
	if c, ok := w.Pending(); ok {
		s.Pending, s.PendingLine = c.describe(), c.Line
	}
}
