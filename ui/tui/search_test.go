package tui_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"notdone/model"
)

// texty is a board with one task whose body is long.
func texty() []model.Case {
	c := blocked("job-1", "Tidy the archive", "The archive is locked by somebody else.", model.KindAccess, 3600e9)
	return []model.Case{c}
}

var reversedAndUnderlined = regexp.MustCompile(`\x1b\[(4;7|4;7;4)m`)

// marked are the pieces that the screen shows as found.
func marked(s *screen) []string {
	var all []string
	for _, piece := range reversedAndUnderlined.Split(s.m.View().Content, -1)[1:] {
		text, _, _ := strings.Cut(piece, "\x1b[m")
		all = append(all, ansi.Strip(text))
	}
	return all
}

func TestSearch(t *testing.T) {
	for _, tc := range []struct {
		name  string
		cases []model.Case
		keys  []string // to the text
		typed string
		want  []string // marked; each in turn
	}{
		{"why", texty(), []string{"enter"}, "/ARCHIVE", []string{"archive", "archive"}},
		{"over the end of a line", texty(), []string{"enter", "shift+tab", "shift+tab"}, "/do tidy", []string{"do Tidy"}},
		{"help", nil, []string{"?"}, "/multi", nil},
		{"the end of the help", nil, []string{"?"}, "/times round a cycle", []string{"times round a cycle"}},
		{"plan", texty(), []string{"u", "shift+tab"}, "/dispatcher", []string{"dispatcher"}},
		{"nothing", texty(), []string{"enter"}, "/zebra", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.cases == nil {
				tc.cases = texty()
			}
			s := openWith(t, tc.cases, 80, 24, &hand{})
			s.press(tc.keys...)
			s.typed(tc.typed, 1e6)
			if got := marked(s); !strings.Contains(fmt.Sprint(got), strings.Join(tc.want, " ")) || tc.want == nil && got != nil {
				t.Errorf("marked: %q\n%s", got, s.frame())
			}
			if tc.want == nil {
				s.shows("not found")
			}
		})
	}
}

// A match may go over the end of a line that was broken, with and without the
// blank at which it was.
func TestSearchOverBrokenLines(t *testing.T) {
	body := strings.Repeat("one two three four five six seven eight nine ten eleven twelve ", 40)
	c := texty()
	c[0].Task.Title = body
	for _, width := range []int{41, 57, 80} {
		s := open(t, c, width, 40)
		s.press("enter", "shift+tab", "shift+tab")
		s.typed("/twelve one\n", 1e6)
		found := strings.Join(marked(s), " ")
		if n := strings.Count(found, "twelve"); n < 3 || strings.Contains(found, "two") {
			t.Errorf("%d wide: marked %q\n%s", width, found, s.frame())
		}
	}
}

func TestSearchGoesFromMatchToMatch(t *testing.T) {
	s := open(t, fleet(), 80, 12)
	s.press("?")
	s.typed("/view\n", 1e6)
	s.shows("/view", "n/N")
	first := s.frame()
	s.press("n", "n", "n")
	if s.frame() == first {
		t.Errorf("the next match is not gone to:\n%s", s.frame())
	}
	s.press("N", "N", "N")
	s.shows("view")
	for range 20 {
		s.press("n")
		if len(marked(s)) == 0 {
			t.Fatalf("no match is in sight:\n%s", s.frame())
		}
	}
	s.press("esc")
	if len(marked(s)) > 0 {
		t.Error("esc does not end the search")
	}
	s.shows("Help")
	s.press("esc")
	if strings.Contains(s.frame(), "Help") {
		t.Error("a second esc does not leave the help")
	}
}

// What ends a search before it is accepted goes back to where it began.
func TestSearchIsDropped(t *testing.T) {
	s := open(t, fleet(), 80, 12)
	s.press("?", "j", "j")
	before := s.frame()
	s.typed("/rounds", 1e6)
	s.press("esc")
	if s.frame() != before {
		t.Errorf("before:\n%s\nafter:\n%s", before, s.frame())
	}
}

// In the first view n means two things: the next match while there is a search,
// and else that a finding is wrong.
func TestSearchTakesTheKeyOfAMark(t *testing.T) {
	s := open(t, fleet(), 100, 30)
	s.press("4", "enter")
	s.typed("/output\n", 1e6)
	s.press("n")
	if strings.Contains(s.frame(), "wrong, because") || strings.Contains(s.frame(), "marks are not kept") {
		t.Errorf("n marks a finding during a search:\n%s", s.frame())
	}
	s.press("esc", "n")
	s.shows("marks are not kept")
}

func TestSearchInTheLogOfActions(t *testing.T) {
	h := &hand{}
	s := acting(t, h, 100, 30)
	s.press("G", "r", "a", "k", "u", "shift+tab", "a", "A")
	if got := cursorLine(s); !strings.Contains(got, "unblocked") {
		t.Fatalf("the cursor is on %q", got)
	}
	s.typed("/requeued\n", 1e6)
	s.press("z")
	s.shows("Undo requeue of job-53")
}
