package cli

import (
	"bufio"
	"fmt"
	"io"

	"notdone/source"
	"notdone/ui/board"
	"notdone/ui/safe"
)

// planShape is a plan as a dry run writes it.
type planShape struct {
	Changes     []changeShape `json:"changes"`
	Guards      []string      `json:"guards"`
	Effects     []string      `json:"effects"`
	Actor       *string       `json:"actor"`
	TakesAnswer bool          `json:"takes_answer"`
	AgentSees   bool          `json:"agent_sees"`
	Undo        *string       `json:"undo"`
	Command     []string      `json:"command"`
}

// changeShape is one value that would be written; null is NULL, or a row that
// is not there yet.
type changeShape struct {
	Table  string  `json:"table"`
	Row    string  `json:"row"`
	Column string  `json:"column"`
	Old    *string `json:"old"`
	New    *string `json:"new"`
	Added  bool    `json:"added"`
}

func planRecord(p *board.Planned) *planShape {
	s := &planShape{
		Changes: []changeShape{}, Guards: append([]string{}, p.Guards...), Effects: append([]string{}, p.Effects...),
		Actor: known(p.Request.Actor), TakesAnswer: p.TakesAnswer, AgentSees: p.AgentSees, Undo: known(p.Undo),
		Command: append([]string{}, p.Command...),
	}
	for _, c := range p.Changes {
		one := changeShape{Table: c.Table, Row: c.Row, Column: c.Column, Added: c.Added}
		if !c.OldNull && !c.Added {
			one.Old = &c.Old
		}
		if !c.NewNull {
			one.New = &c.New
		}
		s.Changes = append(s.Changes, one)
	}
	return s
}

// showPlan prints what a plan that fits would do, for people.
func showPlan(w io.Writer, action string, p *board.Planned) error {
	out := bufio.NewWriter(w)
	line := func(name, text string) {
		// A write that failed shows in Flush.
		_, _ = fmt.Fprintf(out, "  %s%s\n", pad(name, 10), safe.Line(text, 4<<10))
	}
	_, _ = fmt.Fprintln(out, safe.Line(action, 40)+" "+safe.Line(p.Task.ID, 200)+"  "+safe.Line(p.Title, 400))
	line("queue", p.Task.Queue)
	line("status", p.Was+" -> "+p.Now)
	if p.Warning != "" {
		line("warning", p.Warning)
	}
	name := "writes"
	for _, l := range changeLines(p.Changes) {
		line(name, l)
		name = ""
	}
	name = "if still"
	for _, g := range p.Guards {
		line(name, g)
		name = ""
	}
	name = "then"
	for _, e := range p.Effects {
		line(name, e)
		name = ""
	}
	switch {
	case p.AgentSees:
		line("answer", "the agent will see it")
	case p.TakesAnswer && p.Request.Answer == "":
		line("answer", "none given (--answer TEXT reaches the agent)")
	case p.TakesAnswer:
		line("answer", "it is kept, but nothing says that the agent will see it")
	}
	line("signed", p.Request.Actor)
	if p.Undo != "" {
		line("undo", p.Undo)
	} else if p.Undoes() == "" {
		line("undo", "not possible")
	}
	if command := safe.Command(p.Command); command != "" {
		line("by hand", command)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing: %w", err)
	}
	return nil
}

// changeLines say what would be written: a line for each value that changes, and
// one for each new row.
func changeLines(all []source.Change) []string {
	value := func(s string, null bool) string {
		if null {
			return "NULL"
		}
		return `"` + s + `"`
	}
	var lines []string
	for i, c := range all {
		where := c.Table + " " + c.Row + " "
		switch {
		case !c.Added:
			lines = append(lines, where+c.Column+": "+value(c.Old, c.OldNull)+" -> "+value(c.New, c.NewNull))
		case i > 0 && all[i-1].Added && all[i-1].Table == c.Table && all[i-1].Row == c.Row:
			lines[len(lines)-1] += ", " + c.Column + " " + value(c.New, c.NewNull)
		default:
			lines = append(lines, where+"is new: "+c.Column+" "+value(c.New, c.NewNull))
		}
	}
	return lines
}
