package tui_test

import (
	"strings"
	"testing"
)

// chosenLine is the line under the cursor of a list to choose from.
func chosenLine(s *screen) string {
	_, after, _ := strings.Cut(s.frame(), "\n┃▸")
	line, _, _ := strings.Cut(after, "┃")
	return line
}

// What is typed finds the action that is meant, by its title, its name, its key, or its
// letters in their order.
func TestThePaletteFindsWhatIsMeant(t *testing.T) {
	for _, tc := range []struct{ typed, first string }{
		{"q", "quit"},
		{"quit", "quit"},
		{"q!", "quit"},
		{"unblock", "unblock"},
		{"UNB", "unblock"},
		{"task.req", "requeue"},
		{"u", "unblock"},
		{"A", "what was done"},
		{"done", "what was done"},
		{"ubk", "unblock"},
		{"message", "send a message to"},
		{"half-do", "half a page down"},
		{"stuck", "view stuck ones"},
	} {
		s := newScreen(t, 100, 30)
		s.options = s.with(boardOf(t, fleet()), &hand{})
		s.options.Views = map[string]string{"stuck ones": "sign"}
		s = s.on(nil)
		s.press(":")
		s.typeText(tc.typed)
		if got := chosenLine(s); !strings.Contains(got, tc.first) {
			t.Errorf("%q finds %q, want %q:\n%s", tc.typed, got, tc.first, s.frame())
		}
	}
}

func TestThePaletteDoesIt(t *testing.T) {
	s := open(t, fleet(), 100, 30)
	s.press("4", "j", "enter", ":")
	s.typeText("q")
	s.press("enter")
	if s.ended != "quit" {
		t.Errorf("quitting from a task: %q\n%s", s.ended, s.frame())
	}

	s = open(t, fleet(), 100, 30)
	s.press("4", "j", "enter", ":")
	s.typeText("zzz")
	s.shows("nothing is called so")
	s.press("enter")
	s.shows("nothing is called so")
	s.press("esc")
	s.shows("[Why]")
	s.press(":")
	s.typeText("next pane")
	s.press("enter")
	s.shows("[Timeline]")
}

// What is impossible says why in the list, and when it is chosen.
func TestThePaletteSaysWhatIsImpossible(t *testing.T) {
	s := openWith(t, fleet(), 120, 30, &hand{})
	s.press("5", ":")
	s.typeText("stop")
	s.shows("there is nothing to stop: the queue says done")
	s.press("enter")
	s.lacks("What to do")
	s.shows("there is nothing to stop: the queue says done")
}

func TestASavedViewIsShown(t *testing.T) {
	s := newScreen(t, 100, 30)
	s.options = s.with(boardOf(t, fleet()), &hand{})
	s.options.Views = map[string]string{"mine": "flaky", "hostile \x1b[31m": "\x1b[2J"}
	s = s.on(nil)
	s.press("4", "j", "enter", ":")
	s.typeText("view")
	checkHarmless(t, s.m.View().Content)
	s.press("esc", ":")
	s.typeText("mine")
	s.press("enter")
	s.shows("/flaky", "Fix the flaky")
	s.lacks("[Why]")
}

// The queues are listed with their counts; one of them is shown alone, and all again.
func TestOneOfSeveralQueuesIsShownAlone(t *testing.T) {
	s := openSeveral(t, 160, 40)
	s.press("b")
	s.shows("all queues", "hermes", "a-folder-with-a-long-name", "4 of 4")
	s.typeText("long-name")
	s.shows("1 of 4")
	for _, l := range strings.Split(s.frame(), "\n") {
		if strings.Contains(l, "a-folder-with-a-long-name") && strings.Contains(l, "┃▸queue ") &&
			!strings.Contains(strings.Join(strings.Fields(l), " "), "▶ 0 ■ 1 ✗ 1 ◐ 0 ┃") {
			t.Errorf("its counts: %q", l)
		}
	}
	s.press("enter")
	s.shows(`source:"/srv/a-folder-with-a-long-name/queue.db"`, "Nightly warehouse export")
	s.lacks("Summarise the support inbox")
	s.press("/")
	s.typeText("nightly")
	s.shows(`source:"/srv/a-folder-with-a-long-name/queue.db" nightly`, "Nightly warehouse export")
	s.press("enter", "b", "enter")
	s.lacks("source:")
	s.shows("Summarise the support inbox")
}

// Saved views are gone through by a key, which says where one is; esc shows all tasks again.
func TestSavedViewsAreGoneThrough(t *testing.T) {
	s := open(t, fleet(), 120, 40)
	s.options.Views = map[string]string{"chores": "chore", "stuck": "state:blocked", "hostile \x1b[31m": "\x1b[2J"}
	s.on(nil)
	s.shows(">/< views", "Mystery", "Nightly warehouse export")
	s.press(">")
	s.shows("chores · 1 of 3 views", "/chore  30 tasks", "Routine chore 0")
	s.lacks("Mystery")
	s.press(">")
	s.shows("hostile · 2 of 3 views")
	s.press(">")
	s.shows("stuck · 3 of 3 views", "/state:blocked  5 tasks", "Mystery")
	s.lacks("Nightly warehouse export", "Routine chore")
	s.press(">")
	s.shows("Mystery", "Nightly warehouse export")
	s.lacks("of 3 views")
	s.press("<", "esc")
	s.shows("Nightly warehouse export")
	s.lacks("of 3 views")
	s.press("/")
	s.typeText("state:blocked")
	s.press("enter")
	s.shows("stuck · 3 of 3 views")
	s.press("<", "<")
	s.shows("chores · 1 of 3 views")
}
