package tui_test

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	tea "charm.land/bubbletea/v2"
	"go.uber.org/goleak"

	"notdone/model"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// cursorLine is the line under the cursor: it alone is drawn in reverse.
func cursorLine(s *screen) string {
	for l := range strings.SplitSeq(s.m.View().Content, "\n") {
		if _, after, found := strings.Cut(ansi.Strip(l), "▌"); found {
			text, _, _ := strings.Cut(after, "┃")
			text, _, _ = strings.Cut(text, "█")
			return strings.Join(strings.Fields(text), " ")
		}
	}
	return ""
}

func TestKeys(t *testing.T) {
	for _, tc := range []struct {
		name string
		keys []string
		want string // on the line under the cursor
	}{
		{"blocked has the focus", nil, "access"},
		{"down", []string{"j"}, "job-"},
		{"down and up again", []string{"down", "k"}, "access"},
		{"a cause opens", []string{"enter", "j"}, "job-5"},
		{"and closes", []string{"enter", "enter", "j"}, "job-54"},
		{"right unfolds", []string{"l", "j"}, "job-5"},
		{"left folds from inside", []string{"l", "j", "j", "h"}, "access"},
		{"last", []string{"G"}, "job-53"},
		{"first", []string{"G", "g"}, "access"},
		{"pane 1", []string{"1"}, "job-21"},
		{"pane 3", []string{"3"}, "job-40"},
		{"tab", []string{"tab"}, "job-40"},
		{"shift+tab", []string{"shift+tab"}, "job-21"},
		{"rest by 5", []string{"5"}, "job-800"},
		{"rest by 0", []string{"0"}, "job-800"},
		{"half a page down", []string{"5", "ctrl+d", "ctrl+u"}, "job-800"},
		{"left in the grid", []string{"h"}, "job-21"},
		{"down past the end stays", []string{"3", "j", "j", "j"}, "job-40"},
		{"filter", []string{"/", "m", "o", "r", "n", "i", "n", "g", "enter", "n"}, "job-60"},
		{"filter is cleared", []string{"/", "z", "z", "esc"}, "access"},
		{"multiplexer prefixes do nothing", []string{"ctrl+a", "ctrl+b"}, "access"},
		{"unknown key does nothing", []string{"F", "%"}, "access"},
		{"help and back", []string{"?", "esc"}, "access"},
		{"detail and back", []string{"3", "enter", "esc"}, "job-40"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := open(t, fleet(), 120, 40)
			s.press(tc.keys...)
			if got := cursorLine(s); !strings.Contains(got, tc.want) {
				t.Errorf("the cursor is on %q, want %q\n%s", got, tc.want, s.frame())
			}
		})
	}
}

// A key that was typed where it means nothing says so, and which one shows the others, but not
// where there is no room.
func TestAKeyThatDoesNothingSaysSo(t *testing.T) {
	s := open(t, fleet(), 120, 40)
	s.press("%")
	s.shows("% does nothing here; ? shows the keys")
	s.press("f8")
	s.lacks("does nothing here")
	s.press("c", "é") // the menu names all its keys
	s.shows("é does nothing here")
	s.lacks("shows the keys")
	s.resize(20, 5)
	s.press("esc", "%")
	s.lacks("does nothing")
}

func TestQuitOnlyFromTheBoard(t *testing.T) {
	s := open(t, fleet(), 120, 40)
	quits := func(name string) bool {
		_, cmd := s.m.Update(keyPress(name))
		if cmd == nil {
			return false
		}
		_, ok := cmd().(tea.QuitMsg)
		return ok
	}
	if !quits("q") {
		t.Error("q on the board does not quit")
	}
	s.press("3", "enter")
	if quits("q") {
		t.Error("q in a task quits the program")
	}
	s.press("?")
	if quits("q") {
		t.Error("q in the help quits the program")
	}
}

