package runlog

import (
	_ "embed" // the lists
	"strings"

	"notdone/classify/wordlist"
)

// The words and phrases of logs are rows of two files.
var (
	//go:embed words.txt
	wordFile string
	//go:embed phrases.txt
	phraseFile string

	lists   = wordlist.Parse(wordFile)
	phrases = wordlist.Quoted(phraseFile)
)

// WordSet returns the words of a list of words.txt as a set.
func WordSet(name string) map[string]bool { return lists.Set(name) }

// Phrases returns the rows of phrases.txt of the name. The caller must not change them.
func Phrases(name string) []string { return phrases[name] }

// listsBy returns the lists that the words of a list stand for: "npm=test,t".
func listsBy(name string) map[string][]string {
	table := map[string][]string{}
	for word, list := range lists.Pairs(name) {
		table[word] = strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
	}
	return table
}
