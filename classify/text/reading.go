// Package text reads one final message of an agent and says what became of the
// work: done, blocked, refused or failed, with the sentence that carries it.
// It sees the message only; structural evidence is weighed in package classify.
//
// Two parts read together. The rules are tables of phrases, matched against the
// words of each sentence in one walk whatever their number, with guards that
// take a phrase's weight away where it is negated, overcome, supposed, quoted or
// said of something else, and with the shape of the ending. They name the
// obstacle and choose the sentence. The learned weights belong to one to three
// neighbouring words; they know the tone of unfinished work and are heard most
// where the rules are silent. A state that the message gives in a field of its
// own outranks both. Fusion says how they make the score.
//
// Of a message longer than 64 KiB the first 24 KiB and the last 40 are read, so
// that the work is bounded: what was asked and what stood in the way is said at
// the beginning, how it ended at the end, and between them stand logs and code.
//
// The tables are the files phrases/LANGUAGE/GROUP.txt, which are part of the
// program; how their rows are written stands above tableFiles, in lexicon and at
// the head of each file. Adding a phrase is one row and one case of a test; a
// language is a folder of such files. The package learn
// makes the weights; the commands train and eval write and measure them.
package text

import (
	"fmt"

	"notdone/model"
)

// Label is what a message says of the work.
type Label uint8

// The labels.
const (
	LabelDone    Label = iota // what was asked is there, whatever is offered next
	LabelBlocked              // an obstacle, a needed answer or go-ahead, a hand-over to a person
	LabelRefused              // would not, for policy
	LabelFailed               // a limit, a crash, a promise without the work, an ending cut off
)

// Reading is what one message says.
type Reading struct {
	Label Label
	// Score is how likely the work is not done, whatever the label; 0 to 1. It is a frequency
	// among messages moved by a little for each voice, so that above .5 the label is against done.
	Score float64
	Grade model.Grade
	Kind  model.ObstacleKind // of the obstacle; KindUnknown when there is none
	Quote string             // the sentence that carries it, verbatim; empty when none does
	Start int                // byte offset of Quote in the message
	End   int                // byte offset after Quote
	// Point is the sentence of Quote that the obstacle is named after, without escape sequences;
	// Quote also has what it takes of its neighbours to act on it. PointAt is its byte offset in
	// the message.
	Point   string
	PointAt int
	Rules   []string // what decided, in words for people
	// Promise says that the sentence announces work instead of reporting it.
	Promise bool
	// Asks says that the sentence asks or offers something instead of naming an
	// obstacle; Own that the obstacle is told by the agent of itself.
	Asks, Own bool
	// Reports says that some sentence tells of work that was done.
	Reports bool
	// Otherwise is the sentence of the prose that contradicts a success which the message states
	// in a field of its own, verbatim; empty where none does.
	Otherwise string
	// Shift is what an operator's own examples added to the exponent of the score; 0
	// where nothing is corrected.
	Shift float64
}

var labelNames = [...]string{"done", "blocked", "refused", "failed"}

// String returns the label's name, or its number when it has none.
func (l Label) String() string {
	if int(l) < len(labelNames) {
		return labelNames[l]
	}
	return fmt.Sprintf("label %d", uint8(l))
}

// MarshalText writes the label's name. It never returns an error.
func (l Label) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// ParseLabel returns the label of that name, or an error that quotes it.
func ParseLabel(name string) (Label, error) {
	for i, known := range labelNames {
		if known == name {
			return Label(i), nil
		}
	}
	return LabelDone, fmt.Errorf("no label is called %q", name)
}
