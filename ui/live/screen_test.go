package live

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// screen is a terminal's memory: as much of a terminal as the program makes
// use of. What it does not understand it counts as a fault, so that no test
// passes on a screen that is not the one a person would see.
type screen struct {
	parser        *ansi.Parser
	cells         [][]string // one grapheme a cell, "" for the second half of a wide one
	x, y          int
	pending       bool // the last column was written; the next rune goes to the next line
	top, bottom   int  // the scrolling region, both included
	saved         [2]int
	last          string
	alt, noCursor bool
	tells         map[int]bool // the modes in which it sends more than keys: mouse, focus, pastes in brackets
	faults        []string
	shared        bool // another program writes on it as well: nothing is a fault
}

func newScreen(width, height int) *screen {
	s := &screen{parser: ansi.NewParser()}
	s.parser.SetParamsSize(32)
	s.parser.SetDataSize(64 << 10)
	s.parser.SetHandler(ansi.Handler{
		Print: s.print, Execute: s.control, HandleCsi: s.csi, HandleEsc: s.escape,
	})
	s.resize(width, height)
	return s
}

// Write takes in what the program sends.
func (s *screen) Write(b []byte) (int, error) {
	s.parser.Parse(b)
	return len(b), nil
}

// resize keeps what fits, as terminals do with their alternate screen.
func (s *screen) resize(width, height int) {
	cells := make([][]string, height)
	for y := range cells {
		cells[y] = blankLine(width)
		if y < len(s.cells) {
			copy(cells[y], s.cells[y])
		}
	}
	s.cells, s.top, s.bottom, s.pending = cells, 0, height-1, false
	s.move(s.x, s.y)
}

func blankLine(width int) []string {
	line := make([]string, width)
	for x := range line {
		line[x] = " "
	}
	return line
}

func (s *screen) width() int  { return len(s.cells[0]) }
func (s *screen) height() int { return len(s.cells) }

// text is what is seen, a line a row, without trailing blanks.
func (s *screen) text() string {
	lines := make([]string, s.height())
	for y, cells := range s.cells {
		lines[y] = strings.TrimRight(strings.Join(cells, ""), " ")
	}
	return strings.Join(lines, "\n")
}

// frame is the text within the frame whose upper border says the title, the line that
// begins with it, or "" when there is neither.
func (s *screen) frame(title string) string {
	for y, cells := range s.cells {
		before, _, found := strings.Cut(strings.Join(cells, ""), title)
		if !found {
			continue
		}
		left := strings.LastIndexAny(before, "╭┏")
		if left < 0 && len(before) <= len("▌ ") {
			return strings.Join(cells, "") // an empty pane is a line
		} else if left < 0 {
			continue
		}
		x0 := ansi.StringWidth(before[:left])
		x1 := x0
		for x1 < s.width()-1 && cells[x1] != "╮" && cells[x1] != "┓" {
			x1++
		}
		var lines []string
		for _, row := range s.cells[y:] {
			lines = append(lines, strings.Join(row[x0:x1+1], ""))
			if row[x0] == "╰" || row[x0] == "┗" {
				return strings.Join(lines, "\n")
			}
		}
	}
	return ""
}

func (s *screen) fault(format string, args ...any) {
	if s.shared {
		return
	}
	s.faults = append(s.faults, fmt.Sprintf(format, args...))
}

func (s *screen) move(x, y int) {
	s.x, s.y, s.pending = min(max(x, 0), s.width()-1), min(max(y, 0), s.height()-1), false
}

func (s *screen) print(r rune) {
	width := ansi.StringWidth(string(r))
	if width == 0 {
		if x := s.x - 1; x >= 0 {
			s.cells[s.y][x] += string(r)
		}
		return
	}
	if s.pending || s.x+width > s.width() {
		s.fault("a line of the screen is too long: %q after %q", r, strings.Join(s.cells[s.y], ""))
		s.move(0, s.y)
		s.lineFeed()
	}
	s.last = string(r)
	s.cells[s.y][s.x] = s.last
	if width == 2 {
		s.cells[s.y][s.x+1] = ""
	}
	if s.x+width == s.width() {
		s.x, s.pending = s.width()-1, true
	} else {
		s.x += width
	}
}

func (s *screen) control(b byte) {
	switch b {
	case 0x18: // it cancels a sequence, and none is under way
	case '\r':
		s.move(0, s.y)
	case '\n':
		s.lineFeed()
	case '\b':
		s.move(s.x-1, s.y)
	case '\t':
		s.move((s.x/8+1)*8, s.y)
	case 0x0e, 0x0f: // character sets, of which there is one
	default:
		s.fault("control character %#x", b)
	}
}

func (s *screen) lineFeed() {
	if s.y == s.bottom {
		s.scroll(s.top, s.bottom, 1)
		s.pending = false
		return
	}
	s.move(s.x, s.y+1)
}

func (s *screen) escape(cmd ansi.Cmd) {
	switch cmd.Final() {
	case 'M':
		if s.y == s.top {
			s.scroll(s.top, s.bottom, -1)
		} else {
			s.move(s.x, s.y-1)
		}
	case '7':
		s.saved = [2]int{s.x, s.y}
	case '8':
		s.move(s.saved[0], s.saved[1])
	case '=', '>', '\\', 'B': // the keypad; the end of a string; the one character set
	default:
		s.fault("escape %q", rune(cmd.Final()))
	}
}

// scroll moves the lines from top to bottom up by n, or down when negative.
func (s *screen) scroll(top, bottom, n int) {
	for ; n > 0; n-- {
		copy(s.cells[top:bottom], s.cells[top+1:bottom+1])
		s.cells[bottom] = blankLine(s.width())
	}
	for ; n < 0; n++ {
		copy(s.cells[top+1:bottom+1], s.cells[top:bottom])
		s.cells[top] = blankLine(s.width())
	}
}
