package infer

import (
	"cmp"
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

//go:embed columns.txt
var columnText string

//go:embed tables.txt
var tableText string

// tokens returns the words of a name in lower case: createdAt, created_at and CREATED_AT
// are "created", "at".
func tokens(name string) []string {
	var words []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words, word = append(words, apart(strings.ToLower(string(word)))...), nil
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			flush()
			continue
		}
		if unicode.IsUpper(r) && i > 0 {
			before := runes[i-1]
			after := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if unicode.IsLower(before) || unicode.IsDigit(before) || unicode.IsUpper(before) && after {
				flush()
			}
		}
		word = append(word, r)
	}
	flush()
	return words
}

// compound are words that names run together, as in "timecreated" and "nextruntime".
var compound = map[string]bool{}

// columnWords are the words of the patterns of columns.txt, which stay whole.
var columnWords = map[string]bool{}

func init() {
	for _, w := range strings.Fields("at by on id time date next last run start started end ended create created update updated finish finished " +
		"complete completed lock locked job task queue name type class status state error message msg text retry retries attempt attempts count max min " +
		"worker due fail failed fails claim claimed schedule scheduled execute executed execution process processed heartbeat expires expire until data payload " +
		"custom json not before after parent delay available release pushed queued enqueued modified priority result") {
		compound[w] = true
	}
	for _, row := range fields(columnText) {
		for _, pattern := range row[2:] {
			for _, w := range strings.Split(strings.Trim(pattern, "*"), "_") {
				columnWords[w] = true
			}
		}
	}
}

// apart takes a word apart that is nothing but known words in a row.
func apart(word string) []string {
	if len(word) < 4 || compound[word] || columnWords[word] {
		return []string{word}
	}
	if parts := knownParts(word); parts != nil {
		return parts
	}
	return []string{word}
}

// knownParts returns the known words that a word consists of, the longest first ones; nil: it
// has another part.
func knownParts(word string) []string {
	if compound[word] {
		return []string{word}
	}
	for n := len(word) - 2; n >= 2; n-- {
		if !compound[word[:n]] {
			continue
		}
		if rest := knownParts(word[n:]); rest != nil {
			return append([]string{word[:n]}, rest...)
		}
	}
	return nil
}

func joined(name string) string { return strings.Join(tokens(name), "_") }

// matches reports whether a text matches a pattern, in which a * at the beginning or at
// the end stands for any text.
func matches(pattern, text string) bool {
	front, end := strings.HasPrefix(pattern, "*"), strings.HasSuffix(pattern, "*")
	core := strings.Trim(pattern, "*")
	switch {
	case front && end:
		return strings.Contains(text, core)
	case front:
		return strings.HasSuffix(text, core)
	case end:
		return strings.HasPrefix(text, core)
	}
	return text == core
}

// fields returns the rows of a table of text, split at spaces, without comments.
func fields(text string) (rows [][]string) {
	for line := range strings.Lines(text) {
		if row := strings.Fields(line); len(row) > 0 && !strings.HasPrefix(row[0], "#") {
			rows = append(rows, row)
		}
	}
	return rows
}

// namePatterns are the rows of columns.txt for one role.
type namePatterns []struct {
	weight   float64
	patterns []string
}

var columnNames = parseColumns()

func parseColumns() map[string]namePatterns {
	all := map[string]namePatterns{}
	for _, row := range fields(columnText) {
		weight, _ := strconv.ParseFloat(row[1], 64) // TestTablesOfWords reads each
		all[row[0]] = append(all[row[0]], struct {
			weight   float64
			patterns []string
		}{weight, row[2:]})
	}
	return all
}

// weight returns how surely a name means the role, 0: not at all. A pattern without a *
// goes before one with it: exact says that it was one without.
func (p namePatterns) weight(name string) (weight float64, exact bool) {
	whole, part := 0.0, 0.0
	for _, row := range p {
		for _, pattern := range row.patterns {
			switch {
			case pattern == name:
				whole = max(whole, row.weight)
			case matches(pattern, name):
				part = max(part, row.weight)
			}
		}
	}
	return cmp.Or(whole, part), whole > 0
}

