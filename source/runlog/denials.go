package runlog

import (
	"path"
	"slices"
	"strings"
	"time"
)

// maxFailures is the number of failed calls that are kept, to find out whether a later
// call succeeds in the same.
const maxFailures = 48

// Denial is one tool call that was denied.
type Denial struct {
	Tool string
	What string // the path or the command; hostile, at most maxWhat bytes
	Mode CallMode
	Line int64 // the line of the denial
	At   time.Time
	// Proves says that it was a command that would only have looked for faults.
	Proves bool
	// Person says that a person denied the call and that the run did not continue.
	Person bool
}

// failure is one call that failed or was denied.
type failure struct {
	call     Call
	target   callTarget
	line     int64
	lostEdit bool // it was to write a file, and nothing since can have written it
	denied   bool
	byPerson bool // a person refused it
	resolved bool // an equivalent call succeeded later, or work went on after a person's refusal
}

// rememberFailure adds a failed call. When there is no room it drops the oldest one
// that is not a denial.
func (w *Work) rememberFailure(c *Call, cmd *command, line int64) {
	if len(w.failures) == maxFailures {
		drop := slices.IndexFunc(w.failures, func(f failure) bool { return !f.denied || f.resolved })
		w.failures = slices.Delete(w.failures, max(drop, 0), max(drop, 0)+1)
	}
	w.failures = append(w.failures, failure{call: *c, target: targetOf(c, cmd), line: line})
}

// resolveFailures marks the earlier failures as resolved that had the same target as
// the call, which succeeded.
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

// DenyCall records that a call was denied. It finds the call by its ID if the call was
// added before; otherwise c describes the call.
func (w *Work) DenyCall(c Call) { w.addDenial(c, false) }

// DenyCallByPerson is DenyCall for a call that a person denied. The person knows of the
// denial, so any later work resolves it.
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

// Denied returns the newest maxDenied unresolved denials of the newest run, oldest
// first.
func (w *Work) Denied() []Denial {
	var d []Denial
	for i := range w.failures {
		if f := &w.failures[i]; f.denied && !f.resolved {
			d = append(d, Denial{Tool: f.call.Tool, What: f.call.What(), Mode: f.call.Mode, Line: f.line, At: f.call.At, Proves: f.target.proves, Person: f.byPerson})
		}
	}
	return d[max(0, len(d)-maxDenied):]
}

// callTarget is what a call reads, changes or runs. It decides whether another call
// does the same.
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

// reachedBy reports whether the successful call done does what the failed call with
// target a was to do.
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
		// A run that continues without an answer needs none.
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

// samePath reports whether two paths can name the same file. One of them may be
// relative to an unknown folder.
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

// plainEnd reports whether the path ends in a name, which path.Clean does not change.
func plainEnd(p string) bool { return p[len(p)-1] != '/' && p[len(p)-1] != '.' }
