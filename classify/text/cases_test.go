package text_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"notdone/classify/text"
	"notdone/model"
)

// anyKind stands for a kind that a case does not fix.
const anyKind = model.ObstacleKind(255)

// The labels and kinds of the cases, short enough for one line a case.
const (
	done    = text.LabelDone
	blocked = text.LabelBlocked
	refused = text.LabelRefused
	failed  = text.LabelFailed
)

// readCase is one message and what must be read from it. Quote is a part of the
// sentence that carries the reading; empty when none is asked for.
type readCase struct {
	name    string
	message string
	want    text.Label
	kind    model.ObstacleKind
	quote   string
}

// readCases are all of them.
var readCases = slices.Concat(
	obstacleCases, askCases, endingCases, guardCases, reportCases, statedCases, otherCases, laterCases, standingCases, proseCases, sandboxCases,
)

func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range readCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := text.Read(c.message)
			if got.Label != c.want {
				t.Fatalf("label %v, want %v (score %.2f, rules %q, quote %q)", got.Label, c.want, got.Score, got.Rules, got.Quote)
			}
			if (got.Label == done) != (got.Score <= 0.5) {
				t.Errorf("label %v with score %.2f", got.Label, got.Score)
			}
			if c.kind != anyKind && got.Kind != c.kind {
				t.Errorf("kind %v, want %v (quote %q)", got.Kind, c.kind, got.Quote)
			}
			if !strings.Contains(got.Quote, c.quote) {
				t.Errorf("quote %q has no %q", got.Quote, c.quote)
			}
			if got.Quote != c.message[got.Start:got.End] {
				t.Errorf("quote %q is not the text at %d..%d", got.Quote, got.Start, got.End)
			}
			if len(got.Rules) == 0 {
				t.Error("no rule says what decided")
			}
		})
	}
}

// The whole reading of each message is the one that it was, alone, before the next
// message, and among marks of lists, quotes and code. A new model or phrase changes
// this golden file; the difference shows what else it changes.
func TestWholeReadings(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	say := func(name, message string) {
		r := text.Read(message)
		is := strings.Join(slices.DeleteFunc([]string{
			map[bool]string{true: "promise"}[r.Promise], map[bool]string{true: "asks"}[r.Asks], map[bool]string{true: "own"}[r.Own],
		}, func(s string) bool { return s == "" }), " ")
		fmt.Fprintf(&b, "%s: %v %.3f %v %v %s %q %q\n", name, r.Label, r.Score, r.Grade, r.Kind, is, r.Rules, r.Quote)
	}
	for i, c := range readCases {
		say(c.name, c.message)
		next := readCases[(i+1)%len(readCases)]
		say("  and the next", c.message+"\n\n"+next.message)
		say("  in lists", "# Report\n\n- "+c.message+"\n1. `"+next.name+"`\n> "+next.message+"\n\nAll tests pass.")
	}
	golden.RequireEqual(t, []byte(b.String()))
}
