package tui_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"notdone/ui/tui"
)

// viewKeys lead to every view, from the board.
var viewKeys = map[string]string{
	"board": "2 G", "a cause": "2 g enter j", "the rest": "5 j", "zoomed": "2 +", "selected": "2 g space j v", "filter": `/ "state:blocked vau`,
	"why": "1 enter", "timeline": "1 enter tab", "log": "1 enter tab tab", "task": "1 enter tab tab tab", "links": "1 enter shift+tab",
	"search in a task": `1 enter / "call" enter`, "plan": "2 G k k u", "plan of a cause": "2 g u", "answer": `2 G k k u "Redis`,
	"command": "1 u x", "command that has run": "1 u x x", "refused": "1 u", "undo": "z", "journal": "A j", "session": "1 R",
	"loops": "L j", "new": "w w", "attention": "! j", "export": "2 E", "saved view": ">",
	"help": "?", "palette": `: "un`, "queues": "b", "copy": "1 c", "reason": `4 j enter n "no`,
}

var viewSizes = [][2]int{{80, 24}, {120, 40}, {160, 48}, {40, 12}}

// Every view lies and is coloured as its golden file says, at each size, on dark and on light.
// A file has each frame once, then by line where which style begins, and what the styles are.
func TestViews(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine draws")
	}
	_, b, _ := rich(t, 80, 24)
	for name, keys := range viewKeys {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			var said strings.Builder
			for _, size := range viewSizes {
				var frames, runs, styles [2]string
				for i, background := range []tui.Background{tui.Dark, tui.Light} {
					s := viewOf(t, b, background, size, keys)
					frames[i] = s.frame()
					runs[i], styles[i] = stylesOf(s.m.View().Content)
				}
				if frames[0] != frames[1] {
					t.Errorf("on light it says something else than on dark:\n%s\n%s", frames[0], frames[1])
				}
				if runs[0] == runs[1] {
					runs[1] = ""
				}
				fmt.Fprintf(&said, "-- %dx%d --\n%s\n%s-- dark --\n%s%s-- light --\n%s", size[0], size[1], frames[0], runs[0], styles[0], runs[1], styles[1])
			}
			golden.RequireEqual(t, []byte(said.String()))
		})
	}
}

// viewOf is a screen of the rich board to which keys have led.
func viewOf(t *testing.T, b *richBoard, background tui.Background, size [2]int, keys string) *screen {
	t.Helper()
	h := newRichHand()
	h.command = []string{"sh", "-c", "echo said; exit 3"}
	b.marks = map[string]string{"tool-loop": "right", "slow": "it is the big one"}
	s := newScreen(t, size[0], size[1])
	s.options = s.with(b, h)
	s.options.Marks, s.options.Background = b, background
	if strings.HasPrefix(keys, ">") {
		s.options.Views = map[string]string{"access": "state:blocked vault", "mine": "worker:me"}
	}
	s.onRecording()
	s.send(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
	for _, step := range steps(keys) {
		s.do(step)
		s.wait(s.pace)
	}
	return s
}

// sgr is a sequence that sets a style.
var sgr = regexp.MustCompile(`\x1b\[([0-9;:]*)m`)

// stylesOf says of each line of a frame in which column which style begins, by letters, and
// what the letters stand for. Of lines that are styled alike the first one is told.
func stylesOf(content string) (runs, styles string) {
	var names []string
	was := ""
	for n, line := range strings.Split(content, "\n") {
		is, style, column, at := "", "", 0, 0
		for _, m := range append(sgr.FindAllStringSubmatchIndex(line, -1), []int{len(line), len(line), -1, -1}) {
			if text := line[at:m[0]]; text != "" {
				if !slices.Contains(names, style) {
					names = append(names, style)
				}
				is += fmt.Sprintf(" %d%c", column, rune('a'+slices.Index(names, style)))
				column += ansi.StringWidth(text)
			}
			switch at = m[1]; {
			case m[2] < 0:
			case line[m[2]:m[3]] == "" || line[m[2]:m[3]] == "0":
				style = ""
			default:
				style = strings.TrimPrefix(style+";"+line[m[2]:m[3]], ";")
			}
		}
		if is != was {
			runs += fmt.Sprintf("%d:%s\n", n+1, is)
			was = is
		}
	}
	for i, style := range names {
		styles += fmt.Sprintf("%c = %s\n", rune('a'+i), style)
	}
	return runs, styles
}
