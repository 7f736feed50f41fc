package text

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"notdone/model"
)

// record is what the record that a message ends in says of the work.
type record struct {
	against evidence // the weightiest that speaks for work not done
	from    int      // where it begins
	shown   bool     // a line that ends in a colon stands above it
	closed  bool     // a call ends the task
	unsound bool     // a field denies success
	replied bool     // a field holds an answer
	ideas   bool     // what comes next is a list
	call    bool     // it has a call of a tool, by its arguments
	name    string   // the action that a field names
	nameAt  [2]int   // where
	below   [2]int   // the last item of a list above which no field stood yet
	all     int      // how much there is, and
	part    int      // how much of it was done; -1 is unknown
	partAt  [2]int
	rows    rowCount
	counts  []keyedCount // all whole numbers
	partly  bool         // what speaks against done is the rest of what it reports
	lined   bool         // an object on one line was read
}

// rowCount counts the rows of a table or of a list of fields by what they say.
type rowCount struct {
	done, odd int
	oddAt     [2]int // the last row that says something else
	header    bool   // the next row above is the header of a table
}

// outcomeAbsent says what a field such as "passed": false does.
const outcomeAbsent = "says of an outcome that it is not there"

// readRecord reads the record that the message ends in.
func (r *reader) readRecord() {
	rec := record{against: evidence{at: -1}, from: len(r.message), all: -1, part: -1}
	rec.shown = eachRecordLine(r.message, func(from, to int) {
		rec.from = from
		rec.addLine(r.message, from, to)
	})
	rec.judge(r.message)
	if rec.against.rule == outcomeAbsent && r.isReview() {
		rec.unsound, rec.against = false, evidence{at: -1} // what was reviewed is
	}
	r.record = rec
}

// addLine reads one line; lines are read from the last to the first.
func (rec *record) addLine(message string, from, to int) {
	line := message[from:to]
	if line == "" {
		return
	}
	if strings.IndexByte(line, '|') > 0 {
		if at := strings.LastIndex(line, " | "); at > 0 {
			rec.addLine(message, from+at+3, to)
			rec.addLine(message, from, from+at)
			return
		}
	}
	key, after := cutKey(line)
	switch bullet := bulletLength(line); {
	case line[0] == '|':
		rec.rows.addRow(line, from, to)
	case strings.IndexByte("{[(\"'<`", line[0]) >= 0 || after == 0 && nameLength(line) > 0:
		rec.addCalls(message, from, to)
		eachPair(message, from, to, rec.addField)
		if line[0] == '{' && !rec.lined {
			rec.lined = true
			rec.judgeCall()
		}
	case after > 0:
		valueFrom, valueTo := trimLine(message, from+after, to)
		rec.rows.addStatus(message[valueFrom:valueTo], from, to)
		rec.addKey(message, field{key, message[valueFrom:valueTo], from, to})
	case line[0] == '#':
		key := strings.Trim(line, "# :*")
		rec.addKey(message, field{keyReplacer.Replace(strings.ToLower(key)), "", from, to})
	case bullet > 0:
		rec.below = [2]int{from + bullet, to}
	}
}

// addKey reads a field that is a line of its own, or stands over a list.
func (rec *record) addKey(message string, f field) {
	if name, numbered := strings.CutSuffix(strings.TrimRight(f.key, "0123456789"), "_"); numbered && recordActs[name] == "key" {
		f.key = name // "Action 6: search[garage]"
	}
	if f.value == "" && rec.below[1] > 0 {
		f.from, f.to = rec.below[0], rec.below[1]
		f.value = message[f.from:f.to]
	}
	rec.below = [2]int{}
	if f.value != "" && (strings.IndexByte("{[", f.value[0]) >= 0 || recordActs[f.key] == "key" || planKeys[f.key] == "step") {
		at := f.to - len(f.value)
		rec.addCalls(message, at, f.to)
		eachPair(message, at, f.to, rec.addField)
	}
	f.value = strings.Trim(f.value, "\"'`*")
	rec.addField(f)
}

