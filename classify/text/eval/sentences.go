package main

import (
	"fmt"
	"io"
	"math/rand/v2"

	"notdone/classify/text"
	"notdone/classify/text/learn"
)

// drawn prints the sentences chosen in messages that are rightly read as not
// done, drawn by a seed, each with its message's label and its end. Messages that
// are flagged wrongly have no right sentence; the report counts them.
func drawn(out io.Writer, messages []learn.Example, n int, seed uint64) {
	draw := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // a draw that can be repeated
	for _, i := range draw.Perm(len(messages)) {
		if n == 0 {
			return
		}
		reading := text.Read(messages[i].Text)
		if reading.Label == text.LabelDone || !messages[i].NotDone() {
			continue
		}
		n--
		_, _ = fmt.Fprintf(out, "%s (labelled %s) %s %q\n\t%q\n", reading.Label, messages[i].Label, reading.Kind, reading.Quote, tail(messages[i].Text)) // the flush reports the error
	}
}

// tailLength is how much of a message is shown beside its sentence, in bytes.
const tailLength = 600

func tail(message string) string { return message[max(0, len(message)-tailLength):] }
