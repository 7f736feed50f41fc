package infer

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source/mapped"
)

// Result is what was concluded about a database.
type Result struct {
	Mapping *mapped.Mapping // nil: it holds no queue, and Refused says why
	// Confidence is how sure the table is, 0 to 1.
	Confidence float64
	Roles      []Evidence
	Words      []Word
	// Unsure is what the data does not decide. The mapping has the guesses.
	Unsure  []Question
	Refused string
	// Others are further tables that look like queues of their own. The mapping does not
	// read them.
	Others []string
}

// Evidence is what a role of a table stands on.
type Evidence struct {
	Table, Role, Column string
	Confidence          float64 // 0 to 1
	Because             string
}

// Question is asked once, where somebody can answer.
type Question struct {
	Table      string
	Word       string   // the recorded word that is asked about; empty: the table is
	Guess      string   // the state, or the table, that the mapping has
	Candidates []string // the tables that come into question
	Text       string
}

const (
	leastScore   = 5.5 // of a table that holds tasks
	clearMargin  = 1.5 // between two tables, so that nobody needs be asked
	leastSure    = 0.6 // the confidence of a table with leastScore
	surer        = 0.04
	surest       = 0.98
	mostTablesIn = 8 // tables of one mapping
)

// Infer concludes a mapping. It is pure.
func Infer(s *Schema) Result {
	views := candidates(s)
	if len(views) == 0 {
		return Result{Refused: "it has no tables with rows to read"}
	}
	best := views[0]
	if best.score < leastScore {
		return Result{Refused: fmt.Sprintf("no table looks like a queue: %s comes closest, with no more than %s", best.Name, reasons(best.why))}
	}
	if best.roles[mapped.RoleID].expr == "" {
		return Result{Refused: fmt.Sprintf("%s looks like a queue, but nothing tells its rows apart", best.Name)}
	}
	r := Result{Mapping: &mapped.Mapping{Name: Kind}, Confidence: min(surest, leastSure+surer*(best.score-leastScore))}
	own, named := qualifier(best.Name, nil)
	switch {
	case best.below != nil:
		r.addTable(best, best.below.describe(best))
	case named && best.status == nil && len(best.beside) > 0:
		r.addTable(best, sibling{best, own}.describe())
	default:
		r.addTable(best, best.describe())
	}
	for _, sibling := range best.beside {
		if len(r.Mapping.Tables) < mostTablesIn {
			r.addTable(sibling.view, sibling.describe())
		}
	}
	r.askTable(best, views)
	if err := r.Mapping.Validate(); err != nil {
		return Result{Refused: fmt.Sprintf("%s looks like a queue, but its state cannot be read: %v", best.Name, err)}
	}
	return r
}

func reasons(why []string) string {
	if len(why) == 0 {
		return "its columns"
	}
	return strings.Join(why[:min(len(why), 4)], ", ")
}

// described is a table of the mapping with what was concluded.
type described struct {
	table  mapped.Table
	words  []Word
	unsure []Question
}

func (r *Result) addTable(v *view, d described) {
	r.Mapping.Tables = append(r.Mapping.Tables, d.table)
	r.Words = append(r.Words, d.words...)
	r.Unsure = append(r.Unsure, d.unsure...)
	for _, role := range mapped.Roles() {
		if p, ok := v.roles[role]; ok && p.expr != "" && d.table.Roles[role] != "" {
			r.Roles = append(r.Roles, Evidence{v.Name, string(role), p.expr, p.weight / 10, p.because})
		}
	}
}

