package infer

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source/mapped"
)

// addWordRules adds rules for what a word alone does not decide.
func (v *view) addWordRules(t *mapped.Table, x *lexicon) {
	if done := x.wordsOf(model.StateDone); len(done) > 0 {
		v.addOutcomeRule(t, statusIs(done))
	}
	v.addRetryRule(t, x)
	if v.hasRoles(mapped.RoleError, mapped.RoleAttempts, mapped.RoleMaxAttempts) {
		if blocked := x.wordsOf(model.StateBlocked); len(blocked) > 0 {
			t.When = append(t.When, mapped.Rule{If: statusIs(blocked) + " and error and attempts >= max_attempts", State: model.StateFailed})
		}
	}
	v.addLeaseRule(t, x)
	v.addWaitRule(t, x)
	v.addLastResultRule(t, x)
	v.addNoWordRule(t, x)
}

// hasRoles reports whether the table has all the roles.
func (v *view) hasRoles(roles ...mapped.Role) bool {
	return !slices.ContainsFunc(roles, func(r mapped.Role) bool { return v.roles[r].expr == "" })
}

// wordsOf returns the words of a state that rows have or that the schema names.
func (x *lexicon) wordsOf(state model.State) (words []string) {
	for _, w := range x.words {
		if w.State == state && w.Word != "" {
			words = append(words, w.Word)
		}
	}
	return words
}

// statusIs returns the condition that the status is one of the words.
func statusIs(words []string) string {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = "status = " + quoteText(w)
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, " or ") + ")"
}

// addRetryRule says that a failure with attempts left and a time to run at is retried, and
// that any is where another word or table is for those that are not.
func (v *view) addRetryRule(t *mapped.Table, x *lexicon) {
	var words []string
	final := slices.ContainsFunc(v.beside, func(s sibling) bool { return s.state == model.StateFailed })
	for _, w := range x.wordsOf(model.StateFailed) {
		switch plain(w) {
		case "failed", "error", "errored", "failure", "fail":
			words = append(words, w)
		case "dead", "exhausted", "dead_letter", "discarded", "buried":
			final = true
		}
	}
	if len(words) == 0 || v.stands() {
		return
	}
	limited := v.hasRoles(mapped.RoleAttempts, mapped.RoleMaxAttempts)
	due := v.hasRoles(mapped.RoleRunAt)
	rule := mapped.Rule{If: statusIs(words), State: model.StateScheduled, As: "will retry"}
	switch {
	case final && v.hasRoles(mapped.RoleAttempts, mapped.RoleFinished, mapped.RoleRunAt):
		rule.If += " and (not finished or run_at > now)"
	case final && v.hasRoles(mapped.RoleAttempts, mapped.RoleFinished):
		rule.If += " and not finished"
	case final && v.hasRoles(mapped.RoleAttempts):
	case due && limited:
		rule.If += " and run_at > now and attempts < max_attempts"
	case due && v.hasRoles(mapped.RoleAttempts):
		rule.If += " and run_at > now"
	default:
		return
	}
	t.When = append(t.When, rule)
}

// addLeaseRule says that a waiting task is worked on while somebody holds it, where no word
// is for that.
func (v *view) addLeaseRule(t *mapped.Table, x *lexicon) {
	queued := x.wordsOf(model.StateQueued)
	if len(queued) == 0 || len(x.wordsOf(model.StateActive)) > 0 {
		return
	}
	switch {
	case v.hasRoles(mapped.RoleLease):
		when(t, statusIs(queued)+" and lease > now", model.StateActive)
	case v.hasRoles(mapped.RoleWorker) && v.claims() && !v.claimsStay(x) && v.hasRoles(mapped.RoleRunAt):
		when(t, statusIs(queued)+" and worker and (not run_at or run_at <= now)", model.StateActive)
	case v.hasRoles(mapped.RoleWorker) && v.claims() && !v.claimsStay(x):
		when(t, statusIs(queued)+" and worker", model.StateActive)
	default:
		return
	}
	t.When[len(t.When)-1].As = "held by a worker"
}

