package tui_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"notdone/ui/keys"
)

// effect is what a key does on a screen, in a place to which other keys lead.
// Wanted is what the screen then says and has not said before; "-" before it: what
// it does not say any more; "@": what is on the line under the cursor, and was
// not; "quit" and "suspend": the program ends, or is stopped.
type effect struct {
	path string
	keys string // each of them does it
	want string
}

// effects is what every key does on every screen.
var effects = map[string][]effect{
	"board": {
		{"j", "up k", "@access"},
		{"", "down j", "@job-54"},
		{"", "left h", "@job-21"},
		{"enter j j", "left h", "@access"},
		{"1", "right l", "@access"},
		{"", "right l", "job-50"},
		{"G", "g home", "@access"},
		{"5", "G end", "@job-70"},
		{"5 G", "ctrl+u pgup", "@job-812"},
		{"5", "ctrl+d pgdown", "@job-818"},
		{"", "tab", "@job-40"},
		{"", "shift+tab", "@job-21"},
		{"", "1", "@job-21"},
		{"1", "2", "@access"},
		{"", "3", "@job-40"},
		{"", "4", "@job-60"},
		{"", "5 0", "@job-800"},
		{"G", "enter", "[Why]"},
		{"", "enter", "job-50"},
		{"5", "esc", "@access"},
		{"/ j enter", "esc", "-/j"},
		{"", "/", "-u unblock"},
		{"/ j o b enter 4", "n", "@job-61"},
		{"/ j o b enter 4 G", "n", "@job-800"},
		{"/ j o b enter 4 G", "N", "@job-61"},
		{"/ j o b enter 4", "N", "@job-40"},
		{"", "u", "Unblock 3 tasks of one cause"},
		{"", "r", "Requeue 3 tasks of one cause"},
		{"1", "s", "Cancel job-21"},
		{"5", "s", "there is nothing to stop: the queue says done"},
		{"", "m", "Mark blocked 3 tasks of one cause"},
		{"", "z", "Undo requeue of job-40"},
		{"", "A", "What was done"},
		{"", "R", "no session"},
		{"", "?", "Help"},
		{"", "q ctrl+c", "quit"},
		{"", "ctrl+z", "suspend"},
	},
	"task": {
		{"100x12 4 j enter", "down j", "-Fix the flaky"},
		{"100x12 4 j enter j", "up k", "Fix the flaky"},
		{"100x12 4 j enter G", "g home", "Fix the flaky"},
		{"100x12 4 j enter", "G end", "clears when"},
		{"100x12 4 j enter", "ctrl+d pgdown", "▸warning"},
		{"100x12 4 j enter G", "ctrl+u pgup", "queue says"},
		{"4 j enter", "left h shift+tab", "[Task]"},
		{"4 j enter", "right l tab", "[Timeline]"},
		{"4 j enter", "esc q", "-[Why]"},
		{"4 j enter", "?", "Help"},
		{"4 j enter", "/", "-was this right?"},
		{"4 j enter", "y n", "marks are not kept now"},
		{"4 j enter", "u", "Unblock job-61"},
		{"4 j enter", "r", "Requeue job-61"},
		{"1 enter", "s", "Cancel job-21"},
		{"4 j enter", "s", "there is nothing to stop: the queue says done"},
		{"4 j enter", "m", "Mark blocked job-61"},
		{"4 j enter", "z", "Undo requeue of job-40"},
		{"4 j enter", "A", "What was done"},
		{"4 j enter", "R", "no session"},
		{"4 j enter", "ctrl+c", "quit"},
		{"4 j enter", "ctrl+z", "suspend"},
	},
	"text in which was searched": {
		{"100x12 4 j enter / c l e a r s enter g", "down j", "-Fix the flaky"},
		{"100x12 4 j enter / c l e a r s enter g j", "up k", "Fix the flaky"},
		{"100x12 4 j enter / c l e a r s enter", "g home", "Fix the flaky"},
		{"100x12 4 j enter / c l e a r s enter g", "G end", "clears when"},
		{"100x12 4 j enter / c l e a r s enter g", "ctrl+d pgdown", "▸warning"},
		{"100x12 4 j enter / c l e a r s enter", "ctrl+u pgup", "queue says"},
		{"4 j enter / c l e a r s enter", "left h shift+tab", "[Task]"},
		{"4 j enter / c l e a r s enter", "right l tab", "[Timeline]"},
		{"4 j enter / c l e a r s enter", "esc", "-/clears"},
		{"4 j enter / c l e a r s enter", "q", "-[Why]"},
		{"4 j enter / c l e a r s enter", "?", "Help"},
		{"4 j enter / c l e a r s enter", "/", "-ends the search"},
		{"4 j enter / c l e a r s enter", "n N", "round the end"},
		{"4 j enter / c l e a r s enter", "u", "Unblock job-61"},
		{"4 j enter / c l e a r s enter", "r", "Requeue job-61"},
		{"4 j enter / c l e a r s enter", "s", "there is nothing to stop: the queue says done"},
		{"4 j enter / c l e a r s enter", "m", "Mark blocked job-61"},
		{"4 j enter / c l e a r s enter", "z", "Undo requeue of job-40"},
		{"4 j enter / c l e a r s enter", "A", "What was done"},
		{"4 j enter / c l e a r s enter", "R", "no session"},
		{"4 j enter / c l e a r s enter", "ctrl+c", "quit"},
		{"4 j enter / c l e a r s enter", "ctrl+z", "suspend"},
	},
	"plan": {
		{"100x14 G u", "down j ctrl+d pgdown", "-Unblock job-53"},
		{"100x14 G u j", "up k", "Unblock job-53"},
		{"100x14 G u G", "g home", "Unblock job-53"},
		{"100x14 G u", "G end", "signed alice"},
		{"100x14 G u", "ctrl+d pgdown", "no claim on it"},
		{"100x14 G u G", "ctrl+u pgup", "Same obstacle"},
		{"G u", "esc q enter", "-[ Cancel ]"},
		{"G u", "tab shift+tab", "tab to the end"},
		{"G u", "a", "unblocked job-53"},
		{"1 s", "a", "there is nothing to apply"},
		{"1 s", "c", "clipboard"},
		{"1 s", "x", "nothing runs yet"},
		{"G u", "/", "-esc cancel"},
		{"G u / s i g n e d enter", "n N", "round the end"},
		{"G u", "ctrl+c", "quit"},
		{"G u", "ctrl+z", "suspend"},
	},
	"command": {
		{"100x12 1 s x", "down j", "-word-000"},
		{"100x12 1 s x j", "up k", "word-000"},
		{"100x12 1 s x G", "g home", "word-000"},
		{"100x12 1 s x", "G end", "with your rights"},
		{"100x12 1 s x", "ctrl+d pgdown", "word-120"},
		{"100x12 1 s x G", "ctrl+u pgup", "word-045"},
		{"1 s x", "esc q enter", "-nothing runs yet"},
		{"1 s x", "x", "exit status 0"},
		{"1 s x", "c", "clipboard"},
		{"1 s x", "/", "-run it"},
		{"1 s x / 0 5 0 enter", "n N", "round the end"},
		{"1 s x", "ctrl+c", "quit"},
		{"1 s x", "ctrl+z", "suspend"},
	},
	"actions": {
		{"A j", "up k", "@job-40"},
		{"A", "down j", "@job-41"},
		{"A G", "g home", "@job-40"},
		{"A", "G end", "@job-59"},
		{"100x11 A", "ctrl+d pgdown", "@job-42"},
		{"100x11 A G", "ctrl+u pgup", "@job-57"},
		{"A", "esc q A", "-What was done"},
		{"A", "z enter", "Undo requeue of job-40"},
		{"A", "?", "Help"},
		{"A", "/", "-esc back"},
		{"A / 4 2 enter", "n N", "round the end"},
		{"A", "ctrl+c", "quit"},
		{"A", "ctrl+z", "suspend"},
	},
	"help": {
		{"100x12 ?", "down j ctrl+d pgdown", "-Move"},
		{"100x12 ? j j", "up k", "↑/k"},
		{"100x12 ? G", "g home", "↑/k"},
		{"100x12 ?", "G end", "rounds of a cycle"},
		{"100x12 ?", "ctrl+d pgdown", "next pane"},
		{"100x12 ? G", "ctrl+u pgup", "Signs"},
		{"?", "esc q enter ?", "-┏━ Help"},
		{"?", "/", "-esc back"},
		{"? / r o u n d s enter", "n N", "round the end"},
		{"?", "ctrl+c", "quit"},
		{"?", "ctrl+z", "suspend"},
	},
}

