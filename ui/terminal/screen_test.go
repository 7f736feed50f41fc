package terminal

import (
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// virtual is a terminal that knows what a painter may write, and fails the test at anything else.
type virtual struct {
	fatal       func(string, ...any) // fails the test
	cells       *uv.Buffer
	method      ansi.Method
	x, y        int
	wraps       bool // the last column was written
	top, bottom int
	pen         uv.Cell
	title       string
	atOnce      bool // it shows later what is written now
}

func newVirtual(fatal func(string, ...any), width, height int) *virtual {
	v := &virtual{fatal: fatal}
	v.resize(width, height)
	return v
}

// resize shows what no frame has.
func (v *virtual) resize(width, height int) {
	v.cells = uv.NewBuffer(width, height)
	v.cells.Fill(&uv.Cell{Content: "?", Width: 1})
	v.top, v.bottom, v.x, v.y, v.wraps = 0, height-1, width-1, height-1, false
}

func (v *virtual) write(text []byte) {
	parser := ansi.NewParser()
	for len(text) > 0 {
		var seq []byte
		var width, n int
		if c := text[0]; c > ansi.US && c < ansi.DEL || c >= 0xc0 {
			seq, width = ansi.FirstGraphemeCluster(text, v.method)
			n = len(seq)
		} else {
			var state byte
			seq, width, n, state = ansi.DecodeSequence(text, ansi.NormalState, parser)
			if state != ansi.NormalState {
				v.fatal("a cut sequence: %q", text)
			}
		}
		switch {
		case width > 0:
			v.print(string(seq), width)
		case ansi.HasCsiPrefix(seq):
			v.control(seq, parser)
		case string(seq) == "\n" && v.y == v.bottom:
			v.cells.DeleteLineArea(v.top, 1, nil, uv.Rect(0, v.top, v.cells.Width(), v.bottom-v.top+1))
		case string(seq) == ansi.ReverseIndex && v.y == v.top:
			v.cells.InsertLineArea(v.top, 1, nil, uv.Rect(0, v.top, v.cells.Width(), v.bottom-v.top+1))
		case ansi.HasOscPrefix(seq) && parser.Command() == 2:
			v.title = strings.TrimPrefix(string(parser.Data()), "2;")
		case ansi.HasOscPrefix(seq) && parser.Command() == 8:
			uv.ReadLink(parser.Data(), &v.pen.Link)
		default:
			v.fatal("%q is written", seq)
		}
		text = text[n:]
	}
}

func (v *virtual) control(seq []byte, parser *ansi.Parser) {
	params := parser.Params()
	arg := func(i, otherwise int) int {
		n, _, _ := params.Param(i, otherwise)
		return n
	}
	switch cmd := ansi.Cmd(parser.Command()); {
	case string(seq) == ansi.SetModeSynchronizedOutput || string(seq) == ansi.ResetModeSynchronizedOutput:
		v.atOnce = cmd.Final() == 'h'
	case cmd.Prefix() != 0:
		v.fatal("%q is written", seq)
	case cmd.Final() == 'm':
		uv.ReadStyle(params, &v.pen.Style)
	case cmd.Final() == 'H':
		v.x, v.y, v.wraps = arg(1, 1)-1, arg(0, 1)-1, false
	case cmd.Final() == 'C':
		v.x = min(v.x+arg(0, 1), v.cells.Width()-1)
	case cmd.Final() == 'K' && arg(0, 0) == 0:
		for x := v.x; x < v.cells.Width(); x++ {
			v.cells.SetCell(x, v.y, &uv.Cell{Content: " ", Width: 1, Style: v.pen.Style})
		}
	case cmd.Final() == 'X':
		for x := v.x; x < min(v.x+arg(0, 1), v.cells.Width()); x++ {
			v.cells.SetCell(x, v.y, &uv.Cell{Content: " ", Width: 1, Style: v.pen.Style})
		}
	case cmd.Final() == 'r':
		v.top, v.bottom = arg(0, 1)-1, arg(1, v.cells.Height())-1
		v.x, v.y, v.wraps = 0, 0, false
	default:
		v.fatal("%q is written", seq)
	}
}

func (v *virtual) print(sign string, width int) {
	if v.wraps {
		v.fatal("%q is written behind the last column", sign)
	}
	c := v.pen
	c.Content, c.Width = sign, width
	v.cells.SetCell(v.x, v.y, &c)
	if v.x += width; v.x >= v.cells.Width() {
		v.x, v.wraps = v.cells.Width()-1, true
	}
}

// shows fails the test unless the terminal shows these lines, as Bubble Tea takes them apart.
func (v *virtual) shows(lines []string) {
	frame := strings.Join(lines, "\x1b[m\x1b]8;;\a\n")
	want := uv.NewScreenBuffer(v.cells.Width(), v.cells.Height())
	want.Method = v.method
	uv.NewStyledString(frame).Draw(want, want.Bounds())
	for y := range v.cells.Lines {
		simplify(v.cells.Lines[y])
		simplify(want.Lines[y])
		for x, got := range v.cells.Lines[y] {
			if want := want.Lines[y][x]; !got.Equal(&want) {
				v.fatal("%d,%d: %+v, want %+v", x, y, got, want)
			}
		}
	}
	if v.x != 0 || v.y != 0 || v.atOnce || v.top != 0 || v.bottom != v.cells.Height()-1 || !v.pen.Style.IsZero() || !v.pen.Link.IsZero() {
		v.fatal("the terminal is left so: %+v", v)
	}
}
