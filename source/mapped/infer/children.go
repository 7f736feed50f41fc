package infer

import (
	"fmt"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source/mapped"
)

// children is a table whose rows are steps or runs of the tasks of another table, and
// tell how far those are.
type children struct {
	view   *view
	column string // that names the task
	single bool   // a task has one row
}

// childrenOf returns the table by which the state of a table without a status is told;
// nil: there is none. Its newest row of a task must be found by an index, or by looking
// at a few rows.
func (v *view) childrenOf(all []*view) *children {
	if v.status != nil || v.roles[mapped.RoleID].field == nil || v.repeats() || v.defines() {
		return nil
	}
	var found *children
	for _, other := range all {
		if other == v || other.status == nil || other.status.path != "" || other.status.knownShare() < 0.75 || other.keyed() {
			continue
		}
		column := v.keyIn(other.Table)
		if column == "" || !other.indexed(column, 1) && len(other.Rows) >= 2*endRows {
			continue
		}
		single := len(other.key()) == 1 && strings.EqualFold(other.key()[0], column)
		if found == nil || single && !found.single {
			found = &children{other, column, single}
		}
	}
	return found
}

// defines reports whether the rows can be switched on and off, as definitions of work can.
func (v *view) defines() bool {
	return columnsLike(v.Table, []string{"enabled", "is_enabled", "active", "is_active", "disabled"}) != nil
}

// describe writes the table with the status of the newest child. A child that is not
// begun is work on its task all the same, and a task without one is queued.
func (c *children) describe(v *view) described {
	d := described{table: mapped.Table{Name: v.Name, Roles: map[mapped.Role]string{}, Otherwise: model.StateQueued}}
	x := c.view.readWords()
	for word, state := range x.states {
		if state == model.StateQueued && !c.single {
			x.states[word] = model.StateActive
		}
	}
	for i := range x.words {
		x.words[i].State = x.states[x.words[i].Word]
	}
	delete(x.states, "")
	d.table.States, d.words, d.unsure = x.states, x.words, x.unsure
	of := func(f *field) string {
		return fmt.Sprintf("SELECT e.%s FROM %s e WHERE e.%s = t.%s ORDER BY e.rowid DESC LIMIT 1", quoteName(f.name),
			quoteName(c.view.Name), quoteName(c.column), quoteName(v.roles[mapped.RoleID].field.name))
	}
	for _, role := range []mapped.Role{mapped.RoleStatus, mapped.RoleError, mapped.RoleResult} {
		if p := c.view.roles[role]; p.field != nil && p.field.path == "" && !v.hasRoles(role) {
			v.roles[role] = pick{expr: of(p.field), weight: p.weight - 1, because: "the newest row of " + c.view.Name}
		}
	}
	v.writeRoles(&d.table)
	return d
}

// keyIn returns the column of another table that names a row of this one.
func (v *view) keyIn(t *Table) string {
	for _, k := range t.Keys {
		if strings.EqualFold(k.Table, v.Name) {
			return k.Column
		}
	}
	words := tableWords(v.Name)
	at := slices.IndexFunc(t.Columns, func(c Column) bool {
		own := v.column(c.Name) // that both have it says nothing, unless it is the key here
		return joined(c.Name) == words[len(words)-1]+"_id" && (own < 0 || v.Columns[own].Key > 0)
	})
	if at < 0 {
		return ""
	}
	return t.Columns[at].Name
}
