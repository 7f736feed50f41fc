package runlog

import (
	"path"
	"slices"
	"strings"
	"time"
)

// maxFails is how many failed calls are remembered, for what is made good later.
const maxFails = 48

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

// fail is one call that did not succeed.
type fail struct {
	call   Call
	aim    aim
	line   int64
	lost   bool // it was to write a file, and nothing since can have written it
	denied bool
	person bool // a person refused it
	good   bool // an equivalent call succeeded later, or work went on after a person's refusal
}

// failed remembers a call that did not succeed.
func (w *Work) failed(c *Call, cmd *command, line int64) {
	if len(w.fails) == maxFails {
		drop := slices.IndexFunc(w.fails, func(f fail) bool { return !f.denied || f.good })
		w.fails = slices.Delete(w.fails, max(drop, 0), max(drop, 0)+1)
	}
	w.fails = append(w.fails, fail{call: *c, aim: aimOf(c, cmd), line: line})
}

// succeeded makes good what failed before and was about the same.
func (w *Work) succeeded(c *Call, cmd *command) {
	if len(w.fails) == 0 {
		return
	}
	done := aimOf(c, cmd)
	writes := c.Mode == ModeEdit || c.Mode == ModeOther || c.Mode == ModeCommand && cmd.mayWrite()
	works := done.changes || cmd.tests || c.Mode == ModeOther || c.Mode == ModeAgent
	for i := range w.fails {
		f := &w.fails[i]
		f.lost = f.lost && !writes
		if f.good || !f.aim.met(&done) && (!f.person || !works) {
			continue
		}
		if f.good = true; f.denied {
			w.good++
		}
	}
}

// Deny notes that a call was not permitted. It is told by its id apart from
// others where its result was seen; c says what is known of it otherwise.
func (w *Work) Deny(c Call) { w.deny(c, false) }

// Refuse is Deny where a person said no to the call. That person knows, so work
// that goes on afterwards settles it.
func (w *Work) Refuse(c Call) { w.deny(c, true) }

func (w *Work) deny(c Call, person bool) {
	if c.ID != "" {
		for i := range w.fails {
			f := &w.fails[i]
			if f.call.ID != c.ID {
				continue
			}
			if !f.denied && f.good {
				w.good++
			}
			f.denied, f.person = true, f.person || person
			return
		}
	}
	line := c.Line
	if i := w.find(c.ID); i >= 0 && c.ID != "" {
		c = w.pending[i]
		w.pending = slices.Delete(w.pending, i, i+1)
		w.act.Failed++
	}
	var cmd command
	if c.Mode == ModeCommand {
		cmd = parseCommand(c.Command)
	}
	w.failed(&c, &cmd, line)
	f := &w.fails[len(w.fails)-1]
	f.denied, f.person = true, person
}

// Denied are the denials of the newest run that no later equivalent action made
// good, oldest first, the newest maxDenied.
func (w *Work) Denied() []Denial {
	var d []Denial
	for i := range w.fails {
		if f := &w.fails[i]; f.denied && !f.good {
			d = append(d, Denial{Tool: f.call.Tool, What: f.call.What(), Mode: f.call.Mode, Line: f.line, At: f.call.At, Proves: f.aim.proves, Person: f.person})
		}
	}
	return d[max(0, len(d)-maxDenied):]
}

// aim is what a call is about, so far as it matters for whether another one
// did the same.
type aim struct {
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

func aimOf(c *Call, cmd *command) aim {
	return aim{
		tool: c.Tool, mode: c.Mode, path: c.Path, program: cmd.program, args: cmd.args, words: cmd.words,
		writes: cmd.writes, changes: c.Mode == ModeEdit || cmd.mutates, proves: c.Mode == ModeCommand && cmd.proves,
	}
}

// met reports whether done, which succeeded, does what a could not.
func (a *aim) met(done *aim) bool {
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
func (a *aim) mentions(p string) bool {
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
