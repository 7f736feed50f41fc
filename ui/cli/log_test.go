package cli

import (
	"strings"
	"testing"
	"unicode"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
)

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
		for _, text := range []string{entryLine(&e), settled(&e)} {
			if i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
				t.Errorf("%q is printed", text[i:])
			}
		}
	}
}