// claimsStay reports whether rows that have ended still name who worked on them.
func (v *view) claimsStay(x *lexicon) bool {
	for row := range v.Rows {
		if x.states[textOf(v.status.values[row])].Finished() && v.has(row, mapped.RoleWorker) {
			return true
		}
	}
	return false
}

// addLastResultRule says that a schedule whose last run gave an error has failed.
func (v *view) addLastResultRule(t *mapped.Table, x *lexicon) {
	p := v.roles[mapped.RoleResult]
	if v.hasRoles(mapped.RoleError) || p.field == nil || p.field.path != "" || !v.stands() {
		return
	}
	scheduled := x.wordsOf(model.StateScheduled)
	if len(scheduled) == 0 || !slices.ContainsFunc(p.field.values, func(v any) bool { return errorText(textOf(v)) }) {
		return
	}
	name := "t." + quoteName(p.field.name)
	t.Flags = map[string]string{"last_run_failed": fmt.Sprintf("%[1]s LIKE 'error%%' OR %[1]s LIKE 'traceback%%' OR %[1]s LIKE 'exception%%'", name)}
	t.When = append(t.When, mapped.Rule{If: statusIs(scheduled) + " and last_run_failed", State: model.StateFailed, As: "last run failed"})
}

// addNoWordRule says what a row without a word is.
func (v *view) addNoWordRule(t *mapped.Table, x *lexicon) {
	f := x.facts[""]
	if f == nil {
		return
	}
	t.Otherwise = model.StateQueued
	if f.most(f.ended) {
		t.Otherwise = model.StateDone
	}
}

// waitsOn are columns that list the tasks that must end first.
var waitsOn = []string{"depends_on", "dependencies", "blocked_by", "needs", "deps", "depends", "prerequisites", "requires", "wait_for", "after", "dependency_ids", "depends_on_ids", "parents", "parent_ids"}

func (v *view) dependsField() *field {
	for i := range v.fields {
		f := &v.fields[i]
		if f.path == "" && slices.Contains(waitsOn, strings.TrimSuffix(joined(f.name), "_json")) && (f.json == f.texts && f.texts > 0) {
			return f
		}
	}
	return nil
}

// dependsColumn returns a column with the one task that must end first.
func (v *view) dependsColumn() *field {
	id := v.roles[mapped.RoleID].field
	for i := range v.fields {
		f := &v.fields[i]
		name := strings.Join(slices.DeleteFunc(tokens(f.name), func(w string) bool { return slices.Contains(oneTask, w) || v.words[w] }), "_")
		if f.path == "" && id != nil && f.set > 0 && f.json == 0 && slices.Contains(waitsOn, name) && f.pointsAt(id) {
			return f
		}
	}
	return nil
}

// oneTask are words of the name of a column that holds the key of another task.
var oneTask = []string{"id", "task", "job", "uuid", "key", "item"}

// pointsAt reports whether the values stand in another column: all of them, or half where that has
// many, of which the sample may lack some.
func (f *field) pointsAt(id *field) bool {
	all, found := f.keysIn(id)
	return found == all || id.many && found*2 >= all
}

// keysIn returns how many of the sampled rows have a value, and of how many of those it is one of
// the other column's.
func (f *field) keysIn(key *field) (all, found int) {
	keys := make(map[string]bool, len(key.values))
	for _, value := range key.values {
		keys[textOf(value)] = true
	}
	for _, value := range f.values {
		if isSet(value) {
			all++
			found += count(keys[textOf(value)])
		}
	}
	return all, found
}

// waitsForOthers reports whether a row lists tasks that must end first.
func (v *view) waitsForOthers(row int) bool {
	f := cmp.Or(v.dependsColumn(), v.dependsField())
	return f != nil && isSet(f.values[row])
}

