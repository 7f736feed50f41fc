package terminal

import (
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	_ "notdone/model/fixedseed"
)

func sceneOf(width, height int, lines ...string) *scene {
	return &scene{frame: strings.Join(lines, "\n"), width: width, height: height, profile: colorprofile.TrueColor}
}

// Whatever frames follow each other, the terminal shows the last one.
func TestPaintedFrames(t *testing.T) {
	t.Parallel()
	words := []string{
		"paint", "the", "fence", "│", "━━━━━━━━━", "▲■", "        ", "------------", "3h", "#12", "é", "界", "👍🏽", "e\u0301",
		"\x1b[1mbold\x1b[m", "\x1b[7;31mred  on\x1b[m", "\x1b[48;5;238m  on  grey\x1b[m", "\x1b[4mlined    \x1b[24m",
		"\x1b[38;2;1;2;3mtrue\x1b[m", "\x1b]8;;http://x\apage\x1b]8;;\a",
	}
	rapid.Check(t, func(r *rapid.T) {
		size := func() (width, height int) {
			return rapid.IntRange(1, 70).Draw(r, "width"), rapid.IntRange(1, 14).Draw(r, "height")
		}
		width, height := size()
		v, p := newVirtual(r.Fatalf, width, height), &painter{}
		v.method = rapid.SampledFrom([]ansi.Method{ansi.WcWidth, ansi.GraphemeWidth}).Draw(r, "method")
		line := func() string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 14).Draw(r, "line"), " ")
		}
		lines := make([]string, height)
		for frame := range rapid.IntRange(1, 8).Draw(r, "frames") {
			y, n := rapid.IntRange(0, height-1).Draw(r, "changed"), rapid.IntRange(1, 3).Draw(r, "lines")
			switch rapid.IntRange(0, 5).Draw(r, "change") {
			case 0:
				for y := range lines {
					lines[y] = line()
				}
			case 1:
				for range n {
					copy(lines[y:], lines[y+1:])
					lines[height-1] = line()
				}
			case 2:
				for range n {
					copy(lines[y+1:], lines[y:])
					lines[y] = line()
				}
			case 3:
				width, height = size()
				v.resize(width, height)
				p.forget() // as when the screen was cleared
				lines = make([]string, height)
				for y := range lines {
					lines[y] = line()
				}
			default:
				parts := strings.Split(lines[y], " ")
				parts[rapid.IntRange(0, len(parts)-1).Draw(r, "part")] = rapid.SampledFrom(words).Draw(r, "word")
				lines[y] = strings.Join(parts, " ")
			}
			s := sceneOf(width, height, lines...)
			s.frame += "\x1b[m" // an empty one would be none
			s.method, s.sync, s.title = v.method, frame%2 == 1, strconv.Itoa(frame)
			p.scene.Store(s)
			v.write(p.paint())
			v.shows(lines)
			if v.title != s.title {
				r.Errorf("the title is %q, want %q", v.title, s.title)
			}
			if again := p.paint(); len(again) > 0 {
				r.Errorf("the same frame once more: %q", again)
			}
		}
	})
}

// What a frame must not do to the terminal is not done, wherever it comes from.
func TestPaintedSequences(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"\x1b[2J", "\x1b]0;title\a", "\x1b]52;c;cm0=\a", "\x1bc", "\x1b[?1049l", "\x1b[6n", "\a\b\r", "\x9b2J", "\x1bP1$r\x1b\\", "\x1b[", "\x1b]8",
		"\x00", "\x7f", "\xff\xfe",
	} {
		v, p := newVirtual(t.Fatalf, 20, 3), &painter{}
		p.scene.Store(sceneOf(20, 3, "before", "a"+text+"b", text))
		v.write(p.paint())
		p.scene.Store(sceneOf(20, 3, "before", "a"+text, "c"+text))
		v.write(p.paint())
		if got := v.cells.Lines[0].String(); got != "before" {
			t.Errorf("after %q: %q", text, got)
		}
	}
}

// Few bytes are written for a small change, and none for what stands between two of them.
func TestPaintedBytes(t *testing.T) {
	t.Parallel()
	tall := make([]string, 40)
	for y := range tall {
		tall[y] = strings.Repeat(strconv.Itoa(y)+" ", 20)
	}
	for _, c := range []struct {
		name        string
		before, now []string
		most        int
	}{
		{"two words", []string{"▶ t_1 Paint the fence 1m │ ■ t_7 No key for the shed │ 2d"}, []string{"▶ t_1 Paint the fence 2m │ ■ t_7 No key for the shed │ 3d"}, 20},
		{"a shorter line", []string{strings.Repeat("no", 30)}, []string{"no"}, 15},
		{"bold words", []string{""}, []string{"\x1b[1mone\x1b[m \x1b[1mtwo\x1b[m \x1b[1msix\x1b[m"}, 30},
		{"a line goes at the top", tall, append(tall[1:len(tall):len(tall)], "new"), 40},
		{"lines come at the top", tall, append([]string{"new", "and", "other"}, tall[:len(tall)-3]...), 70},
	} {
		p, height := &painter{}, len(c.before)
		p.scene.Store(sceneOf(80, height, c.before...))
		first := len(p.paint())
		p.scene.Store(sceneOf(80, height, c.now...))
		if written := p.paint(); len(written) > c.most {
			t.Errorf("%s: %d bytes after %d: %q", c.name, len(written), first, written)
		}
	}
}

// The colours are those that the terminal has; until that is known nothing is drawn.
func TestPaintedColours(t *testing.T) {
	t.Parallel()
	p := &painter{}
	s := sceneOf(10, 1, "\x1b[38;2;255;0;0mred\x1b[m")
	s.profile = colorprofile.Unknown
	p.scene.Store(s)
	if got := p.paint(); len(got) > 0 {
		t.Errorf("written at once: %q", got)
	}
	for profile, want := range map[colorprofile.Profile]string{colorprofile.Ascii: "\x1b[Kred", colorprofile.ANSI: "\x1b[91mred", colorprofile.TrueColor: "\x1b[38;2;255;0;0mred"} {
		now := *s
		now.profile = profile
		p.scene.Store(&now)
		if got := string(p.paint()); !strings.Contains(got, strings.TrimPrefix(want, "\x1b[K")) || profile == colorprofile.Ascii && strings.Contains(got, "red\x1b[m") {
			t.Errorf("%v: %q, want %q", profile, got, want)
		}
	}
}

// What stands on a screen that was cleared or left is unknown.
func TestAClearedScreenIsPaintedWhole(t *testing.T) {
	t.Parallel()
	screen := New(nil, nil)
	screen.painter.scene.Store(sceneOf(20, 1, "Paint the fence"))
	if got := string(screen.withFrame([]byte("hello"))); got != "hello" {
		t.Errorf("outside the alternate screen: %q", got)
	}
	for _, c := range []struct {
		written string
		whole   bool
	}{
		{ansi.SetModeAltScreenSaveCursor, true},
		{"\a", false},
		{ansi.CursorHomePosition + ansi.EraseEntireScreen, true},
		{ansi.ResetModeAltScreenSaveCursor, false},
		{ansi.SetModeAltScreenSaveCursor, true},
	} {
		got := string(screen.withFrame([]byte(c.written)))
		if frame, found := strings.CutPrefix(got, c.written); !found || strings.Contains(frame, "Paint the fence") != c.whole || !c.whole && frame != "" {
			t.Errorf("with %q is written: %q", c.written, got)
		}
	}
}
