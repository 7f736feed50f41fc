package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// fewDoneRows is how many rows of a table must say that their part is done, so that one that is open is
// a part of the work and no entry of a list.
const fewDoneRows = 2

// appendOpenRows appends that a table or a list of parts has some that are done and some that are begun, wait or
// are still to come. Where words were asked for, it is what was found.
func (r *reader) appendOpenRows(out []evidence) []evidence {
	if r.asked.IsWords() {
		return out
	}
	if at := r.findOpenHeading(); at >= 0 {
		return append(out, evidence{value: firm, at: at, rule: "has parts that are not done", label: LabelFailed, group: groupFailure})
	}
	if at := r.findLesserRow(); at >= 0 {
		return append(out, evidence{value: firm, at: at, rule: "has rows in its table that are not done", label: LabelFailed, group: groupFailure})
	}
	if at := r.findDeniedRow(); at >= 0 {
		return append(out, evidence{value: strong, at: at, rule: "has rows in its table that are not done", label: LabelFailed, group: groupFailure})
	}
	if at := r.findLesserLine(); at >= 0 {
		return append(out, evidence{value: firm, at: at, rule: "counts parts that are not done", label: LabelFailed, group: groupFailure})
	}
	var done, open int // rows
	at := -1           // the first open one
	for i := range r.sentences {
		s := &r.sentences[i]
		if s.shape != shapeRow && s.shape != shapeBullet {
			done, open, at = 0, 0, -1
			continue
		}
		switch r.stateOf(i) {
		case rowOpen:
			if open++; at < 0 {
				at = i
			}
		case rowDone:
			done++
		case rowOther:
		}
		last := i+1 == len(r.sentences) || r.sentences[i+1].shape != s.shape
		if last && open > 0 && done >= fewDoneRows {
			return append(out, evidence{value: firm, at: at, rule: "has rows in its table that are not done", label: LabelFailed, group: groupFailure})
		}
	}
	return out
}

// findLesserRow returns the last row of a table whose last number is less than the one before it, where those two are
// equal in the most rows and it is greater in none, or -1: of 120 there are 75.
func (r *reader) findLesserRow() int {
	var equal, less int
	at := -1
	for i := range r.sentences {
		s := &r.sentences[i]
		if s.shape != shapeRow {
			equal, less, at = 0, 0, -1
			continue
		}
		if all, n, ok := lastNumbers(r.message[s.start:s.end]); ok {
			switch {
			case n == all:
				equal++
			case n < all:
				less, at = less+1, i
			default:
				equal = -1 << 10
			}
		}
		last := i+1 == len(r.sentences) || r.sentences[i+1].shape != shapeRow
		if last && less > 0 && equal >= fewDoneRows && less <= equal {
			return at
		}
	}
	return -1
}

// findDeniedRow returns the first row of a table that says "not sent" where another row says "sent", or -1.
func (r *reader) findDeniedRow() int {
	first := 0
	for i := range r.sentences {
		if s := &r.sentences[i]; s.shape != shapeRow {
			first = i + 1
			continue
		}
		s := &r.sentences[i]
		for cell := range strings.SplitSeq(r.message[s.start:s.end], "|") {
			if deed := r.deniedDeed(cell); deed != "" && r.hasCell(first, i, deed) {
				return i
			}
		}
	}
	return -1
}

// deniedDeed returns the deed in lower case that a cell says was not done, or nothing.
func (r *reader) deniedDeed(cell string) string {
	cell = strings.ToLower(strings.Trim(cell, " *_`"))
	if len(cell) > cellBytes {
		return ""
	}
	for _, not := range cellNegations {
		deed, ok := strings.CutPrefix(cell, strings.ReplaceAll(not, "_", " "))
		if ok && (rowsDone[deed] || r.isParticiple(deed) || deed != "" && deed[0] >= firstCharacterNumber) {
			return deed
		}
	}
	return ""
}

