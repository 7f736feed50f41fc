// Package text reads one final message of an agent and says what became of the
// work: done, blocked, refused or failed, with the sentence that carries it.
// It sees the message only; structural evidence is weighed in package classify.
package text

import "notdone/model"

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
	Score float64 // probability that the work is not done, whatever the label; 0 to 1
	Grade model.Grade
	Kind  model.ObstacleKind // of the obstacle; KindUnknown when there is none
	Quote string             // the sentence that carries it, verbatim; empty when none does
	Start int                // byte offset of Quote in the message
	End   int                // byte offset after Quote
	Rules []string           // what decided, in words for people
	// Promise says that the sentence announces work instead of reporting it.
	Promise bool
}
