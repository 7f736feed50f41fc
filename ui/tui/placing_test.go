package tui_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/theme"
)

// TestColumnsAreDividedByWhatPanesHold: where one pane fills a column, the others share the
// other one; a row more or less moves no pane to the other side.
func TestColumnsAreDividedByWhatPanesHold(t *testing.T) {
	all := []model.Case{blocked("b", "Deploy", "Which store?", model.KindDecision, time.Hour)}
	for i := range 30 {
		all = append(all, running(fmt.Sprintf("run-%02d", i), "Port", time.Minute))
	}
	for i := range 4 {
		all = append(all, finished(fmt.Sprintf("done-%d", i), fmt.Sprint("Report ", i), "I do not have access to the wiki.", time.Hour))
	}
	s := open(t, all, 120, 40).listening()
	right := func(title string) bool {
		for line := range strings.Lines(s.frame()) {
			if before, _, found := strings.Cut(line, title); found && strings.Contains(line, "─ ") {
				return len([]rune(before)) > 50
			}
		}
		t.Fatalf("there is no frame of %s:\n%s", title, s.frame())
		return false
	}
	if right("1 Active") || !right("2 Blocked") || !right("4 Suspected") {
		t.Errorf("the columns hold:\n%s", s.frame())
	}
	s.change(append(all[:1:1], all[11:]...))
	if right("1 Active") || !right("2 Blocked") || !right("4 Suspected") {
		t.Errorf("after a change they hold:\n%s", s.frame())
	}
}

// TestBarsStandInTheOrderOfThePanes: beneath the frames, whether a pane is empty or has no room.
func TestBarsStandInTheOrderOfThePanes(t *testing.T) {
	s := open(t, slices.DeleteFunc(fleet(), func(c model.Case) bool { return c.Task.Recorded == "failed" }), 80, 18)
	s.press("2")
	at := strings.Index(s.frame(), "3 Failed 0")
	if next := strings.Index(s.frame(), "4 Suspected"); at < 0 || next < at || strings.Contains(s.frame(), "─ 4 Suspected") {
		t.Errorf("the bars are not in order:\n%s", s.frame())
	}
}

// TestTheSelectionIsOneColour: what is drawn in reverse has no colours of its own, which would
// be backgrounds.
func TestTheSelectionIsOneColour(t *testing.T) {
	s := newScreen(t, 100, 30)
	s.options = s.with(boardOf(t, fleet()), nil)
	s.options.Theme = theme.HighContrast
	s.on(nil)
	for _, key := range []string{"!", "L"} {
		s.press(key)
		seen := false
		for line := range strings.Lines(s.m.View().Content) {
			_, selected, _ := strings.Cut(line, "▌\x1b[m\x1b[7m")
			if selected, _, _ = strings.Cut(selected, "\x1b[m\x1b[38;2;159;245;255m┃"); strings.Contains(selected, "\x1b[38") {
				t.Errorf("%s: %q", key, line)
			}
			seen = seen || selected != ""
		}
		if !seen {
			t.Errorf("%s selects nothing:\n%s", key, s.frame())
		}
		s.press("esc")
	}
}

// TestAFilterThatIsBegunIsNotWrong: while it can still be completed, the completions stand
// beside it; enter asks for it as it is, and then it says what is wrong.
func TestAFilterThatIsBegunIsNotWrong(t *testing.T) {
	s := open(t, fleet(), 120, 40)
	s.press("/")
	s.typeText("state:")
	s.lacks("needs a value")
	s.shows("blocked  failed")
	s.press("enter")
	s.shows("state needs a value")
	s.typeText("x")
	s.shows(`no state "x"`)
}

// TestThePlanSaysWhatTheAnswerIsTo: above the field stands what the agent said.
func TestThePlanSaysWhatTheAnswerIsTo(t *testing.T) {
	s := acting(t, &hand{}, 80, 24)
	s.press("G", "u")
	s.shows("the agent said", "“Which store should the limiter use: Redis or", "answer to the agent")
	s = acting(t, &hand{}, 80, 24)
	s.press("u")
	s.shows("Unblock 3 tasks", "the agent said", "“I don't have access to vault/eu-west")
}

// TestTheSameWordsAreQuotedOnce: a finding whose evidence are the words of the obstacle says
// where they stand, and not once more how they go.
func TestTheSameWordsAreQuotedOnce(t *testing.T) {
	looping := blocked("job", "Deploy", "I have no access to vault/eu-west, so nothing was deployed.", model.KindAccess, time.Hour)
	for i := range 8 {
		at := looping.Task.Updated.Add(time.Duration(i-9) * time.Hour)
		e := model.Event{Seq: int64(10 + i), Where: fmt.Sprintf("events#%d", 10+i), Kind: model.EventBlocked, Name: "blocked", Note: "I have no access to vault/eu-west, so nothing was deployed.", At: at}
		if i%2 == 1 {
			e.Kind, e.Name, e.Note = model.EventUnblocked, "unblocked", ""
		}
		looping.Events = append(looping.Events, e)
	}
	s := open(t, []model.Case{looping}, 120, 40)
	s.press("2", "enter")
	s.shows("blocked again", "the same words")
	if n := strings.Count(s.frame(), "“I have no access to vault/eu-west, so nothing was deployed.”"); n != 1 {
		t.Errorf("it is quoted %d times:\n%s", n, s.frame())
	}
}

// TestHelpShowsEveryKeyWhole: no key and no example of a filter is cut.
func TestHelpShowsEveryKeyWhole(t *testing.T) {
	for _, width := range []int{60, 80, 100, 120, 160, 200} {
		s := open(t, fleet(), width, 200)
		s.press("?")
		s.shows("state:blocked,failed", "alt+enter/ctrl+j")
	}
}

// TestACauseOpenedWhereNoListIsShown: sorting takes the causes away before the screen grows.
func TestACauseOpenedWhereNoListIsShown(t *testing.T) {
	s := open(t, fleet(), 20, 5)
	s.press("2", "l", "o")
	s.resize(120, 40)
	s.shows("Deploy the preview", "Sign the release", "Rotate the certificates")
}

// TestActiveCausesNameTheirSource: what nobody takes from one queue is another thing than what
// nobody takes from another one.
func TestActiveCausesNameTheirSource(t *testing.T) {
	of := func(path string) *memorySource {
		var all []model.Case
		for i := range 3 {
			all = append(all, task(fmt.Sprintf("%s-%d", path[1:], i), "queued", "Wait", 30*time.Hour))
		}
		return &memorySource{kind: "fake", path: path, cases: all}
	}
	s := &screen{t: t, pace: time.Second, now: noon, size: tea.WindowSizeMsg{Width: 100, Height: 30}}
	s.options = s.with(boardOfAll(t, of("/shop"), of("/office")), &hand{})
	s.on(nil)
	s.shows("no worker seems to run · shop", "no worker seems to run · office")
	s.press("!")
	s.shows("no worker seems to run · shop", "no worker seems to run · office")
}
