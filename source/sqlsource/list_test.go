package sqlsource

import (
	"testing"

	"notdone/source"
)

func FuzzCursor(f *testing.F) {
	for _, c := range []string{"", "x", `{"p":1,"g":"a","o":-5,"i":"b","b":true}`, `{"p":-1}`, "{}", "-1"} {
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