// at is a screen to which keys have led.
func at(t *testing.T, path string) *screen {
	t.Helper()
	h := markedHand("")
	h.command = []string{"echo"}
	for i := range 150 {
		h.command = append(h.command, fmt.Sprintf("word-%03d", i))
	}
	for i := 41; i < 60; i++ {
		e := h.log[0]
		e.ID, e.Task.ID, e.At = e.ID+strconv.Itoa(i), "job-"+strconv.Itoa(i), e.At.Add(-time.Duration(i)*time.Minute)
		h.log = append(h.log, e)
	}
	s := acting(t, h, 120, 40)
	s = s.onRecording()
	for _, name := range strings.Fields(path) {
		var width, height int
		if n, _ := fmt.Sscanf(name, "%dx%d", &width, &height); n == 2 {
			s.resize(width, height)
		} else {
			s.press(name)
		}
	}
	return s
}

func TestEveryKeyOnEveryScreen(t *testing.T) {
	for context, all := range effects {
		for _, e := range all {
			for name := range strings.FieldsSeq(e.keys) {
				t.Run(fmt.Sprint(context, " ", e.path, "|", name), func(t *testing.T) {
					s := at(t, e.path)
					was, cursor := s.frame(), cursorLine(s)
					s.press(name)
					now, text := s.frame(), strings.TrimLeft(e.want, "-@")
					switch e.want[0] {
					case '-':
						if !strings.Contains(was, text) || strings.Contains(now, text) {
							t.Errorf("before:\n%s\nafter:\n%s", was, now)
						}
					case '@':
						if got := cursorLine(s); strings.Contains(cursor, text) || !strings.Contains(got, text) {
							t.Errorf("the cursor went from %q to %q, want %q", cursor, got, text)
						}
					default:
						if e.want == "quit" || e.want == "suspend" {
							if s.ended != e.want {
								t.Errorf("it does not %s, but %q", e.want, s.ended)
							}
						} else if strings.Contains(was, text) || !strings.Contains(now, text) {
							t.Errorf("want %q; before:\n%s\nafter:\n%s", text, was, now)
						}
					}
				})
			}
		}
	}
}

// No key of the registry is missing from the table.
func TestTheTableOfKeysIsWhole(t *testing.T) {
	all := keys.Default()
	for context, bindings := range all.Contexts() {
		var told []string
		for _, e := range effects[context] {
			told = append(told, strings.Fields(e.keys)...)
		}
		for _, b := range bindings {
			for _, name := range b.Keys() {
				if !slices.Contains(told, name) {
					t.Errorf("%s: nothing says what %s does (%s)", context, name, b.Help().Desc)
				}
			}
		}
	}
}

// recording is a terminal that notes that the program is stopped.
type recording struct {
	slow
	s *screen
}

func (r recording) Suspend() { r.s.ended = "suspend" }

// onRecording opens the screen on a terminal that shows everything at once.
func (s *screen) onRecording() *screen {
	return s.on(recording{slow{func() time.Time { return time.Time{} }, func() time.Time { return s.now }}, s})
}
