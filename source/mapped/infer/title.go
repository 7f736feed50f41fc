package infer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"notdone/source/mapped"
)

const (
	fewValues   = 3   // a field with no more different values says little about a single task
	leastTitle  = 0.3 // a field that can be a title weighs more
	leastDetail = 3.5 // the least weight of the detail in a title "kind: detail"
	mostDetail  = 300 // bytes of a detail, on average
	shortDetail = 60  // bytes of an argument of a task, on average
	ownTitle    = 8.5 // from this weight of its name on, a field is a title and not a kind of work
	leastName   = 6   // the least weight of a name that says more of a task than that of its queue
)

// titled is a field that can be a title: named is how well its name fits, and weight is the
// same, lowered where its values are hard to read, missing or few.
type titled struct {
	*field
	named, weight float64
}

// chooseTitle takes the text by which a person would call a task: of the fields with a
// name for that, the one whose values can be read and tell the tasks apart. If that is only a
// kind of work, such as "send_email", the title is the kind and a detail that tells one task
// of the kind from the next: "kind: detail".
func (v *view) chooseTitle() {
	all := v.titles()
	if len(all) == 0 {
		return
	}
	best := all[0]
	// The best one is a word that tasks share, and another field describes each task.
	if told := find(all, best.toldBy); told.field != nil {
		if isKind(best.name) && told.details() {
			v.kindInWords(best, told)
			return
		}
		best = told
	}
	// The best one describes each task, and a column with about as good a name has the kind.
	work := find(all, func(t titled) bool {
		return t.path == "" && t.named+1 >= best.named && isKind(t.name) && t.repeats() && t.readable() && t.words == 0
	})
	if work.field != nil && best.path == "" && best.named < ownTitle && best.words*2 > best.set && !best.repeats() {
		v.kindInWords(work, best)
		return
	}
	v.set(mapped.RoleTitle, best.field, best.weight, "its name, and its values can be read and differ")
	defer v.fillTitle(all) // it does nothing where an expression becomes the title below
	var kind, detail titled
	// Inside JSON the best one is a detail. A best one that repeats is a kind that needs a detail.
	if best.path != "" {
		kind, detail = find(all, func(t titled) bool {
			return t.path == "" && t.repeats() && t.named < ownTitle && isKind(t.name) && !t.equals(best.field)
		}), best
	}
	if kind.field == nil && best.repeats() && best.named < ownTitle {
		kind, detail = best, find(all, func(t titled) bool { return t.field != best.field && t.details() })
		if detail.field == nil && len(best.distinct) == 1 && best.path == "" {
			detail.field = v.tellingArgument()
		}
	}
	if kind.field != nil && detail.field != nil {
		v.titleOf(fmt.Sprintf("coalesce(%[1]s || ': ' || nullif(%[2]s, ''), %[1]s, %[2]s)", v.sql(kind.field), v.sql(detail.field)),
			"what kind of work it is ("+kind.expr+"), and on what ("+detail.expr+")")
		return
	}
	// A column with a better name goes first in the rows that have it.
	own := find(all, func(t titled) bool {
		return t.field != best.field && t.path == "" && t.named > max(best.named, ownTitle) && t.set < t.rows && t.readable() && !t.repeats()
	})
	if own.field != nil {
		v.titleOf(fmt.Sprintf("coalesce(nullif(%s, ''), %s)", v.sql(own.field), v.sql(best.field)), "the name that some rows have, else "+best.expr)
	}
}

// kindInWords makes "kind: told" the title, where told is the field that describes each task.
func (v *view) kindInWords(kind, told titled) {
	v.set(mapped.RoleTitle, told.field, told.weight, "")
	v.titleOf(fmt.Sprintf("coalesce(nullif(%[1]s, '') || ': ' || nullif(%[2]s, ''), %[1]s, %[2]s)", v.sql(kind.field), v.sql(told.field)),
		"what kind of work it is ("+kind.expr+"), and in words ("+told.expr+")")
}

// progressWords are words of columns that say how far a task is, not what it is.
var progressWords = []string{"message", "text", "note", "comment", "detail", "details"}

