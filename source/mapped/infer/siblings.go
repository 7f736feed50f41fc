package infer

import (
	"slices"
	"strings"

	"notdone/model"
	"notdone/source/mapped"
)

// sibling is a table that holds the tasks of one state.
type sibling struct {
	*view
	state model.State
}

// describe writes the table with a constant state.
func (s sibling) describe() described {
	d := described{table: mapped.Table{Name: s.Name, Roles: map[mapped.Role]string{}, Otherwise: s.state}}
	if s.state == model.StateDone {
		s.addEndsOfDone(&d.table)
	}
	if s.state == model.StateFailed && !s.hasRoles(mapped.RoleError) {
		s.chooseNamed(mapped.RoleError, "dead", fits[mapped.RoleError])
	}
	s.writeRoles(&d.table)
	d.words = []Word{{Table: s.Name, State: s.state, Confidence: 0.85, Because: "the name of the table, which has the columns of the tasks"}}
	return d
}

// addEndsOfDone adds rules for those of the tasks in a table of what has ended that were
// cancelled or have failed.
func (s sibling) addEndsOfDone(t *mapped.Table) {
	yes := s.yesNo()
	if f := yes["yes-cancelled"]; f != nil {
		flag(t, "called_off", "t."+quoteName(f.name)+" IN (1, 'true')")
		when(t, "called_off", model.StateCancelled)
	}
	switch f := yes["yes-done"]; {
	case f != nil:
		flag(t, "unsuccessful", "t."+quoteName(f.name)+" IN (0, 'false')")
		when(t, "unsuccessful", model.StateFailed)
	case s.hasRoles(mapped.RoleError):
		when(t, "error", model.StateFailed)
	}
}

// neutral are words of a table's name that say nothing about a state.
var neutral = []string{"letter", "data", "queue", "message", "job", "task", "item", "execution", "table", "store", "list", "set"}

// qualifier returns the state that the name of a table says, beside the words that it
// shares with another.
func qualifier(name string, others map[string]bool) (model.State, bool) {
	words := tableWords(name)
	if state, ok := qualifierState(strings.Join(slices.DeleteFunc(slices.Clone(words), func(w string) bool { return others[w] }), "_")); ok {
		return state, true
	}
	for _, w := range words {
		if others[w] || slices.Contains(neutral, w) {
			continue
		}
		return qualifierState(w)
	}
	return 0, false
}

// qualifierState returns the state that a word means in the name of a table.
func qualifierState(word string) (model.State, bool) {
	switch word {
	case "":
		return 0, false
	case "schedule":
		return model.StateScheduled, true
	case "archive", "history", "archived", "result":
		return model.StateDone, true
	case "claimed", "taken", "unacked":
		return model.StateActive, true
	case "deadletter", "dlq", "dead", "death":
		return model.StateFailed, true
	}
	if state, ok := knownWords.exact[word]; ok {
		return state, true
	}
	if rows := meanings[word]; len(rows) > 0 {
		return rows[len(rows)-1].state, true
	}
	return 0, false
}

// siblings returns the tables beside this one whose rows are tasks of one state: their
// names are the same but for a word that says the state, and they have its columns.
func (v *view) siblings(all []*view) (found []sibling) {
	for _, other := range all {
		if other == v || other.roles[mapped.RoleID].expr == "" || other.belongsTo(v) && !v.copies(other) || v.belongsTo(other) {
			continue
		}
		state, ok := qualifier(other.Name, v.words)
		if !ok || !v.copies(other) || !v.related(other) {
			continue
		}
		// A task is called the same wherever it is.
		if p := v.roles[mapped.RoleTitle]; p.field != nil && p.expr == p.field.expr && p.field.path == "" && other.column(p.field.name) >= 0 {
			other.set(mapped.RoleTitle, other.field(p.field.name), p.weight, "the title of the tasks in "+v.Name)
		}
		found = append(found, sibling{other, state})
	}
	return found
}

// related reports whether the names share a word, or have nothing but words of states and of
// queues.
func (v *view) related(other *view) bool {
	shared, named := false, false
	for w := range other.words {
		if _, isState := qualifierState(w); isState {
			continue
		}
		if v.words[w] {
			shared = true
		}
		named = named || !slices.Contains(neutral, w)
	}
	return shared || !named || slices.ContainsFunc(tableWords(other.Name), func(w string) bool { return w == "dlq" || w == "dead" || w == "failed" })
}

// copies reports whether the other table has what a copy of a task has: most of the
// columns of this one, or its payload.
func (v *view) copies(other *view) bool {
	same := 0
	for _, c := range v.Columns {
		if other.column(c.Name) >= 0 {
			same++
		}
	}
	smaller := min(len(v.Columns), len(other.Columns))
	body := v.roles[mapped.RoleBody].field
	payload := body != nil && other.column(v.Columns[body.column].Name) >= 0
	return same*10 >= smaller*6 || payload && same*10 >= smaller*3
}

// executions are tables that each hold the keys of the tasks of one state.
type executions struct {
	table  *Table
	column string // that names the task
	state  model.State
	name   string
}

// executionsOf returns the tables of keys of a table without a status.
func (v *view) executionsOf() (found []executions) {
	id := v.roles[mapped.RoleID].field
	if v.status != nil || id == nil || id.path != "" {
		return nil
	}
	for i := range v.schema.Tables {
		t := &v.schema.Tables[i]
		if t.Name == v.Name {
			continue
		}
		state, ok := qualifier(t.Name, v.words)
		column := v.keyIn(t)
		if !ok || column == "" {
			continue
		}
		found = append(found, executions{t, column, state, strings.Join(tableWords(t.Name), "_")})
	}
	return found
}

// executionOrder is the order in which tables of keys are asked.
var executionOrder = []model.State{model.StateFailed, model.StateCancelled, model.StateActive, model.StateBlocked, model.StateScheduled, model.StateDone, model.StateQueued}

// addExecutions adds a rule for each table of keys.
func (v *view) addExecutions(t *mapped.Table, found []executions) {
	id := v.roles[mapped.RoleID].field
	for _, state := range executionOrder {
		for _, e := range found {
			if e.state != state {
				continue
			}
			from := quoteName(e.table.Name) + " e WHERE e." + quoteName(e.column) + " = t." + quoteName(id.name)
			flag(t, e.name, "EXISTS (SELECT 1 FROM "+from+")")
			when(t, e.name, state)
			if other := newView(v.schema, e.table, false); state == model.StateFailed && !v.hasRoles(mapped.RoleError) {
				other.choose(mapped.RoleError, fits[mapped.RoleError])
				if p := other.roles[mapped.RoleError]; p.expr != "" {
					p.expr = "SELECT e." + quoteName(p.field.name) + " FROM " + from + " LIMIT 1"
					v.roles[mapped.RoleError] = pick{expr: p.expr, weight: 8, because: "the error in " + e.table.Name}
				}
			}
		}
	}
}
