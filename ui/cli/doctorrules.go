package cli

import (
	"fmt"

	"notdone/classify"
	"notdone/model"
	"notdone/source/all"
)

// ruleRow is one rule as doctor shows it.
type ruleRow struct {
	Rule string `json:"rule"`
	Of   string `json:"of"` // the kinds of queue that it is for; "any": every one
	Doc  string `json:"doc"`
	// Severity is that of its gravest finding, and States are the recorded states
	// of the tasks that it looks at.
	Severity model.Severity `json:"severity"`
	Origin   model.Origin   `json:"origin"`
	States   []model.State  `json:"states"`
	Fired    int            `json:"fired"` // warnings of labelled logs
	Right    int            `json:"right"`
	Wrong    int            `json:"wrong"`
	Poor     bool           `json:"poor"` // wrong too often to bear more than words do
}

// ruleRows returns notdone's own rules, then those of each kind of queue.
func ruleRows() []ruleRow {
	row := func(r classify.Rule, of string) ruleRow {
		rec, _ := classify.RecordOf(r.Name)
		return ruleRow{
			Rule: r.Name, Of: of, Doc: r.Doc, Severity: r.Severity, Origin: r.Origin, States: r.States.List(),
			Fired: rec.Right + rec.Wrong, Right: rec.Right, Wrong: rec.Wrong, Poor: rec.Poor(),
		}
	}
	var rows []ruleRow
	at := map[string]int{}
	for _, r := range classify.Rules() {
		at[r.Name] = len(rows)
		rows = append(rows, row(r, "any"))
	}
	for _, a := range all.Adapters() {
		for _, r := range a.Rules {
			i, known := at[r.Name]
			switch {
			case r.Check == nil, known && rows[i].Of == "any":
			case known:
				rows[i].Of += ", " + a.Kind
			default:
				at[r.Name] = len(rows)
				rows = append(rows, row(r, a.Kind))
			}
		}
	}
	return rows
}

// printRules prints the rules and their record on labelled logs.
func printRules(out *output, width int, asJSON bool) error {
	rows := ruleRows()
	if asJSON {
		for _, r := range rows {
			if err := out.json(r); err != nil {
				return err
			}
		}
		return nil
	}
	if err := out.line("gravest severity, warnings on labelled logs that were right, and what each rule sees"); err != nil {
		return err
	}
	cells := make([][]string, len(rows))
	for i, r := range rows {
		record := "-"
		if r.Fired > 0 {
			record = fmt.Sprintf("%d of %d", r.Right, r.Fired)
		}
		if r.Poor {
			record += ", text only"
		}
		of := ""
		if r.Of != "any" {
			of = r.Of + ": "
		}
		cells[i] = []string{r.Rule, r.Severity.String(), record, of + r.Doc}
	}
	return out.columns(cells, width)
}
