package infer

import (
	"fmt"
	"slices"

	"notdone/source/mapped"
	"notdone/source/pickle"
)

// writePickles names the roles of the table whose values Python has pickled.
func (v *view) writePickles(t *mapped.Table) {
	for _, role := range mapped.TextRoles {
		p := v.roles[role]
		if p.field == nil || p.field.path != "" || p.expr != p.field.expr || 2*p.field.pickles <= p.field.set {
			continue
		}
		if t.Pickled == nil {
			t.Pickled = map[mapped.Role]string{}
		}
		t.Pickled[role] = "$"
	}
	if t.Pickled[mapped.RoleBody] != "" {
		v.titleInPickle(t)
	}
}

// titleInPickle takes the title from the pickled dictionary of a body, where no column tells the tasks apart: behind the
// kind of work, where a column has that.
func (v *view) titleInPickle(t *mapped.Table) {
	kind, body := v.roles[mapped.RoleTitle], v.roles[mapped.RoleBody].field
	if kind.field != nil && (kind.expr != kind.field.expr || !kind.field.repeats()) {
		return
	}
	key, different := v.tellingKey(body)
	if key == "" {
		return
	}
	because := "the key " + key + " of the dictionary that is pickled in " + body.name
	if kind.field == nil {
		t.Roles[mapped.RoleTitle], t.Pickled[mapped.RoleTitle] = body.expr, key
		v.set(mapped.RoleTitle, body, leastName, because)
		return
	}
	if different <= len(kind.field.distinct) {
		return
	}
	bytes := v.sql(body)
	if body.blobs > 0 {
		bytes = "hex(" + bytes + ")"
	}
	v.titleOf(fmt.Sprintf("CASE WHEN %[1]s IS NULL THEN %[2]s ELSE json_array(%[2]s || ':', %[3]s) END", v.sql(body), v.sql(kind.field), bytes),
		"what kind of work it is ("+kind.expr+"), and "+because)
	t.Roles[mapped.RoleTitle], t.Pickled[mapped.RoleTitle] = v.roles[mapped.RoleTitle].expr, key
}

// tellingKey returns the key of pickled dictionaries with the best name for a title, of those that four of five of
// them have with a text, and how many different texts these are.
func (v *view) tellingKey(f *field) (best string, different int) {
	texts, rows := map[string][]string{}, 0
	for _, value := range f.values {
		one, _, err := pickle.Decode(value)
		dict, ok := one.(*pickle.Dict)
		if err != nil || !ok {
			continue
		}
		rows++
		for i, key := range dict.Keys {
			name, named := key.(string)
			text, told := dict.Values[i].(string)
			if named && told && text != "" && plainKey.MatchString(name) {
				texts[name] = append(texts[name], text)
			}
		}
	}
	most := leastName - 0.5
	for name, all := range texts {
		w := roleWeight(string(mapped.RoleTitle), name, v.words, false)
		if 5*len(all) < 4*rows || w < most || w == most && name > best {
			continue
		}
		slices.Sort(all)
		best, most, different = name, w, len(slices.Compact(all))
	}
	return best, different
}
