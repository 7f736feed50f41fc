package infer

import (
	"fmt"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source/mapped"
)

// Weights of what speaks for a field beside its name.
const (
	insideJSON  = 1.5 // less for a value inside JSON than for a column
	withValues  = 1.0 // more for a field that has values
	leastWeight = 3.0 // of a field that has a role
)

// fits says for each role which values it can have. A role that is not here is not
// looked for by names alone.
var fits = map[mapped.Role]func(*field) bool{
	mapped.RoleBody:   func(f *field) bool { return !f.time && (f.nonzero == 0 || f.texts+f.blobs > 0) },
	mapped.RoleResult: func(f *field) bool { return !f.time && (f.nonzero == 0 || f.texts+f.blobs > 0) && !f.isYesNo() },
	mapped.RoleError:  func(f *field) bool { return !f.time && (f.nonzero == 0 || f.texts+f.pickles > 0) },
	mapped.RoleReason: func(f *field) bool { // what most rows have is no reason why some are blocked
		return !f.time && (f.nonzero == 0 || (f.words > 0 || f.texts > f.opaque) && (f.rows < 4 || f.set*10 < f.rows*8))
	},
	mapped.RoleAttempts:    isCount,
	mapped.RoleMaxAttempts: isCount,
	mapped.RolePriority:    isCount,
	mapped.RoleWorker:      func(f *field) bool { return !f.time && f.json == 0 || f.json > 0 && f.length < 200*f.set },
	mapped.RoleParent:      func(f *field) bool { return !f.time },
	mapped.RoleCost:        func(f *field) bool { return !f.time && f.numbers == f.set },
	mapped.RoleTokens:      func(f *field) bool { return !f.time && f.numbers == f.set },
}

func isCount(f *field) bool { return !f.time && f.numbers == f.set && f.maxNum < 1e6 }

// timeRoles are looked for among the times; one time has one role.
var timeRoles = []mapped.Role{
	mapped.RoleCreated, mapped.RoleStarted, mapped.RoleFinished, mapped.RoleUpdated, mapped.RoleRunAt, mapped.RoleLease, mapped.RoleHeartbeat,
}

// chooseRoles gives fields their roles.
func (v *view) chooseRoles() {
	v.chooseStatus()
	v.chooseID()
	v.chooseTimes()
	v.settleRan()
	for _, role := range mapped.Roles() {
		if fit := fits[role]; fit != nil {
			v.choose(role, fit)
		}
	}
	v.chooseTitle()
	v.joinTitle()
	v.anyTitle()
	v.settle()
	v.errorOfFailures()
	v.className()
	v.settleTimes()
	v.mergeEnds()
}

// set gives a field a role.
func (v *view) set(role mapped.Role, f *field, weight float64, because string) {
	v.roles[role] = pick{field: f, expr: f.expr, weight: min(weight, 10), because: because}
}

// weigh returns how well the name of a field fits a role.
func (v *view) weigh(role mapped.Role, f *field) float64 { return v.weighAs(string(role), f) }

// weighAs returns how well the name of a field fits the rows of columns.txt with a name.
func (v *view) weighAs(name string, f *field) float64 {
	w := roleWeight(name, f.name, v.words, f.time)
	if w > 0 && f.path != "" {
		w -= insideJSON
	}
	return w
}

func (v *view) choose(role mapped.Role, fit func(*field) bool) {
	v.chooseNamed(role, string(role), fit)
}

// chooseNamed gives the role to the field that fits the rows of columns.txt with a name best.
func (v *view) chooseNamed(role mapped.Role, name string, fit func(*field) bool) {
	var best *field
	most := leastWeight
	for i := range v.fields {
		f := &v.fields[i]
		if f == v.status || f == v.roles[mapped.RoleID].field || !fit(f) {
			continue
		}
		w := v.weighAs(name, f)
		if f.nonzero > 0 && w > 0 {
			w += withValues
		}
		if w > most {
			best, most = f, w
		}
	}
	if best == nil {
		return
	}
	because := "its name"
	if best.nonzero == 0 {
		because = "its name alone: it has no values yet"
	}
	v.set(role, best, most, because)
}

