package infer

import (
	"slices"
	"strings"

	"notdone/source/mapped"
)

// kindWords end the names of columns that point at what is to be done, such as a
// workflow or a function.
var kindWords = []string{"workflow", "flow", "task", "job", "pipeline", "type", "kind", "function", "definition", "template", "script", "command", "action", "scene", "item", "prompt", "project"}

// whoWords end the names of columns that say who asked or who works, not what for.
var whoWords = strings.Fields("user owner account customer tenant organization org team member worker agent runner node queue host session parent guild channel key")

// joinTitle takes the title from a table that a column points at, where no column of the
// table itself is one.
func (v *view) joinTitle() {
	own := v.roles[mapped.RoleTitle]
	weak := own.field != nil && own.field.path == "" && own.field.repeats() && len(own.field.distinct) <= fewValues && isKind(own.field.name)
	if own.weight >= 2 && !weak {
		return
	}
	for i := range v.fields {
		f := &v.fields[i]
		words := tokens(f.name)
		if f.path != "" || f.nonzero == 0 || len(words) < 2 || words[len(words)-1] != "id" || slices.Contains(whoWords, words[len(words)-2]) {
			continue
		}
		if t, key, name := v.namesOf(f, words[len(words)-2]); t != nil && (!weak || len(f.distinct) >= len(own.field.distinct)) {
			expr := "SELECT p." + quoteName(name) + " FROM " + quoteName(t.Name) + " p WHERE p." + quoteName(key) + " = t." + quoteName(f.name)
			if weak {
				expr = "coalesce(nullif((" + expr + "), ''), " + v.sql(own.field) + ")"
			}
			v.roles[mapped.RoleTitle] = pick{expr: expr, weight: 6, because: f.name + " points at " + t.Name}
			return
		}
	}
}

// namesOf returns the table that a column points at, its key, and its column of names:
// the table of a foreign key, or one that is named after the column and has its values.
func (v *view) namesOf(f *field, kind string) (t *Table, key, name string) {
	for i := range v.schema.Tables {
		other := &v.schema.Tables[i]
		keys := other.key()
		if other.Name == v.Name || len(keys) != 1 || len(other.Rows) == 0 {
			continue
		}
		declared := slices.ContainsFunc(v.Keys, func(k ForeignKey) bool {
			return strings.EqualFold(k.Column, f.name) && strings.EqualFold(k.Table, other.Name)
		})
		if !declared && !names(kind, tableWords(other.Name)) {
			continue
		}
		one := newView(v.schema, other, false)
		one.chooseTitle()
		title := one.roles[mapped.RoleTitle]
		if title.field != nil && title.weight >= 5 && pointsAt(f, one.field(keys[0])) {
			return other, keys[0], title.field.name
		}
	}
	return nil, "", ""
}

// names reports whether a word of a column, such as "agentflow", is one of a kind of work and names
// a table by one of its words.
func names(kind string, table []string) bool {
	return slices.ContainsFunc(table, func(w string) bool { return slices.Contains(kindWords, w) && strings.HasSuffix(kind, w) })
}

// pointsAt reports whether a value of the column is a key of the other table.
func pointsAt(f, key *field) bool {
	for value := range f.distinct {
		if key.distinct[value] > 0 {
			return true
		}
	}
	return false
}
