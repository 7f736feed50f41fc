package terminal

import (
	"bytes"
	"strings"
	"sync/atomic"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// scene is what the terminal is to show, and how. A line of the frame begins without a style.
type scene struct {
	frame, title  string
	width, height int
	profile       colorprofile.Profile // the colours of the terminal; Unknown: nothing is drawn yet
	method        ansi.Method          // how the terminal measures signs
	sync          bool                 // it shows at once what is written between two marks
}

// painter writes frames: of the lines that are others than before it writes the cells that are.
// The renderer of Bubble Tea 2.0 takes each frame apart, and compares and measures every cell of
// it, which was a quarter of all that the program did beside a queue that is written; it is left
// the modes of the terminal. But for the scene, only who writes to the terminal uses a painter.
type painter struct {
	scene atomic.Pointer[scene] // the newest one; nil: there is none

	drawn scene // what was drawn last
	shown []row // the lines of it
	next  []row // those of the frame that is drawn
	blank row
	spare []uv.Line // for cells of rows
	pen   uv.Cell   // the style and the link of the text that comes next
	out   []byte
}

// row is a line of the terminal. It is not changed any more.
type row struct {
	text   string // unknownText: what stands there is unknown
	cells  uv.Line
	parts  parts
	drifts bool // it is not sure in what column a sign stands
}

// unknownText is the text of a line of which nothing is known. No frame has it.
const unknownText = "\x00"

// strip is a screen of one line.
type strip struct {
	*uv.Buffer

	method ansi.Method
}

// WidthMethod returns how signs are measured.
func (s strip) WidthMethod() uv.WidthMethod { return s.method }

// SetCell sets a cell of a line that is cleared first, and then written from left to right.
func (s strip) SetCell(x, _ int, c *uv.Cell) {
	switch line := s.Lines[0]; {
	case c == nil && x < len(line):
		line[x] = uv.EmptyCell
	case c != nil && c.Width == 1 && x < len(line):
		line[x] = *c
	case c != nil:
		line.Set(x, c)
	}
}

// forget takes all that the terminal shows for unknown.
func (p *painter) forget() {
	p.drawn.title = ""
	unknown := row{text: unknownText, cells: make(uv.Line, p.drawn.width), parts: make(parts, numParts(p.drawn.width))}
	for y := range p.shown {
		p.shown[y] = unknown
	}
}

// erases reports whether the terminal shows nothing of a frame after this was written.
func erases(written []byte) bool {
	return bytes.Contains(written, []byte(ansi.EraseEntireScreen)) || bytes.Contains(written, enterAltScreen)
}

// paint returns what makes the terminal show the newest scene. It is valid until the next call.
func (p *painter) paint() []byte {
	now := p.scene.Load()
	if now == nil || now.profile == colorprofile.Unknown || now.width <= 0 || now.height <= 0 || now.frame == "" {
		return nil
	}
	was := p.drawn
	p.drawn, p.out = *now, p.out[:0]
	p.drawn.title = was.title
	if now.width != was.width || now.height != was.height {
		p.shown, p.next, p.spare = make([]row, now.height), make([]row, now.height), nil
		p.blank = row{cells: uv.NewLine(now.width), parts: make(parts, numParts(now.width))}
	}
	if now.width != was.width || now.height != was.height || now.profile != was.profile || now.method != was.method {
		p.forget()
	}
	if now.title != p.drawn.title {
		p.out = append(p.out, ansi.SetWindowTitle(now.title)...)
		p.drawn.title = now.title
	}
	begin := len(p.out)
	if now.sync {
		p.out = append(p.out, ansi.SetModeSynchronizedOutput...)
	}
	before := len(p.out)
	p.drawLines(now.frame)
	if len(p.out) == before {
		return p.out[:begin]
	}
	p.use(&uv.Cell{})
	p.out = append(p.out, ansi.CursorHomePosition...) // where Bubble Tea takes it to be
	if now.sync {
		p.out = append(p.out, ansi.ResetModeSynchronizedOutput...)
	}
	return p.out
}

// drawLines has the terminal show the lines of a frame.
func (p *painter) drawLines(frame string) {
	var replaced []uv.Line
	for y := range p.next {
		var text string
		text, frame, _ = strings.Cut(frame, "\n")
		if p.next[y] = p.shown[y]; text == p.shown[y].text {
			continue
		}
		if p.shown[y].text != unknownText {
			replaced = append(replaced, p.shown[y].cells)
		}
		p.next[y] = p.rowOf(text)
	}
	p.moveBlocks()
	for y := range p.next {
		switch was, is := &p.shown[y], &p.next[y]; {
		case is.text == was.text:
		case is.drifts || was.drifts:
			p.drawWhole(y, is.cells)
		default:
			p.drawChanges(y, was.cells, is.cells)
		}
	}
	p.shown, p.next = p.next, p.shown
	p.spare = append(p.spare, replaced...)
}

// rowOf takes a line apart.
func (p *painter) rowOf(text string) row {
	var line uv.Line
	if last := len(p.spare) - 1; last >= 0 {
		line, p.spare = p.spare[last], p.spare[:last]
	} else {
		line = uv.NewLine(p.drawn.width)
	}
	s := strip{&uv.Buffer{Lines: []uv.Line{line}}, p.drawn.method}
	uv.NewStyledString(text).Draw(s, s.Bounds())
	simplify(line)
	return row{text, line, partsOf(line), drifts(line)}
}

// inked are the attributes that are seen of a blank, too.
const inked = uv.AttrReverse | uv.AttrStrikethrough

// simplify leaves out of the blanks of a line what is not seen of them.
func simplify(line uv.Line) {
	for x := range line {
		if c := &line[x]; c.Content == " " && c.Style.Underline == 0 && c.Style.Attrs&inked == 0 {
			c.Style = uv.Style{Bg: c.Style.Bg}
		}
	}
}

// drifts reports whether a line has signs that take several columns, or about whose width
// terminals disagree: what follows them may stand elsewhere than it is thought to.
func drifts(line uv.Line) bool {
	for x := range line {
		c := &line[x]
		if c.Width > 1 || len(c.Content) > 1 && (c.Content < "─" || c.Content > "▟") && // none of those drifts
			ansi.StringWidthWc(c.Content) != ansi.StringWidth(c.Content) {
			return true
		}
	}
	return false
}

// blankFrom returns from which column on a line is blank.
func blankFrom(line uv.Line) int {
	end := len(line)
	for end > 0 && line[end-1] == uv.EmptyCell {
		end--
	}
	return end
}

// drawWhole draws a line whatever stands there.
func (p *painter) drawWhole(y int, line uv.Line) {
	p.use(&uv.EmptyCell)
	p.out = append(p.out, ansi.CursorPosition(1, y+1)...)
	p.out = append(p.out, ansi.EraseLineRight...)
	for x := range blankFrom(line) {
		p.put(&line[x])
	}
}

// drawChanges draws what is different in a line.
func (p *painter) drawChanges(y int, old, now uv.Line) {
	end, cursor := blankFrom(now), -1
	for x := 0; x < len(now); x++ {
		if now[x] == old[x] {
			continue
		}
		switch {
		case cursor < 0:
			p.out = append(p.out, ansi.CursorPosition(x+1, y+1)...)
		case x > cursor && p.goesOn(now[cursor:x]):
			for i := range now[cursor:x] {
				p.put(&now[cursor+i])
			}
		case x > cursor:
			p.out = append(p.out, ansi.CursorForward(x-cursor)...)
		}
		if x >= end {
			p.use(&uv.EmptyCell)
			p.out = append(p.out, ansi.EraseLineRight...)
			return
		}
		cursor = x + 1
		if n := blanksAt(now[x:]); n >= leastErased {
			p.use(&uv.EmptyCell)
			p.out = append(p.out, ansi.EraseCharacter(n)...)
			x, cursor = x+n-1, x
			continue
		}
		p.put(&now[x])
	}
}

// leastErased is how many blanks take more than a sequence that erases them, and one that passes
// over them.
const leastErased = 12

// blanksAt returns how many blanks a line begins with.
func blanksAt(line uv.Line) (n int) {
	for n < len(line) && line[n] == uv.EmptyCell {
		n++
	}
	return n
}

// goesOn reports whether cells that stand there already take less when they are written again
// than when they are passed over.
func (p *painter) goesOn(cells uv.Line) bool {
	if len(cells) > len("\x1b[9C") {
		return false
	}
	for i := range cells {
		if len(cells[i].Content) > 1 || !p.fits(&cells[i]) {
			return false
		}
	}
	return true
}

// put writes one cell.
func (p *painter) put(c *uv.Cell) {
	if c.Width == 0 { // it belongs to the sign before
		return
	}
	p.use(c)
	p.out = append(p.out, c.Content...)
}

// fits reports whether a cell looks the same with the pen as it is. Of a blank only some of the style
// is seen.
func (p *painter) fits(c *uv.Cell) bool {
	pen := &p.pen.Style
	return c.Link == p.pen.Link && (c.Style == *pen ||
		c.Content == " " && c.Style == uv.Style{Bg: pen.Bg} && pen.Underline == 0 && pen.Attrs&inked == 0)
}

// use takes the pen of a cell.
func (p *painter) use(c *uv.Cell) {
	if p.fits(c) {
		return
	}
	was, is := uv.ConvertStyle(p.pen.Style, p.drawn.profile), uv.ConvertStyle(c.Style, p.drawn.profile)
	switch {
	case is.Equal(&was):
	case is.IsZero():
		p.out = append(p.out, ansi.ResetStyle...)
	default:
		p.out = append(p.out, is.Diff(&was)...)
	}
	if c.Link != p.pen.Link {
		link := uv.ConvertLink(c.Link, p.drawn.profile)
		p.out = append(p.out, ansi.SetHyperlink(link.URL, link.Params)...)
	}
	p.pen.Style, p.pen.Link = c.Style, c.Link
}
