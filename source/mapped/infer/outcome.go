package infer

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source/mapped"
)

// outcome returns the field that says, beside the status, whether a task that has ended
// has succeeded: words such as "success" and "failure", or yes and no; nil: there is none.
// Its name must be one of the rows "outcome" of columns.txt.
func (v *view) outcome() *field {
	for i := range v.fields {
		f := &v.fields[i]
		if f == v.status || f.path != "" || f.time || f.many || f.set == 0 || f.blobs > 0 || v.weighAs("outcome", f) <= 0 {
			continue
		}
		// Without a status, yes and no count only where the name speaks of an end or a success.
		if f.isYesNo() && roleWeight("yes-done", f.name, v.words, false) == 0 && v.status == nil && !saysSuccess(f.name) {
			continue
		}
		if f.isYesNo() || v.knownOutcomes(f) && f.texts == f.set && len(v.outcomeWords(f, model.StateFailed)) > 0 {
			return f
		}
	}
	return nil
}

// openOutcomes are the words of a row whose outcome is not known yet.
var openOutcomes = []string{"none", "pending", "unset", "undefined", "n_a", "null", "undecided"}

// knownOutcomes reports whether three quarters of the rows with an outcome, openOutcomes left
// out, have one whose meaning is known.
func (v *view) knownOutcomes(f *field) bool {
	all, known := 0, 0
	for word, rows := range f.distinct {
		if slices.Contains(openOutcomes, plain(word)) {
			continue
		}
		all += rows
		if _, ok := usualState(word); ok || plain(word) == incomplete {
			known += rows
		}
	}
	return all > 0 && known*4 >= all*3
}

// incomplete is a word that means a failure of what has ended. It stands here and not in
// words.txt, so that it means nothing as a status.
const incomplete = "incomplete"

// saysSuccess reports whether a word of a column's name means success, as in isBackupSuccessful.
func saysSuccess(name string) bool {
	return slices.ContainsFunc(tokens(name), func(w string) bool { return strings.HasPrefix(w, "success") || w == "succeeded" })
}

// outcomeWords returns the values of the field of outcomes that mean a state. In a field of yes
// and no, no means a failure, and no other state has a value.
func (v *view) outcomeWords(f *field, state model.State) (words []string) {
	if f.isYesNo() {
		if state == model.StateFailed {
			return []string{"0", "false"}
		}
		return nil
	}
	for _, word := range slices.Sorted(maps.Keys(f.distinct)) {
		if meant, ok := usualState(word); ok && meant == state || state == model.StateFailed && plain(word) == incomplete {
			words = append(words, word)
		}
	}
	return words
}

// addOutcomeRule adds rules by which a task that has ended has failed, or was cancelled, where
// its outcome says so. ended is the condition of the end: that the status is a word of one, or
// that the task has a time of an end; empty: no rule is added.
func (v *view) addOutcomeRule(t *mapped.Table, ended string) {
	f := v.outcome()
	if f == nil || ended == "" {
		return
	}
	for _, o := range []struct {
		name  string
		state model.State
	}{{"unsuccessful", model.StateFailed}, {"called_off", model.StateCancelled}} {
		words := v.outcomeWords(f, o.state)
		if len(words) == 0 {
			continue
		}
		list := make([]string, len(words))
		for i, w := range words {
			list[i] = quoteText(w)
		}
		// The outcome may be a number, and the words are texts.
		flag(t, o.name, "CAST(t."+quoteName(f.name)+" AS TEXT) IN ("+strings.Join(list, ", ")+")")
		when(t, ended+" and "+o.name, o.state)
	}
}

// hasFailed reports whether a sampled row has failed, as far as its status, its columns of yes
// and no and, once it has ended, its outcome tell.
func (v *view) hasFailed(row int) bool {
	open := false // the usual meaning of the status is that the task has not ended
	if v.status != nil {
		word := textOf(v.status.values[row])
		if state, ok := plainState(word); ok && state == model.StateFailed {
			return true
		}
		state, ok := usualState(word)
		open = ok && !state.Finished()
	}
	if f := v.yesNo()["yes-failed"]; f != nil && isSet(f.values[row]) && textOf(f.values[row]) != "false" {
		return true
	}
	f := v.outcome()
	return f != nil && v.status != nil && !open && slices.Contains(v.outcomeWords(f, model.StateFailed), textOf(f.values[row]))
}

// waitsAgain reports whether a sampled row waits, by its status, and was tried before.
func (v *view) waitsAgain(row int) bool {
	if v.status == nil || !v.has(row, mapped.RoleAttempts) {
		return false
	}
	state, ok := plainState(textOf(v.status.values[row]))
	return ok && (state == model.StateQueued || state == model.StateScheduled)
}

// errorOfFailures looks for an error by values, where no name meant one. It takes a text that
// six of ten failed rows have, and no others but those that wait to be tried again. If there is
// none, the result may be the error: see errorAsResult.
func (v *view) errorOfFailures() {
	if v.hasRoles(mapped.RoleError) {
		return
	}
	failed := make([]bool, len(v.Rows))
	all := 0
	for row := range failed {
		failed[row] = v.hasFailed(row)
		all += count(failed[row])
	}
	if all == 0 || all == len(failed) {
		return
	}
	for i := range v.fields {
		f := &v.fields[i]
		if f.time || f.words+f.json == 0 || f.texts != f.set || v.used(f) {
			continue
		}
		told, others := 0, 0
		for row := range failed {
			told += count(failed[row] && isSet(f.values[row]))
			others += count(!failed[row] && !v.waitsAgain(row) && isSet(f.values[row]))
		}
		if others == 0 && told*10 >= all*6 {
			v.set(mapped.RoleError, f, 6, "rows have it that failed, and no others")
			return
		}
	}
	v.errorAsResult(failed, all)
}

// errorAsResult makes the result the error of tasks that have failed or wait, where six of ten
// failed rows have a result: one that waits may have that of an attempt that failed.
func (v *view) errorAsResult(failed []bool, all int) {
	p := v.roles[mapped.RoleResult]
	if p.field == nil || p.field.path != "" || v.status == nil || v.status.path != "" || p.field.texts != p.field.set {
		return
	}
	told := 0
	for row := range failed {
		told += count(failed[row] && v.has(row, mapped.RoleResult))
	}
	var words []string
	for _, word := range slices.Sorted(maps.Keys(v.status.distinct)) {
		switch state, ok := plainState(word); {
		case ok && (state == model.StateFailed || state == model.StateScheduled || state == model.StateQueued):
			words = append(words, quoteText(word))
		}
	}
	if told*10 < all*6 || len(words) == 0 {
		return
	}
	result := "t." + quoteName(p.field.name)
	v.roles[mapped.RoleError] = pick{
		expr: fmt.Sprintf("CASE WHEN t.%s IN (%s) THEN CASE WHEN %[4]s THEN json_extract(%[3]s, '$') ELSE %[3]s END END",
			quoteName(v.status.name), strings.Join(words, ", "), result, mapped.IsJSON(result)),
		weight: 6, because: "the result of what failed",
	}
}
