package infer

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"notdone/model"
	"notdone/source/mapped"
)

// Word is what a recorded word was concluded to mean.
type Word struct {
	Table, Word string
	State       model.State
	Confidence  float64 // 0 to 1
	Because     string
}

// facts are counts over the sampled rows that have one word.
type facts struct {
	rows, begun, ended, started, errors, spent, due, worker, waits, results int
}

// most reports whether a count is that of most of the rows.
func (f facts) most(n int) bool { return f.rows > 0 && n*10 >= f.rows*6 }

// factsOf counts by word.
func (v *view) factsOf() map[string]*facts {
	all := map[string]*facts{}
	for r := range v.Rows {
		word := textOf(v.status.values[r])
		f := all[word]
		if f == nil {
			f = &facts{}
			all[word] = f
		}
		f.rows++
		ended := v.has(r, mapped.RoleFinished)
		started := v.has(r, mapped.RoleStarted)
		begun := (started || v.has(r, mapped.RoleLease) || v.has(r, mapped.RoleHeartbeat)) && !ended
		f.begun += count(begun)
		f.started += count(started)
		f.ended += count(ended)
		f.errors += count(v.hasError(r))
		f.due += count(v.has(r, mapped.RoleRunAt))
		f.results += count(v.has(r, mapped.RoleResult))
		f.worker += count(v.has(r, mapped.RoleWorker))
		f.spent += count(v.spent(r))
		f.waits += count(v.waitsForOthers(r))
	}
	return all
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// hasError reports whether a row has an error.
func (v *view) hasError(row int) bool {
	if v.has(row, mapped.RoleError) {
		return true
	}
	return !v.hasRoles(mapped.RoleError) && (errorText(textOf(v.value(row, mapped.RoleResult))) || errorText(textOf(v.value(row, mapped.RoleReason))))
}

var errorBegin = regexp.MustCompile(`(?i)^[\s"{']*([\w.:]*(error|exception)\b|err\b|traceback|fatal:|panic:|<fault>)`)

// errorText reports whether a text begins as an error does.
func errorText(text string) bool { return errorBegin.MatchString(text) }

func (v *view) spent(row int) bool {
	tries, ok := numberOf(v.value(row, mapped.RoleAttempts))
	limit, limited := numberOf(v.value(row, mapped.RoleMaxAttempts))
	return ok && limited && limit > 0 && tries >= limit
}

func numberOf(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case string:
		f, err := strconv.ParseFloat(v, 64)
		return f, err == nil
	}
	return 0, false
}

// lexicon is what the words of a table mean, and what has to be asked.
type lexicon struct {
	view   *view
	facts  map[string]*facts
	states map[string]model.State
	words  []Word
	unsure []Question
	sure   map[model.State]bool // states that some word means for certain
}

// readWords concludes what the words of the status mean.
func (v *view) readWords() *lexicon {
	x := &lexicon{view: v, facts: v.factsOf(), states: map[string]model.State{}, sure: map[model.State]bool{}}
	all := v.statusWords()
	names := v.codeNames()
	if codes := allNumbers(all); codes && len(names) < len(all) {
		x.readCodes(all)
		return x
	}
	for _, word := range all {
		if state, ok := plainState(x.nameOf(word, names)); ok {
			x.add(word, state, 0.95, fmt.Sprintf("what %q means in other queues", x.nameOf(word, names)))
			x.sure[state] = true
		}
	}
	for _, word := range all {
		if _, done := x.states[word]; done {
			continue
		}
		name := x.nameOf(word, names)
		if rows := meanings[plain(name)]; len(rows) > 0 {
			x.decide(word, rows)
		} else {
			x.fromTimes(word)
		}
	}
	x.addLater(all)
	return x
}

// nameOf returns the name of a code, and a word itself.
func (x *lexicon) nameOf(word string, names map[string]string) string {
	if name := names[word]; name != "" {
		return name
	}
	return word
}

func (x *lexicon) add(word string, state model.State, confidence float64, because string) {
	x.states[word] = state
	x.words = append(x.words, Word{x.view.Name, word, state, confidence, because})
}

