package terminal

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"pgregory.net/rapid"
)

// painter draws frames as Bubble Tea does.
type painter struct {
	renderer *uv.TerminalRenderer
	frame    uv.ScreenBuffer
	sent     bytes.Buffer
}

func newPainter(term string, width, height int) *painter {
	p := &painter{frame: uv.NewScreenBuffer(width, height)}
	p.renderer = uv.NewTerminalRenderer(&p.sent, []string{"TERM=" + term, "COLORTERM=truecolor", "TTY_FORCE=1"})
	p.renderer.SetColorProfile(colorprofile.TrueColor)
	p.renderer.SetScrollOptim(true)
	p.renderer.EnterAltScreen()
	return p
}

// paint returns what the renderer writes for a frame.
func (p *painter) paint(lines []string) []byte {
	p.frame.Clear()
	uv.NewStyledString(strings.Join(lines, "\n")).Draw(p.frame, p.frame.Bounds())
	p.renderer.Render(p.frame.RenderBuffer)
	if err := p.renderer.Flush(); err != nil {
		panic(err) // a buffer takes everything
	}
	written := bytes.Clone(p.sent.Bytes())
	p.sent.Reset()
	return written
}

// resize draws the next frame anew for another size.
func (p *painter) resize(width, height int) {
	p.frame.Resize(width, height)
	p.frame.Touched = nil
	p.renderer.Resize(width, height)
	p.renderer.Erase()
}

// Whatever frames follow each other, the terminal shows the last one.
func TestReducedFramesShowTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		width, height := rapid.IntRange(1, 70).Draw(r, "width"), rapid.IntRange(1, 12).Draw(r, "height")
		p := newPainter(rapid.SampledFrom([]string{"xterm-256color", "tmux-256color", "screen", "linux", "vt100"}).Draw(r, "term"), width, height)
		s, seen := newShown(), newShown()
		words := []string{"paint", "the", "fence", "│", "━━━━━━━━━", "▲■", "        ", "------------", "3h", "#12", "é", "界", "👍🏽", "\x1b[1mbold\x1b[m", "\x1b[7;31mred  on\x1b[m", "\x1b[48;5;238m  on  grey\x1b[m", "\x1b[4mlined    \x1b[24m", "\x1b[38;2;1;2;3mtrue\x1b[m"}
		if rapid.Bool().Draw(r, "plain") {
			words = append(words[:10:10], words[13:]...)
		}
		line := func() string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 14).Draw(r, "line"), " ")
		}
		lines := make([]string, height)
		for range rapid.IntRange(1, 8).Draw(r, "frames") {
			switch rapid.IntRange(0, 5).Draw(r, "change") {
			case 0:
				for y := range lines {
					lines[y] = line()
				}
			case 1:
				y := rapid.IntRange(0, height-1).Draw(r, "scrolled")
				copy(lines[y:], lines[y+1:])
				lines[height-1] = line()
			case 2:
				y := rapid.IntRange(0, height-1).Draw(r, "inserted")
				copy(lines[y+1:], lines[y:])
				lines[y] = line()
			case 3:
				width, height = rapid.IntRange(1, 70).Draw(r, "width"), rapid.IntRange(1, 12).Draw(r, "height")
				p.resize(width, height)
				lines = make([]string, height)
				for y := range lines {
					lines[y] = line()
				}
			default:
				y := rapid.IntRange(0, height-1).Draw(r, "changed")
				parts := strings.Split(lines[y], " ")
				parts[rapid.IntRange(0, len(parts)-1).Draw(r, "part")] = rapid.SampledFrom(words).Draw(r, "word")
				lines[y] = strings.Join(parts, " ")
			}
			s.fit(width, height)
			seen.fit(width, height)
			written := p.paint(lines)
			less := s.reduce(written)
			seen.reduce(less)
			if len(less) > len(written)+20 { // a sign that is repeated may be written out
				r.Errorf("%d bytes became %d:\n%q\n%q", len(written), len(less), written, less)
			}
			for y := range seen.rows {
				for x, got := range seen.rows[y] {
					c := p.frame.CellAt(x, y)
					if got.text == "" || c == nil {
						continue
					}
					want := seen.asShown(c)
					if got != want {
						r.Fatalf("%d,%d: %s, want %s\n%q\n%q", x, y, seen.tell(got), seen.tell(want), written, less)
					}
				}
			}
		}
	})
}

// asShown is the cell as it is remembered.
func (s *shown) asShown(c *uv.Cell) cell {
	pen := s.pen
	defer func() { s.pen = pen }()
	s.pen = s.styleOf(c.Style)
	text := c.Content
	if text == "" {
		text = " "
	}
	return s.inkOf(text)
}

func (s *shown) tell(c cell) string { return fmt.Sprintf("%q in %+v", c.text, s.looks[max(c.pen, 0)]) }

// What stands between two changes of a line is not written again.
func TestWhatIsShownIsNotWrittenAgain(t *testing.T) {
	t.Parallel()
	p, s := newPainter("xterm-256color", 60, 2), newShown()
	s.fit(60, 2)
	s.reduce(p.paint([]string{"▶ t_1 Paint the fence 1m │ ■ t_7 No key for the shed │ 2d", "below"}))
	written := p.paint([]string{"▶ t_1 Paint the fence 2m │ ■ t_7 No key for the shed │ 3d", "below"})
	less := s.reduce(written)
	if !bytes.Contains(written, []byte("No key")) {
		t.Skip("the renderer leaves it out itself")
	}
	if bytes.Contains(less, []byte("No key")) || len(less) > 20 {
		t.Errorf("%q became %q", written, less)
	}
}

// What another program writes on the screen in between is drawn over, as ever, when the renderer
// clears the screen.
func TestAClearedScreenIsWrittenWhole(t *testing.T) {
	t.Parallel()
	p, s := newPainter("xterm-256color", 30, 2), newShown()
	s.fit(30, 2)
	lines := []string{"Paint the fence", "of the garden"}
	s.reduce(p.paint(lines))
	p.renderer.Erase()
	if less := s.reduce(p.paint(lines)); !bytes.Contains(less, []byte("Paint the fence")) || !bytes.Contains(less, []byte("of the garden")) {
		t.Errorf("after it was cleared: %q", less)
	}
	p.renderer.ExitAltScreen()
	p.renderer.EnterAltScreen()
	if less := s.reduce(p.paint(lines)); !bytes.Contains(less, []byte("Paint the fence")) {
		t.Errorf("after another screen: %q", less)
	}
}