// take keeps what speaks against done if nothing weightier did.
func (rec *record) take(value float64, from, to int, rule string, label Label, g group, kind model.ObstacleKind) {
	if value > rec.against.value {
		rec.against = evidence{value: value, at: -1, from: from, to: to, rule: rule, label: label, group: g, kind: kind}
	}
}

// addField reads one field.
func (rec *record) addField(f field) {
	if recordActs[f.key] == "key" {
		rec.addAction(f)
	}
	if callArguments[f.key] {
		rec.call = true
	}
	if replyKeys[f.key] && f.value != "" {
		rec.replied = true
	}
	said := ""
	if len(f.value) <= statedBytes { // a longer one is prose
		said = strings.ToLower(f.value)
	}
	switch {
	case outcomeFalse[keyReplacer.Replace(said)]:
		if isOutcome(f.key) {
			value := firm + 0.4
			if statedFlags[f.key] {
				value, rec.unsound = strong, true
			}
			rec.take(value, f.from, f.to, outcomeAbsent, LabelFailed, groupFailure, model.KindUnknown)
		}
		return
	case f.key == "type" && said == "error":
		rec.take(strong, f.from, f.to, "ended for another reason than its work", LabelFailed, groupFailure, model.KindUnknown)
		return
	case endFlags[f.key] && said == "true":
		rec.take(strong, f.from, f.to, "ended for another reason than its work", LabelFailed, groupFailure, model.KindUnknown)
		return
	case endReasons[f.key] && endValues[keyReplacer.Replace(said)]:
		rec.take(strong, f.from, f.to, "ended for another reason than its work", LabelFailed, groupFailure, model.KindBudget)
		return
	}
	rec.addCount(f)
	if f.isEmpty() {
		return
	}
	switch planKeys[f.key] {
	case "step":
		rec.take(strong, f.from, f.to, "plans its next step and ends", LabelFailed, groupPromise, model.KindUnknown)
	case "next":
		if !strings.Contains(strings.ToLower(f.value), "you") {
			rec.ideas = f.value[0] == '['
			rec.take(mild+0.4, f.from, f.to, "plans its next step and ends", LabelFailed, groupPromise, model.KindUnknown)
		}
	case "item":
		rec.take(firm, f.from, f.to, "has something left to do", LabelFailed, groupFailure, model.KindUnknown)
	}
	if kind, ok := needKeys[f.key]; ok {
		k, _ := model.ParseObstacleKind(kind) // a test keeps the names right
		rec.take(firm+0.3, f.from, f.to, askRule(k), LabelBlocked, groupObstacle, k)
	}
}

// isOutcome reports whether a key is a verb in its past form, or a word for success.
func isOutcome(key string) bool {
	last := key[strings.LastIndexByte(key, '_')+1:]
	return outcomes[last] || (strings.HasSuffix(last, "ed") || countsPart[last] || statedFlags[key]) && !noWork[last] && !noWork[key]
}

// isForeignDeed reports whether a word of a key is a participle of another language than English that ends as
// only participles do: "quittances_envoyees".
func isForeignDeed(word string) bool {
	return len(word) >= leastDeed && !hasAnyPrefix(word, noDeedStarts) && slices.ContainsFunc(deedEnds, func(end string) bool { return strings.HasSuffix(word, end) })
}

// leastDeed is how many bytes such a word has at least.
const leastDeed = 6

// addAction reads the name of an action that a field gives.
func (rec *record) addAction(f field) {
	name := f.value[:nameLength(f.value)]
	if len(name) == len(f.value) || strings.IndexByte(" ([:\"", f.value[len(name)]) >= 0 {
		if rec.addName(name, f.from, f.to) == "" {
			rec.name, rec.nameAt = name, [2]int{f.from, f.to}
			rec.call = rec.call || len(name) < len(f.value) && strings.IndexByte("([", f.value[len(name)]) >= 0
		}
	}
}

