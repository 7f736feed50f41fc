package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// reader is a text that scrolls and can be searched.
type reader struct {
	base
	lines  []textLine
	from   int // the first visible line
	room   int // the number of visible lines
	find   search
	has    bool // there is a cursor, which stands on one of the targets
	cursor int  // the target that it stands on
	due    bool // the cursor is to be scrolled to when the text is shown
	high   int  // the first line of what is highlighted, until the next key; 0: nothing is
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
	if r.due {
		r.due = false
		r.place(r.cursor)
	}
	r.count()
}

// fill draws the text on the whole screen. Of the labels, the most important one first, it
// shows those for which there is room.
func (r *reader) fill(m *Model, title string, all hints, labels ...string) []string {
	room, label := m.width-cells(title)-11, ""
	for _, more := range labels {
		if with := m.join(label, more); cells(with) <= room {
			label = with
		}
	}
	f := frame{title: title, label: label, lines: r.window(m.theme), width: m.width, height: m.height - 1, focused: true}
	f.foot, f.thumb = r.position(m)
	return append(m.frame(f), m.footer(&r.find, all))
}

// position says which lines are visible and how many are below them, where not all are
// visible; and where they are among all.
func (r *reader) position(m *Model) (said string, at span) {
	if len(r.lines) <= r.room {
		return "", span{}
	}
	said = words.Number(r.from+r.room) + " of " + words.Count(len(r.lines), "line", "lines")
	if below := r.below(); below > 0 {
		said = m.join(said, m.theme.Ellipsis+" "+words.Number(below)+" more")
	}
	return said, thumb(r.from, r.room, len(r.lines), r.room)
}

// count counts the matches of a search that was accepted.
func (r *reader) count() {
	f := &r.find
	now := countedFor{f.text, f.at, len(r.lines), nil}
	if len(r.lines) > 0 {
		now.first = &r.lines[0]
	}
	if f.typing || now == f.counted {
		return
	}
	f.counted = now
	if f.number, f.total = 0, 0; f.text == "" || f.missing {
		return
	}
	for i := range r.lines {
		n := 0
		for _, spans := range f.matches(r.lines[i:]) {
			n = max(n, len(spans))
		}
		if f.total += n; i == f.at {
			f.number = f.total - n + 1
		}
	}
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

// window returns the visible lines with the matches of the search and the cursor marked.
func (r *reader) window(t *theme.Theme) []string {
	out := r.find.mark(r.shown(), t)
	for i := range out {
		at := r.from + i
		if r.isHigh(at) {
			out[i] = paint(out[i], span{1, cells(strings.TrimRight(ansi.Strip(out[i]), " "))}, t.Match)
		}
		if r.has && r.target(at) == r.cursor && (at == 0 || r.target(at-1) != r.cursor || i == 0) && r.cursor != nothing {
			out[i] = t.Focus.Paint(t.Bar) + ansi.Cut(out[i], 1, ansi.StringWidth(out[i]))
		}
	}
	return out
}

// isHigh reports whether a line is highlighted.
func (r *reader) isHigh(line int) bool {
	first := r.high - 1
	return first >= 0 && (line == first || line > first && r.target(first) != nothing && r.target(line) == r.target(first))
}

// move scrolls, or moves the cursor.
func (r *reader) move(_ *Model, to motion) tea.Cmd {
	r.high = 0
	switch {
	case r.has && (to == up || to == down):
		r.stepCursor(to.steps(0, 0))
	default:
		r.to(r.from + to.steps(len(r.lines), r.room))
		r.keepCursor(to)
	}
	return nil
}

// stepCursor moves the cursor to the next target, or the previous one. A target that goes on
// beyond the edge is scrolled first.
func (r *reader) stepCursor(by int) {
	begin := max(r.line(r.cursor), 0)
	end := begin
	for end+1 < len(r.lines) && r.target(end+1) == r.cursor {
		end++
	}
	if begin >= r.from+r.room {
		r.place(r.cursor)
		return
	}
	if by > 0 && end >= r.from+r.room && begin >= r.from-r.room || by < 0 && begin < r.from {
		r.to(r.from + by)
		return
	}
	at := end + 1
	if by < 0 {
		at = begin - 1
	}
	for at >= 0 && at < len(r.lines) && (r.target(at) == nothing || r.target(at) == r.cursor) {
		at += by
	}
	if r.target(at) == nothing {
		r.to(r.from + by)
		return
	}
	r.place(r.target(at))
}

// place puts the cursor on a target and scrolls to its first line.
func (r *reader) place(target int) {
	line := r.line(target)
	if r.cursor = target; line < 0 {
		return
	}
	end := line
	for end+1 < len(r.lines) && r.target(end+1) == target && end-line < r.room-3 {
		end++
	}
	r.reveal(end)
	r.reveal(line)
}

// keepCursor moves the cursor to a target that is visible after a motion.
func (r *reader) keepCursor(to motion) {
	if !r.has {
		return
	}
	lines := r.shown()
	inSight := slices.IndexFunc(lines, func(l textLine) bool { return l.target == r.cursor }) >= 0
	if inSight && to != first && to != last {
		return
	}
	backward := to == last || to == halfUp && inSight
	for i := range lines {
		if backward || to == halfUp {
			i = len(lines) - 1 - i
		}
		if lines[i].target != nothing {
			r.cursor = lines[i].target
			return
		}
	}
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
		return m.found(1)
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