// chooseTimes gives each time the role that its name fits best, the surest first.
func (v *view) chooseTimes() {
	type match struct {
		role   mapped.Role
		field  *field
		weight float64
	}
	var all []match
	for i := range v.fields {
		f := &v.fields[i]
		if !f.time {
			continue
		}
		for _, role := range timeRoles {
			w := v.weigh(role, f)
			if w <= 0 {
				continue
			}
			if f.nonzero > 0 {
				w += withValues
			}
			all = append(all, match{role, f, w})
		}
	}
	slices.SortStableFunc(all, func(a, b match) int {
		switch {
		case a.weight > b.weight:
			return -1
		case a.weight < b.weight:
			return 1
		}
		return 0
	})
	used := map[*field]bool{}
	for _, m := range all {
		if _, taken := v.roles[m.role]; taken || used[m.field] || m.weight < leastWeight {
			continue
		}
		used[m.field] = true
		v.set(m.role, m.field, m.weight, timeBecause(m.field))
	}
}

// mergeEnds joins the times of all ends into one: tables with a time for each end set
// one of them.
func (v *view) mergeEnds() {
	p := v.roles[mapped.RoleFinished]
	if p.field == nil || p.field.path != "" || v.status == nil {
		return
	}
	merged := *p.field
	merged.values = slices.Clone(merged.values)
	parts := []string{endTime(p.field)}
	for i := range v.fields {
		f := &v.fields[i]
		if f == p.field || !f.time || f.path != "" || !v.endsTask(f) || f.goesWith(p.field) {
			continue
		}
		parts = append(parts, endTime(f))
		for row, value := range f.values {
			if !isSet(merged.values[row]) {
				merged.values[row] = value
			}
		}
	}
	if len(parts) > 1 {
		merged.profile = profileOf(merged.values)
		v.roles[mapped.RoleFinished] = pick{&merged, "coalesce(" + strings.Join(parts, ", ") + ")", p.weight, "the times of its ends, of which a row has one"}
	}
}

// goesWith reports whether most rows that have a value of the other field have one of this, too.
func (f *field) goesWith(other *field) bool {
	both := 0
	for row, value := range other.values {
		both += count(isSet(value) && isSet(f.values[row]))
	}
	return other.nonzero > 0 && both*2 > other.nonzero
}

func endTime(f *field) string { return "nullif(nullif(t." + quoteName(f.name) + ", 0), '')" }

// endsTask reports whether a time is that of a failure, a cancellation or a success, and
// of no other role.
func (v *view) endsTask(f *field) bool {
	for _, p := range v.roles {
		if p.field == f {
			return false
		}
	}
	name := joined(f.name)
	return !strings.HasPrefix(name, "last_") && (roleWeight("failed", f.name, v.words, true) >= 9 ||
		roleWeight("cancelled", f.name, v.words, true) >= 9 || roleWeight("done", f.name, v.words, true) >= 9)
}

func timeBecause(f *field) string {
	if f.nonzero == 0 {
		return "its name alone: it has no values yet"
	}
	return "its name, and its values are times"
}

// chooseID takes the primary key. Where that is a running number beside a column "id"
// that is unique, the column is what others know a task by.
func (v *view) chooseID() {
	key := v.key()
	if len(key) == 1 {
		v.set(mapped.RoleID, v.field(key[0]), 10, "the primary key")
		if at := v.column("id"); at >= 0 && !strings.EqualFold(key[0], "id") && v.unique("id") {
			v.set(mapped.RoleID, &v.fields[at], 9, "unique, and named id")
		}
		return
	}
	var best *field
	most := 0.0
	for i := range v.Columns {
		f := &v.fields[i]
		w := v.weigh(mapped.RoleID, f)
		different := len(f.distinct) == f.set && f.set == f.rows || f.many
		switch {
		case f.blobs > 0 && f.blobs != f.set, f.time:
			continue
		case v.unique(f.name), different && joined(f.name) == "id":
			w += 4
		case v.Columns[i].Key > 0 && different:
			w += 3
		case !different || w < 8:
			continue
		}
		if w > most && len(f.distinct)*2 > min(f.set, mostValues) {
			best, most = f, w
		}
	}
	switch {
	case best != nil:
		v.set(mapped.RoleID, best, min(most, 8), "its values are all different")
	case len(key) > 1:
		parts := make([]string, len(key))
		for i, name := range key {
			parts[i] = "t." + quoteName(name)
		}
		v.roles[mapped.RoleID] = pick{expr: strings.Join(parts, " || '/' || "), weight: 8, because: "the columns of the primary key"}
	}
}

// keyed reports whether the table has no rowid by which its rows could be told apart.
func (v *view) keyed() bool { return strings.Contains(strings.ToUpper(v.SQL), "WITHOUT ROWID") }

