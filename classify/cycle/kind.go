package cycle

import (
	_ "embed" // the table of kinds
	"strconv"
	"strings"
	"sync"

	"notdone/model"
)

//go:embed kinds.txt
var kindFile string

// kindRow is a row of the table of kinds.
type kindRow struct {
	weight  int
	kind    model.ObstacleKind
	pattern []element
}

// element is one place of a pattern: what may stand there, and how many words may
// stand before it.
type element struct {
	words   map[string]bool // alternatives of one word
	phrases [][]string      // the others: several words, or one of any ending
	gap     int
}

// kindTable holds the rows in their order, and for each word that a pattern can begin with
// the rows that it begins. The rows under "*" begin with a word of any ending.
type kindTable struct {
	rows  []kindRow
	first map[string][]int
}

var kindRows = sync.OnceValue(func() *kindTable {
	t := &kindTable{first: map[string][]int{}}
	classes := map[string][]string{}
	for line := range strings.Lines(kindFile) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || fields[0][0] == '#':
		case strings.HasSuffix(fields[0], ":"):
			classes[strings.TrimSuffix(fields[0], ":")] = fields[1:]
		default:
			t.add(fields, classes)
		}
	}
	return t
})

// add adds a row. It panics if the fields are no row, because the table is part of the program.
func (t *kindTable) add(fields []string, classes map[string][]string) {
	weight, err := strconv.Atoi(fields[0])
	if err != nil || len(fields) < 3 {
		panic("no row of a kind: " + strings.Join(fields, " "))
	}
	kind, err := model.ParseObstacleKind(fields[1])
	if err != nil {
		panic(err)
	}
	row, gap := kindRow{weight: weight, kind: kind}, 0
	for _, f := range fields[2:] {
		switch f {
		case "..":
			gap = 3
		case "...":
			gap = 8
		default:
			e := newElement(f, classes)
			e.gap, gap = gap, 0
			row.pattern = append(row.pattern, e)
		}
	}
	for word := range row.pattern[0].words {
		t.first[word] = append(t.first[word], len(t.rows))
	}
	for _, phrase := range row.pattern[0].phrases {
		word := phrase[0]
		if strings.HasSuffix(word, "*") {
			word = "*"
		}
		t.first[word] = append(t.first[word], len(t.rows))
	}
	t.rows = append(t.rows, row)
}

// newElement returns the element that a field of a pattern describes. A name of a class in the field
// stands for the words of the class.
func newElement(field string, classes map[string][]string) element {
	e := element{words: map[string]bool{}}
	for alt := range strings.SplitSeq(field, "|") {
		all, ok := classes[alt]
		if !ok {
			all = []string{alt}
		}
		for _, w := range all {
			if words := strings.Split(w, "_"); len(words) > 1 || strings.HasSuffix(w, "*") {
				e.phrases = append(e.phrases, words)
			} else {
				e.words[w] = true
			}
		}
	}
	return e
}

// cue is a word of a sentence as patterns match it: by its text, or by its class, which is @ref
// for a ticket or a task, @name for another name, and empty for an ordinary word.
type cue struct{ text, class string }

// weighKind returns the kind of the obstacle that a bare sentence states, and the weight of
// the row that decided; KindUnknown and 0 where the table knows none of its words.
func weighKind(bare string) (kind model.ObstacleKind, weight int) {
	t, cues := kindRows(), cuesOf(bare)
	best := len(t.rows)
	for i, c := range cues {
		for _, word := range [...]string{c.text, c.class, "*"} {
			for _, at := range t.first[word] {
				row := &t.rows[at]
				if (row.weight > weight || row.weight == weight && at < best) && matches(row.pattern, cues[i:]) {
					best, kind, weight = at, row.kind, row.weight
				}
			}
		}
	}
	return kind, weight
}

// matches reports whether the cues begin with what the pattern describes.
func matches(pattern []element, cues []cue) bool {
	if len(pattern) == 0 {
		return true
	}
	e := &pattern[0]
	for skip := 0; skip <= e.gap && skip < len(cues); skip++ {
		c := &cues[skip]
		if (e.words[c.text] || c.class != "" && e.words[c.class]) && matches(pattern[1:], cues[skip+1:]) {
			return true
		}
		for _, phrase := range e.phrases {
			if begins(phrase, cues[skip:]) && matches(pattern[1:], cues[skip+len(phrase):]) {
				return true
			}
		}
	}
	return false
}

// begins reports whether cues begin with the words of an alternative.
func begins(alt []string, cues []cue) bool {
	if len(alt) > len(cues) {
		return false
	}
	for i, word := range alt {
		start, open := strings.CutSuffix(word, "*")
		if c := &cues[i]; c.text != word && c.class != word && (!open || !strings.HasPrefix(c.text, start)) {
			return false
		}
	}
	return true
}

// cuesOf returns the words of a bare sentence, without apostrophes and hyphens.
func cuesOf(bare string) (cues []cue) {
	folded := trimStatus(fold(bare))
	for _, w := range splitWords(folded) {
		switch {
		case isTaskID(w.core), isName(w.core) && (isTicket(w.core) || strings.Contains(w.core, "#")):
			cues = append(cues, cue{w.core, "@ref"})
		case isName(w.core) && !strings.Contains(w.core, "_"):
			cues = append(cues, cue{w.core, "@name"})
		default:
			named := strings.Contains(w.core, "_")
			parts := strings.FieldsFunc(strings.ReplaceAll(w.core, "'", ""), isNoWordRune)
			for _, part := range parts {
				cues = append(cues, cue{text: part})
			}
			if named && len(parts) > 0 {
				cues[len(cues)-1].class = "@name"
			}
		}
	}
	if strings.HasSuffix(strings.TrimRight(folded, `"') `), "?") {
		cues = append(cues, cue{text: "@q"})
	}
	return cues
}