// addCalls reads the names in a line that are called: before a bracket, or as the key of
// an object.
func (rec *record) addCalls(message string, from, to int) {
	for i := from; i < to; i++ {
		n := nameLength(message[i:to])
		if n == 0 {
			continue
		}
		next := strings.TrimLeft(message[i+n:min(to, i+n+4)], "\"' :")
		if next != "" && (next[0] == '(' || next[0] == '[' || next[0] == '{' || next[0] == '>') {
			rec.addName(message[i:i+n], from, to)
		}
		i += n
	}
}

// addName reads the name of an action that is called between two offsets, and returns
// what it means.
func (rec *record) addName(name string, from, to int) string {
	act := meaningOf(name[strings.LastIndexByte(name, '.')+1:])
	switch act {
	case "open":
		rec.take(strong-0.1, from, to, "calls for an action and has no answer", LabelFailed, groupPromise, model.KindUnknown)
	case "ask":
		rec.take(strong, from, to, askRule(model.KindDecision), LabelBlocked, groupAsk, model.KindDecision)
	case "fail":
		rec.take(certain, from, to, "ends the task as failed", LabelFailed, groupFailure, model.KindUnknown)
	case "close":
		rec.closed = true
	default:
		return ""
	}
	return act
}

// meaningOf returns the list of actions that a name is in, whole or without "action",
// or for one that opens by any of its words: "ClickElementAction", "mouse_click".
func meaningOf(name string) string {
	var buf [keyBytes + 8]byte
	if len(name) > keyBytes {
		return ""
	}
	words, begin, opens := buf[:0], 0, false
	for i := range len(name) {
		c := name[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
			if i > 0 && name[i-1] >= 'a' {
				opens = opens || recordActs[string(words[begin:])] == "open"
				words = append(words, '_')
				begin = len(words)
			}
		} else if c == '_' {
			opens = opens || recordActs[string(words[begin:])] == "open"
			begin = len(words) + 1
		}
		words = append(words, c)
		if len(words) >= keyBytes {
			return ""
		}
	}
	switch act := recordActs[string(bytes.TrimSuffix(words, []byte("_action")))]; {
	case act != "" && act != "key":
		return act
	case opens || recordActs[string(words[begin:])] == "open":
		return "open"
	}
	return ""
}

// addCount reads how much there is of something, or was done of it.
func (rec *record) addCount(f field) {
	if f.value == "" || f.value[0] < '0' || f.value[0] > '9' {
		return
	}
	n, rest := cutNumber(strings.ReplaceAll(f.value, ",", ""))
	if n < 0 {
		return
	}
	rest = strings.TrimSpace(rest)
	of, isOf := strings.CutPrefix(rest, "of ")
	if !isOf {
		of, isOf = strings.CutPrefix(rest, "/")
	}
	if all, unit := cutNumber(strings.TrimSpace(of)); isOf && all > n && isUnit(unit) && !noWork[f.key] {
		rec.take(firm, f.from, f.to, "has done a part of it", LabelFailed, groupFailure, model.KindUnknown)
		return
	}
	last := f.key[strings.LastIndexByte(f.key, '_')+1:]
	first, _, _ := strings.Cut(f.key, "_")
	if rest == "" && len(rec.counts) < mostCounts {
		rec.counts = append(rec.counts, keyedCount{n, first, last, [2]int{f.from, f.to}})
	}
	switch {
	case rest != "":
	case countsAll[last] || countsAll[first]:
		rec.all = max(rec.all, n)
	case isOutcome(last) && !noWork[first] && (rec.part < 0 || n < rec.part):
		rec.part, rec.partAt = n, [2]int{f.from, f.to}
	}
}

// keyedCount is a whole number with the first and the last word of its key.
type keyedCount struct {
	n           int
	first, last string
	at          [2]int
}

// mostCounts is how many numbers of a record are looked at.
const mostCounts = 16