// chooseStatus takes the field whose name and words are most like a status.
func (v *view) chooseStatus() {
	const least = 5.0
	most := least
	for i := range v.fields {
		f := &v.fields[i]
		w := v.weigh("status", f)
		if f.time || f.many || len(f.distinct) > 24 || f.blobs > 0 || f.json > 0 || w <= 0 && f.path != "" {
			continue
		}
		short := f.set == 0 || f.length <= 40*f.set
		codes := f.set > 0 && f.numbers == f.set && f.maxNum < 256
		share := f.knownShare()
		switch {
		case !short || w <= 0 && share < 0.75, len(v.Rows) > 0 && f.set == 0 && len(v.declaredFor(f)) == 0:
			continue
		case w <= 0 && len(f.distinct) >= 3:
			if w = 2 + 3*share; v.hasLifeOfTasks(f) {
				w = least + 0.1 // its words alone, where no column has the name of a status
			}
		case codes && !f.isYesNo():
			w += 2
		case codes && w < 9:
			continue
		case f.set > 0 && !codes:
			w += 6*share - 2
		}
		if w > most {
			most, v.status = w, f
		}
	}
	if f := v.status; f != nil {
		v.set(mapped.RoleStatus, f, most, fmt.Sprintf("its name, and it has %d different values", len(f.distinct)))
	}
}

// notStatus are words with which names of columns end that tell what a row is, and not how far it is.
var notStatus = []string{"type", "kind", "event", "action", "level", "category", "role", "priority", "source", "name", "title", "topic", "queue", "tag", "label"}

// hasLifeOfTasks reports whether all values of a field are plain words of a queue, among them of
// tasks that have ended and of others, and its name does not speak against a status.
func (v *view) hasLifeOfTasks(f *field) bool {
	words := tokens(f.name)
	if f.path != "" || len(words) == 0 || slices.Contains(notStatus, words[len(words)-1]) || columnNames["no-status"].has(strings.Join(words, "_")) {
		return false
	}
	ended, open := false, false
	for word := range f.distinct {
		state, ok := plainState(word)
		if !ok && !isAmbiguous(word) {
			return false
		}
		ended, open = ended || ok && state.Finished(), open || ok && !state.Finished()
	}
	return ended && open
}

// knownShare is the share of the values that are words of a queue.
func (f *field) knownShare() float64 {
	if len(f.distinct) == 0 {
		return 0
	}
	known := 0
	for word := range f.distinct {
		if _, ok := plainState(word); ok || isAmbiguous(word) {
			known++
		}
	}
	return float64(known) / float64(len(f.distinct))
}

// settle mends what names alone get wrong.
func (v *view) settle() {
	title := v.roles[mapped.RoleTitle].field
	if w := v.roles[mapped.RoleWorker]; w.field != nil && w.field == title {
		delete(v.roles, mapped.RoleWorker)
		v.choose(mapped.RoleWorker, func(f *field) bool { return f != title && fits[mapped.RoleWorker](f) })
	}
	if b := v.roles[mapped.RoleBody]; b.field != nil && b.field == title && title.path == "" {
		delete(v.roles, mapped.RoleBody)
		v.choose(mapped.RoleBody, func(f *field) bool { return f != title && fits[mapped.RoleBody](f) })
		if v.roles[mapped.RoleBody].field == nil && title.words > 0 {
			v.roles[mapped.RoleBody] = b
		}
	}
	if r := v.roles[mapped.RoleResult]; r.field != nil && r.field == v.outcome() {
		delete(v.roles, mapped.RoleResult)
		v.choose(mapped.RoleResult, func(f *field) bool { return f != r.field && f != title && fits[mapped.RoleResult](f) })
	}
	if r := v.roles[mapped.RoleResult]; r.field != nil && (r.field == v.roles[mapped.RoleError].field || r.field == title) {
		delete(v.roles, mapped.RoleResult)
	}
	if p := v.roles[mapped.RoleReason]; p.field != nil && !v.hasRoles(mapped.RoleError) &&
		(slices.ContainsFunc(p.field.values, func(v any) bool { return errorText(textOf(v)) }) || v.tellsFailures(p.field)) {
		v.roles[mapped.RoleError] = pick{p.field, p.expr, p.weight - 2, "its texts are errors too"}
	}
	if p := v.roles[mapped.RoleParent]; p.field != nil && p.field == title {
		delete(v.roles, mapped.RoleParent)
	}
	v.messageOfError()
	v.countFromLeft()
}