// addWaitRule says that a waiting task is blocked while one that it depends on has not
// ended. What is done for this is asked of the table itself.
func (v *view) addWaitRule(t *mapped.Table, x *lexicon) {
	queued, done := x.wordsOf(model.StateQueued), x.wordsOf(model.StateDone)
	id := v.roles[mapped.RoleID].field
	if len(queued) == 0 || len(done) == 0 || id == nil || v.status.path != "" {
		return
	}
	list := make([]string, len(done))
	for i, w := range done {
		list[i] = quoteText(w)
	}
	open := fmt.Sprintf("p.%s NOT IN (%s)", quoteName(v.status.name), strings.Join(list, ", "))
	test := ""
	if f := v.dependsColumn(); f != nil {
		test = fmt.Sprintf("EXISTS (SELECT 1 FROM %[1]s p WHERE p.%[2]s = t.%[3]s AND %[4]s)", quoteName(v.Name), quoteName(id.name), quoteName(f.name), open)
	} else if f := v.dependsField(); f != nil {
		list := "t." + quoteName(f.name)
		test = fmt.Sprintf("EXISTS (SELECT 1 FROM json_each(CASE WHEN %[1]s THEN %[2]s ELSE '[]' END) d"+
			" WHERE EXISTS (SELECT 1 FROM %[3]s p WHERE p.%[4]s = d.value AND %[5]s))", mapped.IsJSON(list), list, quoteName(v.Name), quoteName(id.name), open)
	} else if link, task, needs := v.links(); link != nil {
		test = fmt.Sprintf("EXISTS (SELECT 1 FROM %[1]s l JOIN %[2]s p ON p.%[3]s = l.%[4]s WHERE l.%[5]s = t.%[3]s AND %[6]s)",
			quoteName(link.Name), quoteName(v.Name), quoteName(id.name), quoteName(needs), quoteName(task), open)
	}
	if test == "" {
		return
	}
	if t.Flags == nil {
		t.Flags = map[string]string{}
	}
	t.Flags["waits"] = test
	t.When = append(t.When, mapped.Rule{If: statusIs(queued) + " and waits", State: model.StateBlocked, As: "waits for another task"})
}

// links returns a table of two columns that says which task waits for which.
func (v *view) links() (link *Table, task, needs string) {
	for i := range v.schema.Tables {
		t := &v.schema.Tables[i]
		name := strings.Join(tableWords(t.Name), "_")
		if t.Name == v.Name || !strings.Contains(name, "depend") && !strings.HasSuffix(name, "_dep") && !strings.HasSuffix(name, "link") && !strings.Contains(name, "blocker") {
			continue
		}
		for _, c := range t.Columns {
			column := joined(c.Name)
			switch {
			case slices.Contains([]string{"depends_on", "depends_on_id", "dependency_id", "depends_on_task_id", "parent_id", "blocker_id", "blocked_by", "depends_on_job_id", "requires_id", "prerequisite_id", "dependency"}, column):
				needs = c.Name
			case slices.Contains([]string{"task_id", "job_id", "child_id", "issue_id", "item_id", "blocked_id", "run_id", "dependent_id"}, column):
				task = c.Name
			}
		}
		if task != "" && needs != "" {
			return t, task, needs
		}
	}
	return nil, "", ""
}

// yesNo returns the columns of yes or no that tell a state, by that state's name.
func (v *view) yesNo() map[string]*field {
	found, weights := map[string]*field{}, map[string]float64{}
	for i := range v.fields {
		f := &v.fields[i]
		if f.time || f.path != "" || !f.isYesNo() || f.set == 0 && !strings.Contains(strings.ToUpper(v.Columns[f.column].Type), "BOOL") {
			continue
		}
		for _, state := range []string{"yes-done", "yes-failed", "yes-active", "yes-cancelled", "yes-blocked", "no-queued"} {
			if w := roleWeight(state, f.name, v.words, false); w > weights[state] {
				found[state], weights[state] = f, w
			}
		}
	}
	return found
}