func (x *lexicon) ask(word string, state model.State, because string) {
	x.add(word, state, 0.5, because)
	x.unsure = append(x.unsure, Question{
		Table: x.view.Name, Word: word, Guess: state.String(),
		Text: fmt.Sprintf("what %q in %s.%s stands for: %s", word, x.view.Name, x.view.status.expr, because),
	})
}

// askOpenly asks what a word means without a guess: the state of its rows is not known.
func (x *lexicon) askOpenly(word, because string) {
	x.unsure = append(x.unsure, Question{
		Table: x.view.Name, Word: word, Guess: model.StateUnknown.String(),
		Text: fmt.Sprintf("what %q in %s.%s stands for: %s", word, x.view.Name, x.view.status.expr, because),
	})
}

// decide takes the first meaning whose conditions hold.
func (x *lexicon) decide(word string, rows []meaning) {
	for _, m := range rows {
		held, all := []string{}, true
		for _, c := range m.when {
			if all = all && x.holds(word, c); all {
				held = append(held, c)
			}
		}
		if !all {
			continue
		}
		switch {
		case m.ask:
			x.ask(word, m.state, "it has several meanings, and nothing here decides")
		case len(held) == 0:
			x.add(word, m.state, 0.75, "its usual meaning, as nothing speaks for another one")
		default:
			x.add(word, m.state, 0.85, "it has several meanings; here "+strings.Join(held, ", "))
		}
		return
	}
}

// holds reports whether a condition of meanings.txt holds for a word.
func (x *lexicon) holds(word, condition string) bool {
	f := x.facts[word]
	if f == nil {
		f = &facts{}
	}
	kind, args, _ := strings.Cut(condition, ":")
	switch kind {
	case "begun":
		return f.most(f.begun)
	case "ended":
		return f.most(f.ended)
	case "fresh":
		return f.started*10 <= f.rows
	case "errors":
		return f.most(f.errors)
	case "noerrors":
		return f.rows > 0 && f.errors*5 <= f.rows && x.anyErrors()
	case "spent":
		return f.most(f.spent)
	case "due":
		return f.most(f.due) && x.someNotDue(word)
	case "results":
		return f.most(f.results)
	case "run_at":
		return x.view.roles[mapped.RoleRunAt].expr != ""
	case "worker":
		return f.most(f.worker)
	case "own":
		return x.hasOwn(word)
	case "stands":
		return x.view.stands()
	case "outcome":
		o := x.view.outcome()
		return o != nil && !o.isYesNo()
	case "alone":
		return !slices.ContainsFunc(x.view.statusWords(), func(w string) bool {
			state, ok := usualState(w)
			return ok && state == model.StateQueued
		})
	}
	return slices.ContainsFunc(strings.Split(args, "|"), func(arg string) bool { return x.finds(kind, arg) })
}

// finds reports whether the database has what a condition names.
func (x *lexicon) finds(kind, arg string) bool {
	switch kind {
	case "with":
		state, _ := model.ParseState(arg)
		return x.sure[state]
	case "word":
		return slices.ContainsFunc(x.view.statusWords(), func(w string) bool { return plain(w) == arg })
	case "table":
		return slices.ContainsFunc(x.view.schema.Tables, func(t Table) bool { return strings.Contains(strings.Join(tableWords(t.Name), "_"), arg) })
	case "column":
		return slices.ContainsFunc(x.view.Columns, func(c Column) bool { return strings.Contains(joined(c.Name), arg) })
	}
	return false
}

// hasOwn reports whether in some column all rows of a word have a value and those of no other.
func (x *lexicon) hasOwn(word string) bool {
	v := x.view
	return x.facts[word] != nil && slices.ContainsFunc(v.fields, func(f field) bool {
		if f.path != "" || f.name == v.status.name {
			return false
		}
		for row, value := range f.values {
			if isSet(value) != (textOf(v.status.values[row]) == word) {
				return false
			}
		}
		return true
	})
}

// someNotDue reports whether the rows of another word have no time to run at.
func (x *lexicon) someNotDue(word string) bool {
	for other, f := range x.facts {
		if other != word && !f.most(f.due) {
			return true
		}
	}
	return false
}