// addForeign looks for a count of what was done by a key that is not English, which is nothing or less than there is of
// the same by another key: "fotos": 900, "fotos_revisadas": 615.
func (rec *record) addForeign() {
	for i, part := range rec.counts {
		known := isForeignDeed(part.last)
		if !known && (countsAll[part.last] || noWork[part.last] || hasAnyPrefix(part.last, noDeedStarts) || part.first == part.last) {
			continue
		}
		less := known && part.n == 0
		for k, all := range rec.counts {
			less = less || !known && countsAll[all.last] && all.first == part.first && all.n > part.n && part.n > 0
			less = less || known && k != i && all.n > part.n && !isForeignDeed(all.last) && (all.first == part.first || all.first == all.last && strings.HasSuffix(all.last, "s") && (k == i-1 || k == i+1))
		}
		if less {
			rec.take(firm, part.at[0], part.at[1], "has done a part of it", LabelFailed, groupFailure, model.KindUnknown)
			return
		}
	}
}

// isUnit reports whether what stands behind a number is a word that is counted, or nothing.
func isUnit(text string) bool {
	return strings.Count(strings.TrimSpace(text), " ") == 0 && !strings.HasPrefix(text, "/")
}

// cutNumber cuts the number off that a text begins with; -1 when there is none.
func cutNumber(text string) (int, string) {
	end := 0
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	if end == 0 {
		return -1, text
	}
	n, err := strconv.Atoi(text[:end])
	if err != nil {
		return -1, text
	}
	return n, text[end:]
}

// judge draws the conclusions that take more than one field.
func (rec *record) judge(message string) {
	if rec.from < len(message) && containsAny(message[rec.from:], toolCalls) {
		rec.take(strong, rec.from, len(strings.TrimRight(message, " \t\r\n")), "calls for an action and has no answer", LabelFailed, groupPromise, model.KindUnknown)
	}
	if rec.part >= 0 && rec.part < rec.all {
		rec.take(firm, rec.partAt[0], rec.partAt[1], "has done a part of it", LabelFailed, groupFailure, model.KindUnknown)
	}
	rec.addForeign()
	if rec.replied && rec.against.kind == model.KindDecision {
		rec.against = evidence{at: -1} // what was asked is what was answered
	}
	if rec.replied && rec.ideas && rec.against.group == groupPromise {
		rec.against = evidence{at: -1} // a list beside what was done is of ideas
	}
	rec.judgeCall()
	if n := &rec.rows; n.done > 1 && n.odd > 0 && 2*n.odd <= n.done {
		rec.partly = rec.against.value < firm
		rec.take(firm, n.oddAt[0], n.oddAt[1], "has done all rows of a list but one or few", LabelFailed, groupFailure, model.KindUnknown)
	}
	rec.closed = rec.closed && !rec.unsound
	if rec.closed && rec.against.group == groupPromise {
		rec.against = evidence{at: -1}
	}
}

// judgeCall concludes that a call of a tool has no answer.
func (rec *record) judgeCall() {
	if rec.name != "" && rec.call && !rec.replied {
		rec.take(strong, rec.nameAt[0], rec.nameAt[1], "calls for an action and has no answer", LabelFailed, groupPromise, model.KindUnknown)
	}
}

// addRow reads a row of a table; rows are read from the last to the first.
func (n *rowCount) addRow(line string, from, to int) {
	bare := strings.Trim(line, "| \t")
	if strings.Trim(bare, "|-: ") == "" {
		n.header = true
		return
	}
	if n.header {
		n.header = false
		return
	}
	n.addStatus(bare[strings.LastIndexByte(bare, '|')+1:], from, to)
}

// addStatus counts what a row says.
func (n *rowCount) addStatus(said string, from, to int) {
	said = strings.Trim(said, " \t\"'`*_.,;")
	first, whole := said, ""
	if at := strings.IndexAny(said, ",;:("); at >= 0 {
		first = strings.TrimSpace(said[:at])
	}
	if first = strings.ToLower(first); len(said) <= statedBytes {
		whole = strings.ToLower(said)
	}
	switch {
	case rowsDone[first] || strings.Contains(said, "✅") || strings.HasPrefix(said, "100 %"):
		n.done++
	case said == "" || noneDue[first] || noneDue[keyReplacer.Replace(whole)]:
	default:
		if n.odd == 0 {
			n.oddAt = [2]int{from, to}
		}
		n.odd++
	}
}
