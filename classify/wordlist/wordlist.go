// Package wordlist reads the word lists and patterns that are embedded in the program.
// Patterns are compiled at their first use. A file of lists has lines "name: word word ...";
// a line that begins with a blank continues the list above it, and empty lines and lines that
// begin with # are skipped.
package wordlist

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Pattern returns a function that compiles the regular expression at its first call and returns
// it. Most runs of the program need few patterns.
func Pattern(source string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(source) })
}

// Rows reads a file of lines "name: row" and returns the rows of each name in the order of the
// file. Empty lines and lines that begin with # are skipped.
func Rows(content string) Lists {
	out := Lists{}
	for line := range strings.Lines(content) {
		line = strings.TrimRight(line, "\r\n")
		if name, row, ok := strings.Cut(line, ": "); ok && line[0] != '#' {
			out[name] = append(out[name], row)
		}
	}
	return out
}

// Quoted is Rows for a file whose rows are quoted Go strings, so that they can begin and end
// with blanks. It panics if a row is not one, because the file is part of the program.
func Quoted(content string) Lists {
	out := Rows(content)
	for name, rows := range out {
		for i, row := range rows {
			text, err := strconv.Unquote(row)
			if err != nil {
				panic(name + ": " + row + " is not a quoted string")
			}
			rows[i] = text
		}
	}
	return out
}

// reference matches {name}, which refers to the pattern of another name.
var reference = Pattern(`\{[a-z-]+\}`)

// Pattern returns the pattern whose alternatives are the rows of a name, where {name}
// stands for the alternatives of another name.
func (l Lists) Pattern(name string) func() *Expression {
	return sync.OnceValue(func() *Expression { return newExpression(l.rows(name)) })
}

// rows returns the rows of a name, with each {name} in them replaced.
func (l Lists) rows(name string) []string {
	if len(l[name]) == 0 {
		panic("no pattern is called " + name)
	}
	rows := make([]string, len(l[name]))
	for i, row := range l[name] {
		rows[i] = reference().ReplaceAllStringFunc(row, func(other string) string {
			return "(?:" + strings.Join(l.rows(other[1:len(other)-1]), "|") + ")"
		})
	}
	return rows
}

// Lists are lists of words by their names.
type Lists map[string][]string

// Add adds the lists of a file. Words are appended to a list that exists already. The error
// names the first line that belongs to no list; all other lines are added nevertheless.
func (l Lists) Add(content string) (err error) {
	name, n := "", 0
	for line := range strings.Lines(content) {
		n++
		line = strings.TrimRight(line, " \t\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		words := line
		if line[0] != ' ' {
			var ok bool
			if name, words, ok = strings.Cut(line, ":"); !ok {
				name = ""
			}
		}
		if name == "" {
			if err == nil {
				err = fmt.Errorf("line %d: %q is of no list", n, line)
			}
			continue
		}
		l[name] = append(l[name], strings.Fields(words)...)
	}
	return err
}

// Parse returns the lists of a file that is part of the program. It panics if a line belongs to
// no list.
func Parse(content string) Lists {
	l := Lists{}
	if err := l.Add(content); err != nil {
		panic(err)
	}
	return l
}

// Set returns the words of a list as a set.
func (l Lists) Set(name string) map[string]bool {
	set := make(map[string]bool, len(l[name]))
	for _, w := range l[name] {
		set[w] = true
	}
	return set
}

// Index maps each word of the lists whose names begin with prefix to the rest of its list's
// name.
func (l Lists) Index(prefix string) map[string]string {
	index := map[string]string{}
	for name, words := range l {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			for _, w := range words {
				index[w] = rest
			}
		}
	}
	return index
}

// Pairs returns a list that is written "word=meaning word=meaning" as a map.
func (l Lists) Pairs(name string) map[string]string {
	pairs := make(map[string]string, len(l[name]))
	for _, w := range l[name] {
		word, meaning, _ := strings.Cut(w, "=")
		pairs[word] = meaning
	}
	return pairs
}
