package tui_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	_ "notdone/model/fixedseed"
	"notdone/source"
	"notdone/source/journal"
)

// views are all screens, by the keys that lead to them from the board.
var views = map[string][]string{
	"board": nil, "a cause": {"g"}, "an opened cause": {"g", "enter", "j"}, "the rest": {"5"},
	"why": {"G", "enter"}, "timeline": {"G", "enter", "tab"}, "log": {"G", "enter", "tab", "tab"},
	"task": {"G", "enter", "shift+tab"}, "help": {"?"}, "help over a task": {"G", "enter", "?"},
	"actions": {"A"}, "filter": {"/"}, "reason": {"4", "enter", "n"},
	"plan": {"G", "u"}, "plan of a cause": {"g", "u"}, "plan of a task": {"G", "enter", "u"}, "refused plan": {"1", "s"},
	"answer": {"G", "u"}, "undo": {"z"}, "commands": {"1", "s", "x"},
	"search": {"G", "enter", "/"}, "search in a plan": {"G", "u", "shift+tab", "/"}, "searched": {"G", "enter", "/", "j", "enter"},
}

// markedHand is a hand with something to undo, and whose refused plans have a
// command that leaves a trace.
func markedHand(trace string) *hand {
	h := &hand{refused: map[string]string{}, command: []string{"touch", trace}}
	for _, c := range fleet() {
		if strings.HasPrefix(c.Task.ID, "job-2") || strings.HasPrefix(c.Task.ID, "job-3") {
			h.refused[c.Task.ID] = "its worker is alive"
		}
	}
	h.log = []journal.Entry{{Record: source.Record{
		ID: "9", At: noon.Add(-time.Hour), Request: source.Request{Action: "requeue"}, Task: fleet()[8].Task.Ref(), Was: "failed", Now: "queued", Undo: "until it is claimed",
	}, Outcome: journal.Applied}}
	return h
}

// typed delivers a text as keys; line breaks and tabs are the keys of that name.
func (s *screen) typed(text string, pace time.Duration) {
	s.t.Helper()
	for _, r := range text {
		switch r {
		case '\n':
			s.send(keyPress("enter"))
		case '\t':
			s.send(keyPress("tab"))
		default:
			s.send(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
		s.wait(pace)
	}
	s.wait(10 * time.Second)
}

// Whatever text is typed or pasted at the speed of people or machines, wherever
// that happens, it writes nothing and runs nothing.
func TestTextNeverActs(t *testing.T) {
	names := make([]string, 0, len(views))
	for name := range views {
		names = append(names, name)
	}
	slices.Sort(names)
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		view := rapid.SampledFrom(names).Draw(rt, "view")
		letters := rapid.SampledFrom([]string{"ursmzaxcynRAjk/ \n\t", "uaxjz", "abcdefghijklmnopqrstuvwxyz ,.\n\tAGNR/?0123456789"}).Draw(rt, "letters")
		text := rapid.StringOfN(rapid.RuneFrom([]rune(letters)), 2, 60, -1).Draw(rt, "text")
		pace := time.Duration(rapid.SampledFrom([]int{0, 1, 5, 30, 80, 120, 200, 280}).Draw(rt, "milliseconds")) * time.Millisecond
		trace := filepath.Join(dir, "ran")
		h := markedHand(trace)
		s := acting(t, h, 100, 40)
		s.press(views[view]...)
		if rapid.Bool().Draw(rt, "bracketed") {
			s.send(tea.PasteMsg{Content: text})
			s.wait(pace)
		}
		s.typed(text, pace)
		if len(h.done) > 0 {
			rt.Fatalf("%d actions were done:\n%s", len(h.done), s.frame())
		}
		if _, err := os.Stat(trace); err == nil {
			rt.Fatalf("a command was run:\n%s", s.frame())
		}
	})
}

// The words of a search do not act, where it is typed as in a pager.
func TestASearchDoesNotAct(t *testing.T) {
	if testing.Short() {
		t.Skip("random keys do the same under the race detector")
	}
	all := boardOf(t, fleet())
	for name, keys := range views {
		for _, text := range []string{"/unauth", "/usual", "/reason", "/master", "unauthorised", "nausea", "/u\na", "u a", "/mama"} {
			for _, pace := range []time.Duration{time.Millisecond, 120 * time.Millisecond} {
				h := markedHand(filepath.Join(t.TempDir(), "ran"))
				s := openOn(t, all, 100, 30, h)
				s.press(keys...)
				s.typed(text, pace)
				if len(h.done) > 0 {
					t.Errorf("%s: %q at %v: %d actions were done", name, text, pace, len(h.done))
				}
			}
		}
	}
}

