package text

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// alone reports whether a pattern, as its elements, matches the words from the
// first on, trying everything. It is the plain meaning of a pattern.
func alone(elements, words []string) bool {
	if len(elements) == 0 {
		return true
	}
	longest := map[string]int{"..": shortGap, "...": longGap}
	if gap, ok := longest[elements[0]]; ok {
		for k := 0; k <= min(gap, len(words)); k++ {
			if alone(elements[1:], words[k:]) {
				return true
			}
		}
		return false
	}
	if elements[0] == "$" {
		return len(words) == 0
	}
	alternatives, optional := strings.CutSuffix(elements[0], "?")
	if optional && alone(elements[1:], words) {
		return true
	}
	for alternative := range strings.SplitSeq(alternatives, "|") {
		joined := strings.Split(alternative, "_")
		if len(joined) <= len(words) && slices.Equal(joined, words[:len(joined)]) && alone(elements[1:], words[len(joined):]) {
			return true
		}
	}
	return false
}

// TestPatternsTogether compares what is found of many patterns at once with what
// each says by itself.
func TestPatternsTogether(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 1))
	letter := func() string { return string(rune('a' + random.IntN(5))) }
	for range 200 {
		table := &tables{phrases: []phrase{{pattern: "a|b|c|d|e"}}} // no word is unknown
		for range 12 {
			var elements []string
			for range 1 + random.IntN(3) {
				element := letter()
				for random.IntN(2) == 0 {
					element += []string{"|", "_"}[random.IntN(2)] + letter()
				}
				elements = append(elements, element)
			}
			if random.IntN(3) == 0 {
				elements = append(elements, letter()+"?", letter())
			}
			if random.IntN(2) == 0 {
				elements = slices.Insert(elements, 1, []string{"..", "..."}[random.IntN(2)])
				elements = append(elements, letter())
			}
			pattern := strings.Join(elements, " ")
			if random.IntN(4) == 0 {
				pattern = "^ " + pattern
			}
			if random.IntN(4) == 0 {
				pattern += " $"
			}
			table.phrases = append(table.phrases, phrase{pattern: pattern})
		}
		l := compile(table)
		for range 20 {
			words := make([]string, 1+random.IntN(14))
			for i := range words {
				words[i] = letter()
			}
			got := map[hit]bool{}
			for _, h := range found(l, strings.Join(words, " ")) {
				got[hit{phrase: h.phrase, from: h.from}] = true
			}
			for p := range table.phrases {
				pattern, start := strings.CutPrefix(table.phrases[p].pattern, "^ ")
				for i := range words {
					want := (i == 0 || !start) && alone(strings.Fields(pattern), words[i:])
					if is := got[hit{phrase: uint16(p), from: int32(i)}]; is != want {
						t.Fatalf("%q at word %d of %q: found %v, want %v", table.phrases[p].pattern, i, words, is, want)
					}
				}
			}
		}
	}
}

func found(l *lexicon, sentence string) []hit {
	w := wordScanner{message: sentence, lexicon: l}
	w.scan(0, len(sentence))
	return l.states.match(w.words, nil)
}

// TestFoundAtOnce checks that sentences matched at the same time, which make the
// states that they share, find what they find one after the other.
func TestFoundAtOnce(t *testing.T) {
	t.Parallel()
	sentences := []string{
		"I was unable to access the server because permission was denied",
		"please tell me which one you want before I proceed",
		"let me now run the tests and report back tomorrow",
		"no tengo acceso al sistema y necesito permiso",
	}
	shipped := theLexicon()
	together := compile(shippedTables(languages))
	var wait sync.WaitGroup
	for range 4 {
		for _, sentence := range sentences {
			wait.Go(func() {
				if diff := cmp.Diff(found(shipped, sentence), found(together, sentence), cmp.AllowUnexported(hit{})); diff != "" {
					t.Errorf("%q (-alone +at once):\n%s", sentence, diff)
				}
			})
		}
	}
	wait.Wait()
}

// mostStates bounds the states of the tables as they are shipped: a pattern that
// multiplies them is to be written in another way.
const mostStates = 26000

// TestStatesEnd takes every turn there is, which no message can outdo.
func TestStatesEnd(t *testing.T) {
	t.Parallel()
	l := compile(shippedTables(languages))
	open := []*state{l.states.anywhere, l.states.atStart}
	seen := map[*state]bool{nil: true}
	for len(open) > 0 {
		s := open[0]
		open = open[1:]
		if seen[s] {
			continue
		}
		seen[s] = true
		open = append(open, s.gap, s.gap8)
		for i := range s.turns {
			if t := &s.turns[i]; t.word != wordOther {
				open = append(open, l.states.follow(s, t))
			}
		}
	}
	if len(seen) > mostStates || len(l.states.made) > mostStates {
		t.Errorf("%d states were made, want at most %d", len(l.states.made), mostStates)
	}
}