// toldBy reports whether the other field describes each task in several words of its own, where
// this one has single words that several tasks share. The other one must have a value in four
// of five rows.
func (t titled) toldBy(other titled) bool {
	if slices.ContainsFunc(tokens(other.name), func(w string) bool { return slices.Contains(progressWords, w) }) {
		return false
	}
	return t.path == "" && other.path == "" && t.repeats() && t.words == 0 && other.named >= leastName && other.words*2 > other.set &&
		other.set*10 >= other.rows*8 && !other.repeats() && len(other.distinct) > len(t.distinct)
}

// tellingArgument returns, of the short values inside the JSON of the body, which holds the
// arguments of a task, the one that differs most from task to task and can be read; nil: there
// is none.
func (v *view) tellingArgument() (best *field) {
	body := v.roles[mapped.RoleBody].field
	for i := range v.fields {
		f := &v.fields[i]
		if f.path == "" || body == nil || f.column != body.column || !f.readable() || f.time || f.length > shortDetail*f.set || f.set*10 < f.rows*8 {
			continue
		}
		if best == nil || len(f.distinct) > len(best.distinct) {
			best = f
		}
	}
	return best
}

// fillTitle adds to a title that some rows lack the best other field that can be read and
// that one of these rows, or more, has.
func (v *view) fillTitle(all []titled) {
	p := v.roles[mapped.RoleTitle]
	if p.field == nil || p.expr != p.field.expr || p.field.set == p.field.rows {
		return
	}
	for _, other := range all {
		if other.field == p.field || !other.readable() {
			continue
		}
		for row := range v.Rows {
			if !isSet(p.field.values[row]) && isSet(other.values[row]) {
				v.titleOf(fmt.Sprintf("coalesce(nullif(%s, ''), %s)", v.sql(p.field), v.sql(other.field)), p.because+"; where it is missing, "+other.expr)
				return
			}
		}
	}
}

// anyTitle takes, where nothing else is a title, a text that can be read: the first one of
// several words that differs from row to row, else the one with the largest share of different
// values that can be read. If there is none, the title is a field that has only usualQueues.
func (v *view) anyTitle() {
	if v.hasRoles(mapped.RoleTitle) {
		return
	}
	var best *field
	most := 0.0
	for i := range v.fields {
		f := &v.fields[i]
		if f.path != "" || !f.readable() || f.set*10 < f.rows*8 || v.used(f) || f.length > mostDetail*f.set || columnNames["no-title"].has(joined(f.name)) {
			continue
		}
		if f.words*2 > f.set && !f.repeats() {
			v.set(mapped.RoleTitle, f, 4, "it has a text of its own in each row")
			return
		}
		if w := f.informative() * f.telling() * float64(len(f.distinct)) / float64(f.set); w > most && len(f.distinct) > 1 {
			best, most = f, w
		}
	}
	if best != nil {
		v.set(mapped.RoleTitle, best, leastDetail, "nothing else in a row can be read")
		return
	}
	for i := range v.fields {
		if f := &v.fields[i]; f.path == "" && f.set > 0 && f.unnamed() && v.weigh(mapped.RoleTitle, f) > 0 {
			v.set(mapped.RoleTitle, f, 1, "the queue: nothing in a row names its task")
			return
		}
	}
}

// used reports whether a field has a role, other than that of the body: a body may be the
// title, too.
func (v *view) used(f *field) bool {
	for role, p := range v.roles {
		if p.field == f && role != mapped.RoleBody {
			return true
		}
	}
	return false
}

// titleOf makes an expression of several fields the title. The field and the weight of the
// title remain those of the field that was chosen before.
func (v *view) titleOf(expr, because string) {
	p := v.roles[mapped.RoleTitle]
	v.roles[mapped.RoleTitle] = pick{field: p.field, expr: expr, weight: p.weight, because: because}
}

