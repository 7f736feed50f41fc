package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/ui/safe"
	"notdone/ui/theme"
)

// reader is a text that scrolls and can be searched.
type reader struct {
	base
	lines []textLine
	from  int // the first visible line
	room  int // the number of visible lines
	find  search
}

func (r *reader) text() *reader { return r }

func (r *reader) back(m *Model) tea.Cmd { //nolint:unparam // other screens have a command
	m.pop()
	return nil
}

// show replaces the text and keeps the scroll position.
func (r *reader) show(p *page, room int) {
	r.lines, r.room = p.lines, max(room, 0)
	r.to(r.from)
}

// fill draws the text on the whole screen.
func (r *reader) fill(m *Model, title, label string, all hints) []string {
	box := m.frame(title, label, r.window(m.theme), m.width, m.height-1, true)
	return append(box, m.footer(&r.find, all))
}

// target returns the target of a line; nothing beyond the text.
func (r *reader) target(line int) int {
	if line < 0 || line >= len(r.lines) {
		return nothing
	}
	return r.lines[line].target
}

// line returns the first line of a target; -1: it has none.
func (r *reader) line(target int) int {
	return slices.IndexFunc(r.lines, func(l textLine) bool { return l.target == target })
}

// most returns the greatest scroll position.
func (r *reader) most() int { return max(len(r.lines)-r.room, 0) }

// to makes a line the first visible one, as far as there is text below it.
func (r *reader) to(line int) { r.from = min(max(line, 0), r.most()) }

// reveal scrolls as little as makes a line visible, with two lines around it.
func (r *reader) reveal(line int) {
	around := min(2, max(r.room-1, 0)/2)
	switch {
	case line < r.from+around:
		r.to(line - around)
	case line >= r.from+r.room-around:
		r.to(line - r.room + 1 + around)
	}
}

// below returns how many lines are below the visible ones.
func (r *reader) below() int { return max(len(r.lines)-r.from-r.room, 0) }

// more says which key scrolls to the lines below; empty: there are none.
func (r *reader) more(m *Model) string {
	if r.below() == 0 {
		return ""
	}
	return "more below, " + m.keys.name("move.down") + " moves"
}

// shown returns the visible lines.
func (r *reader) shown() []textLine {
	to := min(r.from+r.room, len(r.lines))
	return r.lines[min(r.from, to):to]
}

// window returns the visible lines with the matches of the search marked.
func (r *reader) window(t *theme.Theme) []string { return r.find.mark(r.shown(), t) }

// move scrolls.
func (r *reader) move(_ *Model, to motion) tea.Cmd { //nolint:unparam // other screens have a command
	r.to(r.from + to.steps(len(r.lines), r.room))
	return nil
}

// search asks for a text, and scrolls to its first match while it is typed.
func (r *reader) search(m *Model) tea.Cmd {
	f := &r.find
	*f = search{typing: true, home: r.from, at: r.from - 1}
	q := newQuestion("/", "")
	q.input.CharLimit, q.alarm = 200, true
	q.note = func() string {
		if f.missing {
			return " not found"
		}
		return ""
	}
	q.change = func() tea.Cmd {
		f.want(strings.TrimSpace(safe.Line(q.input.Value(), 0)))
		f.at = f.home - 1
		if r.next(1); f.missing || f.text == "" {
			r.to(f.home)
		}
		return nil
	}
	q.keep = func() tea.Cmd {
		m.pop()
		f.typing = false
		return m.found()
	}
	q.drop = func() tea.Cmd {
		r.to(f.home)
		*f = search{}
		return nil
	}
	return m.ask(q)
}

// next scrolls to the next match, or the previous one, and wraps around at the ends.
func (r *reader) next(step int) {
	f, n := &r.find, len(r.lines)
	f.missing, f.around = f.text != "", false
	for i := 1; i <= n && f.text != ""; i++ {
		at := f.at + i*step
		line := (at%n + n) % n
		if f.matches(r.lines[line:]) != nil {
			f.at, f.missing, f.around = line, false, at != line
			r.reveal(line)
			return
		}
	}
}
