package tui

import (
	"regexp"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"notdone/ui/theme"
	"notdone/ui/words"
)

// search looks for a text in lines of the screen. It ignores case, and finds matches
// across broken lines.
type search struct {
	typing  bool           // the text is being typed
	text    string         // what is looked for; empty: there is no search
	lower   string         // the same in lower case
	pattern *regexp.Regexp // the same for joined lines, by lineBreak
	home    int            // the first visible line when the search began
	at      int            // the line of the current match
	missing bool           // there is no match
	around  bool           // the last step wrapped around an end of the text
	part    bool           // the text is a part of a longer one

	number, total int // which match the current one is, and how many there are; 0: not counted
	counted       countedFor
}

// countedFor is what the number of matches depends on.
type countedFor struct {
	text      string
	at, lines int
	first     *textLine // the first of the lines; nil: there are none
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
	s.text, s.lower, s.pattern, s.missing = text, strings.ToLower(text), regexp.MustCompile(pattern.String()), false
}

// mayBeIn reports whether the text may be found in a line with these words, which lack the
// clock before them.
func (s *search) mayBeIn(words string) bool {
	return strings.ContainsAny(s.text, ":0123456789") || s.isIn(words)
}

// isIn reports whether a safe text holds what is looked for.
func (s *search) isIn(text string) bool {
	return s.text != "" && strings.Contains(strings.ToLower(text), s.lower)
}

// span is where a match stands on a line, in cells.
type span struct{ from, to int }

// matches returns the matches that begin in the first of the lines: their spans on
// that line and on the lines that continue it. It returns nil if there are none.
func (s *search) matches(lines []textLine) (found [][]span) {
	var text string  // the line as it reads, and as much of what continues it as a match could reach
	var starts []int // where each line begins in it
	own := 0         // where the first one ends
	for i := range lines {
		l := &lines[i]
		if i > 0 && (!l.joins || len(text) > own+2*len(s.text)) {
			break
		}
		if l.later != nil && !s.mayBeIn(l.words) {
			return nil
		}
		if i > 0 {
			text += lineBreak
		}
		starts = append(starts, len(text))
		text += strings.ToLower(strings.TrimRight(ansi.Strip(l.painted()), " "))
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
	out := paintedLines(lines)
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
	case s.total > 0:
		said := " " + words.Number(s.number) + " of " + words.Number(s.total)
		if s.part {
			said += " in this part"
		}
		if s.around {
			said += ", round the end"
		}
		l.put(t.Faint, said)
	case s.around:
		l.put(t.Faint, " round the end")
	}
	l.put(theme.Token{}, "  ")
}
