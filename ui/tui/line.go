package tui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"notdone/ui/theme"
)

// anyEllipsis ends texts that were cut before they were drawn, whatever the glyphs are.
const anyEllipsis = "…"

// line builds one line of the screen from painted pieces. It counts its width in
// cells, which never exceeds max.
type line struct {
	b        strings.Builder
	width    int
	max      int
	ellipsis string
	cut      bool // what was put last ends in an ellipsis
}

func newLine(width int, ellipsis string) *line {
	return &line{max: max(width, 0), ellipsis: ellipsis}
}

// put adds safe text in the style of the token, cut at the end of the line. Behind a text that
// ends in an ellipsis it adds none of which nothing but another ellipsis would be left.
func (l *line) put(tok theme.Token, text string) *line {
	if text == "" || l.width >= l.max {
		return l
	}
	if room := l.max - l.width; cells(text) > room {
		text = ansi.Truncate(text, room, l.ellipsis)
		if l.cut && strings.TrimSpace(strings.TrimSuffix(text, l.ellipsis)) == "" {
			return l
		}
	}
	l.cut = strings.HasSuffix(text, anyEllipsis) || strings.HasSuffix(text, l.ellipsis)
	l.b.WriteString(tok.Paint(text))
	l.width += cells(text)
	return l
}

// pad adds blanks up to a width.
func (l *line) pad(to int) *line { return l.fill(theme.Token{}, " ", to) }

// extend pads the line to its maximum, and then raises the maximum.
func (l *line) extend(width int) *line {
	l.pad(l.max).max = width
	return l
}

// fill repeats a piece of one cell up to a width.
func (l *line) fill(tok theme.Token, piece string, to int) *line {
	if n := min(to, l.max) - l.width; n > 0 {
		l.b.WriteString(tok.Paint(strings.Repeat(piece, n)))
		l.width += n
		l.cut = false
	}
	return l
}

// String returns the line, padded to its full width.
func (l *line) String() string {
	l.pad(l.max)
	return l.b.String()
}

func blanks(n int) string { return strings.Repeat(" ", max(n, 0)) }

// cells returns the width of safe text in cells.
func cells(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 || s[i] < 0x20 {
			return ansi.StringWidth(s)
		}
	}
	return len(s)
}

// wrap breaks safe text into lines of the width, at most limit of them (0: all). An
// ellipsis ends the last line if text was dropped.
func wrap(text string, width, limit int, ellipsis string) []string {
	if width <= 0 || text == "" {
		return nil
	}
	lines := []string{text}
	if cells(text) > width {
		lines = strings.Split(ansi.Wrap(text, width, ""), "\n")
	}
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	if limit > 0 && len(lines) > limit {
		lines = lines[:limit]
		last := lines[limit-1]
		if cells(last)+cells(ellipsis) > width {
			last = ansi.Truncate(last, width-cells(ellipsis), "")
		}
		lines[limit-1] = strings.TrimRight(last, anyEllipsis) + ellipsis
	}
	return lines
}
