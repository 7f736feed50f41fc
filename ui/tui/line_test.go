package tui

import (
	"testing"

	"notdone/ui/theme"
)

// What was cut before ends in one ellipsis, also where nothing fits behind it.
func TestOneEllipsisIsEnough(t *testing.T) {
	for _, tc := range []struct {
		name  string
		width int
		parts []string
		want  string
	}{
		{"no room", 7, []string{"prices…", "queue"}, "prices…"},
		{"room for an ellipsis", 8, []string{"prices…", "queue"}, "prices… "},
		{"room for a blank", 9, []string{"prices…", " · queue"}, "prices…  "},
		{"room for a letter", 9, []string{"prices…", "queue"}, "prices…q…"},
		{"other glyphs", 8, []string{"prices~", "queue"}, "prices~ "},
		{"not cut before", 7, []string{"prices", "queue"}, "prices…"},
	} {
		l := newLine(tc.width, "…")
		if tc.name == "other glyphs" {
			l = newLine(tc.width, "~")
		}
		for _, part := range tc.parts {
			l.put(theme.Token{}, part)
		}
		if got := l.String(); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
	if got := newLine(9, "…").put(theme.Token{}, "a…").pad(8).put(theme.Token{}, "queue").String(); got != "a…      …" {
		t.Errorf("behind a gap: %q", got)
	}
	if got := wrap("the price list… of March", 15, 1, "…"); len(got) != 1 || got[0] != "the price list…" {
		t.Errorf("wrapped: %q", got)
	}
}
