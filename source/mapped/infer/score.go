package infer

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"notdone/model"
	"notdone/source/mapped"
)

// tableRow is a row of tables.txt.
type tableRow struct {
	kind     string
	weight   float64
	patterns []string
}

var tableRows = parseTables()

func parseTables() (rows []tableRow) {
	for _, row := range fields(tableText) {
		weight, _ := strconv.ParseFloat(row[1], 64) // TestTablesOfWords reads each
		rows = append(rows, tableRow{row[0], weight, row[2:]})
	}
	return rows
}

// mostAgainst bounds what the columns alone can speak against a table.
const mostAgainst = -7

// nameScore judges a table by its name and the names of its columns.
func nameScore(t *Table, beside map[string]bool) (score float64, why []string) {
	words := tableWords(t.Name)
	last := words[len(words)-1]
	best, against := 0.0, 0.0
	for _, row := range tableRows {
		switch row.kind {
		case "name":
			if row.weight > 0 && slices.ContainsFunc(words, func(w string) bool { return slices.Contains(row.patterns, w) }) {
				best = max(best, row.weight)
			} else if slices.Contains(row.patterns, last) {
				score += row.weight
			}
		case "last":
			if slices.Contains(row.patterns, last) {
				score += row.weight
			}
		case "with":
			found := columnsLike(t, row.patterns)
			switch {
			case len(found) == 0:
			case row.weight > 0:
				score += row.weight
				why = append(why, found[0])
			default:
				against += row.weight * float64(len(found))
			}
		case "beside":
			if slices.ContainsFunc(row.patterns, func(w string) bool { return beside[w] }) {
				score += row.weight
			}
		}
	}
	return score + best + max(against, mostAgainst), why
}

// columnsLike returns the columns whose names match one of the patterns.
func columnsLike(t *Table, patterns []string) (found []string) {
	for _, c := range t.Columns {
		name := joined(c.Name)
		if slices.ContainsFunc(patterns, func(p string) bool { return matches(p, name) || means(p, t, c.Name) }) {
			found = append(found, c.Name)
		}
	}
	return found
}

// limitEnds are the last words of names of times that are not reached yet.
var limitEnds = []string{"after", "until", "before", "eta", "runtime"}

// leastMeant is how surely the name of a column must mean the role of a pattern "~ROLE".
const leastMeant = 9

// means reports whether a pattern "~ROLE" is for a role that the name of the column means.
func means(pattern string, t *Table, column string) bool {
	role, ok := strings.CutPrefix(pattern, "~")
	if !ok {
		return false
	}
	isTime := slices.Contains(timeRoles, mapped.Role(role))
	if words := tokens(column); isTime && len(words) > 0 && !slices.Contains(timeEnds, words[len(words)-1]) && !slices.Contains(limitEnds, words[len(words)-1]) {
		return false
	}
	return roleWeight(role, column, tableSet(t.Name), isTime) >= leastMeant
}

// besideOf returns the words, and the last two words, of the names of all tables.
func besideOf(s *Schema) map[string]bool {
	set := map[string]bool{}
	for i := range s.Tables {
		words := tableWords(s.Tables[i].Name)
		for j, w := range words {
			set[w] = true
			if j > 0 {
				set[words[j-1]+"_"+w] = true
			}
		}
	}
	return set
}

