package cli

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCutWords(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text  string
		width int
		want  string
	}{
		{"Rotate the keys", 15, "Rotate the keys"},
		{"Rotate the keys", 14, "Rotate the…"},
		{"Rotate the keys", 11, "Rotate the…"},
		{"Rotate the keys", 9, "Rotate…"},
		{"incomprehensibilities", 10, "incompreh…"},
		{"日本語の題名", 7, "日本語…"},
		{"", 3, ""},
	} {
		if got := cutWords(tc.text, tc.width, "…"); got != tc.want {
			t.Errorf("%q to %d: %q, want %q", tc.text, tc.width, got, tc.want)
		}
	}
}

func TestTextsHangBesideTheirNames(t *testing.T) {
	t.Parallel()
	got := wrapHanging([]string{
		"queue says    blocked", "notdone says  blocked (proven): the key of the registry has expired",
		"  2026-03-14 12:00:00  somebody unblocked it", "no gap in this line but it is rather long",
	}, 35)
	want := []string{
		"queue says    blocked", "notdone says  blocked (proven): the", "              key of the registry", "              has expired",
		"  2026-03-14 12:00:00  somebody unblocked it", "no gap in this line but it is", "rather long",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// No wrapped line is wider than the terminal where its column leaves room, and no word is lost.
func TestWrappingLosesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		line := strings.Join(rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,9}`), 1, 30).Draw(t, "words"), " ")
		width := rapid.IntRange(24, 90).Draw(t, "width")
		got := wrapHanging([]string{"name          " + line}, width)
		for _, l := range got {
			if len(l) > width && width >= 28 {
				t.Errorf("%q is wider than %d", l, width)
			}
		}
		if all := strings.Join(strings.Fields(strings.Join(got, " ")), " "); all != "name "+line {
			t.Errorf("%q became %q", line, all)
		}
	})
}