// hasCell reports whether a row of the table that begins at one sentence, other than a given row, has a cell that
// says that a deed was done: with another ending, or in Chinese and Japanese behind or before another sign.
func (r *reader) hasCell(first, but int, deed string) bool {
	stem := deed[:runeStart(deed, max(min(leastDeed, len(deed)), len(deed)-longestEnding))]
	for i := first; i < len(r.sentences) && r.sentences[i].shape == shapeRow; i++ {
		s := &r.sentences[i]
		for cell := range strings.SplitSeq(r.message[s.start:s.end], "|") {
			cell = strings.ToLower(strings.Trim(cell, " *_`"))
			if i != but && len(cell) <= len(deed)+longestEnding && strings.Contains(cell, stem) && r.deniedDeed(cell) == "" {
				return true
			}
		}
	}
	return false
}

// longestEnding is how many bytes the ending of a participle has at most that goes with what it is said of.
const longestEnding = 4

// countedLineWords is how many words a line has at most that tells how much of a part is done.
const countedLineWords = 8

// findLesserLine returns the last of some lines that each count a part, of which one is whole and one is begun, and
// this one is less than whole, or -1: "case 1: 14 of 14", "case 2: 17 of 22". They begin with the same word, or are
// of as many things.
func (r *reader) findLesserLine() int {
	var c lineCounts
	for i := range r.sentences {
		s := &r.sentences[i]
		n, all := 0, 0
		if s.counts && s.to-s.from <= countedLineWords {
			if n, all = endRatio(r.message[s.start:s.end]); all == 0 {
				n, all = r.findRatio(i)
			}
		}
		switch {
		case all > 0:
			c.add(i, n, all, r.scanner.words[s.from].key)
		case c.tells():
			return c.at
		default:
			c = lineCounts{}
		}
	}
	if c.tells() {
		return c.at
	}
	return -1
}

// lineCounts are lines that stand below each other, each with a count.
type lineCounts struct {
	lines, whole, begun int
	at                  int // the last one that is less than whole
	word                uint32
	all                 int
	words, alls         bool // the lines differ in their first words, and in what they are of
}

func (c *lineCounts) add(line, n, all int, word uint32) {
	if c.lines++; c.lines == 1 {
		c.word, c.all = word, all
	}
	c.words, c.alls = c.words || word != c.word, c.alls || all != c.all
	switch {
	case n == all:
		c.whole++
	case n > 0:
		c.begun++
		fallthrough
	default:
		c.at = line
	}
}

// tells reports whether the lines say that a part is not done.
func (c *lineCounts) tells() bool { return c.whole > 0 && c.begun > 0 && (!c.words || !c.alls) }

// endRatio returns the numbers of a line that ends in "2/6"; none otherwise.
func endRatio(line string) (n, all int) {
	_, last, _ := cutLast(strings.TrimRight(line, ".;, "), " ")
	part, whole, found := strings.Cut(last, "/")
	n, rest := cutThousands(part)
	all, more := cutThousands(whole)
	if !found || rest != "" || more != "" || n < 0 || n > all {
		return 0, 0
	}
	return n, all
}

// lastNumbers returns the numbers in the last two cells of a row, if both are whole numbers.
func lastNumbers(row string) (first, second int, ok bool) {
	before, last, found := cutLast(strings.TrimRight(row, "| "), "|")
	second, rest := cutThousands(strings.Trim(last, " *_"))
	if !found || second < 0 || rest != "" {
		return 0, 0, false
	}
	before, last, found = cutLast(before, "|")
	first, rest = cutThousands(strings.Trim(last, " *_"))
	return first, second, found && first >= 0 && rest == "" && strings.Trim(before, "| ") != ""
}

