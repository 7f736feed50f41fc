package cycle

import (
	"slices"
	"strings"

	"notdone/classify/wordlist"
)

// The parts of text that is data: dataStart matches where an object or a list begins, and
// dataText a text in it, with the colon that makes it a key.
var (
	dataStart = wordlist.Pattern(`\{\s*(?:"[^"]{0,64}"|'[^']{0,64}')\s*:|^\s*\[\s*["'{]|[\[{]\s*[\[{]\s*["']`)
	dataText  = wordlist.Pattern(`"((?:[^"\\]|\\.)*)"?(\s*:)?|'((?:[^'\\]|\\.)*)'?(\s*:)?`)
)

// openStructure returns what a text of data, tables or fenced code says, a sentence a line,
// and whether there is any of that in it.
func openStructure(text string) (said string, structured bool) {
	before, values := openData(text)
	lines, tables := openTables(before)
	if values == nil && !tables {
		return text, false
	}
	return strings.Join(append(lines, values...), "\n"), true
}

// openData returns the texts that are values of the data at the end of a text, and what
// stands before it. Single words are one text, and left out beside sentences.
func openData(text string) (before string, values []string) {
	at := dataStart().FindStringIndex(text)
	if at == nil {
		return text, nil
	}
	data := strings.TrimSpace(text[at[0]:])
	if cut := strings.Count(data, "{")+strings.Count(data, "[") > strings.Count(data, "}")+strings.Count(data, "]"); !cut &&
		!strings.HasSuffix(data, "}") && !strings.HasSuffix(data, "]") {
		return text, nil
	}
	var words []string
	for _, m := range dataText().FindAllStringSubmatch(data, -1) {
		value := strings.TrimSpace(unescape.Replace(m[1] + m[3]))
		switch {
		case m[2] != "" || m[4] != "" || value == "":
		case strings.Contains(value, " "):
			values = append(values, value)
		default:
			words = append(words, value)
		}
	}
	if values == nil && words != nil {
		values = []string{strings.Join(words, " ")}
	}
	return text[:at[0]], values
}

// unescape replaces what stands for other characters in texts of data.
var unescape = strings.NewReplacer(`\n`, "\n", `\t`, " ", `\"`, `"`, `\'`, "'", `\/`, "/", `\\`, `\`)

// openTables returns the lines of a text, a cell of a table each a line of its own, without
// the marks of fenced code; and whether there was any of that.
func openTables(text string) (lines []string, some bool) {
	for line := range strings.Lines(text) {
		bare := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(bare, "```"):
			some = true
		case len(bare) > 1 && strings.HasPrefix(bare, "|") && strings.HasSuffix(bare, "|"):
			some = true
			cells := strings.Split(strings.Trim(bare, "|"), "|")
			lines = append(lines, slices.DeleteFunc(cells, func(cell string) bool { return !hasWord(cell) })...)
		default:
			lines = append(lines, strings.TrimRight(line, "\r\n"))
		}
	}
	return lines, some
}

// emptyWords are what stands where nothing is said.
var emptyWords = lists.Set("empty")

// Unsaid reports whether a reason says nothing: it is empty, or a word such as "none" that
// stands where nothing was to be said.
func Unsaid(s string) bool {
	opened, _ := openStructure(s)
	word := strings.Trim(fold(Core(opened)), " .!?:;-_*`'\"/()[]{}|")
	return !hasWord(word) || emptyWords[word]
}
