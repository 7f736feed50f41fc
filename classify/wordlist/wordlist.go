// Package wordlist holds the data of the program that is words: patterns, which are
// compiled when they are first used, and lists, which are read from files of
// "name: word word ...", where a line that begins with a blank goes on with the list
// above it, and an empty line or one that begins with # is passed over.
package wordlist

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Pattern returns a function that returns the regular expression of that source. It is
// compiled by the first call, because most runs of the program need few patterns.
func Pattern(source string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(source) })
}

// Rows returns the rows of a file of "name: row", by their names, in their order. A line
// that is empty or begins with # is passed over.
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

// Quoted returns the rows of a file of "name: row" whose rows are quoted strings, because
// blanks at their ends count. It panics where a row is none, because the file is part of
// the program.
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

// reference is the place of another pattern in a row.
var reference = Pattern(`\{[a-z-]+\}`)

// Expression is a regular expression. MatchString passes over a text that has none of the
// words of which every match has one.
type Expression struct {
	*regexp.Regexp
	needed []string // nil: none are known
}

// MatchString reports whether the text has a match.
func (e *Expression) MatchString(text string) bool {
	if e.needed != nil && !slices.ContainsFunc(e.needed, func(w string) bool { return strings.Contains(text, w) }) {
		return false
	}
	return e.Regexp.MatchString(text)
}

// Pattern returns the pattern whose alternatives are the rows of a name, where {name}
// stands for the alternatives of another name.
func (l Lists) Pattern(name string) func() *Expression {
	return sync.OnceValue(func() *Expression {
		source := l.alternatives(name)
		e := &Expression{Regexp: regexp.MustCompile(source)}
		if tree, err := syntax.Parse(source, syntax.Perl); err == nil {
			e.needed = neededBy(tree)
		}
		return e
	})
}

// neededBy returns texts of which every match of a pattern has one; nil: none are known.
func neededBy(tree *syntax.Regexp) (texts []string) {
	switch tree.Op {
	case syntax.OpLiteral:
		if tree.Flags&syntax.FoldCase == 0 {
			return []string{string(tree.Rune)}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return neededBy(tree.Sub[0])
	case syntax.OpConcat:
		for _, part := range tree.Sub {
			if of := neededBy(part); shortest(of) > shortest(texts) {
				texts = of
			}
		}
	case syntax.OpAlternate:
		for _, part := range tree.Sub {
			of := neededBy(part)
			if of == nil {
				return nil
			}
			texts = append(texts, of...)
		}
	default:
	}
	return texts
}

// shortest returns the length of the shortest text; 0 where there is none.
func shortest(texts []string) int {
	if len(texts) == 0 {
		return 0
	}
	return len(slices.MinFunc(texts, func(a, b string) int { return len(a) - len(b) }))
}

func (l Lists) alternatives(name string) string {
	if len(l[name]) == 0 {
		panic("no pattern is called " + name)
	}
	return reference().ReplaceAllStringFunc(strings.Join(l[name], "|"), func(other string) string {
		return "(?:" + l.alternatives(other[1:len(other)-1]) + ")"
	})
}

// Lists are lists of words by their names.
type Lists map[string][]string

// Add adds the lists of a file. Words for a name that is known go behind those that it
// has. The error names the first line that belongs to no list; the others are added.
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

// Parse returns the lists of a file that is part of the program. It panics where a line
// belongs to no list.
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

// Index returns the list of each word of the lists whose names have the prefix, by the
// rest of its name.
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

// Pairs returns what the words of a list stand for, where the list is written
// "word=meaning word=meaning".
func (l Lists) Pairs(name string) map[string]string {
	pairs := make(map[string]string, len(l[name]))
	for _, w := range l[name] {
		word, meaning, _ := strings.Cut(w, "=")
		pairs[word] = meaning
	}
	return pairs
}
