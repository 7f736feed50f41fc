package journal

import "testing"

// TestStands: an action stands while it is applied and not undone.
func TestStands(t *testing.T) {
	for _, c := range []struct {
		of   Entry
		want bool
	}{
		{Entry{Outcome: Applied}, true},
		{Entry{Outcome: Applied, UndoneBy: "b"}, false},
		{Entry{Outcome: NotApplied}, false},
		{Entry{Outcome: Pending}, false},
		{Entry{Outcome: Unknown}, false},
		{Entry{Outcome: Ran}, false},
	} {
		if got := c.of.Stands(); got != c.want {
			t.Errorf("%+v: %v", c.of, got)
		}
		if c.of.Undoes = "a"; c.of.Stands() {
			t.Errorf("%+v is an undo, and stands", c.of)
		}
	}
}
