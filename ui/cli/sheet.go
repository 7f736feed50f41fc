package cli

import (
	"cmp"
	"os"
	"regexp"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"notdone/model"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/tui"
	"notdone/ui/words"
)

// sheet is how a listing is printed on a terminal: with a header, and columns that fit its width.
type sheet struct {
	*listing
	width int
	theme theme.Theme
}

// The first columns of a sheet.
const (
	sheetState = iota
	sheetSource
	sheetID
)

// makeSheet makes an empty table one for a terminal of that width.
func (c *call) makeSheet(t *listing, width int) {
	signs := theme.Unicode()
	if c.ascii || c.config.ASCII || asciiOnly(os.Getenv) {
		signs = theme.ASCII()
	}
	colors := colorprofile.Detect(c.cmd.OutOrStdout(), os.Environ())
	name := cmp.Or(c.config.Theme, theme.Auto)
	on := map[tui.Background]theme.Background{tui.Dark: theme.Dark, tui.Light: theme.Light}[background(name, os.Getenv)]
	newSheet(t, width, theme.New(name, signs, on, colors))
}

// newSheet makes an empty table one for a terminal of that width, painted so.
func newSheet(t *listing, width int, painted theme.Theme) {
	s := &sheet{listing: t, width: width, theme: painted}
	faint := func(model.State) theme.Token { return s.theme.Faint }
	t.sheet, t.title = s, 400
	t.columns = []column{
		sheetState:  {head: "STATE", text: func(r *model.Row) string { return s.theme.Glyph(r.State) + " " + r.State.String() }, token: s.theme.State},
		sheetSource: {head: "SOURCE", text: func(r *model.Row) string { return strings.TrimSpace(t.source(r)) }, token: faint},
		sheetID:     {head: "ID", text: shownID, token: faint, seen: make([]bool, width)},
		{head: "AGE", right: true, text: t.age, token: faint},
		{head: "TRIES", right: true, text: func(r *model.Row) string {
			if r.Attempts == 0 {
				return ""
			}
			return strconv.Itoa(r.Attempts)
		}, token: faint},
		{head: "COST", right: true, text: func(r *model.Row) string { return words.Dollars(r.CostUSD) }, token: faint},
	}
}

// print prints the rows with their reasons beneath them.
func (s *sheet) print(out *output) error {
	s.sort()
	s.fit()
	if len(s.entries) > 0 {
		head := make([]string, len(s.columns))
		for i := range s.columns {
			head[i] = s.columns[i].head
		}
		if err := s.line(out, s.theme.Title.Paint(strings.TrimRight(s.join(head, nil), " ")+"  TITLE")); err != nil {
			return err
		}
	}
	for _, e := range s.entries {
		if err := s.row(out, e); err != nil {
			return err
		}
	}
	for _, n := range s.more {
		if n > 0 {
			if err := s.line(out, s.theme.Ellipsis+" and "+words.Number(n)+" more (ls --json lists all)"); err != nil {
				return err
			}
		}
	}
	for _, l := range wrapWords(s.total(), s.width) {
		if err := s.line(out, s.theme.Faint.Paint(l)); err != nil {
			return err
		}
	}
	return nil
}

// fit narrows the columns of ids and sources until titles have the room that is wanted, as far as
// that goes. The column of ids becomes as wide as the widest id that has room in it; longer ones
// stand below their rows.
func (s *sheet) fit() {
	ids, sources := &s.columns[sheetID], &s.columns[sheetSource]
	if ids.width == 0 {
		return
	}
	widest := ids.width
	ids.width = len(ids.head)
	others := ansi.StringWidth(s.join(make([]string, len(s.columns)), nil)) - ids.width
	room := s.width - others - len("  ") - wantedTitle
	if lacks := min(widest, leastID) - room; lacks > 0 {
		sources.width = min(sources.width, max(sources.width-lacks, leastSource))
	}
	for width := min(max(room, leastID), len(ids.seen)-1); width > ids.width; width-- {
		if ids.seen[width] {
			ids.width = width
		}
	}
}

// join returns the texts of the columns side by side, painted for a row of a state if there is
// one. Columns of which nothing is known are left out.
func (s *sheet) join(texts []string, of *model.State) string {
	var b strings.Builder
	for i, text := range texts {
		c := &s.columns[i]
		if c.width == 0 {
			continue
		}
		gap := strings.Repeat(" ", max(max(c.width, len(c.head))-ansi.StringWidth(text), 0))
		if of != nil {
			text = c.token(*of).Paint(text)
		}
		if c.right {
			text = gap + text
		} else {
			text += gap
		}
		if b.Len() > 0 {
			b.WriteString("  ")
		}
		b.WriteString(text)
	}
	return b.String()
}

