package runlog

import (
	"path"
	"slices"
	"strings"
	"time"
)

// maxFailures is how many failed calls are remembered, for what is made good later.
const maxFailures = 48

// Denial is one tool call that the agent was not permitted to make.
type Denial struct {
	Tool string
	What string // the path or the command; hostile, at most maxWhat bytes
	Mode CallMode
	Line int64 // where the log says so
	At   time.Time
	// Proves says that it was a command that would only have looked for faults.
	Proves bool
	// Person says that a person refused the call and that no work went on after it.
	Person bool
}

// failure is one call that did not succeed.
type failure struct {
	call     Call
	target   callTarget
	line     int64
	lostEdit bool // it was to write a file, and nothing since can have written it
	denied   bool
	byPerson bool // a person refused it
	resolved bool // an equivalent call succeeded later, or work went on after a person's refusal
}

// rememberFailure remembers a call that did not succeed.
func (w *Work) rememberFailure(c *Call, cmd *command, line int64) {
	if len(w.failures) == maxFailures {
		drop := slices.IndexFunc(w.failures, func(f failure) bool { return !f.denied || f.resolved })
		w.failures = slices.Delete(w.failures, max(drop, 0), max(drop, 0)+1)
	}
	w.failures = append(w.failures, failure{call: *c, target: targetOf(c, cmd), line: line})
}

// resolveFailures makes good what failed before and was about the same.
func (w *Work) resolveFailures(c *Call, cmd *command) {
	if len(w.failures) == 0 {
		return
	}
	done := targetOf(c, cmd)
	writes := c.Mode == ModeEdit || c.Mode == ModeOther || c.Mode == ModeCommand && cmd.mayWrite()
	works := done.changes || cmd.tests || c.Mode == ModeOther || c.Mode == ModeAgent
	for i := range w.failures {
		f := &w.failures[i]
		f.lostEdit = f.lostEdit && !writes
		if f.resolved || !f.target.reachedBy(&done) && (!f.byPerson || !works) {
			continue
		}
		if f.resolved = true; f.denied {
			w.recovered++
		}
	}
}

// DenyCall notes that a call was not permitted. It is told by its id apart from
// others where its result was seen; c says what is known of it otherwise.
func (w *Work) DenyCall(c Call) { w.addDenial(c, false) }

// DenyCallByPerson is Deny where a person said no to the call. That person knows, so work
// that goes on afterwards settles it.
func (w *Work) DenyCallByPerson(c Call) { w.addDenial(c, true) }

func (w *Work) addDenial(c Call, person bool) {
	if c.ID != "" {
		for i := range w.failures {
			f := &w.failures[i]
			if f.call.ID != c.ID {
				continue
			}
			if !f.denied && f.resolved {
				w.recovered++
			}
			f.denied, f.byPerson = true, f.byPerson || person
			return
		}
	}
	line := c.Line
	if i := w.findPending(c.ID); i >= 0 && c.ID != "" {
		c = w.pending[i]
		w.pending = slices.Delete(w.pending, i, i+1)
		w.activity.Failed++
	}
	var cmd command
	if c.Mode == ModeCommand {
		cmd = parseCommand(c.Command)
	}
	w.rememberFailure(&c, &cmd, line)
	f := &w.failures[len(w.failures)-1]
	f.denied, f.byPerson = true, person
}

// Denied are the denials of the newest run that no later equivalent action made
// good, oldest first, the newest maxDenied.
func (w *Work) Denied() []Denial {
	var d []Denial
	for i := range w.failures {
		if f := &w.failures[i]; f.denied && !f.resolved {
			d = append(d, Denial{Tool: f.call.Tool, What: f.call.What(), Mode: f.call.Mode, Line: f.line, At: f.call.At, Proves: f.target.proves, Person: f.byPerson})
		}
	}
	return d[max(0, len(d)-maxDenied):]
}

// callTarget is what a call is about, so far as it matters for whether another one
// did the same.
type callTarget struct {
	tool    string
	mode    CallMode
	path    string
	program string   // with its subcommand: "git push"
	args    []string // of the program, without flags
	words   []string // all of the command's
	writes  []string
	changes bool
	proves  bool
}

func targetOf(c *Call, cmd *command) callTarget {
	return callTarget{
		tool: c.Tool, mode: c.Mode, path: c.Path, program: cmd.program, args: cmd.args, words: cmd.words,
		writes: cmd.writes, changes: c.Mode == ModeEdit || cmd.mutates, proves: c.Mode == ModeCommand && cmd.proves,
	}
}

// reachedBy reports whether done, which succeeded, does what a could not.
func (a *callTarget) reachedBy(done *callTarget) bool {
	switch a.mode {
	case ModeEdit:
		return done.mode == ModeEdit && samePath(a.path, done.path) || done.changes && done.mentions(a.path)
	case ModeRead:
		if a.path == "" {
			return a.tool == done.tool
		}
		return samePath(a.path, done.path) || done.mentions(a.path)
	case ModeCommand:
		if done.mode == ModeEdit {
			return slices.ContainsFunc(a.writes, func(p string) bool { return samePath(p, done.path) })
		}
		return done.mode == ModeCommand && a.program == done.program &&
			(len(a.args) == 0 || slices.ContainsFunc(a.args, func(s string) bool { return slices.Contains(done.args, s) }))
	case ModeAsk:
		// Whoever goes on without an answer needed none.
		return done.mode == ModeAsk || done.changes
	case ModeAgent, ModeOther:
	}
	return a.tool == done.tool && (a.path == "" || samePath(a.path, done.path))
}

// mentions reports whether the command names the path.
func (a *callTarget) mentions(p string) bool {
	same := func(s string) bool { return samePath(s, p) }
	return slices.ContainsFunc(a.words, same) || slices.ContainsFunc(a.writes, same)
}

// samePath reports whether two paths can name one file, of which one may be
// relative to a folder that is not known here.
func samePath(a, b string) bool {
	if a == "" || b == "" || plainEnd(a) && plainEnd(b) && a[len(a)-1] != b[len(b)-1] {
		return false
	}
	a, b = path.Clean(a), path.Clean(b)
	if len(a) < len(b) {
		a, b = b, a
	}
	return a == b || !path.IsAbs(b) && b != "." && strings.HasSuffix(a, "/"+b)
}

// plainEnd reports whether the path ends in a name, which Clean leaves alone.
func plainEnd(p string) bool { return p[len(p)-1] != '/' && p[len(p)-1] != '.' }
