package words

import (
	_ "embed" // the table
	"slices"
	"strings"
	"sync"
)

//go:embed recorded.txt
var recordedTable string

var meanings = sync.OnceValue(func() map[[2]string]string {
	all := map[[2]string]string{}
	for row := range strings.Lines(recordedTable) {
		if parts := strings.Split(strings.TrimSpace(row), " | "); len(parts) == 3 {
			for kind := range strings.SplitSeq(parts[0], ",") {
				all[[2]string{kind, parts[1]}] = parts[2]
			}
		}
	}
	return all
})

// Meaning returns what a recorded status of a kind of source means, where it is a word of
// a format that does not say so itself; otherwise "".
func Meaning(kind, recorded string) string {
	word, _, _ := strings.Cut(recorded, " (") // the meaning of an outcome may follow
	if recorded == "" {
		word = "-"
	}
	return meanings()[[2]string{kind, word}]
}

// Recorded returns a recorded status with its meaning: "died: the log ...".
func Recorded(kind, recorded string) string {
	parts := slices.DeleteFunc([]string{recorded, Meaning(kind, recorded)}, func(s string) bool { return s == "" })
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ": ")
}

// Recorder returns what records the statuses of a kind of source: "queue" or "log".
func Recorder(kind string) string {
	if what := meanings()[[2]string{kind, "*"}]; what != "" {
		return what
	}
	return "queue"
}
