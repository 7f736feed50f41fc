package cli

import (
	"errors"
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

// showPlans prints what plans of an action would do, for people: in one sentence, task by
// task where there are several, and then the rows of those that can be applied.
func (d *batch) showPlans(w io.Writer, action string, plans []report.TaskPlan) error {
	out, said := newOutput(w), d.planText(action, plans)
	if width := sheetWidth(w); width > 0 {
		said = wrapPlan(said, width)
	}
	return errors.Join(out.line(said...), out.flush())
}

// wrapPlan breaks lines of a plan between words, but for commands, which are copied.
func wrapPlan(lines []string, width int) (wrapped []string) {
	for _, l := range lines {
		if name := strings.TrimSpace(l); strings.HasPrefix(name, byHand) || strings.HasPrefix(name, thenRun) {
			wrapped = append(wrapped, l)
		} else {
			wrapped = append(wrapped, wrapHanging([]string{safe.Line(l, 0)}, width)...)
		}
	}
	return wrapped
}

// The names of the lines of a plan that hold a command.
const (
	byHand  = "by hand"
	thenRun = "then run"
)

// planText returns the lines that showPlans prints.
func (d *batch) planText(action string, plans []report.TaskPlan) (said []string) {
	first := &plans[0]
	s := report.Summarize(plans, action == actionUndo, "->")
	said = []string{action + " " + first.Task.ID + "  " + first.Title}
	if d.chosen != nil {
		said[0] = report.PlanHeading(action, len(plans), d.chosen.of)
	} else if len(plans) > 1 {
		said[0] = report.PlanHeading(action, len(plans), "")
	}
	if s.Sentence != "" {
		said = append(said, "  "+s.Sentence)
	}
	all := []report.Line{{Name: "queue", Text: first.Task.Queue}}
	for _, warning := range s.Warnings {
		all = append(all, report.Line{Name: "warning", Text: warning})
	}
	all = append(all, s.Lines...)
	if first.TakesAnswer && first.Request.Answer == "" {
		all = append(all, report.Line{Name: "answer", Text: "none given (--answer TEXT reaches the agent)"})
	}
	if d.chosen != nil && len(d.chosen.left) > 0 {
		all = append(all, report.Line{Name: "left out", Text: someIDs(d.chosen.left) + ": of the cause, but does not allow it"})
	}
	said = append(said, indent(formatLines(all, 10))...)
	if len(plans) > 1 {
		said = append(said, taskLines(plans, s)...)
	}
	kinds := map[report.Kind]bool{}
	for i := range plans {
		p := &plans[i]
		if !p.Allowed() || len(plans) > mostRows && kinds[p.Kind()] {
			continue
		}
		kinds[p.Kind()] = true
		if len(plans) > 1 {
			said = append(said, p.Task.ID)
		}
		said = append(said, indent(formatLines(planLines(&p.Planned), 10))...)
	}
	if len(plans) > mostRows {
		said = append(said, "the rows of the others are like these (--dry-run --json has them)")
	}
	return said
}

// mostRows is of how many tasks the rows are shown of each one. Of more they are shown of the
// first one of each kind of plan.
const mostRows = 20

// taskLines list the tasks of several plans, those first that differ from most.
func taskLines(plans []report.TaskPlan, s *report.Summary) []string {
	ids, moves := 0, 0
	for _, l := range s.Tasks {
		ids, moves = max(ids, len(plans[l.Index].Task.ID)), max(moves, len(l.Moved))
	}
	var all []string
	for _, l := range s.Tasks {
		mark := " "
		if l.Differs {
			mark = "!"
		}
		p := &plans[l.Index]
		said := mark + " " + pad(p.Task.ID, min(ids, 40)+2) + pad(l.Moved, min(moves, 40)+2) + p.Title
		if l.Note != "" {
			said += "  (" + l.Note + ")"
		}
		all = append(all, said)
	}
	return all
}

// planLines say what a plan writes, what must still hold then, and with which commands its
// owner does it.
func planLines(p *board.Planned) []report.Line {
	all := []report.Line{{Name: "status", Text: report.Moved(p.Was, p.Now, p.Adds, "->")}}
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
	name = "only if"
	for _, guard := range p.Guards {
		all = append(all, report.Line{Name: name, Text: guard})
		name = ""
	}
	if command := safe.Command(p.Command); command != "" {
		all = append(all, report.Line{Name: byHand, Text: command})
	}
	if command := safe.Command(p.FollowUp); command != "" {
		all = append(all, report.Line{Name: thenRun, Text: command})
	}
	return all
}