func TestAPlanIsAppliedWhenItWasRead(t *testing.T) {
	for _, tc := range []struct {
		name string
		do   func(s *screen)
		want int
	}{
		{"after a second", func(s *screen) { s.press("u", "shift+tab", "a") }, 1},
		{"too early", func(s *screen) { s.pace = 500 * time.Millisecond; s.press("u", "shift+tab", "a") }, 0},
		{"too early, and again", func(s *screen) {
			s.pace = 500 * time.Millisecond
			s.press("u", "shift+tab", "a")
			s.pace = time.Second
			s.press("a", "a")
		}, 1},
		{"twice at once", func(s *screen) { s.press("u", "shift+tab"); s.typed("aa", 100*time.Millisecond) }, 0},
		{"with a key behind it", func(s *screen) { s.press("u", "shift+tab"); s.typed("ab", 200*time.Millisecond) }, 0},
		{"with a paste behind it", func(s *screen) {
			s.press("u", "shift+tab")
			s.send(keyPress("a"))
			s.send(tea.PasteMsg{Content: "b"})
			s.wait(time.Minute)
		}, 0},
		{"after a letter that means nothing", func(s *screen) { s.press("u", "shift+tab", "b", "a") }, 0},
		{"long after it", func(s *screen) { s.press("u", "shift+tab", "b"); s.wait(2 * time.Second); s.press("a") }, 1},
		{"after moving", func(s *screen) { s.press("u", "shift+tab", "j", "k", "a") }, 1},
		{"after a resize", func(s *screen) {
			s.press("u", "shift+tab")
			s.send(tea.WindowSizeMsg{Width: 90, Height: 30})
			s.send(keyPress("a"))
			s.wait(time.Minute)
		}, 0},
		{"with the key held down", func(s *screen) { s.press("u", "shift+tab"); s.typed(strings.Repeat("a", 40), 33*time.Millisecond) }, 0},
		{"an undo", func(s *screen) { s.press("z", "a") }, 1},
		{"an undo too early", func(s *screen) { s.pace = 400 * time.Millisecond; s.press("z", "a") }, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := markedHand(filepath.Join(t.TempDir(), "ran"))
			s := acting(t, h, 100, 30)
			s.press("G")
			tc.do(s)
			if len(h.done) != tc.want {
				t.Errorf("%d actions were done, want %d:\n%s", len(h.done), tc.want, s.frame())
			}
		})
	}
}

// slow is a terminal that may be behind, and whose keys may have waited.
type slow struct {
	behind, heard func() time.Time
}

func (s slow) LastLag() time.Time   { return s.behind() }
func (s slow) LastInput() time.Time { return s.heard() }
func (s slow) Suspend()             {}
func (s slow) EnsureDrawn() tea.Msg { return nil }

func TestAPlanIsAppliedWhenTheTerminalHasShownIt(t *testing.T) {
	for _, tc := range []struct {
		name          string
		behind, heard time.Duration // from the moment of the confirming key; what was heard is the key
		want          int
	}{
		{"shown long ago", -time.Hour, 0, 1},
		{"shown just now", -300 * time.Millisecond, 0, 0},
		{"not shown yet", 0, 0, 0},
		{"typed before it was shown", -time.Hour, -2 * time.Second, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := markedHand(filepath.Join(t.TempDir(), "ran"))
			s := acting(t, h, 100, 30)
			at := noon.Add(3200 * time.Millisecond)
			s = s.on(slow{func() time.Time { return at.Add(tc.behind) }, func() time.Time { return at.Add(tc.heard) }})
			s.press("G", "u", "shift+tab")
			s.wait(200 * time.Millisecond)
			s.press("a")
			if len(h.done) != tc.want {
				t.Errorf("%d actions were done, want %d:\n%s", len(h.done), tc.want, s.frame())
			}
		})
	}
}

// The key is offered when it counts, and not before.
func TestTheKeyIsShownWhenItCounts(t *testing.T) {
	s := acting(t, &hand{}, 100, 40)
	s.press("G", "u")
	s.send(keyPress("shift+tab"))
	if strings.Contains(s.frame(), "apply: a") {
		t.Errorf("the key is offered at once:\n%s", s.frame())
	}
	s.wait(time.Second)
	s.shows("apply: a")
	s.send(keyPress("a"))
	s.shows("applied in a moment")
}

func TestAPlanIsShownWholeBeforeItIsApplied(t *testing.T) {
	h := &hand{}
	s := acting(t, h, 60, 9)
	s.press("G", "u")
	s.shows("more lines below")
	s.press("shift+tab")
	s.shows("more: j")
	s.press("G", "a")
	if len(h.done) > 0 {
		t.Fatal("a plan was applied whose middle was never shown")
	}
	s.press("g", "ctrl+d", "ctrl+d", "ctrl+d", "ctrl+d", "ctrl+d", "ctrl+d")
	s.shows("apply: a")
	s.press("a")
	if len(h.done) != 1 {
		t.Errorf("%d actions:\n%s", len(h.done), s.frame())
	}
}