// askTable adds a question where another table comes close, and names those that look like
// queues of their own.
func (r *Result) askTable(best *view, views []*view) {
	in := func(v *view) bool {
		return slices.ContainsFunc(r.Mapping.Tables, func(t mapped.Table) bool { return t.Name == v.Name })
	}
	var names []string
	for _, v := range views {
		switch {
		case in(v) || len(v.Rows) == 0 || v.score < leastScore || v.belongsTo(best) || v.resultsOf(best):
		case best.score-v.score < clearMargin:
			names = append(names, v.Name)
		case !best.belongsTo(v) && v.roles[mapped.RoleID].expr != "":
			r.Others = append(r.Others, v.Name)
		}
	}
	if len(names) == 0 {
		return
	}
	names = append([]string{best.Name}, names...)
	r.Confidence = min(r.Confidence, 0.5)
	r.Unsure = append(r.Unsure, Question{
		Table: best.Name, Guess: best.Name, Candidates: names,
		Text: "which table holds the tasks: " + strings.Join(names, " or "),
	})
}

// describe writes the table as a mapping has it.
func (v *view) describe() described {
	d := described{table: mapped.Table{Name: v.Name, Roles: map[mapped.Role]string{}}}
	t := &d.table
	if v.status != nil {
		x := v.readWords()
		v.trustTimes(x)
		t.States, d.words, d.unsure = x.states, x.words, x.unsure
		v.addWordRules(t, x)
	}
	v.addConditions(t)
	v.writeRoles(t)
	return d
}

func (v *view) writeRoles(t *mapped.Table) {
	for role, p := range v.roles {
		if p.expr != "" {
			t.Roles[role] = p.expr
		}
	}
	v.writePickles(t)
}

// trustTimes takes the role of an end from a time that rows have which wait or run.
func (v *view) trustTimes(x *lexicon) {
	set, rows := map[mapped.Role]int{}, map[mapped.Role]int{}
	for word, f := range x.facts {
		switch x.states[word] {
		case model.StateQueued, model.StateScheduled:
			set[mapped.RoleFinished] += f.ended
			rows[mapped.RoleFinished] += f.rows
			set[mapped.RoleStarted] += f.started
			rows[mapped.RoleStarted] += f.rows
		case model.StateActive:
			set[mapped.RoleFinished] += f.ended
			rows[mapped.RoleFinished] += f.rows
		default:
		}
	}
	p := v.roles[mapped.RoleFinished]
	if p.field != nil && set[mapped.RoleFinished]*2 > rows[mapped.RoleFinished] {
		v.onlyAtEnds(x, p)
		if v.roles[mapped.RoleUpdated].expr == "" {
			v.set(mapped.RoleUpdated, p.field, 5, "rows have it that have not ended")
		}
	}
	if set[mapped.RoleStarted]*2 > rows[mapped.RoleStarted] && rows[mapped.RoleStarted] > 0 {
		if p := v.roles[mapped.RoleStarted]; p.field != nil {
			delete(v.roles, mapped.RoleStarted)
			if v.roles[mapped.RoleCreated].expr == "" {
				v.set(mapped.RoleCreated, p.field, 5, "rows have it that have not begun")
			}
		}
	}
}

// onlyAtEnds takes a time that has the name of an end, and that rows have which have not ended, for
// that of those that have. Another one is no end.
func (v *view) onlyAtEnds(x *lexicon, p pick) {
	delete(v.roles, mapped.RoleFinished)
	if p.field.path != "" || v.status.path != "" || !strings.Contains(joined(p.field.name), "done") && !strings.Contains(joined(p.field.name), "finished") {
		return
	}
	var ends []string
	for _, word := range slices.Sorted(maps.Keys(x.facts)) {
		if word != "" && x.states[word].Finished() {
			ends = append(ends, quoteText(word))
		}
	}
	if len(ends) > 0 {
		v.roles[mapped.RoleFinished] = pick{
			expr:   fmt.Sprintf("CASE WHEN t.%s IN (%s) THEN t.%s END", quoteName(v.status.name), strings.Join(ends, ", "), quoteName(p.field.name)),
			weight: p.weight - 2, because: "its name, though rows have it that have not ended",
		}
	}
}

func trimDefault(text string) string { return strings.Trim(text, `'"()`) }
