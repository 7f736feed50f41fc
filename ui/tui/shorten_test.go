package tui

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestShortenKeepsBothEndsOfAnID(t *testing.T) {
	for _, tc := range []struct {
		id    string
		width int
		want  string
	}{
		{"t_a0000058", 8, "t_a0…058"},
		{"research-114", 9, "resea…114"},
		{"annotated/B1", 8, "annot…B1"},
		{"runs/2031-05-06/session-000017", 14, "runs/20…000017"},
		{"home-1780000146-run015", 12, "home-…run015"},
		{"2031-03-14/spike-routing", 20, "2031-0…spike-routing"},
		{"x", 0, ""},
		{"research", 1, "…"},
	} {
		if got := shorten(tc.id, tc.width, "…"); got != tc.want {
			t.Errorf("%q in %d cells: %q, want %q", tc.id, tc.width, got, tc.want)
		}
	}
}

// What tells IDs apart stays: extensions and what all share are dropped before an ID is
// cut, an ID that fits is shown as it is, and what was dropped at the beginning is marked.
func TestIDsKeepWhatTellsThemApart(t *testing.T) {
	c := &columns{shared: map[string]string{"/q": "home-17800000/", "/logs": ""}}
	for _, tc := range []struct {
		queue, id string
		width     int
		want      string
	}{
		{"/logs", "spike-routing.jsonl", 13, "spike-routing"},
		{"/logs", "backfill.log.jsonl", 10, "backfill"},
		{"/logs", "release-notes.claude.jsonl", 20, "release-notes.claude"},
		{"/q", "home-17800000/46-run015", 10, "…46-run015"},
		{"/q", "home-17800000/46-run015", 30, "home-17800000/46-run015"},
		{"/q", "home-17800000/", 8, "home…00/"},
		{"/b", "default/t_a0000006", 13, "defa…a0000006"},
		{"/b", ".log", 8, ".log"},
	} {
		if got := c.shortID(tc.queue, tc.id, tc.width, "…"); got != tc.want {
			t.Errorf("%q in %d cells: %q, want %q", tc.id, tc.width, got, tc.want)
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
