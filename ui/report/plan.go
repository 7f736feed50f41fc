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
	Column string // whose value changes; empty: the row is new
	Old    string
	New    string // the new value, or the columns of the new row
	Diff   []Line // of a file, in place of Column, Old and New: lines that begin with + or - or a blank
}

// Changes says what a plan would write, a line for each value and each new row. Of
// a new row, what says least comes last: numbers, times, and the task's own id.
func Changes(p *board.Planned) []Change {
	var all []Change
	for i := 0; i < len(p.Changes); {
		c := &p.Changes[i]
		if c.Diff != "" {
			all = append(all, Change{Where: safe.Line(c.Table+" "+c.Row, lineLimit), Diff: diffLines(c.Diff)})
			i++
			continue
		}
		if !c.Added {
			all = append(all, Change{safe.Line(c.Table+" "+c.Row, 64), safe.Line(c.Column, 64), value(c.Old, c.OldNull), value(c.New, c.NewNull), nil})
			i++
			continue
		}
		var most, rest []string
		for ; i < len(p.Changes) && sameRow(c, &p.Changes[i]); i++ {
			v := &p.Changes[i]
			if v.NewNull {
				continue
			}
			said := safe.Line(v.Column, 64) + "=" + value(v.New, false)
			if v.New == p.Task.ID || strings.Trim(v.New, "0123456789") == "" {
				rest = append(rest, said)
			} else {
				most = append(most, said)
			}
		}
		all = append(all, Change{Where: safe.Line(c.Table, 64), New: "+ " + strings.Join(append(most, rest...), " ")})
	}
	return all
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

func sameRow(a, b *source.Change) bool { return b.Added && a.Table == b.Table && a.Row == b.Row }

func value(v string, null bool) string {
	switch {
	case null:
		return "nothing"
	case v == "":
		return `""`
	}
	return safe.Line(v, 200)
}

// Consequences says what follows from a plan, what must still hold when it is
// applied, what the agent sees, until when it can be undone, and who signs it.
func Consequences(p *board.Planned) []Line {
	var all []Line
	several := func(name string, texts []string, role Role) {
		for _, t := range texts {
			l := plain(name, t)
			l.Role = role
			all = append(all, l)
			name = ""
		}
	}
	several("then", p.Effects, Plain)
	several("only if", p.Guards, Faint)
	switch {
	case p.AgentSees:
		all = append(all, plain("answer", "the agent will read it"))
	case p.TakesAnswer && p.Request.Answer != "":
		all = append(all, plain("answer", "it is kept, but nothing says that the agent will read it"))
	}
	switch {
	case p.Undo != "":
		several("undo", []string{"possible " + p.Undo}, Faint)
	case p.Undoes() == "":
		several("undo", []string{"not possible"}, Faint)
	}
	if p.Request.Actor != "" {
		several("signed", []string{p.Request.Actor}, Faint)
	}
	return all
}
