package infer

import (
	"fmt"
	"strings"

	"notdone/source/mapped"
)

// mark says where a serialized task has the name of its class: behind the begins, one
// after the other, up to the end.
type mark struct {
	first  bool // the text begins with the first of them
	begins []string
	end    string
}

// marks are those of the serializations of Ruby (YAML) and PHP.
var marks = []mark{
	{begins: []string{"job_class: "}, end: "\n"},
	{begins: []string{"!ruby/object:"}, end: "\n"},
	{begins: []string{"!ruby/struct:"}, end: "\n"},
	{begins: []string{`message";O:`, `"`}, end: `"`},
	{begins: []string{`s:5:"title";s:`, `"`}, end: `"`},
	{first: true, begins: []string{"O:", `"`}, end: `"`},
}

// in reports whether a text has the mark.
func (m mark) in(text string) bool {
	if m.first && !strings.HasPrefix(text, m.begins[0]) {
		return false
	}
	for _, begin := range m.begins {
		_, rest, ok := strings.Cut(text, begin)
		if !ok {
			return false
		}
		text = rest
	}
	return text != "" && strings.Contains(text+m.end, m.end)
}

// sql returns the expression of the name in the text of an expression.
func (m mark) sql(text string) string {
	for _, begin := range m.begins {
		text = fmt.Sprintf("substr(%[1]s, instr(%[1]s, %[2]s) + %[3]d)", text, quoteText(begin), len(begin))
	}
	end := quoteText(m.end)
	if m.end == "\n" {
		end = "char(10)"
	}
	return fmt.Sprintf("substr(%[1]s, 1, instr(%[1]s || %[2]s, %[2]s) - 1)", text, end)
}

// className takes the name of the class from a serialized task, where the title is that
// text, or nothing that a person would call a task by.
func (v *view) className() {
	title := v.roles[mapped.RoleTitle]
	for _, f := range []*field{title.field, v.roles[mapped.RoleBody].field} {
		if f == nil || f.path != "" || f.texts == 0 || f != title.field && title.weight > leastDetail {
			continue
		}
		for _, m := range marks {
			if f.count(m.in)*10 >= f.set*8 {
				if !v.hasRoles(mapped.RoleBody) {
					v.set(mapped.RoleBody, f, leastDetail, "a serialized task")
				}
				v.roles[mapped.RoleTitle] = pick{field: f, expr: m.sql("t." + quoteName(f.name)), weight: 6, because: "the class that " + f.name + " names"}
				return
			}
		}
	}
}

// count returns how many texts of a field meet a condition.
func (f *field) count(meets func(string) bool) (n int) {
	for _, value := range f.values {
		if text, ok := value.(string); ok && meets(text) {
			n++
		}
	}
	return n
}
