package tui_test

import (
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/theme"
)

// dialogs are the screens that ask something or tell what was done, by the keys
// that lead there.
var dialogs = map[string][]string{
	"command": {"1", "s", "x"}, "commands-ended": {"1", "s", "x", "x"}, "refused": {"1", "s"},
	"wrong": {"4", "j", "enter", "n", "n", "o"}, "actions": {"A", "j"}, "undo": {"z"}, "filter": {"/", "j", "o", "b"},
	"plan-of-a-cause": {"u"},
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
	s.options.Marks, s.options.Theme = o, theme.Default(g)
	return s.on(nil)
}

func TestDialogFrames(t *testing.T) {
	for name, keys := range dialogs {
		for set, glyphs := range map[string]theme.Glyphs{"unicode": theme.Unicode(), "ascii": theme.ASCII()} {
			t.Run(name+"-"+set, func(t *testing.T) {
				s := dialogScreen(t, glyphs)
				s.press(keys...)
				if set == "ascii" {
					checkASCII(t, s.frame())
				}
				golden.RequireEqual(t, []byte(s.frame()))
			})
		}
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

// The colours of the board and of the dialogs, one size each.
func TestColouredFrames(t *testing.T) {
	for name, keys := range map[string][]string{"board": nil, "plan": {"G", "u"}, "why": {"4", "enter"}, "search": {"4", "enter", "/", "o", "u", "t"}} {
		t.Run(name, func(t *testing.T) {
			s := dialogScreen(t, theme.Unicode())
			s.press(keys...)
			golden.RequireEqual(t, []byte(s.m.View().Content))
		})
	}
}
