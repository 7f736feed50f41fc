package tui_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"notdone/ui/tui"
)

// wanderer presses keys at random and holds the screen to what it always promises.
type wanderer struct {
	*screen
	r    *rapid.T
	h    *richHand
	way  []string
	done int       // actions
	ran  int       // commands
	rest time.Time // since when no key was pressed and nothing was pasted
	// What the screen was when the last key was pressed, and for how long nothing was before.
	before string
	rested time.Duration
}

// key presses a key, waits, and checks what it did.
func (w *wanderer) key(k tea.KeyPressMsg, name string) {
	w.before, w.rested = w.frame(), w.now.Sub(w.rest)
	w.way = append(w.way, name)
	w.send(k)
	w.rest = w.now
	w.check()
	w.wait(time.Duration(rapid.SampledFrom([]int{0, 40, 700, 2500, 2500}).Draw(w.r, "pause")) * time.Millisecond)
	w.check()
}

// did checks what was done since the last key or paste: an action is done only by the key that
// applies a plan, where the plan was on the screen for long enough, and so is a command.
func (w *wanderer) did() {
	last := w.way[len(w.way)-1]
	rested := w.rested >= 500*time.Millisecond
	if len(w.h.done) > w.done && (last != "a" || !rested || !applicable(w.before)) {
		w.fail("something was done, after a rest of %v:\n%s", w.rested, w.before)
	}
	if ran := w.commands(); ran > w.ran && (last != "x" || !rested || !strings.Contains(w.before, "━ Command")) {
		w.fail("a command was run, after a rest of %v:\n%s", w.rested, w.before)
	}
	w.done, w.ran = len(w.h.done), w.commands()
}

// applicable reports whether a frame says that its plan can be applied: beside the buttons, over
// which a notice may stand on a small screen, or in the footer.
func applicable(frame string) bool {
	return strings.Contains(frame, "apply: a") || strings.Contains(frame, "a apply")
}

// commands is how many commands of owners were run.
func (w *wanderer) commands() (n int) {
	for i := range w.h.log {
		if w.h.log[i].Ran != nil {
			n++
		}
	}
	return n
}

// check holds the frame to the size of the terminal, and what was done to what was seen.
func (w *wanderer) check() {
	w.did()
	width, height := w.m.Size()
	lines := strings.Split(w.m.View().Content, "\n")
	if len(lines) > max(height, 1) {
		w.fail("%d lines on %dx%d", len(lines), width, height)
	}
	for _, line := range lines {
		if got := ansi.StringWidth(line); got > width {
			w.fail("a line of %d cells on %dx%d: %q", got, width, height, line)
		}
	}
}

func (w *wanderer) fail(format string, args ...any) {
	w.r.Helper()
	w.r.Fatalf("after %q: %s", w.way, fmt.Sprintf(format, args...))
}

// ways lead to what writes and runs, where one is on the board.
var ways = [][]string{{"u", "shift+tab", "a"}, {"2", "G", "k", "k", "u", "shift+tab", "a"}, {"3", "r", "a"}, {"z", "a"}, {"A", "z", "a"}, {"1", "u", "shift+tab", "x", "x"}, {"esc", "esc", "esc"}}

// step does something that people, terminals or cats do.
func (w *wanderer) step(keys []string) {
	switch rapid.IntRange(0, 19).Draw(w.r, "step") {
	case 0:
		size := rapid.SampledFrom([][2]int{{80, 24}, {120, 40}, {40, 12}, {20, 5}, {100, 30}, {33, 9}, {1, 1}, {160, 48}}).Draw(w.r, "size")
		w.way = append(w.way, fmt.Sprintf("%dx%d", size[0], size[1]))
		w.resize(size[0], size[1])
		w.check()
	case 1:
		text := rapid.StringOfN(rapid.RuneFrom([]rune("auxsj /\n\tz漢\x1b")), 1, 20, -1).Draw(w.r, "paste")
		w.way = append(w.way, fmt.Sprintf("%q", text))
		w.send(tea.PasteMsg{Content: text})
		w.rest = w.now
		w.check()
		w.wait(time.Second)
		w.check()
	case 2, 3:
		letter := rapid.SampledFrom([]rune("abcdefghijklmnopqrstuvwxyzAGJKLNORW0123456789:!*+ ")).Draw(w.r, "letter")
		w.key(tea.KeyPressMsg{Code: letter, Text: string(letter)}, string(letter))
	case 4, 5, 6:
		for _, name := range rapid.SampledFrom(ways).Draw(w.r, "way") {
			w.key(keyPress(name), name)
		}
	default:
		name := rapid.SampledFrom(keys).Draw(w.r, "key")
		w.key(keyPress(name), name)
	}
}

// Whatever keys are pressed, the screen keeps to the terminal, writes nothing without a
// plan that was seen, and finds its way back to the board. `-rapid.checks 2000` tries more.
func TestRandomKeys(t *testing.T) {
	var keys []string
	for _, a := range tui.Actions() {
		for _, key := range a.Keys {
			if a.ID != "program.quit" && a.ID != "program.quit-now" && !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	t.Chdir(t.TempDir()) // where the keys write what is shown
	shared, b, _ := rich(t, 120, 40)
	applied := 0
	rapid.Check(t, func(r *rapid.T) {
		h := newRichHand()
		h.command = []string{"true"}
		w := &wanderer{screen: newScreen(t, 120, 40), r: r, h: h}
		w.options = shared.options
		w.options.Act, w.options.Now, w.options.After = h, func() time.Time { return w.now }, w.after
		b.marks = map[string]string{}
		w.onRecording()
		w.ran = w.commands()
		for range rapid.IntRange(5, 40).Draw(r, "steps") {
			if w.step(keys); w.ended == "quit" {
				return
			}
		}
		applied += len(h.done)
		w.resize(120, 40)
		for range 12 {
			w.press("esc")
		}
		if frames := strings.Count(w.frame(), "┏"); frames != 1 || !strings.Contains(w.frame(), "q quit") {
			w.fail("the board has %d panes with the focus:\n%s", frames, w.frame())
		}
		w.ended = ""
		if w.press("ctrl+c"); w.ended != "quit" {
			w.fail("it does not end")
		}
	})
	if applied == 0 && !testing.Short() {
		t.Error("no plan was ever applied")
	}
}