// has reports whether a pattern matches the name.
func (p namePatterns) has(name string) bool {
	weight, _ := p.weight(name)
	return weight > 0
}

// timeWords stand around the name of a time without meaning more than that it is one.
var timeWords = map[string]bool{}

func init() {
	for _, w := range strings.Fields("at on ts t time date datetime dttm timestamp epoch ms us ns unix utc sec secs second seconds millis msec gmt dt milliseconds micros nanos") {
		timeWords[w] = true
	}
}

// timeStem returns the words of the name of a time without timeWords at their ends.
func timeStem(words []string) []string {
	for len(words) > 1 && timeWords[words[len(words)-1]] {
		words = words[:len(words)-1]
	}
	for len(words) > 1 && timeWords[words[0]] {
		words = words[1:]
	}
	return words
}

// ownWords are words that may stand in front of the name of a column of any table.
var ownWords = map[string]bool{"task": true, "job": true, "item": true, "run": true, "msg": true, "message": true, "queue": true, "exec": true, "entry": true}

// forms returns the names under which a column is looked up: its words, and its words
// without those in front that repeat the table.
func forms(words []string, table map[string]bool) (whole, own string) {
	whole = strings.Join(words, "_")
	rest := words
	for len(rest) > 1 && (table[rest[0]] || ownWords[rest[0]]) {
		rest = rest[1:]
	}
	return whole, strings.Join(rest, "_")
}

// singular returns a word of a table's name in the singular.
func singular(word string) string {
	switch {
	case strings.HasSuffix(word, "ies") && len(word) > 4:
		return word[:len(word)-3] + "y"
	case strings.HasSuffix(word, "sses"), strings.HasSuffix(word, "xes"), strings.HasSuffix(word, "ches"):
		return word[:len(word)-2]
	case strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && !strings.HasSuffix(word, "us") && len(word) > 2:
		return word[:len(word)-1]
	}
	return word
}

// tableWords returns the words of a table's name in the singular; a name without letters and
// digits is one word.
func tableWords(name string) []string {
	var words []string
	for _, w := range tokens(name) {
		words = append(words, split(singular(w))...)
	}
	if len(words) == 0 {
		return []string{name}
	}
	return words
}

// split takes a word apart that is written in one, such as "taskresult" and "jobqueue".
func split(word string) []string {
	for _, known := range []string{"task", "job", "queue", "message"} {
		if rest, ok := strings.CutPrefix(word, known); ok && len(rest) > 2 {
			return []string{known, rest}
		}
		if rest, ok := strings.CutSuffix(word, known); ok && len(rest) > 2 {
			return []string{rest, known}
		}
	}
	for _, known := range []string{"run", "request", "execution", "item"} { // many words begin with "run"
		if rest, ok := strings.CutSuffix(word, known); ok && len(rest) > 4 {
			return []string{rest, known}
		}
	}
	return []string{word}
}

// roleWeight returns how surely the name of a column of a table means a role; isTime says
// that times are compared.
func roleWeight(role string, column string, table map[string]bool, isTime bool) float64 {
	words := tokens(column)
	yes, no := columnNames[role], columnNames["no-"+role]
	if isTime {
		if no.has(strings.Join(words, "_")) {
			return 0
		}
		words = timeStem(words)
	}
	whole, own := forms(words, table)
	if no.has(whole) {
		return 0
	}
	weight, exact := yes.weight(whole)
	if own == whole || exact || no.has(own) {
		return weight
	}
	other, _ := yes.weight(own)
	return max(weight, other-0.5)
}

func tableSet(name string) map[string]bool {
	set := map[string]bool{}
	for _, w := range tableWords(name) {
		set[w] = true
	}
	return set
}

// mentions reports whether an SQL text has a word as a name of its own.
func mentions(sql, word string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(sql, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), func(w string) bool { return strings.EqualFold(w, word) })
}
