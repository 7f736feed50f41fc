package terminal

import (
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// shown follows what the terminal shows, from what is written to it, and leaves out of a frame
// the text that stands there already: the renderer of Bubble Tea 2.0 writes a line from its first
// to its last change, which is nearly all of it where panes lie side by side. What it does not
// understand it passes on, and takes for unknown what that may have changed.
type shown struct {
	rows   [][]cell
	mixed  []bool // rows with signs whose width terminals disagree about
	x, y   int
	wraps  bool // the last column was written: the next sign goes to the next line
	holds  bool // the cursor stays in the last column instead
	lost   bool // the cursor may be anywhere
	off    bool // the program's own screen is not shown
	odd    bool // text is inserted, or is a link: nothing is known of where it is written
	known  bool // something is known
	top    int  // the first and the last line of what scrolls
	bottom int

	parser *ansi.Parser
	styles map[uv.Style]style
	looks  []uv.Style // by their numbers
	pen    style      // of the text that comes next
	sent   style      // the terminal's
	pens   []byte     // the sequences that make the one of the other
	last   string     // the sign that was written last
	ready  bool       // the terminal has just written it
	out    []byte
	same   same
}

// style is a number for a uv.Style. Blank cells have that of what is seen of them.
type style int

// unknown is the style of a pen until it is reset.
const unknown style = -1

// A cell is unknown where its text is empty.
type cell struct {
	text string
	pen  style
}

// same is text that stands on the screen already where it would be written.
type same struct {
	cols  int
	text  int    // bytes of it
	raw   []byte // with the sequences of its styles
	moved bool   // a movement to the right is part of it, which raw lacks
	pen   style  // before it
	pens  []byte
}

func newShown() *shown {
	s := &shown{parser: ansi.NewParser(), styles: map[uv.Style]style{}, off: true}
	s.parser.SetParamsSize(32)
	s.parser.SetDataSize(16)
	s.styleOf(uv.Style{})
	return s
}

// styleOf returns the number of a style.
func (s *shown) styleOf(of uv.Style) style {
	n, known := s.styles[of]
	if !known {
		n = style(len(s.looks))
		s.styles[of], s.looks = n, append(s.looks, of)
	}
	return n
}

// mostStyles is how many styles are told apart.
const mostStyles = 4096

// fit follows the terminal's size. Nothing is known of a terminal of another size.
func (s *shown) fit(width, height int) {
	if len(s.looks) > mostStyles {
		clear(s.styles)
		s.looks = s.looks[:0]
		s.styleOf(uv.Style{})
		s.pen, s.sent, s.rows = unknown, unknown, nil
	}
	if height == len(s.rows) && width == s.width() {
		return
	}
	s.rows, s.mixed = make([][]cell, height), make([]bool, height)
	for y := range s.rows {
		s.rows[y] = make([]cell, width)
	}
	s.top, s.bottom, s.lost, s.known = 0, height-1, true, false
}

// forget takes all for unknown, and the place of the cursor.
func (s *shown) forget() {
	for y := range s.rows {
		if s.known {
			clear(s.rows[y])
		}
	}
	s.known, s.lost = false, true
}

// reduce returns what has to be written instead of p, for the same screen and cursor.
func (s *shown) reduce(p []byte) []byte {
	if s.width() == 0 {
		return p
	}
	s.out = make([]byte, 0, len(p))
	for len(p) > 0 {
		if c := p[0]; c > ansi.US && c < ansi.DEL {
			sign, width := p[:1], 1
			if len(p) > 1 && p[1] >= utf8.RuneSelf { // an accent may follow
				sign, width = ansi.FirstGraphemeCluster(p, ansi.GraphemeWidth)
			}
			s.print(sign, width)
			p = p[len(sign):]
			continue
		}
		seq, width, n, state := ansi.DecodeSequence(p, ansi.NormalState, s.parser)
		switch {
		case state != ansi.NormalState: // it was cut
			s.pass(p)
			s.forget()
			n = len(p)
		case width > 0:
			s.print(seq, width)
		case len(seq) == 1:
			s.control(seq)
		case ansi.HasCsiPrefix(seq):
			s.sequence(seq)
		case seq[0] >= utf8.RuneSelf: // it belongs to the sign before
			s.pass(seq)
			s.spoil(0, false)
		default:
			s.string(seq)
		}
		p = p[max(n, 1):]
	}
	s.flush(true)
	s.usePen()
	return s.out
}

// emit writes a sequence that does not depend on the pen.
func (s *shown) emit(seq []byte) {
	s.out = append(s.out, seq...)
	s.ready = false
}

// pass writes what is not understood, after all that came before it.
func (s *shown) pass(seq []byte) {
	s.flush(true)
	s.usePen()
	s.emit(seq)
}

// usePen gives the terminal the pen.
func (s *shown) usePen() {
	if s.sent != s.pen || s.pen == unknown {
		s.emit(s.pens)
	}
	s.sent, s.pens = s.pen, s.pens[:0]
}

// setPen follows a sequence that changes the pen. It is written when something is.
func (s *shown) setPen(seq []byte, params ansi.Params) {
	if s.same.cols > 0 && !s.same.moved {
		s.same.raw = append(s.same.raw, seq...)
	}
	var of uv.Style
	if first, _, _ := params.Param(0, 0); first == 0 {
		s.pens = s.pens[:0]
	} else if s.pen == unknown {
		s.pens = append(s.pens, seq...)
		return
	} else {
		of = s.looks[s.pen]
	}
	s.pens = append(s.pens, seq...)
	uv.ReadStyle(params, &of)
	s.pen = s.styleOf(of)
}

// inked are the attributes that are seen of a blank, too.
const inked = uv.AttrReverse | uv.AttrStrikethrough

// blank is what an erased cell becomes. Terminals differ in whether it has the background of
// the pen.
func (s *shown) blank() cell {
	if s.pen == unknown {
		return cell{}
	}
	if of := s.looks[s.pen]; of.Bg != nil || of.Underline != 0 || of.Attrs&inked != 0 {
		return cell{}
	}
	return cell{" ", 0}
}

// inkOf returns a sign with the pen, as far as that is seen of it.
func (s *shown) inkOf(text string) cell {
	switch {
	case s.pen == unknown:
		return cell{}
	case text == " " && s.pen != 0:
		if of := s.looks[s.pen]; of.Underline == 0 && of.Attrs&inked == 0 {
			return cell{text, s.styleOf(uv.Style{Bg: of.Bg})}
		}
	}
	return cell{text, s.pen}
}

// print writes one sign, unless it stands there already.
func (s *shown) print(sign []byte, width int) {
	if s.off {
		s.emit(sign)
		return
	}
	if s.wraps && !s.lost {
		s.flush(true)
		if s.x, s.wraps = 0, false; s.y == s.bottom {
			s.scroll(s.top, 1, s.blank())
		} else {
			s.y = min(s.y+1, len(s.rows)-1)
		}
	}
	plain := width == 1 && utf8.RuneCount(sign) == 1
	text := s.textOf(sign)
	if s.lost || s.odd || !plain || s.mixed[s.y] {
		s.write(sign, text)
		s.spoil(width, plain)
		return
	}
	now, at := s.inkOf(text), &s.rows[s.y][s.x]
	if *at != now || now.text == "" || s.x == s.width()-1 {
		s.write(sign, text)
		*at, s.known = now, true
		s.advance()
		return
	}
	if s.same.cols == 0 {
		s.same.pen, s.same.pens = s.pen, append(s.same.pens[:0], s.pens...)
	}
	s.same.cols++
	s.same.text += len(sign)
	s.same.raw = append(s.same.raw, sign...)
	s.last = text
	s.x++
}

// write writes one sign.
func (s *shown) write(sign []byte, text string) {
	s.flush(true)
	s.usePen()
	s.out = append(s.out, sign...)
	s.last, s.ready = text, true
}

// spoil forgets the line of a sign that was written and cannot be followed.
func (s *shown) spoil(width int, plain bool) {
	if s.off || s.lost {
		s.forget()
		return
	}
	clear(s.rows[s.y])
	s.mixed[s.y] = s.mixed[s.y] || !plain
	for range width {
		s.advance()
	}
}

func (s *shown) advance() {
	if s.x++; s.x >= len(s.rows[s.y]) {
		s.x, s.wraps = len(s.rows[s.y])-1, !s.holds
	}
}

// ascii are the printable signs of ASCII, so that no text is made of each.
var ascii = func() (all [ansi.DEL]string) {
	for c := range all {
		all[c] = string(rune(c))
	}
	return all
}()

func (s *shown) textOf(sign []byte) string {
	if len(sign) == 1 && sign[0] < ansi.DEL {
		return ascii[sign[0]]
	}
	return string(sign)
}

// flush ends text that stands there already: it is passed over where that takes less, and not
// even that where what follows places the cursor anew.
func (s *shown) flush(stays bool) {
	if s.same.cols == 0 {
		return
	}
	was := s.same
	s.same = same{raw: was.raw[:0], pens: was.pens[:0]}
	over := []byte(ansi.CursorForward(was.cols))
	switch {
	case !stays:
	case was.moved || was.text > len(over):
		s.emit(over)
	default:
		if s.sent != was.pen {
			s.out = append(s.out, was.pens...)
		}
		s.out = append(s.out, was.raw...)
		s.sent, s.pens, s.ready = s.pen, s.pens[:0], true
	}
}