// messages are the keys of what an error says, in a document about it.
var messages = []string{"message", "error", "msg", "exception", "detail", "text"}

// messageOfError takes, of errors that are documents, what the last one says.
func (v *view) messageOfError() {
	p := v.roles[mapped.RoleError]
	if p.field == nil || p.field.path != "" || p.field.json*2 < p.field.set {
		return
	}
	for _, key := range messages {
		for i := range v.fields {
			f := &v.fields[i]
			if f.column == p.field.column && (f.path == key || f.path == "[-1]."+key) && f.set*10 >= p.field.nonzero*8 && f.texts > 0 {
				v.roles[mapped.RoleError] = pick{f, f.expr, p.weight, p.because}
				return
			}
		}
	}
}

// countFromLeft counts the attempts where the table has how many are left.
func (v *view) countFromLeft() {
	most := v.roles[mapped.RoleMaxAttempts]
	if most.field == nil || most.field.path != "" || v.hasRoles(mapped.RoleAttempts) {
		return
	}
	for i := range v.fields {
		f := &v.fields[i]
		words := tokens(f.name)
		if f.path != "" || !isCount(f) || f == most.field || len(words) < 2 || !slices.Contains([]string{"left", "remaining"}, words[len(words)-1]) ||
			!slices.ContainsFunc(words, func(w string) bool { return slices.Contains(tryWords, strings.TrimSuffix(w, "s")) }) {
			continue
		}
		v.roles[mapped.RoleAttempts] = pick{
			expr:   fmt.Sprintf("max(t.%s - t.%s, 0)", quoteName(most.field.name), quoteName(f.name)),
			weight: 7, because: "what is left of " + most.field.name,
		}
		return
	}
}

// tryWords are words for an attempt, in the singular.
var tryWords = []string{"attempt", "try", "trie", "retry", "retrie", "run"}

// settleTimes gives the role of an end to the time that is named for a success which a
// word means, such as delivered_at beside "delivered".
func (v *view) settleTimes() {
	if started := v.roles[mapped.RoleStarted]; started.field != nil && !v.hasRoles(mapped.RoleFinished) && v.status != nil {
		stem := strings.Join(timeStem(tokens(started.field.name)), "_")
		if state, ok := plainState(stem); ok && state == model.StateDone && v.status.distinct[stem] > 0 {
			delete(v.roles, mapped.RoleStarted)
			v.set(mapped.RoleFinished, started.field, started.weight, "its name is a word of an end")
		}
	}
}

// ranWords are words of names for a time at which work was done, at its beginning or at its end.
var ranWords = []string{"executed", "performed", "ran", "invoked", "excecuted"}

// settleRan takes the time at which work was done for its end where each row that has it was
// locked or taken before, and others were, too.
func (v *view) settleRan() {
	if v.hasRoles(mapped.RoleFinished) {
		return
	}
	started := v.roles[mapped.RoleStarted]
	for i := range v.fields {
		ran := &v.fields[i]
		if !ran.time || ran.path != "" || ran.nonzero == 0 || ran != started.field && v.used(ran) || !slices.Contains(ranWords, strings.Join(timeStem(tokens(ran.name)), "_")) {
			continue
		}
		for j := range v.fields {
			f := &v.fields[j]
			if f == ran || !f.time || f.path != "" || f.nonzero <= ran.nonzero || f.nonzero == f.rows || v.weigh(mapped.RoleStarted, f) < 8 || !f.setWhere(ran) {
				continue
			}
			v.set(mapped.RoleFinished, ran, v.weigh(mapped.RoleStarted, ran), "the rows that have it were taken before")
			v.set(mapped.RoleStarted, f, v.weigh(mapped.RoleStarted, f), timeBecause(f))
			return
		}
	}
}

// setWhere reports whether each row that has a value of the other field has one of this.
func (f *field) setWhere(other *field) bool {
	for row, value := range other.values {
		if isSet(value) && !isSet(f.values[row]) {
			return false
		}
	}
	return true
}

// tellsFailures reports whether most of the rows whose word means a failure have a value.
func (v *view) tellsFailures(f *field) bool {
	if v.status == nil {
		return false
	}
	failed, told := 0, 0
	for row, word := range v.status.values {
		if state, ok := plainState(textOf(word)); ok && state == model.StateFailed {
			failed++
			told += count(isSet(f.values[row]))
		}
	}
	return failed > 0 && told*10 >= failed*6
}
