package tui

import (
	"strings"
	"unicode"

	"charm.land/bubbles/v2/textinput"
	"github.com/charmbracelet/x/ansi"

	"notdone/ui/theme"
)

// search looks for a text in lines of the screen, without regard to case and to
// where lines were broken.
type search struct {
	input   textinput.Model
	typing  bool   // the text is being typed
	text    string // what is looked for; empty: nothing
	wanted  []rune // the same, in lower case
	home    int    // the first line shown when the search began
	at      int    // the line of the match that was gone to last
	missing bool   // there is no match
	around  bool   // the last step went round an end of the text
}

func (s *search) want(text string) {
	s.text, s.wanted, s.missing = text, s.wanted[:0], false
	for _, r := range text {
		s.wanted = append(s.wanted, unicode.ToLower(r))
	}
}

// spot is one rune of text in lower case and where it stands. A rune of 0 is the
// end of a line that continues on the next one.
type spot struct {
	r             rune
	line          int
	column, width int
}

// spots returns the text of the first line, and of as much of the lines that
// continue it as a match could reach.
func (s *search) spots(lines []textLine) (all []spot, own int) {
	for i, l := range lines {
		if i > 0 {
			if !l.joins || len(all) > own+2*len(s.wanted) {
				break
			}
			all = append(all, spot{})
		}
		plain := strings.TrimRight(ansi.Strip(l.text), " ")
		text := strings.TrimLeft(plain, " ")
		column := len(plain) - len(text)
		for _, r := range text {
			width := 1
			if r >= 0x80 {
				width = ansi.StringWidth(string(r))
			}
			all = append(all, spot{unicode.ToLower(r), i, column, width})
			column += width
		}
		if i == 0 {
			own = len(all)
		}
	}
	return all, own
}

// match returns the end of the match that begins at a spot; 0 without one.
func (s *search) match(all []spot, from int) int {
	at := from
	for k := 0; k < len(s.wanted); at++ {
		switch {
		case at == len(all):
			return 0
		case all[at].r == 0: // the break may have taken a blank
			if s.wanted[k] == ' ' {
				k++
			}
		case all[at].r != s.wanted[k]:
			return 0
		default:
			k++
		}
	}
	return at
}

// in reports whether a match begins in the first of the lines.
func (s *search) in(lines []textLine) bool {
	all, own := s.spots(lines)
	for from := range own {
		if s.match(all, from) > 0 {
			return true
		}
	}
	return false
}

// mark returns the lines with all matches painted.
func (s *search) mark(lines []textLine, t *theme.Theme) []string {
	found := make([][]spot, len(lines))
	for i := 0; i < len(lines) && s.text != ""; i++ {
		all, own := s.spots(lines[i:])
		for from := 0; from < own; from++ {
			end := s.match(all, from)
			if end == 0 {
				continue
			}
			for _, p := range all[from:end] {
				if p.r != 0 {
					found[i+p.line] = append(found[i+p.line], p)
				}
			}
			from = end - 1
		}
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = paint(l.text, found[i], t.Match)
	}
	return out
}

// paint repaints the given places of a line.
func paint(line string, at []spot, tok theme.Token) string {
	for len(at) > 0 {
		n := 1
		for n < len(at) && at[n].column == at[n-1].column+at[n-1].width {
			n++
		}
		from, to := at[0].column, at[n-1].column+at[n-1].width
		width := ansi.StringWidth(line)
		line = ansi.Cut(line, 0, from) + ansi.ResetStyle + tok.Paint(ansi.Strip(ansi.Cut(line, from, to))) + ansi.Cut(line, to, width)
		at = at[n:]
	}
	return line
}

// foot says in the footer what is looked for; nothing without a search.
func (s *search) foot(m *Model) (string, bool) {
	if s.text == "" || s.typing {
		return "", false
	}
	t := m.theme
	l := newLine(m.width, t.Ellipsis).put(theme.Token{}, " ").put(t.Title, "/"+s.text)
	switch {
	case s.missing:
		l.put(t.Alarm, " not found")
	case s.around:
		l.put(t.Faint, " round the end")
	}
	l.put(theme.Token{}, "  ")
	m.putHints(l, hints{{"next, previous", []string{"find.next", "find.previous"}}, {"ends the search", []string{"view.back"}}})
	return l.String(), true
}