// likeliest returns the places of the tables that are worth a look, the likeliest first.
func likeliest(s *Schema, most int) []int {
	beside := besideOf(s)
	scores := make([]float64, len(s.Tables))
	places := make([]int, len(s.Tables))
	for i := range s.Tables {
		scores[i], _ = nameScore(&s.Tables[i], beside)
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return places[:min(most, len(places))]
}

// candidates returns views of the tables that can hold tasks, the likeliest first.
func candidates(s *Schema) []*view {
	var views []*view
	beside := besideOf(s)
	for _, i := range likeliest(s, mostTables) {
		t := &s.Tables[i]
		if len(t.Columns) < 2 {
			continue
		}
		v := newView(s, t, true)
		v.score, v.why = nameScore(t, beside)
		v.chooseRoles()
		v.scoreStructure()
		views = append(views, v)
	}
	for _, v := range views {
		v.scoreParents(views)
		v.beside = v.siblings(views)
		if own, ok := qualifier(v.Name, nil); ok && len(v.beside) > 0 && own.Finished() {
			v.score -= 3
		}
		if v.status == nil && (len(v.beside) > 0 || len(v.executionsOf()) > 1) {
			v.add(3, "tables beside it hold its tasks by state")
		} else if v.score >= leastScore-7 && v.score < leastScore {
			v.addBelow(views)
		}
	}
	slices.SortStableFunc(views, func(a, b *view) int { return cmp.Compare(b.score, a.score) })
	return views
}

// addBelow looks for the table that tells the state of this one. One that has nothing but
// the state of each row says more than one of steps or runs.
func (v *view) addBelow(all []*view) {
	below := v.childrenOf(all)
	switch {
	case below == nil, !below.single && v.score < leastScore-3:
		return
	case below.single:
		v.score += 4
	}
	v.below = below
	v.add(3, "%s tells how far its tasks are", below.view.Name)
}

// add counts a reason for or against the table.
func (v *view) add(points float64, format string, args ...any) {
	v.score += points
	if points > 0 {
		v.why = append(v.why, fmt.Sprintf(format, args...))
	}
}

// scoreStructure judges what the roles and the values show.
func (v *view) scoreStructure() {
	if len(v.Rows) == 0 {
		v.score--
	}
	if v.isSchedule() {
		v.score -= 4
	}
	if v.roles[mapped.RoleID].expr == "" {
		v.score -= 3
	}
	if v.status != nil {
		v.scoreSigns()
	}
	byHand := len(v.why) == 0 || len(v.why) == 1 && joined(v.why[0]) == "priority"
	if byHand && !v.byMachine() && !v.words["queue"] && !v.words["outbox"] && !v.fails() {
		v.score -= 2.5
	}
	if v.beginsAndEnds() {
		v.add(1, "times of a beginning and an end")
		if v.words["agent"] && columnsLike(v.Table, prompts) != nil {
			v.add(3, "each agent is made for one prompt, and ends")
		}
	}
	if v.status == nil {
		v.scoreWithoutStatus()
		return
	}
	v.scoreWords(v.statusWords())
	if v.indexed(v.status.name, 2) {
		v.add(1, "an index leads by %s", v.status.expr)
	}
}

// scoreWords judges the words of the status: how many are those of a queue, and what they tell apart.
func (v *view) scoreWords(words []string) {
	known, states := 0, map[model.State]bool{}
	for _, w := range words {
		if state, ok := likelyState(w); ok {
			known++
			states[state] = true
		}
	}
	if len(words) > 0 {
		share := float64(known) / float64(len(words))
		v.add(1+3*share, "%s has words of a queue: %s", v.status.expr, strings.Join(words[:min(len(words), 8)], ", "))
	}
	if allNumbers(words) && len(words) < 12 {
		v.add(1.5, "%s is a small number", v.status.expr)
		if v.beginsAndEnds() {
			v.add(1.5, "times that go with the numbers")
		}
	}
	waits := states[model.StateQueued] || states[model.StateScheduled]
	works := states[model.StateActive]
	ends := states[model.StateDone] || states[model.StateFailed]
	switch {
	case waits && works && ends && v.fails() && v.beginsAndEnds():
		v.add(3.5, "its words and times tell waiting, work and ends apart")
	case waits && works && ends:
		v.add(2, "its words tell waiting, work and ends apart")
	case works && states[model.StateDone] && v.fails() && v.signs() > 1:
		v.add(2.5, "its words tell work, success and failure apart")
	case waits && ends, works && ends:
		v.add(0.5, "its words tell work and ends apart")
	}
	if works && states[model.StateBlocked] && v.words["agent"] {
		v.add(1, "words for agents that wait for somebody")
	}
	if !waits && len(words) > 2 && v.status.texts > 0 {
		v.score -= 2
	}
}

// scoreWithoutStatus judges a table whose rows have no status: what is asked for must be
// there, and something that says how far it is.
func (v *view) scoreWithoutStatus() {
	signs := 0
	for _, role := range []mapped.Role{mapped.RoleRunAt, mapped.RoleLease, mapped.RoleAttempts} {
		if v.roles[role].expr != "" {
			signs++
		}
	}
	for _, sign := range []bool{v.outbox(), len(v.yesNo()) > 0, v.hasRoles(mapped.RoleStarted, mapped.RoleFinished), v.claims()} {
		signs += count(sign)
	}
	holds := v.hasRoles(mapped.RoleBody) || v.hasRoles(mapped.RoleError) || v.words["queue"] && v.hasRoles(mapped.RoleTitle) ||
		v.namedQueue() && v.hasRoles(mapped.RoleCreated) && v.beginsAndEnds()
	if signs == 0 || !holds {
		v.score -= 2
		return
	}
	if !slices.ContainsFunc([]mapped.Role{mapped.RoleTitle, mapped.RoleBody, mapped.RoleAttempts, mapped.RoleRunAt}, func(r mapped.Role) bool { return v.hasRoles(r) }) &&
		len(v.yesNo()) == 0 && !v.words["queue"] {
		v.score -= 3 // nothing says what is done: runs of a program itself
	}
	v.add(1.5*float64(signs)+1, "it holds what is asked for, and how far it is")
}

// outbox reports whether some rows, which each hold what a program is given, have the time of an
// end and the others have not.
func (v *view) outbox() bool {
	end, body := v.roles[mapped.RoleFinished].field, v.roles[mapped.RoleBody].field
	return end != nil && body != nil && v.hasRoles(mapped.RoleCreated) && v.clocked(mapped.RoleFinished) && end.nonzero > 0 && end.nonzero < end.rows &&
		body.json*10 >= body.rows*9
}

// isSchedule reports whether the table holds definitions of what runs again and again.
func (v *view) isSchedule() bool {
	return v.status == nil && v.repeats()
}

// repeats reports whether most rows say how often they run.
func (v *view) repeats() bool {
	found := columnsLike(v.Table, []string{"cron", "cron_*", "*_cron", "rrule", "interval", "interval_*", "schedule", "schedule_*", "recurrence", "crontab*"})
	return slices.ContainsFunc(found, func(name string) bool { return v.field(name).nonzero*2 >= len(v.Rows) })
}

// byMachine reports whether a role shows that programs do the tasks, not people.
func (v *view) byMachine() bool {
	return slices.ContainsFunc([]mapped.Role{
		mapped.RoleStarted, mapped.RoleFinished, mapped.RoleAttempts, mapped.RoleLease, mapped.RoleRunAt, mapped.RoleWorker, mapped.RoleError,
	}, func(r mapped.Role) bool { return v.hasRoles(r) })
}

// queueWords are words of tables' names that leave little doubt.
var queueWords = []string{"queue", "job", "task", "outbox", "todo", "crawl", "frontier", "workflow", "pipeline", "build", "run", "execution", "trial", "command", "transcode", "download", "upload", "render", "backup", "sync"}

func (v *view) namedQueue() bool {
	return slices.ContainsFunc(tableWords(v.Name), func(w string) bool { return slices.Contains(queueWords, w) })
}

// scoreSigns judges a table with a status by what else shows that it is worked off.
func (v *view) scoreSigns() {
	switch signs := v.signs(); {
	case signs == 0 && len(v.statusWords()) == 1:
		v.score-- // one word shows little yet
	case signs == 0:
		v.score -= 4
	case signs == 1 && !v.namedQueue():
		v.score -= 2.5
	}
}

// fails reports whether a word of the status means a failure, which people's lists have not.
func (v *view) fails() bool {
	return v.status != nil && slices.ContainsFunc(v.statusWords(), func(word string) bool {
		state, ok := plainState(word)
		return ok && state == model.StateFailed && !slices.Contains(takenWords, plain(word))
	})
}

// signs counts what shows that programs take the rows one by one and end them: records of
// people and things have a status, too, but none of this.
func (v *view) signs() int {
	n := 0
	for _, role := range []mapped.Role{mapped.RoleAttempts, mapped.RoleLease, mapped.RoleRunAt, mapped.RoleError, mapped.RoleHeartbeat} {
		n += count(v.hasRoles(role))
	}
	n += count(v.hasRoles(mapped.RoleWorker) && v.claims())
	n += count(v.beginsAndEnds())
	n += count(columnsLike(v.Table, payloads) != nil)
	words := v.statusWords()
	if !allNumbers(words) {
		return n + count(slices.ContainsFunc(words, worked))
	}
	names := slices.Collect(maps.Values(v.codeNames()))
	return n + count(slices.ContainsFunc(names, worked) || len(names) == 0 && len(words) > 3)
}

// payloads are columns with what a program is given.
var payloads = []string{"payload*", "*_payload", "args", "args_json", "arguments", "params*", "*_params", "input*", "prompt", "*_prompt", "command", "task_data", "job_data", "kwargs", "envelope", "arg"}

// prompts are columns with what an agent is told to do.
var prompts = []string{"prompt", "*_prompt", "goal", "objective", "instructions"}

// worked reports whether a word says that a program is at work, or that it failed.
func worked(word string) bool {
	state, ok := likelyState(word)
	return ok && !slices.Contains(takenWords, plain(word)) && (state == model.StateActive || state == model.StateFailed)
}

// takenWords are words of work that things have, too, which people take or reserve.
var takenWords = []string{"claimed", "reserved", "taken", "locked", "leased", "assigned", "busy", "rejected", "lost", "expired", "invalid"}

// beginsAndEnds reports whether rows have times of a beginning and of an end as work has
// them: a plan has the first in each row, and the second in few.
func (v *view) beginsAndEnds() bool {
	started, finished := v.roles[mapped.RoleStarted].field, v.roles[mapped.RoleFinished].field
	return v.clocked(mapped.RoleStarted) && v.clocked(mapped.RoleFinished) &&
		(started.nonzero == 0 || started.nonzero < started.rows || finished.nonzero*2 >= finished.rows)
}

// clocked reports whether a time has more than a date.
func (v *view) clocked(role mapped.Role) bool {
	f := v.roles[role].field
	if f == nil {
		return false
	}
	for _, value := range f.values {
		if isSet(value) && len(textOf(value)) == len("2006-01-02") && strings.Count(textOf(value), "-") == 2 {
			return false
		}
	}
	return true
}

// itemWords are the last words of tables that hold the tasks of a larger whole; any other
// child of a table of tasks holds its runs, its events or what belongs to it.
var itemWords = []string{"item", "task", "job", "instance", "message", "unit"}

// plans are the last words of tables of what is made into tasks again and again.
var plans = []string{"schedule", "definition", "template"}

// scoreParents judges a table that belongs to another candidate.
func (v *view) scoreParents(all []*view) {
	if slices.ContainsFunc(all, func(other *view) bool { return other.score >= 4 && v.resultsOf(other) }) {
		v.score -= 5
		return
	}
	if words := tableWords(v.Name); slices.Contains(plans, words[len(words)-1]) && slices.ContainsFunc(all, func(other *view) bool { return v.keyIn(other.Table) != "" }) {
		v.score -= 3
	}
	for _, parent := range all {
		if parent == v || parent.score < 4 || parent.isSchedule() || !v.belongsTo(parent) {
			continue
		}
		words := tableWords(v.Name)
		if slices.Contains(itemWords, words[len(words)-1]) && (v.status != nil || v.hasRoles(mapped.RoleBody, mapped.RoleAttempts)) {
			parent.score -= 2
			if words := tableWords(parent.Name); words[len(words)-1] == "queue" {
				parent.score -= 4 // it lists queues
			}
			continue
		}
		v.score -= 2.5
		return
	}
}

// resultsOf reports whether the table has what came of the tasks of another: its name says so,
// and its key is theirs.
func (v *view) resultsOf(other *view) bool {
	words, key := tableWords(v.Name), v.key()
	return len(words) > 1 && len(key) == 1 && words[len(words)-1] == "result" && other != v &&
		slices.Equal(tableWords(other.Name), words[:len(words)-1]) && v.Name != "" && other.keyIn(v.Table) == key[0]
}

// belongsTo reports whether a foreign key, or a column named after the other table,
// points at it.
func (v *view) belongsTo(parent *view) bool {
	for _, k := range v.Keys {
		if strings.EqualFold(k.Table, parent.Name) {
			return len(v.key()) != 1 || !strings.EqualFold(k.Column, v.key()[0])
		}
	}
	words := tableWords(parent.Name)
	names := []string{words[len(words)-1] + "_id", strings.Join(words, "_") + "_id", words[len(words)-1] + "_uuid"}
	if parent.column("name") >= 0 {
		names = append(names, words[len(words)-1]+"_name")
	}
	return slices.ContainsFunc(v.Columns, func(c Column) bool {
		return slices.Contains(names, joined(c.Name)) && (c.Key == 0 || len(v.key()) > 1) && parent.column(c.Name) < 0
	})
}

// statusWords returns the words that the status has or may have, in a stable order.
func (v *view) statusWords() []string {
	set := maps.Clone(v.status.distinct)
	for _, w := range v.declaredWords() {
		set[w]++
	}
	return slices.Sorted(maps.Keys(set))
}
