package runlog

import (
	"path"
	"slices"
	"strings"

	"notdone/model"
)

// maxFailures is the number of failed calls that are kept, to find out whether a later
// call succeeds in the same.
const maxFailures = 48

// failure is one call that failed or was denied.
type failure struct {
	call     Call
	cmd      command // of a ModeCommand
	line     int64
	lostEdit bool // it was to write a file, and nothing since can have written it
	denied   bool
	byPerson bool // a person refused it
	resolved bool // an equivalent call succeeded later, or work went on after a person's refusal
}

// rememberFailure adds a failed call and returns it. When there is no room it drops the
// oldest one that is not a denial.
func (w *Work) rememberFailure(c *Call, cmd *command, line int64) *failure {
	if len(w.failures) == maxFailures {
		drop := slices.IndexFunc(w.failures, func(f failure) bool { return !f.denied || f.resolved })
		w.failures = slices.Delete(w.failures, max(drop, 0), max(drop, 0)+1)
	}
	w.failures = append(w.failures, failure{call: *c, cmd: *cmd, line: line})
	return &w.failures[len(w.failures)-1]
}

// resolveFailures marks the earlier failures as resolved that had the same target as
// the call, which succeeded.
func (w *Work) resolveFailures(c *Call, cmd *command) {
	if len(w.failures) == 0 {
		return
	}
	writes := c.Mode == ModeEdit || c.Mode == ModeOther || c.Mode == ModeCommand && cmd.mayWrite()
	works := c.Mode != ModeRead && c.Mode != ModeAsk && (c.Mode != ModeCommand || cmd.mutates || cmd.tests)
	for i := range w.failures {
		f := &w.failures[i]
		f.lostEdit = f.lostEdit && !writes
		if f.resolved || !f.isDoneBy(c, cmd) && (!f.byPerson || !works) {
			continue
		}
		if f.resolved = true; f.denied {
			w.did.Recovered++
		}
	}
}

// DenyCall records that a call was denied. It finds the call by its ID if the call was
// added before; otherwise c describes the call.
func (w *Work) DenyCall(c Call) { w.addDenial(c, false) }

func (w *Work) addDenial(c Call, person bool) {
	for i := range w.failures {
		if f := &w.failures[i]; f.call.ID == c.ID && c.ID != "" {
			if !f.denied && f.resolved {
				w.did.Recovered++
			}
			f.denied, f.byPerson = true, f.byPerson || person
			return
		}
	}
	line := c.Line
	if i := w.findPending(c.ID); i >= 0 && c.ID != "" {
		c = w.pending[i]
		w.pending = slices.Delete(w.pending, i, i+1)
	}
	var cmd command
	if c.Mode == ModeCommand {
		cmd = parseCommand(c.Command)
	}
	f := w.rememberFailure(&c, &cmd, line)
	f.denied, f.byPerson = true, person
}

// denied returns the newest maxDenied unresolved denials of the newest run, oldest
// first.
func (w *Work) denied() []model.Denial {
	var list []model.Denial
	for i := range w.failures {
		if f := &w.failures[i]; f.denied && !f.resolved {
			list = append(list, model.Denial{
				Tool: f.call.Tool, What: f.call.What(), Where: w.at(f.line), At: f.call.At, ReadOnly: f.call.Mode == ModeRead,
				Proves: f.cmd.proves, Asks: f.call.Mode == ModeAsk, Person: f.byPerson,
			})
		}
	}
	return list[max(0, len(list)-maxDenied):]
}

// isDoneBy reports whether the successful call c, which runs cmd, does what the failed
// call was to do.
func (f *failure) isDoneBy(c *Call, cmd *command) bool {
	was := &f.call
	changes := c.Mode == ModeEdit || cmd.mutates
	switch was.Mode {
	case ModeEdit:
		return c.Mode == ModeEdit && samePath(was.Path, c.Path) || changes && cmd.mentions(was.Path)
	case ModeRead:
		if was.Path == "" {
			return was.Tool == c.Tool
		}
		return samePath(was.Path, c.Path) || cmd.mentions(was.Path)
	case ModeCommand:
		if c.Mode == ModeEdit {
			return slices.ContainsFunc(f.cmd.writes, func(p string) bool { return samePath(p, c.Path) })
		}
		return c.Mode == ModeCommand && f.cmd.program == cmd.program &&
			(len(f.cmd.args) == 0 || slices.ContainsFunc(f.cmd.args, func(s string) bool { return slices.Contains(cmd.args, s) }))
	case ModeAsk:
		// A run that continues without an answer needs none.
		return c.Mode == ModeAsk || changes
	case ModeAgent, ModeOther:
	}
	return was.Tool == c.Tool && (was.Path == "" || samePath(was.Path, c.Path))
}

// mentions reports whether the command names the path.
func (c *command) mentions(p string) bool {
	same := func(s string) bool { return samePath(s, p) }
	return slices.ContainsFunc(c.words, same) || slices.ContainsFunc(c.writes, same)
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

// isLostEdit reports whether a failed call was meant to write a file.
func isLostEdit(c *Call, cmd *command, text string) bool {
	if c.Mode == ModeCommand {
		return len(cmd.writes) > 0 && HasAnyPart(strings.ToLower(text), phrases["read-only"])
	}
	text = strings.ToLower(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "<tool_use_error>")))
	return c.Mode == ModeEdit && !HasAnyPrefix(text, phrases["no-change"])
}

// mayWrite reports whether the command may have written any file.
func (c *command) mayWrite() bool { return c.writesFiles || c.unknownEffect || len(c.writes) > 0 }

// writesLasting reports whether the command writes files outside of temporary folders.
func (c *command) writesLasting() bool {
	return c.writesFiles || slices.ContainsFunc(c.writes, func(w string) bool { return !isTemporary(w) })
}

// isTemporary reports whether a path is in a temporary folder.
func isTemporary(p string) bool {
	p = path.Clean(p)
	return strings.HasPrefix(p, "/tmp/") || strings.HasPrefix(p, "/var/tmp/") || strings.HasPrefix(p, "$TMPDIR")
}

// hadWork reports whether a failed command had anything to do. It had not when git
// commit finds everything committed.
func hadWork(cmd *command, text string) bool {
	return !slices.Contains(cmd.words, "commit") || !strings.Contains(text, "nothing to commit")
}
