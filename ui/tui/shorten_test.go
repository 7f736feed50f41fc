package tui

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// shortenSlowly drops one rune after the other until the rest fits.
func shortenSlowly(id string, width int, ellipsis string) string {
	runes := []rune(id)
	for keep := len(runes) - 1; keep > 0; keep-- {
		head := keep / 4
		s := string(runes[:head]) + ellipsis + string(runes[len(runes)-(keep-head):])
		if cells(s) <= width {
			return s
		}
	}
	return ellipsis
}

func TestShortenKeepsTheEndOfAnID(t *testing.T) {
	for _, ellipsis := range []string{"…", "..."} {
		for _, id := range []string{"t_a0000058", "research-114", "runs/2031-05-06/session-000017.jsonl", "job-1", strings.Repeat("x", 300)} {
			for width := len("...") + 1; width < len(id); width++ {
				if got, want := shorten(id, width, ellipsis), shortenSlowly(id, width, ellipsis); got != want {
					t.Errorf("%q in %d cells: %q, want %q", id, width, got, want)
				}
			}
		}
	}
}

func TestShortenFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.StringOfN(rapid.RuneFrom([]rune("ab-/漢字e\u0301👩\u200d👩")), 1, 80, -1).Draw(t, "id")
		width := rapid.IntRange(1, 40).Draw(t, "width")
		if got := shorten(id, width, "…"); cells(got) > width {
			t.Fatalf("%q takes %d cells of %d", got, cells(got), width)
		}
	})
}

// The work grows with the length of an id and not with its square: one look at it
// from each end.
func TestShortenLooksAtALongIDOnce(t *testing.T) {
	id := strings.Repeat("0123456789", 200)
	if n := testing.AllocsPerRun(1, func() { shorten(id, 12, "…") }); n > 50 {
		t.Errorf("%v pieces of memory for one id", n)
	}
}
