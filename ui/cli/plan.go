package cli

import (
	"io"
	"strings"

	"notdone/ui/board"
	"notdone/ui/export"
	"notdone/ui/report"
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
	FollowUp    []string      `json:"follow_up,omitempty"` // to be run by the operator afterwards
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
	Diff   string  `json:"diff,omitempty"` // of a file, in place of old and new
}

func planRecord(p *board.Planned) *planShape {
	s := &planShape{
		Changes: []changeShape{}, Guards: append([]string{}, p.Guards...), Effects: append([]string{}, p.Effects...),
		Actor: export.Short(p.Request.Actor), TakesAnswer: p.TakesAnswer, AgentSees: p.AgentSees, Undo: export.Short(p.Undo),
		Command: append([]string{}, p.Command...), FollowUp: p.FollowUp,
	}
	for _, c := range p.Changes {
		one := changeShape{Table: c.Table, Row: c.Row, Column: c.Column, Added: c.Added, Diff: c.Diff}
		if !c.OldNull && !c.Added && c.Diff == "" {
			one.Old = &c.Old
		}
		if !c.NewNull && c.Diff == "" {
			one.New = &c.New
		}
		s.Changes = append(s.Changes, one)
	}
	return s
}

// showPlan prints what a plan that fits would do, for people.
func showPlan(w io.Writer, action string, p *board.Planned) error {
	all := []report.Line{{Name: "queue", Text: p.Task.Queue}, {Name: "status", Text: report.Moved(p.Was, p.Now, p.Adds, "->")}}
	if p.Warning != "" {
		all = append(all, report.Line{Name: "warning", Text: p.Warning})
	}
	name := "writes"
	for _, c := range report.Changes(p) {
		said := strings.TrimSpace(c.Where + " " + c.New)
		if c.Column != "" {
			said = c.Where + " " + c.Column + ": " + c.Old + " -> " + c.New
		}
		all = append(all, report.Line{Name: name, Text: said})
		all = append(all, c.Diff...)
		name = ""
	}
	all = append(all, report.Consequences(p)...)
	if p.TakesAnswer && p.Request.Answer == "" {
		all = append(all, report.Line{Name: "answer", Text: "none given (--answer TEXT reaches the agent)"})
	}
	if command := safe.Command(p.Command); command != "" {
		all = append(all, report.Line{Name: "by hand", Text: command})
	}
	if command := safe.Command(p.FollowUp); command != "" {
		all = append(all, report.Line{Name: "then run", Text: command})
	}
	out := newOutput(w)
	for _, l := range append([]string{action + " " + p.Task.ID + "  " + p.Title}, indent(formatLines(all, 10))...) {
		if err := out.line(l); err != nil {
			return err
		}
	}
	return out.flush()
}
