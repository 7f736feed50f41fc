package tui

import (
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
)

// Names and values have columns where there is room, and a narrow screen gives the room to the value.
func TestFieldsOfANarrowPage(t *testing.T) {
	for width, want := range map[int]string{tinyWidth - 3: " id job-1", tinyWidth - 2: " id            job-1"} {
		p := still(t).page(width)
		p.field("id", "job-1")
		if got := strings.TrimRight(ansi.Strip(p.lines[0].text), " "); got != want {
			t.Errorf("%d cells wide: %q, want %q", width, got, want)
		}
	}
}

func TestRevealScrollsAsLittleAsItTakes(t *testing.T) {
	for _, tc := range []struct{ from, line, want int }{
		{0, 0, 0}, {0, 7, 0}, {0, 8, 1}, {0, 50, 43}, {50, 52, 50}, {50, 51, 49}, {50, 0, 0}, {0, 99, 90},
	} {
		r := reader{lines: make([]textLine, 100), room: 10, from: tc.from}
		if r.reveal(tc.line); r.from != tc.want {
			t.Errorf("line %d from %d: %d, want %d", tc.line, tc.from, r.from, tc.want)
		}
	}
}

// Every line knows what it belongs to, and what it belongs to its first line.
func TestTargetsOfLines(t *testing.T) {
	p := still(t).page(20)
	for _, part := range []struct {
		target, lines int
		text          string
	}{{nothing, 3, ""}, {0, 2, ""}, {1, 0, "broken into two lines"}, {1, 2, ""}, {nothing, 2, ""}} {
		p.target = part.target
		p.flow(0, 0, p.theme.Title, part.text)
		for range part.lines {
			p.blank()
		}
	}
	r := reader{lines: p.lines}
	for line, want := range []int{-1, -1, -1, 0, 0, 1, 1, 1, 1, -1, -1} {
		if got := r.target(line); got != want {
			t.Errorf("line %d belongs to %d, want %d", line, got, want)
		}
	}
	for target, want := range map[int]int{0: 3, 1: 5, 2: -1} {
		if got := r.line(target); got != want {
			t.Errorf("%d begins at %d, want %d", target, got, want)
		}
	}
	if (&reader{}).target(4) != -1 {
		t.Error("a text without targets has one")
	}
}

// The cursor stays with its entry when others come before it.
func TestTheCursorStaysWithItsEntry(t *testing.T) {
	entries := func(ids string) (all []journal.Entry) {
		for _, id := range ids {
			all = append(all, journal.Entry{Record: source.Record{ID: string(id)}})
		}
		return all
	}
	l := &journalScreen{}
	l.take(entries("ba"), nil)
	l.at = 1
	for _, tc := range []struct {
		ids  string
		want int
	}{{"dcba", 3}, {"edcb", 3}, {"e", 0}, {"", 0}} {
		if l.take(entries(tc.ids), nil); l.at != tc.want {
			t.Errorf("of %q the cursor is on %d, want %d", tc.ids, l.at, tc.want)
		}
	}
}

