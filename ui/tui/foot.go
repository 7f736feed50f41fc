package tui

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// said returns the part of the footer that is never hidden: the notice or the filter.
// It may be empty.
func (b *boardScreen) said(m *Model) *line {
	t := m.theme
	l := newLine(m.width, t.Ellipsis).put(theme.Token{}, " ")
	switch {
	case m.notice != "":
		l.put(theme.Token{}, safe.Line(m.notice, lineLimit))
	case b.filter.text != "":
		l.put(t.Title, "/"+b.filter.text).put(t.Faint, b.matchesElsewhere(m)).put(theme.Token{}, "  ")
	}
	return l
}

// matchesElsewhere says how many matches are in The rest while that is not visible.
func (b *boardScreen) matchesElsewhere(m *Model) string {
	n := b.snap.Rows(model.PaneRest).Len()
	if b.filter.text == "" || !b.snap.Filtered() || !m.wide() || b.focus == model.PaneRest || n == 0 {
		return ""
	}
	said := words.Number(n)
	if b.snap.Unsearched(model.PaneRest) > 0 {
		said += "+"
	}
	return "  " + said + " in " + paneTitle(model.PaneRest)
}

// lateRoom is the least room, in cells, for naming the late sources.
const lateRoom = 20

// footer shows the notice or the filter, the most useful keys, and late sources. The
// keys are cut first.
func (b *boardScreen) footer(m *Model) string {
	t, late := m.theme, strings.Join(m.late(), "; ")
	l := b.said(m)
	if m.notice == "" {
		room := m.width - l.width
		if late != "" {
			room -= min(cells(late), m.width/2) + 2
		}
		keys := newLine(room, t.Ellipsis)
		m.putHints(keys, b.hints(m))
		l.put(theme.Token{}, keys.b.String())
	}
	if room := m.width - l.width - 2; late != "" && room >= min(lateRoom, cells(late)) {
		width := min(cells(late), room)
		l.pad(m.width-width-1).put(theme.Token{}, newLine(width, t.Ellipsis).put(t.Alarm, late).String())
	}
	return l.String()
}

// hints returns the most useful keys, those that act on tasks first.
func (b *boardScreen) hints(m *Model) (all hints) {
	switch {
	case b.filter.text != "":
		all = hints{"view.back=clears", "find.next find.previous=next"}
	case b.focus == model.PaneRest:
		all = hints{"view.back"}
	}
	wide, mark := m.width >= wideWidth, "task.block"
	if !wide {
		mark += "=mark"
	}
	if m.opt.Act != nil {
		all = append(all, "task.unblock", "task.requeue", "task.stop", mark, "journal.undo")
	}
	all = append(all, "task.open", "view.find=filter")
	if wide {
		all = append(all, "pane.next=panes")
	}
	all = append(all, "help.open")
	if wide || m.opt.Act == nil {
		all = append(all, "program.quit")
	}
	return all
}

// hints are the keys of a footer. Each is the IDs of one or more actions, and behind
// "=" a text in place of the first action's title.
type hints []string

// putHints adds keys and what they do. The key of an action that is impossible now is
// faint; an action without a key is left out.
func (m *Model) putHints(l *line, all hints) {
	for _, h := range all {
		named, label, _ := strings.Cut(h, "=")
		ids := strings.Fields(named)
		var keys []string
		for _, id := range ids {
			if key := m.keys.first(id); key != "" {
				keys = append(keys, key)
			}
		}
		if len(keys) == 0 {
			continue
		}
		a, tok := m.keys.get(ids[0]), m.theme.Key
		if a.refuse != nil && a.refuse(m) != "" || !m.allows(a.Verb) {
			tok = m.theme.Faint
		}
		if a.Verb != "" {
			a = m.keys.verb(standIn(m.subjectRow(), a.Verb))
		}
		l.put(tok, strings.Join(keys, "/")).put(m.theme.Faint, " "+cmp.Or(label, a.Title)+"  ")
	}
}

// footer returns the last line of a text screen: the notice, the search, or the keys.
func (m *Model) footer(f *search, all hints) string {
	l := newLine(m.width, m.theme.Ellipsis).put(theme.Token{}, " ")
	if m.notice != "" {
		return l.put(theme.Token{}, safe.Line(m.notice, lineLimit)).String()
	}
	if f.text != "" && !f.typing {
		f.say(l, m.theme)
		all = hints{"find.next find.previous=next, previous", "view.back=ends the search"}
	}
	m.putHints(l, all)
	return l.String()
}

// late names the sources whose rows are out of date, and says why.
func (m *Model) late() (parts []string) {
	for i := range m.whole.Sources {
		s := &m.whole.Sources[i]
		if s.Late() {
			parts = append(parts, safe.Line(lateness(s, m.called(s), words.Past(s.Since, m.now)), 400))
		}
	}
	return parts
}

// lateness says which queue is late and why. It leaves out the queue's folder, which
// would take the room of the reason.
func lateness(s *board.Status, name, age string) string {
	file, why := filepath.Base(s.Queue), strings.ReplaceAll(s.Err.Error(), "\n", "; ")
	if i := strings.LastIndex(why, file+": "); i >= 0 {
		why = why[i+len(file)+2:]
	}
	why = strings.Join(slices.DeleteFunc(strings.Fields(why), func(word string) bool {
		return filepath.IsAbs(word) && strings.HasSuffix(word, ":")
	}), " ")
	return name + " late " + age + ": " + why
}

// noticeLines is how many lines a notice may take when one is not enough.
const noticeLines = 3

// wrapNotice draws a notice that does not fit the footer over the lines above it too.
func (m *Model) wrapNotice(lines []string) {
	said := safe.Line(m.notice, lineLimit)
	if _, typing := m.top().(*question); typing {
		return
	}
	if cells(said) < m.width || len(lines) < noticeLines {
		return
	}
	text := wrap(said, m.width-2, noticeLines, m.theme.Ellipsis)
	for i, s := range text {
		lines[len(lines)-len(text)+i] = newLine(m.width, m.theme.Ellipsis).put(theme.Token{}, " "+strings.TrimRight(s, " ")).String()
	}
}