// findOpenHeading returns the first heading of a part that says that it is not done, where another one says that it
// is, or -1: "Task 2: export ✅ DONE" and "Task 3: import 🔄 IN PROGRESS".
func (r *reader) findOpenHeading() int {
	done, open := false, -1
	for i := range r.sentences {
		s := &r.sentences[i]
		if s.shape != shapeHeading {
			continue
		}
		text := strings.TrimRight(r.message[s.start:s.end], " )*")
		at := strings.LastIndexFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && c != ' ' && c != '_' && c != '-' })
		if at <= 0 {
			continue
		}
		_, n := utf8.DecodeRuneInString(text[at:])
		state := strings.TrimSpace(text[at+n:])
		if len(state) < 2 || len(state) > cellBytes || state[1] >= 'a' && state[1] <= 'z' || !isCapital(state) {
			continue
		}
		switch stateOfCell(state) {
		case rowDone:
			done = true
		case rowOpen:
			if open < 0 {
				open = i
			}
		case rowOther:
		}
	}
	if !done {
		return -1
	}
	return open
}

// stateOf returns what a row of a table or an item of a list says of its part.
func (r *reader) stateOf(i int) rowState {
	s := &r.sentences[i]
	said := r.message[s.start:s.end]
	if s.shape == shapeRow {
		return stateOfRow(said)
	}
	if of := stateOfSign(said); of != rowOther {
		return of
	}
	at := strings.LastIndex(said, ":")
	if at <= 0 {
		return rowOther
	}
	state, _, _ := strings.Cut(said[at+1:], ",")
	if len(state) > cellBytes || !strings.ContainsFunc(state, unicode.IsLetter) {
		return rowOther // the meaning of a sign may be what is listed
	}
	of := stateOfCell(strings.Trim(state, ".;"))
	if of == rowOther && r.isParticiple(strings.TrimSpace(state)) {
		return rowDone
	}
	return of
}

// stateOfSign returns what the sign says that an item begins or ends with: "✅ signed", "with the landlady ⏳".
func stateOfSign(item string) rowState {
	first, _, _ := strings.Cut(item, " ")
	before, last, _ := cutLast(strings.TrimRight(item, ".;* "), " ")
	if strings.HasSuffix(before, ":") || strings.HasSuffix(before, "：") {
		last = first // the meaning of a sign may be what is listed
	}
	for _, sign := range [...]string{first, last} {
		if !strings.ContainsFunc(sign, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }) {
			if of := stateOfCell(sign); of != rowOther {
				return of
			}
		}
	}
	return rowOther
}

// cellBytes is how long a cell, or what is said of an item, is at most that tells its state.
const cellBytes = 40

// isParticiple reports whether what is said of a part is one participle.
func (r *reader) isParticiple(state string) bool {
	d := deedsOf()[r.spoken.most()]
	state = strings.ToLower(strings.Trim(state, ".;"))
	return d != nil && len(state) >= leastDeed && !strings.Contains(state, " ") && matchesAny(d.deed, state) && !matchesAny(d.plain, state) && !matchesAny(d.other, state)
}

// rowState is what a row of a table says of its part.
type rowState uint8

const (
	rowOther rowState = iota
	rowDone
	rowOpen
)

// stateOfRow returns what the cells of a row say but for the first, which names its part: that it is done where
// no cell says that a part of it is open.
func stateOfRow(row string) (state rowState) {
	_, row, _ = strings.Cut(strings.Trim(row, "| "), "|")
	for row != "" && state != rowOpen {
		var cell string
		cell, row, _ = strings.Cut(row, "|")
		if said := stateOfCell(cell); said != rowOther {
			state = said
		}
	}
	return state
}

// cellNegations begin what a cell says was not done.
var cellNegations = recordLists["cell-not"]

// undoneStarts begin what a cell says of a part that is still to be done: "sin contar", "à faire".
var undoneStarts = lists["undone-start"]

// stateOfCell returns what one cell says.
func stateOfCell(cell string) rowState {
	if len(cell) > cellBytes {
		return rowOther
	}
	said := keyReplacer.Replace(strings.ToLower(strings.Trim(cell, " *`_")))
	switch {
	case rowsOpen[said]:
		return rowOpen
	case rowsDone[said]:
		return rowDone
	case hasAnyPrefix(said, undoneStarts):
		return rowOpen
	}
	return rowOther
}
