package infer

import (
	_ "embed"
	"slices"
	"strings"

	"notdone/model"
)

//go:embed words.txt
var wordText string

//go:embed meanings.txt
var meaningText string

// wordTable is words.txt.
type wordTable struct {
	exact    map[string]model.State
	patterns []wordPattern
	later    map[string]model.State // words that a queue is likely to record later
}

type wordPattern struct {
	pattern string
	state   model.State
}

// meaning is a row of meanings.txt.
type meaning struct {
	state model.State
	ask   bool // it is a guess, and asked about
	when  []string
}

var (
	knownWords = parseWords()
	meanings   = parseMeanings()
)

func parseWords() wordTable {
	t := wordTable{exact: map[string]model.State{}, later: map[string]model.State{}}
	for _, row := range fields(wordText) {
		state, _ := model.ParseState(row[0]) // TestTablesOfWords reads each
		words := row[1:]
		soon := words[0] == "!"
		if soon {
			words = words[1:]
		}
		for _, w := range words {
			switch {
			case strings.Contains(w, "*"):
				t.patterns = append(t.patterns, wordPattern{w, state})
				continue
			case soon:
				t.later[w] = state
			}
			t.exact[w] = state
		}
	}
	return t
}

func parseMeanings() map[string][]meaning {
	all := map[string][]meaning{}
	for _, row := range fields(meaningText) {
		name, ask := strings.CutPrefix(row[1], "?")
		state, _ := model.ParseState(name) // TestTablesOfWords reads each
		all[row[0]] = append(all[row[0]], meaning{state, ask, row[2:]})
	}
	return all
}

// leadWords stand in front of a word where a program writes the whole name of a member of its
// enumeration, such as TaskStatus.PAUSED and TASK_STATE_PAUSED.
var leadWords = []string{"task", "job", "run", "execution", "status", "state", "phase"}

// plain returns a recorded word as the tables of words have it.
func plain(word string) string {
	words := tokens(word)
	for len(words) > 1 && slices.Contains(leadWords, words[0]) {
		words = words[1:]
	}
	return strings.Join(words, "_")
}

// plainState returns the state that a word stands for wherever it is found.
func plainState(word string) (model.State, bool) {
	word = plain(word)
	if len(meanings[word]) > 0 {
		return 0, false
	}
	if state, ok := knownWords.exact[word]; ok {
		return state, true
	}
	if squeezed, ok := knownWords.exact[strings.ReplaceAll(word, "_", "")]; ok {
		return squeezed, true
	}
	for _, p := range knownWords.patterns {
		if matches(p.pattern, word) {
			return p.state, true
		}
	}
	return 0, false
}

// isAmbiguous reports whether a word stands in meanings.txt.
func isAmbiguous(word string) bool { return len(meanings[plain(word)]) > 0 }

// likelyState is usualState for words, too, that say what goes on, such as "invoking".
func likelyState(word string) (model.State, bool) {
	if state, ok := usualState(word); ok || !goesOn(word) {
		return state, ok
	}
	return model.StateActive, true
}

// usualState returns the state that a word stands for when nothing else is known.
func usualState(word string) (model.State, bool) {
	if rows := meanings[plain(word)]; len(rows) > 0 {
		return rows[len(rows)-1].state, true
	}
	return plainState(word)
}