func (x *lexicon) anyErrors() bool {
	for _, f := range x.facts {
		if f.errors > 0 {
			return true
		}
	}
	return false
}

// stands reports whether the rows are schedules that stay after they ran.
func (v *view) stands() bool { return v.repeats() && v.roles[mapped.RoleRunAt].expr != "" }

// fromTimes concludes the meaning of an unknown word from what its rows have.
func (x *lexicon) fromTimes(word string) {
	f := x.facts[word]
	switch {
	case f == nil || word == "":
		return
	case f.most(f.ended) && f.most(f.errors):
		x.add(word, model.StateFailed, 0.7, "its rows have ended with an error")
	case f.most(f.ended):
		x.ask(word, model.StateDone, "its rows have ended")
	case f.most(f.errors):
		x.ask(word, model.StateFailed, "its rows have an error")
	case f.most(f.begun):
		x.ask(word, model.StateActive, "its rows have begun and have not ended")
	case goesOn(word):
		x.add(word, model.StateActive, 0.7, "the word says that something goes on")
	case x.view.keepsTimes() || x.view.isDefault(word):
		x.ask(word, model.StateQueued, "its rows have not begun")
	default:
		x.askOpenly(word, "no time tells what its rows are")
	}
}

// keepsTimes reports whether the table has a column that tells whether a task has begun or ended.
func (v *view) keepsTimes() bool {
	return slices.ContainsFunc([]mapped.Role{mapped.RoleStarted, mapped.RoleFinished, mapped.RoleLease, mapped.RoleHeartbeat},
		func(r mapped.Role) bool { return v.hasRoles(r) })
}

// goesOn reports whether a word begins or ends with what is being done, such as
// "preparing the repository".
func goesOn(word string) bool {
	words := tokens(word)
	ing := func(w string) bool { return len(w) > 5 && strings.HasSuffix(w, "ing") }
	return len(words) > 0 && (ing(words[0]) || ing(words[len(words)-1]))
}

// addLater adds words that no row has yet, written as those that rows have.
func (x *lexicon) addLater(all []string) {
	style := styleOf(all)
	if style == nil || len(checkWords(x.view.SQL, x.view.status.name)) > 0 {
		return
	}
	for _, word := range slices.Sorted(maps.Keys(knownWords.later)) {
		if w := style(word); !slices.Contains(all, w) {
			x.states[w] = knownWords.later[word]
		}
	}
}

// styleOf returns how words are written here; nil: in several ways.
func styleOf(words []string) func(string) string {
	lower, upper, title := 0, 0, 0
	for _, w := range words {
		first := []rune(w + " ")[0]
		switch {
		case w == strings.ToLower(w):
			lower++
		case w == strings.ToUpper(w):
			upper++
		case unicode.IsUpper(first):
			title++
		}
	}
	switch len(words) {
	case 0:
		return nil
	case lower:
		return func(w string) string { return w }
	case upper:
		return strings.ToUpper
	case title:
		return func(w string) string {
			var b strings.Builder
			for _, part := range strings.Split(w, "_") {
				b.WriteString(strings.ToUpper(part[:1]) + part[1:])
			}
			return b.String()
		}
	}
	return nil
}

func allNumbers(words []string) bool {
	for _, w := range words {
		if _, err := strconv.Atoi(w); err != nil {
			return false
		}
	}
	return len(words) > 0
}

// codeNames returns the names of the numbers of the status: from comments in the schema,
// or from a table that the status points at.
func (v *view) codeNames() map[string]string {
	names := codeNames(v.SQL, v.status.name)
	for _, k := range v.Keys {
		if !strings.EqualFold(k.Column, v.status.name) {
			continue
		}
		t := v.schema.table(k.Table)
		if t == nil || len(t.Columns) < 2 {
			continue
		}
		label := slices.IndexFunc(t.Columns, func(c Column) bool {
			return slices.Contains([]string{"name", "label", "title", "status", "state", "code", "slug", "key"}, joined(c.Name)) && c.Key == 0
		})
		if label < 0 || len(t.key()) != 1 {
			continue
		}
		key := t.column(t.key()[0])
		for _, row := range t.Rows {
			names[textOf(row[key])] = textOf(row[label])
		}
	}
	return names
}
