package tui_test

import (
	"image/color"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/exp/golden"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/theme"
	"notdone/ui/tui"
)

// dialogs are the screens that ask something or tell what was done, and those
// behind them, by the keys that lead there.
var dialogs = map[string][]string{
	"board": nil, "why": {"4", "enter"}, "help": {"?"}, "plan": {"G", "u"}, "plan-answer": {"G", "u", "y", "e", "s", "alt+enter", "n", "o"},
	"command": {"1", "s", "x"}, "commands-ended": {"1", "s", "x", "x"}, "refused": {"1", "s"},
	"wrong": {"4", "j", "enter", "n", "n", "o"}, "actions": {"A", "j"}, "undo": {"z"}, "filter": {"/", "j", "o", "b"},
	"plan-of-a-cause": {"u"}, "search": {"4", "enter", "/", "o", "u", "t"},
}

// looks are the terminals for which the screens are drawn, with the screens.
var looks = []struct {
	name       string
	glyphs     theme.Glyphs
	background tui.Background
	colors     colorprofile.Profile
	size       tea.WindowSizeMsg
	of         []string // nil: all dialogs
}{
	{"dark", theme.Unicode(), tui.Dark, colorprofile.TrueColor, tea.WindowSizeMsg{Width: 80, Height: 24}, nil},
	{"light", theme.Unicode(), tui.Light, colorprofile.ANSI256, tea.WindowSizeMsg{Width: 120, Height: 40}, []string{"board", "why", "plan"}},
	{"none", theme.ASCII(), tui.Dark, colorprofile.Ascii, tea.WindowSizeMsg{Width: 80, Height: 24}, nil},
}

// dialogScreen is a screen of the fleet with something in its log of actions.
func dialogScreen(t *testing.T, g theme.Glyphs) *screen {
	t.Helper()
	h := markedHand("")
	h.command = []string{"echo", "the worker was told to stop"}
	h.refused["job-51"] = "it is running"
	h.log = append(h.log, journal.Entry{Record: source.Record{
		ID: "8", At: noon.Add(-26 * time.Hour), Request: source.Request{Action: model.ActionUnblock, Actor: "alice", Reason: "INC-7"},
		Task: model.Ref{ID: "job-53"}, Title: "Add the rate limiter", Was: "blocked", Now: "ready",
	}, Outcome: journal.Applied})
	s := acting(t, h, 80, 24)
	_, o := minded(t)
	s.options.Marks, s.options.Glyphs = o, g
	return s.on(nil)
}

func TestFramesOfEveryLook(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine draws")
	}
	for _, l := range looks {
		for name, keys := range dialogs {
			if l.of != nil && !slices.Contains(l.of, name) {
				continue
			}
			t.Run(l.name+"-"+name, func(t *testing.T) {
				s := dialogScreen(t, l.glyphs)
				s.options.Background, s.size = l.background, l.size
				s.on(nil)
				s.send(tea.ColorProfileMsg{Profile: l.colors})
				s.press(keys...)
				if l.name == "none" {
					checkASCII(t, s.frame())
				}
				golden.RequireEqual(t, []byte(s.m.View().Content))
			})
		}
	}
}

// What the terminal answers about its background changes the colours, and closes
// the gate of a plan.
func TestTheTerminalsAnswerChangesTheColours(t *testing.T) {
	h := &hand{}
	s := acting(t, h, 100, 30)
	s.options.Background = tui.Ask
	s.on(nil)
	own, text := s.m.View().Content, s.frame()
	if strings.Contains(own, "38;2;") {
		t.Error("before the terminal answers it has other colours than the terminal's own")
	}
	s.send(tea.BackgroundColorMsg{Color: color.Black})
	dark := s.m.View().Content
	if dark == own {
		t.Error("the answer changes nothing")
	}
	s.send(tea.BackgroundColorMsg{Color: color.White})
	if s.m.View().Content == dark || s.frame() != text {
		t.Errorf("on white:\n%s", s.m.View().Content)
	}
	s.press("G", "u", "shift+tab")
	s.send(tea.BackgroundColorMsg{Color: color.Black})
	s.send(keyPress("a"))
	s.wait(time.Minute)
	if len(h.done) > 0 {
		t.Error("a plan was applied that had just been painted anew")
	}
}

// checkASCII refuses every sign that a terminal of another character set does not
// show.
func checkASCII(t *testing.T, frame string) {
	t.Helper()
	for _, r := range frame {
		if r > 0x7e {
			t.Errorf("%q is no ASCII:\n%s", r, frame)
			return
		}
	}
}