// reasonLines is how many lines a reason takes at most.
const reasonLines = 2

func (s *sheet) row(out *output, e entry) error {
	texts, title, reasons, err := s.read(e)
	if err != nil {
		return err
	}
	state, id := e.key.State(), texts[sheetID]
	below := safe.Width(id) > s.columns[sheetID].width
	if below {
		texts[sheetID] = ""
	}
	texts[sheetSource] = ansi.Truncate(texts[sheetSource], s.columns[sheetSource].width, s.theme.Ellipsis)
	head := s.join(texts, &state)
	room := max(s.width-ansi.StringWidth(head)-2, leastTitle)
	if err := s.line(out, head+"  "+cutWords(title, room, s.theme.Ellipsis)); err != nil {
		return err
	}
	if below {
		if err := s.idBelow(out, id, ansi.StringWidth(s.join(texts[:sheetID], nil))+len("  ")); err != nil {
			return err
		}
	}
	for _, why := range reasons {
		lines := wrapWords(why, s.width-4)
		if len(lines) > reasonLines {
			lines = append(lines[:reasonLines-1], cutWords(strings.Join(lines[reasonLines-1:], " "), s.width-4, s.theme.Ellipsis))
		}
		for _, l := range lines {
			if err := s.line(out, "    "+s.theme.Faint.Paint(l)); err != nil {
				return err
			}
		}
	}
	return nil
}

// idBelow writes an id on a line of its own: in the column of ids, or further left where it would
// not fit there. It is never cut, because it is typed as it is printed.
func (s *sheet) idBelow(out *output, id string, column int) error {
	column = max(min(column, s.width-safe.Width(id)), len(entryIndent))
	return out.write([]byte(strings.Repeat(" ", column) + s.theme.Faint.Paint(id) + "\n"))
}

// The room of a title: for the least, and that for which other columns make room.
const (
	leastTitle  = 8
	wantedTitle = 24
)

// leastSource is the least room of the name of a source, and leastID that of ids.
const (
	leastSource = 8
	leastID     = 12
)

// line writes a line that is painted already, not longer than the terminal is wide.
func (s *sheet) line(out *output, painted string) error {
	return out.write([]byte(ansi.Truncate(painted, s.width, s.theme.Ellipsis) + "\n"))
}

// cutWords cuts a text to a width, behind a word where one ends in the last part of it.
func cutWords(text string, width int, ellipsis string) string {
	if ansi.StringWidth(text) <= width {
		return text
	}
	cut := ansi.Truncate(text, max(width-ansi.StringWidth(ellipsis), 0), "")
	if end := strings.LastIndex(cut, " "); end > len(cut)*2/3 && !strings.HasPrefix(text[len(cut):], " ") {
		cut = cut[:end]
	}
	return strings.TrimRight(cut, " ") + ellipsis
}

// wrapWords breaks a text into lines between words; a word that is too long is broken.
func wrapWords(text string, width int) []string {
	return strings.Split(lipgloss.Wrap(text, max(width, leastTitle), ""), "\n")
}

// entryIndent is the indentation of the further lines of an entry that is broken.
const entryIndent = "    "

// wrapEntry breaks an entry between words to fit width; 0: it is not broken.
func wrapEntry(line string, width int) []string {
	if width == 0 {
		return []string{line}
	}
	lines := wrapWords(line, width-len(entryIndent))
	for i := range lines[1:] {
		lines[1+i] = entryIndent + lines[1+i]
	}
	return lines
}

// hanging is what stands before the text of a line: its indentation, or a name and a gap.
var hanging = regexp.MustCompile(`^( *[^ ]+( [^ ]+)*  +| *)`)

// wrapHanging breaks lines between words, so that each text stands in its column.
func wrapHanging(lines []string, width int) (wrapped []string) {
	for _, l := range lines {
		before := hanging.FindString(l)
		indent := ansi.StringWidth(before)
		if indent > width/2 || ansi.StringWidth(l) <= width {
			wrapped = append(wrapped, l)
			continue
		}
		for i, part := range wrapWords(l[len(before):], width-indent) {
			if i > 0 {
				before = strings.Repeat(" ", indent)
			}
			wrapped = append(wrapped, before+part)
		}
	}
	return wrapped
}
