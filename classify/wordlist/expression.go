package wordlist

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// Expression is a regular expression of several alternatives. Each match of an alternative holds
// one of a few words, as far as they can be read from its pattern, so MatchString tries only the
// alternatives that have a word in the text.
type Expression struct {
	*regexp.Regexp
	parts []func() *regexp.Regexp // the alternatives
	free  []int                   // the alternatives whose words are not known
	words finder                  // of the other alternatives, by their index
}

// newExpression returns the expression whose alternatives are rows. It panics if a row is no
// pattern, because the rows are part of the program.
func newExpression(rows []string) *Expression {
	whole := strings.Join(rows, "|")
	e := &Expression{Regexp: regexp.MustCompile(whole)}
	if strings.Contains(whole, "(?i)") {
		rows = []string{whole} // a flag in one row also holds for the rows after it
	}
	for i, row := range rows {
		var needed []string
		if tree, err := syntax.Parse(row, syntax.Perl); err == nil {
			needed = withoutLonger(neededBy(tree))
		}
		e.parts = append(e.parts, Pattern(row))
		if !e.words.add(needed, i) {
			e.free = append(e.free, i)
		}
	}
	return e
}

// MatchString reports whether the text has a match.
func (e *Expression) MatchString(text string) bool {
	matches := func(i int) bool { return e.parts[i]().MatchString(text) }
	return slices.ContainsFunc(e.free, matches) || e.words.eachIn(text, matches)
}

// withoutLonger returns the texts without those that contain another one.
func withoutLonger(texts []string) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(long string) bool {
		return slices.ContainsFunc(texts, func(w string) bool { return len(w) < len(long) && strings.Contains(long, w) })
	})
}

// maxNeeded bounds the texts that are searched for one alternative.
const maxNeeded = 48

// neededBy returns texts of which every match of a pattern contains at least one; nil if they are
// not known.
func neededBy(tree *syntax.Regexp) (texts []string) {
	if of := textsOf(tree); shortest(of) > 0 {
		return of
	}
	switch tree.Op {
	case syntax.OpCapture, syntax.OpPlus:
		return neededBy(tree.Sub[0])
	case syntax.OpConcat:
		better := func(of []string) {
			if shortest(of) > shortest(texts) {
				texts = of
			}
		}
		var run []string // all texts of the longest row of parts before this one whose texts are known
		for _, part := range tree.Sub {
			if isEdge(part) {
				continue
			}
			of := textsOf(part)
			next := product(run, of)
			if next == nil {
				better(run)
				next = of
			}
			run = next
			better(neededBy(part))
		}
		better(run)
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

// isEdge reports whether a part of a pattern matches a position and no text.
func isEdge(tree *syntax.Regexp) bool {
	switch tree.Op {
	case syntax.OpWordBoundary, syntax.OpNoWordBoundary, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpEmptyMatch:
		return true
	default:
		return false
	}
}

// textsOf returns all texts that a part of a pattern matches; nil if there are more than maxNeeded,
// or they are not known.
func textsOf(tree *syntax.Regexp) (texts []string) {
	switch tree.Op {
	case syntax.OpLiteral:
		if tree.Flags&syntax.FoldCase == 0 {
			return []string{string(tree.Rune)}
		}
	case syntax.OpCapture:
		return textsOf(tree.Sub[0])
	case syntax.OpQuest:
		if of := textsOf(tree.Sub[0]); of != nil {
			return append([]string{""}, of...)
		}
	case syntax.OpCharClass:
		for i := 0; i+1 < len(tree.Rune); i += 2 {
			for r := tree.Rune[i]; r <= tree.Rune[i+1]; r++ {
				if texts = append(texts, string(r)); len(texts) > maxNeeded {
					return nil
				}
			}
		}
	case syntax.OpConcat:
		texts = []string{""}
		for _, part := range tree.Sub {
			if !isEdge(part) {
				texts = product(texts, textsOf(part))
			}
		}
	case syntax.OpAlternate:
		for _, part := range tree.Sub {
			of := textsOf(part)
			if texts = append(texts, of...); of == nil || len(texts) > maxNeeded {
				return nil
			}
		}
	default:
		if isEdge(tree) {
			return []string{""}
		}
	}
	return texts
}

// product returns each text of heads followed by each of tails; nil if there are more than
// maxNeeded, or one of the slices is nil.
func product(heads, tails []string) (all []string) {
	if len(heads)*len(tails) > maxNeeded {
		return nil
	}
	for _, a := range heads {
		for _, b := range tails {
			all = append(all, a+b)
		}
	}
	return all
}

// shortest returns the length of the shortest text; 0 if there is none.
func shortest(texts []string) int {
	if len(texts) == 0 {
		return 0
	}
	return len(slices.MinFunc(texts, func(a, b string) int { return len(a) - len(b) }))
}