// A match goes over the end of a line only where the next one goes on with it, with
// the blank at which it was broken and without.
func TestMatchesOverTheEndsOfLines(t *testing.T) {
	lines := []textLine{{text: " One 漢字 two"}, {text: "   three", joins: true}, {text: "   four"}}
	for text, want := range map[string][][]span{
		"ONE":        {{{1, 4}}},
		"字 two":      {{{7, 13}}},
		"two three":  {{{10, 13}}, {{3, 8}}},
		"woth":       {{{11, 13}}, {{3, 5}}},
		"three":      nil, // it begins on the second line
		"three four": nil,
		"o":          {{{1, 2}, {12, 13}}},
		"[a-z]":      nil,
	} {
		var s search
		s.want(text)
		got := s.matches(lines)
		for len(got) > 0 && got[len(got)-1] == nil {
			got = got[:len(got)-1]
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(span{})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// What a command says is kept from its end.
func TestTheEndOfALongOutputIsKept(t *testing.T) {
	var b tailBuffer
	for i := range 3 {
		text := strings.Repeat(strconv.Itoa(i), outputLimit/2)
		if n, err := b.Write([]byte(text)); n != len(text) || err != nil || b.cut != (i == 2) {
			t.Errorf("%d: wrote %d, cut %v: %v", i, n, b.cut, err)
		}
	}
	if len(b.kept) != outputLimit || b.kept[0] != '1' || b.kept[outputLimit-1] != '2' {
		t.Errorf("kept are %d bytes from %c to %c", len(b.kept), b.kept[0], b.kept[len(b.kept)-1])
	}
}

// The keys of a text move over the findings of a task, and back to the first one.
func TestTheCursorOverFindings(t *testing.T) {
	m, d := still(t), &detail{row: &model.Row{}}
	d.texts[viewWhy].has = true
	d.row.Findings = []model.Finding{{Rule: "a", Message: "one"}, {Rule: "b", Message: "two"}, {Rule: "c", Message: "three"}}
	m.width, m.height = 60, 40
	m.push(d)
	d.fit(m)
	for _, tc := range []struct {
		to   motion
		want int
	}{{up, 0}, {down, 1}, {down, 2}, {down, 2}, {up, 1}, {halfDown, 1}, {first, 0}} {
		m.move(tc.to)
		if d.fit(m); d.finding != tc.want {
			t.Errorf("after %v the cursor is on %d, want %d", tc.to, d.finding, tc.want)
		}
	}
}

// A finding is what its rule says in the same words, or else at the same rank.
func TestWhatAFindingHasBecome(t *testing.T) {
	findings := func(said ...string) (all []model.Finding) {
		for _, s := range said {
			all = append(all, model.Finding{Rule: s[:1], Message: s[1:]})
		}
		return all
	}
	for _, tc := range []struct {
		was  []string
		at   int
		now  []string
		want int
	}{
		{[]string{"a1", "b1"}, 1, []string{"c1", "a1", "b1"}, 2},
		{[]string{"a1", "b1"}, 1, []string{"c1", "a1", "b2", "b3"}, 2},
		{[]string{"a1", "a2"}, 1, []string{"a3", "c1", "a4", "a5"}, 2},
		{[]string{"a1", "a2"}, 0, []string{"a2", "c1", "a1"}, 2},
		{[]string{"a1", "b1"}, 1, []string{"c1", "c2"}, 1},
	} {
		if got := sameFinding(findings(tc.now...), findings(tc.was...), tc.at); got != tc.want {
			t.Errorf("%d of %v is %d of %v, want %d", tc.at, tc.was, got, tc.now, tc.want)
		}
	}
}

func TestWrapSaysThatThereIsMore(t *testing.T) {
	for _, tc := range []struct {
		width, limit int
		want         string
	}{{4, 1, "one…"}, {3, 1, "on…"}, {3, 0, "one/two/six"}, {7, 1, "one…"}, {7, 2, "one two/six"}, {0, 1, ""}} {
		text := "one two six"
		if tc.width == 7 && tc.limit == 1 {
			text = "one     twotwo"
		}
		if got := strings.Join(wrap(text, tc.width, tc.limit, "…"), "/"); got != tc.want {
			t.Errorf("%q in %d cells and %d lines: %q, want %q", text, tc.width, tc.limit, got, tc.want)
		}
	}
}

// A long body is cut, and that is said.
func TestALongBodyIsCut(t *testing.T) {
	for _, more := range []int{0, 1} {
		p := still(t).page(100)
		p.body("ASKED", strings.Repeat("x", bodyLimit+more))
		if said := strings.Contains(strings.Join(p.texts(), "\n"), "1 bytes are left out here"); said != (more > 0) {
			t.Errorf("of %d bytes more it is said that they are cut: %v", more, said)
		}
	}
}

func TestNoKeyOfAnInputReadsTheClipboard(t *testing.T) {
	in, area, paste := newInput(), newTextArea(), tea.KeyPressMsg{Code: 'v', Mod: tea.ModCtrl}
	in.Focus()
	area.Focus()
	if _, cmd := in.Update(paste); cmd != nil {
		t.Errorf("ctrl+v has %T done", cmd())
	}
	if _, cmd := area.Update(paste); cmd != nil {
		t.Errorf("ctrl+v has %T done in several lines", cmd())
	}
}

// The prefixes of multiplexers do not move the cursor of an input; other keys do.
func TestKeysOfInputs(t *testing.T) {
	ctrl := func(letter rune) tea.KeyPressMsg { return tea.KeyPressMsg{Code: letter, Mod: tea.ModCtrl} }
	for _, tc := range []struct {
		key  tea.KeyPressMsg
		want int // the column of the cursor, which was 3
	}{{ctrl('a'), 3}, {ctrl('b'), 3}, {tea.KeyPressMsg{Code: tea.KeyLeft}, 2}, {tea.KeyPressMsg{Code: tea.KeyHome}, 0}} {
		in, area := newInput(), newTextArea()
		in.Focus()
		area.Focus()
		in.SetValue("abc")
		area.SetValue("abc")
		in, _ = in.Update(tc.key)
		area, _ = area.Update(tc.key)
		if in.Position() != tc.want || area.Column() != tc.want {
			t.Errorf("%s: the cursor is at %d and %d, want %d", tc.key, in.Position(), area.Column(), tc.want)
		}
	}
}