// flag adds a named SQL condition.
func flag(t *mapped.Table, name, test string) {
	if t.Flags == nil {
		t.Flags = map[string]string{}
	}
	t.Flags[name] = test
}

func when(t *mapped.Table, condition string, state model.State) {
	t.When = append(t.When, mapped.Rule{If: condition, State: state})
}

// addConditions adds rules for a table whose state is told by which of its columns are
// set.
func (v *view) addConditions(t *mapped.Table) {
	if v.status != nil {
		return
	}
	t.Otherwise = model.StateQueued
	v.addNames(t)
	v.addEnds(t)
	if found := v.executionsOf(); len(found) > 0 {
		v.addExecutions(t, found)
		if slices.ContainsFunc(found, func(e executions) bool { return e.state == model.StateActive }) {
			return
		}
	}
	v.addWork(t)
	if v.hasRoles(mapped.RoleRunAt) && !v.hasRoles(mapped.RoleAttempts) && !v.hasRoles(mapped.RoleStarted) && v.pausedByTime() {
		when(t, "not run_at", model.StateCancelled)
		t.When[len(t.When)-1].As = "paused"
	}
}

// pausedByTime reports whether the time to run at is the next one of many.
func (v *view) pausedByTime() bool {
	f := v.roles[mapped.RoleRunAt].field
	return f != nil && strings.Contains(joined(f.name), "next")
}

// addNames adds a rule for queues that are named for what died.
func (v *view) addNames(t *mapped.Table) {
	for i := range v.fields {
		f := &v.fields[i]
		if f.path != "" || f.many || !slices.Contains([]string{"queue", "queue_name", "name", "topic", "channel", "tube"}, joined(f.name)) {
			continue
		}
		var dead []string
		for _, word := range slices.Sorted(maps.Keys(f.distinct)) {
			if state, ok := plainState(word); ok && state == model.StateFailed {
				dead = append(dead, quoteText(word))
			}
		}
		if len(dead) > 0 {
			flag(t, "dead", "t."+quoteName(f.name)+" IN ("+strings.Join(dead, ", ")+")")
			when(t, "dead", model.StateFailed)
			return
		}
	}
}

// endKinds are the times and the columns of yes or no that end a task.
var endKinds = []struct {
	name  string
	state model.State
}{{"failed", model.StateFailed}, {"cancelled", model.StateCancelled}, {"held", model.StateBlocked}, {"done", model.StateDone}}

// addEnds adds rules for tasks that have ended.
func (v *view) addEnds(t *mapped.Table) {
	yes := v.yesNo()
	for _, kind := range endKinds {
		var tests []string
		for i := range v.fields {
			f := &v.fields[i]
			if f.time && f.path == "" && roleWeight(kind.name, f.name, v.words, true) > 0 && roleWeight("run_at", f.name, v.words, true) == 0 {
				tests = append(tests, fmt.Sprintf("ifnull(%s, 0) NOT IN (0, '', '0')", "t."+quoteName(f.name)))
			}
		}
		key := "yes-" + kind.name
		if kind.name == "held" {
			key = "yes-blocked"
		}
		if f := yes[key]; f != nil {
			tests = append(tests, "t."+quoteName(f.name)+" IN (1, 'true')")
		}
		if len(tests) == 0 {
			continue
		}
		flag(t, kind.name, strings.Join(tests, " OR "))
		if f := yes["yes-done"]; kind.state == model.StateDone && f != nil && v.hasRoles(mapped.RoleFinished) {
			flag(t, "unsuccessful", "t."+quoteName(f.name)+" IN (0, 'false')")
			when(t, "finished and unsuccessful", model.StateFailed)
		} else if kind.state == model.StateDone && v.hasRoles(mapped.RoleFinished) {
			v.addOutcomeRule(t, "finished")
		}
		if kind.state == model.StateDone && v.errorsEnd() {
			when(t, kind.name+" and error", model.StateFailed)
		}
		when(t, kind.name, kind.state)
	}
	if f := yes["no-queued"]; f != nil {
		flag(t, "taken", "t."+quoteName(f.name)+" IN (0, 'false')")
		when(t, "taken", model.StateDone)
	}
	if v.hasRoles(mapped.RoleFinished) && t.Flags["done"] == "" {
		v.addOutcomeRule(t, "finished")
		if v.errorsEnd() {
			when(t, "finished and error", model.StateFailed)
		}
		when(t, "finished", model.StateDone)
	}
}

