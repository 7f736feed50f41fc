package cli

import (
	"strings"
	"testing"
	"unicode"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
)

// TestSettled: an undo that was interrupted is not called what it takes back.
func TestSettled(t *testing.T) {
	t.Parallel()
	e := journal.Entry{Outcome: journal.NotApplied, Record: source.Record{
		ID: "0mhx3k2a9", Task: model.Ref{ID: "t7"}, Request: source.Request{Action: model.ActionRequeue},
	}}
	for undoes, want := range map[string]string{
		"":          "requeue of t7 (entry 0mhx3k2a9) was interrupted and was not done",
		"0mhx3k2a8": "the undo of requeue of t7 (entry 0mhx3k2a9) was interrupted and was not done",
	} {
		if e.Undoes = undoes; settledLine(&e) != want {
			t.Errorf("it says %q, want %q", settledLine(&e), want)
		}
	}
}

// TestEntryLineIsPlain: a journal that somebody edited does nothing to a
// terminal.
func TestEntryLineIsPlain(t *testing.T) {
	t.Parallel()
	const hostile = "a\x1b]52;c;eA==\x07b\u202ec\x9bd\ne"
	e := journal.Entry{Record: source.Record{
		ID: "0mhx3k2a9", Title: hostile, Was: hostile, Now: hostile, Undo: hostile,
		Task:    model.Ref{Queue: hostile, ID: hostile},
		Request: source.Request{Action: hostile, Actor: hostile, Reason: hostile},
	}}
	for _, o := range []journal.Outcome{journal.Pending, journal.Applied, journal.NotApplied, journal.Unknown} {
		e.Outcome = o
		for _, text := range []string{entryLine(&e, hostile), entryLine(&e, ""), settledLine(&e)} {
			if i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
				t.Errorf("%q is printed", text[i:])
			}
		}
	}
}
