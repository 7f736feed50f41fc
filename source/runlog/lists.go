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

// listsBy returns the lists that the words of a list stand for: "npm=test,t".
func listsBy(name string) map[string][]string {
	table := map[string][]string{}
	for word, list := range lists.Pairs(name) {
		table[word] = strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
	}
	return table
}
