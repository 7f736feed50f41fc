package runlog

import (
	"hash/maphash"
	"slices"
	"strings"
	"time"
)

// Bounds of a Work.
const (
	maxPending = 64  // calls without a result
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
	ModeEdit             // edits one file
	ModeCommand          // runs a shell command
	ModeAgent            // hands work to another agent
	ModeAsk              // asks the user a question
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
	ID   string // the id that the result refers to
	Tool string
	// Args are the arguments as Canon writes them, so that equal calls have equal
	// ones; Sum is their hash where Args is cut, else it may be 0.
	Args    string
	Sum     uint64
	Path    string // the file or the address; may be empty
	Command string // the shell command of a ModeCommand
	Mode    CallMode
	Line    int64
	At      time.Time // zero: unknown
}

// What returns the command, the path or the arguments of the call; hostile and at most
// maxWhat bytes.
func (c *Call) What() string {
	for _, s := range []string{c.Command, c.Path, c.Args} {
		if s = strings.TrimSpace(s); s != "" && s != "{}" {
			return Cut(s, maxWhat)
		}
	}
	return ""
}

// describe returns the tool and What: "Bash go test ./...".
func (c *Call) describe() string { return strings.TrimSpace(c.Tool + " " + c.What()) }

// Activity counts the tool calls of one run. Calls are counted when they are made, all
// other values when the result arrives.
type Activity struct {
	Messages  int // messages of the agent
	Calls     int // tool calls, of subagents too
	Reads     int
	Edits     int // that succeeded
	Commands  int // tests among them
	Tests     int // commands that run tests
	Mutations int // commands and unknown tools that succeeded and may have changed something
	Delegated int // calls that hand work to another agent, whose own log shows what that did
	Failed    int // failed calls, commands included

	// LostEdits counts file edits that failed and were not repeated: no edit and no
	// command that may write files succeeded after them. Denied edits are not counted.
	LostEdits    int
	LostEdit     string // describes the newest one
	LostEditLine int64
	Written      int // commands that succeeded and write files outside of temporary folders
	// Settled says that tests passed, or that the work was committed or pushed, after
	// the newest file edit.
	Settled bool
	// Left describes the newest call whose work continues in the background after its
	// result: a background command or a scheduled wake-up. It is empty once the agent
	// has looked at background work again.
	Left     string
	LeftLine int64

	Edited              []string // the first maxEdited edited files, and files to which commands redirect
	LastCommand         string
	LastCommandFailed   bool
	LastCommandReadOnly bool  // it changes nothing
	LastCommandLine     int64 // of its result
	LastLine            int64 // the line of the newest result
	// Scripts counts commands and unknown tools that may run tests: their effect is
	// unknown, or their output contains a test summary, as that of a commit hook does.
	Scripts        int
	LastTest       string
	LastTestFailed bool // the output decides if the exit code is not that of the tests
	LastTestLine   int64
}

// Work collects the activity, the denials and the loops of the newest run, call by call
// and in bounded memory. The zero value is ready for use. Clone returns an independent
// copy.
type Work struct {
	activity  Activity
	pending   []Call
	failures  []failure
	recovered int // resolved denials
	loops     repetitions
}

// CountMessage counts a message of the agent.
func (w *Work) CountMessage() { w.activity.Messages++ }

// CountHiddenCalls counts calls of which the log records only the number.
func (w *Work) CountHiddenCalls(calls int) { w.activity.Calls += calls }

// AddCall adds a call whose result is still to come.
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

// AddResult adds the result of the call with the id. text is the output of the tool and
// may be cut. The result of an unknown call is ignored.
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

// findPending returns the index in pending of the call with the id, or -1.
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
	switch {
	case failed:
		a.Failed++
	case isBackground(text):
		a.Left, a.LeftLine = c.describe(), line
	case backgroundReaders[c.Tool]:
		a.Left = ""
	}
	switch c.Mode {
	case ModeRead:
		a.Reads++
	case ModeEdit:
		if !failed {
			a.Edits++
			a.Settled = false
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

// isBackground reports whether the result of a call says that its work continues in
// the background.
func isBackground(text string) bool {
	for _, prefix := range [...]string{"Command running in background with ID", "Command was manually backgrounded", "Async agent launched", "Next wakeup scheduled"} {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	return false
}

// backgroundReaders are tools that read the output of background work or stop it.
var backgroundReaders = wordSet("BashOutput TaskOutput AgentOutputTool KillShell KillBash TaskStop")

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
	if !failed && cmd.commits {
		a.Settled = true
	}
	if cmd.unknownEffect || !cmd.readOnly && !cmd.tests && readReport(text) != reportNone {
		a.Scripts++
	}
	if cmd.tests {
		a.Tests++
		a.LastTest, a.LastTestFailed, a.LastTestLine = a.LastCommand, testsFailed(cmd, failed, text), line
		a.Settled = !a.LastTestFailed
	}
}

// runningWords occur in the names of tools that run programs.
var runningWords = []string{"exec", "run", "test", "shell", "bash", "command", "terminal", "script", "process", "eval", "build", "check", "code"}

// runsPrograms reports whether an unknown tool may run programs, judging by its name.
func runsPrograms(tool string) bool {
	tool = strings.ToLower(tool)
	return slices.ContainsFunc(runningWords, func(part string) bool { return strings.Contains(tool, part) })
}

// addEdited adds the name of an edited file.
func (a *Activity) addEdited(path string) {
	if path != "" && len(a.Edited) < maxEdited && !slices.Contains(a.Edited, path) {
		a.Edited = append(a.Edited, path)
	}
}

// BeginRun begins a new run. It resets the activity and the denials, but keeps pending
// calls and the counts of repeated calls.
func (w *Work) BeginRun() {
	w.activity, w.failures, w.recovered = Activity{}, nil, 0
	w.loops.ended = nil
}

// Activity returns the activity of the newest run. The caller may change its slice.
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

// Pending returns the newest call without a result; false: there is none.
func (w *Work) Pending() (Call, bool) {
	if len(w.pending) == 0 {
		return Call{}, false
	}
	return w.pending[len(w.pending)-1], true
}

// DropPending drops the calls without a result, because their run has ended.
func (w *Work) DropPending() { w.pending = nil }

// Clone returns an independent copy.
func (w *Work) Clone() Work {
	c := *w
	c.activity.Edited = slices.Clone(w.activity.Edited)
	c.pending, c.failures = slices.Clone(w.pending), slices.Clone(w.failures)
	c.loops = w.loops.clone()
	return c
}

// FillSummary copies the activity, loops, denials and the pending call into a summary.
func (w *Work) FillSummary(s *Summary) {
	s.Activity, s.Loops, s.Denied, s.Recovered = w.Activity(), w.Loops(), w.Denied(), w.recovered
	if c, ok := w.Pending(); ok {
		s.Pending, s.PendingLine = c.describe(), c.Line
	}
}
