package infer

import (
	"slices"
	"strings"

	"notdone/source/mapped"
)

// kindWords mean what is to be done, such as a workflow or a function. Without a foreign key,
// a column points at a table only if one of them stands in the name of the table and ends
// the word before "id" in that of the column: see names.
var kindWords = []string{"workflow", "flow", "task", "job", "pipeline", "type", "kind", "function", "definition", "template", "script", "command", "action", "scene", "item", "prompt", "project"}

// whoWords stand before "id" in the names of columns that point at who asked, who works, where
// (a queue, a host, a channel), or at another row such as a parent, not at what is to be done.
var whoWords = strings.Fields("user owner account customer tenant organization org team member worker agent runner node queue host session parent guild channel key")

// joinTitle reads the title from another table, at which a column such as workflow_id points.
// It does so where the table itself has no title, or one of a weight below 2, or a weak one:
// a kind of work with no more than fewValues different values. The weak one remains the title
// of rows for which the other table has no text.
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
		// A weak title gives way only to a column with at least as many different values.
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

// namesOf returns the table that a column points at, its key, and the column that is its
// title; nil: there is none. It is the table of a foreign key, or one that is named after
// kind, the word before "id" in the name of the column. Even that of a foreign key must have
// one of the column's values as a key, and a title of a weight of at least 5.
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
		one := newView(v.schema, other, false) // only its title is of interest
		one.chooseTitle()
		title := one.roles[mapped.RoleTitle]
		if title.field == nil || title.weight < 5 {
			continue
		}
		// The sample of either table may lack some.
		if _, found := f.keysIn(one.field(keys[0])); found > 0 {
			return other, keys[0], title.field.name
		}
	}
	return nil, "", ""
}

// names reports whether a table is named after kind: whether one of kindWords stands among the
// words of its name, and kind ends with it, as "agentflow" does with the "flow" of a table flows.
func names(kind string, table []string) bool {
	return slices.ContainsFunc(table, func(w string) bool { return slices.Contains(kindWords, w) && strings.HasSuffix(kind, w) })
}
