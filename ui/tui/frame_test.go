package tui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"notdone/model"
)

func TestBoardFrames(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {160, 48}, {200, 60}, {40, 12}, {20, 5}, {90, 50}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			golden.RequireEqual(t, []byte(open(t, fleet(), size[0], size[1]).frame()))
		})
	}
}

// The states that ask for somebody are counted also where there are none.
func TestMainStatesAreCountedAtZero(t *testing.T) {
	head, _, _ := strings.Cut(open(t, fleet()[:3], 160, 48).frame(), "\n")
	for _, want := range []string{"2 running", "0 blocked", "0 failed", "0 suspected"} {
		if !strings.Contains(head, want) {
			t.Errorf("the header does not say %q: %s", want, head)
		}
	}
	if strings.Contains(head, "cancelled") {
		t.Errorf("the header counts what there is none of: %s", head)
	}
}

// A pane's label names the state of its tasks where its title does not, and counts them
// behind a plus where there is no room for that.
func TestPaneLabels(t *testing.T) {
	queued := []model.Case{task("a", "queued", "Port it", time.Hour), task("b", "queued", "Move it", time.Hour)}
	active := running("c", "Sum it up", time.Minute)
	for _, tc := range []struct {
		name  string
		cases []model.Case
		width int
		want  string
	}{
		{"another state alone", queued, 80, "─ 2 queued ─"},
		{"the state of the title alone", []model.Case{active}, 80, "─ 1 ─"},
		{"two states", append(queued, active), 80, "─ 1 running · 2 queued ─"},
		{"no room", queued, 40, "0+2"},
	} {
		frame := strings.ReplaceAll(open(t, tc.cases, tc.width, 24).frame(), "━", "─")
		if !strings.Contains(frame, tc.want) {
			t.Errorf("%s: no %q in\n%s", tc.name, tc.want, frame)
		}
	}
}

// Costs are unknown where no task records one, and nothing is said of the last hour where
// none is known of that.
func TestCostsOfTheHeader(t *testing.T) {
	usd := 0.25
	of := func(from time.Time) []model.Case {
		c := finished("a", "Port it", "Done.", 3*time.Hour)
		c.Task.CostUSD, c.Task.Started, c.Task.Updated, c.Task.Finished = &usd, from, from, from
		c.Runs[0].Started, c.Runs[0].Ended, c.Runs[0].CostUSD = from, from, &usd
		return []model.Case{c}
	}
	for _, tc := range []struct {
		name  string
		cases []model.Case
		want  string
	}{
		{"none", []model.Case{finished("a", "Port it", "Done.", time.Hour)}, "cost unknown"},
		{"without a time", of(time.Time{}), ""},
		{"long ago", of(noon.Add(-5 * time.Hour)), ""},
		{"of the last hour", of(noon.Add(-10 * time.Minute)), "$0.25/h"},
	} {
		head, _, _ := strings.Cut(open(t, tc.cases, 160, 24).frame(), "\n")
		if !strings.Contains(head, tc.want) || strings.Contains(head, "cost unknown") != (tc.want == "cost unknown") {
			t.Errorf("%s: the header is %q", tc.name, head)
		}
	}
}

func TestColoursCarryNothingAlone(t *testing.T) {
	s := open(t, fleet(), 120, 40)
	if s.m.View().Content == s.frame() {
		t.Error("the screen has no colours at all")
	}
	for _, word := range []string{"running", "queued", "blocked", "failed", "false-done"} {
		if !strings.Contains(s.frame(), word) {
			t.Errorf("without colour, %q is not to be read", word)
		}
	}
}

func TestDetailFrames(t *testing.T) {
	for name, keys := range map[string][]string{
		"why": {"4", "enter"}, "timeline": {"2", "j", "enter", "tab"}, "log": {"3", "enter", "tab", "tab"},
		"task": {"4", "enter", "shift+tab", "shift+tab"}, "links": {"2", "j", "enter", "shift+tab"}, "help": {"?"},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, fleet(), 100, 30)
			s.press(keys...)
			golden.RequireEqual(t, []byte(s.frame()))
		})
	}
}

// Every line of every screen is exactly as wide as the terminal at most, at any
// size and in any place.
func TestNoLineIsWiderThanTheScreen(t *testing.T) {
	cases := fleet()
	cases[3].Task.Title = strings.Repeat("漢字 and more ", 40)
	cases[4].Task.Title = hostile
	all, step := boardOf(t, cases), 7
	if testing.Short() {
		step = 24
	}
	for _, keys := range [][]string{
		{},
		{"2", "enter"},
		{"4", "enter"},
		{"?"},
		{"/", "x"},
		{"5"},
		{"G", "u"},
		{"u"},
		{"1", "s", "x"},
		{"A"},
		{"4", "enter", "tab"},
		{"4", "enter", "tab", "tab"},
		{"4", "enter", "shift+tab"},
		{"4", "enter", "shift+tab", "shift+tab"},
		{"4", "enter", "n"},
	} {
		s := openOn(t, all, 120, 40, markedHand(""))
		s.press(keys...)
		for width := 1; width < 170; width += step {
			for _, height := range []int{1, 2, 5, 9, 12, 24, 50} {
				s.resize(width, height)
				lines := strings.Split(s.m.View().Content, "\n")
				if len(lines) > height {
					t.Fatalf("%dx%d after %q: %d lines", width, height, keys, len(lines))
				}
				for _, l := range lines {
					if w := ansi.StringWidth(l); w > width {
						t.Fatalf("%dx%d after %q: a line of %d cells: %q", width, height, keys, w, l)
					}
				}
			}
		}
	}
}

func TestHostileTextStaysText(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine draws")
	}
	cases := []model.Case{
		blocked(hostile, hostile, hostile+strings.Repeat("x", 100_000), model.KindAccess, time.Hour),
		blocked("b", hostile, hostile+strings.Repeat("x", 100_000), model.KindAccess, time.Hour),
		finished("c", hostile, "I could not "+hostile, time.Hour),
	}
	for _, keys := range [][]string{{}, {"2", "enter"}, {"2", "enter", "j", "enter"}, {"4", "enter"}, {"4", "enter", "tab"}, {"4", "enter", "shift+tab"}} {
		s := open(t, cases, 120, 40)
		s.press(keys...)
		checkHarmless(t, s.m.View().Content)
		if title := s.m.View().WindowTitle; !utf8.ValidString(title) || strings.ContainsAny(title, "\x1b\x07") {
			t.Errorf("window title %q", title)
		}
		if !strings.Contains(s.frame(), "evil") {
			t.Errorf("after %q the text cannot be read", keys)
		}
	}
}

// checkHarmless allows colours and nothing else that a terminal would obey.
func checkHarmless(t *testing.T, content string) {
	t.Helper()
	for i := 0; i < len(content); i++ {
		if content[i] != 0x1b {
			continue
		}
		end := strings.IndexByte(content[i:], 'm')
		if end < 2 || content[i+1] != '[' || strings.Trim(content[i+2:i+end], "0123456789;:") != "" {
			t.Fatalf("an escape sequence that is no colour: %q", content[i:min(i+20, len(content))])
		}
	}
	for _, r := range content {
		if r < 0x20 && r != '\n' && r != 0x1b || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e {
			t.Fatalf("%U reaches the terminal", r)
		}
	}
}