// titles returns the fields that can be a title, the best first.
func (v *view) titles() (all []titled) {
	for i := range v.fields {
		f := &v.fields[i]
		named := v.weigh(mapped.RoleTitle, f)
		if named <= 0 || f.time || f == v.status || f.set > 0 && f.unnamed() || v.isWorker(f) || v.inErrors(f) {
			continue
		}
		t := titled{f, named, named}
		if f.rows > 0 {
			t.weight *= f.informative() * f.telling()
		}
		if t.weight > leastTitle {
			all = append(all, t)
		}
	}
	// The name of a queue is no title where a field with a better name can be read.
	named := func(t titled) bool {
		return t.named >= leastName && t.readable() && t.set*10 >= t.rows*8 && !isQueue(t.name)
	}
	if slices.ContainsFunc(all, named) {
		all = slices.DeleteFunc(all, func(t titled) bool { return isQueue(t.name) })
	}
	slices.SortStableFunc(all, func(a, b titled) int { return cmp.Compare(b.weight, a.weight) })
	return all
}

// inErrors reports whether a value stands inside a column of errors.
func (v *view) inErrors(f *field) bool {
	p := v.roles[mapped.RoleError].field
	return f.path != "" && p != nil && p.path == "" && p.column == f.column
}

// isQueue reports whether a column names the queue of a task, not the task.
func isQueue(name string) bool { return slices.Contains(tokens(name), "queue") }

// isWorker reports whether a field names who works: it has the role of the worker, and no value
// has a capital letter or a space. With one it may be a class, such as "EmailWorker", or a title.
func (v *view) isWorker(f *field) bool {
	if v.roles[mapped.RoleWorker].field != f {
		return false
	}
	for value := range f.distinct {
		if value != strings.ToLower(value) || strings.Contains(value, " ") {
			return false
		}
	}
	return true
}

// usualQueues are names of queues that say nothing of their tasks: "celery" is the default
// queue of Celery, and "default" that of Sidekiq and others.
var usualQueues = []string{"default", "main", "celery", "queue"}

// unnamed reports whether all values are usualQueues.
func (f *field) unnamed() bool {
	for value := range f.distinct {
		if !slices.Contains(usualQueues, strings.ToLower(value)) {
			return false
		}
	}
	return !f.many
}

// find returns the first, which is the best, that fits; one without a field: none does.
func find(all []titled, fits func(titled) bool) titled {
	if i := slices.IndexFunc(all, fits); i >= 0 {
		return all[i]
	}
	return titled{}
}

// kinds are the last words of columns that say what sort of work a row is.
var kinds = []string{"kind", "type", "operation", "action", "function", "func", "handler", "method", "event", "command", "task", "job", "class", "transition"}

// isKind reports whether the last word of a name is one of kinds.
func isKind(name string) bool {
	words := tokens(name)
	return len(words) > 0 && slices.Contains(kinds, words[len(words)-1])
}

// repeats reports whether several rows have the same value. A field with more than mostValues
// different values counts as one whose values differ.
func (f *field) repeats() bool { return !f.many && len(f.distinct) < f.set }

// readable reports whether four of five values are texts that a person can read: neither
// opaque nor JSON.
func (f *field) readable() bool { return f.set > 0 && (f.texts-f.opaque-f.json)*10 >= f.set*8 }

// details reports whether the values tell one task of a kind from the next.
func (t titled) details() bool {
	return t.weight >= leastDetail && t.readable() && t.length <= mostDetail*t.set && (t.many || len(t.distinct)*10 >= t.set*8)
}

// telling is a factor of the weight: lower where no more than fewValues different values
// stand in more than four times as many rows.
func (f *field) telling() float64 {
	if len(f.distinct) <= fewValues && len(f.distinct)*4 < f.set {
		return 0.4
	}
	return 1
}

// equals reports whether one row, or more, has the same value in both fields.
func (f *field) equals(other *field) bool {
	for row := range f.values {
		if isSet(f.values[row]) && textOf(f.values[row]) == textOf(other.values[row]) {
			return true
		}
	}
	return false
}

// sql returns a field as an expression of SQLite.
func (v *view) sql(f *field) string {
	column := "t." + quoteName(v.Columns[f.column].Name)
	if f.path == "" {
		return column
	}
	return mapped.JSONValue(column, f.path)
}
