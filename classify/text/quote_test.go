package text_test

import (
	"testing"

	"notdone/classify/text"
)

// TestQuoteBelowATitle checks that a title, a bare state or a line that ends in a colon is not quoted
// in the place of what it introduces.
func TestQuoteBelowATitle(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, quote string }{
		{"title", "# Blocked\n\nThe list of rooms is written.\n\nI could not reach the calendar server, so nothing was booked.", "I could not reach the calendar server, so nothing was booked."},
		{"title that says it", "# Stuck: the export needs a person to sign the new terms\n\nThe rest is ready.", "Stuck: the export needs a person to sign the new terms"},
		{"state", "Status: blocked\n\nI have no access to the archive of 2019.", "I have no access to the archive of 2019."},
		{"state with its reason", "The list is written.\n\nStatus: blocked on the missing key of the archive", "Status: blocked on the missing key of the archive"},
		{"colon", "I could not finish the import because of this:\n\n- the file of March has no header", "I could not finish the import because of this:\n\n- the file of March has no header"},
	} {
		if got := text.Read(c.text); got.Quote != c.quote || got.Quote != c.text[got.Start:got.End] {
			t.Errorf("%s: %v, quoted %q", c.name, got.Label, got.Quote)
		}
	}
}
