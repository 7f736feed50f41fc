package tui

import (
	"fmt"
	"strconv"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/theme"
	"notdone/ui/words"
)

var paneTitles = [model.NumPanes]string{"Active", "Blocked", "Failed", "Suspected false-done", "The rest"}

// shortTitles are the titles of the panes where there is less room.
var shortTitles = [model.NumPanes]string{"Active", "Blocked", "Failed", "False-done", "Rest"}

// frame is a border around lines that are width-2 cells wide, height lines in all.
type frame struct {
	title, label  string // in the upper border, at its left and right end
	foot          string // at the right end of the lower border
	lines         []string
	thumb         span // the lines beside which the right side shows where the lines are in a longer text
	width, height int
	focused       bool
}

// frameEdges is what the upper border needs beside a title and a label, in cells: corners, line and
// blanks. Where less is left, the label is not drawn.
const frameEdges = 11

// frame draws a frame.
func (k look) frame(f frame) []string {
	border, tok, named := k.theme.Light, k.theme.Faint, theme.Token{}
	if f.focused {
		border, tok, named = k.theme.Heavy, k.theme.Focus, k.theme.Title
	}
	if f.width < 2 || f.height < 2 {
		return nil
	}
	// edge ends a border that has begun: said near its right end if there is room, and the corner.
	edge := func(l *line, said string, tok, named theme.Token, right string) string {
		if said != "" && f.width-l.width > cells(said)+6 {
			l.fill(tok, border.H, f.width-cells(said)-4).put(tok, " ").put(named, said).put(tok, " ")
		}
		return l.fill(tok, border.H, f.width-1).String() + tok.Paint(right)
	}
	top := newLine(f.width-1, k.theme.Ellipsis).put(tok, border.TL+border.H+" ").put(named, f.title).put(tok, " ")
	out := append(make([]string, 0, f.height), edge(top, f.label, tok, named, border.TR))
	side, thumb := tok.Paint(border.V), k.theme.Focus.Paint(k.theme.Thumb)
	for i := range f.height - 2 {
		inside, right := blanks(f.width-2), side
		if i < len(f.lines) {
			inside = f.lines[i]
		}
		if i >= f.thumb.from && i < f.thumb.to {
			right = thumb
		}
		out = append(out, side+inside+right)
	}
	return append(out, edge(newLine(f.width-1, k.theme.Ellipsis).put(tok, border.BL), f.foot, tok, k.theme.Faint, border.BR))
}

// thumb returns which of room lines the thumb of a scroll bar takes, where shown of n lines are on
// the screen, from the given one on; none where all are shown or room is too little.
func thumb(from, shown, n, room int) span {
	if n <= shown || room < 3 {
		return span{}
	}
	size := max(room*shown/n, 1)
	at := (room - size) * from / max(n-shown, 1)
	return span{at, at + size}
}

// paneLines draws the visible items of a pane, beneath the headings of its columns. The item under
// the cursor is highlighted (selectedLines); those that the operator selected for an action are
// marked (markLines).
func (b *boardScreen) paneLines(k look, p *pane, focused bool) []string {
	s := b.snap
	if s.Rows(p.id).Len() == 0 {
		text := k.page(p.width)
		text.broken(text.line(), 2, k.theme.Faint, wrap(k.emptyText(p, s), max(p.width-4, 1), 3, k.theme.Ellipsis))
		lines := text.texts()
		return lines[:min(len(lines), max(p.height, 1))]
	}
	lines := make([]string, 0, p.height+1)
	if p.headed {
		lines = append(lines, k.headings(p.columns, p.width))
	}
	for _, it := range p.shown {
		drawn := p.lines(k, it)
		if focused && it.same(p.cursor) {
			drawn = k.selectedLines(p, it)
		}
		if b.isSelected(p.id, it) {
			drawn = k.markLines(drawn)
		}
		lines = append(lines, drawn...)
	}
	return lines[:min(len(lines), p.room())]
}

// emptyText says why a pane is empty.
func (k look) emptyText(p *pane, s *board.Snapshot) string {
	missing, total := s.Unsearched(p.id), s.Total(p.id)
	switch {
	case s.Loading():
		return "reading " + k.theme.Ellipsis
	case missing > 0:
		return "searched " + words.Number(total-missing) + " of " + words.Count(total, "task", "tasks") +
			", none of which matches so far"
	case total > 0:
		return words.Count(total, "task", "tasks") + ", none of which matches"
	}
	return "nothing here"
}

// paneLabel returns the counts in a pane's frame: how many tasks there are and how
// many of them are listed, or have been searched and match. Where tasks of the pane are in another
// state than the one that its title names, it says how many are in each, if there is room for that.
func (k look) paneLabel(p model.Pane, s *board.Snapshot, room int) string {
	if s.Rows(p).Len() == s.Total(p) {
		for _, word := range []func(model.State) string{headerWord, shortWord} {
			if by := k.join(stateCounts(p, s, word)...); by != "" && cells(by) <= room {
				return by
			}
		}
	}
	return countLabel(p, s)
}

// stateCounts says how many tasks of a pane are in which state, as the header counts them;
// nothing where the snapshot is filtered, or all are in the state that the pane's title names.
func stateCounts(p model.Pane, s *board.Snapshot, word func(model.State) string) (parts []string) {
	if s.Filtered() {
		return nil
	}
	if int(p) < len(mainStates) && s.Counts[mainStates[p]] >= s.Total(p) {
		return nil
	}
	for _, state := range headerStates {
		if n := s.Counts[state]; state.Pane() == p && n > 0 {
			parts = append(parts, words.Number(n)+" "+word(state))
		}
	}
	return parts
}

// splitCount returns how many tasks a pane has. Where some are in another state than the one
// that the header counts under the pane's name, it counts them behind a plus: "19+6", of which the
// header counts 19.
func splitCount(p model.Pane, s *board.Snapshot) string {
	total := s.Total(p)
	if int(p) >= len(mainStates) || s.Filtered() {
		return words.Number(total)
	}
	main := s.Counts[mainStates[p]]
	if main >= total {
		return words.Number(total)
	}
	return fmt.Sprintf("%s+%s", words.Number(main), words.Number(total-main))
}

// countLabel returns how many tasks a pane has, and where that is not all: how many of them are
// listed, or match among those that were searched. Where all have a cause, it counts the causes
// (the board's groups) too, but not of active tasks.
func countLabel(p model.Pane, s *board.Snapshot) string {
	n, total := s.Rows(p).Len(), s.Total(p)
	said, listed := splitCount(p, s), words.Number(n)
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
	if causes := s.Groups(p).Len(); p != model.PaneActive && causes > 0 && causes < n && !hasLoose(s, p) {
		return said + " in " + words.Count(causes, "cause", "causes")
	}
	return said
}

// hasLoose reports whether some tasks of a pane are of no cause.
func hasLoose(s *board.Snapshot, p model.Pane) bool {
	_, some := s.Group(p, board.Loose)
	return some
}

func paneTitle(p model.Pane) string { return strconv.Itoa(int(p)+1) + " " + paneTitles[p] }
