package live

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// csi runs one control sequence.
func (s *screen) csi(cmd ansi.Cmd, params ansi.Params) {
	arg := func(i, def int) int {
		n, _, _ := params.Param(i, def)
		return n
	}
	n := max(arg(0, 1), 1)
	if cmd.Prefix() != 0 || cmd.Intermediate() != 0 {
		s.private(cmd, params)
		return
	}
	line := s.cells[s.y]
	switch cmd.Final() {
	case 'A':
		s.move(s.x, s.y-n)
	case 'B', 'e':
		s.move(s.x, s.y+n)
	case 'C', 'a':
		s.move(s.x+n, s.y)
	case 'D':
		s.move(s.x-n, s.y)
	case 'E':
		s.move(0, s.y+n)
	case 'F':
		s.move(0, s.y-n)
	case 'G', '`':
		s.move(n-1, s.y)
	case 'd':
		s.move(s.x, n-1)
	case 'H', 'f':
		s.move(max(arg(1, 1), 1)-1, n-1)
	case 'I':
		s.move((s.x/8+n)*8, s.y)
	case 'Z':
		s.move(((s.x+7)/8-n)*8, s.y)
	case 'J':
		s.erase(arg(0, 0), func(y int) { blank(s.cells[y]) })
	case 'K':
		s.erase(arg(0, 0), func(int) {})
	case 'X':
		blank(line[s.x:min(s.x+n, s.width())])
	case '@':
		n = min(n, s.width()-s.x)
		copy(line[s.x+n:], line[s.x:])
		blank(line[s.x : s.x+n])
	case 'P':
		n = min(n, s.width()-s.x)
		copy(line[s.x:], line[s.x+n:])
		blank(line[s.width()-n:])
	case 'L':
		s.scroll(s.y, s.bottom, -n)
	case 'M':
		s.scroll(s.y, s.bottom, n)
	case 'S':
		s.scroll(s.top, s.bottom, n)
	case 'T':
		s.scroll(s.top, s.bottom, -n)
	case 'b':
		for _, r := range strings.Repeat(s.last, n) {
			s.print(r)
		}
	case 'r':
		top, bottom := n-1, min(arg(1, s.height()), s.height())-1
		if top >= bottom {
			break // terminals ignore it: it was meant for the size of before
		}
		s.top, s.bottom = top, bottom
		s.move(0, 0)
	case 'm', 'c', 'n', 't', 'h', 'l', 'g': // looks, questions, and modes without a meaning here
	default:
		s.fault("control sequence %q", rune(cmd.Final()))
	}
}

// private runs the sequences that switch a terminal's modes; the questions
// among them stay without an answer, as terminals often leave them.
func (s *screen) private(cmd ansi.Cmd, params ansi.Params) {
	on := cmd.Final() == 'h'
	if cmd.Prefix() != '?' || cmd.Intermediate() != 0 || !on && cmd.Final() != 'l' {
		return
	}
	params.ForEach(0, func(_, mode int, _ bool) {
		switch mode {
		case 25:
			s.noCursor = !on
		case 1000, 1002, 1003, 1004, 1006, 2004:
			if s.tells == nil {
				s.tells = map[int]bool{}
			}
			if s.tells[mode] = true; !on {
				delete(s.tells, mode)
			}
		case 1049:
			if s.alt != on {
				for _, line := range s.cells {
					blank(line)
				}
			}
			s.alt = on
		}
	})
}

// erase clears a part of the line, and of whole lines what that part says: to
// the end, from the beginning, or all of it.
func (s *screen) erase(part int, whole func(y int)) {
	switch part {
	case 0:
		blank(s.cells[s.y][s.x:])
		for y := s.y + 1; y < s.height(); y++ {
			whole(y)
		}
	case 1:
		blank(s.cells[s.y][:s.x+1])
		for y := range s.y {
			whole(y)
		}
	default:
		blank(s.cells[s.y])
		for y := range s.cells {
			whole(y)
		}
	}
}

func blank(cells []string) {
	for i := range cells {
		cells[i] = " "
	}
}

func TestScreen(t *testing.T) {
	t.Parallel()
	cases := []struct{ name, sent, want string }{
		{"text and lines", "ab\r\ncd", "ab\ncd\n"},
		{"the cursor is moved", "\x1b[2;3Hx\x1b[1;1Hy\x1b[3dz", "y\n  x\n z"},
		{"erased to the end", "abc\r\ndef\r\nghi\x1b[2;2H\x1b[J", "abc\nd\n"},
		{"erased from the beginning", "abc\r\ndef\x1b[2;2H\x1b[1K", "abc\n  f\n"},
		{"erased characters", "abcde\x1b[1;2H\x1b[2X", "a  de\n\n"},
		{"inserted and deleted", "abcd\x1b[1;2H\x1b[@-\x1b[2P", "a-d\n\n"},
		{"lines inserted", "a\r\nb\r\nc\x1b[1;1H\x1b[L", "\na\nb"},
		{"lines deleted", "a\r\nb\r\nc\x1b[1;1H\x1b[M", "b\nc\n"},
		{"a region scrolls", "a\r\nb\r\nc\x1b[1;2r\x1b[S\x1b[r", "b\n\nc"},
		{"scrolled at the last line", "a\r\nb\r\nc\r\nd", "b\nc\nd"},
		{"backwards at the first line", "a\r\nb\x1b[1;1H\x1bMx", "x\na\nb"},
		{"wide signs", "界a\x1b[1;4Hb", "界ab\n\n"},
		{"a sign repeated", "-\x1b[3b", "----\n\n"},
		{"colours say nothing", "\x1b[1;38;5;12mab\x1b[m", "ab\n\n"},
		{"the other screen is empty", "ab\x1b[?1049h", "\n\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := newScreen(6, 3)
			if _, err := s.Write([]byte(c.sent)); err != nil {
				t.Fatal(err)
			}
			if got := s.text(); got != c.want || len(s.faults) > 0 {
				t.Errorf("%q, want %q; faults %q", got, c.want, s.faults)
			}
		})
	}
	s := newScreen(3, 2)
	if _, err := s.Write([]byte("abcd\x1b]52;c;eA==\a\a")); err != nil {
		t.Fatal(err)
	}
	if len(s.faults) != 2 {
		t.Errorf("a line too long and a bell are faults: %q", s.faults)
	}
}
