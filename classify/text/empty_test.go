package text_test

import (
	"testing"

	"notdone/classify/text"
	"notdone/model"
)

// TestEmpty: a message that holds nothing, or only what programs write for nothing, is no
// report. What is said beside it decides elsewhere; here it is doubtful at most.
func TestEmpty(t *testing.T) {
	t.Parallel()
	for _, message := range []string{
		"", " ", "\n\n\t\n", "\u200b\ufeff", ".", "...", "…", "-", "—", "---", "\"\"", "''", "``", "```\n```", "{}", "[]", "()", "> ", "* ", "?!",
		"None", "null", "NULL", "nil", "undefined", "NaN", "N/A", "(no content)", "(No output)", "[no response]", "<empty>", "<no message>", "\"\"\"\"", "[object Object]",
		"(empty)", "No content.", "`null`", "**None**",
	} {
		got := text.Read(message)
		if got.Label != failed || got.Score <= 0.5 || got.Grade != model.GradeCannotTell || got.Quote != "" {
			t.Errorf("%q: %v %.2f %v %q", message, got.Label, got.Score, got.Grade, got.Quote)
		}
	}
	for _, message := range []string{
		"✅", "👍", "🎉🎉", "✓", "42", "0", "x", "OK", "Done.", "None of the files differ.", "Null values are gone from the column.", "はい", "да",
		"Nothing.", "Nil-nil, the match is over.", "No content was lost in the move; all 412 pages are there.",
		"None needed, the lamp was only unplugged.", "Empty now, all 40 mails are answered.",
	} {
		if got := text.Read(message); got.Label != done {
			t.Errorf("%q: %v %.2f %q", message, got.Label, got.Score, got.Rules)
		}
	}
	for _, asked := range []string{"Which hosts are still on the old kernel?", "Find out who else has a key."} {
		if got := text.ReadFor("None", text.ReadRequest(asked)); got.Label != done {
			t.Errorf("%q: none: %v %.2f", asked, got.Label, got.Score)
		}
		if got := text.ReadFor("", text.ReadRequest(asked)); got.Label == done {
			t.Errorf("%q: an empty message: %v %.2f", asked, got.Label, got.Score)
		}
	}
}
