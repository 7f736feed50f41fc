package terminal

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
)

// BenchmarkFrames draws frames of 160x48 in which a row goes to another pane, with the painter and with the
// renderer of Bubble Tea.
func BenchmarkFrames(b *testing.B) {
	const width, height = 160, 48
	frames := [2]string{boardOf(width, height, 7), boardOf(width, height, 30)}
	b.Run("painter", func(b *testing.B) {
		p, bytes := &painter{}, 0
		for i := range b.N {
			p.scene.Store(&scene{frame: frames[i%2], width: width, height: height, profile: colorprofile.TrueColor})
			bytes += len(p.paint())
		}
		b.ReportMetric(float64(bytes)/float64(b.N), "bytes/frame")
	})
	b.Run("Bubble Tea", func(b *testing.B) {
		var out bytes.Buffer
		screen, n := uv.NewScreenBuffer(width, height), 0
		r := uv.NewTerminalRenderer(&out, []string{"TERM=xterm-256color"})
		r.SetColorProfile(colorprofile.TrueColor)
		r.SetScrollOptim(true)
		r.EnterAltScreen()
		for i := range b.N {
			screen.Clear()
			uv.NewStyledString(frames[i%2]).Draw(screen, screen.Bounds())
			r.Render(screen.RenderBuffer)
			if err := r.Flush(); err != nil {
				b.Fatal(err)
			}
			n += out.Len()
			out.Reset()
		}
		b.ReportMetric(float64(n)/float64(b.N), "bytes/frame")
	})
}

// boardOf is a frame of two panes, between which one row stands in the line at.
func boardOf(width, height, at int) string {
	lines := make([]string, height)
	n := 0
	for y := range lines {
		text := fmt.Sprintf("  ▶  running    task-%06d   Paint the fence of garden %d   1m  #1", n, n)
		switch y {
		case 0, height / 2, height - 1:
			text = strings.Repeat("─", width/2)
		case at:
			text = "  ▶  running    the-one       Mend the gate                 1m  #7"
		default:
			n++
		}
		lines[y] = "\x1b[2m│\x1b[m " + text + "\x1b[m \x1b[2m│\x1b[m │ \x1b[1mwhat is beside it\x1b[m " + strings.Repeat(" ", 20) + "│"
	}
	return strings.Join(lines, "\n")
}