// TestAKeyRightAfterEsc: a terminal sends alt with a key as esc and that key, so that a key typed
// quickly after esc is read as one with alt.
func TestAKeyRightAfterEsc(t *testing.T) {
	alt := func(name string) tea.KeyPressMsg {
		k := keyPress(name)
		k.Text = ""
		k.Mod |= tea.ModAlt
		return k
	}
	s := open(t, fleet(), 120, 40)
	s.press("3", "enter")
	s.send(alt("j"))
	if !strings.Contains(s.frame(), "1 Active") || !strings.Contains(cursorLine(s), "job-4") {
		t.Errorf("esc and j do not go back and down:\n%s", s.frame())
	}
	s.press("3", "enter", "?")
	s.send(alt("esc"))
	if !strings.Contains(s.frame(), "1 Active") {
		t.Errorf("esc twice is not back from the help and the task:\n%s", s.frame())
	}
	capital := tea.KeyPressMsg{Code: 'l', ShiftedCode: 'L', Mod: tea.ModAlt | tea.ModShift}
	s.press("3", "enter")
	s.send(capital)
	if !strings.Contains(s.frame(), "Loops") {
		t.Errorf("esc and L do not open the loops:\n%s", s.frame())
	}
	s.press("esc")
	s.press("/", "v")
	s.send(alt("q"))
	if s.ended != "" || !strings.Contains(s.frame(), "\n /v") {
		t.Errorf("a key with alt leaves an input:\n%s", s.frame())
	}
	s.press("esc")
	if s.send(alt("q")); s.ended != "quit" {
		t.Errorf("esc and q do not quit:\n%s", s.frame())
	}
}

func TestPastedTextDoesNothingOutsideAnInput(t *testing.T) {
	s := open(t, fleet(), 120, 40)
	before := s.frame()
	s.send(tea.PasteMsg{Content: "q4?"})
	if s.frame() != before {
		t.Error("pasted text changed the board")
	}
	s.press("/")
	s.send(tea.PasteMsg{Content: "morning"})
	if !strings.Contains(s.frame(), "Morning briefing") || strings.Contains(s.frame(), "Mystery") {
		t.Errorf("pasted text does not filter:\n%s", s.frame())
	}
}

func TestManyRowsOfOneCauseAreOneLine(t *testing.T) {
	var cases []model.Case
	for i := range 200 {
		id := "dup-" + string(rune('a'+i/26)) + string(rune('a'+i%26))
		cases = append(cases, blocked(id, "Deploy "+id, "I have no access to vault/eu-west.", model.KindAccess, time.Duration(i)*time.Minute))
	}
	s := open(t, cases, 120, 40)
	if got := strings.Count(s.frame(), "dup-"); got != 0 {
		t.Errorf("%d rows are shown beside their cause:\n%s", got, s.frame())
	}
	if !strings.Contains(s.frame(), "200 tasks") {
		t.Errorf("the cause does not say how many tasks it has:\n%s", s.frame())
	}
	s.press("enter")
	if got := strings.Count(s.frame(), "dup-"); got < 10 {
		t.Errorf("opened by enter, only %d rows are shown", got)
	}
	s.press("G")
	if got := cursorLine(s); !strings.Contains(got, "dup-") {
		t.Errorf("the last row is not reached: %q", got)
	}
}

func TestTheScreenSaysWhatTheQueueSaysWhereTheyDiffer(t *testing.T) {
	c := blocked("job-1", "Refactor the scheduler", "turn budget used up", model.KindBudget, time.Hour)
	c.Task.Recorded = "failed"
	c.Facts.Explicit, c.Facts.ExplicitWhere = model.OutcomeBlocked, "tasks#job-1.outcome"
	s := open(t, []model.Case{finished("job-2", "Empty", "", time.Hour), c}, 120, 40)
	s.press("4", "enter")
	if got := s.frame(); !strings.Contains(got, "queue says") || !strings.Contains(got, "suspected false-done") {
		t.Errorf("the detail does not set the two beside each other:\n%s", got)
	}
}

// A cause shows whether it is open, also when the cursor has left it.
func TestACauseShowsThatItIsOpen(t *testing.T) {
	s := open(t, fleet(), 120, 40)
	s.press("j")
	s.shows("▸  no access")
	s.press("k", "enter", "j")
	s.shows("▾  no access")
	s.press("k", "enter", "j")
	s.shows("▸  no access")
}

// A row tells how often it went round a cycle, and not what else was counted.
func TestTheRoundsOfACycleAreShown(t *testing.T) {
	c := blocked("job-1", "Deploy", "I have no access to vault.", model.KindAccess, time.Hour)
	at := c.Task.Updated.Add(-8 * time.Hour)
	for i := range 4 {
		at = at.Add(time.Hour)
		c.Events = append(c.Events,
			model.Event{Seq: int64(10 + 2*i), Where: "events#b", Kind: model.EventBlocked, Name: "blocked", Note: "I have no access to vault.", At: at},
			model.Event{Seq: int64(11 + 2*i), Where: "events#u", Kind: model.EventUnblocked, Name: "unblocked", At: at.Add(time.Minute)})
	}
	s := open(t, []model.Case{c}, 120, 40)
	s.shows("↻")
}
