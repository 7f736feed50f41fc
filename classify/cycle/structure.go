package cycle

import (
	"slices"
	"strings"

	"notdone/classify/wordlist"
)

// dataStart matches the beginning of an object or a list in JSON, Python or a similar notation.
// dataText matches a string in it; submatches 2 and 4 are set if a colon follows, which makes
// the string a key.
var (
	dataStart = wordlist.Pattern(`\{\s*(?:"[^"]{0,64}"|'[^']{0,64}')\s*:|^\s*\[\s*["'{]|[\[{]\s*[\[{]\s*["']`)
	dataText  = wordlist.Pattern(`"((?:[^"\\]|\\.)*)"?(\s*:)?|'((?:[^'\\]|\\.)*)'?(\s*:)?`)
)

// openStructure returns a text with data, tables and fenced code replaced by the sentences in
// them, one a line. It returns the text unchanged, and false, if it has no such structure.
func openStructure(text string) (said string, structured bool) {
	before, values := openData(text)
	lines, tables := openTables(before)
	if values == nil && !tables {
		return text, false
	}
	return strings.Join(append(lines, values...), "\n"), true
}

// openData splits a text into the prose before the data at its end, and the string values of
// that data. Values of one word are left out if there are longer ones; otherwise they are
// joined to one value. Without data, values is nil and before is the whole text. Data that was
// cut off at its end is accepted.
func openData(text string) (before string, values []string) {
	at := dataStart().FindStringIndex(text)
	if at == nil {
		return text, nil
	}
	data := strings.TrimSpace(text[at[0]:])
	opened := strings.Count(data, "{") + strings.Count(data, "[")
	closed := strings.Count(data, "}") + strings.Count(data, "]")
	cutOff := opened > closed
	if !cutOff && !strings.HasSuffix(data, "}") && !strings.HasSuffix(data, "]") {
		return text, nil // prose follows
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

// unescape replaces the escape sequences of strings in data.
var unescape = strings.NewReplacer(`\n`, "\n", `\t`, " ", `\"`, `"`, `\'`, "'", `\/`, "/", `\\`, `\`)

// openTables returns the lines of a text. Each cell of a Markdown table becomes a line, and the
// marks of fenced code are removed. some reports whether there was a table or a fence.
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

// emptyWords are words such as "none" and "n/a" that are written in place of a reason.
var emptyWords = lists.Set("empty")

// Unsaid reports whether a recorded reason is empty or one of emptyWords.
func Unsaid(s string) bool {
	opened, _ := openStructure(s)
	word := strings.Trim(fold(Core(opened)), " .!?:;-_*`'\"/()[]{}|")
	return !hasWord(word) || emptyWords[word]
}
