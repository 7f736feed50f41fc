package tui

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"notdone/model"
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
		{"/q", "home-17800000/46-run015", 13, "…46-run015"},
		{"/q", "home-17800000/46-run015", 14, "home…46-run015"},
		{"/q", "home-17800000/2", 12, "home-17800…2"},
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

// IDs that would look alike when both ends of them stay, show the part that differs.
func TestIDsThatAreShortenedAlikeAreToldApart(t *testing.T) {
	for _, tc := range []struct {
		ids   []string
		width int
		want  []string
	}{
		{[]string{"zero-retry-activity", "zero-spend-activity", "max-turns"}, 11, []string{"…retry-act…", "…spend-act…", "max-turns"}},
		{[]string{"multi-day-requeue-1", "multi-day-requeue-2"}, 12, []string{"multi-day-…1", "multi-day-…2"}},
		{[]string{"abcdefghij0xyzabcdefgh", "abcdefghij1xyzabcdefgh", "abcdefghijkxyzabcdefgh"}, 8, []string{"…fghij0…", "…fghij1…", "…fghijk…"}},
		{[]string{"a-漢字漢字-1-tail-of-all", "a-漢字漢字-2-tail-of-all"}, 9, []string{"1-tai…all", "2-tai…all"}},
		{[]string{"nightly-report-of-the-shop-x", "nightly-report-of-the-farm-x", "other"}, 12, []string{"…shop-x", "…farm-x", "other"}},
	} {
		c := &columns{shared: map[string]string{}, width: 5 * tc.width}
		var refs []model.Ref
		for _, id := range tc.ids {
			refs = append(refs, model.Ref{Queue: "/q", ID: id})
		}
		c.idWidth(refs, 0)
		c.apart = c.tellApart(refs, tc.width, "…")
		for i, id := range tc.ids {
			if got := c.shortID("/q", id, tc.width, "…"); got != tc.want[i] {
				t.Errorf("%q in %d cells: %q, want %q", id, tc.width, got, tc.want[i])
			}
		}
	}
}

// Whatever the IDs are, two that are shown in as many cells as their difference and its marks take
// are shown in different ways.
func TestShortenedIDsDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		head := rapid.StringMatching("[ab/-]{0,30}").Draw(t, "head")
		tail := rapid.StringMatching("[ab/-]{0,30}").Draw(t, "tail")
		width := rapid.IntRange(4, 40).Draw(t, "width")
		ids := []model.Ref{{ID: head + "0" + tail}, {ID: head + "漢" + tail}, {ID: head + "2" + tail}}
		c := &columns{shared: map[string]string{}, width: 5 * width}
		c.idWidth(ids, 0)
		c.apart = c.tellApart(ids, width, "…")
		seen := map[string]bool{}
		for _, id := range ids {
			short := c.shortID("", id.ID, width, "…")
			if cells(short) > width || seen[short] {
				t.Fatalf("%q in %d cells: %q, of %v", id.ID, width, short, seen)
			}
			seen[short] = true
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
