package tui

import (
	"path/filepath"
	"strings"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// said is the part of the footer that is never hidden: what is typed, the
// outcome of the last thing asked for, or the filter. It may be empty.
func (m *Model) said() *line {
	t := &m.opt.Theme
	l := newLine(m.width, t.Ellipsis).put(theme.Token{}, " ")
	switch {
	case m.filter.typing:
		note := m.beyond()
		if cells(note) > m.width/2 {
			note = ""
		}
		l.input(&m.filter.input, m.width-2-cells(note))
		l.put(t.Faint, note)
	case m.notice != "":
		l.put(theme.Token{}, safe.Line(m.notice, lineLimit))
	case m.filter.text != "":
		l.put(t.Title, "/"+m.filter.text).put(t.Faint, m.beyond()).put(theme.Token{}, "  ")
	}
	return l
}

// beyond says how many tasks match that no pane on the screen shows.
func (m *Model) beyond() string {
	n := m.snap.Len(model.PaneRest)
	if m.filter.text == "" || !m.snap.Filtered() || !m.wide() || m.focus == model.PaneRest || n == 0 {
		return ""
	}
	said := words.Number(n)
	if m.snap.Unsearched(model.PaneRest) > 0 {
		said += "+"
	}
	return "  " + said + " in " + paneTitle(model.PaneRest)
}

// lateRoom is the fewest cells in which it is said what is late.
const lateRoom = 20

// footer shows what was said, the keys that matter, and what is late; the keys
// give way first.
func (m *Model) footer() string {
	t, late := &m.opt.Theme, m.late()
	l := m.said()
	if !m.filter.typing && m.notice == "" {
		room := m.width - l.width
		if late != "" {
			room -= min(cells(late), m.width/2) + 2
		}
		keys := newLine(room, t.Ellipsis).put(theme.Token{}, m.hints().b.String())
		l.put(theme.Token{}, keys.b.String())
	}
	if room := m.width - l.width - 2; late != "" && room >= min(lateRoom, cells(late)) {
		width := min(cells(late), room)
		l.pad(m.width-width-1).put(theme.Token{}, newLine(width, t.Ellipsis).put(t.Alarm, late).String())
	}
	return l.String()
}

// hints are the keys that matter most here. On a narrow screen those that act
// come first, for they are why one came.
func (m *Model) hints() *line {
	t := &m.opt.Theme
	l := newLine(headerRoom, t.Ellipsis)
	if m.filter.text != "" {
		l.put(t.Faint, "esc clears  n/N  ")
	} else if m.focus == model.PaneRest {
		l.put(t.Key, "esc").put(t.Faint, " back  ")
	}
	k := &m.opt.Keys
	act := [][2]string{
		{k.Unblock.Help().Key, "unblock"},
		{k.Requeue.Help().Key, "requeue"},
		{k.Stop.Help().Key, "stop"},
		{k.MarkBlocked.Help().Key, "mark blocked"},
		{k.Undo.Help().Key, "undo"},
	}
	look := [][2]string{{"enter", "why"}, {"/", "filter"}, {"tab 1-5", "panes"}, {"?", "help"}, {"q", "quit"}}
	if m.opt.Act == nil {
		act = nil
	} else if m.width < wideWidth {
		act[3][1], look = "mark", [][2]string{{"enter", "why"}, {"/", "filter"}, {"?", "help"}}
	}
	for _, h := range append(act, look...) {
		l.put(t.Key, h[0]).put(t.Faint, " "+h[1]+"  ")
	}
	return l
}

// late names the sources that show something older than it is, and why.
func (m *Model) late() string {
	var parts []string
	for i := range m.whole.Sources {
		s := &m.whole.Sources[i]
		if s.Late() {
			parts = append(parts, safe.Line(lateness(s, words.Past(s.Since, m.now)), 400))
		}
	}
	return strings.Join(parts, "; ")
}

// lateness says which queue is late and why, without the folder it lies in,
// which would take the room of the reason.
func lateness(s *board.Status, age string) string {
	name, why := filepath.Base(s.Queue), s.Err.Error()
	if i := strings.LastIndex(why, name+": "); i >= 0 {
		why = why[i+len(name)+2:]
	}
	return name + " late " + age + ": " + why
}

// noticeLines is how many lines a notice may take when one is not enough.
const noticeLines = 3

// spell gives a notice that does not fit the footer the lines above it too.
func (m *Model) spell(lines []string) {
	said := safe.Line(m.notice, lineLimit)
	if r := m.text(); m.filter.typing || m.wrong != nil || r != nil && r.find.typing {
		return // something is being typed there
	}
	if cells(said) < m.width || len(lines) < noticeLines {
		return
	}
	text := wrap(said, m.width-2, noticeLines, m.opt.Theme.Ellipsis)
	for i, s := range text {
		lines[len(lines)-len(text)+i] = newLine(m.width, m.opt.Theme.Ellipsis).put(theme.Token{}, " "+strings.TrimRight(s, " ")).String()
	}
}
