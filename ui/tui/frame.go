package tui

import (
	"strconv"
	"strings"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/theme"
	"notdone/ui/words"
)

var paneTitles = [model.NumPanes]string{"Active", "Blocked", "Failed", "Suspected false-done", "The rest"}

// frame draws a border with a title and a label at its right end around lines
// that are width-2 cells wide, height lines in all.
func (k look) frame(title, label string, lines []string, width, height int, focused bool) []string {
	border, tok, named := k.theme.Light, k.theme.Faint, theme.Token{}
	if focused {
		border, tok, named = k.theme.Heavy, k.theme.Focus, k.theme.Title
	}
	if width < 2 || height < 2 {
		return nil
	}
	top := newLine(width-1, k.theme.Ellipsis).put(tok, border.TL+border.H+" ").put(named, title).put(tok, " ")
	if label != "" && width-top.width > cells(label)+6 {
		top.fill(tok, border.H, width-cells(label)-4).put(tok, " ").put(named, label).put(tok, " ")
	}
	out := append(make([]string, 0, height), top.fill(tok, border.H, width-1).String()+tok.Paint(border.TR))
	side := tok.Paint(border.V)
	for i := range height - 2 {
		inside := blanks(width - 2)
		if i < len(lines) {
			inside = lines[i]
		}
		out = append(out, side+inside+side)
	}
	return append(out, tok.Paint(border.BL+strings.Repeat(border.H, width-2)+border.BR))
}

// paneLines draws the visible items of a pane.
func (k look) paneLines(p *pane, s *board.Snapshot, focused bool) []string {
	if s.Rows(p.id).Len() == 0 {
		return k.emptyLines(p, s)
	}
	lines := make([]string, 0, p.height)
	for _, it := range p.shown {
		if focused && it.same(p.cursor) {
			lines = append(lines, k.itemLines(p.id, it, p.width, it.group != nil && p.open[it.group.ID], true)...)
		} else {
			lines = append(lines, p.lines(k, it)...)
		}
	}
	return lines[:min(len(lines), p.height)]
}

// emptyLines says why a pane is empty.
func (k look) emptyLines(p *pane, s *board.Snapshot) []string {
	said := "nothing here"
	missing, total := s.Unsearched(p.id), s.Total(p.id)
	switch {
	case s.Loading():
		said = "reading " + k.theme.Ellipsis
	case missing > 0:
		said = "searched " + words.Number(total-missing) + " of " + words.Count(total, "task", "tasks") +
			", none of which matches so far"
	case total > 0:
		said = words.Count(total, "task", "tasks") + ", none of which matches"
	}
	text := k.page(p.width)
	text.broken(text.line(), 2, k.theme.Faint, wrap(said, max(p.width-4, 1), 3, k.theme.Ellipsis))
	lines := text.texts()
	return lines[:min(len(lines), max(p.height, 1))]
}

// paneLabel returns the counts in a pane's frame: how many tasks there are and how
// many of them are listed, or have been searched and match.
func paneLabel(p model.Pane, s *board.Snapshot) string {
	n, total := s.Rows(p).Len(), s.Total(p)
	said, listed := words.Number(total), words.Number(n)
	if s.More(p) {
		listed = "first " + listed
	}
	switch missing := s.Unsearched(p); {
	case missing > 0:
		return listed + ", searched " + words.Number(total-missing) + " of " + said
	case n < total && s.Filtered():
		return listed + " of " + said
	case n < total:
		said = "first " + words.Number(n) + " of " + said
	}
	if p.Grouped() && s.Groups(p).Len() > 0 && s.Groups(p).Len() < n {
		return said + " in " + words.Count(s.Groups(p).Len(), "cause", "causes")
	}
	return said
}

func paneTitle(p model.Pane) string { return strconv.Itoa(int(p)+1) + " " + paneTitles[p] }
