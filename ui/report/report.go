// Package report says what was found of a task, what happened to it, and what a
// plan would do, in lines. The screen paints and breaks them, the commands print
// them, and both say the same. Every text is safe for a terminal.
package report

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source/journal"
	"notdone/ui/safe"
	"notdone/ui/words"
)

// Limits in bytes of what one line is made of.
const (
	lineLimit = 1 << 10
	textLimit = 4 << 10
)

// Role is what a text is, for those who paint it.
type Role int

// The roles there are.
const (
	Plain Role = iota
	Faint
	Strong // a heading, a judgement
	Quote  // somebody else's words
	Own    // notdone's own words in the place of a quotation
	Blocked
	Failed
	Done
	Added   // a line that a change adds
	Removed // a line that it removes
)

// Line is one thing that is said, with the name of what it is about, if it has one.
type Line struct {
	Name string
	Text string
	Role Role
	// Where is the index of the evidence that a line of a finding is about.
	Where int
}

func plain(name, text string) Line { return Line{Name: name, Text: safe.Line(text, textLimit)} }

func faint(text string) Line { return Line{Text: safe.Line(text, textLimit), Role: Faint} }

// quote is what somebody else said, on one line.
func quote(text string) string { return safe.Line(strings.TrimSpace(text), textLimit) }

// Words returns a text as the command line shows it: in quotation marks unless it is notdone's
// own.
func Words(text string, own bool) string {
	if own {
		return text
	}
	return `"` + text + `"`
}

// SameSaid reports whether two texts are the same but for case, the article before them and the
// marks around them.
func SameSaid(a, b string) bool { return bare(a) == bare(b) }

// Begins reports whether a text begins with a name as SameSaid compares them, so that the name
// before it would be said twice.
func Begins(text, name string) bool { return strings.HasPrefix(bare(text), bare(name)) }

func bare(s string) string {
	return strings.TrimPrefix(strings.ToLower(strings.Trim(strings.Join(strings.Fields(s), " "), " .!\"'`“”")), "the ")
}

// roleOf returns the role of the words of a piece of evidence.
func roleOf(e *model.Evidence) Role {
	if e.Own {
		return Own
	}
	return Quote
}

// Finding says what a rule has seen, what the operator thinks of it, in which
// words it stands where, and what would make it go away, of a task with these actions. Right: the
// operator found it right. The first line has the severity as its name.
func Finding(f *model.Finding, actions []model.Action, right bool, now time.Time) []Line {
	head := plain(f.Severity.String(), f.Message)
	switch {
	case !f.Discounted || f.Dismissed != "":
	case f.Origin == model.OriginOwner:
		head.Text += "  (known to be wrong, does not count)"
	default:
		head.Text += "  (does not count)"
	}
	all := []Line{head}
	switch {
	case f.Dismissed != "":
		all = append(all, faint("dismissed: "+f.Dismissed))
	case right:
		all = append(all, Line{Text: "marked right", Role: Strong})
	}
	for i := range f.Evidence {
		e := &f.Evidence[i]
		if said := quote(e.Quote); said != "" {
			all = append(all, Line{Text: said, Role: roleOf(e), Where: i})
		}
		where := faint(e.Where)
		where.Where = i
		all = append(all, where)
	}
	seen := ""
	if age := Age(f, now); age != "" {
		seen = "seen " + age + " ago"
		if f.Count > 1 && f.First.Before(f.Last) && !f.First.IsZero() {
			seen += ", first " + words.Past(f.First, now) + " ago"
		}
	}
	if f.Origin == model.OriginOwner {
		seen = strings.TrimPrefix(seen+", the queue's own diagnosis", ", ")
	}
	if seen != "" {
		all = append(all, faint(seen))
	}
	if f.Clears != "" {
		clears := f.Clears
		if !slices.ContainsFunc(actions, queuesAgain) {
			clears = strings.TrimSuffix(clears, classify.OnceRequeued)
		}
		all = append(all, faint("clears when: "+clears))
	}
	return all
}

// againActions are those that have their task run again.
var againActions = []model.ActionName{
	model.ActionRequeue, model.ActionRetry, model.ActionUnblock, model.ActionResume, model.ActionRevive, model.ActionRunNow, model.ActionResetStep,
}

// queuesAgain reports whether an action can be done, and has its task run again.
func queuesAgain(a model.Action) bool { return a.Allowed && slices.Contains(againActions, a.Name) }

// Age returns how long ago a finding was last seen, or for how long what it says has
// lasted, such as "5h"; "" when that is not known.
func Age(f *model.Finding, now time.Time) string { return words.Past(f.Last, now) }

// Message returns the message of a finding, which holds no age, and the age to draw
// behind it, such as " (5h)"; "" when it is not known.
func Message(f *model.Finding, now time.Time) (text, age string) {
	if age = Age(f, now); age != "" {
		age = " (" + age + ")"
	}
	return safe.Line(f.Message, lineLimit), age
}

// Actions says what can be done, and why the rest cannot; the name of a line is
// that of the action.
func Actions(actions []model.Action) []Line {
	var all []Line
	for i := range actions {
		a := &actions[i]
		if l := (Line{Name: safe.Line(string(a.Name), 64)}); a.Allowed {
			all = append(all, l)
		} else {
			l.Text, l.Role = "no: "+safe.Line(a.Reason, textLimit), Faint
			all = append(all, l)
		}
	}
	return all
}

// Worst is the first finding of warning or above that counts, or nil.
func Worst(r *model.Row) *model.Finding {
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Counts() && f.Severity >= model.SeverityWarning {
			return f
		}
	}
	return nil
}

// Moved says between which recorded statuses a task moved, or that it stays as it was,
// and what was added to do its work.
func Moved(was, now, adds, arrow string) string {
	said := was + " " + arrow + " " + now
	if was == now {
		said = "stays " + now
	}
	if adds != "" {
		said += ", added " + adds
	}
	return safe.Line(said, lineLimit)
}

// Command is a command that was run, as a shell reads it, and where.
func Command(c *journal.Command) string {
	line := safe.Command(c.Argv)
	if line == "" {
		line = strconv.Quote(safe.Line(strings.Join(c.Argv, " "), lineLimit)) + " (shown without what a terminal does not show)"
	}
	if c.Dir != "" {
		line += " in " + safe.Line(c.Dir, lineLimit)
	}
	return safe.Line(line, textLimit)
}

// Fate is what became of an entry of the journal, and until when it can be undone;
// undo is how that is done.
func Fate(e *journal.Entry, undo string) string {
	switch {
	case e.Ran != nil && e.Ran.How == "":
		return "how it ended is not known, cannot be undone"
	case e.Ran != nil:
		return safe.Line(e.Ran.How, lineLimit) + ", cannot be undone"
	case e.Outcome == journal.NotApplied:
		return "was not done"
	case e.Outcome == journal.Pending:
		return "interrupted, or still at it"
	case e.Outcome == journal.Unknown:
		return "not known whether it was done"
	case e.UndoneBy != "":
		return "undone by " + e.UndoneBy
	case e.Undoes != "":
		return "undoes " + e.Undoes
	case e.Undo == "":
		return "cannot be undone"
	}
	return undo + " " + safe.Line(e.Undo, lineLimit)
}

const clockLayout = time.DateTime + " -07:00"

// ClockWidth is the width of a moment as lists show it, in cells.
const ClockWidth = len(clockLayout)

// Clock is a moment as lists show it: the local time, with the offset of its zone.
func Clock(at time.Time) string { return at.Local().Format(clockLayout) }
