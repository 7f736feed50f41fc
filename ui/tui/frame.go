package tui

import (
	"strconv"
	"strings"

	"notdone/model"
	"notdone/model/board"
	"notdone/ui/theme"
	"notdone/ui/words"
)

var paneTitles = [model.NumPanes]string{"Active", "Blocked", "Failed", "Suspected false-done", "The rest"}

// frame draws a border with a title and a label at its right end around lines
// that are width-2 cells wide, height lines in all.
func (k look) frame(title, label string, lines []string, width, height int, focused bool) []string {
	border, tok := k.theme.Light, k.theme.Faint
	if focused {
		border, tok = k.theme.Heavy, k.theme.Focus
	}
	if width < 2 || height < 2 {
		return nil
	}
	out := make([]string, 0, height)
	top := newLine(width-1, k.theme.Ellipsis)
	top.put(tok, border.TL+border.H+" ").put(k.titleToken(focused), title).put(tok, " ")
	if label != "" && width-top.width > cells(label)+6 {
		top.fill(tok, border.H, width-cells(label)-4)
		top.put(tok, " ").put(k.titleToken(focused), label).put(tok, " ")
	}
	top.fill(tok, border.H, width-1)
	out = append(out, top.String()+tok.Paint(border.TR))
	side := tok.Paint(border.V)
	empty := side + blanks(width-2) + side
	for i := range height - 2 {
		if i < len(lines) {
			out = append(out, side+lines[i]+side)
		} else {
			out = append(out, empty)
		}
	}
	return append(out, tok.Paint(border.BL+strings.Repeat(border.H, width-2)+border.BR))
}

func (k look) titleToken(focused bool) theme.Token {
	if focused {
		return k.theme.Title
	}
	return theme.Token{}
}

// paneLines draws the visible items of a pane, at most its height.
func (k look) paneLines(p *pane, s *board.Snapshot, focused bool) []string {
	if s.Len(p.id) == 0 {
		return k.emptyLines(p, s)
	}
	l := p.list(s)
	lines := make([]string, 0, p.height)
	for it := p.top; it.valid() && len(lines) < p.height; it = l.next(it) {
		selected := focused && it.same(p.cursor)
		lines = append(lines, k.itemLines(p.id, it, p.width, it.group != nil && p.open[it.group.Key], selected)...)
	}
	if len(lines) > p.height {
		lines = lines[:p.height]
	}
	return lines
}

// emptyLines says why a pane is empty, without promising anything.
func (k look) emptyLines(p *pane, s *board.Snapshot) []string {
	said := "nothing here"
	switch {
	case s.Loading():
		said = "reading " + k.theme.Ellipsis
	case s.Total(p.id) > 0:
		said = words.Count(s.Total(p.id), "task", "tasks") + ", none of which matches"
	}
	return []string{k.indented(k.theme.Faint, said, p.width, 2, false)}
}

// paneLabel is what the frame of a pane says at its right end.
func paneLabel(p model.Pane, s *board.Snapshot) string {
	n, total := s.Len(p), s.Total(p)
	switch {
	case n < total:
		return words.Number(n) + " of " + words.Number(total)
	case p.Grouped() && s.NumGroups(p) > 0 && s.NumGroups(p) < n:
		return words.Number(n) + " in " + words.Count(s.NumGroups(p), "cause", "causes")
	}
	return words.Number(total)
}

func paneTitle(p model.Pane) string { return strconv.Itoa(int(p)+1) + " " + paneTitles[p] }
