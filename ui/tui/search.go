package tui

import (
	"regexp"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"notdone/ui/theme"
)

// search looks for a text in lines of the screen. It ignores case, and finds matches
// across broken lines.
type search struct {
	typing  bool           // the text is being typed
	text    string         // what is looked for; empty: there is no search
	pattern *regexp.Regexp // the same for joined lines, by lineBreak
	home    int            // the first visible line when the search began
	at      int            // the line of the current match
	missing bool           // there is no match
	around  bool           // the last step wrapped around an end of the text
}

// lineBreak joins the lines of a broken text. It may stand for a blank, which the
// break has removed.
const lineBreak = "\x00"

func (s *search) want(text string) {
	var pattern strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case pattern.Len() > 0 && r == ' ':
			pattern.WriteString("(?: |" + lineBreak + " *)")
			continue
		case pattern.Len() > 0:
			pattern.WriteString("(?:" + lineBreak + " *)?")
		}
		pattern.WriteString(regexp.QuoteMeta(string(r)))
	}
	s.text, s.pattern, s.missing = text, regexp.MustCompile(pattern.String()), false
}

// span is where a match stands on a line, in cells.
type span struct{ from, to int }

// matches returns the matches that begin in the first of the lines: their spans on
// that line and on the lines that continue it. It returns nil if there are none.
func (s *search) matches(lines []textLine) (found [][]span) {
	var text string  // the line as it reads, and as much of what continues it as a match could reach
	var starts []int // where each line begins in it
	own := 0         // where the first one ends
	for i, l := range lines {
		if i > 0 && (!l.joins || len(text) > own+2*len(s.text)) {
			break
		}
		if i > 0 {
			text += lineBreak
		}
		starts = append(starts, len(text))
		text += strings.ToLower(strings.TrimRight(ansi.Strip(l.text), " "))
		if i == 0 {
			own = len(text)
		}
	}
	for _, m := range s.pattern.FindAllStringIndex(text, -1) {
		if m[0] >= own {
			break
		}
		if found == nil {
			found = make([][]span, len(starts))
		}
		for i, line := range strings.Split(text, lineBreak) {
			indent := len(line) - len(strings.TrimLeft(line, " "))
			from, to := max(m[0]-starts[i], indent), min(m[1]-starts[i], len(line))
			if from < to {
				found[i] = append(found[i], span{cells(line[:from]), cells(line[:to])})
			}
		}
	}
	return found
}

// mark returns the texts of the lines with all matches painted.
func (s *search) mark(lines []textLine, t *theme.Theme) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l.text
	}
	for i := 0; i < len(lines) && s.text != ""; i++ {
		for j, spans := range s.matches(lines[i:]) {
			for _, at := range spans {
				out[i+j] = paint(out[i+j], at, t.Match)
			}
		}
	}
	return out
}

// paint replaces the style of a part of a line.
func paint(line string, at span, tok theme.Token) string {
	found := tok.Paint(ansi.Strip(ansi.Cut(line, at.from, at.to)))
	return ansi.Cut(line, 0, at.from) + ansi.ResetStyle + found + ansi.Cut(line, at.to, ansi.StringWidth(line))
}

// say writes the text of the search and whether it was found.
func (s *search) say(l *line, t *theme.Theme) {
	l.put(t.Title, "/"+s.text)
	switch {
	case s.missing:
		l.put(t.Alarm, " not found")
	case s.around:
		l.put(t.Faint, " round the end")
	}
	l.put(theme.Token{}, "  ")
}
