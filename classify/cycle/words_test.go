package cycle

import (
	"testing"
	"unicode"
)

// TestFoldRuneIsTheSameForCommonRunes: what is returned at once is what the tables of Unicode say.
func TestFoldRuneIsTheSameForCommonRunes(t *testing.T) {
	for r := range unicode.MaxRune {
		if got, want := foldRune(r), foldOther(r); got != want {
			t.Errorf("%q becomes %q, want %q", r, got, want)
		}
	}
}
