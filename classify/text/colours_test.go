package text_test

import (
	"testing"

	"notdone/classify/text"
)

// TestColours: a message that a program coloured reads as the plain one does, and its quote
// stands in it.
func TestColours(t *testing.T) {
	for coloured, plain := range map[string]string{
		"\x1b[31mI\x1b[0m \x1b[1mneed\x1b[0m \x1b[1mpermission\x1b[0m to write \x1b[4m/etc/hosts\x1b[0m.\n": "I need permission to write /etc/hosts.\n",
		"\x1b[1m\x1b[31mError:\x1b[0m \x1b[2mcannot reach host db\x1b[0m\n":                                 "Error: cannot reach host db\n",
		"\x1b[32mAll\x1b[0m 12 tests \x1b[1mpass\x1b[0m.":                                                   "All 12 tests pass.",
	} {
		got, want := text.Read(coloured), text.Read(plain)
		if got.Label != want.Label || got.Score != want.Score || got.Kind != want.Kind {
			t.Errorf("%q reads as %v %.2f %v, plain as %v %.2f %v", coloured, got.Label, got.Score, got.Kind, want.Label, want.Score, want.Kind)
		}
		if got.Quote != coloured[got.Start:got.End] || (got.Quote == "") != (want.Quote == "") {
			t.Errorf("%q: the quote is %q at %d", coloured, got.Quote, got.Start)
		}
		if got, want := len(text.Explain(coloured, text.RequestUnknown).Sentences), len(text.Explain(plain, text.RequestUnknown).Sentences); got != want {
			t.Errorf("%q: %d sentences are explained, want %d", coloured, got, want)
		}
		for _, e := range text.Explain(coloured, text.RequestUnknown).Sentences {
			if e.Text != coloured[e.Start:e.End] {
				t.Errorf("%q: a sentence is %q", coloured, e.Text)
			}
		}
		if got, want := text.ReadBasis(coloured, text.RequestUnknown), text.ReadBasis(plain, text.RequestUnknown); got.Exponent != want.Exponent || len(got.Terms) != len(want.Terms) {
			t.Errorf("%q teaches otherwise than the plain one", coloured)
		}
	}
}