// errorsEnd reports whether a task with an error has ended. Where tasks are tried again
// with the error of the last time, one that has ended has succeeded at last.
func (v *view) errorsEnd() bool {
	if !v.hasRoles(mapped.RoleAttempts) {
		return v.hasRoles(mapped.RoleError)
	}
	for row := range v.Rows {
		if v.has(row, mapped.RoleError) && !v.has(row, mapped.RoleFinished) {
			return false
		}
	}
	return v.hasRoles(mapped.RoleError)
}

// usualLimit is the least number of attempts at which a table without a limit of its own
// is taken to have given up.
const usualLimit = 3

// addWork adds rules for tasks that are worked on, that wait for a time, or that have
// used up their attempts.
func (v *view) addWork(t *mapped.Table) {
	if v.countsDown() {
		flag(t, "spent", "t."+quoteName(v.roles[mapped.RoleAttempts].field.name)+" <= 0")
		when(t, "spent and error", model.StateFailed)
		delete(v.roles, mapped.RoleAttempts)
	}
	attempts := v.hasRoles(mapped.RoleAttempts)
	lease := v.hasRoles(mapped.RoleLease)
	switch {
	case lease && attempts && !v.hasRoles(mapped.RoleRunAt):
		when(t, "lease > now and attempts", model.StateActive)
		when(t, "lease > now", model.StateScheduled)
	case lease:
		when(t, "lease > now", model.StateActive)
	}
	if f := v.yesNo()["yes-active"]; f != nil {
		flag(t, "locked", "t."+quoteName(f.name)+" IN (1, 'true')")
		when(t, "locked", model.StateActive)
	}
	if v.hasRoles(mapped.RoleStarted) && !lease {
		when(t, "started", model.StateActive)
	} else if v.hasRoles(mapped.RoleWorker) && !lease && v.claims() {
		when(t, "worker", model.StateActive)
	}
	switch {
	case attempts && v.hasRoles(mapped.RoleMaxAttempts):
		when(t, "attempts >= max_attempts", model.StateFailed)
	case attempts && lease:
		if most := v.roles[mapped.RoleAttempts].field; most != nil && most.maxNum >= usualLimit && most.maxNum < 100 {
			when(t, fmt.Sprintf("attempts >= %d", int(most.maxNum)), model.StateFailed)
			t.When[len(t.When)-1].As = "gave up"
		}
	}
}

// countsDown reports whether the attempts are those that are left: none where an error is,
// and some in each other row.
func (v *view) countsDown() bool {
	p := v.roles[mapped.RoleAttempts]
	if p.field == nil || p.field.path != "" || p.expr != p.field.expr || v.hasRoles(mapped.RoleMaxAttempts) || !v.hasRoles(mapped.RoleError) {
		return false
	}
	spent := 0
	for row := range v.Rows {
		left := isSet(p.field.values[row])
		if left != !v.has(row, mapped.RoleError) {
			return false
		}
		spent += count(!left)
	}
	return spent > 0 && spent < len(v.Rows)
}

// claims reports whether the name of the worker says that it holds the row.
func (v *view) claims() bool {
	f := v.roles[mapped.RoleWorker].field
	if f == nil {
		return false
	}
	name := joined(f.name)
	return strings.Contains(name, "lock") || strings.Contains(name, "claim") || strings.Contains(name, "reserve") || strings.Contains(name, "lease") || strings.Contains(name, "taken")
}
