package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"notdone/ui/keys"
	"notdone/ui/theme"
)

// reader is text on the screen that scrolls and can be searched.
type reader struct {
	lines []string       // painted, all of the same width
	joins func(int) bool // whether a line goes on with the one before it; nil: none does
	from  int            // the first line shown
	room  int            // how many are shown
	find  search
}

// show replaces the text and keeps the place in it.
func (r *reader) show(lines []string, joins func(int) bool, room int) {
	r.lines, r.joins, r.room = lines, joins, max(room, 0)
	r.to(r.from)
}

func (r *reader) joined(line int) bool { return r.joins != nil && r.joins(line) }

// most is the last line that can be the first one shown.
func (r *reader) most() int { return max(len(r.lines)-r.room, 0) }

// to scrolls so that the line is the first one shown, as far as there is text.
func (r *reader) to(line int) { r.from = min(max(line, 0), r.most()) }

// reveal scrolls as little as brings the line into sight, with some lines
// around it.
func (r *reader) reveal(line int) {
	around := min(2, max(r.room-1, 0)/2)
	switch {
	case line < r.from+around:
		r.to(line - around)
	case line >= r.from+r.room-around:
		r.to(line - r.room + 1 + around)
	}
}

// below is how many lines there are below the last one shown.
func (r *reader) below() int { return max(len(r.lines)-r.from-r.room, 0) }

// window is what is shown, with the matches of a search marked.
func (r *reader) window(t *theme.Theme) []string {
	to := min(r.from+r.room, len(r.lines))
	shown := r.lines[min(r.from, to):to]
	if r.find.text == "" {
		return shown
	}
	return r.find.mark(shown, func(i int) bool { return r.joined(r.from + i) }, t)
}

// scrolled handles the keys that move; it reports whether it was one.
func (r *reader) scrolled(msg tea.KeyPressMsg, k *keys.Map) bool {
	half := max(r.room/2, 1)
	switch {
	case key.Matches(msg, k.Down):
		r.to(r.from + 1)
	case key.Matches(msg, k.Up):
		r.to(r.from - 1)
	case key.Matches(msg, k.HalfDown):
		r.to(r.from + half)
	case key.Matches(msg, k.HalfUp):
		r.to(r.from - half)
	case key.Matches(msg, k.Top):
		r.to(0)
	case key.Matches(msg, k.Bottom):
		r.to(r.most())
	default:
		return false
	}
	return true
}

// searched handles the keys of a search: all of them while its text is typed,
// and after that those that go from match to match or end it.
func (r *reader) searched(msg tea.KeyPressMsg, k *keys.Map) (cmd tea.Cmd, handled bool) {
	f := &r.find
	switch {
	case f.typing && key.Matches(msg, k.Back):
		r.to(f.home)
		f.end()
	case f.typing && key.Matches(msg, k.Enter):
		f.accept()
	case f.typing:
		return r.typed(msg), true
	case key.Matches(msg, k.Filter):
		return f.open(r.from), true
	case f.text == "":
		return nil, false
	case key.Matches(msg, k.Match):
		r.next(1)
	case key.Matches(msg, k.PreMatch):
		r.next(-1)
	case key.Matches(msg, k.Back):
		f.end()
	default:
		return nil, false
	}
	return nil, true
}

// typed feeds the search's input and goes to the first match from where the
// search began.
func (r *reader) typed(msg tea.Msg) tea.Cmd {
	cmd := r.find.typed(msg)
	r.find.at = r.find.home - 1
	r.next(1)
	if r.find.missing || r.find.text == "" {
		r.to(r.find.home)
	}
	return cmd
}

// next goes to the next match, or the previous one, round the ends of the text.
func (r *reader) next(step int) {
	f := &r.find
	f.missing, f.around = f.text != "", false
	for i := 1; i <= len(r.lines) && f.text != ""; i++ {
		at := f.at + i*step
		line := (at%len(r.lines) + len(r.lines)) % len(r.lines)
		if f.in(r.lines[line:], func(i int) bool { return r.joined(line + i) }) {
			f.at, f.missing, f.around = line, false, at != line
			r.reveal(line)
			return
		}
	}
}
