package report

import (
	"strings"

	"notdone/source"
	"notdone/ui/board"
	"notdone/ui/safe"
	"notdone/ui/words"
)

// Change is a value that would change, or a row that would be new.
type Change struct {
	Where  string // table and row
	Column string // whose value changes; empty: the row is new or deleted
	Old    string
	New    string // the new value, or behind + or - the columns of the row
	Diff   []Line // of a file, in place of Column, Old and New: lines that begin with + or - or a blank
}

// Changes says what a plan would write, a line for each value and each new or deleted
// row. Of such a row, what says least comes last: numbers, times, and the task's own id. The
// number that a new row would be given is left out.
func Changes(p *board.Planned) []Change {
	var all []Change
	for i := 0; i < len(p.Changes); {
		c := &p.Changes[i]
		if c.Diff != "" {
			all = append(all, Change{Where: safe.Line(c.Table+" "+c.Row, lineLimit), Diff: diffLines(c.Diff)})
			i++
			continue
		}
		if !c.Added && !c.Removed {
			all = append(all, Change{safe.Line(c.Table+" "+c.Row, 64), safe.Line(c.Column, 64), value(c.Old, c.OldNull), value(c.New, c.NewNull), nil})
			i++
			continue
		}
		var most, rest []string
		for ; i < len(p.Changes) && sameRow(c, &p.Changes[i]); i++ {
			v := &p.Changes[i]
			held, null := v.New, v.NewNull
			if c.Removed {
				held, null = v.Old, v.OldNull
			}
			if null || c.Added && isNextNumber(v, p.Task.ID) {
				continue
			}
			said := safe.Line(v.Column, 64) + "=" + value(held, false)
			if held == p.Task.ID || strings.Trim(held, "0123456789") == "" {
				rest = append(rest, said)
			} else {
				most = append(most, said)
			}
		}
		mark := "+ "
		if c.Removed {
			mark = "- "
		}
		all = append(all, Change{Where: safe.Line(c.Table, 64), New: mark + strings.Join(append(most, rest...), " ")})
	}
	return all
}

// isNextNumber reports whether a value is the number that a new row would be given if it were
// written now. Of the plans for several tasks each would name the same one.
func isNextNumber(c *source.Change, task string) bool {
	return c.New == c.Row && c.New != "" && strings.Trim(c.New, "0123456789") == "" && c.New != task && !strings.HasSuffix(task, "/"+c.New)
}

// maxDiff bounds how many lines of one diff are shown.
const maxDiff = 400

// diffLines are the lines of a unified diff, each with what it is.
func diffLines(diff string) []Line {
	var all []Line
	texts := strings.Split(strings.TrimSuffix(diff, "\n"), "\n")
	for _, text := range texts[:min(len(texts), maxDiff)] {
		l := Line{Text: safe.Line(strings.TrimSuffix(text, "\r"), textLimit), Role: Plain}
		switch text[:min(len(text), 1)] {
		case "+":
			l.Role = Added
		case "-":
			l.Role = Removed
		case "@", `\`:
			l.Role = Faint
		}
		all = append(all, l)
	}
	if n := len(texts) - maxDiff; n > 0 {
		all = append(all, Line{Text: "and " + words.Count(n, "more line", "more lines"), Role: Faint})
	}
	return all
}

func sameRow(a, b *source.Change) bool {
	return a.Added == b.Added && a.Removed == b.Removed && a.Table == b.Table && a.Row == b.Row
}

func value(v string, null bool) string {
	switch {
	case null:
		return "nothing"
	case v == "":
		return `""`
	}
	return safe.Line(v, 200)
}
