package text

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// A pattern is words parted by blanks and matched against the words of one
// sentence:
//
//	word       that word, as wordScanner writes it: lower case, no accents, no contraction
//	a|b        either; can_not stands for two words
//	@name      the alternatives of that class in classes
//	x?         x or nothing (x may be alternatives or a class)
//	..         up to three words; ... up to eight
//	^ $        the beginning, the end of the sentence
//
// All patterns are compiled into one trie, so that a sentence is walked once
// however many there are.
type lexicon struct {
	words map[string]lexeme
	known vocabulary // the words, by their hash
	pronouns
	firsts  []int32 // by the id of a word, the node after it where no phrase began yet; 0 is none
	phrases []phrase
	nodes   []node
	lists   [][]uint16 // sets of phrases, which nodes share; the first is empty
	edges   edgeTable

	subjectless, relatives, copulas []bool   // by the id of a word, whether it is one of those lists
	ids                             uint16   // how many words have an id
	faults                          []string // patterns that cannot match as written, for the tests
}

// node is one state of the trie; its edges are in the edge table. There are
// hundreds of thousands, so that a node is small and holds no pointer.
type node struct {
	gap    int32 // the node after up to shortGap words; 0 is none
	gap8   int32 // the same for the longer gap
	ends   int32 // the list of phrases that end here
	atEnd  int32 // the list of those that end here if the sentence does
	leaves bool  // it has edges
}

const (
	shortGap = 3
	longGap  = 8

	nodesEach = 350 // how many nodes a phrase takes about, so that there is room and they need not move
)

var theLexicon = sync.OnceValue(func() *lexicon { return compile(allPhrases()) })

// compile builds the lexicon. What is wrong in a pattern is kept in faults; a
// test keeps them empty.
func compile(phrases []phrase) *lexicon {
	l := &lexicon{words: map[string]lexeme{}, phrases: phrases, nodes: make([]node, 2, 2+nodesEach*len(phrases)), lists: make([][]uint16, 1), edges: newEdges(nodesEach * len(phrases))}
	for w := range fillers {
		l.words[w] = lexeme{filler: true}
	}
	for w := range regrets {
		e := l.words[w]
		e.regret = true
		l.words[w] = e
	}
	for i := range phrases {
		pattern := phrases[i].pattern
		root := []int32{anywhere}
		if rest, ok := strings.CutPrefix(pattern, "^ "); ok {
			pattern, root = rest, []int32{atStart}
		}
		pattern, end := cutEnd(pattern)
		longer := map[int32]int32{} // each list with this phrase added
		for _, at := range l.path(root, strings.Fields(pattern), pattern) {
			n := &l.nodes[at]
			if end {
				n.atEnd = l.extend(longer, n.atEnd, uint16(i))
			} else {
				n.ends = l.extend(longer, n.ends, uint16(i))
			}
		}
	}
	l.firsts = make([]int32, firstWord+l.ids)
	for id := range l.firsts {
		l.firsts[id] = max(0, l.edges.find(anywhere, uint16(id)))
	}
	l.known = newVocabulary(l.words)
	l.pronouns = pronouns{i: l.words["i"].id, we: l.words["we"].id, my: l.words["my"].id, me: l.words["me"].id, no: l.words["no"].id, do: l.words["do"].id, not: l.words["not"].id}
	l.subjectless, l.relatives, l.copulas = l.set(subjectless[:]), l.set(relatives[:]), l.set(copulas[:])
	return l
}

// set is the words of a list that phrases have, by their ids.
func (l *lexicon) set(list []string) []bool {
	out := make([]bool, firstWord+l.ids)
	for _, w := range list {
		out[l.words[w].id] = l.words[w].id != wordOther
	}
	return out
}

// extend returns the list that has one phrase more, which it makes only once.
func (l *lexicon) extend(made map[int32]int32, list int32, p uint16) int32 {
	longer, ok := made[list]
	if !ok {
		longer = int32(len(l.lists))
		l.lists = append(l.lists, append(slices.Clone(l.lists[list]), p))
		made[list] = longer
	}
	return longer
}

// The two roots of the trie.
const (
	anywhere int32 = 0
	atStart  int32 = 1
)

func cutEnd(pattern string) (string, bool) { return strings.CutSuffix(pattern, " $") }

// path extends the nodes by the elements of a pattern, returning where it ends.
func (l *lexicon) path(from []int32, elements []string, pattern string) []int32 {
	for _, element := range elements {
		switch element {
		case "..":
			from = l.gaps(from, func(n *node) *int32 { return &n.gap })
			continue
		case "...":
			from = l.gaps(from, func(n *node) *int32 { return &n.gap8 })
			continue
		}
		alternatives, optional := strings.CutSuffix(element, "?")
		var next []int32
		if optional {
			next = append(next, from...)
		}
		for _, alternative := range l.expand(alternatives, pattern) {
			at := from
			for w := range strings.SplitSeq(alternative, "_") {
				at = l.step(at, l.intern(w, pattern))
			}
			next = append(next, at...)
		}
		from = distinct(next)
	}
	return from
}

// expand resolves classes into alternatives.
func (l *lexicon) expand(element, pattern string) []string {
	var out []string
	for part := range strings.SplitSeq(element, "|") {
		name, isClass := strings.CutPrefix(part, "@")
		if !isClass {
			out = append(out, part)
			continue
		}
		class, ok := classes[name]
		if !ok {
			l.fault("the pattern %q names the unknown class %q", pattern, name)
		}
		for alternative := range strings.FieldsSeq(class) {
			out = append(out, l.expand(alternative, pattern)...)
		}
	}
	return out
}

func (l *lexicon) intern(w, pattern string) uint16 {
	if w == "<code>" {
		return wordCode
	}
	e := l.words[w]
	if e.filler {
		l.fault("the pattern %q has the word %q, which is a filler and never seen", pattern, w)
	}
	if w == "" || strings.ContainsAny(w, "^$.'-") {
		l.fault("the pattern %q has the word %q, which cannot be one", pattern, w)
	}
	if e.id == wordOther {
		e.id = firstWord + l.ids
		l.ids++
		l.words[w] = e
	}
	return e.id
}

func (l *lexicon) fault(format string, args ...any) {
	l.faults = append(l.faults, fmt.Sprintf(format, args...))
}

func (l *lexicon) step(from []int32, w uint16) []int32 {
	out := make([]int32, 0, len(from))
	for _, at := range from {
		to := l.edges.find(at, w)
		if to < 0 {
			to = l.grow()
			l.edges.add(at, w, to)
			l.nodes[at].leaves = true
		}
		out = append(out, to)
	}
	return out
}

func (l *lexicon) gaps(from []int32, gap func(*node) *int32) []int32 {
	out := make([]int32, 0, len(from))
	for _, at := range from {
		to := *gap(&l.nodes[at])
		if to == 0 {
			to = l.grow()
			*gap(&l.nodes[at]) = to
		}
		out = append(out, to)
	}
	return out
}

func (l *lexicon) grow() int32 {
	l.nodes = append(l.nodes, node{})
	return int32(len(l.nodes) - 1)
}

func distinct(nodes []int32) []int32 {
	slices.Sort(nodes)
	return slices.Compact(nodes)
}
