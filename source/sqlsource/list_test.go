package sqlsource

import (
	"testing"

	"notdone/source"
)

func FuzzCursor(f *testing.F) {
	for _, c := range []string{"", "x", `{"p":1,"g":"a","o":-5,"i":"/2I=","b":true}`, `{"p":-1}`, "{}", "-1"} {
		f.Add(c)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parseCursor(source.Cursor(text))
		if err != nil {
			return
		}
		if again, err := parseCursor(p.cursor()); err != nil || again != p {
			t.Errorf("%q: %+v, then %+v, %v", text, p, again, err)
		}
	})
}

// TestCursorKeepsBytes: an id or a status that is no valid UTF-8 is the same in the next page.
func TestCursorKeepsBytes(t *testing.T) {
	want := place{Phase: 1, Group: "a", Status: "\xc3", ID: "b\xff", Begun: true}
	if got, err := parseCursor(want.cursor()); err != nil || got != want {
		t.Errorf("%+v, want %+v; %v", got, want, err)
	}
}
