package terminal

import (
	"bytes"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// control follows one control character.
func (s *shown) control(seq []byte) {
	s.flush(seq[0] != '\r')
	switch seq[0] {
	case '\r':
		s.x = 0
	case '\b':
		s.x = max(s.x-1, 0)
	case '\t':
		s.x = min(s.x/8*8+8, s.width()-1)
	case '\n':
		if s.usePen(); s.y == s.bottom && !s.lost {
			s.scroll(s.top, 1, s.blank())
		} else {
			s.y = min(s.y+1, len(s.rows)-1)
		}
	case '\a':
	default:
		s.usePen()
		s.forget()
	}
	s.wraps = false
	s.emit(seq)
}

func (s *shown) width() int {
	if len(s.rows) == 0 {
		return 0
	}
	return len(s.rows[0])
}

// string follows what is no control sequence. Most of it draws nothing.
func (s *shown) string(seq []byte) {
	s.pass(seq)
	switch {
	case s.off, len(seq) < 2, strings.IndexByte(`\=>7P_^X`, seq[1]) >= 0:
	case bytes.HasPrefix(seq, []byte("\x1b]8;")):
		s.odd = !bytes.HasPrefix(seq, []byte("\x1b]8;;\a")) && !bytes.HasPrefix(seq, []byte("\x1b]8;;\x1b"))
	case seq[1] == ']':
	case seq[1] == 'M' && s.y > s.top && !s.lost:
		s.place(s.x, s.y-1)
	case seq[1] == 'M' && s.y == s.top && !s.lost:
		s.scroll(s.top, -1, s.blank())
	default:
		s.forget()
	}
}

// sequence follows a control sequence.
func (s *shown) sequence(seq []byte) {
	cmd, params := ansi.Cmd(s.parser.Command()), s.parser.Params()
	arg := func(i int) int {
		n, _, _ := params.Param(i, 1)
		return max(n, 1)
	}
	if cmd.Prefix() != 0 || cmd.Intermediate() != 0 {
		s.pass(seq)
		if cmd.Prefix() == '?' && cmd.Intermediate() == 0 {
			s.mode(params, cmd.Final() == 'h')
		}
		return
	}
	if s.off {
		s.emit(seq)
		return
	}
	switch final := cmd.Final(); final {
	case 'm':
		s.setPen(slices.Clone(seq), params)
	case 'C':
		s.forward(seq, arg(0))
	case 'H', 'f', 'G', '`':
		s.flush(false)
		s.emit(seq)
		if final == 'H' || final == 'f' {
			s.place(arg(1)-1, arg(0)-1)
			s.lost = false
		} else {
			s.place(arg(0)-1, s.y)
		}
	case 'A', 'B', 'D', 'd', 'I', 'Z':
		s.flush(true)
		s.emit(seq)
		s.move(final, arg(0))
	case 'X', 'K', 'J', '@', 'P', 'L', 'M', 'S', 'T':
		s.change(final, seq, arg(0), params)
	case 'b':
		s.repeat(arg(0))
	case 'h', 'l':
		s.pass(seq)
		if n, _, _ := params.Param(0, 0); n == 4 {
			s.odd = final == 'h'
		}
	case 'r':
		s.pass(seq)
		bottom, _, _ := params.Param(1, len(s.rows))
		s.top, s.bottom = arg(0)-1, min(bottom, len(s.rows))-1
		s.place(0, 0)
	case 'c', 'n', 'q', 't', 'u':
		s.pass(seq)
	default:
		s.pass(seq)
		s.forget()
	}
}

// mode follows the modes that hide or show the program's screen.
func (s *shown) mode(params ansi.Params, on bool) {
	params.ForEach(0, func(_, mode int, _ bool) {
		switch mode {
		case ansi.ModeAutoWrap.Mode():
			s.holds = !on
		case ansi.ModeAltScreenSaveCursor.Mode():
			s.off = !on
			s.forget()
			s.pen, s.sent = 0, 0 // as the renderer takes it for
		}
	})
}

// forward moves the cursor to the right.
func (s *shown) forward(seq []byte, n int) {
	s.wraps = false
	if s.same.cols > 0 && s.x+n < s.width() {
		s.same.cols, s.same.moved = s.same.cols+n, true
		s.x += n
		return
	}
	s.flush(true)
	s.emit(seq)
	s.place(s.x+n, s.y)
}

func (s *shown) place(x, y int) {
	s.x, s.y, s.wraps = min(max(x, 0), s.width()-1), min(max(y, 0), len(s.rows)-1), false
}

func (s *shown) move(final byte, n int) {
	switch final {
	case 'A':
		s.place(s.x, s.y-n)
	case 'B':
		s.place(s.x, s.y+n)
	case 'D':
		s.place(s.x-n, s.y)
	case 'd':
		s.place(s.x, n-1)
	case 'I':
		s.place((s.x/8+n)*8, s.y)
	case 'Z':
		s.place(((s.x+7)/8-n)*8, s.y)
	}
}

// repeat writes the last sign n times more.
func (s *shown) repeat(n int) {
	sign := []byte(s.last)
	if len(sign) == 0 {
		s.pass([]byte(ansi.RepeatPreviousCharacter(n)))
		s.forget()
		return
	}
	if s.same.cols == 0 && s.ready && s.x+n < s.width() && !s.lost && !s.odd && !s.mixed[s.y] && !s.wraps {
		now, row := s.inkOf(s.last), s.rows[s.y][s.x:s.x+n]
		if slices.ContainsFunc(row, func(c cell) bool { return c != now || c.text == "" }) {
			s.usePen()
			s.out = append(s.out, ansi.RepeatPreviousCharacter(n)...)
			fill(row, now)
			s.x += n
			return
		}
	}
	for range n {
		s.print(sign, 1)
	}
}

// change follows what erases, inserts, deletes and scrolls.
func (s *shown) change(final byte, seq []byte, n int, params ansi.Params) {
	part, _, _ := params.Param(0, 0)
	blank := s.blank()
	if s.lost {
		s.pass(seq)
		if final == 'J' && part == 2 {
			s.erase(0, len(s.rows), blank)
		}
		return
	}
	row, x := s.rows[s.y], s.x
	from, to := x, x
	switch {
	case final == 'X':
		to = min(x+n, len(row))
	case final == 'K' && part == 0:
		to = len(row)
	case final == 'K' && part == 1:
		from, to = 0, x+1
	case final == 'K':
		from, to = 0, len(row)
	}
	if erased := row[from:to]; len(erased) > 0 && blank.text != "" && !s.mixed[s.y] &&
		!slices.ContainsFunc(erased, func(c cell) bool { return c != blank }) {
		return // nothing would change
	}
	s.pass(seq)
	s.wraps, s.known = false, true
	fill(row[from:to], blank)
	if from == 0 && to == len(row) {
		s.mixed[s.y] = false
	}
	switch final {
	case 'J':
		s.eraseScreen(part, blank)
	case '@':
		n = min(n, len(row)-x)
		copy(row[x+n:], row[x:])
		fill(row[x:x+n], blank)
	case 'P':
		n = min(n, len(row)-x)
		copy(row[x:], row[x+n:])
		fill(row[len(row)-n:], blank)
	case 'L':
		s.scroll(s.y, -n, blank)
	case 'M':
		s.scroll(s.y, n, blank)
	case 'S':
		s.scroll(s.top, n, blank)
	case 'T':
		s.scroll(s.top, -n, blank)
	}
}

func fill(cells []cell, with cell) {
	for i := range cells {
		cells[i] = with
	}
}

// eraseScreen erases the screen behind the cursor, before it, or all of it.
func (s *shown) eraseScreen(part int, blank cell) {
	switch part {
	case 0:
		if fill(s.rows[s.y][s.x:], blank); s.x == 0 {
			s.mixed[s.y] = false
		}
		s.erase(s.y+1, len(s.rows), blank)
	case 1:
		fill(s.rows[s.y][:s.x+1], blank)
		s.erase(0, s.y, blank)
	default:
		s.erase(0, len(s.rows), blank)
	}
}

// erase erases whole lines.
func (s *shown) erase(from, to int, blank cell) {
	for y := from; y < to; y++ {
		fill(s.rows[y], blank)
		s.mixed[y] = false
	}
}

// scroll moves the lines from top to the end of what scrolls up by n, or down.
func (s *shown) scroll(top, n int, blank cell) {
	if top < s.top || top > s.bottom || s.bottom >= len(s.rows) {
		s.forget()
		return
	}
	rows, mixed := s.rows[top:s.bottom+1], s.mixed[top:s.bottom+1]
	k := min(max(n, -n), len(rows))
	if n < 0 { // down: the last ones become the first, which are erased
		k = len(rows) - k
	}
	copy(rows, slices.Concat(rows[k:], rows[:k]))
	copy(mixed, slices.Concat(mixed[k:], mixed[:k]))
	from, to := len(rows)-k, len(rows)
	if n < 0 {
		from, to = 0, len(rows)-k
	}
	s.erase(top+from, top+to, blank)
}
